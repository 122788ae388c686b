package host

import (
	"os"
	"path/filepath"
	"runtime"
	"testing"

	"golang.org/x/sys/unix"
)

// mortal takes from this thread, until the test ends, the superuser's power to
// write everywhere. It stays the owner of its files.
func mortal(t *testing.T) {
	runtime.LockOSThread()
	header := &unix.CapUserHeader{Version: unix.LINUX_CAPABILITY_VERSION_3}
	var was [2]unix.CapUserData
	if err := unix.Capget(header, &was[0]); err != nil {
		t.Fatal(err)
	}
	now := was
	now[0].Effective &^= 1<<unix.CAP_DAC_OVERRIDE | 1<<unix.CAP_DAC_READ_SEARCH
	if err := unix.Capset(header, &now[0]); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := unix.Capset(header, &was[0]); err == nil {
			runtime.UnlockOSThread() // else the thread ends with the test
		}
	})
}

func TestWithAnUnwritableCacheTheAnswersAreTheSame(t *testing.T) {
	for _, tt := range []struct {
		name string
		of   func(dir string) string // what is read-only, inside the cache's directory
		code bool                    // whether compiled code lies in it already
	}{
		{"the directory itself", func(dir string) string { return dir }, false},
		{"the module's directory", func(dir string) string { return openCache(dir, uprightSum()).dir }, false},
		{"wazero's directory", func(dir string) string { return filepath.Dir(cached(t, dir)) }, true},
		{"wazero's directory with damaged code", func(dir string) string {
			code := cached(t, dir)
			overwrite(t, code, []byte("damaged"))
			return filepath.Dir(code)
		}, true},
		{"the code itself, which can't be read either", func(dir string) string { return cached(t, dir) }, true},
	} {
		t.Run(tt.name, func(t *testing.T) {
			dir := t.TempDir()
			if tt.code {
				answers(t, dir)
			}
			locked := tt.of(dir)
			mode := os.FileMode(0o500)
			if info, err := os.Stat(locked); err != nil || !info.IsDir() {
				mode = 0
			}
			if err := os.Chmod(locked, mode); err != nil {
				t.Fatal(err)
			}
			defer os.Chmod(locked, 0o700) // so that it can be removed
			mortal(t)
			if mode != 0 && os.WriteFile(filepath.Join(locked, "probe"), nil, 0o600) == nil {
				t.Fatal("the directory can be written all the same")
			}
			answers(t, dir)
		})
	}
}
