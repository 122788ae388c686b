package main

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strconv"
	"strings"
	"testing"
)

// built is the folder with the command, for PATH.
var built string

func TestMain(m *testing.M) {
	os.Exit(func() int {
		var err error
		if built, err = os.MkdirTemp("", "mcproots"); err != nil {
			panic(err)
		}
		defer os.RemoveAll(built)
		name := "mcproots"
		if runtime.GOOS == "windows" {
			name += ".exe"
		}
		build := exec.Command("go", "build", "-o", filepath.Join(built, name), "github.com/mcproots/mcproots/cmd/mcproots")
		if output, err := build.CombinedOutput(); err != nil {
			panic(string(output))
		}
		return m.Run()
	}())
}

// run runs a shell's line in dir and gives what it printed, both streams in turn.
func run(t *testing.T, dir, line string) string {
	t.Helper()
	command := exec.Command("sh", "-c", line)
	command.Dir = dir
	command.Env = append(os.Environ(), "PATH="+built+string(os.PathListSeparator)+os.Getenv("PATH"), "NO_COLOR=1")
	output, err := command.CombinedOutput()
	if exit := new(exec.ExitError); err != nil && !errors.As(err, &exit) {
		t.Fatalf("%s: %v", line, err)
	}
	return string(output)
}

// mayRun are the commands of console blocks. What is only to be read, such as the
// building of the module, belongs into a block of sh.
var mayRun = regexp.MustCompile(`^(mcproots|printf|echo|cat|mkdir|ln) `)

func TestEveryConsoleBlockShowsWhatTheCommandPrints(t *testing.T) {
	ran := 0
	for _, d := range all(t) {
		dir := t.TempDir()
		for _, b := range d.blocks {
			if b.file != "" {
				if err := os.WriteFile(filepath.Join(dir, filepath.Base(b.file)), []byte(b.text), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			if b.language != "console" {
				continue
			}
			for _, part := range strings.Split("\n"+b.text, "\n$ ")[1:] {
				line, want, _ := strings.Cut(part, "\n")
				for strings.HasSuffix(line, `\`) {
					var more string
					more, want, _ = strings.Cut(want, "\n")
					line += "\n" + more
				}
				if !mayRun.MatchString(line) {
					t.Errorf("%s:%d: %s: not a command that is run here", d.name, b.line, line)
					continue
				}
				ran++
				if got := run(t, dir, line); strings.TrimRight(got, "\n") != strings.TrimRight(want, "\n") {
					t.Errorf("%s:%d: $ %s\nprints\n%s\nnot\n%s", d.name, b.line, line, got, want)
				}
			}
		}
	}
	if ran == 0 {
		t.Error("no command was run")
	}
}

// shownBy is the sentence before an example on a rule's page.
var shownBy = regexp.MustCompile("^(?:An empty FILE|The .*|A list .*), in `(mcproots [^`]*) FILE`[:.]$")

func TestEveryRulesPageShowsWhatBreaksTheRuleAndWhatKeepsIt(t *testing.T) {
	dir, tried := t.TempDir(), 0
	for _, d := range all(t) {
		code := strings.TrimSuffix(filepath.Base(d.name), ".md")
		if filepath.Dir(d.name) != filepath.FromSlash("docs/rules") || code == "README" || code == "disk" {
			continue
		}
		examples := 0
		for i, line := range d.lines {
			of := shownBy.FindStringSubmatch(line)
			if of == nil {
				continue
			}
			bad := examples == 0
			examples++
			example := ""
			for _, b := range d.blocks {
				if b.line == i+4 { // the sentence, an empty line, the fence
					example = strings.TrimSuffix(b.text, "\n")
				}
			}
			if elided.MatchString(example) {
				continue
			}
			tried++
			file := filepath.Join(dir, code+"-"+strconv.FormatBool(bad)+".json")
			if err := os.WriteFile(file, []byte(example), 0o644); err != nil {
				t.Fatal(err)
			}
			got := run(t, dir, of[1]+" "+file)
			if found := bytes.Contains([]byte(got), []byte(`"`+code+`"`)) || strings.Contains(got, "["+code+"]"); found != bad {
				t.Errorf("%s:%d: the example prints\n%s", d.name, i+1, got)
			}
		}
		if examples != 2 {
			t.Errorf("%s: %d examples", d.name, examples)
		}
	}
	if tried < 300 {
		t.Errorf("only %d examples were tried", tried)
	}
}

// elided is how a page writes what can't be shown.
var elided = regexp.MustCompile(`\(bytes [0-9A-F ]+\)|\(\S+, \d+ times\)`)
