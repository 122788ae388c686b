package tests

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/mcproots/mcproots/tests/cases"
	"github.com/mcproots/mcproots/wasm/roots"
)

var platforms = []string{"posix", "windows"}

type converted struct {
	OK                         bool
	Code, Path, URI, Canonical string
	Platform, Verdict, Reason  string
	Root                       *int
	Relative                   []string
}

func convert(t testing.TB, op roots.Op, key string, list []string, platform string) []converted {
	t.Helper()
	a := ask(t, op, map[string]any{key: list, "platform": platform})
	var out []converted
	if err := json.Unmarshal(a.Value, &out); err != nil || len(out) != len(list) {
		t.Fatalf("%s of %q: %d answers, %v", roots.Operations[op].Name, list, len(out), err)
	}
	return out
}

func toPath(t testing.TB, uri, platform string) converted {
	return convert(t, roots.ToPath, "uris", []string{uri}, platform)[0]
}

func toURI(t testing.TB, path, platform string) converted {
	return convert(t, roots.ToURI, "paths", []string{path}, platform)[0]
}

// canonicalPath is the path with single separators, none at the end and the drive in
// upper case, by this test's own reckoning.
func canonicalPath(path, platform string) string {
	separator := "/"
	if platform == "windows" {
		separator = `\`
		path = strings.ReplaceAll(path, "/", `\`)
	}
	parts := slices.DeleteFunc(strings.Split(path, separator), func(s string) bool { return s == "" })
	if platform == "windows" {
		parts[0] = strings.ToUpper(parts[0])
		if len(parts) == 1 {
			return parts[0] + separator
		}
		return strings.Join(parts, separator)
	}
	return separator + strings.Join(parts, separator)
}

// canonicalURI is a path's URI by RFC 3986's pchar, by this test's own reckoning.
func canonicalURI(path, platform string) string {
	var b strings.Builder
	b.WriteString("file://")
	if platform == "windows" {
		b.WriteString("/")
	}
	for _, c := range []byte(path) {
		switch {
		case platform == "windows" && c == '\\', platform == "posix" && c == '/':
			b.WriteByte('/')
		case c < 0x80 && (c >= '0' && c <= '9' || c|0x20 >= 'a' && c|0x20 <= 'z' || strings.IndexByte("-._~!$&'()*+,;=:@", c) >= 0):
			b.WriteByte(c)
		default:
			fmt.Fprintf(&b, "%%%02X", c)
		}
	}
	return b.String()
}

func TestAPathComesBackFromItsURIInCanonicalForm(t *testing.T) {
	r := seeded(1)
	accepted := map[string]int{}
	for range 20000 {
		platform := pick(r, platforms)
		path := somePath(r, platform, names)
		there := toURI(t, path, platform)
		if !there.OK {
			continue
		}
		accepted[platform]++
		want := canonicalPath(path, platform)
		if u := canonicalURI(want, platform); there.URI != u {
			t.Errorf("%s: %q gives %q, want %q", platform, path, there.URI, u)
		}
		back := toPath(t, there.URI, platform)
		if !back.OK || back.Path != want || back.Canonical != there.URI {
			t.Errorf("%s: %q gives %q, and that %q (%s), want %q", platform, path, there.URI, back.Path, back.Code, want)
		}
	}
	for _, platform := range platforms {
		if accepted[platform] < 1000 {
			t.Errorf("%s: only %d paths were accepted", platform, accepted[platform])
		}
	}
}

func TestAURIComesBackFromItsPathInCanonicalForm(t *testing.T) {
	r := seeded(2)
	accepted := map[string]int{}
	for range 40000 {
		uri := someURI(r)
		for _, platform := range platforms {
			there := toPath(t, uri, platform)
			if !there.OK {
				continue
			}
			accepted[platform]++
			if u := canonicalURI(there.Path, platform); there.Canonical != u {
				t.Errorf("%s: %q has the canonical form %q, want %q", platform, uri, there.Canonical, u)
			}
			if p := canonicalPath(there.Path, platform); there.Path != p {
				t.Errorf("%s: %q gives %q, want %q", platform, uri, there.Path, p)
			}
			back := toURI(t, there.Path, platform)
			if !back.OK || back.URI != there.Canonical {
				t.Errorf("%s: %q gives %q, and that %q (%s), want %q", platform, uri, there.Path, back.URI, back.Code, there.Canonical)
			}
			again := toPath(t, there.Canonical, platform)
			if !again.OK || again.Path != there.Path || again.Canonical != there.Canonical {
				t.Errorf("%s: the canonical form %q of %q gives %q (%s), want %q", platform, there.Canonical, uri, again.Path, again.Code, there.Path)
			}
		}
	}
	for _, platform := range platforms {
		if accepted[platform] < 1000 {
			t.Errorf("%s: only %d URIs were accepted", platform, accepted[platform])
		}
	}
}

func TestThePlatformIsNeverGuessedOtherwiseThanByTheDrive(t *testing.T) {
	r := seeded(3)
	for range 20000 {
		uri := someURI(r)
		auto := toPath(t, uri, "auto")
		told := toPath(t, uri, "posix")
		if windows := toPath(t, uri, "windows"); windows.OK {
			told = windows
		}
		if auto.OK != told.OK {
			t.Errorf("%q: auto says %+v, a platform %+v", uri, auto, told)
		}
		if auto.OK && (auto.Path != told.Path || auto.Platform != told.Platform) {
			t.Errorf("%q: auto says %+v, the platform %+v", uri, auto, told)
		}
	}
}

// verdicts asks contains about every path.
func verdicts(t testing.TB, list, paths []string, platform string) []converted {
	t.Helper()
	a := ask(t, roots.Contains, map[string]any{"roots": list, "paths": paths, "platform": platform})
	var out []converted
	if err := json.Unmarshal(a.Value, &out); err != nil || len(out) != len(paths) {
		t.Fatalf("contains: %v: %s", err, a.Value)
	}
	return out
}

// components splits a canonical path; the anchor of Windows is its drive.
func components(path, platform string) []string {
	separator := "/"
	if platform == "windows" {
		separator = `\`
	}
	return slices.DeleteFunc(strings.Split(path, separator), func(s string) bool { return s == "" || s == "." })
}

// naive is the loop that contains must agree with where nothing is ambiguous: the
// first of the longest roots of which all components begin the path's.
func naive(list []string, path, platform string) (root int, relative []string) {
	root, best := -1, -1
	asked := components(canonicalPath(path, platform), platform)
	for i, text := range list {
		own := components(canonicalPath(text, platform), platform)
		if len(own) <= len(asked) && slices.Equal(own, asked[:len(own)]) && len(own) > best {
			root, best = i, len(own)
		}
	}
	if root >= 0 {
		relative = asked[best:]
	}
	return root, relative
}

// agree tells whether a verdict is the naive loop's, for paths without "..".
func agree(v converted, root int, relative []string) bool {
	if root < 0 {
		return v.Verdict != "inside"
	}
	reason := "descendant"
	if len(relative) == 0 {
		reason = "root-itself"
	}
	return v.Verdict == "inside" && v.Reason == reason && v.Root != nil && *v.Root == root && slices.Equal(v.Relative, relative)
}

// someRoots returns roots and paths over few names, so that they meet often.
func someRoots(r *rand.Rand, platform string) (list, paths []string) {
	return meeting(r, platform, plainNames[:2+r.IntN(len(plainNames)-2)])
}

// aliases are names that are the same to some file systems.
var aliases = []string{"café", "cafe\u0301", "CAFÉ", "CAFE\u0301", "a", "A", "Program Files", "PROGRA~1", "progra~1", "PROGRA~2", "ß", "ẞ", "é", "E\u0301", "Å", "\u212b"}

// doubtfulRoots returns roots and paths that meet in other spellings of a name.
func doubtfulRoots(r *rand.Rand, platform string) (list, paths []string) {
	from := r.IntN(len(aliases) - 3)
	return meeting(r, platform, aliases[from:from+2+r.IntN(len(aliases)-from-2)])
}

// denseRoots returns roots and paths of one name in all its spellings.
func denseRoots(r *rand.Rand, platform string) (list, paths []string) {
	return meeting(r, platform, pick(r, [][]string{aliases[:4], aliases[6:10], aliases[12:14], aliases[14:16], {"a", "A"}}))
}

// generators are all of them.
var generators = []func(*rand.Rand, string) (list, paths []string){someRoots, doubtfulRoots, denseRoots}

func meeting(r *rand.Rand, platform string, few []string) (list, paths []string) {
	for range r.IntN(6) {
		list = append(list, somePath(r, platform, few))
	}
	for range 1 + r.IntN(8) {
		path := somePath(r, platform, few)
		if len(list) > 0 && r.IntN(2) == 0 {
			path = pick(r, list) + pick(r, []string{"", "/", "x", "/x", "/a/b", "2", "-old/a"})
		}
		paths = append(paths, path)
	}
	return list, paths
}

func TestContainmentIsByComponent(t *testing.T) {
	r := seeded(4)
	inside, outside := 0, 0
	for range 10000 {
		platform := pick(r, platforms)
		list, paths := pick(r, generators)(r, platform)
		for i, v := range verdicts(t, append([]string{}, list...), paths, platform) {
			root, relative := naive(list, paths[i], platform)
			if !agree(v, root, relative) {
				t.Errorf("%s: %q in %q: %+v, want root %d and %q", platform, paths[i], list, v, root, relative)
			}
			if root >= 0 {
				inside++
			} else {
				outside++
			}
		}
	}
	if inside < 1000 || outside < 1000 {
		t.Errorf("%d inside, %d outside: too few to say anything", inside, outside)
	}
}

func TestMoreRootsNeverTakeAPathAway(t *testing.T) {
	r := seeded(5)
	for range 5000 {
		platform := pick(r, platforms)
		list, paths := pick(r, generators)(r, platform)
		more, _ := pick(r, generators)(r, platform)
		before := verdicts(t, append([]string{}, list...), paths, platform)
		after := verdicts(t, append(append([]string{}, list...), more...), paths, platform)
		for i := range paths {
			if before[i].Verdict == "inside" && after[i].Verdict != "inside" {
				t.Errorf("%s: %q is inside %q, but not with %q", platform, paths[i], list, more)
			}
		}
	}
}

func TestTheOrderOfRootsChangesNoVerdict(t *testing.T) {
	r := seeded(6)
	for range 5000 {
		platform := pick(r, platforms)
		list, paths := pick(r, generators)(r, platform)
		shuffled := append([]string{}, list...)
		r.Shuffle(len(shuffled), func(i, j int) { shuffled[i], shuffled[j] = shuffled[j], shuffled[i] })
		a, b := verdicts(t, append([]string{}, list...), paths, platform), verdicts(t, shuffled, paths, platform)
		for i := range paths {
			if a[i].Verdict != b[i].Verdict || a[i].Reason != b[i].Reason || !slices.Equal(a[i].Relative, b[i].Relative) {
				t.Errorf("%s: %q in %q: %+v; in %q: %+v", platform, paths[i], list, a[i], shuffled, b[i])
			}
		}
	}
}

func TestARootThatCannotMatchChangesNoVerdict(t *testing.T) {
	r := seeded(7)
	unrelated := map[string]string{"posix": "/zz unrelated/q", "windows": `Z:\unrelated\q`}
	for range 5000 {
		platform := pick(r, platforms)
		list, paths := pick(r, generators)(r, platform)
		if len(list) == 0 {
			continue // without roots the reason is another
		}
		a := verdicts(t, list, paths, platform)
		b := verdicts(t, append(append([]string{}, list...), unrelated[platform]), paths, platform)
		for i := range paths {
			if a[i].Verdict != b[i].Verdict || a[i].Reason != b[i].Reason {
				t.Errorf("%s: %q in %q: %+v; with an unrelated root: %+v", platform, paths[i], list, a[i], b[i])
			}
		}
	}
}

func TestNothingWithDotDotIsEverInside(t *testing.T) {
	r := seeded(8)
	ambiguous := 0
	for range 10000 {
		platform := pick(r, platforms)
		list, _ := someRoots(r, platform)
		path := somePath(r, platform, append([]string{"..", "..", "."}, plainNames[:4]...))
		if !slices.Contains(components(canonicalPath(path, platform), platform), "..") {
			continue
		}
		asked := []string{path}
		if platform == "posix" && r.IntN(2) == 0 { // the same as a URI
			asked[0] = strings.ReplaceAll(canonicalURI(canonicalPath(path, platform), platform), "..", pick(r, []string{"..", "%2e%2e", ".%2E"}))
		}
		v := verdicts(t, append([]string{}, list...), asked, platform)[0]
		if v.Verdict == "inside" {
			t.Errorf("%s: %q is inside %q", platform, asked[0], list)
		}
		// It is outside or ambiguous by where it comes to lie textually.
		var lexical []string
		parts := components(canonicalPath(path, platform), platform)
		anchor := 0
		if platform == "windows" {
			anchor = 1
		}
		for _, part := range parts {
			if part != ".." {
				lexical = append(lexical, part)
			} else if len(lexical) > anchor {
				lexical = lexical[:len(lexical)-1]
			}
		}
		text := "/" + strings.Join(lexical, "/")
		if platform == "windows" {
			text = strings.Join(lexical, `\`) + `\`
		}
		root, _ := naive(list, text, platform)
		if (v.Reason == "ambiguous-dotdot") != (root >= 0) {
			t.Errorf("%s: %q in %q: %+v, but textually it is %q, root %d", platform, asked[0], list, v, text, root)
		}
		if root >= 0 {
			ambiguous++
		}
	}
	if ambiguous < 500 {
		t.Errorf("only %d were ambiguous", ambiguous)
	}
}

func TestScopeNeverGivesMoreThanEitherSide(t *testing.T) {
	r := seeded(9)
	given := 0
	for range 5000 {
		platform := pick(r, platforms)
		revealed, _ := someRoots(r, platform)
		allowed, paths := someRoots(r, platform)
		a := ask(t, roots.Scope, map[string]any{"revealed": append([]string{}, revealed...), "allowed": append([]string{}, allowed...), "platform": platform})
		var scope struct {
			Roots []struct {
				URI, Path         string
				Revealed, Allowed int
			}
		}
		if err := json.Unmarshal(a.Value, &scope); err != nil {
			t.Fatal(err)
		}
		list := []string{}
		for _, root := range scope.Roots {
			given++
			list = append(list, root.Path)
			for _, side := range [][]string{{revealed[root.Revealed]}, {allowed[root.Allowed]}} {
				if v := verdicts(t, side, []string{root.Path}, platform)[0]; v.Verdict != "inside" {
					t.Errorf("%s: %q is in the scope, but not inside %q", platform, root.Path, side)
				}
			}
		}
		in := func(side []string, i int) bool {
			return verdicts(t, append([]string{}, side...), paths[i:i+1], platform)[0].Verdict == "inside"
		}
		for i := range paths {
			if got, want := in(list, i), in(revealed, i) && in(allowed, i); got != want {
				t.Errorf("%s: %q: inside the scope %v of %q and %q: %v, want %v", platform, paths[i], list, revealed, allowed, got, want)
			}
		}
	}
	if given < 500 {
		t.Errorf("only %d roots were given", given)
	}
}

func TestWhatStrictAcceptsTheProtocolAccepts(t *testing.T) {
	all, err := cases.All()
	if err != nil {
		t.Fatal(err)
	}
	sound := 0
	for _, c := range append(all, cases.Examples()...) {
		var in map[string]json.RawMessage
		if c.Op != "check" || json.Unmarshal(c.Input, &in) != nil {
			continue
		}
		verdict := func(profile string) (v struct {
			Valid          bool
			Kind, Revision string
		}) {
			in["profile"] = json.RawMessage(`"` + profile + `"`)
			json.Unmarshal(ask(t, roots.Check, in).Value, &v)
			return v
		}
		strict, protocol := verdict("strict"), verdict("protocol")
		if strict.Valid {
			sound++
		}
		if strict.Valid && !protocol.Valid || strict.Kind != protocol.Kind || strict.Revision != protocol.Revision {
			t.Errorf("%s:%d: strict says %+v, protocol %+v\n%.600s", c.File, c.Line, strict, protocol, c.Input)
		}
	}
	if sound < 500 {
		t.Errorf("only %d messages were sound", sound)
	}
}

// TestAStrictCheckSaysNothingOfABuiltListThatTheBuilderKeptBack: what it says as an error
// the builder says as a warning, and spellings that became one count as one.
func TestAStrictCheckSaysNothingOfABuiltListThatTheBuilderKeptBack(t *testing.T) {
	r := seeded(17)
	names := []string{"App", "a b", "", "a\u202eb", "a\nb", strings.Repeat("n", 257)}
	told := map[string]int{}
	for range 4000 {
		var list []map[string]string
		platform := pick(r, []string{"posix", "windows", "auto"})
		for range r.IntN(5) {
			anchor := pick(r, []string{"/", "/", "/srv/", "/home/"})
			if platform != "posix" && r.IntN(2) == 0 {
				anchor = pick(r, []string{`C:\`, `c:\`, `C:\Users\`})
			}
			path := anchor + strings.Join([]string{pick(r, directories), pick(r, directories)}[:r.IntN(3)], pick(r, []string{"/", anchor[len(anchor)-1:]}))
			root := map[string]string{"path": path}
			if at := toURI(t, path, platform); at.URI != "" && r.IntN(2) == 0 {
				root = map[string]string{"uri": at.URI}
			}
			if r.IntN(3) == 0 {
				root["name"] = pick(r, names)
			}
			list = append(list, root)
		}
		built := ask(t, roots.Result, map[string]any{"roots": append([]map[string]string{}, list...), "platform": platform})
		if !built.OK {
			continue
		}
		said := built.codes(true)
		checked := ask(t, roots.Check, map[string]any{"message": built.Value, "revision": "2025-11-25", "platform": platform})
		for _, code := range checked.codes(true) {
			told[code]++
			switch {
			case code == "root-duplicate" && slices.Contains(said, "root-duplicate-alias"):
			case code == "roots-empty": // which the client has decided
			case code == "uri-double-encoded": // of a name that holds %41; a path is not decoded
			case !slices.Contains(said, code):
				t.Errorf("check says %s of %s; result only %v", code, built.Value, said)
			}
		}
		for _, d := range built.Diagnostics {
			if *d.Severity == "error" {
				t.Errorf("%s was built in spite of %s", built.Value, d.Code)
			}
		}
	}
	for _, code := range []string{"root-is-filesystem-root", "root-is-sensitive", "root-duplicate", "root-nested", "root-mixed-platforms", "name-control-or-bidi", "name-too-long"} {
		if told[code] < 10 {
			t.Errorf("%s was met only %d times", code, told[code])
		}
	}
}

func TestEveryBeginningOfASoundDocumentEndsUnexpectedly(t *testing.T) {
	all, err := cases.All()
	if err != nil {
		t.Fatal(err)
	}
	cut := 0
	for i, c := range all {
		if i%4 != 0 || len(c.Input) > 400 || !json.Valid(c.Input) {
			continue
		}
		// What has another fault before its cut has that fault.
		whole := ask(t, roots.Check, map[string]any{"text": string(c.Input), "roots": false})
		if slices.ContainsFunc(whole.codes(true), func(s string) bool { return strings.HasPrefix(s, "json-") }) {
			continue
		}
		for n := range len(c.Input) {
			text := c.Input[:n]
			if json.Valid(text) || strings.HasPrefix("\xef\xbb\xbf", string(text)) && n > 0 {
				continue
			}
			var a answer
			if err := json.Unmarshal(core.Call(roots.ToPath, text), &a); err != nil {
				t.Fatal(err)
			}
			want := "json-unexpected-end"
			if strings.TrimSpace(string(text)) == "" {
				want = "json-empty"
			}
			// A character cut in two is bad UTF-8, not the end inside a value.
			if got := a.codes(true); !slices.Equal(got, []string{want}) && !slices.Equal(got, []string{"json-invalid-utf8"}) {
				t.Errorf("%q: got %v, want %s", text, got, want)
			}
			cut++
		}
	}
	if cut < 1000 {
		t.Errorf("only %d documents were cut", cut)
	}
}
