package host_test

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/mcproots/mcproots/host"
	"github.com/mcproots/mcproots/wasm/roots"
)

// The methods answer the same through every engine.
func forEveryEngine(t *testing.T, test func(t *testing.T, h *host.Host)) {
	for _, e := range host.Engines {
		t.Run(e.Name, func(t *testing.T) { test(t, host.OpenForTest(t, e.Options...)) })
	}
}

func same(t *testing.T, what string, got, want any) {
	t.Helper()
	if raw, ok := got.(json.RawMessage); ok {
		got = string(raw)
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("%s:\n got %+v\nwant %+v", what, got, want)
	}
}

// must unwraps a reply that has to come.
func must[T any](t *testing.T) func(host.Reply[T], error) host.Reply[T] {
	return func(r host.Reply[T], err error) host.Reply[T] {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
}

func codes(diagnostics []host.Diagnostic) string {
	var all []string
	for _, d := range diagnostics {
		all = append(all, d.Code)
	}
	return strings.Join(all, " ")
}

const bare = `{"method":"roots/list"}`

func TestRequests(t *testing.T) {
	forEveryEngine(t, func(t *testing.T, h *host.Host) {
		ctx, raw, yesNo := t.Context(), must[json.RawMessage](t), must[bool](t)

		same(t, "List", raw(h.List(ctx, host.ListInput{})).Value, `{"method":"roots/list","params":{}}`)
		same(t, "List with _meta", raw(h.List(ctx, host.ListInput{Meta: json.RawMessage(`{"a":1}`)})).Value,
			`{"method":"roots/list","params":{"_meta":{"a":1}}}`)
		same(t, "List before 2026-07-28", raw(h.List(ctx, host.ListInput{Revision: "2025-11-25", ID: json.RawMessage(`"a"`)})).Value,
			`{"jsonrpc":"2.0","id":"a","method":"roots/list"}`)

		same(t, "ValidateRequest", yesNo(h.ValidateRequest(ctx, json.RawMessage(bare), "")).Value, true)
		refused := yesNo(h.ValidateRequest(ctx, json.RawMessage(`{"method":"roots/list","params":null}`), ""))
		same(t, "ValidateRequest of params null", refused.Value, false)
		same(t, "its diagnostics", codes(refused.Diagnostics), "params-null")
		same(t, "ValidateRequest of nothing", yesNo(h.ValidateRequest(ctx, nil, "")).Value, false)

		same(t, "Supported", yesNo(h.Supported(ctx, json.RawMessage(bare), json.RawMessage(`{"roots":{}}`))).Value, true)
		lacking := yesNo(h.Supported(ctx, json.RawMessage(bare), json.RawMessage(`{}`)))
		same(t, "Supported without the capability", lacking.Value, false)
		same(t, "its refusal", lacking.Refusal, &host.Refusal{
			Code: -32021, Message: "Missing required client capability", Data: json.RawMessage(`{"requiredCapabilities":{"roots":{}}}`),
		})
	})
}

func TestSubmissions(t *testing.T) {
	forEveryEngine(t, func(t *testing.T, h *host.Host) {
		submitted := must[host.Submission](t)
		response := func(inputResponses string) host.Submission {
			return submitted(h.Response(t.Context(), json.RawMessage(inputResponses), "a", json.RawMessage(bare))).Value
		}
		same(t, "none", response(`{"b":1}`), host.Submission{Status: host.SubmissionMissing})
		same(t, "one", response(`{"a": { "roots" : [ ] } }`),
			host.Submission{Status: host.SubmissionOK, Result: json.RawMessage(`{ "roots" : [ ] }`)})
		same(t, "a wrong one", response(`{"a":1}`), host.Submission{
			Status: host.SubmissionError, Error: &host.Refusal{Code: -32602, Message: "Invalid roots response"},
		})
	})
}

func TestValidResponse(t *testing.T) {
	forEveryEngine(t, func(t *testing.T, h *host.Host) {
		for text, want := range map[string]bool{
			`{"roots":[]}`: true,
			`{"roots":[{"uri":"file:///w","name":"w"}]}`:    true,
			` {"roots":[{"uri":"file:///w"}],"more":true} `: true,
			`{"roots":[{"uri":"https://example.com"}]}`:     false,
			`{"roots":[{"uri":"file:///w","name":null}]}`:   false,
			`{"roots":null}`:  false,
			`{"roots":[]`:     false,
			``:                false,
			"\xff":            false,
			`{"roots":[]} {}`: false,
		} {
			if got, err := h.ValidResponse(t.Context(), []byte(text)); got != want || err != nil {
				t.Errorf("%q: %v, %v; want %v", text, got, err, want)
			}
		}
	})
}

func TestValidResponseAllocatesNothing(t *testing.T) {
	doc := []byte(`{"roots":[{"uri":"file:///home/user/project","name":"project"}]}`)
	for _, e := range host.Engines[:2] { // the interpreter allocates inside wazero
		h := host.OpenForTest(t, e.Options...)
		ctx := context.Background()
		if n := testing.AllocsPerRun(100, func() {
			if yes, err := h.ValidResponse(ctx, doc); !yes || err != nil {
				t.Fatal(yes, err)
			}
		}); n != 0 {
			t.Errorf("%s: %v allocations, want none", e.Name, n)
		}
	}
}

func TestCheck(t *testing.T) {
	forEveryEngine(t, func(t *testing.T, h *host.Host) {
		check := func(in host.CheckInput) host.Reply[host.Report] {
			t.Helper()
			return must[host.Report](t)(h.Check(t.Context(), in))
		}
		good := check(host.CheckInput{Message: []byte(`{"roots":[{"uri":"file:///w/%7Ea","name":"w"}]}`), Revision: "2025-11-25", Kind: "result"})
		same(t, "a good result", good.Value, host.Report{
			Valid: true, Kind: "result", Revision: "2025-11-25",
			Roots:   []host.CheckedRoot{{Index: 0, Valid: true, URI: "file:///w/~a", Path: "/w/~a", Platform: host.POSIX}},
			Summary: good.Value.Summary,
		})
		same(t, "its errors", good.Value.Summary.Error, 0)

		message := "{\"roots\":\n[{\"uri\":\"file:///a b\"}]}"
		bad := check(host.CheckInput{Message: []byte(message), Revision: "2025-11-25"})
		same(t, "a raw space is valid", bad.Value.Valid, false)
		d := bad.Diagnostics[0]
		same(t, "its code", d.Code, "uri-illegal-char")
		same(t, "its severity", d.Severity, "error")
		same(t, "its pointer", d.Pointer, "/roots/0/uri")
		same(t, "its offset", d.Offset, strings.Index(message, `"file`))
		same(t, "its line and column", [2]int{d.Line, d.Column}, [2]int{2, 9})
		same(t, "its fix, not asked for", d.Fix, "")
		if d.Message == "" || len(d.Spec) == 0 {
			t.Errorf("a diagnostic without words or source: %+v", d)
		}
		fixed := check(host.CheckInput{Message: []byte(message), Revision: "2025-11-25", Values: true})
		same(t, "its fix", fixed.Diagnostics[0].Fix, "file:///a%20b")

		short := check(host.CheckInput{Message: []byte(message), Revision: "2025-11-25", NoRoots: true})
		same(t, "roots left out", short.Value.Roots, []host.CheckedRoot(nil))

		protocol := check(host.CheckInput{Message: []byte(`{"roots":[{"uri":"file:///a/../b"}]}`), Profile: "protocol", Revision: "2025-11-25"})
		same(t, "a dot segment in the protocol profile", protocol.Value.Valid, true)

		over := check(host.CheckInput{Message: []byte(`{"roots":[{"uri":"file:///a"},{"uri":"file:///b"}]}`), MaxRoots: 1, Revision: "2025-11-25"})
		same(t, "two roots where one is allowed", over.Value.Valid, false)
	})
}

func TestMessagesThatAreNotJSONAreFindingsNotErrors(t *testing.T) {
	forEveryEngine(t, func(t *testing.T, h *host.Host) {
		for _, tt := range []struct {
			name, message, code string
			offset              int
		}{
			{"nothing", "", "json-empty", 0},
			{"space", " \n", "json-empty", 2},
			{"text", "hello", "json-syntax", 0},
			{"an open list", `{"roots":[`, "json-unexpected-end", 10},
			{"an open string", `{"roots":"`, "json-unexpected-end", 10},
			{"two values", `{"roots":[]}{"roots":[]}`, "json-trailing-data", 12},
			{"a word after the document", `{"roots":[]} x`, "json-trailing-data", 13},
			{"a zero byte after the document", "{\"roots\":[]}\n\x00", "json-trailing-data", 13},
			{"members of the call", `{"roots":[]},"profile":"protocol"`, "json-trailing-data", 12},
			{"a closing bracket", `{"roots":[]}}`, "json-trailing-data", 12},
			{"a comma", `{"roots":[,]}`, "json-syntax", 10},
			{"a byte order mark", "\ufeff" + `{"roots":[]}`, "json-bom", 0},
			{"a byte order mark alone", "\ufeff", "json-bom", 0},
			{"a control character", "{\"roots\":[{\"uri\":\"file:///a\x00\"}]}", "json-control-char", 27},
			{"the wrong bracket", `{"roots":[}}`, "json-syntax", 10},
			{"a lone surrogate", `{"roots":[{"uri":"\ud800"}]}`, "json-lone-surrogate", 18},
			{"a byte that is not UTF-8", "{\"roots\":[{\"uri\":\"file:///\xff\"}]}", "json-invalid-utf8", 26},
			{"a byte that is not UTF-8 after the document", "{\"roots\":[]} \xff", "json-syntax", 13},
			{"a byte that is not UTF-8 after other things", "{\"roots\":[]},\"profile\":\"\xff\"", "json-trailing-data", 12},
			{"a text that is not UTF-8", "\xff\xfe{\x00}\x00", "json-syntax", 0},
			{"a string that is not UTF-8", "\"ab\xff\"", "json-invalid-utf8", 3},
			{"a number with a byte that is not UTF-8", "12\xff", "json-syntax", 2},
			{"a byte order mark before what is not UTF-8", "\ufeff{\"a\":\"\xff\"}", "json-bom", 0},
			{"a character that is cut off", "{\"roots\":[{\"uri\":\"file:///\xc3", "json-invalid-utf8", 26},
			{"a byte that is not UTF-8 where a value begins", "{\"roots\":\xff", "json-syntax", 9},
		} {
			r, err := h.Check(t.Context(), host.CheckInput{Message: []byte(tt.message)})
			if err != nil {
				t.Errorf("%s: %v", tt.name, err)
				continue
			}
			if r.Value.Valid || r.Value.Summary.Error == 0 || len(r.Diagnostics) == 0 {
				t.Errorf("%s: %+v with %d diagnostics, want an invalid message with a reason", tt.name, r.Value, len(r.Diagnostics))
				continue
			}
			i := slices.IndexFunc(r.Diagnostics, func(d host.Diagnostic) bool { return d.Severity == "error" })
			if d := r.Diagnostics[i]; d.Code != tt.code || d.Offset != tt.offset {
				t.Errorf("%s: %s at %d, want %s at %d", tt.name, d.Code, d.Offset, tt.code, tt.offset)
			}
		}
	})
}

func TestRead(t *testing.T) {
	forEveryEngine(t, func(t *testing.T, h *host.Host) {
		read := func(message string) host.Reading {
			t.Helper()
			return must[host.Reading](t)(h.Read(t.Context(), host.ReadInput{
				Message: []byte(message), ID: json.RawMessage(`1`), Revision: "2025-11-25",
			})).Value
		}
		same(t, "roots", read(`{"jsonrpc":"2.0","id":1,"result":{"roots":[{"uri":"file:///a%20b","name":"x"},{"uri":"file:///C:/d"}]}}`),
			host.Reading{Status: host.StatusOK, Roots: []host.Root{
				{Index: 0, URI: "file:///a%20b", Path: "/a b", Name: "x", Platform: host.POSIX},
				{Index: 1, URI: "file:///C:/d", Path: `C:\d`, Platform: host.Windows},
			}})
		same(t, "none", read(`{"jsonrpc":"2.0","id":1,"result":{"roots":[]}}`).Status, host.StatusEmpty)
		same(t, "no roots here", read(`{"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"no"}}`).Status, host.StatusUnsupported)
		same(t, "an error", read(`{"jsonrpc":"2.0","id":1,"error":{"code":-32603,"message":"no"}}`).Status, host.StatusRefused)
		same(t, "another's answer", read(`{"jsonrpc":"2.0","id":2,"result":{"roots":[]}}`).Status, host.StatusInvalid)
		same(t, "text", read(`hello`).Status, host.StatusInvalid)
	})
}

func TestReadSession(t *testing.T) {
	forEveryEngine(t, func(t *testing.T, h *host.Host) {
		no := false
		var messages []json.RawMessage
		for _, message := range []string{
			`{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"c","version":"1"}}}`,
			`{"jsonrpc":"2.0","method":"notifications/initialized"}`,
			`{"jsonrpc":"2.0","id":1,"method":"roots/list"}`,
			`{"jsonrpc":"2.0","id":1,"result":{"roots":[{"uri":"file:///a"}]}}`,
			`{"jsonrpc":"2.0","method":"notifications/roots/list_changed"}`,
		} {
			messages = append(messages, json.RawMessage(message))
		}
		got := must[[]host.SessionMessage](t)(h.ReadSession(t.Context(), host.SessionInput{Messages: messages})).Value
		same(t, "session", got, []host.SessionMessage{
			{Index: 0, Event: host.EventUndeclared, Declared: &no, Known: host.KnownUnknown},
			{Index: 2, Event: host.EventAsked, Declared: &no, Known: host.KnownUnknown},
			{Index: 3, Event: host.EventAnswered, Declared: &no, Known: host.KnownFresh, Status: host.StatusOK, Roots: []host.Root{{URI: "file:///a", Path: "/a", Platform: host.POSIX}}},
			{Index: 4, Event: host.EventChanged, Declared: &no, Known: host.KnownStale, Status: host.StatusOK},
		})
		if _, err := h.ReadSession(t.Context(), host.SessionInput{Messages: []json.RawMessage{json.RawMessage(`{},{}`)}}); err == nil {
			t.Error("two values were taken for one message")
		}
	})
}

func TestReadRootsCanBeAskedAbout(t *testing.T) {
	forEveryEngine(t, func(t *testing.T, h *host.Host) {
		reading := must[host.Reading](t)(h.Read(t.Context(), host.ReadInput{Message: []byte(`{"roots":[{"uri":"file:///w"}]}`)}))
		r := must[[]host.Containment](t)(h.Contains(t.Context(), host.ContainsInput{
			Roots: reading.Value.Roots, Paths: []string{"/w/a"}, Platform: host.POSIX,
		}))
		same(t, "inside", r.Value[0].Inside(), true)
	})
}

func TestRulesAndInfo(t *testing.T) {
	forEveryEngine(t, func(t *testing.T, h *host.Host) {
		all := must[[]host.Rule](t)(h.Rules(t.Context(), "")).Value
		if len(all) < 50 {
			t.Errorf("%d rules, want the catalogue", len(all))
		}
		one := must[[]host.Rule](t)(h.Rules(t.Context(), "uri-dot-segment")).Value
		if len(one) != 1 || one[0].Code != "uri-dot-segment" || one[0].Severity != "error" || one[0].Title == "" ||
			one[0].Why == "" || one[0].Bad == "" || one[0].Good == "" || one[0].Fix == "" || len(one[0].Spec) == 0 {
			t.Errorf("rule %+v", one)
		}
		_, err := h.Rules(t.Context(), "no-such-rule")
		fault := (*host.Error)(nil)
		if !errors.As(err, &fault) || fault.Code != -32602 || fault.Message == "" || codes(fault.Diagnostics) == "" {
			t.Errorf("an unknown rule: %#v", err)
		}

		info := must[host.Info](t)(h.Info(t.Context())).Value
		same(t, "name", info.Name, "mcproots")
		same(t, "version", info.Version, roots.Version)
		same(t, "ABI", [2]int{info.ABIMajor, info.ABIMinor}, [2]int{roots.ABIMajor, roots.ABIMinor})
		same(t, "the newest revision", info.Revisions[len(info.Revisions)-1], "2026-07-28")
		same(t, "the input's limit", info.Limits["input"], int64(roots.MaxInput))
		var names []string
		for _, o := range roots.Operations {
			names = append(names, o.Name)
		}
		same(t, "operations", info.Operations, names)
	})
}

func TestBuilding(t *testing.T) {
	forEveryEngine(t, func(t *testing.T, h *host.Host) {
		ctx, raw := t.Context(), must[json.RawMessage](t)

		same(t, "Capabilities", raw(h.Capabilities(ctx, "2025-11-25", true)).Value, `{"roots":{"listChanged":true}}`)

		roots := []host.Root{{Path: "/a b", Name: "n"}, {URI: "file:///x"}}
		same(t, "Result", raw(h.Result(ctx, roots, host.POSIX)).Value,
			`{"roots":[{"uri":"file:///a%20b","name":"n"},{"uri":"file:///x"}]}`)
		same(t, "Result of no roots", raw(h.Result(ctx, nil, host.POSIX)).Value, `{"roots":[]}`)
		_, err := h.Result(ctx, []host.Root{{Path: "relative"}}, host.POSIX)
		fault := (*host.Error)(nil)
		if !errors.As(err, &fault) || codes(fault.Diagnostics) != "relative-path" {
			t.Errorf("Result of a relative path: %v", err)
		}

		request := json.RawMessage(`{"jsonrpc":"2.0","id":7,"method":"roots/list"}`)
		in := host.AnswerInput{Request: request, Revision: "2025-11-25", Roots: roots[1:], Platform: host.POSIX}
		same(t, "Answer", raw(h.Answer(ctx, in)).Value, `{"jsonrpc":"2.0","id":7,"result":{"roots":[{"uri":"file:///x"}]}}`)
		in.Roots = nil
		same(t, "Answer without roots", raw(h.Answer(ctx, in)).Value, `{"jsonrpc":"2.0","id":7,"result":{"roots":[]}}`)
		in.Unsupported = true
		if got := string(raw(h.Answer(ctx, in)).Value); !strings.HasPrefix(got, `{"jsonrpc":"2.0","id":7,"error":{"code":-32601,`) {
			t.Errorf("Answer of a client without roots: %s", got)
		}

		same(t, "ListChanged", raw(h.ListChanged(ctx, "2025-11-25")).Value, `{"jsonrpc":"2.0","method":"notifications/roots/list_changed"}`)
		if _, err := h.List(ctx, host.ListInput{Revision: "2025-11-25"}); err == nil || !strings.HasSuffix(err.Error(), "(-32602): input-member-missing at id") {
			t.Errorf("List without an id: %v, which doesn't name the member", err)
		}
		if _, err := h.ListChanged(ctx, "2026-07-28"); !errors.As(err, &fault) || fault.Code != -32601 || !strings.HasSuffix(err.Error(), "(-32601): list-changed-removed at /revision") {
			t.Errorf("ListChanged in 2026-07-28: %v", err)
		}

		required := host.InputRequiredInput{
			Requests:     map[string]json.RawMessage{"b": json.RawMessage(bare), "a": json.RawMessage(bare)},
			RequestState: "s", Capabilities: json.RawMessage(`{"roots":{}}`), Method: "tools/call",
		}
		same(t, "InputRequired", raw(h.InputRequired(ctx, required)).Value,
			`{"resultType":"input_required","inputRequests":{"a":`+bare+`,"b":`+bare+`},"requestState":"s"}`)
		required.Capabilities = json.RawMessage(`{}`)
		refused := raw(h.InputRequired(ctx, required))
		if refused.Value != nil || refused.Refusal == nil || refused.Refusal.Code != -32021 {
			t.Errorf("InputRequired without the capability: %s, %+v", refused.Value, refused.Refusal)
		}
	})
}

func TestDiffAndDescribe(t *testing.T) {
	forEveryEngine(t, func(t *testing.T, h *host.Host) {
		before := json.RawMessage(`[{"uri":"file:///a","name":"A"},{"uri":"file:///b"}]`)
		after := json.RawMessage(`{"roots":[{"uri":"file:///a","name":"B"},{"uri":"file:///c","name":"C"}]}`)
		in := host.DiffInput{Before: before, After: after, Revision: "2025-11-25", Capabilities: json.RawMessage(`{"roots":{"listChanged":true}}`)}
		same(t, "Diff", must[host.Difference](t)(h.Diff(t.Context(), in)).Value, host.Difference{
			Changed: true, Notify: true,
			Added:   []host.ChangedRoot{{Index: 1, URI: "file:///c", Name: "C"}},
			Removed: []host.ChangedRoot{{Index: 1, URI: "file:///b"}},
			Renamed: []host.RenamedRoot{{URI: "file:///a", Before: "A", After: "B"}},
		})
		in.After = before
		same(t, "Diff of nothing", must[host.Difference](t)(h.Diff(t.Context(), in)).Value.Changed, false)
		same(t, "Describe", must[string](t)(h.Describe(t.Context(), []byte(`{"roots":[{"uri":"file:///a","name":"A"},{"uri":"file:///b"}]}`))).Value,
			"- file:///a (A)\n- file:///b")
	})
}

func TestPaths(t *testing.T) {
	forEveryEngine(t, func(t *testing.T, h *host.Host) {
		ctx := t.Context()
		toPath := must[[]host.PathResult](t)(h.ToPath(ctx, []string{"file:///a%20b", "https://x"}, host.POSIX))
		same(t, "ToPath", toPath.Value, []host.PathResult{
			{OK: true, Path: "/a b", Canonical: "file:///a%20b", Platform: host.POSIX},
			{Code: "uri-scheme-not-file"},
		})
		same(t, "ToPath on Windows", must[[]host.PathResult](t)(h.ToPath(ctx, []string{"file:///c:/x"}, host.Windows)).Value, []host.PathResult{
			{OK: true, Path: `C:\x`, Canonical: "file:///C:/x", Platform: host.Windows},
		})
		same(t, "ToPath of nothing", must[[]host.PathResult](t)(h.ToPath(ctx, nil, "")).Value, []host.PathResult{})
		same(t, "ToURI", must[[]host.URIResult](t)(h.ToURI(ctx, []string{"/a b/ü", "a"}, host.POSIX)).Value, []host.URIResult{
			{OK: true, URI: "file:///a%20b/%C3%BC"},
			{Code: "relative-path"},
		})

		contains := must[[]host.Containment](t)(h.Contains(ctx, host.ContainsInput{
			Roots:    []host.Root{{Path: "/w"}, {URI: "file:///w/x"}},
			Paths:    []string{"/w/x/y z", "/w", "/wx", "file:///w/a%20b", "relative"},
			Platform: host.POSIX,
		})).Value
		same(t, "Contains", contains, []host.Containment{
			{Verdict: host.Inside, Reason: "descendant", Root: 1, Relative: []string{"y z"}},
			{Verdict: host.Inside, Reason: "root-itself", Root: 0, Relative: []string{}},
			{Verdict: host.Outside, Reason: "outside-sibling-prefix", Root: -1},
			{Verdict: host.Inside, Reason: "descendant", Root: 0, Relative: []string{"a b"}},
			{Verdict: host.Invalid, Reason: "relative-path", Root: -1},
		})
		for i, want := range []bool{true, true, false, true, false} {
			same(t, "Inside", contains[i].Inside(), want)
		}
		same(t, "Contains without roots", must[[]host.Containment](t)(h.Contains(ctx, host.ContainsInput{Paths: []string{"/w"}, Platform: host.POSIX})).Value,
			[]host.Containment{{Verdict: host.Outside, Reason: "no-roots", Root: -1}})
		unc := host.ContainsInput{Roots: []host.Root{{URI: "file://server/share"}}, Paths: []string{`\\server\share\a`}, Platform: host.Windows}
		same(t, "a UNC root", must[[]host.Containment](t)(h.Contains(ctx, unc)).Value[0].Inside(), false)
		unc.UNC = true
		same(t, "a UNC root, allowed", must[[]host.Containment](t)(h.Contains(ctx, unc)).Value[0].Inside(), true)

		same(t, "Scope", must[[]host.ScopedRoot](t)(h.Scope(ctx,
			[]host.Root{{URI: "file:///w"}}, []host.Root{{Path: "/etc"}, {Path: "/w/sub"}}, host.POSIX)).Value,
			[]host.ScopedRoot{{URI: "file:///w/sub", Path: "/w/sub", Revealed: 0, Allowed: 1}})
	})
}

func TestInputOverTheLimitIsRefusedUnread(t *testing.T) {
	for _, e := range host.Engines {
		h := host.OpenForTest(t, append(e.Options, host.WithMaxInput(100))...)
		if _, err := h.Call(t.Context(), "valid_response", make([]byte, 101)); !errors.Is(err, host.ErrTooLarge) {
			t.Errorf("%s: 101 bytes with a limit of 100: %v, want ErrTooLarge", e.Name, err)
		}
		if _, err := h.Call(t.Context(), "valid_response", make([]byte, 100)); err != nil {
			t.Errorf("%s: 100 bytes with a limit of 100: %v", e.Name, err)
		}
		if _, err := h.Check(t.Context(), host.CheckInput{Message: make([]byte, 101)}); !errors.Is(err, host.ErrTooLarge) {
			t.Errorf("%s: Check of 101 bytes: %v, want ErrTooLarge", e.Name, err)
		}
		wide := host.OpenForTest(t, append(e.Options, host.WithMaxInput(1<<30))...)
		if _, err := wide.Call(t.Context(), "valid_response", make([]byte, roots.MaxInput+1)); !errors.Is(err, host.ErrTooLarge) {
			t.Errorf("%s: one byte more than the module takes: %v, want ErrTooLarge", e.Name, err)
		}
	}
}

func TestModuleInfoIsAboutTheBytesThatRun(t *testing.T) {
	file, err := os.ReadFile("roots.wasm")
	if err != nil {
		t.Fatal(err)
	}
	sum := sha256.Sum256(file)
	same(t, "ModuleInfo", host.ModuleInfo(), host.Module{
		SHA256: hex.EncodeToString(sum[:]), Size: len(file), ABIMajor: roots.ABIMajor, ABIMinor: roots.ABIMinor,
	})
	copied := host.ModuleBytes()
	same(t, "ModuleBytes", sha256.Sum256(copied), sum)
	clear(copied)
	same(t, "ModuleBytes after its copy was cleared", sha256.Sum256(host.ModuleBytes()), sum)
}
