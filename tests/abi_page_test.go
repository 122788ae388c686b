package tests

import (
	"os"
	"strings"
	"testing"

	"github.com/mcproots/mcproots/wasm/roots"
)

func TestTheABIPageNamesEveryOperationAndTheVersion(t *testing.T) {
	page, err := os.ReadFile("../wasm/ABI.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, o := range roots.Operations {
		if !strings.Contains(string(page), "`"+o.Name+"`") {
			t.Errorf("wasm/ABI.md does not name %s", o.Name)
		}
	}
	if !strings.Contains(string(page), "| 1.0 |") || roots.ABIMajor != 1 || roots.ABIMinor != 0 {
		t.Error("wasm/ABI.md and the code disagree on the ABI's version")
	}
}
