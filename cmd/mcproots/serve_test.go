package main

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"testing"
)

// The way of Windows, where no process takes the place of another, on every system.
func TestAwaitTellsHowAProgramEnded(t *testing.T) {
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	for want, arg := range map[int]string{0: "-test.list=^$", 2: "-no-such-flag"} {
		args := []string{self, arg}
		if code, err := await(self, args); code != want || err != nil {
			t.Errorf("%s: %d, %v; want %d", arg, code, err, want)
		}
	}
	missing := filepath.Join(t.TempDir(), "missing")
	if _, err := await(missing, []string{missing}); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a program that isn't there: %v", err)
	}
	if err := become(missing); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("to become a program that isn't there: %v", err)
	}
}
