package host

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"sync"
	"testing"
	"time"
)

// scratch is a directory for what the tests share: compiled code, which a test
// binary doesn't cache by itself, and the faulty module.
var scratch string

func TestMain(m *testing.M) {
	dir, err := os.MkdirTemp("", "mcproots-host-")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	scratch = dir
	code := m.Run()
	os.RemoveAll(dir)
	os.Exit(code)
}

// open opens a host that the test closes, with a cache for all tests.
func open(t testing.TB, options ...Option) *Host {
	t.Helper()
	h, err := Open(context.Background(), append([]Option{WithCacheDir(scratch)}, options...)...)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { h.Close() })
	return h
}

// faulty is the module of testdata/faulty, built once.
func faulty(t testing.TB) []byte {
	t.Helper()
	wasm, err := buildFaulty()
	if err != nil {
		t.Fatal(err)
	}
	return wasm
}

var buildFaulty = sync.OnceValues(func() ([]byte, error) {
	name := filepath.Join(scratch, "faulty.wasm")
	build := exec.Command("go", "build", "-buildmode=c-shared", "-trimpath", "-ldflags=-s -w", "-o", name, "./testdata/faulty")
	build.Env = append(os.Environ(), "GOOS=wasip1", "GOARCH=wasm", "CGO_ENABLED=0", "GOFLAGS=")
	if out, err := build.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("building testdata/faulty: %w\n%s", err, out)
	}
	return os.ReadFile(name)
})

// engines are the ways to answer. Each must say the same.
var engines = []struct {
	Name    string
	Options []Option
}{
	{"native", []Option{WithNative()}},
	{"wazero compiler", nil},
	{"wazero interpreter", []Option{WithInterpreter()}},
}

// workers counts the workers of a host: those that exist, and those of them that
// are idle.
func (h *Host) counts() (live, idle int) {
	h.workers.mu.Lock()
	defer h.workers.mu.Unlock()
	return h.workers.live, len(h.workers.idle)
}

// settled waits until no more goroutines run than before.
func settled(t *testing.T, before int) {
	t.Helper()
	for range 200 {
		if runtime.NumGoroutine() <= before {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	stacks := make([]byte, 1<<20)
	t.Fatalf("%d goroutines, %d before:\n%s", runtime.NumGoroutine(), before, stacks[:runtime.Stack(stacks, true)])
}
