package rootfs_test

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"

	"github.com/mcproots/mcproots/host/rootfs"
)

func TestAnotherDeviceIsReportedAndAnOptionRefusesIt(t *testing.T) {
	fsys := open(t, "/")
	file, err := fsys.Open(0, "proc", "version")
	must(t, err)
	defer file.Close()
	if !warns(file, rootfs.MountCrossing) {
		t.Errorf("warnings %v", file.Warnings)
	}
	etc, err := fsys.Open(0, "etc")
	must(t, err)
	defer etc.Close()
	if len(etc.Warnings) != 0 {
		t.Errorf("warnings %v", etc.Warnings)
	}
	strict := open(t, "/", rootfs.RefuseMountCrossing())
	_, err = strict.Open(0, "proc", "version")
	wantCode(t, err, rootfs.MountCrossing)
	_, err = strict.ReadDir(0, "proc")
	wantCode(t, err, rootfs.MountCrossing)
}

// withMounts runs act in a mount namespace of its own thread. The thread ends with the
// goroutine, because it is not unlocked, and takes the mounts along.
func withMounts(t *testing.T, act func(mount func(source, target, fstype string, flags uintptr, data string))) {
	t.Helper()
	done := make(chan struct{})
	go func() {
		defer close(done)
		runtime.LockOSThread()
		if err := syscall.Unshare(syscall.CLONE_NEWNS); err != nil {
			t.Logf("SKIPPED: a mount namespace needs privileges: %v", err)
			return
		}
		mount := func(source, target, fstype string, flags uintptr, data string) {
			if err := syscall.Mount(source, target, fstype, flags, data); err != nil {
				t.Logf("SKIPPED: cannot mount: %v", err)
				runtime.Goexit()
			}
		}
		mount("", "/", "", syscall.MS_REC|syscall.MS_PRIVATE, "")
		act(mount)
	}()
	<-done
}

func TestABindMountIsReportedAndNothingIsCreatedBehindIt(t *testing.T) {
	s := scenario{File: "mounted/secret", Dirs: []string{"mounted"}}
	root := s.lay(t)
	behind := filepath.Join(filepath.Dir(root), "outside")
	withMounts(t, func(mount func(source, target, fstype string, flags uintptr, data string)) {
		mount(behind, filepath.Join(root, "mounted"), "", syscall.MS_BIND, "")
		fsys, strict := open(t, root), open(t, root, rootfs.RefuseMountCrossing())
		file, err := fsys.Open(0, "mounted", "secret")
		must(t, err)
		defer file.Close()
		if !warns(file, rootfs.MountCrossing) {
			t.Errorf("the device is the same, but the mount is another: warnings %v", file.Warnings)
		}
		_, err = strict.OpenFile(0, os.O_WRONLY|os.O_TRUNC, 0, "mounted", "secret")
		wantCode(t, err, rootfs.MountCrossing)
		_, err = strict.OpenFile(0, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644, "mounted", "new")
		wantCode(t, err, rootfs.MountCrossing)
		wantCode(t, strict.WriteFile(0, nil, 0o644, "mounted", "new"), rootfs.MountCrossing)
		wantCode(t, strict.WriteFile(0, nil, 0o644, "mounted", "secret"), rootfs.MountCrossing)
		must(t, strict.WriteFile(0, nil, 0o644, "new")) // on the root's own mount nothing is refused
		entries, err := os.ReadDir(behind)
		if text, _ := os.ReadFile(filepath.Join(behind, "secret")); err != nil || len(entries) != 1 || string(text) != outside {
			t.Errorf("behind the mount: %v, %q, %v", entries, text, err)
		}
	})
}

func TestAFailedWriteLeavesNothingBehindAndNamesNoPath(t *testing.T) {
	s := scenario{File: "CANARY-busy", Dirs: []string{"CANARY-small"}}
	root := s.lay(t)
	withMounts(t, func(mount func(source, target, fstype string, flags uintptr, data string)) {
		small := filepath.Join(root, "CANARY-small")
		mount("tmpfs", small, "tmpfs", 0, "size=16k")
		mount(filepath.Join(filepath.Dir(root), "outside", "secret"), filepath.Join(root, "CANARY-busy"), "", syscall.MS_BIND, "")
		write(t, filepath.Join(small, "file"), inside)
		fsys := open(t, root)
		for _, c := range []struct {
			ask  []string
			want syscall.Errno
		}{
			{[]string{"CANARY-small", "file"}, syscall.ENOSPC}, // fails when the data is written
			{[]string{"CANARY-busy"}, syscall.EBUSY},           // fails when it is renamed
		} {
			err := fsys.WriteFile(0, make([]byte, 1<<20), 0o644, c.ask...)
			wantCode(t, err, rootfs.OSError)
			if !errors.Is(err, c.want) || strings.Contains(err.Error(), "CANARY") || strings.Contains(err.Error(), ".mcproots-") {
				t.Errorf("got %v, want %v", err, c.want)
			}
		}
		for dir, want := range map[string]int{root: 2, small: 1} {
			if entries, err := os.ReadDir(dir); err != nil || len(entries) != want {
				t.Errorf("there remain %v, %v", entries, err)
			}
		}
		if text, _ := os.ReadFile(filepath.Join(small, "file")); string(text) != inside {
			t.Errorf("the old contents became %q", text)
		}
	})
}

func TestWithoutPermissionARootAndAFileAreRefused(t *testing.T) {
	s := scenario{File: "closed/target", Dirs: []string{"closed"}}
	root := s.lay(t)
	write(t, filepath.Join(root, "file"), inside)
	must(t, os.Chmod(filepath.Join(root, "file"), 0o600))
	fsys := open(t, root)
	for dir := root; dir != filepath.Dir(dir); dir = filepath.Dir(dir) {
		if info, err := os.Stat(dir); err == nil && info.Mode().Perm()&0o011 != 0o011 {
			must(t, os.Chmod(dir, info.Mode().Perm()|0o011)) // let everyone pass, as far as here
		}
		if dir == os.TempDir() {
			break
		}
	}
	must(t, os.Chmod(filepath.Join(root, "closed"), 0o700))

	done := make(chan struct{})
	go func() {
		defer close(done)
		runtime.LockOSThread() // the thread is another user from here on, and ends with this function
		if os.Geteuid() == 0 {
			if err := syscall.Setfsuid(65534); err != nil {
				t.Error(err)
				return
			}
		} else {
			must(t, os.Chmod(filepath.Join(root, "closed"), 0))
			must(t, os.Chmod(filepath.Join(root, "file"), 0))
		}
		_, err := rootfs.Open([]string{filepath.Join(root, "closed")})
		wantCode(t, err, rootfs.RootUnreadable)
		if !errors.Is(err, fs.ErrPermission) {
			t.Errorf("%v is not fs.ErrPermission", err)
		}
		for _, ask := range [][]string{{"file"}, {"closed"}, {"closed", "target"}} {
			_, err := fsys.Open(0, ask...)
			wantCode(t, err, rootfs.PermissionDenied)
			if !errors.Is(err, fs.ErrPermission) {
				t.Errorf("%v is not fs.ErrPermission", err)
			}
		}
	}()
	<-done
	os.Chmod(filepath.Join(root, "closed"), 0o700)
}
