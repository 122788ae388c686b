package roots_test

import (
	"encoding/json"
	"slices"
	"testing"

	"github.com/mcproots/mcproots/wasm/roots"
	"github.com/mcproots/mcproots/wasm/rule"
	"github.com/mcproots/mcproots/wasm/rule/example"
)

// codes returns the distinct codes in an answer: of its diagnostics and of the
// reasons in its verdicts.
func codes(t *testing.T, answer []byte) []string {
	t.Helper()
	var a struct {
		Value       json.RawMessage
		Diagnostics []struct{ Code string }
	}
	if err := json.Unmarshal(answer, &a); err != nil {
		t.Fatalf("the answer is not JSON: %v\n%s", err, answer)
	}
	var out []string
	for _, d := range a.Diagnostics {
		out = append(out, d.Code)
	}
	var verdicts []struct{ Reason string }
	if json.Unmarshal(a.Value, &verdicts) == nil {
		for _, v := range verdicts {
			if v.Reason != "" {
				out = append(out, v.Reason)
			}
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

func TestEveryBadExampleFindsExactlyItsCodeAndEveryGoodOneDoesNot(t *testing.T) {
	for id := rule.ID(1); int(id) < rule.Len(); id++ {
		r := rule.Get(id)
		e := example.Of(r)
		t.Run(r.Code, func(t *testing.T) {
			var c roots.Core
			op, in := e.Input(true)
			o, ok := roots.Lookup(op)
			if !ok {
				t.Fatalf("no operation %q", op)
			}
			want := []string{r.Code}
			if e.Also != "" {
				want = append(want, e.Also)
				slices.Sort(want)
			}
			got := slices.DeleteFunc(codes(t, c.Call(o, []byte(in))), func(s string) bool {
				return s == "roots-deprecated" && r.Code != s
			})
			if !slices.Equal(got, want) {
				t.Errorf("bad example: got %v\n%.300s\n%.600s", got, in, c.Call(o, []byte(in)))
			}
			op, in = e.Input(false)
			o, _ = roots.Lookup(op)
			if got := codes(t, c.Call(o, []byte(in))); slices.Contains(got, r.Code) {
				t.Errorf("good example: got %v\n%.300s\n%.600s", got, in, c.Call(o, []byte(in)))
			}
		})
	}
}
