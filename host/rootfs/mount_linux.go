package rootfs

import (
	"os"

	"golang.org/x/sys/unix"
)

// mountOf is the id of the mount a file was reached through, or 0 before Linux 5.8. Only
// statx tells bind mounts apart, and package syscall does not have it.
func mountOf(file *os.File) uint64 {
	conn, err := file.SyscallConn()
	if err != nil {
		return 0
	}
	var st unix.Statx_t
	if err := conn.Control(func(fd uintptr) {
		err = unix.Statx(int(fd), "", unix.AT_EMPTY_PATH, unix.STATX_MNT_ID, &st)
	}); err != nil {
		return 0
	}
	if err != nil || st.Mask&unix.STATX_MNT_ID == 0 {
		return 0
	}
	return st.Mnt_id
}
