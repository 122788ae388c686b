// Command version writes the project's version to every place that needs it by
// heart: manifests, lock files, documentation. The version itself is the constant
// Version in wasm/roots/core.go; a release changes that line and runs
//
//	make version
//
// which runs this, and builds the module and the vectors anew, since they tell the
// version too. This package's test holds every place to the constant.
package main

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/mcproots/mcproots/wasm/roots"
)

// A place is a file that holds the version, wherever the pattern's group matches.
type place struct {
	file    string
	pattern *regexp.Regexp
}

var (
	npm   = regexp.MustCompile(`"name": "mcproots",\s+"version": "([^"]*)"`)
	cargo = regexp.MustCompile(`(?m)^name = "mcproots"\nversion = "([^"]*)"`)
	maven = regexp.MustCompile(`<artifactId>mcproots</artifactId>\s+<version>([^<]*)</version>`)
)

var places = []place{
	{"host/gosdk/go.mod", regexp.MustCompile(`\tgithub\.com/mcproots/mcproots v(\S+)\n`)},
	{"host/java/README.md", maven},
	{"host/java/pom.xml", maven},
	{"host/js/package-lock.json", npm},
	{"host/js/package.json", npm},
	{"host/python/pyproject.toml", regexp.MustCompile(`(?m)^name = "mcproots"\nversion = "([^"]*)"`)},
	{"host/python/tests/test_package.py", regexp.MustCompile(`"mcproots-(\d+\.\d+\.\d+[a-z0-9.]*?)(?:-py3|\.dist-info|/)`)},
	{"host/rust/Cargo.lock", cargo},
	{"host/rust/Cargo.toml", cargo},
	{"host/rust/bench/Cargo.lock", cargo},
}

// found lists the versions that a text holds at a place.
func (p place) found(text string) []string {
	var all []string
	for _, m := range p.pattern.FindAllStringSubmatch(text, -1) {
		all = append(all, m[1])
	}
	return all
}

// with gives the text with another version.
func (p place) with(text, version string) string {
	var b strings.Builder
	at := 0
	for _, m := range p.pattern.FindAllStringSubmatchIndex(text, -1) {
		b.WriteString(text[at:m[2]] + version)
		at = m[3]
	}
	return b.String() + text[at:]
}

// changelog is the file whose first entry is this version's. Its words are written
// by hand.
const changelog = "CHANGELOG.md"

var entry = regexp.MustCompile(`(?m)^## (\d\S*)`)

// write sets the version below dir, the top of the repository.
func write(dir, version string) error {
	change := func(file string, to func(string) string) error {
		name := filepath.Join(dir, filepath.FromSlash(file))
		old, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		text := to(string(old))
		if text == string(old) {
			return nil
		}
		fmt.Println(file)
		return os.WriteFile(name, []byte(text), 0o644)
	}
	for _, p := range places {
		if err := change(p.file, func(text string) string { return p.with(text, version) }); err != nil {
			return err
		}
	}
	return change(changelog, func(text string) string {
		m := entry.FindStringSubmatchIndex(text)
		if m == nil || text[m[2]:m[3]] == version {
			return text
		}
		return text[:m[0]] + "## " + version + " (unreleased)\n\n" + text[m[0]:]
	})
}

func main() {
	if err := write(".", roots.Version); err != nil {
		fmt.Fprintf(os.Stderr, "version: %v; run this at the top of the repository\n", err)
		os.Exit(1)
	}
}
