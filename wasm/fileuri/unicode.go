package fileuri

import (
	"sync/atomic"
	"unicode/utf8"

	"github.com/mcproots/mcproots/wasm/rule"
	"github.com/mcproots/mcproots/wasm/scan"
)

//go:generate sh -c "cd ../../tests/gen && go run ./unicode ../../wasm/fileuri/unicode_table.go"

// unicode notes what in an accepted name looks like something else, or is spelt
// in another way elsewhere.
func (r *Reader) unicode(seg []byte) {
	for i := 0; i < len(seg); {
		c, n := scan.Rune(seg, i)
		i += n
		switch {
		case Invisible(c):
			r.note(rule.PathBidiOrInvisible)
		case confusable(c):
			r.note(rule.PathConfusableSeparator)
		}
	}
	if !isNFC(seg) {
		r.note(rule.PathUnicodeNotNFC)
	}
}

// Invisible tells whether a character is a control outside ASCII, changes the
// direction of text, or shows nothing.
func Invisible(c rune) bool {
	switch {
	case c < 0x80:
		return false
	case c <= 0x9F, c == 0xAD, c == 0x34F, c == 0x61C, c == 0x115F, c == 0x1160, c == 0x17B4, c == 0x17B5:
		return true
	case c >= 0x180B && c <= 0x180F, c >= 0x200B && c <= 0x200F, c >= 0x2028 && c <= 0x202E, c >= 0x2060 && c <= 0x206F:
		return true
	case c == 0x3164, c >= 0xFE00 && c <= 0xFE0F, c == 0xFEFF, c == 0xFFA0, c >= 0xFFF9 && c <= 0xFFFB:
		return true
	case c >= 0x1BCA0 && c <= 0x1BCA3, c >= 0x1D173 && c <= 0x1D17A, c >= 0xE0000 && c <= 0xE0FFF:
		return true
	}
	return false
}

// confusable tells whether a character looks like a slash, a backslash or a dot.
func confusable(c rune) bool {
	switch c {
	case 0x2044, 0x2215, 0x29F8, 0xFF0F, 0x2571, // slashes
		0x2216, 0x29F5, 0x29F9, 0xFE68, 0xFF3C, 0x2572, // backslashes
		0x2024, 0x2025, 0xFE52, 0xFF0E: // dots
		return true
	}
	return false
}

// settled tells whether a character is the same in every normalization form
// whatever stands beside it: what most names consist of.
func settled(c rune) bool {
	return c < 0xC0 || c >= 0x3400 && c <= 0x9FFF
}

// isNFC tells whether a name is in normalization form C: whether decomposing and
// composing it gives it back (Unicode Standard Annex 15).
func isNFC(seg []byte) bool {
	plain := true
	for i := 0; i < len(seg) && plain; {
		c, n := scan.Rune(seg, i)
		plain = settled(c) || c < 0x300 || c >= 0x3041 && c <= 0x3096 || c >= 0x309B && c <= 0x30FF || c >= 0xAC00 && c <= 0xD7A3
		i += n
	}
	if plain {
		return true
	}
	composed := normalization().compose(decompose(nil, seg))
	i := 0
	for _, c := range composed {
		d, n := scan.Rune(seg, i)
		if c != d {
			return false
		}
		i += n
	}
	return i == len(seg)
}

// Hangul syllables are composed by arithmetic (Unicode chapter 3.12).
const (
	hangulS, hangulL, hangulV, hangulT = 0xAC00, 0x1100, 0x1161, 0x11A7
	countL, countV, countT             = 19, 21, 28
	countS                             = countL * countV * countT
)

// A row maps a character, or a pair of them, to what the tables know of it.
type row struct {
	key  uint64
	a, b rune
}

// normal are the tables, expanded: each sorted by its keys.
type normal struct {
	decompositions []row // to a character and perhaps a second one
	pairs          []row // to their primary composite
	classes        []row // combining classes other than 0
	folds          []row // distances to the folded character
}

// tables is set once a name needs it. Two who need it at the same time expand it
// twice, to the same.
var tables atomic.Pointer[normal]

//go:noinline
func normalization() *normal {
	t := tables.Load()
	if t != nil {
		return t
	}
	rows := make([]row, composites, 2*composites+decompositions+classes+folds)
	key := rune(0)
	for text := unicodeTable; len(text) > 0; text = text[9:] {
		distance, a, b := number(text), number(text[3:]), number(text[6:])
		if distance == 0 { // the next kind begins
			key = 0
			continue
		}
		key += distance
		if n := len(rows) - composites; n < composites {
			rows[n] = row{pairKey(a, b), key, 0}
		}
		rows = append(rows, row{uint64(key), a, b})
	}
	end := 2*composites + decompositions
	t = &normal{rows[composites:end], rows[:composites], rows[end : end+classes], rows[end+classes:]}
	for _, list := range [...][]row{t.pairs, t.decompositions} {
		Sort(len(list), func(i, j int) bool { return list[i].key < list[j].key }, func(i, j int) { list[i], list[j] = list[j], list[i] })
	}
	tables.Store(t)
	return t
}

// number is three bytes, the lowest first.
//
//go:noinline
func number(b string) rune { return rune(b[0]) | rune(b[1])<<8 | rune(b[2])<<16 }

func pairKey(a, b rune) uint64 { return uint64(a)<<21 | uint64(b) }

// find returns the row with this key, or an empty one.
//
//go:noinline
func find(list []row, key uint64) row {
	lo, hi := 0, len(list)
	for lo < hi {
		mid := (lo + hi) / 2
		switch k := list[mid].key; {
		case k == key:
			return list[mid]
		case k < key:
			lo = mid + 1
		default:
			hi = mid
		}
	}
	return row{}
}

// decompose returns the canonical decomposition of a name, marks in canonical order,
// in the memory of dst.
func decompose(dst []rune, seg []byte) []rune {
	dst = dst[:0]
	plain := true
	for i := 0; i < len(seg); {
		c, n := scan.Rune(seg, i)
		i += n
		if settled(c) {
			dst = put(dst, c)
		} else {
			dst = normalization().decompose(dst, c)
			plain = false
		}
	}
	if !plain {
		normalization().order(dst)
	}
	return dst
}

// decompose appends the decomposition of one character.
func (t *normal) decompose(dst []rune, c rune) []rune {
	if s := c - hangulS; s >= 0 && s < countS {
		dst = put(put(dst, hangulL+s/(countV*countT)), hangulV+s%(countV*countT)/countT)
		if c = hangulT + s%countT; c == hangulT {
			return dst
		}
	}
	if d := find(t.decompositions, uint64(c)); d.key != 0 {
		dst = t.decompose(dst, d.a)
		if d.b != 0 {
			dst = t.decompose(dst, d.b)
		}
		return dst
	}
	return put(dst, c)
}

// order puts each run of combining marks in canonical order: by class, and otherwise
// as they stand. Runs may be as long as a path.
func (t *normal) order(s []rune) {
	const classBits = 21 // above a character
	start, sorted, last := 0, true, rune(0)
	for i := 0; i <= len(s); i++ {
		k := rune(0)
		if i < len(s) {
			k = t.class(s[i])
			s[i] |= k << classBits
		}
		if sorted = sorted && (k == 0 || k >= last); k != 0 {
			last = k
			continue
		}
		run := s[start:i]
		if !sorted {
			out := make([]rune, 0, len(run))
			for k := range rune(256) {
				for _, c := range run {
					if c>>classBits == k {
						out = put(out, c)
					}
				}
			}
			copy(run, out)
		}
		for j := range run {
			run[j] &= 1<<classBits - 1
		}
		start, sorted, last = i, true, 0
	}
}

// compose composes a canonically ordered decomposition in place.
func (t *normal) compose(s []rune) []rune {
	out := s[:0]
	starter, last := -1, -1 // index of the last starter; class of what was kept since
	for _, c := range s {
		k := int(t.class(c))
		if starter >= 0 && last < k || starter >= 0 && starter == len(out)-1 {
			if p, ok := t.pair(out[starter], c); ok {
				out[starter] = p
				continue
			}
		}
		if k == 0 {
			starter, last = len(out), -1
		} else {
			last = k
		}
		out = put(out, c)
	}
	return out
}

// pair returns the primary composite of two characters.
func (t *normal) pair(a, b rune) (rune, bool) {
	if l, v := a-hangulL, b-hangulV; l >= 0 && l < countL && v >= 0 && v < countV {
		return hangulS + (l*countV+v)*countT, true
	}
	if s, t := a-hangulS, b-hangulT; s >= 0 && s < countS && s%countT == 0 && t > 0 && t < countT {
		return a + t, true
	}
	p := find(t.pairs, pairKey(a, b))
	return p.a, p.key != 0
}

// class returns a character's canonical combining class.
//
//go:noinline
func (t *normal) class(c rune) rune {
	if c < 0x300 {
		return 0
	}
	return find(t.classes, uint64(c)).a
}

//go:noinline
func put(dst []rune, c rune) []rune { return append(dst, c) }

// fold appends a path to the arena as it compares when normalization, or letter case
// and normalization, are ignored, and returns what it appended.
//
//go:noinline
func (x *Index) fold(b []byte, letters bool) []byte {
	n := len(x.arena)
	ascii := true
	for _, c := range b {
		if c >= utf8.RuneSelf {
			ascii = false
			break
		}
	}
	if ascii {
		x.arena.add(b)
		if letters {
			for i, c := range x.arena[n:] {
				x.arena[n+i] = lower(c)
			}
		}
	} else {
		x.runes = decompose(x.runes, b)
		for _, c := range x.runes {
			if letters {
				c = folded(c)
			}
			x.arena = scan.AppendRune(x.arena, c)
		}
	}
	return x.arena[n:]
}

// folded returns the smallest character of c's case-folding orbit, in lower case
// where that is ASCII.
func folded(c rune) rune {
	if c < utf8.RuneSelf {
		return rune(lower(byte(c)))
	}
	return c - find(normalization().folds, uint64(c)).a
}
