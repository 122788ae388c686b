// Package module_test holds the module to its contract: what it imports and
// exports, what it is made of, how large it is, and that it is the build of the
// sources beside it.
package module_test

import (
	"bytes"
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/tetratelabs/wazero"

	"github.com/mcproots/mcproots/wasm/roots"
)

const path = "../../host/roots.wasm"

func compiled(t *testing.T) wazero.CompiledModule {
	t.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	ctx := context.Background()
	r := wazero.NewRuntimeWithConfig(ctx, wazero.NewRuntimeConfigInterpreter())
	t.Cleanup(func() { r.Close(ctx) })
	m, err := r.CompileModule(ctx, b)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func TestTheModuleImportsNothingThatABareReactorDoesNot(t *testing.T) {
	var got []string
	for _, f := range compiled(t).ImportedFunctions() {
		module, name, _ := f.Import()
		got = append(got, module+"."+name)
	}
	slices.Sort(got)
	want := strings.Fields(`
		wasi_snapshot_preview1.args_get wasi_snapshot_preview1.args_sizes_get wasi_snapshot_preview1.clock_time_get
		wasi_snapshot_preview1.environ_get wasi_snapshot_preview1.environ_sizes_get wasi_snapshot_preview1.fd_write
		wasi_snapshot_preview1.poll_oneoff wasi_snapshot_preview1.proc_exit wasi_snapshot_preview1.random_get`)
	if !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestTheModuleExportsTheABIAndOneFunctionForEachOperation(t *testing.T) {
	m := compiled(t)
	var got []string
	for name := range m.ExportedFunctions() {
		got = append(got, name)
	}
	for name := range m.ExportedMemories() {
		got = append(got, name)
	}
	want := []string{"_initialize", "abi_version", "input", "memory", "output"}
	for _, o := range roots.Operations {
		want = append(want, o.Name)
		f := m.ExportedFunctions()[o.Name]
		if f == nil || len(f.ParamTypes()) != 1 || len(f.ResultTypes()) != 1 {
			t.Errorf("%s: want one parameter and one result", o.Name)
		}
	}
	slices.Sort(got)
	slices.Sort(want)
	if !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

// packages are what the core is made of. A new one needs a reason: each package of
// the standard library costs room in a module that every host loads.
var packages = strings.Fields(`
	github.com/mcproots/mcproots/wasm github.com/mcproots/mcproots/wasm/fileuri github.com/mcproots/mcproots/wasm/roots
	github.com/mcproots/mcproots/wasm/rule github.com/mcproots/mcproots/wasm/scan
	math/bits runtime structs sync/atomic unicode/utf8 unsafe`)

func TestTheCoreIsMadeOfFewPackages(t *testing.T) {
	cmd := exec.Command("go", "list", "-deps", "-f", "{{.ImportPath}}", "./wasm")
	cmd.Dir = "../.."
	cmd.Env = append(os.Environ(), "GOOS=wasip1", "GOARCH=wasm")
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range strings.Fields(string(out)) {
		if !strings.HasPrefix(p, "internal/") && !slices.Contains(packages, p) {
			t.Errorf("the core imports %s", p)
		}
	}
}

// layers are the packages that anything else imports, lowest first: each may import
// what stands before it. CONTRIBUTING.md shows the same.
var layers = []string{"wasm/rule", "wasm/rule/example", "wasm/scan", "wasm/fileuri", "wasm/roots", "host", "host/rootfs", "cmd/mcproots", "web", "cmd/mcproots-serve"}

func TestImportsRunOneWay(t *testing.T) {
	const module = "github.com/mcproots/mcproots/"
	cmd := exec.Command("go", "list", "-f", `{{$p := .ImportPath}}{{range .Imports}}{{$p}} {{.}}{{"\n"}}{{end}}`, "./...")
	cmd.Dir = "../.."
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	seen := 0
	for line := range strings.Lines(string(out)) {
		from, to, _ := strings.Cut(strings.TrimSpace(line), " ")
		to, own := strings.CutPrefix(to, module)
		if !own {
			continue
		}
		from = strings.TrimPrefix(from, module)
		lower, upper := slices.Index(layers, to), slices.Index(layers, from)
		switch {
		case strings.HasPrefix(from, "tests/"): // may import all, and nothing but tests imports it
		case from == "wasm":
			if to != "wasm/roots" {
				t.Errorf("the exports import %s", to)
			}
		case lower < 0 || upper < 0 || lower >= upper:
			t.Errorf("%s imports %s", from, to)
		}
		seen++
	}
	if seen < 20 {
		t.Errorf("only %d imports seen", seen)
	}
	text, err := os.ReadFile("../../CONTRIBUTING.md")
	if err != nil {
		t.Fatal(err)
	}
	if line := strings.Join(layers, " < "); !strings.Contains(strings.Join(strings.Fields(string(text)), " "), line) {
		t.Errorf("CONTRIBUTING.md doesn't show the layers as %s", line)
	}
}

// What the page's server needs would weigh on each start of the command, RATIONALE.md.
func TestTheCommandCarriesNoServer(t *testing.T) {
	cmd := exec.Command("go", "list", "-deps", "./cmd/mcproots")
	cmd.Dir = "../.."
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	packages := strings.Fields(string(out))
	if !slices.Contains(packages, "github.com/mcproots/mcproots/host") {
		t.Fatalf("only %d packages seen", len(packages))
	}
	for _, heavy := range []string{"net/http", "crypto/tls", "os/signal"} {
		if slices.Contains(packages, heavy) {
			t.Errorf("cmd/mcproots imports %s", heavy)
		}
	}
}

func TestTheModuleIsTheBuildOfItsSources(t *testing.T) {
	fresh := filepath.Join(t.TempDir(), "roots.wasm")
	if out, err := exec.Command("../../wasm/build.sh", fresh).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	a, errA := os.ReadFile(path)
	b, errB := os.ReadFile(fresh)
	if errA != nil || errB != nil {
		t.Fatal(errA, errB)
	}
	if !bytes.Equal(a, b) {
		t.Errorf("host/roots.wasm has %d bytes and a fresh build %d, or others: run make wasm", len(a), len(b))
	}
}

// maxSize is the most that the module may weigh, in bytes.
const maxSize = 2_130_000

func TestTheModuleStaysSmall(t *testing.T) {
	info, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	if info.Size() > maxSize {
		t.Errorf("host/roots.wasm has %d bytes, more than %d: is wasm/default.pgo of this core? make profile", info.Size(), maxSize)
	}
}
