package tests

import (
	"bytes"
	"encoding/json"
	"testing"

	"github.com/mcproots/mcproots/wasm/roots"
)

// core is reused by all tests, as hosts reuse theirs.
var core roots.Core

// ask calls an operation of the native core with a value as input.
func ask(t testing.TB, op roots.Op, input any) answer {
	t.Helper()
	var text bytes.Buffer
	encoder := json.NewEncoder(&text)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(input); err != nil {
		t.Fatal(err)
	}
	var a answer
	out := core.Call(op, text.Bytes())
	if err := json.Unmarshal(out, &a); err != nil {
		t.Fatalf("%s: the answer is not JSON: %v\n%s\n%s", roots.Operations[op].Name, err, text.Bytes(), out)
	}
	return a
}
