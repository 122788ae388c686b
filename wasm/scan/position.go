package scan

import "unicode/utf8"

// A Step is one level of the way from a document's top to a place in it.
type Step struct {
	_           [0]func() // never compared: spares the module the code for it
	Object      bool
	Key, KeyEnd int // the member's name, where Object
	Index       int // the element's index, otherwise
	Value       int // where the member's or element's value starts
}

// Trace appends the steps to the innermost value that has begun before offset at.
// The document needs to be sound only up to there.
func Trace(steps []Step, b []byte, at int) []Step {
	base := len(steps)
	i := 0
	for i < at && i < len(b) {
		top := len(steps) - 1
		switch c := b[i]; c {
		case '{', '[':
			steps = append(steps, Step{Object: c == '{', Key: -1, Value: i + 1})
			i++
		case '}', ']':
			if top >= base {
				steps = steps[:top]
			}
			i++
		case ',':
			if top >= base {
				steps[top].Index++
				steps[top].Key, steps[top].Value = -1, i+1
			}
			i++
		case ':':
			if top >= base {
				steps[top].Value = i + 1
			}
			i++
		case '"':
			end := closing(b, i+1, at)
			if top >= base && steps[top].Object && steps[top].Key < 0 {
				if end >= at {
					i = end
					continue
				}
				steps[top].Key, steps[top].KeyEnd = i+1, end
			}
			i = end + 1
		default:
			i++
		}
	}
	// An object whose member has no name yet is no step into it.
	for n := len(steps); n > base && steps[n-1].Object && steps[n-1].Key < 0; n-- {
		steps = steps[:n-1]
	}
	return steps
}

// closing returns the index of the quote that ends the string from i on, or limit.
func closing(b []byte, i, limit int) int {
	for i < limit && i < len(b) {
		switch b[i] {
		case '"':
			return i
		case '\\':
			i++
		}
		i++
	}
	return limit
}

// A Place counts lines and columns on the way through a document.
type Place struct {
	offset       int
	Line, Column int // from 1; the column in UTF-16 units
}

// Advance moves to offset, which is not before the last one.
func (p *Place) Advance(b []byte, offset int) {
	if p.Line == 0 {
		p.Line, p.Column = 1, 1
	}
	if offset > len(b) {
		offset = len(b)
	}
	for p.offset < offset {
		c := b[p.offset]
		switch {
		case c == '\n':
			p.Line++
			p.Column = 1
			p.offset++
		case c == '\r' && !(p.offset+1 < len(b) && b[p.offset+1] == '\n'):
			p.Line++
			p.Column = 1
			p.offset++
		case c < utf8.RuneSelf:
			p.Column++
			p.offset++
		default:
			r, n := Rune(b, p.offset)
			if r > 0xFFFF {
				p.Column++
			}
			p.Column++
			p.offset += n
		}
	}
}
