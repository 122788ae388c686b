package main

import (
	"strings"
	"testing"

	"github.com/tidwall/gjson"
)

func TestTheFirstLineTellsATranscriptFromADocument(t *testing.T) {
	for _, tt := range []struct {
		name, text string
		transcript bool
	}{
		{"a.json", `{"roots":[]}`, false},
		{"a.json", `{"roots":[]}` + "\n\n", false},
		{"a.json", "{\n\"roots\":[]}", false},
		{"a.json", `{"roots":[]} {"roots":[]}` + "\n" + `{}`, false},
		{"a.json", "{}\n{}", true},
		{"a.json", "\n\n  {}\r\n\r\n[]", true},
		{"a.json", "2026 <- {\"jsonrpc\":\"2.0\"}\n", true},
		{"a.json", "hello\nworld", false},
		{"a.jsonl", `{"roots":[]}`, true},
		{"A.NDJSON", `{"roots":[]}`, true},
		{"a.log", "hello", true},
		{"a.json", "", false},
	} {
		in, err := newLines(tt.name, strings.NewReader(tt.text))
		if err != nil || in.transcript() != tt.transcript {
			t.Errorf("%s with %q: %v, %v", tt.name, tt.text, in.transcript(), err)
		}
	}
}

func TestAMessageIsFoundOnItsLine(t *testing.T) {
	const message = `{"jsonrpc":"2.0","id":1,"method":"roots/list"}`
	for _, tt := range []struct {
		name, line, want string
		whole            bool
	}{
		{"the line itself", "  " + message + " ", message, true},
		{"a wrapper's member", `{"direction":"in", "message": ` + message + `, "t":1}`, message, false},
		{"a capture's body", `{"headers":{"a":"b"},"body":` + message + `}`, message, false},
		{"a log's prefix", `10:00 [debug] {client} <- ` + message, message, false},
		{"an event of a stream", `data: ` + message, message, false},
		{"a wrapper after a prefix", `10:00 {"message":` + message + `}`, message, false},
		{"a batch", `[` + message + `]`, `[` + message + `]`, true},
		{"a bare list", `{"roots":[]}`, `{"roots":[]}`, true},
		{"a message whose data holds another", `{"jsonrpc":"2.0","method":"x","message":` + message + `}`, `{"jsonrpc":"2.0","method":"x","message":` + message + `}`, true},
		{"a member that is no message", `{"level":"info","message":{"text":"hello"}}`, `{"level":"info","message":{"text":"hello"}}`, true},
		{"a broken message", `{"jsonrpc":`, `{"jsonrpc":`, true},
		{"text", `server started`, "", false},
		{"text with braces", `{client} started`, `{client} started`, true},
		{"far behind a prefix", strings.Repeat("x{", 2000) + message, "", false},
	} {
		start, end, whole := findMessage([]byte(tt.line))
		if got := tt.line[start:end]; got != tt.want || whole != tt.whole {
			t.Errorf("%s: %q, whole %v; want %q, %v", tt.name, got, whole, tt.want, tt.whole)
		}
	}
}

// A step of a session is a message and what the session says of it.
type step struct{ message, kind string }

func TestASessionKnowsWhichAnswersAreAboutRoots(t *testing.T) {
	const (
		ask    = `{"id":1,"method":"roots/list"}`
		other  = `{"id":1,"method":"tools/list"}`
		result = `{"id":1,"result":{}}`
		roots  = `{"id":1,"result":{"roots":[]}}`
		failed = `{"id":1,"error":{"code":-1,"message":"no"}}`
	)
	for name, steps := range map[string][]step{
		"an answer to roots/list":                    {{ask, ""}, {result, "response"}, {result, ""}},
		"an error to roots/list":                     {{ask, ""}, {failed, "error"}, {failed, ""}},
		"an answer to another request":               {{other, ""}, {result, ""}},
		"an error to another request":                {{other, ""}, {failed, ""}},
		"both sides use one id, roots last":          {{ask, ""}, {other, ""}, {result, ""}, {result, "response"}},
		"both sides use one id, roots first":         {{other, ""}, {ask, ""}, {roots, "response"}, {result, ""}},
		"an id as text is another id":                {{ask, ""}, {`{"id":"1","result":{}}`, ""}, {result, "response"}},
		"an error that names the capability":         {{`{"id":9,"error":{"code":-32021,"data":{"requiredCapabilities":{"roots":{}}}}}`, "error"}},
		"a new session forgets the old one's":        {{ask, ""}, {`{"id":0,"method":"initialize"}`, ""}, {result, ""}},
		"what is no message changes nothing":         {{`[]`, ""}, {`{}`, ""}, {ask, ""}, {result, "response"}},
		"a request that is asked twice is due twice": {{ask, ""}, {ask, ""}, {result, "response"}, {result, "response"}, {result, ""}},
	} {
		s := newSession()
		for i, step := range steps {
			if kind, _ := s.read(gjson.Parse(step.message)); kind != step.kind {
				t.Errorf("%s: step %d is %q, want %q", name, i, kind, step.kind)
			}
		}
	}
}

func TestASessionTakesTheAgreedRevision(t *testing.T) {
	s := newSession()
	for _, step := range []struct{ message, revision string }{
		{`{"id":0,"method":"initialize","params":{"protocolVersion":"2025-11-25"}}`, ""},
		{`{"id":0,"result":{"protocolVersion":"2025-03-26"}}`, "2025-03-26"},
		{`{"id":1,"method":"tools/list"}`, "2025-03-26"},
		{`{"id":1,"method":"tools/list","params":{"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28"}}}`, "2026-07-28"},
		{`{"id":0,"result":{"protocolVersion":"2099-01-01"}}`, "2026-07-28"},
		{`{"id":0,"method":"initialize"}`, ""},
	} {
		if s.read(gjson.Parse(step.message)); s.revision != step.revision {
			t.Errorf("after %s: %q, want %q", step.message, s.revision, step.revision)
		}
	}
}
