package rootfs

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
)

// openFlags is nothing: os.Root refuses the names of devices and pipes on Windows.
const openFlags = 0

func onlyDirectory(path string) string { return path }

// worldWritable is never true: the permissions that Go shows are made from the read-only
// attribute, not from the access control list.
func worldWritable(fs.FileInfo) bool { return false }

// samePath lets case differ: EvalSymlinks answers with the case that is on the disk.
func samePath(path, real string) bool { return strings.EqualFold(filepath.Clean(path), real) }

// placeOf leaves the mount unknown. A volume mounted in a directory is a reparse point,
// which os.Root takes for a link with an absolute target, so it is refused before.
func placeOf(file *os.File, _ fs.FileInfo) (place, error) {
	conn, err := file.SyscallConn()
	if err != nil {
		return place{}, err
	}
	var seen syscall.ByHandleFileInformation
	var failed error
	if err := conn.Control(func(handle uintptr) {
		failed = syscall.GetFileInformationByHandle(syscall.Handle(handle), &seen)
	}); err != nil {
		return place{}, err
	}
	return place{links: uint64(seen.NumberOfLinks), device: uint64(seen.VolumeSerialNumber)}, failed
}
