//go:build unix

package rootfs

import (
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
)

// openFlags keep an open from waiting for a FIFO's other end, and a terminal from
// becoming the process's own. Regular files and directories do not mind them.
const openFlags = syscall.O_NONBLOCK | syscall.O_NOCTTY

// onlyDirectory makes opening path fail at once when it is no directory: os.OpenRoot
// would wait for a FIFO's writer.
func onlyDirectory(path string) string { return path + "/." }

func worldWritable(info fs.FileInfo) bool { return info.Mode().Perm()&0o002 != 0 }

// samePath reports whether two spellings of a path differ in separators and dots only.
func samePath(path, real string) bool { return filepath.Clean(path) == real }

func placeOf(file *os.File, info fs.FileInfo) (place, error) {
	st := info.Sys().(*syscall.Stat_t)
	return place{
		links:  uint64(st.Nlink),
		device: uint64(st.Dev),
		mount:  mountOf(file),
	}, nil
}
