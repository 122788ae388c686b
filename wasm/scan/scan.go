// Package scan reads JSON strictly: RFC 8259 in UTF-8, no byte order mark, no
// duplicate member names, no lone surrogates, at most [MaxDepth] levels, nothing
// after the document. [Scanner.Check] is one iterative pass; the cursors in this
// package then walk bytes that have passed it, without checking again.
package scan

import (
	"math/bits"
	"unicode/utf8"
	"unsafe"
)

// MaxDepth is the deepest nesting of arrays and objects that is read.
const MaxDepth = 128

// A Kind says what is wrong with a document. The zero Kind is a sound document.
type Kind uint8

// The faults, each the first one met from the left.
const (
	OK           Kind = iota
	Empty             // nothing but white space
	BOM               // a byte order mark (RFC 8259 section 8.1)
	Syntax            // a character that the grammar doesn't allow here
	End               // the document ends inside a value
	Trailing          // something follows the document
	UTF8              // bytes in a string that are not UTF-8
	Control           // a raw control character in a string (section 7)
	Escape            // an escape sequence that doesn't exist
	Surrogate         // a \u escape of half a surrogate pair
	Number            // a malformed number (section 6)
	Depth             // more than MaxDepth levels
	DuplicateKey      // a member name for the second time in one object
)

// A Fault is where a document stops being strict JSON, as a byte offset.
type Fault struct {
	Kind   Kind
	Offset int
}

// A Scanner checks documents. It keeps memory between documents, never data.
// The zero Scanner is ready to use; it serves one caller at a time.
type Scanner struct {
	Around int // levels around the document that don't count: 1 for a message within an input, else 0

	keys  []key
	names [MaxDepth + 2]map[string]struct{} // of objects with many members
	a, b  []byte                            // two decoded names under comparison
}

// A key is a member name of an object that is still open.
type key struct {
	_          [0]func() // never compared: spares the module the code for it
	start, end uint32    // between the quotes
	escaped    bool
}

// few is the number of members up to which names are compared pairwise.
const few = 16

const (
	ones  = 0x0101010101010101
	highs = 0x8080808080808080
)

// Word loads eight bytes. The caller has made sure that i+8 <= len(b).
func Word(b []byte, i int) uint64 {
	return *(*uint64)(unsafe.Add(unsafe.Pointer(unsafe.SliceData(b)), i))
}

// special flags the bytes of w that end a plain run inside a string: quote,
// backslash, control characters and everything outside ASCII. Bits above the
// lowest flagged byte may be wrong, that byte is right.
func special(w uint64) uint64 {
	q := w ^ (ones * '"')
	s := w ^ (ones * '\\')
	return (((q - ones) &^ q) | ((s - ones) &^ s) | (w - ones*0x20) | w) & highs
}

// plain returns the first index from i on that special flags, or len(b).
func plain(b []byte, i int) int {
	for i+8 <= len(b) {
		if m := special(Word(b, i)); m != 0 {
			return i + bits.TrailingZeros64(m)>>3
		}
		i += 8
	}
	for i < len(b) {
		if c := b[i]; c == '"' || c == '\\' || c < 0x20 || c >= utf8.RuneSelf {
			return i
		}
		i++
	}
	return i
}

// Simple returns the first index from i on of a control character, a quote, '%', a
// backslash or what is not ASCII, or len(b): most texts hold none, and eight bytes at
// a time take no more than one by one.
func Simple(b []byte, i int) int {
	for i+8 <= len(b) {
		w := Word(b, i)
		d, p := w^(ones*0x7F), w^(ones*'%')
		if m := special(w) | (((d-ones)&^d)|((p-ones)&^p))&highs; m != 0 {
			return i + bits.TrailingZeros64(m)>>3
		}
		i += 8
	}
	for i < len(b) && b[i] >= 0x20 && b[i] < 0x7F && b[i] != '"' && b[i] != '%' && b[i] != '\\' {
		i++
	}
	return i
}

// Common returns the length of the longest common beginning.
func Common(a, b []byte) int {
	i, n := 0, min(len(a), len(b))
	for i+8 <= n && Word(a, i) == Word(b, i) {
		i += 8
	}
	for i < n && a[i] == b[i] {
		i++
	}
	return i
}

// Find returns the first index from i on of c or d, or len(b).
func Find(b []byte, i int, c, d byte) int {
	for i+8 <= len(b) {
		w := Word(b, i)
		x, y := w^(ones*uint64(c)), w^(ones*uint64(d))
		if m := (((x - ones) &^ x) | ((y - ones) &^ y)) & highs; m != 0 {
			return i + bits.TrailingZeros64(m)>>3
		}
		i += 8
	}
	for i < len(b) && b[i] != c && b[i] != d {
		i++
	}
	return i
}

// Space returns the first index from i on that is not white space. It is a call: it
// takes room inlined, and slows down the quick path, which seldom needs it.
//
//go:noinline
func Space(b []byte, i int) int {
	for i < len(b) && b[i] <= ' ' && (b[i] == ' ' || b[i] == '\n' || b[i] == '\r' || b[i] == '\t') {
		i++
	}
	return i
}

// space is Space, and only a call where there is some: most messages have none.
func space(b []byte, i int) int {
	if i < len(b) && b[i] <= ' ' {
		return Space(b, i)
	}
	return i
}

// Rune decodes the character at i, as utf8.DecodeRune does. It is a call, since what
// that inlines and the cut of the slice take room at each place.
//
//go:noinline
func Rune(b []byte, i int) (c rune, size int) { return utf8.DecodeRune(b[i:]) }

// Check reads one document and returns its first fault.
func (s *Scanner) Check(b []byte) Fault {
	f := s.check(b)
	s.release()
	return f
}

func (s *Scanner) check(b []byte) Fault {
	if len(b) >= 3 && b[0] == 0xEF && b[1] == 0xBB && b[2] == 0xBF {
		return Fault{BOM, 0}
	}
	var (
		object [MaxDepth + 2]bool // is the container at this depth an object
		base   [MaxDepth + 2]int  // where its names begin in s.keys
		depth  int
		kind   Kind
		end    int
	)
	i := space(b, 0)
	if i == len(b) {
		return Fault{Empty, i}
	}

value:
	if i = space(b, i); i >= len(b) {
		return Fault{End, i}
	}
	switch c := b[i]; c {
	case '"':
		if i, kind = str(b, i+1); kind != OK {
			return Fault{kind, i}
		}
	case '{', '[':
		if depth == MaxDepth+s.Around {
			return Fault{Depth, i}
		}
		depth++
		object[depth], base[depth] = c == '{', len(s.keys)
		if i = space(b, i+1); i >= len(b) {
			return Fault{End, i}
		}
		if b[i] == c+2 { // '}' is '{'+2 and ']' is '['+2
			i++
			depth--
			break
		}
		if c == '[' {
			goto value
		}
		goto name
	case 't':
		if i, kind = literal(b, i, "true"); kind != OK {
			return Fault{kind, i}
		}
	case 'f':
		if i, kind = literal(b, i, "false"); kind != OK {
			return Fault{kind, i}
		}
	case 'n':
		if i, kind = literal(b, i, "null"); kind != OK {
			return Fault{kind, i}
		}
	case '-', '0', '1', '2', '3', '4', '5', '6', '7', '8', '9':
		if i, kind = number(b, i); kind != OK {
			return Fault{kind, i}
		}
	default:
		return Fault{Syntax, i}
	}

after:
	i = space(b, i)
	if depth == 0 {
		if i < len(b) {
			return Fault{Trailing, i}
		}
		return Fault{}
	}
	if i >= len(b) {
		return Fault{End, i}
	}
	switch c := b[i]; {
	case c == ',':
		i++
		if !object[depth] {
			goto value
		}
		if i = space(b, i); i >= len(b) {
			return Fault{End, i}
		}
	case c == '}' && object[depth]:
		s.keys = s.keys[:base[depth]]
		s.names[depth] = nil
		i++
		depth--
		goto after
	case c == ']' && !object[depth]:
		i++
		depth--
		goto after
	default:
		return Fault{Syntax, i}
	}

name:
	if b[i] != '"' {
		return Fault{Syntax, i}
	}
	if end, kind = str(b, i+1); kind != OK {
		return Fault{kind, end}
	}
	if s.seen(b, depth, base[depth], i+1, end-1) {
		return Fault{DuplicateKey, i}
	}
	if i = space(b, end); i >= len(b) {
		return Fault{End, i}
	}
	if b[i] != ':' {
		return Fault{Syntax, i}
	}
	i++
	goto value
}

// release forgets the names of the last document, and their memory if it was a lot.
func (s *Scanner) release() {
	if cap(s.keys) > 1<<16 {
		s.keys = nil
	}
	s.keys = s.keys[:0]
	for d := range s.names {
		s.names[d] = nil
	}
}

// seen records the member name b[start:end] of the open object at depth and
// tells whether the object had it before. Few names are compared one by one;
// many go through Go's map, whose seeded hash an attacker can't steer.
func (s *Scanner) seen(b []byte, depth, base, start, end int) bool {
	k := key{start: uint32(start), end: uint32(end)}
	for j := start; j < end; j++ {
		if b[j] == '\\' {
			k.escaped = true
			break
		}
	}
	if m := s.names[depth]; m != nil {
		n := len(m)
		m[s.text(b, k)] = struct{}{}
		return len(m) == n
	}
	for _, o := range s.keys[base:] {
		if s.same(b, o, k) {
			return true
		}
	}
	s.keys = append(s.keys, k)
	if len(s.keys)-base > few {
		m := make(map[string]struct{}, 4*few)
		for _, o := range s.keys[base:] {
			m[s.text(b, o)] = struct{}{}
		}
		s.names[depth] = m
	}
	return false
}

// text returns a name as a string: of the document's own bytes where nothing in
// it is escaped, since the map doesn't outlive the document.
func (s *Scanner) text(b []byte, k key) string {
	if !k.escaped {
		return unsafe.String(unsafe.SliceData(b[k.start:]), int(k.end-k.start))
	}
	return string(AppendString(nil, b[k.start:k.end]))
}

// decoded returns a string's text in a buffer.
//
//go:noinline
func decoded(buffer *[]byte, raw []byte) []byte {
	*buffer = AppendString((*buffer)[:0], raw)
	return *buffer
}

func (s *Scanner) same(b []byte, x, y key) bool {
	if !x.escaped && !y.escaped {
		return string(b[x.start:x.end]) == string(b[y.start:y.end])
	}
	return string(decoded(&s.a, b[x.start:x.end])) == string(decoded(&s.b, b[y.start:y.end]))
}

// str reads the rest of a string; i is just after its opening quote. It returns
// the index after the closing quote, or where the fault is.
func str(b []byte, i int) (int, Kind) {
	for {
		if i = plain(b, i); i >= len(b) {
			return i, End
		}
		switch c := b[i]; {
		case c == '"':
			return i + 1, OK
		case c < 0x20:
			return i, Control
		case c >= utf8.RuneSelf:
			r, n := Rune(b, i)
			if r == utf8.RuneError && n == 1 {
				return i, UTF8
			}
			i += n
		default:
			n, kind := escape(b, i)
			if kind != OK {
				return n, kind
			}
			i += n
		}
	}
}

// escape returns the length of the escape sequence at i, a surrogate pair being
// one sequence, or the offset of a fault in it.
func escape(b []byte, i int) (int, Kind) {
	if i+1 >= len(b) {
		return len(b), End
	}
	switch b[i+1] {
	case '"', '\\', '/', 'b', 'f', 'n', 'r', 't':
		return 2, OK
	case 'u':
	default:
		return i, Escape
	}
	u, kind := hex4(b, i)
	if kind == End {
		return len(b), End
	}
	if kind != OK {
		return i, kind
	}
	if u < 0xD800 || u > 0xDFFF {
		return 6, OK
	}
	if u <= 0xDBFF && (i+6 == len(b) || i+7 == len(b) && b[i+6] == '\\') {
		return len(b), End
	}
	if u > 0xDBFF || b[i+6] != '\\' || b[i+7] != 'u' {
		return i, Surrogate
	}
	v, kind := hex4(b, i+6)
	if kind == End {
		return len(b), End
	}
	if kind != OK {
		return i + 6, kind
	}
	if v < 0xDC00 || v > 0xDFFF {
		return i, Surrogate
	}
	return 12, OK
}

// hex4 reads the four digits of the \u escape at i.
func hex4(b []byte, i int) (rune, Kind) {
	var u rune
	for j := i + 2; j < i+6; j++ {
		if j >= len(b) {
			return 0, End
		}
		d := hex(b[j])
		if d < 0 {
			return 0, Escape
		}
		u = u<<4 | d
	}
	return u, OK
}

func hex(c byte) rune {
	switch {
	case c >= '0' && c <= '9':
		return rune(c - '0')
	case c >= 'a' && c <= 'f':
		return rune(c - 'a' + 10)
	case c >= 'A' && c <= 'F':
		return rune(c - 'A' + 10)
	}
	return -1
}

//go:noinline
func literal(b []byte, i int, want string) (int, Kind) {
	for j := 0; j < len(want); j++ {
		if i+j >= len(b) {
			return len(b), End
		}
		if b[i+j] != want[j] {
			return i + j, Syntax
		}
	}
	return i + len(want), OK
}

//go:noinline
func digit(b []byte, i int) bool { return i < len(b) && b[i]-'0' <= 9 }

// number reads RFC 8259 section 6's grammar.
func number(b []byte, i int) (int, Kind) {
	start := i
	fail := func(i int) (int, Kind) {
		if i >= len(b) {
			return i, End
		}
		return start, Number
	}
	if b[i] == '-' {
		i++
	}
	switch {
	case !digit(b, i):
		return fail(i)
	case b[i] == '0':
		i++
		if digit(b, i) {
			return start, Number
		}
	default:
		for digit(b, i) {
			i++
		}
	}
	if i < len(b) && b[i] == '.' {
		i++
		if !digit(b, i) {
			return fail(i)
		}
		for digit(b, i) {
			i++
		}
	}
	if i < len(b) && b[i]|0x20 == 'e' {
		i++
		if i < len(b) && (b[i] == '+' || b[i] == '-') {
			i++
		}
		if !digit(b, i) {
			return fail(i)
		}
		for digit(b, i) {
			i++
		}
	}
	return i, OK
}
