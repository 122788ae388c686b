package tests

import (
	"bytes"
	"encoding/json"
	"io"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/mcproots/mcproots/tests/cases"
	"github.com/mcproots/mcproots/wasm/roots"
	"github.com/mcproots/mcproots/wasm/scan"
)

// The targets run their seeds in every go test; to search for more:
//
//	go test ./tests -run '^$' -fuzz FuzzScanner -fuzztime 1m

func seed(f *testing.F, add func(cases.Case)) {
	all, err := cases.All()
	if err != nil {
		f.Fatal(err)
	}
	for _, c := range all {
		if len(c.Input) <= 2048 {
			add(c)
		}
	}
}

// strictness is what strict JSON asks for beyond the grammar, found by another way
// than the scanner's: with the tokens of encoding/json.
type strictness struct {
	duplicate, deep, surrogate bool
}

func strictnessOf(text []byte) (s strictness) {
	type level struct {
		names map[string]bool // nil in an array
		name  bool            // a name is next
	}
	var open []level
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.UseNumber()
	value := func() {
		if n := len(open); n > 0 && open[n-1].names != nil {
			open[n-1].name = true
		}
	}
	for {
		token, err := decoder.Token()
		if err == io.EOF {
			break
		}
		if err != nil {
			return s
		}
		switch token := token.(type) {
		case json.Delim:
			switch token {
			case '{':
				open = append(open, level{map[string]bool{}, true})
			case '[':
				open = append(open, level{})
			default:
				open = open[:len(open)-1]
				value()
			}
			s.deep = s.deep || len(open) > scan.MaxDepth
		case string:
			if n := len(open); n > 0 && open[n-1].name {
				s.duplicate = s.duplicate || open[n-1].names[token]
				open[n-1].names[token] = true
				open[n-1].name = false
				continue
			}
			value()
		default:
			value()
		}
	}
	// Escapes of surrogates, pair by pair.
	for i := 0; i+1 < len(text); i++ {
		if text[i] != '\\' {
			continue
		}
		i++
		if text[i] != 'u' {
			continue
		}
		half := func(at int, from, to string) bool {
			if at+6 > len(text) || text[at] != '\\' || text[at+1] != 'u' {
				return false
			}
			digits := strings.ToLower(string(text[at+2 : at+6]))
			return digits >= from && digits <= to
		}
		switch {
		case half(i-1, "d800", "dbff") && half(i+5, "dc00", "dfff"):
			i += 10
		case half(i-1, "d800", "dfff"):
			s.surrogate = true
		}
	}
	return s
}

func FuzzScanner(f *testing.F) {
	seed(f, func(c cases.Case) {
		f.Add(c.Input)
		var in struct{ Text *string }
		if json.Unmarshal(c.Input, &in) == nil && in.Text != nil {
			f.Add([]byte(*in.Text))
		}
	})
	var scanner scan.Scanner
	f.Fuzz(func(t *testing.T, text []byte) {
		fault := scanner.Check(text)
		if fault.Kind == scan.OK {
			if !json.Valid(text) || !utf8.Valid(text) {
				t.Fatalf("%q is taken for sound", text)
			}
			if s := strictnessOf(text); s != (strictness{}) {
				t.Fatalf("%q is taken for strict: %+v", text, s)
			}
			return
		}
		if fault.Offset < 0 || fault.Offset > len(text) {
			t.Fatalf("%q: the fault is at %d", text, fault.Offset)
		}
		if json.Valid(text) {
			s := strictnessOf(text)
			explained := fault.Kind == scan.UTF8 && !utf8.Valid(text) || fault.Kind == scan.DuplicateKey && (s.duplicate || !utf8.Valid(text)) || fault.Kind == scan.Depth && s.deep || fault.Kind == scan.Surrogate && s.surrogate
			if !explained {
				t.Fatalf("%q is JSON, but kind %d at %d: %+v", text, fault.Kind, fault.Offset, s)
			}
		}
		// What comes before the fault is the beginning of a sound document.
		switch before := scanner.Check(text[:fault.Offset]); {
		case before.Kind == scan.OK || before.Kind == scan.End || before.Kind == scan.Empty:
		default:
			t.Fatalf("%q: kind %d at %d, but before it kind %d at %d", text, fault.Kind, fault.Offset, before.Kind, before.Offset)
		}
	})
}

func FuzzShortWays(f *testing.F) {
	r := seeded(14)
	for range 200 {
		f.Add([]byte(someList(r)))
	}
	f.Fuzz(func(t *testing.T, document []byte) { sameEitherWay(t, document) })
}

func FuzzOperations(f *testing.F) {
	seed(f, func(c cases.Case) {
		op, _ := roots.Lookup(c.Op)
		f.Add(uint8(op), c.Input)
	})
	f.Fuzz(func(t *testing.T, n uint8, in []byte) {
		op := roots.Op(int(n) % len(roots.Operations))
		name := roots.Operations[op].Name
		before := bytes.Clone(in)
		used := bytes.Clone(core.Call(op, in))
		if !bytes.Equal(in, before) {
			t.Fatalf("%s wrote into its input", name)
		}
		if !json.Valid(used) || !utf8.Valid(used) || !bytes.HasPrefix(used, []byte(`{"ok":`)) {
			t.Fatalf("%s %q answers %q", name, in, used)
		}
		if bytes.Contains(used, []byte("internal error: please report")) {
			t.Fatalf("%s %q panics", name, in)
		}
		var fresh roots.Core
		if answer := fresh.Call(op, in); !bytes.Equal(answer, used) {
			t.Fatalf("%s %q: a used core answers\n%s\na fresh one\n%s", name, in, used, answer)
		}
	})
}

func FuzzRoundTrips(f *testing.F) {
	for _, platform := range []bool{false, true} {
		for _, s := range append(append([]string{}, names...), pieces...) {
			f.Add("file:///"+s+"/x", platform)
			f.Add("/"+s+"//x/", platform)
			f.Add(`C:\`+s+`\x`, platform)
			f.Add("file:///C:/"+s, platform)
		}
	}
	f.Fuzz(func(t *testing.T, s string, windows bool) {
		if !utf8.ValidString(s) {
			return // no JSON string
		}
		platform := "posix"
		if windows {
			platform = "windows"
		}
		if there := toURI(t, s, platform); there.OK {
			want := canonicalPath(s, platform)
			back := toPath(t, there.URI, platform)
			if there.URI != canonicalURI(want, platform) || !back.OK || back.Path != want || back.Canonical != there.URI {
				t.Fatalf("%s: the path %q gives %q and that %+v, want %q", platform, s, there.URI, back, want)
			}
		}
		if there := toPath(t, s, platform); there.OK {
			back := toURI(t, there.Path, platform)
			if there.Path != canonicalPath(there.Path, platform) || there.Canonical != canonicalURI(there.Path, platform) || !back.OK || back.URI != there.Canonical {
				t.Fatalf("%s: the URI %q gives %+v and that %+v", platform, s, there, back)
			}
		}
	})
}

func FuzzContains(f *testing.F) {
	f.Add("/a\n/a/b\n/", "/a/b/c", false)
	f.Add("/srv/project", "/srv/project2", false)
	f.Add("/srv/café\n/srv/CAFE\u0301", "/srv/cafe\u0301/x", false)
	f.Add("C:\\\nc:\\Program Files", `C:\PROGRA~1\x`, true)
	f.Add("", "/a", false)
	f.Add("/a/\n//a", "/a/./../a", false)
	f.Fuzz(func(t *testing.T, text, path string, windows bool) {
		if !utf8.ValidString(text) || !utf8.ValidString(path) || strings.HasPrefix(strings.ToLower(path), "file:") || strings.Contains(path, "://") {
			return
		}
		platform := "posix"
		if windows {
			platform = "windows"
		}
		list := strings.Split(text, "\n")
		usable, at := []string{}, []int{}
		for i, root := range list {
			if strings.Contains(root, "://") || strings.HasPrefix(strings.ToLower(root), "file:") {
				return
			}
			if toURI(t, root, platform).OK {
				usable, at = append(usable, root), append(at, i)
			}
		}
		v := verdicts(t, list, []string{path}, platform)[0]
		if v.Verdict == "invalid" {
			return
		}
		parts := components(canonicalPath(path, platform), platform)
		if slices.Contains(parts, "..") {
			if v.Verdict == "inside" {
				t.Fatalf("%s: %q is inside %q", platform, path, list)
			}
			return
		}
		if (v.Reason == "no-roots") != (len(usable) == 0) {
			t.Fatalf("%s: %q in %q: %+v", platform, path, list, v)
		}
		clean := strings.Join(parts, "/")
		if !windows {
			clean = "/" + clean
		} else if len(parts) == 1 {
			clean += "/"
		}
		root, relative := naive(usable, clean, platform)
		if root >= 0 {
			root = at[root]
		}
		if !agree(v, root, relative) {
			t.Fatalf("%s: %q in %q: %+v, want root %d and %q", platform, path, list, v, root, relative)
		}
	})
}
