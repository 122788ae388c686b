package schema

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
func outOfScope(kind, text string) bool {
	switch kind {
	case "capabilities":
		return strings.Contains(text, `"sampling"`) // other capabilities are left alone
	case "input_required":
		return strings.Contains(text, `"result"`) || // read as the response around it
			strings.Contains(text, `"sampling/`) || strings.Contains(text, `"elicitation/`) // other requests are left alone
	}
	return false
}

// failed tells whether a response is an error rather than a result.
func failed(text []byte) bool {
	var members map[string]json.RawMessage
	json.Unmarshal(text, &members)
	return members["error"] != nil && members["result"] == nil
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
			types := definitions(in.Kind, revision)
			if types == nil || revision == latest && (in.Kind == "notification" || in.Kind == "response") || revision != latest && in.Kind == "input_required" {
				continue // the revision has no such message
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
				if outOfScope(in.Kind, string(text)) {
					continue
				}
				input, _ := json.Marshal(map[string]any{"message": json.RawMessage(text), "kind": in.Kind, "revision": revision, "profile": "protocol", "roots": false})
				var a struct {
					Value       struct{ Valid bool }
					Diagnostics []diagnostic
				}
				if err := json.Unmarshal(core.Call(roots.Check, input), &a); err != nil {
					t.Fatal(err)
				}
				types := types
				if in.Kind == "response" && failed(text) {
					types = definitions("error", revision)
				}
				var fault error
				for _, definition := range types {
					if err := s.valid(revision, definition, text); err != nil {
						fault = err
					}
				}
				if a.Value.Valid && fault != nil {
					t.Errorf("%s %s: %s is accepted, but not by the schema: %v", revision, in.Kind, text, fault)
				}
				if a.Value.Valid {
					sound++
				} else {
					refused++
				}
				if a.Value.Valid || fault != nil {
					continue
				}
				both := slices.ContainsFunc(a.Diagnostics, func(d diagnostic) bool { return d.Code == "response-result-and-error" })
				for _, d := range a.Diagnostics {
					if both && (strings.HasPrefix(d.Code, "error-") || d.Code == "id-missing") {
						continue // the schema looks at one of the two
					}
					if d.Severity == "error" && !strings.HasPrefix(d.Code, "uri-") && !slices.Contains(stricter, d.Code) {
						t.Errorf("%s %s: %s is refused for %s, but not by the schema", revision, in.Kind, text, d.Code)
					}
				}
			}
		}
	}
	if sound < 500 || refused < 500 {
		t.Errorf("%d messages were sound, %d refused: too few to say anything", sound, refused)
	}
	fmt.Printf("schemas: %d mutated messages accepted, %d refused\n", sound, refused)
}
