package roots

import (
	"runtime"

	"github.com/mcproots/mcproots/wasm/rule"
	"github.com/mcproots/mcproots/wasm/scan"
)

// A buffer is JSON under construction.
type buffer []byte

// trim empties a buffer, and drops it where it has become large.
//
//go:noinline
func (b *buffer) trim() {
	if cap(*b) > keep {
		*b = nil
	}
	*b = (*b)[:0]
}

// grow makes room for n more bytes. A lot of memory is where the collector starts,
// and while it runs each pointer takes longer to write: it gets its turn at once.
func (b *buffer) grow(n int) {
	if cap(*b)-len(*b) < n {
		*b = append(*b, make([]byte, n)...)[:len(*b)]
		if n > keep {
			runtime.Gosched()
		}
	}
}

//go:noinline
func (b *buffer) lit(s string) { *b = append(*b, s...) }

//go:noinline
func (b *buffer) raw(s []byte) { *b = append(*b, s...) }

// number appends n in base 10 or 16.
//
//go:noinline
func (b *buffer) number(n, base int) {
	var digits [20]byte
	i := len(digits)
	for m := max(n, -n); ; m /= base {
		i--
		digits[i] = "0123456789abcdef"[m%base]
		if m < base {
			break
		}
	}
	if n < 0 {
		b.lit("-")
	}
	b.raw(digits[i:])
}

//go:noinline
func (b *buffer) bool(v bool) {
	if v {
		b.lit("true")
	} else {
		b.lit("false")
	}
}

// text appends a string of the program's own.
//
//go:noinline
func (b *buffer) text(s string) { b.str([]byte(s)) }

// member appends a member whose value is a string of the program's own; before is
// all that comes before the value.
//
//go:noinline
func (b *buffer) member(before, s string) {
	b.lit(before)
	b.text(s)
}

// next appends the comma before the element at i, where it has one.
//
//go:noinline
func (b *buffer) next(i int) {
	if i > 0 {
		b.lit(",")
	}
}

// str appends a JSON string. The text is UTF-8.
//
//go:noinline
func (b *buffer) str(s []byte) {
	i := scan.Simple(s, 0)
	if i == len(s) {
		*b = append(append(append(*b, '"'), s...), '"')
		return
	}
	b.lit(`"`)
	start := 0
	for ; i < len(s); i++ {
		c := s[i]
		if c >= 0x20 && c != '"' && c != '\\' && c != 0x7F {
			continue
		}
		b.raw(s[start:i])
		start = i + 1
		switch c {
		case '"':
			b.lit(`\"`)
		case '\\':
			b.lit(`\\`)
		case '\n':
			b.lit(`\n`)
		case '\r':
			b.lit(`\r`)
		case '\t':
			b.lit(`\t`)
		default:
			b.lit(`\u00`)
			if c < 16 {
				b.lit("0")
			}
			b.number(int(c), 16)
		}
	}
	b.raw(s[start:])
	b.lit(`"`)
}

// visible appends text that is safe to print: what controls a terminal, changes
// the direction of text or can't be seen becomes \u{XXXX}.
func (b *buffer) visible(s []byte, hidden func(rune) bool) {
	for i := 0; i < len(s); {
		c, n := scan.Rune(s, i)
		if c < 0x20 || c == 0x7F || hidden(c) {
			b.lit(`\u{`)
			b.number(int(c), 16)
			b.lit("}")
		} else {
			b.raw(s[i : i+n])
		}
		i += n
	}
}

// write appends a text to the answer. Where it holds a percent sign and a letter, that
// stands for something else, mostly for the next of the values:
//
//	%d a number            %b a boolean, 0 being false     %v a JSON value of the document
//	%c a rule's code       %s a severity                   %n a member's name
//	%k a kind              %r a revision                   %p a platform
//	%t a term
//	%f the path just read  %u its canonical URI            %o its platform
//
// One such call takes a third of the room of a call for each piece.
//
//go:noinline
func (c *Core) write(format string, values ...int) {
	out, path := &c.out, &c.reader.Path
	start, next := 0, 0
	for i := range len(format) {
		if format[i] != '%' {
			continue
		}
		out.lit(format[start:i])
		start = i + 2
		switch format[i+1] {
		case 'f':
			out.str(path.Native)
			continue
		case 'u':
			c.str2 = path.AppendURI(c.str2[:0])
			out.str(c.str2)
			continue
		case 'o':
			out.lit(platforms[path.Platform])
			continue
		}
		v := values[next]
		next++
		switch format[i+1] {
		case 'd':
			out.number(v, 10)
		case 'b':
			out.bool(v != 0)
		case 'v':
			out.raw(c.raw(value(v)))
		case 'c':
			out.lit(rule.Get(rule.ID(v)).Code)
		case 's':
			out.lit(rule.Severity(v).String())
		case 'n':
			out.lit(names[v])
		case 'k':
			out.lit(kinds[v])
		case 'r':
			out.lit(revisions[v])
		case 'p':
			out.lit(platforms[v])
		case 't':
			out.lit(terms[v])
		}
	}
	out.lit(format[start:])
}

// bit is a boolean as write takes it.
func bit(b bool) int {
	if b {
		return 1
	}
	return 0
}

// error appends a JSON-RPC error object; data is JSON.
func (b *buffer) error(code int, message, data string) {
	b.lit(`{"code":`)
	b.number(code, 10)
	b.member(`,"message":`, message)
	if data != "" {
		b.lit(`,"data":`)
		b.lit(data)
	}
	b.lit("}")
}

// missing appends the error for capabilities that the client didn't declare, by
// their JSON (MCP 2026-07-28 basic/index).
//
//go:noinline
func (b *buffer) missing(capabilities string) {
	b.error(missingCapability, "Missing required client capability", `{"requiredCapabilities":`+capabilities+`}`)
}
