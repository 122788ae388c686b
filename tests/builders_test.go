package tests

import (
	"encoding/json"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/mcproots/mcproots/wasm/roots"
)

var revisions = []string{"2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25", "2026-07-28"}

const latest = "2026-07-28"

var ids = []any{0, 1, -1, "", "a", "\"\\\n", 9007199254740991, "😀"}

// A built is a message that a builder made and what it must pass as.
type built struct {
	from     string // the call
	message  json.RawMessage
	kind     string
	revision string
	count    int // of roots
}

type rootIn struct {
	Path string  `json:"path,omitempty"`
	URI  string  `json:"uri,omitempty"`
	Name *string `json:"name,omitempty"`
}

// rootsToGive returns roots that can be given on a platform, none of them the whole
// file system: that is what strict checking refuses though it can be built.
func rootsToGive(t testing.TB, r *rand.Rand, platform string) []rootIn {
	list := []rootIn{}
	for n := r.IntN(5); len(list) < n; {
		path := somePath(r, platform, names)
		c := toURI(t, path, platform)
		if !c.OK || strings.HasSuffix(c.URI, "/") {
			continue
		}
		in := rootIn{Path: path}
		if r.IntN(3) == 0 {
			in = rootIn{URI: c.URI}
		}
		if r.IntN(2) == 0 {
			name := pick(r, []string{"", "App", "My \"App\"", "😀", "é\\"})
			in.Name = &name
		}
		list = append(list, in)
	}
	return list
}

// build makes a message of each kind that the revision has.
func build(t testing.TB, r *rand.Rand, revision string) []built {
	call := func(op roots.Op, kind string, count int, in map[string]any) built {
		a := ask(t, op, in)
		text, _ := json.Marshal(in)
		from := roots.Operations[op].Name + " " + string(text)
		if !a.OK {
			t.Fatalf("%s failed: %s", from, a.Error.Message)
		}
		return built{from: from, message: a.Value, kind: kind, revision: revision, count: count}
	}
	platform := pick(r, platforms)
	id := pick(r, ids)
	list := rootsToGive(t, r, platform)
	meta := map[string]any{"progressToken": pick(r, []any{"t", 7})}
	capabilities := map[string]any{"revision": revision}
	if revision != latest && r.IntN(2) == 0 {
		capabilities["listChanged"] = r.IntN(2) == 0
	}
	request := call(roots.List, "request", 0, map[string]any{"revision": revision, "id": id, "meta": meta})
	all := []built{
		request,
		call(roots.List, "request", 0, map[string]any{"revision": revision, "id": id}),
		call(roots.Capabilities, "capabilities", 0, capabilities),
		call(roots.Result, "result", len(list), map[string]any{"roots": list, "platform": platform}),
	}
	reply := map[string]any{"request": request.message, "revision": revision, "platform": platform}
	with := func(member string, value any) map[string]any {
		out := map[string]any{member: value}
		for k, v := range reply {
			if k != member {
				out[k] = v
			}
		}
		return out
	}
	if revision == latest {
		declared := map[string]any{"roots": map[string]any{}}
		return append(all,
			call(roots.Answer, "result", len(list), with("roots", list)),
			call(roots.InputRequired, "input_required", 0, map[string]any{"requests": map[string]any{"client_roots": request.message, "": request.message}, "requestState": "s", "capabilities": declared, "method": "tools/call"}),
			call(roots.InputRequired, "input_required", 0, map[string]any{"requestState": "s", "capabilities": declared, "method": "prompts/get"}),
			call(roots.InputRequired, "input_required", 0, map[string]any{"requests": map[string]any{"r": request.message}, "capabilities": declared, "method": "resources/read"}),
		)
	}
	reply["roots"] = list
	bad := map[string]any{"jsonrpc": "2.0", "id": id, "method": "roots/list", "params": []any{}}
	return append(all,
		call(roots.ListChanged, "notification", 0, map[string]any{"revision": revision}),
		call(roots.Answer, "response", len(list), reply),
		call(roots.Answer, "error", 0, with("roots", nil)),
		call(roots.Answer, "error", 0, with("request", bad)),
		call(roots.Answer, "error", 0, with("roots", []rootIn{{Path: "relative"}})),
	)
}

func TestWhatTheBuildersMakePassesTheCheck(t *testing.T) {
	r := seeded(10)
	kinds := map[string]int{}
	for range 300 {
		for _, revision := range revisions {
			for _, b := range build(t, r, revision) {
				kinds[b.kind]++
				for _, profile := range []string{"strict", "protocol"} {
					a := ask(t, roots.Check, map[string]any{"message": b.message, "kind": b.kind, "revision": revision, "profile": profile})
					var v struct {
						Valid bool
						Roots []struct{ Valid bool }
					}
					if err := json.Unmarshal(a.Value, &v); err != nil || !v.Valid || len(v.Roots) != b.count {
						t.Errorf("%s gives\n%s\n%s %s says %s %v", b.from, b.message, revision, profile, a.Value, a.codes(false))
					}
				}
				// The kind is told from the message itself, too, but for a result's error.
				var v struct{ Kind string }
				if json.Unmarshal(ask(t, roots.Check, map[string]any{"message": b.message}).Value, &v); v.Kind != b.kind {
					t.Errorf("%s is taken for %s, not %s", b.message, v.Kind, b.kind)
				}
				if b.kind == "result" || b.kind == "response" {
					var v struct {
						Status string
						Roots  []json.RawMessage
					}
					json.Unmarshal(ask(t, roots.Read, map[string]any{"message": b.message, "revision": revision}).Value, &v)
					want := "ok"
					if b.count == 0 {
						want = "empty"
					}
					if v.Status != want || len(v.Roots) != b.count {
						t.Errorf("%s is read as %+v", b.message, v)
					}
				}
				if b.kind == "request" {
					if a := ask(t, roots.ValidateRequest, map[string]any{"request": b.message, "revision": revision}); string(a.Value) != "true" {
						t.Errorf("%s is no request of %s", b.message, revision)
					}
				}
			}
		}
	}
	for _, kind := range []string{"request", "result", "response", "error", "notification", "capabilities", "input_required"} {
		if kinds[kind] < 100 {
			t.Errorf("only %d messages of kind %s", kinds[kind], kind)
		}
	}
}

func TestARoundTripOfARetriedCallGivesTheResultItself(t *testing.T) {
	r := seeded(11)
	for range 500 {
		messages := build(t, r, latest)
		i := slices.IndexFunc(messages, func(b built) bool { return b.kind == "result" && strings.HasPrefix(b.from, "answer") })
		request, result := messages[0].message, messages[i].message
		a := ask(t, roots.Response, map[string]any{"inputResponses": map[string]any{"r": result}, "id": "r", "request": request})
		if want := `{"status":"ok","result":` + string(result) + `}`; string(a.Value) != want {
			t.Errorf("got %s, want %s", a.Value, want)
		}
	}
}
