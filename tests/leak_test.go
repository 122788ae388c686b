package tests

import (
	"bytes"
	"encoding/json"
	"fmt"
	"testing"

	"github.com/mcproots/mcproots/tests/cases"
	"github.com/mcproots/mcproots/wasm/roots"
)

// A canary is text that no answer has of its own. What must stay silent about it
// is searched without regard to case, for its part that survives an escape.
var (
	canaries = []string{"QZ7canary", `\u0051Z7canary`, "QZ7canary://", "../QZ7canary", "/QZ7canary"}
	sign     = []byte("z7canary")
)

// places bounds at how many quotes of one input canaries are put.
const places = 40

// planted calls f with variants of an input: a canary behind one of its quotes, so
// in the front of a string or a member's name, or bare in front of a closing sign.
func planted(in []byte, f func([]byte)) {
	n := 0
	for i, c := range in {
		if c != '"' {
			continue
		}
		if n++; n > places {
			break
		}
		canary := canaries[n%len(canaries)]
		f(append(append(append([]byte{}, in[:i+1]...), canary...), in[i+1:]...))
	}
}

func leaks(text []byte) bool { return bytes.Contains(bytes.ToLower(text), sign) }

func TestNoSubmittedValueIsInADiagnosticOrAnError(t *testing.T) {
	all, err := cases.All()
	if err != nil {
		t.Fatal(err)
	}
	var (
		core              roots.Core
		asked, diagnosed  int
		codes, operations = map[string]bool{}, map[string]bool{}
	)
	for _, c := range append(all, cases.Examples()...) {
		if bytes.Contains(c.Input, []byte(`"values":true`)) || len(c.Input) > 1<<16 {
			continue
		}
		op, ok := roots.Lookup(c.Op)
		if !ok {
			t.Fatal(c.Op)
		}
		planted(c.Input, func(in []byte) {
			asked++
			operations[c.Op] = true
			var a struct {
				Error, Refusal, Diagnostics json.RawMessage
			}
			out := core.Call(op, in)
			if err := json.Unmarshal(out, &a); err != nil {
				t.Fatalf("%s: %v\n%.500s\n%.500s", c.Op, err, in, out)
			}
			if leaks(a.Error) || leaks(a.Refusal) || leaks(a.Diagnostics) {
				t.Errorf("%s: a submitted value in what the answer says of it\n   %.800s\n-> %.800s", c.Op, in, out)
			}
			var diagnostics []struct{ Code string }
			json.Unmarshal(a.Diagnostics, &diagnostics)
			for _, d := range diagnostics {
				diagnosed++
				codes[d.Code] = true
			}
			if op == roots.Check && len(in) > 0 && in[0] == '{' {
				in = append([]byte(`{"roots":false,`), in[1:]...)
				if out := core.Call(op, in); leaks(out) {
					t.Errorf("check without roots: a submitted value in the answer\n   %.800s\n-> %.800s", in, out)
				}
			}
		})
	}
	if diagnosed == 0 || len(codes) < 100 || len(operations) < 18 { // info and rules hardly take a string
		t.Errorf("%d diagnostics of %d codes in %d operations: too few to say anything", diagnosed, len(codes), len(operations))
	}
	fmt.Printf("canaries: %d inputs of %d operations, %d diagnostics of %d codes\n", asked, len(operations), diagnosed, len(codes))
}

func TestWithValuesADiagnosticShowsThem(t *testing.T) {
	var core roots.Core
	in := []byte(`{"message":{"roots":[{"uri":"file:///QZ7canary/"}]},"revision":"2025-11-25","roots":false,"values":true}`)
	if out := core.Call(roots.Check, in); !leaks(out) {
		t.Errorf("the canary is never found, so the test above says nothing: %s", out)
	}
}
