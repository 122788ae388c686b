package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"
)

// process compares the command, checking a small file, with a Go program that does
// nothing: the processor time of whole processes, as people start them.
func (b *bench) process(name string) error {
	dir, err := os.MkdirTemp("", "mcproots-bench-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	source, message := filepath.Join(dir, "empty.go"), filepath.Join(dir, "request.json")
	if err := errors.Join(
		os.WriteFile(source, []byte("package main\n\nfunc main() {}\n"), 0o644),
		os.WriteFile(message, []byte(`{"jsonrpc":"2.0","id":1,"method":"roots/list"}`), 0o644),
	); err != nil {
		return err
	}
	built := filepath.Join(dir, "mcproots") // build.sh builds what the name says
	command, err := exec.Command("go", "list", "-f", "{{.Dir}}", "github.com/mcproots/mcproots/cmd/mcproots").Output()
	if err != nil {
		return err
	}
	programs := []struct {
		name  string
		build []string
		args  []string
	}{
		{"mcproots check", []string{filepath.Join(strings.TrimSpace(string(command)), "..", "build.sh"), built}, []string{"check", message}},
		{"an empty Go program", []string{"go", "build", "-trimpath", "-ldflags=-s -w", "-o", built, source}, nil},
	}
	files := make([]string, len(programs))
	for i, p := range programs {
		build := exec.Command(p.build[0], p.build[1:]...)
		build.Env = append(os.Environ(), "CGO_ENABLED=0")
		if out, err := build.CombinedOutput(); err != nil {
			return fmt.Errorf("building %s: %w: %s", p.name, err, out)
		}
		// The linker writes its file piecemeal, and the system maps it in small pieces for
		// as long as it is in memory: the start then takes a quarter longer than a copy's.
		content, err := os.ReadFile(built)
		if err != nil {
			return err
		}
		files[i] = filepath.Join(dir, fmt.Sprintf("program%d", i))
		if err := os.WriteFile(files[i], content, 0o755); err != nil {
			return err
		}
	}
	rounds := 5 * b.rounds // each is a few milliseconds
	times := make([][]float64, len(programs))
	for range rounds {
		for i, p := range programs {
			cmd := exec.Command(files[i], p.args...)
			if err := cmd.Run(); err != nil {
				return fmt.Errorf("%s: %w", p.name, err)
			}
			times[i] = append(times[i], float64(cmd.ProcessState.UserTime()+cmd.ProcessState.SystemTime()))
		}
	}
	var each []float64
	for i := range rounds {
		each = append(each, times[0][i]/times[1][i])
	}
	b.rows = append(b.rows, row{
		name: name, over: programs[0].name, under: programs[1].name, goal: 2,
		a: time.Duration(median(times[0])), b: time.Duration(median(times[1])), ratio: median(each),
	})
	return nil
}
