package main

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// tested are the programs in which the documentation's code stands when no output
// follows it: tests, and what tests run.
var tested = map[string][]string{
	"go":     {"tests/docs/*_test.go", "host/*_test.go", "host/rootfs/*_test.go", "host/gosdk/*_test.go", "host/gosdk/example/*/*.go"},
	"js":     {"tests/interop/typescript/*.mjs", "host/js/test/*.mjs"},
	"python": {"tests/interop/python/*.py", "host/python/tests/*.py"},
}

// bare is code without indentation and empty lines.
func bare(code string) string {
	var b strings.Builder
	for _, line := range strings.Split(code, "\n") {
		if line = strings.TrimSpace(line); line != "" {
			b.WriteString(line + "\n")
		}
	}
	return b.String()
}

func TestEveryProgramInTheDocumentationIsRunOrStandsInOneThatIsTested(t *testing.T) {
	sources := map[string][]string{}
	for language, patterns := range tested {
		for _, pattern := range patterns {
			files, err := filepath.Glob(filepath.Join(top, filepath.FromSlash(pattern)))
			if err != nil || len(files) == 0 {
				t.Fatalf("%s: no file (%v)", pattern, err)
			}
			for _, file := range files {
				text, err := os.ReadFile(file)
				if err != nil {
					t.Fatal(err)
				}
				sources[language] = append(sources[language], "\n"+bare(string(text)))
			}
		}
	}
	found, run := 0, 0
	for _, d := range all(t) {
		if !strings.HasPrefix(d.name, "docs/") && d.name != "README.md" {
			continue
		}
		for i, b := range d.blocks {
			texts, program := sources[b.language]
			if !program {
				continue
			}
			if _, output := d.after(i); output && (b.language != "go" || strings.HasPrefix(b.text, "package main\n")) {
				run++ // by this package's command
				continue
			}
			found++
			known := false
			for _, text := range texts {
				known = known || strings.Contains(text, "\n"+bare(b.text))
			}
			if !known {
				t.Errorf("%s:%d: this code stands in none of %s", d.name, b.line, strings.Join(tested[b.language], ", "))
			}
		}
	}
	if found == 0 || run == 0 {
		t.Errorf("%d programs found, %d to run", found, run)
	}
}

var (
	testName = regexp.MustCompile(`^(Test|Fuzz)[A-Z]\w+$`)
	declared = regexp.MustCompile(`(?m)^func ((?:Test|Fuzz)\w+)\(`)
	filePath = regexp.MustCompile(`^(cmd|docs|host|tests|wasm|web)/[\w./*-]+$`)
)

func TestEveryTestAndFileThatADocumentNamesExists(t *testing.T) {
	there := map[string]bool{}
	err := filepath.WalkDir(top, func(file string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() && file != top && foreign.MatchString(entry.Name()) {
			return errorOrSkip(err)
		}
		if !strings.HasSuffix(file, "_test.go") {
			return nil
		}
		text, err := os.ReadFile(file)
		for _, of := range declared.FindAllSubmatch(text, -1) {
			there[string(of[1])] = true
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	tests, files := 0, 0
	for _, d := range all(t) {
		for _, s := range d.spans() {
			switch word := s.target; {
			case testName.MatchString(word):
				tests++
				if !there[word] {
					t.Errorf("%s:%d: no test is called %s", d.name, s.line, word)
				}
			case filePath.MatchString(word):
				files++
				if found, err := filepath.Glob(filepath.Join(top, filepath.FromSlash(word))); err != nil || len(found) == 0 {
					t.Errorf("%s:%d: there is no %s", d.name, s.line, word)
				}
			}
		}
	}
	if tests < 20 || files < 20 {
		t.Errorf("only %d tests and %d files were found", tests, files)
	}
}

func errorOrSkip(err error) error {
	if err != nil {
		return err
	}
	return fs.SkipDir
}
