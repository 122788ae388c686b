package scan

import "unicode/utf8"

// The functions below take documents that Check has found sound.

// Skip returns the index after the value at i.
func Skip(b []byte, i int) int {
	depth := 0
	for {
		switch b[i] {
		case '"':
			i = quote(b, i+1)
		case '{', '[':
			depth++
			i++
		case '}', ']':
			depth--
			i++
		case ',', ':', ' ', '\n', '\r', '\t':
			i++
			continue
		default:
			for i < len(b) && b[i] > ' ' && b[i] != ',' && b[i] != '}' && b[i] != ']' {
				i++
			}
		}
		if depth == 0 {
			return i
		}
	}
}

// quote returns the index after the closing quote of the string whose first
// byte is at i.
func quote(b []byte, i int) int {
	for i = Find(b, i, '"', '\\'); b[i] == '\\'; {
		i = Find(b, i+2, '"', '\\')
	}
	return i + 1
}

// Members walks an object's members.
type Members struct {
	b    []byte
	next int

	Key, KeyEnd int // the name, between its quotes
	Value, End  int // the value
}

// Object returns a cursor before the first member of the object at i.
func Object(b []byte, i int) Members { return Members{b: b, next: i + 1} }

// Next moves to the next member.
func (m *Members) Next() bool {
	b := m.b
	i := space(b, m.next)
	if b[i] == ',' {
		i = space(b, i+1)
	}
	if b[i] == '}' {
		m.next = i
		return false
	}
	m.Key = i + 1
	i = quote(b, i+1)
	m.KeyEnd = i - 1
	m.Value = space(b, space(b, i)+1)
	m.End = Skip(b, m.Value)
	m.next = m.End
	return true
}

// Name returns the member's name as the document spells it.
//
//go:noinline
func (m *Members) Name() []byte { return m.b[m.Key:m.KeyEnd] }

// Elements walks an array's elements.
type Elements struct {
	b    []byte
	next int

	Index      int
	Value, End int
}

// Array returns a cursor before the first element of the array at i.
func Array(b []byte, i int) Elements { return Elements{b: b, next: i + 1, Index: -1} }

// Next moves to the next element.
func (e *Elements) Next() bool {
	b := e.b
	i := space(b, e.next)
	if b[i] == ',' {
		i = space(b, i+1)
	}
	if b[i] == ']' {
		e.next = i
		return false
	}
	e.Index++
	e.Value = i
	e.End = Skip(b, i)
	e.next = e.End
	return true
}

// Equal tells whether the string whose raw bytes are given, without its quotes,
// decodes to s.
func Equal(raw []byte, s string) bool {
	if string(raw) == s {
		return true
	}
	if len(raw) <= len(s) || !escaped(raw) {
		return false
	}
	return string(AppendString(make([]byte, 0, len(raw)), raw)) == s
}

func escaped(raw []byte) bool {
	for _, c := range raw {
		if c == '\\' {
			return true
		}
	}
	return false
}

// AppendString appends the text of the string whose raw bytes, without its
// quotes, are given.
func AppendString(dst, raw []byte) []byte {
	for i := 0; i < len(raw); {
		j := i
		for j < len(raw) && raw[j] != '\\' {
			j++
		}
		dst = append(dst, raw[i:j]...)
		if i = j; i == len(raw) {
			break
		}
		r, n := Unescape(raw, i)
		dst = AppendRune(dst, r)
		i += n
	}
	return dst
}

// AppendRune appends a character in UTF-8. It is a fifth of the code of
// utf8.AppendRune, and takes no surrogates.
//
//go:noinline
func AppendRune(dst []byte, r rune) []byte {
	var b [utf8.UTFMax]byte
	at := len(b) - 1
	first := rune(0x3F) // what a leading byte may still hold, below its length bits
	for r >= utf8.RuneSelf || at < len(b)-1 && r > first {
		b[at] = byte(0x80 | r&0x3F)
		at--
		r >>= 6
		first >>= 1
	}
	if at < len(b)-1 {
		r |= ^first << 1 & 0xFF
	}
	b[at] = byte(r)
	return append(dst, b[at:]...)
}

// Unescape returns the character of the escape sequence at i and the sequence's
// length.
func Unescape(raw []byte, i int) (rune, int) {
	switch c := raw[i+1]; c {
	case 'b':
		return '\b', 2
	case 'f':
		return '\f', 2
	case 'n':
		return '\n', 2
	case 'r':
		return '\r', 2
	case 't':
		return '\t', 2
	case 'u':
		u, _ := hex4(raw, i)
		if u < 0xD800 || u > 0xDFFF {
			return u, 6
		}
		v, _ := hex4(raw, i+6)
		return 0x10000 + (u-0xD800)<<10 + (v - 0xDC00), 12
	default:
		return rune(c), 2
	}
}
