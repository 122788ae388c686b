package fileuri

import (
	"unicode"
	"unicode/utf8"

	"github.com/mcproots/mcproots/wasm/rule"
)

//go:generate sh -c "cd ../../tests/gen && go run ./unicode ../../wasm/fileuri/unicode_table.go"

// unicode notes what in an accepted name looks like something else, or is spelt
// in another way elsewhere.
func (r *Reader) unicode(seg []byte) {
	for i := 0; i < len(seg); {
		c, n := utf8.DecodeRune(seg[i:])
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
		c, n := utf8.DecodeRune(seg[i:])
		plain = settled(c) || c < 0x300 || c >= 0x3041 && c <= 0x3096 || c >= 0x309B && c <= 0x30FF || c >= 0xAC00 && c <= 0xD7A3
		i += n
	}
	if plain {
		return true
	}
	composed := compose(decompose(nil, seg))
	i := 0
	for _, c := range composed {
		d, n := utf8.DecodeRune(seg[i:])
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

// decompose appends the canonical decomposition of a name, marks in canonical
// order.
func decompose(dst []rune, seg []byte) []rune {
	marks := len(dst) // where the current run of combining marks begins
	add := func(c rune) {
		dst = append(dst, c)
		k := combiningClass(c)
		if k == 0 {
			marks = len(dst)
			return
		}
		for j := len(dst) - 1; j > marks && combiningClass(dst[j-1]) > k; j-- {
			dst[j], dst[j-1] = dst[j-1], dst[j]
		}
	}
	for i := 0; i < len(seg); {
		c, n := utf8.DecodeRune(seg[i:])
		i += n
		if settled(c) {
			dst = append(dst, c)
			marks = len(dst)
			continue
		}
		if s := c - hangulS; s >= 0 && s < countS {
			dst = append(dst, hangulL+s/(countV*countT), hangulV+s%(countV*countT)/countT)
			if t := s % countT; t != 0 {
				dst = append(dst, hangulT+t)
			}
			marks = len(dst)
			continue
		}
		if k, ok := search(len(decomposed), func(k int) int { return int(decomposed[k]) - int(c) }); ok {
			for _, d := range decomposition[decomposedAt[k]:decomposedAt[k+1]] {
				add(d)
			}
			continue
		}
		add(c)
	}
	return dst
}

// compose composes a canonically ordered decomposition in place.
func compose(s []rune) []rune {
	out := s[:0]
	starter, last := -1, -1 // index of the last starter; class of what was kept since
	for _, c := range s {
		k := int(combiningClass(c))
		if starter >= 0 && last < k || starter >= 0 && starter == len(out)-1 {
			if p, ok := pair(out[starter], c); ok {
				out[starter] = p
				continue
			}
		}
		if k == 0 {
			starter, last = len(out), -1
		} else {
			last = k
		}
		out = append(out, c)
	}
	return out
}

// pair returns the primary composite of two characters.
func pair(a, b rune) (rune, bool) {
	if l, v := a-hangulL, b-hangulV; l >= 0 && l < countL && v >= 0 && v < countV {
		return hangulS + (l*countV+v)*countT, true
	}
	if s, t := a-hangulS, b-hangulT; s >= 0 && s < countS && s%countT == 0 && t > 0 && t < countT {
		return a + t, true
	}
	want := uint64(a)<<42 | uint64(b)<<21
	k, ok := search(len(composed), func(k int) int { return int(int64(composed[k]&^(1<<21-1)) - int64(want)) })
	if !ok {
		return 0, false
	}
	return rune(composed[k] & (1<<21 - 1)), true
}

// combiningClass returns a character's canonical combining class.
func combiningClass(c rune) uint8 {
	if c < 0x300 {
		return 0
	}
	k, ok := search(len(combining), func(k int) int {
		switch {
		case combining[k].lo > c:
			return 1
		case combining[k].hi < c:
			return -1
		}
		return 0
	})
	if !ok {
		return 0
	}
	return combining[k].class
}

// search finds the index for which compare gives 0 in a sorted table.
func search(n int, compare func(int) int) (int, bool) {
	lo, hi := 0, n
	for lo < hi {
		mid := (lo + hi) / 2
		switch d := compare(mid); {
		case d == 0:
			return mid, true
		case d < 0:
			lo = mid + 1
		default:
			hi = mid
		}
	}
	return 0, false
}

// appendFolded appends a path as it compares when letter case, or letter case and
// normalization, are ignored.
func appendFolded(dst, b []byte, scratch []rune, fold bool) ([]byte, []rune) {
	ascii := true
	for _, c := range b {
		if c >= utf8.RuneSelf {
			ascii = false
			break
		}
	}
	if ascii {
		for _, c := range b {
			if fold {
				c = lower(c)
			}
			dst = append(dst, c)
		}
		return dst, scratch
	}
	scratch = decompose(scratch[:0], b)
	for _, c := range scratch {
		if fold {
			c = folded(c)
		}
		dst = utf8.AppendRune(dst, c)
	}
	return dst, scratch
}

// folded returns the smallest character of c's case-folding orbit, in lower case
// where that is ASCII.
func folded(c rune) rune {
	least := c
	for d := unicode.SimpleFold(c); d != c; d = unicode.SimpleFold(d) {
		if d < least {
			least = d
		}
	}
	if least < utf8.RuneSelf {
		return rune(lower(byte(least)))
	}
	return least
}
