package tests

import (
	"math/rand/v2"
	"strings"
)

// seeded gives the same numbers in every run.
func seeded(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, 0x6d6370726f6f7473)) }

func pick[T any](r *rand.Rand, from []T) T { return from[r.IntN(len(from))] }

// names are components of paths: ordinary ones, and those about which something
// has to be said.
var names = []string{
	"a", "b", "c", "src", "Src", "project", "project2", "project-old", "PROJECT", "my app", "100%", "a%41", "x+y", "a#b", "a,b;c=d", "@scope", "$HOME", "~", "~me", "[slug]",
	"café", "cafe\u0301", "CAFÉ", "😀", "é", "ß", "ss", "...", "..a", ".b", ".git", "a.", "a ", " a", "nul", "NUL.txt", "com1", "con", "COM¹", "a:b", "C:", "c:", "PROGRA~1", "Program Files", "a~b",
	"a*b", "a?b", `a"b`, "a<b", "a|b", `a\b`, "%2e%2e", "%2F", "mnt", "home", "etc", "Users", "\u200b", "\u202e", "a\uff0fb", "a\u00a0b", "-", "_", "(v2)", "a'b", "!", "a&b",
}

// plainNames are components about which nothing has to be said on any platform.
var plainNames = []string{"a", "b", "c", "ab", "abc", "src", "project", "project2", "project-old", "lib", "x", "y", "my app", "café", "😀"}

// somePath returns a path of the platform, mostly an absolute one.
func somePath(r *rand.Rand, platform string, from []string) string {
	var b strings.Builder
	separators := []string{"/"}
	if platform == "windows" {
		b.WriteString(pick(r, []string{"C:", "C:", "C:", "c:", "D:"}))
		separators = []string{`\`, `\`, `\`, "/"}
	}
	for range r.IntN(6) {
		for range 1 + r.IntN(8)/7 {
			b.WriteString(pick(r, separators))
		}
		b.WriteString(pick(r, from))
	}
	if b.Len() < 3 || r.IntN(4) == 0 {
		b.WriteString(pick(r, separators))
	}
	return b.String()
}

// pieces are what URIs are made of, sound and not.
var pieces = []string{
	"a", "B", "src", "app", "-._~", "!$&'()*+,;=:@", "%20", "%2D", "%2d", "%41", "%C3%A9", "%c3%a9", "%25", "%2541", "%F0%9F%98%80", "%23", "%3F", "%5B", "%2C", "é", " ", "[", "%7E", "%3A", "a:b",
	"%5C", "%252e", "%2F", "%00", "%FF", "%C0%AE", "%0A", "..", ".", "%2e%2e", "?", "#", `\`, "%", "%zz", "\t", "nul", "a.", "~1", "C|",
}

// someURI returns a URI, mostly a file URI that is accepted somewhere.
func someURI(r *rand.Rand) string {
	var b strings.Builder
	b.WriteString(pick(r, []string{"file://", "file://", "file://", "file://", "file://", "file://", "file://localhost", "file://host", "file:", "FILE://", ""}))
	b.WriteString(pick(r, []string{"", "", "/C:", "/c%3A", "/c:", "/C%3a", "//"}))
	sound := 24
	if r.IntN(3) == 0 {
		sound = len(pieces)
	}
	for range 1 + r.IntN(4) {
		b.WriteString("/")
		for range r.IntN(4) {
			b.WriteString(pieces[r.IntN(sound)])
		}
	}
	return b.String()
}
