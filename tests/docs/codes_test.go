package main

import (
	"regexp"
	"strings"
	"testing"

	"github.com/mcproots/mcproots/host/rootfs"
	"github.com/mcproots/mcproots/wasm/rule"
)

// A word in code with hyphens, which codes are.
var hyphened = regexp.MustCompile(`^[a-z0-9]+(-[a-z0-9]+)+$`)

func TestEveryCodeThatADocumentNamesExists(t *testing.T) {
	codes, beginnings := map[string]bool{}, map[string]bool{}
	note := func(code string) {
		codes[code] = true
		beginnings[code[:strings.IndexByte(code+"-", '-')]] = true
	}
	for id := rule.ID(1); int(id) < rule.Len(); id++ {
		note(rule.Get(id).Code)
	}
	for _, info := range rootfs.Codes {
		note(string(info.Code))
	}
	named := 0
	for _, d := range all(t) {
		for _, s := range d.spans() {
			word := s.target
			if !hyphened.MatchString(word) || !beginnings[word[:strings.IndexByte(word, '-')]] {
				continue
			}
			named++
			if !codes[word] {
				t.Errorf("%s:%d: no code is called %s", d.name, s.line, word)
			}
		}
	}
	if named < 20 {
		t.Errorf("only %d codes were found", named)
	}
}
