// Package unicode holds the core's normalization and case folding against
// golang.org/x/text and package unicode. It is a module of its own, so that their
// tables are no dependency of the project.
package unicode

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"github.com/mcproots/mcproots/wasm/roots"
)

var core roots.Core

func ask(t testing.TB, op roots.Op, in map[string]any) (value json.RawMessage, codes []string) {
	t.Helper()
	text, err := json.Marshal(in)
	if err != nil {
		t.Fatal(err)
	}
	var a struct {
		OK          bool
		Value       json.RawMessage
		Diagnostics []struct{ Code string }
	}
	if err := json.Unmarshal(core.Call(op, text), &a); err != nil || !a.OK {
		t.Fatalf("%s: %v", text, err)
	}
	for _, d := range a.Diagnostics {
		codes = append(codes, d.Code)
	}
	return a.Value, codes
}

// folds is a name as it compares without case and normalization.
func folds(name string) string {
	return strings.Map(func(c rune) rune {
		least := c
		for d := unicode.SimpleFold(c); d != c; d = unicode.SimpleFold(d) {
			least = min(least, d)
		}
		return least
	}, norm.NFD.String(name))
}

// prefix tells whether a list's elements begin another one, compared by a key.
func prefix(own, asked []string, key func(string) string) bool {
	return len(own) <= len(asked) && slices.EqualFunc(own, asked[:len(own)], func(a, b string) bool { return key(a) == key(b) })
}

func same(s string) string { return s }

func split(path string) []string {
	return strings.FieldsFunc(path, func(c rune) bool { return c == '/' })
}

// judged compares what is remarked on in a path with what Unicode says.
func judged(t *testing.T, path string) {
	t.Helper()
	_, codes := ask(t, roots.ToURI, map[string]any{"paths": []string{path}, "platform": "posix"})
	for code, want := range map[string]bool{
		"path-unicode-not-nfc":   slices.ContainsFunc(split(path), func(name string) bool { return !norm.NFC.IsNormalString(name) }),
		"path-bidi-or-invisible": strings.ContainsFunc(path, hidden),
	} {
		if got := slices.Contains(codes, code); got != want {
			t.Fatalf("%q: %s: got %v, want %v", path, code, got, want)
		}
	}
}

// FuzzUnicode asks about a root and a path of POSIX, which differ in nothing but the
// spelling of names where it comes to ambiguity.
func FuzzUnicode(f *testing.F) {
	for _, s := range [][2]string{
		{"/é/x", "/e\u0301/x"}, {"/Å", "/\u212b"}, {"/ﬁ", "/fi"}, {"/ß", "/ẞ"}, {"/ſ", "/s"}, {"/K", "/\u212a"}, {"/각", "/\u1100\u1161\u11a8"}, {"/ṩ", "/s\u0323\u0307"}, {"/ΐ", "/ΐ"}, {"/Σ", "/ς"},
		{"/\u0344", "/\u0308\u0301"}, {"/\U0001D15E", "/\U0001D157\U0001D165"}, {"/ǅ", "/ǆ/a"}, {"/İ", "/i\u0307"}, {"/\u0958", "/\u0915\u093c"}, {"/a\u200db", "/ab"}, {"/x", "/X\u0315\u0300\u05ae\u0300"}, {"/ᾳ", "/ᾼ"}, {"/\u0130", "/i"},
		{"/\u09c7\u09be", "/\u09cb"}, {"/\ufb1d", "/\u05d9\u05b4"}, {"/\u1e9b\u0323", "/\u017f\u0323\u0307"},
	} {
		f.Add(s[0], s[1])
		f.Add(s[1], s[0])
	}
	f.Fuzz(func(t *testing.T, root, path string) {
		plain := func(s string) bool { // nothing else is to be said of it
			return utf8.ValidString(s) && strings.HasPrefix(s, "/") && len(s) < 4096 && !strings.ContainsFunc(s, func(c rune) bool { return c < 0x20 || c == 0x7f || c == ':' || c == '|' }) &&
				!slices.ContainsFunc(split(s), func(name string) bool { return name == "." || name == ".." || strings.Contains(name, "%") })
		}
		if !plain(root) || !plain(path) {
			return
		}
		judged(t, root)
		judged(t, path)
		value, _ := ask(t, roots.Contains, map[string]any{"roots": []string{root}, "paths": []string{path}, "platform": "posix"})
		var got []struct{ Verdict, Reason string }
		if err := json.Unmarshal(value, &got); err != nil || len(got) != 1 {
			t.Fatalf("%q in %q: %s", path, root, value)
		}
		own, asked := split(root), split(path)
		verdict, reason := "outside", "outside"
		switch {
		case prefix(own, asked, same):
			verdict, reason = "inside", "descendant"
			if len(own) == len(asked) {
				reason = "root-itself"
			}
		case prefix(own, asked, norm.NFD.String):
			verdict, reason = "ambiguous", "ambiguous-normalization"
		case prefix(own, asked, folds):
			verdict, reason = "ambiguous", "ambiguous-case"
		case strings.HasPrefix(strings.Join(asked, "/"), strings.Join(own, "/")):
			reason = "outside-sibling-prefix"
		}
		if got[0].Verdict != verdict || got[0].Reason != reason {
			t.Fatalf("%q in %q: %+v, want %s, %s", path, root, got[0], verdict, reason)
		}
	})
}

// hidden tells whether a character outside ASCII can't be seen or turns text round:
// UAX 44's Default_Ignorable_Code_Point and Bidi_Control, with the other controls,
// the two separators of lines and the marks of interlinear annotation. What is not
// assigned yet is left out, as are prepended marks and the controls of hieroglyphs:
// they are drawn.
func hidden(c rune) bool {
	switch {
	case c < 0x80, c >= 0xFFF0 && c <= 0xFFF8, c >= 0x13430 && c <= 0x1343F, unicode.Is(unicode.Prepended_Concatenation_Mark, c):
		return false
	}
	return unicode.In(c, unicode.Bidi_Control, unicode.Cc, unicode.Cf, unicode.Zl, unicode.Zp, unicode.Other_Default_Ignorable_Code_Point, unicode.Variation_Selector)
}

func TestEveryAssignedCharacterIsJudgedAsUnicodeSays(t *testing.T) {
	asked := 0
	for c := rune(0x80); c <= unicode.MaxRune; c++ {
		if !unicode.In(c, unicode.L, unicode.M, unicode.N, unicode.P, unicode.S, unicode.Z, unicode.Cc, unicode.Cf, unicode.Other_Default_Ignorable_Code_Point) || unicode.Is(unicode.Ideographic, c) && c%64 != 0 {
			continue
		}
		asked++
		for _, name := range []string{string(c), "a" + string(c) + "\u0301", "\u0345" + string(c)} {
			judged(t, "/"+name)
		}
		if t.Failed() {
			return
		}
	}
	if asked < 40000 {
		t.Errorf("only %d characters were tried", asked)
	}
}
