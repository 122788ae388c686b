//go:build unix

package host

import (
	"os"
	"syscall"
)

// private reports whether dir belongs to this user and to nobody else: what lies
// in it is run. A root that kept another user's HOME must not run that user's
// files.
func private(dir string) bool {
	info, err := os.Lstat(dir)
	if err != nil || !info.IsDir() || info.Mode().Perm()&0o077 != 0 {
		return false
	}
	stat, ok := info.Sys().(*syscall.Stat_t)
	return ok && int(stat.Uid) == os.Geteuid()
}
