package main

import (
	"bytes"
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/imports/wasi_snapshot_preview1"
	"github.com/tetratelabs/wazero/sys"
)

// A program says the same natively, as Go's compiler made it, and with direct jumps.
func TestProgram(t *testing.T) {
	dir := t.TempDir()
	build := func(out string, env ...string) string {
		file := filepath.Join(dir, out)
		cmd := exec.Command("go", "build", "-o", file, "./testdata/program")
		cmd.Env = append(os.Environ(), env...)
		if said, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("%v\n%s", err, said)
		}
		return file
	}
	native := exec.Command(build("program"))
	want, err := native.Output()
	if native.ProcessState.ExitCode() != 3 {
		t.Fatal(err)
	}
	if lines := strings.Count(string(want), "\n"); lines != 8 {
		t.Fatalf("%d lines:\n%s", lines, want)
	}
	in, err := os.ReadFile(build("program.wasm", "GOOS=wasip1", "GOARCH=wasm"))
	if err != nil {
		t.Fatal(err)
	}
	direct, err := module(in)
	if err != nil {
		t.Fatal(err)
	}
	if len(direct) >= len(in) {
		t.Errorf("%d bytes, %d before", len(direct), len(in))
	}
	for _, engine := range []struct {
		name   string
		config wazero.RuntimeConfig
	}{{"compiler", wazero.NewRuntimeConfigCompiler()}, {"interpreter", wazero.NewRuntimeConfigInterpreter()}} {
		for _, made := range []struct {
			name string
			wasm []byte
		}{{"as Go made it", in}, {"direct", direct}} {
			t.Run(engine.name+", "+made.name, func(t *testing.T) {
				if got := run(t, engine.config, made.wasm); got != string(want) {
					t.Errorf("got\n%s\nwant\n%s", got, want)
				}
			})
		}
	}
}

func run(t *testing.T, config wazero.RuntimeConfig, wasm []byte) string {
	ctx := context.Background()
	r := wazero.NewRuntimeWithConfig(ctx, config)
	defer r.Close(ctx)
	wasi_snapshot_preview1.MustInstantiate(ctx, r)
	var out bytes.Buffer
	_, err := r.InstantiateWithConfig(ctx, wasm, wazero.NewModuleConfig().WithStdout(&out).WithStderr(&out).WithArgs("program").
		WithSysNanotime().WithSysWalltime())
	if exit := (*sys.ExitError)(nil); !errors.As(err, &exit) || exit.ExitCode() != 3 {
		t.Fatalf("%v\n%s", err, &out)
	}
	return out.String()
}

// What isn't Go's is refused, or stays as it is.
func TestShapes(t *testing.T) {
	const (
		begin = "\x00"                                                     // no locals
		head  = "\x03\x40\x02\x40\x02\x40\x20\x00\x0e\x02\x00\x01\x01\x0b" // a loop, two sections, three numbers
		tail  = "\x0b\x0b\x00\x0b"                                         // the second section's block, the loop, unreachable
	)
	for _, test := range []struct {
		name, body, want string
		fault            bool
	}{
		{"no sections", begin + "\x41\x00\x0b", "", false},
		{"a br_table of something else", begin + "\x02\x40\x20\x01\x0e\x00\x00\x0b\x0b", "", false},
		{"a jump forwards", begin + head + "\x41\x01\x21\x00\x0c\x01" + tail,
			begin + head[:6] + "\x20\x00\x45\x0d\x00" + head[6:] + "\x0c\x00" + tail, false},
		{"one with a condition", begin + head + "\x20\x01\x04\x40\x41\x02\x21\x00\x0c\x02\x0b" + tail,
			begin + head[:6] + "\x20\x00\x45\x0d\x00" + head[6:] + "\x20\x01\x0d\x00" + tail, false},
		{"a jump backwards", begin + head + "\x41\x00\x21\x00\x0c\x01" + tail,
			begin + head[:6] + "\x20\x00\x45\x0d\x00" + head[6:] + "\x41\x00\x21\x00\x0c\x01" + tail, false},
		{"a jump without a number", begin + head + "\x0c\x01" + tail, "", true},
		{"a branch to a section", begin + head + "\x0c\x00" + tail, "", true},
		{"the number is read", begin + head + "\x20\x00\x1a" + tail, "", true},
		{"a br_table in a section", begin + head + "\x20\x01\x0e\x00\x00" + tail, "", true},
		{"an unknown instruction", begin + "\xfd\x00\x0b", "", true},
		{"it ends too early", begin + head, "", true},
		{"a constant without its bytes", begin + "\x44\x00", "", true},
	} {
		t.Run(test.name, func(t *testing.T) {
			got, err := function([]byte(test.body))
			if (err != nil) != test.fault || string(got) != test.want {
				t.Errorf("got % x, %v\nwant % x", got, err, test.want)
			}
		})
	}
	for _, wasm := range []string{"", "\x00asm\x02\x00\x00\x00", "\x00asm\x01\x00\x00\x00", "\x00asm\x01\x00\x00\x00\x0a\x05"} {
		if _, err := module([]byte(wasm)); err == nil {
			t.Errorf("% x is taken", wasm)
		}
	}
}
