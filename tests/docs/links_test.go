package main

import (
	"fmt"
	"net/url"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

const top = "../.."

// ownPage is an address of this repository: it can be followed here.
var ownPage = regexp.MustCompile(`^https://github\.com/mcproots/mcproots/(?:blob|tree|raw)/main/(.+)$`)

func all(t *testing.T) []document {
	t.Helper()
	d, err := documents(top)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func TestEveryLinkInADocumentLeadsSomewhere(t *testing.T) {
	there := map[string]document{}
	for _, d := range all(t) {
		there[d.name] = d
	}
	followed := 0
	for _, d := range there {
		for _, l := range d.links() {
			followed++
			if err := follow(there, d, l.target); err != nil {
				t.Errorf("%s:%d: %s: %v", d.name, l.line, l.target, err)
			}
		}
	}
	if followed < 100 {
		t.Errorf("only %d links were found", followed)
	}
}

// follow goes where the link of a document leads, as far as that can be done
// without a network: of other sites' addresses only the form is looked at.
func follow(there map[string]document, from document, target string) error {
	if own := ownPage.FindStringSubmatch(target); own != nil {
		from, target = document{}, own[1]
	}
	u, err := url.Parse(target)
	if err != nil {
		return fmt.Errorf("it is no URI")
	}
	switch {
	case u.Scheme == "https" && strings.Contains(u.Host, "."), u.Scheme == "mailto":
		return nil
	case u.Scheme != "" || u.Host != "":
		return fmt.Errorf("an address begins with https:// and a host")
	case strings.HasPrefix(u.Path, "/"):
		return fmt.Errorf("a path of this tree is relative to the document")
	}
	name := from.name
	if u.Path != "" {
		name = path.Join(path.Dir(from.name), u.Path)
	}
	if strings.HasPrefix(name, "../") {
		return fmt.Errorf("it leaves the tree")
	}
	info, err := os.Stat(filepath.Join(top, filepath.FromSlash(name)))
	if err != nil {
		return fmt.Errorf("nothing is there")
	}
	if u.Fragment == "" {
		return nil
	}
	if info.IsDir() {
		name = path.Join(name, "README.md")
	}
	page, ok := there[name]
	if !ok || !page.anchors()[u.Fragment] {
		return fmt.Errorf("no heading has this anchor")
	}
	return nil
}

func TestALinkThatLeadsNowhereIsNoticed(t *testing.T) {
	there := map[string]document{}
	for _, d := range all(t) {
		there[d.name] = d
	}
	from := there["docs/README.md"]
	for _, target := range []string{"inside.md", "inside.md#it-is-lexical", "../README.md", "#documentation", "https://example.com/a", "https://github.com/mcproots/mcproots/blob/main/docs/rules/outside.md"} {
		if err := follow(there, from, target); err != nil {
			t.Errorf("%s: %v", target, err)
		}
	}
	for _, target := range []string{"no.md", "inside.md#no", "#no", "../../x", "/docs/inside.md", "http://example.com/", "https:///x", "file:///x", "%zz", "https://github.com/mcproots/mcproots/blob/main/docs/no.md"} {
		if follow(there, from, target) == nil {
			t.Errorf("%s was followed", target)
		}
	}
}

func TestEveryPageOfTheDocumentationIsInItsIndex(t *testing.T) {
	listed := map[string]bool{}
	for _, d := range all(t) {
		if d.name == "docs/README.md" || d.name == "docs/rules/README.md" {
			for _, l := range d.links() {
				listed[path.Join(path.Dir(d.name), l.target)] = true
			}
		}
	}
	for _, d := range all(t) {
		if strings.HasPrefix(d.name, "docs/") && d.name != "docs/README.md" && !listed[d.name] {
			t.Errorf("%s is in no index", d.name)
		}
	}
}
