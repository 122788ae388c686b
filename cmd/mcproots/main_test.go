package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/mcproots/mcproots/host/rootfs"
	"github.com/mcproots/mcproots/wasm/rule"
)

func TestTheFlagsOfferWhatTheEngineTakes(t *testing.T) {
	var info struct{ Value struct{ Revisions []string } }
	if err := json.Unmarshal([]byte(mcproots("", "call", "info", "{}").stdout), &info); err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(info.Value.Revisions, revisions) {
		t.Errorf("revisions %v, the engine has %v", revisions, info.Value.Revisions)
	}
	for flag, values := range map[string][]string{"kind": kinds, "profile": profiles, "platform": platforms, "revision": revisions} {
		for _, value := range values {
			if got := mcproots(`{"roots":[]}`, "check", "--"+flag, value); got.exit == exitUsage || got.exit == exitFailure {
				t.Errorf("--%s %s: exit %d: %s", flag, value, got.exit, got.stderr)
			}
		}
	}
}

// tree is all commands, for what is said of each.
func tree() *cobra.Command {
	p := &program{console: newConsole(strings.NewReader(""), io.Discard, io.Discard)}
	return p.command("")
}

func TestEveryCommandHasHelpWithExamples(t *testing.T) {
	var each func(*cobra.Command)
	each = func(c *cobra.Command) {
		if c.Short == "" || c.Long == "" || c.Example == "" || c.GroupID == "" && c.Parent() == c.Root() {
			t.Errorf("%s lacks a part of its help", c.CommandPath())
		}
		args := append(strings.Fields(c.CommandPath())[1:], "--help")
		if got := mcproots("", args...); got.exit != exitClean || !strings.Contains(got.stdout, "Usage:\n  "+c.CommandPath()) || got.stderr != "" {
			t.Errorf("%s --help: %s", c.CommandPath(), got)
		}
		for _, sub := range c.Commands() {
			each(sub)
		}
	}
	each(tree())
}

// groff -man -ww complains of nothing; what can be tested without it is that each
// command and flag is there, and that no line begins a request that isn't ours.
func TestTheManualHasEveryCommandAndFlag(t *testing.T) {
	got := mcproots("", "man")
	if got.exit != exitClean || !strings.HasPrefix(got.stdout, `.TH "MCPROOTS" "1" "" "mcproots `) {
		t.Fatal(got)
	}
	root := tree()
	for _, c := range append(root.Commands(), root) {
		if !strings.Contains(got.stdout, ".B "+roff(c.CommandPath())+"\n") {
			t.Errorf("the manual lacks %s", c.CommandPath())
		}
		c.LocalFlags().VisitAll(func(f *pflag.Flag) {
			if !strings.Contains(got.stdout, roff("--"+f.Name)+`\fR`) {
				t.Errorf("the manual lacks --%s of %s", f.Name, c.CommandPath())
			}
		})
	}
	requests := []string{".TH", ".SH", ".SS", ".B", ".PP", ".TP", ".nf", ".fi"}
	for i, line := range strings.Split(got.stdout, "\n") {
		word, _, _ := strings.Cut(line, " ")
		if strings.HasPrefix(line, "'") || strings.HasPrefix(line, ".") && !slices.Contains(requests, word) {
			t.Errorf("line %d is read as a request: %s", i+1, line)
		}
	}
	if escaped := roff("a\\b-c\n.d\n'e"); escaped != "a\\eb\\-c\n\\&.d\n\\&'e" {
		t.Errorf("roff escapes to %q", escaped)
	}
	if groff, err := exec.LookPath("groff"); err == nil {
		cmd := exec.Command(groff, "-man", "-Tutf8", "-ww")
		cmd.Stdin = strings.NewReader(got.stdout)
		var complaints strings.Builder
		cmd.Stderr = &complaints
		if out, err := cmd.Output(); err != nil || complaints.Len() > 0 || len(out) < len(got.stdout)/2 {
			t.Errorf("groff: %v, %d bytes, %s", err, len(out), complaints.String())
		}
	}
}

func TestEveryCodeIsExplained(t *testing.T) {
	all := codes()
	if len(all) < rule.Len()-1 {
		t.Fatalf("%d codes, the engine alone has %d", len(all), rule.Len()-1)
	}
	for _, info := range rootfs.Codes {
		if !slices.Contains(all, string(info.Code)) {
			t.Errorf("%s of the disk is not among the codes", info.Code)
		}
	}
	list := mcproots("", "rules").stdout
	for _, code := range all {
		if !strings.Contains(list, "  "+code+" ") {
			t.Errorf("rules lacks %s", code)
		}
		if got := mcproots("", "explain", code); got.exit != exitClean || !strings.Contains(got.stdout, code) || !strings.Contains(got.stdout, "Why") {
			t.Errorf("explain %s: %s", code, got)
		}
	}
}

func TestThePagesThatExplainNamesExist(t *testing.T) {
	const top = "../../"
	for _, code := range codes() {
		named := 0
		for line := range strings.Lines(mcproots("", "explain", code).stdout) {
			page, ok := strings.CutPrefix(strings.TrimSpace(line), homepage+"/blob/main/")
			if !ok {
				continue
			}
			named++
			file, heading, _ := strings.Cut(page, "#")
			if text, err := os.ReadFile(top + file); err != nil || heading != "" && !strings.Contains(string(text), "\n## "+heading+"\n") {
				t.Errorf("explain %s names %s, which is not there: %v", code, page, err)
			}
		}
		if named == 0 {
			t.Errorf("explain %s names no page", code)
		}
	}
}

func TestCompletionScriptsExistForEveryShell(t *testing.T) {
	for _, shell := range []string{"bash", "zsh", "fish", "powershell"} {
		if got := mcproots("", "completion", shell); got.exit != exitClean || !strings.Contains(got.stdout, "mcproots") {
			t.Errorf("%s: exit %d, %d bytes", shell, got.exit, len(got.stdout))
		}
	}
	for _, tt := range []struct {
		args []string
		want string
	}{
		{[]string{"check", "--format", ""}, "sarif"},
		{[]string{"check", "--kind", "inp"}, "input_required"},
		{[]string{"explain", "uri-bare"}, "uri-bare-path"},
		{[]string{"call", "to"}, "to_path"},
	} {
		got := mcproots("", append([]string{cobra.ShellCompNoDescRequestCmd}, tt.args...)...)
		if !slices.Contains(strings.Split(got.stdout, "\n"), tt.want) {
			t.Errorf("%v completes to %q, which lacks %s", tt.args, got.stdout, tt.want)
		}
	}
}

// The fields of every message of the canary test that could leak.
func TestMachineFormatsShowNoSubmittedValueUnlessAsked(t *testing.T) {
	const canary = "canary-7f3a"
	documents := []string{
		`{"roots":[{"uri":"%s","name":"%s"},{"uri":"http://%s@%s/%s"},{"uri":"file:///%s/../x","%s":1,"name":7}]}`,
		`{"jsonrpc":"%s","id":"%s","method":"roots/list","params":{"%s":"%s","_meta":{"%s %s":1}}}`,
		`{"mcpServers":{"%s":{"roots":[{"uri":"/%s"}]}}}`,
		`{"jsonrpc":"2.0","id":"%s","error":{"code":"%s","message":"roots %s","data":"%s"}}`,
		`{"resultType":"input_required","inputRequests":{"%s":{"method":"%s"}},"requestState":7}`,
		`{"roots":[{"uri":"%s","uri":"%s"`,
		`{"direction":"%s","message":{"jsonrpc":"2.0","id":1,"method":"roots/list","%s":1,"params":"%s"}}` + "\n" + `{"jsonrpc":"2.0","id":1,"result":{"roots":"%s"}}`,
	}
	for _, format := range []string{"concise", "json", "jsonl", "sarif", "github"} {
		for _, document := range documents {
			document = strings.ReplaceAll(document, "%s", canary)
			got := mcproots(document, "check", "--format", format)
			if got.exit != exitFindings {
				t.Errorf("%s: exit %d for %s", format, got.exit, document)
			}
			if strings.Contains(got.stdout+got.stderr, canary) {
				t.Errorf("%s shows a submitted value of %s:\n%s", format, document, got)
			}
		}
	}
	asked := mcproots(`{"roots":[{"uri":"/`+canary+`"}]}`, "check", "--format", "json", "--values")
	if !strings.Contains(asked.stdout, "file:///"+canary) {
		t.Errorf("--values shows no suggestion: %s", asked)
	}
}

func TestColoursFollowTheFlagAndTheEnvironment(t *testing.T) {
	const escape = "\x1b["
	document := `{"roots":7}`
	if got := mcproots(document, "check"); strings.Contains(got.stdout, escape) {
		t.Error("colours without a terminal")
	}
	if got := mcproots(document, "check", "--color", "always"); !strings.Contains(got.stdout, escape) {
		t.Error("no colours with --color always")
	}
	t.Setenv("NO_COLOR", "1")
	if got := mcproots(document, "check", "--color", "always"); !strings.Contains(got.stdout, escape) {
		t.Error("the flag doesn't win over NO_COLOR")
	}
}

func TestNoFormatLetsInputControlTheTerminal(t *testing.T) {
	hostile, err := os.ReadFile(filepath.Join("testdata", "err", "hostile.json"))
	if err != nil {
		t.Fatal(err)
	}
	for _, format := range formats {
		got := mcproots(string(hostile), "check", "--values", "--format", format, "--stdin-filename", "\x1b]0;x\u202e\n::error::y")
		for i, r := range got.stdout + got.stderr {
			if r == 0x1b || r == 0x202e || r == 0x9b || r == '\r' {
				t.Errorf("%s: %U at %d of the output:\n%q", format, r, i, got.stdout)
				break
			}
		}
		for _, line := range strings.Split(got.stdout, "\n") {
			if strings.HasPrefix(line, "::") && format != "github" || strings.HasPrefix(line, "::error::") {
				t.Errorf("%s: a line that GitHub obeys: %q", format, line)
			}
		}
	}
}

func TestTheLimitOnDocumentsAndLinesIsAnError(t *testing.T) {
	large := `{"roots":["` + strings.Repeat("a", inputLimit) + `"]}`
	for name, stdin := range map[string]string{
		"one line":            large,
		"several lines":       "{\n" + large,
		"a transcript's line": `{"jsonrpc":"2.0","id":1,"method":"roots/list"}` + "\n" + large + "\n",
		"many lines":          strings.Repeat("[\n", inputLimit/2+1),
		"nothing but blanks":  strings.Repeat("\n", inputLimit+3),
	} {
		got := mcproots(stdin, "check", "--format", "json")
		var e struct{ Error struct{ Code string } }
		if err := json.Unmarshal([]byte(got.stderr), &e); err != nil || got.exit != exitFailure || e.Error.Code != "too-large" {
			t.Errorf("%s: exit %d, %s", name, got.exit, got.stderr)
		}
	}
	fits := `{"roots":[{"uri":"file:///a","name":"` + strings.Repeat(`\\`, inputLimit/2-30) + `"}]}`
	if got := mcproots(fits, "check", "--format", "json", "--revision", "2025-11-25"); got.exit == exitFailure {
		t.Errorf("%d bytes: %s", len(fits), got.stderr)
	}
}

func TestATranscriptMayBeLongerThanTheLimit(t *testing.T) {
	line := `{"jsonrpc":"2.0","id":1,"method":"x","params":"` + strings.Repeat("a", 1<<20) + `"}` + "\n"
	stdin := strings.Repeat(line, 20) + `{"jsonrpc":"2.0","id":1,"method":"roots/list","params":null}`
	if got := mcproots(stdin, "check", "--format", "concise"); got.exit != exitFindings || !strings.HasPrefix(got.stdout, "<stdin>:21:56: error params-null") {
		t.Error(got)
	}
}

type brokenWriter struct{}

func (brokenWriter) Write([]byte) (int, error) { return 0, errors.New("disk full") }

func TestOutputThatCannotBeWrittenIsAFailure(t *testing.T) {
	for _, args := range [][]string{{"version"}, {"demo"}, {"check", "-"}, {"path", "file:///a"}} {
		if got := doMain(args, strings.NewReader(`{"roots":7}`), brokenWriter{}, io.Discard); got != exitFailure {
			t.Errorf("%v: exit %d, want %d", args, got, exitFailure)
		}
	}
}

type brokenReader struct{}

func (brokenReader) Read([]byte) (int, error) { return 0, errors.New("connection lost") }

func TestInputThatBreaksOffIsAFailure(t *testing.T) {
	for _, args := range [][]string{{"check"}, {"list"}, {"call", "valid_response"}, {"contains", "--roots", "-", "/x"}} {
		var stderr strings.Builder
		if got := doMain(args, brokenReader{}, io.Discard, &stderr); got != exitFailure || !strings.Contains(stderr.String(), "connection lost") {
			t.Errorf("%v: exit %d, %s", args, got, stderr.String())
		}
	}
}

func TestGitHubGetsATableWhenItAsks(t *testing.T) {
	file := filepath.Join(t.TempDir(), "summary.md")
	t.Setenv("GITHUB_STEP_SUMMARY", file)
	mcproots(`{"roots":[{"uri":"x"}]}`, "check", "--format", "github", "--stdin-filename", "a|b<img src=x>`.json")
	mcproots(`{"roots":[]}`, "check", "--format", "github")
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"### mcproots: 1 error, ", "| a&#124;b&lt;img src=x&gt;&#96;.json:1:18 | error | `uri-bare-path` |", "### mcproots: 0 errors, 1 warning"} {
		if !strings.Contains(string(text), want) {
			t.Errorf("the summary lacks %q:\n%s", want, text)
		}
	}
	t.Setenv("GITHUB_STEP_SUMMARY", filepath.Join(file, "no"))
	if got := mcproots(`{"roots":[]}`, "check", "--format", "github"); got.exit != exitFailure {
		t.Errorf("exit %d when the summary can't be written", got.exit)
	}
}

func TestWorkflowCommandsAreEscapedAsTheRunnerUnescapes(t *testing.T) {
	const text = "50% a:b,c\r\n::error::x"
	if got, want := message(text), "50%25 a:b,c%0D%0A::error::x"; got != want {
		t.Errorf("message %q, want %q", got, want)
	}
	if got, want := property(text), "50%25 a%3Ab%2Cc%0D%0A%3A%3Aerror%3A%3Ax"; got != want {
		t.Errorf("property %q, want %q", got, want)
	}
}

func TestTheDiskIsAskedWithOpen(t *testing.T) {
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	root, outside := filepath.Join(dir, "root"), filepath.Join(dir, "secret")
	if err := os.MkdirAll(filepath.Join(root, "sub"), 0o755); err != nil {
		t.Fatal(err)
	}
	for _, file := range []string{filepath.Join(root, "a.txt"), outside} {
		if err := os.WriteFile(file, []byte("hello"), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Symlink(outside, filepath.Join(root, "link")); err != nil {
		t.Skipf("this system makes no symbolic links: %v", err)
	}
	if err := os.Symlink("../secret", filepath.Join(root, "way-out")); err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		path string
		exit int
		says string
	}{
		{filepath.Join(root, "a.txt"), exitClean, "opened, a file of 5 bytes"},
		{filepath.Join(root, "sub"), exitClean, "opened, a directory"},
		{root, exitClean, "opened, a directory"},
		{filepath.Join(root, "no"), exitFindings, "not-found"},
		{filepath.Join(root, "way-out"), exitFindings, "symlink-escape"},
		{filepath.Join(root, "link"), exitFindings, "not opened"},
		{outside, exitFindings, "outside"},
		{root + "/sub/../a.txt", exitFindings, "opened, a file"}, // the disk knows, the names don't tell
	} {
		got := mcproots("", "contains", "--root", root, "--open", tt.path)
		if got.exit != tt.exit || !strings.Contains(got.stdout, tt.says) {
			t.Errorf("%s: want exit %d and %q, got %s", tt.path, tt.exit, tt.says, got)
		}
		if lexical := mcproots("", "contains", "--root", root, tt.path); strings.Contains(lexical.stdout, "on disk") {
			t.Errorf("%s: the disk was asked without --open", tt.path)
		}
	}
	var report struct {
		Disk    []diskNote
		Answers []pathAnswer
	}
	got := mcproots("", "contains", "--root", filepath.Join(dir, "gone"), "--open", "--format", "json", filepath.Join(dir, "gone", "x"))
	if err := json.Unmarshal([]byte(got.stdout), &report); err != nil || got.exit != exitFindings ||
		len(report.Disk) != 1 || report.Disk[0].Code != "root-not-found" || report.Answers[0].Disk == nil || report.Answers[0].Disk.Opened {
		t.Errorf("a root that doesn't exist: %s", got)
	}
}

func TestPatternsReachIntoDirectories(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, name := range []string{"a/b/1.json", "a/2.json", "a/3.txt", "odd[1].json"} {
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(`{"roots":[]}`), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	got := mcproots("", "check", "--format", "concise", "--revision", "2025-11-25", "a/**/*.json", "odd[1].json", "a/2.json")
	want := ""
	for _, name := range []string{"a/2.json", "a/b/1.json", "odd[1].json"} {
		want += fmt.Sprintf("%s:1:10: warning roots-empty The list of roots is empty.\n", filepath.FromSlash(name))
	}
	if got.stdout != want || got.exit != exitClean {
		t.Errorf("got %s\nwant %s", got, want)
	}
}

func TestExcerptsFitAndPointAtTheToken(t *testing.T) {
	for _, tt := range []struct {
		name, line, token string
		width             int
	}{
		{"short", `{"a":1}`, `1`, 80},
		{"long before", strings.Repeat("x", 500) + `"a"`, `"a"`, 60},
		{"long after", `"a"` + strings.Repeat("x", 500), `"a"`, 60},
		{"long both", strings.Repeat("x", 500) + `"a"` + strings.Repeat("y", 500), `"a"`, 60},
		{"long token", `{"` + strings.Repeat("z", 500) + `"}`, `"` + strings.Repeat("z", 500) + `"`, 60},
		{"wide characters", strings.Repeat("項", 100) + `"a"`, `"a"`, 60},
		{"hidden characters", strings.Repeat("\u202e", 100) + `"a"` + strings.Repeat("\x00", 100), `"a"`, 60},
		{"a million", strings.Repeat("x", 1<<20) + `"a"` + strings.Repeat("y", 1<<20), `"a"`, 60},
		{"nothing", ``, ``, 60},
	} {
		at := strings.Index(tt.line, tt.token)
		shown, indent, marked := excerpt([]byte(tt.line), at, len(tt.token), tt.width)
		if cells(shown) > tt.width {
			t.Errorf("%s: %d cells, more than %d: %s", tt.name, cells(shown), tt.width, shown)
		}
		if tt.token == `"a"` {
			before, _, _ := strings.Cut(shown, tt.token)
			if cells(before) != indent || marked != 3 {
				t.Errorf("%s: marks %d+%d in %s", tt.name, indent, marked, shown)
			}
		}
	}
}
