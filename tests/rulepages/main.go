// Command rulepages writes docs/rules out of the table of rules: a page for each
// rule, the index, and the codes of the disk. This package's test fails when they
// are not current.
//
//	go run ./tests/rulepages
package main

import (
	"fmt"
	"log"
	"os"
	"path/filepath"
	"strings"

	"github.com/mcproots/mcproots/wasm/rule"
)

func main() {
	log.SetFlags(0)
	if err := write("docs/rules"); err != nil {
		log.Fatal(err)
	}
}

// write leaves in dir exactly the pages: one of a rule that is gone goes too.
func write(dir string) error {
	wanted, err := pages()
	if err != nil {
		return err
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	there, err := filepath.Glob(filepath.Join(dir, "*.md"))
	if err != nil {
		return err
	}
	for _, file := range there {
		if _, ok := wanted[filepath.Base(file)]; !ok {
			if err := os.Remove(file); err != nil {
				return err
			}
		}
	}
	for name, text := range wanted {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			return err
		}
	}
	return nil
}

// pages gives the text of each file.
func pages() (map[string]string, error) {
	all := map[string]string{"README.md": index(), "disk.md": disk()}
	for id := rule.ID(1); int(id) < rule.Len(); id++ {
		r := rule.Get(id)
		text, err := page(r)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", r.Code, err)
		}
		all[r.Code+".md"] = text
	}
	return all, nil
}

const generated = "<!-- Written by tests/rulepages; change wasm/rule/table.txt or host/rootfs/codes.go instead. -->\n"

// prose is text of the table in Markdown: words that are written in JSON or in
// code stand as code, so that nothing in them is taken for markup.
func prose(text string) string {
	words := strings.Split(text, " ")
	for i, word := range words {
		bare := word
		if !strings.HasSuffix(word, "..") {
			bare = strings.TrimRight(word, ".,:;")
		}
		if strings.ContainsAny(bare, "{}[]\"_<>*\\`|%:") || strings.HasPrefix(word, "..") {
			words[i] = "`" + bare + "`" + word[len(bare):]
		}
	}
	return strings.Join(words, " ")
}

// cell is prose in a cell of a table.
func cell(text string) string { return strings.ReplaceAll(prose(text), "|", `\|`) }
