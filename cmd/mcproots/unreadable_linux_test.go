package main

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"
)

// The superuser may read every file: its thread looks at the disk as nobody for as
// long as the test runs.
func TestAnUnreadableFileIsAFailure(t *testing.T) {
	file := filepath.Join(t.TempDir(), "a.json")
	if err := os.WriteFile(file, nil, 0); err != nil {
		t.Fatal(err)
	}
	if os.Getuid() == 0 {
		const nobody = 65534
		runtime.LockOSThread()
		defer runtime.UnlockOSThread()
		if err := syscall.Setfsuid(nobody); err != nil {
			t.Fatal(err)
		}
		defer syscall.Setfsuid(0)
	}
	if got := mcproots("", "check", file); got.exit != exitFailure || !strings.Contains(got.stderr, "permission") {
		t.Error(got)
	}
}
