package tests

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/mcproots/mcproots/wasm/roots"
)

// letters fold in twos and threes; none of them has a decomposition.
var letters = []rune("aAbBkKsSſzZßẞþÞøØœŒµμΜσςΣωΩжЖ一1-_")

// foldedAlike is the loop that ambiguous-case must agree with: some root whose
// components are the path's first ones but for case.
func foldedAlike(list []string, path, platform string) bool {
	asked := components(canonicalPath(path, platform), platform)
	return slices.ContainsFunc(list, func(root string) bool {
		own := components(canonicalPath(root, platform), platform)
		return len(own) <= len(asked) && slices.EqualFunc(own, asked[:len(own)], strings.EqualFold)
	})
}

func TestOnlyCaseDecidesAboutAmbiguousCase(t *testing.T) {
	r := seeded(17)
	doubtful, sure := 0, 0
	name := func() string {
		var b strings.Builder
		from := r.IntN(len(letters) - 2)
		for range 1 + r.IntN(3) {
			b.WriteRune(letters[from+r.IntN(3)])
		}
		return b.String()
	}
	for range 20000 {
		platform := pick(r, platforms)
		few := []string{name(), name(), name(), name()}
		list, path := []string{}, ""
		for range 1 + r.IntN(3) {
			list = append(list, somePath(r, platform, few))
		}
		path = pick(r, list)
		if r.IntN(2) == 0 {
			path = pick(r, []string{strings.ToUpper(path), strings.ToLower(path), strings.Replace(path, "s", "ſ", 1), strings.Replace(path, "K", "k", 1)}) + "/x"
		} else {
			path = somePath(r, platform, few)
		}
		v := verdicts(t, list, []string{path}, platform)[0]
		root, _ := naive(list, path, platform)
		want := root < 0 && foldedAlike(list, path, platform)
		if (v.Reason == "ambiguous-case") != want {
			t.Errorf("%s: %q in %q: %+v, want ambiguous-case %v", platform, path, list, v, want)
		}
		if want {
			doubtful++
		} else {
			sure++
		}
	}
	if doubtful < 1000 || sure < 1000 {
		t.Errorf("%d doubtful, %d sure: too few to say anything", doubtful, sure)
	}
}

// spellings are names in both normalization forms.
var spellings = [][2]string{{"é", "e\u0301"}, {"Å", "A\u030a"}, {"ñ", "n\u0303"}, {"ガ", "カ\u3099"}, {"각", "\u1100\u1161\u11a8"}, {"ṩ", "s\u0323\u0307"}, {"가", "\u1100\u1161"}, {"ệ", "e\u0323\u0302"}, {"Ǖ", "U\u0308\u0304"}}

func TestNamesInBothNormalizationFormsAreInDoubt(t *testing.T) {
	for _, s := range spellings {
		for i, pair := range [][2]string{{s[0], s[1]}, {s[1], s[0]}} {
			for _, platform := range platforms {
				root, path := "/srv/x"+pair[0]+"y", "/srv/x"+pair[1]+"y/z"
				if platform == "windows" {
					root, path = "C:"+root, "C:"+path
				}
				if v := verdicts(t, []string{root}, []string{path}, platform)[0]; v.Verdict != "ambiguous" || v.Reason != "ambiguous-normalization" {
					t.Errorf("%s %d: %q in %q: %+v", platform, i, path, root, v)
				}
			}
			a := ask(t, roots.ToPath, map[string]any{"uris": []string{canonicalURI("/"+pair[0], "posix")}, "platform": "posix"})
			if got, want := slices.Contains(a.codes(true), "path-unicode-not-nfc"), i == 1; got != want {
				t.Errorf("%q is not in form C: %v, want %v", pair[0], got, want)
			}
		}
	}
}

type difference struct {
	Changed, Notify         bool
	Added, Removed, Renamed []struct {
		Index         int
		URI           string
		Name          *string
		Before, After *string
	}
}

func TestADifferenceReadsTheSameBackwards(t *testing.T) {
	r := seeded(18)
	changed := 0
	diff := func(before, after any) (d difference) {
		if err := json.Unmarshal(ask(t, roots.Diff, map[string]any{"before": before, "after": after}).Value, &d); err != nil {
			t.Fatal(err)
		}
		return d
	}
	for range 3000 {
		list := func() []map[string]any {
			out := []map[string]any{}
			for range r.IntN(5) {
				root := map[string]any{"uri": "file:///" + pick(r, plainNames[:5]) + pick(r, []string{"", "/", "/x", "/%61", "/a"})}
				if r.IntN(2) == 0 {
					root["name"] = pick(r, []string{"", "A", "B"})
				}
				out = append(out, root)
			}
			return out
		}
		before, after := list(), list()
		there, back := diff(before, after), diff(after, before)
		if there.Changed != back.Changed || len(there.Added) != len(back.Removed) || len(there.Removed) != len(back.Added) || len(there.Renamed) != len(back.Renamed) {
			t.Errorf("from %v to %v: %+v, back: %+v", before, after, there, back)
		}
		for i := range there.Added {
			if there.Added[i].URI != back.Removed[i].URI || there.Added[i].Index != back.Removed[i].Index {
				t.Errorf("from %v to %v is added %+v, removed on the way back %+v", before, after, there.Added, back.Removed)
			}
		}
		if there.Changed {
			changed++
		}
		if there.Changed != (len(there.Added)+len(there.Removed)+len(there.Renamed) > 0) || there.Notify {
			t.Errorf("from %v to %v: %+v", before, after, there)
		}
		if same := diff(before, before); same.Changed {
			t.Errorf("from %v to itself: %+v", before, same)
		}
	}
	if changed < 1000 {
		t.Errorf("only %d differences", changed)
	}
}
