package main

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"
)

// visible makes text safe to print: whatever a terminal could obey or hide is
// written as \u{...}, and a byte that is not UTF-8 as \x{...}. What is checked
// comes from strangers.
func visible(text string) string {
	if plain(text) {
		return text
	}
	var b strings.Builder
	for i := 0; i < len(text); {
		cell, n := visibleRune(text[i:])
		b.WriteString(cell)
		i += n
	}
	return b.String()
}

func plain(text string) bool {
	for i := range len(text) {
		if text[i] < ' ' || text[i] > '~' {
			return false
		}
	}
	return true
}

// visibleRune shows the first rune of text and tells how many bytes it takes.
// Printable is Unicode's letters, marks, numbers, punctuation, symbols and the
// space; not printable are controls, the directional and zero-width formats, other
// spaces and what is not assigned.
func visibleRune(text string) (string, int) {
	r, n := utf8.DecodeRuneInString(text)
	switch {
	case r == utf8.RuneError && n == 1:
		return fmt.Sprintf(`\x{%02X}`, text[0]), 1
	case unicode.IsPrint(r):
		return text[:n], n
	}
	return fmt.Sprintf(`\u{%04X}`, r), n
}

// cells is how many columns of a terminal a shown text takes, as far as that can
// be told without the terminal.
func cells(shown string) int {
	total := 0
	for _, r := range shown {
		switch {
		case r < 0x300:
			total++
		case unicode.In(r, unicode.Mn, unicode.Me):
		case unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul),
			r >= 0x3000 && r <= 0x303F, r >= 0xFF01 && r <= 0xFF60, r >= 0x1F300 && r <= 0x1FAFF:
			total += 2
		default:
			total++
		}
	}
	return total
}

// A jsonBuffer collects JSON and escapes in it what visible would: outside of
// strings JSON has only ASCII.
type jsonBuffer []byte

func (b *jsonBuffer) Write(p []byte) (int, error) {
	for rest := p; len(rest) > 0; {
		r, n := utf8.DecodeRune(rest)
		switch {
		case r < utf8.RuneSelf && r != 0x7F, unicode.IsPrint(r):
			*b = append(*b, rest[:n]...)
		case r > 0xFFFF:
			high, low := utf16.EncodeRune(r)
			*b = fmt.Appendf(*b, `\u%04x\u%04x`, high, low)
		default:
			*b = fmt.Appendf(*b, `\u%04x`, r)
		}
		rest = rest[n:]
	}
	return len(p), nil
}
