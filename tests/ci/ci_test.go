// Package ci tests what others run this project by: the hook of pre-commit, the
// GitHub Action and the problem matcher. Their command lines run for real, on the
// command built from this tree.
package ci

import (
	"bytes"
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"
)

const top = "../.."

const (
	clean = `{"jsonrpc":"2.0","id":1,"method":"roots/list"}`
	bad   = `{"roots":[{"uri":"/srv/app"}]}` // an error; in 2026-07-28 a note too
	empty = `{"jsonrpc":"2.0","id":1,"result":{"roots":[]}}`
)

func file(t *testing.T, name, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

func parse(t *testing.T, name string, unmarshal func([]byte, any) error, into any) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(top, name))
	if err != nil {
		t.Fatal(err)
	}
	if err := unmarshal(text, into); err != nil {
		t.Fatalf("%s: %v", name, err)
	}
}

func strictly(text []byte, into any) error {
	d := yaml.NewDecoder(bytes.NewReader(text))
	d.KnownFields(true)
	return d.Decode(into)
}

// run runs a command with further environment and gives its exit code and output.
func run(t *testing.T, dir string, env []string, args ...string) (exit int, output string) {
	t.Helper()
	cmd := exec.Command(args[0], args[1:]...)
	cmd.Dir, cmd.Env = dir, append(os.Environ(), env...)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	exited := (*exec.ExitError)(nil)
	if err != nil && !errors.As(err, &exited) {
		t.Fatalf("%v: %v", args, err)
	}
	return cmd.ProcessState.ExitCode(), string(out) + stderr.String()
}

// An action is the parts of action.yml that a composite action may have.
type action struct {
	Name, Description, Author string
	Branding                  struct{ Icon, Color string }
	Inputs                    map[string]struct {
		Description, Default string
		Required             bool
	}
	Runs struct {
		Using string
		Steps []struct {
			Name, Shell, Run, Uses string
			Env, With              map[string]string
		}
	}
}

var expression = regexp.MustCompile(`\$\{\{ *([a-z_.-]+) *\}\}`)

func TestTheActionInstallsTheCommandAndAnnotatesWhatIsWrong(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("the steps' shell is bash")
	}
	var a action
	parse(t, "action.yml", strictly, &a)
	if a.Runs.Using != "composite" || a.Name == "" || a.Description == "" || a.Inputs["fail-on"].Default != "error" {
		t.Errorf("%+v", a)
	}
	actionPath, err := filepath.Abs(top)
	if err != nil {
		t.Fatal(err)
	}
	temp, work := t.TempDir(), t.TempDir()
	file(t, filepath.Join(work, "mcp.json"), clean)
	file(t, filepath.Join(work, "deep", "bad roots.json"), bad)
	file(t, filepath.Join(work, "warns.json"), empty)
	pathFile := filepath.Join(temp, "path")
	file(t, pathFile, "")

	// steps runs the steps as the runner does, with inputs.
	steps := func(inputs map[string]string) (exit int, output string) {
		value := func(text string) string {
			return expression.ReplaceAllStringFunc(text, func(e string) string {
				name := expression.FindStringSubmatch(e)[1]
				if name == "github.action_path" {
					return actionPath
				}
				input, ok := strings.CutPrefix(name, "inputs.")
				declared, known := a.Inputs[input]
				if !ok || !known {
					t.Fatalf("%s is no input", e)
				}
				if given, ok := inputs[input]; ok {
					return given
				}
				if declared.Required {
					t.Fatalf("%s is required", input)
				}
				return declared.Default
			})
		}
		for _, s := range a.Runs.Steps {
			if s.Uses != "" {
				if name, _, _ := strings.Cut(s.Uses, "@"); name != "actions/setup-go" {
					t.Errorf("the action uses %s", s.Uses)
				}
				if mod := value(s.With["go-version-file"]); !strings.HasSuffix(mod, "go.mod") {
					t.Errorf("the version of Go comes from %q", mod)
				} else if _, err := os.Stat(mod); err != nil {
					t.Error(err)
				}
				continue
			}
			if s.Shell != "bash" || strings.Contains(s.Run, "${{") {
				t.Errorf("step %q: shell %q; an expression in a script lets an input be one", s.Name, s.Shell)
			}
			added, err := os.ReadFile(pathFile)
			if err != nil {
				t.Fatal(err)
			}
			env := []string{
				"GITHUB_ACTION_PATH=" + actionPath, "RUNNER_TEMP=" + temp, "GITHUB_PATH=" + pathFile,
				"PATH=" + strings.Join(append(strings.Fields(string(added)), os.Getenv("PATH")), string(filepath.ListSeparator)),
				"GITHUB_STEP_SUMMARY=" + filepath.Join(temp, "summary.md"),
			}
			for name, text := range s.Env {
				env = append(env, name+"="+value(text))
			}
			// https://docs.github.com: "bash --noprofile --norc -eo pipefail {0}"
			exit, output = run(t, work, env, "bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", s.Run)
			if exit != 0 {
				return exit, output
			}
		}
		return exit, output
	}

	for _, tt := range []struct {
		name   string
		inputs map[string]string
		exit   int
		says   string
	}{
		{"a clean file", map[string]string{"files": "mcp.json\n"}, 0, "mcproots: 0 errors"},
		{"a pattern and an error", map[string]string{"files": "mcp.json\n\ndeep/**/*.json\n"}, 1, "::error file=deep/bad roots.json,line=1,col=18,endColumn=28,title=uri-bare-path::"},
		{"a warning", map[string]string{"files": "warns.json", "revision": "2025-11-25"}, 0, "::warning file=warns.json,"},
		{"a warning that fails", map[string]string{"files": "warns.json", "revision": "2025-11-25", "fail-on": "warning"}, 1, "::warning file=warns.json,"},
		{"nothing matched", map[string]string{"files": "no/**/*.json"}, 3, "no file matches"},
		{"the protocol's profile", map[string]string{"files": "mcp.json", "profile": "protocol"}, 0, "mcproots: 0 errors"},
		{"a name that looks like a flag", map[string]string{"files": "--fail-on=never\ndeep/bad roots.json"}, 3, "--fail-on=never"},
		{"a name that looks like a script", map[string]string{"files": "$(touch ran)`touch ran`;touch ran"}, 3, ""},
		{"a wrong input", map[string]string{"files": "mcp.json", "fail-on": "eror"}, 2, "did you mean error?"},
	} {
		exit, output := steps(tt.inputs)
		if exit != tt.exit || !strings.Contains(output, tt.says) {
			t.Errorf("%s: exit %d, want %d and %q:\n%s", tt.name, exit, tt.exit, tt.says, output)
		}
	}
	if _, err := os.Stat(filepath.Join(work, "ran")); err == nil {
		t.Error("an input ran as a script")
	}
	if summary, err := os.ReadFile(filepath.Join(temp, "summary.md")); err != nil || !strings.Contains(string(summary), "`uri-bare-path`") {
		t.Errorf("the step's summary: %v\n%s", err, summary)
	}
}

// command builds the command as pre-commit does for a hook in Go.
func command(t *testing.T) (bin string) {
	t.Helper()
	bin = t.TempDir()
	if exit, output := run(t, top, []string{"GOBIN=" + bin}, "go", "install", "./cmd/mcproots"); exit != 0 {
		t.Fatalf("exit %d: %s", exit, output)
	}
	return bin
}

func TestTheHookChecksTheFilesThatItIsFor(t *testing.T) {
	type hook struct{ ID, Name, Description, Entry, Language, Files, Exclude string }
	var hooks []hook
	parse(t, ".pre-commit-hooks.yaml", strictly, &hooks)
	if len(hooks) != 1 || hooks[0].ID != "mcproots-check" || hooks[0].Language != "golang" || hooks[0].Name == "" {
		t.Fatalf("%+v", hooks)
	}
	h := hooks[0]
	files, exclude := regexp.MustCompile(h.Files), regexp.MustCompile(h.Exclude)
	for name, want := range map[string]bool{
		"mcp.json": true, ".mcp.json": true, ".vscode/mcp.json": true, ".cursor/mcp.json": true, "a/server.mcp.json": true,
		"captures/session.mcp.jsonl": true, "roots.json": true, "a/my-roots.json": true, "a/b.roots.jsonl": true,
		"package.json": false, "xmcp.json": false, "mcp.jsonc": false, "mcp/other.json": false, "roots.json.txt": false,
		"uproots.json": false, "node_modules/x/mcp.json": false, "mcp.json/x": false,
	} {
		if got := files.MatchString(name) && !exclude.MatchString(name); got != want {
			t.Errorf("%s: checked is %v, want %v", name, got, want)
		}
	}

	bin, work := command(t), t.TempDir()
	entry := strings.Fields(h.Entry)
	entry[0] = filepath.Join(bin, entry[0])
	file(t, filepath.Join(work, ".mcp.json"), `{"mcpServers":{"a":{"command":"x"}}}`)
	file(t, filepath.Join(work, "roots.json"), clean)
	file(t, filepath.Join(work, "my-roots.json"), bad)
	if exit, output := run(t, work, nil, append(slices.Clone(entry), ".mcp.json", "roots.json")...); exit != 0 || output != "" {
		t.Errorf("clean files: exit %d, %s", exit, output)
	}
	if exit, output := run(t, work, nil, append(slices.Clone(entry), "roots.json", "my-roots.json")...); exit != 1 || !strings.Contains(output, "my-roots.json:1:18: error uri-bare-path ") {
		t.Errorf("a bad file: exit %d, %s", exit, output)
	}
}

func TestTheProblemMatcherReadsConciseLines(t *testing.T) {
	type pattern struct {
		Regexp                                      string
		File, Line, Column, Severity, Code, Message int
	}
	var matchers struct {
		ProblemMatcher []struct {
			Owner, Severity string
			Pattern         []pattern
		}
	}
	parse(t, ".github/mcproots-problem-matcher.json", func(text []byte, into any) error {
		d := json.NewDecoder(bytes.NewReader(text))
		d.DisallowUnknownFields()
		return d.Decode(into)
	}, &matchers)

	mcproots, work := filepath.Join(command(t), "mcproots"), t.TempDir()
	names := []string{"a:1:2: error b.json", "plain.json", "warns.json"}
	file(t, filepath.Join(work, names[0]), "{\"roots\":[\n"+`{"uri":"file:///a b","name":7}]}`)
	file(t, filepath.Join(work, names[1]), bad)
	file(t, filepath.Join(work, names[2]), `{"roots":[]}`)
	args := append([]string{mcproots, "check", "--format"}, "concise")
	_, concise := run(t, work, nil, append(args, names...)...)
	args[3] = "jsonl"
	_, jsonl := run(t, work, nil, append(args, names...)...)

	type found struct {
		File, Severity, Code, Message string
		Line, Column                  json.Number
	}
	var want []found
	for line := range strings.Lines(jsonl) {
		var f struct {
			Type string
			found
		}
		if err := json.Unmarshal([]byte(line), &f); err != nil {
			t.Fatal(err)
		}
		if f.Type == "diagnostic" {
			want = append(want, f.found)
		}
	}
	var got []found
	for line := range strings.Lines(concise) {
		matched := 0
		for _, m := range matchers.ProblemMatcher {
			p := m.Pattern[0] // one line, one pattern
			groups := regexp.MustCompile(p.Regexp).FindStringSubmatch(strings.TrimSuffix(line, "\n"))
			if groups == nil {
				continue
			}
			matched++
			severity := groups[p.Severity]
			if p.Severity == 0 {
				severity = map[string]string{"notice": "info"}[m.Severity]
			}
			got = append(got, found{groups[p.File], severity, groups[p.Code], groups[p.Message], json.Number(groups[p.Line]), json.Number(groups[p.Column])})
		}
		if matched != 1 {
			t.Errorf("%d matchers match %q", matched, line)
		}
	}
	if !slices.Equal(got, want) {
		t.Errorf("the matchers read\n%v\nwant\n%v", got, want)
	}
	for _, severity := range []string{"error", "warning", "info"} {
		if !slices.ContainsFunc(want, func(f found) bool { return f.Severity == severity }) {
			t.Errorf("no finding of severity %s was tried", severity)
		}
	}
}
