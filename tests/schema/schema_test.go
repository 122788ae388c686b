// Package schema holds the core against the protocol's own JSON schemas. It is a
// module of its own, so that the validator is no dependency of the project.
package schema

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/mcproots/mcproots/tests/cases"
	"github.com/mcproots/mcproots/wasm/roots"
)

var revisions = []string{"2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25", "2026-07-28"}

const latest = "2026-07-28"

// schemas compiles definitions of the published schemas when they are needed.
type schemas struct {
	t        testing.TB
	compiler *jsonschema.Compiler
	compiled map[string]*jsonschema.Schema
}

func load(t testing.TB) *schemas {
	s := &schemas{t: t, compiler: jsonschema.NewCompiler(), compiled: map[string]*jsonschema.Schema{}}
	s.compiler.AssertFormat() // uri
	return s
}

// valid tells whether a document keeps a definition of a revision's schema.
func (s *schemas) valid(revision, definition string, document []byte) error {
	keyword := "$defs"
	if revision < "2025-11-25" {
		keyword = "definitions"
	}
	address := "../testdata/schemas/" + revision + ".json#/" + keyword + "/" + definition
	schema := s.compiled[address]
	if schema == nil {
		var err error
		if schema, err = s.compiler.Compile(address); err != nil {
			panic(err)
		}
		s.compiled[address] = schema
	}
	value, err := jsonschema.UnmarshalJSON(bytes.NewReader(document))
	if err != nil {
		panic(err) // the caller made the document
	}
	return schema.Validate(value)
}

// definitions are the schema's types for a kind of message; all of them must hold.
func definitions(kind, revision string) []string {
	late := revision >= "2025-11-25"
	switch kind {
	case "request":
		if revision == latest {
			return []string{"ListRootsRequest"}
		}
		return []string{"ListRootsRequest", "JSONRPCRequest"}
	case "result":
		return []string{"ListRootsResult"}
	case "response":
		if late {
			return []string{"JSONRPCResultResponse"}
		}
		return []string{"JSONRPCResponse"}
	case "error":
		if late {
			return []string{"JSONRPCErrorResponse"}
		}
		return []string{"JSONRPCError"}
	case "notification":
		return []string{"RootsListChangedNotification", "JSONRPCNotification"}
	case "capabilities":
		return []string{"ClientCapabilities"}
	case "input_required":
		return []string{"InputRequiredResult"}
	case "retry": // its inputResponses
		return []string{"InputResponses"}
	case "refusal":
		return []string{"MissingRequiredClientCapabilityError"}
	}
	return nil
}

// built is one message of a builder.
func (s *schemas) built(core *roots.Core, op roots.Op, in map[string]any) (value, refusal json.RawMessage) {
	s.t.Helper()
	text, err := json.Marshal(in)
	if err != nil {
		s.t.Fatal(err)
	}
	var a struct {
		OK             bool
		Value, Refusal json.RawMessage
	}
	out := core.Call(op, text)
	if err := json.Unmarshal(out, &a); err != nil || !a.OK {
		s.t.Fatalf("%s %s: %s", roots.Operations[op].Name, text, out)
	}
	return a.Value, a.Refusal
}

func (s *schemas) holds(kind, revision string, message []byte) {
	s.t.Helper()
	for _, definition := range definitions(kind, revision) {
		if err := s.valid(revision, definition, message); err != nil {
			s.t.Errorf("%s: %s is no %s: %v", revision, message, definition, err)
		}
	}
}

func TestWhatTheBuildersMakeKeepsTheSchema(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	s := load(t)
	var core roots.Core
	ids := []any{0, 1, -7, "", "a", "😀", 9007199254740991}
	names := []string{"a", "my app", "100%", "a#b", "café", "😀", "[slug]", `a\b`, "+", "x y z", "a%41"}
	messages := 0
	for range 200 {
		list := []map[string]any{}
		for range r.IntN(5) {
			root := map[string]any{"path": "/" + names[r.IntN(len(names))] + "/" + names[r.IntN(len(names))]}
			if r.IntN(2) == 0 {
				root["name"] = names[r.IntN(len(names))]
			}
			if r.IntN(4) == 0 {
				root["_meta"] = map[string]any{"com.example/a": nil}
			}
			list = append(list, root)
		}
		id := ids[r.IntN(len(ids))]
		for _, revision := range revisions {
			check := func(kind string, op roots.Op, in map[string]any) json.RawMessage {
				messages++
				value, _ := s.built(&core, op, in)
				s.holds(kind, revision, value)
				return value
			}
			result := check("result", roots.Result, map[string]any{"roots": list, "platform": "posix"})
			check("request", roots.List, map[string]any{"revision": revision, "id": id})
			request := check("request", roots.List, map[string]any{"revision": revision, "id": id, "meta": map[string]any{"progressToken": id}})
			check("capabilities", roots.Capabilities, map[string]any{"revision": revision})
			answer := map[string]any{"request": request, "revision": revision, "roots": list, "platform": "posix"}
			if revision == latest {
				declared := map[string]any{"roots": map[string]any{}}
				check("result", roots.Answer, answer)
				check("input_required", roots.InputRequired, map[string]any{"requests": map[string]any{"r": request}, "requestState": "s", "capabilities": declared, "method": "tools/call"})
				check("input_required", roots.InputRequired, map[string]any{"requestState": "s", "capabilities": declared, "method": "tools/call"})
				_, refusal := s.built(&core, roots.InputRequired, map[string]any{"requests": map[string]any{"r": request}, "capabilities": map[string]any{}, "method": "tools/call"})
				s.holds("refusal", revision, []byte(`{"jsonrpc":"2.0","id":1,"error":`+string(refusal)+`}`))
				if err := s.valid(revision, "InputResponses", []byte(`{"r":`+string(result)+`}`)); err != nil {
					t.Error(err)
				}
				continue
			}
			check("capabilities", roots.Capabilities, map[string]any{"revision": revision, "listChanged": r.IntN(2) == 0})
			check("notification", roots.ListChanged, map[string]any{"revision": revision})
			check("response", roots.Answer, answer)
			answer["roots"] = []any{map[string]any{"path": "relative"}}
			check("error", roots.Answer, answer)
			answer["roots"] = nil
			check("error", roots.Answer, answer)
		}
	}
	fmt.Printf("schemas: %d built messages\n", messages)
}

// The cases of schema.jsonl say what the protocol profile answers. Where their name
// says "since", the protocol's pages ask for more than its schema does; in all others
// the schema itself must say the same.
func TestTheCasesSayWhatTheSchemasSay(t *testing.T) {
	all, err := cases.All()
	if err != nil {
		t.Fatal(err)
	}
	s := load(t)
	compared := 0
	for _, c := range all {
		if c.File != "schema.jsonl" || strings.Contains(c.Name, ", since ") {
			continue
		}
		var in struct {
			Kind, Revision string
			Message        json.RawMessage
		}
		var expect struct{ Valid bool }
		if json.Unmarshal(c.Input, &in) != nil || json.Unmarshal(c.Expect, &expect) != nil {
			t.Fatalf("%s:%d", c.File, c.Line)
		}
		document, types := in.Message, definitions(in.Kind, in.Revision)
		switch in.Kind {
		case "retry":
			document = responses(in.Message)
		case "error":
			if in.Revision == latest {
				types = definitions("refusal", latest)
			}
		}
		if types == nil {
			t.Fatalf("%s:%d: no definition for %s", c.File, c.Line, in.Kind)
		}
		valid := true
		for _, definition := range types {
			valid = valid && s.valid(in.Revision, definition, document) == nil
		}
		compared++
		if valid != expect.Valid {
			t.Errorf("%s:%d: %s: the schema says %v", c.File, c.Line, c.Name, valid)
		}
	}
	if compared < 300 {
		t.Errorf("only %d cases were compared", compared)
	}
	fmt.Printf("schemas: %d cases compared\n", compared)
}
