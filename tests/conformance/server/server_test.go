package main

import (
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/mcproots/mcproots/host"
)

// A reply is what came back over HTTP.
type reply struct {
	status int
	Result json.RawMessage
	Error  *fault
	text   string
}

// caller starts the server and gives a function that calls one of its tools.
func caller(t *testing.T) func(tool, capabilities, members string) reply {
	h, err := host.Open(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	s := httptest.NewServer(newServer(h))
	t.Cleanup(func() { s.Close(); _ = h.Close() })
	return func(tool, capabilities, members string) reply {
		t.Helper()
		body := `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"` + tool + `"` + members +
			`,"_meta":{"` + metaVersion + `":"` + revision + `","` + metaCapabilities + `":` + capabilities + `}}}`
		request, err := http.NewRequestWithContext(t.Context(), http.MethodPost, s.URL+"/mcp", strings.NewReader(body))
		if err != nil {
			t.Fatal(err)
		}
		request.Header = http.Header{"Mcp-Protocol-Version": {revision}, "Mcp-Method": {"tools/call"}, "Mcp-Name": {tool}}
		response, err := http.DefaultClient.Do(request)
		if err != nil {
			t.Fatal(err)
		}
		defer response.Body.Close()
		text, err := io.ReadAll(response.Body)
		if err != nil {
			t.Fatal(err)
		}
		r := reply{status: response.StatusCode, text: string(text)}
		if err := json.Unmarshal(text, &r); err != nil {
			t.Fatalf("%v: %s", err, text)
		}
		return r
	}
}

const listRoots = "test_input_required_result_list_roots"

func TestAClientWithoutRootsIsToldTheCapability(t *testing.T) {
	r := caller(t)(listRoots, `{"sampling":{}}`, "")
	if r.status != http.StatusBadRequest || r.Error == nil || r.Error.Code != codeMissingCapability || !strings.Contains(r.text, `{"requiredCapabilities":{"roots":{}}}`) {
		t.Fatal(r.status, r.text)
	}
}

func TestOfSeveralRequestsOnlyTheMissingCapabilitiesAreTold(t *testing.T) {
	r := caller(t)("test_input_required_result_multiple_inputs", `{"sampling":{}}`, "")
	if r.Error == nil || r.Error.Code != codeMissingCapability || strings.Contains(r.text, "sampling") {
		t.Fatal(r.status, r.text)
	}
	for _, capability := range []string{`"roots":{}`, `"elicitation":{`} {
		if !strings.Contains(r.text, capability) {
			t.Errorf("%s isn't among the required capabilities: %s", capability, r.text)
		}
	}
}

func TestAnAnswerThatBreaksTheProtocolIsAnErrorThatDoesNotQuoteIt(t *testing.T) {
	call := caller(t)
	for _, answer := range []string{
		`{"roots":[{"uri":"https://canary.example/"}]}`,
		`{"roots":[{"uri":"file:///canary","name":7}]}`,
		`{"roots":{"canary":1}}`,
		`{"action":"accept","content":{"canary":1}}`,
	} {
		r := call(listRoots, `{"roots":{}}`, `,"inputResponses":{"client_roots":`+answer+`}`)
		if r.status != http.StatusBadRequest || r.Error == nil || r.Error.Code != codeInvalidParams || strings.Contains(r.text, "canary") {
			t.Errorf("%s: %d %s", answer, r.status, r.text)
		}
	}
}

func TestOnlyUsableRootsAreUsed(t *testing.T) {
	r := caller(t)(listRoots, `{"roots":{}}`, `,"inputResponses":{"client_roots":{"roots":[{"uri":"file:///w"},{"uri":"file:///a/../etc"}]}}`)
	if r.Error != nil || !strings.Contains(string(r.Result), "Client roots, ok: file:///w\"") {
		t.Fatal(r.status, r.text)
	}
}

func TestAnAnswerUnderAnotherKeyIsAskedForAgain(t *testing.T) {
	r := caller(t)(listRoots, `{"roots":{}}`, `,"inputResponses":{"other":{"roots":[]}}`)
	if !strings.Contains(string(r.Result), `"inputRequests":{"client_roots":`) {
		t.Fatal(r.status, r.text)
	}
}

func TestAMemberThatStandsTwiceIsRefused(t *testing.T) {
	r := caller(t)(listRoots, `{"roots":{}}`, `,"inputResponses":{"client_roots":{"roots":[],"roots":[]}}`)
	if r.status != http.StatusBadRequest || !strings.Contains(r.text, "json-duplicate-key") {
		t.Fatal(r.status, r.text)
	}
}

func TestAStateServesOnlyItsOwnToolAndTime(t *testing.T) {
	s := newSealer()
	if round, err := s.open(s.seal("a", 2), "a"); err != nil || round != 2 {
		t.Fatal(round, err)
	}
	text, _ := json.Marshal(state{"a", 1, time.Now().Add(-time.Second).Unix()})
	payload := encoded(text)
	for name, sealed := range map[string]string{
		"another tool's":   s.seal("b", 2),
		"another server's": newSealer().seal("a", 2),
		"an expired one":   payload + "." + s.mac(payload),
		"half of one":      strings.Split(s.seal("a", 2), ".")[0],
	} {
		if _, err := s.open(sealed, "a"); err == nil {
			t.Errorf("%s is accepted", name)
		}
	}
}
