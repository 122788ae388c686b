package main

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/mcproots/mcproots/wasm/rule"
)

func TestThePagesOfTheRulesAreCurrent(t *testing.T) {
	wanted, err := pages()
	if err != nil {
		t.Fatal(err)
	}
	there, err := filepath.Glob("../../docs/rules/*")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range there {
		name := filepath.Base(file)
		want, ok := wanted[name]
		delete(wanted, name)
		if text, err := os.ReadFile(file); err != nil {
			t.Error(err)
		} else if !ok || string(text) != want {
			t.Errorf("docs/rules/%s is not current", name)
		}
	}
	for name := range wanted {
		t.Errorf("docs/rules/%s is not there", name)
	}
	if t.Failed() {
		t.Log("go run ./tests/rulepages writes them")
	}
}

func TestEveryGroupBeginsWithARuleInTheOrderOfTheTable(t *testing.T) {
	last := rule.None
	for _, g := range groups {
		if id := rule.Find(g.first); id <= last {
			t.Errorf("%s: its first rule, %s, is not after that of the group before", g.name, g.first)
		} else {
			last = id
		}
	}
	if rule.Find(groups[0].first) != 1 {
		t.Error("the first group doesn't begin with the first rule")
	}
}

func TestAReferenceThatHasNoAddressIsAnError(t *testing.T) {
	for _, text := range []string{"", "a book", "JSON-RPC 2.0 section 9", "MCP client/roots etiquette"} {
		if link, err := reference(text, "2025-11-25"); err == nil {
			t.Errorf("%q gives %s", text, link)
		}
	}
}
