package main

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/mcproots/mcproots/host"
)

var update = flag.Bool("update", false, "write the .out files anew; look at the difference before you keep it")

func TestMain(m *testing.M) {
	flag.Parse()
	module, err := openModule(context.Background())
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(exitFailure)
	}
	openModule = func(context.Context) (*host.Host, error) { return module, nil }
	for _, name := range []string{"NO_COLOR", "GITHUB_STEP_SUMMARY", "TERM"} {
		os.Unsetenv(name)
	}
	code := m.Run()
	module.Close()
	os.Exit(code)
}

// A run is what the command did.
type run struct {
	exit           int
	stdout, stderr string
}

func mcproots(stdin string, args ...string) run {
	var stdout, stderr bytes.Buffer
	exit := doMain(args, strings.NewReader(stdin), &stdout, &stderr)
	return run{exit, stdout.String(), stderr.String()}
}

// changing is what differs from build to build and machine to machine.
var changing = []struct {
	pattern *regexp.Regexp
	instead string
}{
	{regexp.MustCompile(`\b[0-9a-f]{64}\b`), "SHA256"},
	{regexp.MustCompile(`\d{7} bytes`), "SIZE bytes"},
	{regexp.MustCompile(`"size": \d{7}`), `"size": SIZE`},
	{regexp.MustCompile(`go1\.\d+(\.\d+)?`), "GO"},
	{regexp.MustCompile(`(linux|darwin|windows)/\w+`), "PLATFORM"},
	{regexp.MustCompile(`(?m)^commit .*\n|\s*"commit": .*`), ""},
}

func (r run) String() string {
	text := fmt.Sprintf("exit %d\n-- stdout --\n%s-- stderr --\n%s", r.exit, r.stdout, r.stderr)
	for _, c := range changing {
		text = c.pattern.ReplaceAllString(text, c.instead)
	}
	return text
}

// compare holds a run against its golden file.
func compare(t *testing.T, file string, got run) {
	t.Helper()
	if *update {
		if err := os.WriteFile(file, []byte(got.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatalf("%v; go test ./cmd/mcproots -update writes it", err)
	}
	if got.String() != string(want) {
		t.Errorf("%s differs\n got:\n%s\nwant:\n%s", file, got, want)
	}
}

// cases lists the files of testdata's folder that are cases. A folder without any
// would test nothing.
func cases(t *testing.T, folder string) []string {
	t.Helper()
	t.Chdir(filepath.Join("testdata", folder))
	all, err := filepath.Glob("*")
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, name := range all {
		if ext := filepath.Ext(name); ext != ".out" && ext != ".stdin" && !strings.HasPrefix(name, "input") {
			names = append(names, name)
		}
	}
	if len(names) == 0 {
		t.Fatal("no cases")
	}
	return names
}

func testDocuments(t *testing.T, folder string, exit int) {
	for _, name := range cases(t, folder) {
		t.Run(name, func(t *testing.T) {
			got := mcproots("", "check", name)
			if got.exit != exit {
				t.Errorf("exit %d, want %d", got.exit, exit)
			}
			compare(t, name+".out", got)
			if module := mcproots("", "check", "--engine", "wasm", name); module != got {
				t.Errorf("the module answers otherwise:\n%s\nnative:\n%s", module, got)
			}
		})
	}
}

func TestGoodDocumentsAreClean(t *testing.T) { testDocuments(t, "ok", exitClean) }

func TestBadDocumentsHaveFindings(t *testing.T) { testDocuments(t, "err", exitFindings) }

// Each case is a file with one argument on each line, and perhaps one with the
// same name and .stdin.
func TestCommandsPrintWhatTheirCasesSay(t *testing.T) {
	for _, name := range cases(t, "cmd") {
		t.Run(name, func(t *testing.T) {
			lines, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			stdin, err := os.ReadFile(name + ".stdin")
			if err != nil && !os.IsNotExist(err) {
				t.Fatal(err)
			}
			var args []string
			if text := strings.TrimSuffix(string(lines), "\n"); text != "" {
				args = strings.Split(text, "\n")
			}
			got := mcproots(string(stdin), args...)
			compare(t, name+".out", got)
			if module := mcproots(string(stdin), append([]string{"--engine=wasm"}, args...)...); module.String() != got.String() {
				t.Errorf("the module answers otherwise:\n%s\nnative:\n%s", module, got)
			}
		})
	}
}
