package schema

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/mcproots/mcproots/tests/cases"
	"github.com/mcproots/mcproots/wasm/roots"
)

// stricter are the codes by which the protocol profile may refuse what the schema
// of a message allows: the pages say more, or the schema of the message leaves its
// content open.
var stricter = []string{
	"input-required-empty",                                                                                                                                                          // basic/patterns/mrtr: at least one of the two
	"result-type",                                                                                                                                                                   // the same: it tells input_required from complete
	"notification-id",                                                                                                                                                               // basic: a notification has no id
	"response-result-and-error",                                                                                                                                                     // basic: exactly one of the two
	"error-capabilities-missing",                                                                                                                                                    // basic: -32021 names them
	"roots-missing", "roots-not-list", "root-not-object", "uri-missing", "uri-not-string", "name-not-string", "root-meta-not-object", "result-meta-not-object", "result-not-object", // of a response's result
}

// spelt are the codes of numbers that JSON Schema counts as integers, but that are not
// written as such (1.0, 1e2). An id is echoed as it is written and compared by its
// text, and no implementation writes one so.
var (
	spelt   = []string{"id-type", "progress-token-type", "error-code-type"}
	numeral = regexp.MustCompile(`[0-9](?:\.0+)?(?:[eE]\+?[0-9]+|\.0+)`)
)

var values = []string{"null", "true", "0", "-1", "1.5", `""`, `"x"`, `"2.0"`, "[]", "{}", "[null]", `{"a":null}`, `[{"uri":"file:///a"}]`, `{"roots":[]}`, `{"method":"roots/list"}`, `"roots/list"`, `"input_required"`}

var members = []string{"jsonrpc", "id", "method", "params", "_meta", "progressToken", "roots", "uri", "name", "listChanged", "result", "error", "code", "message", "data", "requiredCapabilities", "resultType", "inputRequests", "requestState", "x"}

// mutate returns a value with one place changed.
func mutate(r *rand.Rand, v any, depth int) any {
	if depth > 0 && r.IntN(3) > 0 {
		switch v := v.(type) {
		case map[string]any:
			keys := make([]string, 0, len(v))
			for key := range v {
				keys = append(keys, key)
			}
			slices.Sort(keys)
			switch {
			case len(keys) == 0 || r.IntN(4) == 0:
				v[members[r.IntN(len(members))]] = replacement(r)
			case r.IntN(4) == 0:
				delete(v, keys[r.IntN(len(keys))])
			default:
				key := keys[r.IntN(len(keys))]
				v[key] = mutate(r, v[key], depth-1)
			}
			return v
		case []any:
			if len(v) == 0 || r.IntN(4) == 0 {
				return append(v, replacement(r))
			}
			i := r.IntN(len(v))
			v[i] = mutate(r, v[i], depth-1)
			return v
		}
	}
	return replacement(r)
}

func replacement(r *rand.Rand) any {
	return json.RawMessage(values[r.IntN(len(values))])
}

type diagnostic struct{ Code, Severity string }

// outOfScope tells whether the schema speaks of what roots have no part in.
func outOfScope(kind string, text []byte) bool {
	var members map[string]json.RawMessage
	json.Unmarshal(text, &members)
	switch kind {
	case "retry": // the call around the answers, and other answers, are left alone
		var answers map[string]map[string]any
		json.Unmarshal(members["inputResponses"], &answers)
		for _, answer := range answers {
			if answer["action"] != nil || answer["role"] != nil {
				return true
			}
		}
		return members["inputResponses"] == nil || len(members) > 1
	case "capabilities": // others are left alone
		for name := range members {
			if name != "roots" && name != "x" {
				return true
			}
		}
	case "input_required":
		if members["result"] != nil { // read as the response around it
			return true
		}
		var requests map[string]struct{ Method any }
		json.Unmarshal(members["inputRequests"], &requests)
		for _, request := range requests { // others than for roots are left alone
			if request.Method == "sampling/createMessage" || request.Method == "elicitation/create" {
				return true
			}
		}
	}
	return false
}

// failed tells whether a response is an error rather than a result.
func failed(text []byte) bool {
	var members map[string]json.RawMessage
	json.Unmarshal(text, &members)
	return members["error"] != nil && members["result"] == nil
}

// exists tells whether a revision has a kind of message that the schema knows.
func exists(kind, revision string) bool {
	switch kind {
	case "notification", "response":
		return revision != latest
	case "input_required", "retry":
		return revision == latest
	}
	return definitions(kind, revision) != nil
}

// responses are the answers in the params of a retried call.
func responses(params []byte) json.RawMessage {
	var members struct{ InputResponses json.RawMessage }
	json.Unmarshal(params, &members)
	return members.InputResponses
}

// agrees compares check's protocol profile with the schema, and returns the verdict:
// what check takes the schema takes, and what only check refuses it refuses for one of
// the reasons in stricter.
func (s *schemas) agrees(t *testing.T, core *roots.Core, kind, revision string, text []byte) (valid bool) {
	t.Helper()
	input, _ := json.Marshal(map[string]any{"message": json.RawMessage(text), "kind": kind, "revision": revision, "profile": "protocol", "roots": false})
	var a struct {
		Value       struct{ Valid bool }
		Diagnostics []diagnostic
	}
	if err := json.Unmarshal(core.Call(roots.Check, input), &a); err != nil {
		t.Fatal(err)
	}
	types := definitions(kind, revision)
	if kind == "response" && failed(text) {
		types = definitions("error", revision)
	}
	document := text
	if kind == "retry" {
		document = responses(text)
	}
	var fault error
	for _, definition := range types {
		if err := s.valid(revision, definition, document); err != nil {
			fault = err
		}
	}
	if a.Value.Valid && fault != nil {
		t.Errorf("%s %s: %s is accepted, but not by the schema: %v", revision, kind, text, fault)
	}
	if a.Value.Valid || fault != nil {
		return a.Value.Valid
	}
	both := slices.ContainsFunc(a.Diagnostics, func(d diagnostic) bool { return d.Code == "response-result-and-error" })
	for _, d := range a.Diagnostics {
		if both && (strings.HasPrefix(d.Code, "error-") || d.Code == "id-missing") {
			continue // the schema looks at one of the two
		}
		if slices.Contains(spelt, d.Code) && numeral.Match(text) {
			continue
		}
		if d.Severity == "error" && !strings.HasPrefix(d.Code, "uri-") && !slices.Contains(stricter, d.Code) {
			t.Errorf("%s %s: %s is refused for %s, but not by the schema", revision, kind, text, d.Code)
		}
	}
	return false
}

func TestTheProtocolProfileAndTheSchemaAgreeOnMutatedMessages(t *testing.T) {
	all, err := cases.All()
	if err != nil {
		t.Fatal(err)
	}
	r := rand.New(rand.NewPCG(3, 4))
	s := load(t)
	var core roots.Core
	sound, refused := 0, 0
	for _, c := range all {
		if c.File != "schema.jsonl" && c.File != "rules.jsonl" {
			continue
		}
		var in struct {
			Kind    string
			Message json.RawMessage
		}
		if json.Unmarshal(c.Input, &in) != nil || in.Message == nil || len(in.Message) > 4096 {
			continue
		}
		if in.Kind == "" {
			var a struct{ Value struct{ Kind string } }
			json.Unmarshal(core.Call(roots.Check, c.Input), &a)
			in.Kind = a.Value.Kind
		}
		for _, revision := range revisions {
			if !exists(in.Kind, revision) {
				continue
			}
			for range 20 {
				var document any
				if err := json.Unmarshal(in.Message, &document); err != nil {
					t.Fatal(err)
				}
				for range 1 + r.IntN(2) {
					text, _ := json.Marshal(mutate(r, document, 5))
					document = nil
					json.Unmarshal(text, &document)
				}
				text, _ := json.Marshal(document)
				if outOfScope(in.Kind, text) {
					continue
				}
				if s.agrees(t, &core, in.Kind, revision, text) {
					sound++
				} else {
					refused++
				}
			}
		}
	}
	if sound < 500 || refused < 500 {
		t.Errorf("%d messages were sound, %d refused: too few to say anything", sound, refused)
	}
	fmt.Printf("schemas: %d mutated messages accepted, %d refused\n", sound, refused)
}
