package tests

import (
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/mcproots/mcproots/wasm/roots"
)

// operations are the names of the table of operations, in its order.
func operations() (names []string) {
	for _, o := range roots.Operations {
		names = append(names, o.Name)
	}
	return names
}

// section is the part of a page between two texts.
func section(t *testing.T, file, from, to string) string {
	t.Helper()
	page, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	_, rest, ok := strings.Cut(string(page), from)
	text, _, end := strings.Cut(rest, to)
	if !ok || !end {
		t.Fatalf("%s has no part from %q to %q", file, from, to)
	}
	return text
}

// firsts are the pattern's groups, wherever it matches.
func firsts(pattern, text string) (all []string) {
	for _, of := range regexp.MustCompile(pattern).FindAllStringSubmatch(text, -1) {
		all = append(all, of[1])
	}
	return all
}

func TestTheABIPageListsExactlyTheOperationsAndTheVersion(t *testing.T) {
	listed := firsts("`(\\w+)`", section(t, "../wasm/ABI.md", "There is one export for each operation (the table in the README, `info`):", "\n\n"))
	if want := operations(); !slices.Equal(listed, want) {
		t.Errorf("wasm/ABI.md lists %q, want %q", listed, want)
	}
	changes := firsts(`(?m)^\| (\d+\.\d+) \|`, section(t, "../wasm/ABI.md", "\n## Changes\n", "first version"))
	if !slices.Contains(changes, "1.0") || roots.ABIMajor != 1 || roots.ABIMinor != 0 {
		t.Error("wasm/ABI.md and the code disagree on the ABI's version")
	}
}

func TestTheREADMEListsExactlyTheOperations(t *testing.T) {
	listed := firsts("(?m)^\\| `(\\w+)` \\|", section(t, "../README.md", "\n## Operations\n", "\n## "))
	if want := operations(); !slices.Equal(listed, want) {
		t.Errorf("the README lists %q, want %q", listed, want)
	}
}
