package tests

import (
	"encoding/json"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/mcproots/mcproots/wasm/roots"
)

// tableCodes are the notes that need Unicode's tables: tests/unicode holds them
// against others.
var tableCodes = []string{"path-unicode-not-nfc", "path-bidi-or-invisible", "path-confusable-separator"}

// remarks are the codes of an answer without those.
func remarks(a answer) []string {
	return slices.DeleteFunc(a.codes(true), func(code string) bool { return slices.Contains(tableCodes, code) })
}

// converts compares to_path or to_uri of one text with the policy's second reading,
// and returns what it means where it is accepted.
func converts(t *testing.T, op roots.Op, s, platform string) (p location, ok bool) {
	t.Helper()
	key, read := "uris", policy{platform: platform}.readURI
	if op == roots.ToURI {
		key, read = "paths", policy{platform: platform}.readPath
	}
	p, code := read(s)
	if code == "" && len(p.uri()) > longest {
		code = "uri-too-long"
	}
	a := ask(t, op, map[string]any{key: []string{s}, "platform": platform})
	var got []converted
	if err := json.Unmarshal(a.Value, &got); err != nil || len(got) != 1 {
		t.Fatalf("%s %q: %s", platform, s, a.Value)
	}
	want, notes := converted{Code: code}, []string{code}
	if code == "" {
		want, notes = converted{OK: true, URI: p.uri()}, append([]string{}, p.notes...)
		if op == roots.ToPath {
			want = converted{OK: true, Path: p.path(), Canonical: p.uri(), Platform: p.platform}
		}
	}
	g := got[0]
	if g.OK != want.OK || g.Code != want.Code || g.Path != want.Path || g.URI != want.URI || g.Canonical != want.Canonical || g.Platform != want.Platform {
		t.Fatalf("%s: %q gives %+v, want %+v", platform, s, g, want)
	}
	if codes := remarks(a); !slices.Equal(codes, notes) {
		t.Fatalf("%s: %q gives %q, want %q", platform, s, codes, notes)
	}
	return p, code == ""
}

// meansURI tells a URI from a path where both may stand: by file:, or by what looks
// like another scheme.
var meansURI = regexp.MustCompile(`^(?:(?i:file):|[A-Za-z0-9+.-]{2,}://)`)

// asked compares what contains makes of a text that is asked about, and of a network
// path, with the policy's second reading.
func asked(t *testing.T, s, platform string) {
	t.Helper()
	o := policy{platform: platform, unc: true, query: true}
	read := o.readPath
	if meansURI.MatchString(s) {
		read = o.readURI
	}
	_, code := read(s)
	switch {
	case s == "":
		code = "uri-empty"
	case strings.Contains(s, "\x00"):
		code = "nul"
	}
	a := ask(t, roots.Contains, map[string]any{"roots": []string{}, "paths": []string{s}, "platform": platform, "unc": true})
	var got []converted
	if err := json.Unmarshal(a.Value, &got); err != nil || len(got) != 1 {
		t.Fatalf("%s %q: %s", platform, s, a.Value)
	}
	want := converted{Verdict: "invalid", Reason: code}
	if code == "" {
		want = converted{Verdict: "outside", Reason: "no-roots"}
	}
	if got[0].Verdict != want.Verdict || got[0].Reason != want.Reason {
		t.Fatalf("%s: asked about, %q gives %+v, want %+v", platform, s, got[0], want)
	}
}

var everyPlatform = []string{"posix", "windows", "auto"}

func FuzzURIs(f *testing.F) {
	for _, piece := range pieces {
		f.Add("file:///" + piece + "/x")
		f.Add("file:///C:/" + piece)
		f.Add("file://localhost/c%3A/" + piece + "%20" + piece + "/")
	}
	for _, name := range names {
		f.Add("file:///mnt/c/" + strings.ReplaceAll(name, "%", "%25"))
		f.Add("file://" + name + "/share/x")
	}
	for _, r := range readings(f) {
		f.Add(r.URI)
	}
	f.Fuzz(func(t *testing.T, uri string) {
		if !utf8.ValidString(uri) {
			return // no JSON string
		}
		for _, platform := range everyPlatform {
			asked(t, uri, platform)
			p, ok := converts(t, roots.ToPath, uri, platform)
			if !ok {
				continue
			}
			canonical := p.uri()
			if !inGrammar(canonical) {
				t.Fatalf("%s: %q has the canonical form %q, which RFC 3986 doesn't know", platform, uri, canonical)
			}
			if back := toURI(t, p.path(), platform); !back.OK || back.URI != canonical {
				t.Fatalf("%s: %q gives %q, and that %+v", platform, uri, p.path(), back)
			}
			if again := toPath(t, canonical, platform); !again.OK || again.Path != p.path() || again.Canonical != canonical {
				t.Fatalf("%s: %q has the canonical form %q, which gives %+v", platform, uri, canonical, again)
			}
			models := posixConverters
			if p.platform == "windows" {
				models = windowsConverters
			}
			for name, model := range models {
				for _, spelling := range []string{uri, canonical} {
					if spelling == uri && slices.ContainsFunc(p.notes, func(code string) bool { return disputed[code] != "" }) {
						continue
					}
					if path, ok := model(spelling); ok && alike(path, p.platform == "windows") != alike(p.path(), p.platform == "windows") {
						t.Fatalf("%s: %q is accepted as %q, but %s reads %q", platform, spelling, p.path(), name, path)
					}
				}
			}
		}
	})
}

func FuzzPaths(f *testing.F) {
	for _, s := range append(append([]string{}, names...), pieces...) {
		f.Add("/" + s + "//x/")
		f.Add(`C:\` + s + `\x`)
		f.Add(`//server/` + s + `\..\x.`)
		f.Add("/mnt/c/" + s + "/" + s)
	}
	f.Add(`\\.\C:\x`)
	f.Add(`\??\C:\x`)
	f.Fuzz(func(t *testing.T, path string) {
		if !utf8.ValidString(path) {
			return
		}
		for _, platform := range everyPlatform {
			asked(t, path, platform)
			p, ok := converts(t, roots.ToURI, path, platform)
			if !ok {
				continue
			}
			if want := canonicalPath(path, p.platform); p.path() != want {
				t.Fatalf("%s: %q is read as %q, want %q", platform, path, p.path(), want)
			}
			if back := toPath(t, p.uri(), platform); !back.OK || back.Path != p.path() || back.Canonical != p.uri() {
				t.Fatalf("%s: %q gives %q, and that %+v", platform, path, p.uri(), back)
			}
		}
	})
}

func FuzzContains(f *testing.F) {
	f.Add("/a\n/a/b\n/", "/a/b/c\n/a/bc\n/", false)
	f.Add("/srv/project", "/srv/project2", false)
	f.Add("/srv/café\n/srv/CAFE\u0301", "/srv/cafe\u0301/x", false)
	f.Add("C:\\\nc:\\Program Files", "C:\\PROGRA~1\\x\nD:\\", true)
	f.Add("", "/a", false)
	f.Add("/a/\n//a", "/a/./../a", false)
	f.Fuzz(func(t *testing.T, text, asked string, windows bool) {
		if !utf8.ValidString(text) || !utf8.ValidString(asked) || len(text)+len(asked) > 4096 || strings.Contains(strings.ToLower(text+asked), "file:") || strings.Contains(text+asked, "://") {
			return
		}
		platform := "posix"
		if windows {
			platform = "windows"
		}
		list, paths := strings.Split(text, "\n"), strings.Split(asked, "\n")
		usable, at := []string{}, []int{}
		for i, root := range list {
			if _, code := (policy{platform: platform}).readPath(root); code == "" {
				usable, at = append(usable, root), append(at, i)
			}
		}
		nested := []bool{} // by path, whether it lies in the scope of list and paths
		for i, v := range verdicts(t, list, paths, platform) {
			path := paths[i]
			p, code := policy{platform: platform, query: true}.readPath(path)
			if path == "" {
				code = "uri-empty"
			}
			if (v.Verdict == "invalid") != (code != "") || strings.Contains(path, "\x00") != (v.Reason == "nul") {
				t.Fatalf("%s: %q in %q: %+v, want code %q", platform, path, list, v, code)
			}
			nested = append(nested, false)
			if code != "" {
				continue
			}
			if !strings.ContainsFunc(text+path, func(c rune) bool { return c >= utf8.RuneSelf }) { // tests/unicode has the others
				if want := reasonFor(usable, p); v.Reason != want {
					t.Fatalf("%s: %q in %q: %+v, want %s", platform, path, list, v, want)
				}
			}
			if slices.Contains(p.parts, "..") {
				if v.Verdict == "inside" {
					t.Fatalf("%s: %q is inside %q", platform, path, list)
				}
				continue
			}
			if (v.Reason == "no-roots") != (len(usable) == 0) {
				t.Fatalf("%s: %q in %q: %+v", platform, path, list, v)
			}
			root, relative := naive(usable, p.path(), platform)
			if root >= 0 {
				root = at[root]
			}
			if !agree(v, root, relative) {
				t.Fatalf("%s: %q in %q: %+v, want root %d and %q", platform, path, list, v, root, relative)
			}
			nested[i] = root >= 0
		}
		scopes(t, list, paths, nested, platform)
	})
}

// reasonFor is the reason of the verdict on a path in ASCII, by a loop over the roots:
// dots are taken textually, then what is surest counts.
func reasonFor(list []string, p location) (reason string) {
	anchor := p.drive
	var asked []string
	for _, name := range p.parts {
		if name != ".." {
			asked = append(asked, name)
		} else if len(asked) > 0 {
			asked = asked[:len(asked)-1]
		}
	}
	dots := slices.Contains(p.parts, "..")
	path := location{platform: p.platform, drive: anchor, parts: asked}.path()
	const (
		otherwise = iota
		sibling
		short
		alike
		inside
	)
	best, itself, drive := otherwise, false, false
	for _, text := range list {
		root, _ := policy{platform: p.platform}.readPath(text)
		if root.drive != anchor {
			continue
		}
		drive = true
		n := 0 // components that are the same but for case
		for n < min(len(root.parts), len(asked)) && asciiLower(root.parts[n]) == asciiLower(asked[n]) {
			n++
		}
		rank := otherwise
		switch {
		case n == len(root.parts) && slices.Equal(root.parts, asked[:n]):
			rank = inside
			itself = itself || n == len(asked)
		case n == len(root.parts):
			rank = alike
		case p.platform == "windows" && n < len(asked) && (shortened(root.parts[n]) || shortened(asked[n])):
			rank = short
		case strings.HasPrefix(path, root.path()):
			rank = sibling
		}
		best = max(best, rank)
	}
	switch {
	case len(list) == 0:
		return "no-roots"
	case best == inside && dots:
		return "ambiguous-dotdot"
	case best == inside && itself:
		return "root-itself"
	case p.platform == "windows" && !drive:
		return "different-drive"
	}
	return [...]string{"outside", "outside-sibling-prefix", "ambiguous-short-name", "ambiguous-case", "descendant"}[best]
}

// shortened tells whether a name has the shape of an 8.3 alias.
func shortened(name string) bool {
	base, rest, dotted := strings.Cut(name, ".")
	return alias83.MatchString(name) && len(base) <= 8 && (!dotted || len(rest) <= 3)
}

// scopes compares scope with the same loop: a revealed root that is inside an allowed
// one is kept, an allowed one inside a revealed one is taken instead of it.
func scopes(t *testing.T, allowed, revealed []string, inside []bool, platform string) {
	t.Helper()
	usable := func(list []string) (out []string, at []int) {
		for i, s := range list {
			if _, code := (policy{platform: platform}).readPath(s); code == "" {
				out, at = append(out, s), append(at, i)
			}
		}
		return out, at
	}
	type root struct {
		URI, Path         string
		Revealed, Allowed int
	}
	want := []root{}
	allow, allowAt := usable(allowed)
	reveal, revealAt := usable(revealed)
	for i, s := range reveal {
		p, _ := policy{platform: platform}.readPath(s)
		j, _ := naive(allow, s, platform)
		if (j >= 0) != inside[revealAt[i]] {
			t.Fatalf("%s: %q in %q: contains says %v", platform, s, allowed, !inside[revealAt[i]])
		}
		if j >= 0 {
			want = append(want, root{p.uri(), p.path(), revealAt[i], allowAt[j]})
		}
	}
	for j, s := range allow {
		p, _ := policy{platform: platform}.readPath(s)
		if i, relative := naive(reveal, s, platform); i >= 0 && len(relative) > 0 {
			want = append(want, root{p.uri(), p.path(), revealAt[i], allowAt[j]})
		}
	}
	a := ask(t, roots.Scope, map[string]any{"revealed": revealed, "allowed": allowed, "platform": platform})
	var got struct{ Roots []root }
	if err := json.Unmarshal(a.Value, &got); err != nil || !slices.Equal(got.Roots, want) {
		t.Fatalf("%s: %q cut to %q: %s, want %+v", platform, revealed, allowed, a.Value, want)
	}
}
