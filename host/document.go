package host

import (
	"bytes"
	"encoding/json"
	"fmt"
	"unicode/utf8"
)

// A document is the JSON text of a call in up to three pieces, so that a large
// message goes straight into the module's memory and isn't copied before.
type document struct{ head, body, tail []byte }

func (d document) size() int { return len(d.head) + len(d.body) + len(d.tail) }

func (d document) appendTo(b []byte) []byte {
	return append(append(append(b, d.head...), d.body...), d.tail...)
}

// An object is a JSON object in the making. It keeps the first fault, so that
// its members can be chained.
type object struct {
	json  []byte
	fault *Error
}

func (o *object) member(name string) {
	o.separator()
	o.json = append(o.json, '"')
	o.json = append(o.json, name...)
	o.json = append(o.json, `":`...)
}

func (o *object) separator() {
	if len(o.json) == 0 {
		o.json = append(o.json, '{')
	} else {
		o.json = append(o.json, ',')
	}
}

// text adds a string, or nothing when it is empty: the operation's default.
func (o *object) text(name, value string) *object {
	if value != "" {
		o.member(name)
		o.string(name, value)
	}
	return o
}

// string writes a JSON string. Go strings can hold what JSON can't say; writing
// U+FFFD instead would ask about another path.
func (o *object) string(where, value string) {
	if !utf8.ValidString(value) && o.fault == nil {
		o.fault = &Error{Code: codeParams, Message: where + " is not valid UTF-8"}
	}
	o.json = appendString(o.json, value)
}

func (o *object) flag(name string, value bool) *object {
	if value {
		o.member(name)
		o.json = append(o.json, `true`...)
	}
	return o
}

func (o *object) number(name string, value int) *object {
	if value != 0 {
		o.member(name)
		o.json = fmt.Appendf(o.json, "%d", value)
	}
	return o
}

// raw adds a value as it is, or nothing when there is none.
func (o *object) raw(name string, value json.RawMessage) *object {
	if value != nil {
		o.member(name)
		o.value(name, value)
	}
	return o
}

func (o *object) value(where string, value json.RawMessage) {
	if !isOneValue(value) && o.fault == nil {
		o.fault = &Error{Code: codeParse, Message: where + " is not one JSON value"}
	}
	o.json = append(o.json, value...)
}

// entry adds a member whose name is data.
func (o *object) entry(key string, value json.RawMessage) *object {
	o.separator()
	o.string("a key", key)
	o.json = append(o.json, ':')
	o.value("a value under a key", present(value))
	return o
}

// list adds an array of n elements, each written by element.
func (o *object) list(name string, n int, element func(i int)) *object {
	o.member(name)
	o.json = append(o.json, '[')
	for i := range n {
		if i > 0 {
			o.json = append(o.json, ',')
		}
		element(i)
	}
	o.json = append(o.json, ']')
	return o
}

// strings adds an array of strings.
func (o *object) strings(name string, values []string) *object {
	return o.list(name, len(values), func(i int) {
		if utf8.ValidString(values[i]) {
			o.json = appendString(o.json, values[i])
		} else {
			o.string(fmt.Sprintf("%s[%d]", name, i), values[i])
		}
	})
}

func (o *object) document() (document, error) {
	if o.fault != nil {
		return document{}, o.fault
	}
	if len(o.json) == 0 {
		return document{body: []byte("{}")}, nil
	}
	return document{body: append(o.json, '}')}, nil
}

// isOneValue reports whether text, put where JSON expects a value, stays one
// value: it closes every bracket and string that it opens, holds no comma, colon
// or closing bracket outside of them, and nothing but white space before and after.
// Without this a peer could end the value that it was asked for and add members to
// the call. Whether it is valid JSON is the module's business.
func isOneValue(text []byte) bool { return extentOf(text) == whole }

// An extent is how much of a JSON value a text holds.
type extent int

const (
	other extent = iota // more than one value, or what no value begins with
	part                // nothing but the beginning of a value
	whole
)

func extentOf(text []byte) extent {
	depth, ended := 0, false
	for i := 0; i < len(text); i++ {
		switch text[i] {
		case '"':
			if ended {
				return other
			}
			end := stringEnd(text, i+1)
			if end < 0 {
				return part
			}
			i, ended = end, depth == 0
		case '{', '[':
			if ended {
				return other
			}
			depth++
		case '}', ']':
			if depth--; depth < 0 {
				return other
			}
			ended = depth == 0
		case ',', ':':
			if depth == 0 {
				return other
			}
		case ' ', '\t', '\r', '\n':
		default:
			if depth > 0 {
				continue
			}
			if ended {
				return other
			}
			// RFC 8259 section 2: a number or a literal ends here.
			n := bytes.IndexAny(text[i:], "\"{}[],: \t\r\n")
			if n < 0 {
				return whole
			}
			i, ended = i+n-1, true
		}
	}
	if !ended {
		return part
	}
	return whole
}

// stringEnd finds the quote that ends the string whose content starts at i, or
// gives -1.
func stringEnd(text []byte, i int) int {
	for from := i; ; {
		n := bytes.IndexByte(text[from:], '"')
		if n < 0 {
			return -1
		}
		quote := from + n
		first := quote
		for first > from && text[first-1] == '\\' {
			first--
		}
		if (quote-first)%2 == 0 { // RFC 8259 section 7: an escaped quote goes on
			return quote
		}
		from = quote + 1
	}
}

// appendString appends text as a JSON string, RFC 8259 section 7. Bytes that are
// not UTF-8 stay as they are: the module tells where they stand.
func appendString[T string | []byte](b []byte, text T) []byte {
	const hex = "0123456789abcdef"
	b = append(b, '"')
	plain := 0
	for i := range len(text) {
		c := text[i]
		if c >= ' ' && c != '"' && c != '\\' {
			continue
		}
		b = append(b, text[plain:i]...)
		plain = i + 1
		switch c {
		case '"', '\\':
			b = append(b, '\\', c)
		case '\n':
			b = append(b, `\n`...)
		case '\r':
			b = append(b, `\r`...)
		case '\t':
			b = append(b, `\t`...)
		default:
			b = append(b, `\u00`...)
			b = append(b, hex[c>>4], hex[c&0xf])
		}
	}
	b = append(b, text[plain:]...)
	return append(b, '"')
}
