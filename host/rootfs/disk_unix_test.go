//go:build unix && !aix && !solaris

package rootfs_test

import (
	"fmt"
	"net"
	"os"
	"path/filepath"
	"slices"
	"syscall"
	"testing"
	"time"

	"github.com/mcproots/mcproots/host/rootfs"
)

// soon fails the test when act blocks.
func soon(t *testing.T, what string, act func()) {
	t.Helper()
	done := make(chan struct{})
	go func() { act(); close(done) }()
	select {
	case <-done:
	case <-time.After(2 * patience):
		t.Fatalf("%s blocks", what)
	}
}

func TestAFIFOIsRefusedWithoutWaitingForItsOtherEnd(t *testing.T) {
	s := scenario{File: "target", Links: [][2]string{{"link", "fifo"}}}
	root := s.lay(t)
	must(t, syscall.Mkfifo(filepath.Join(root, "fifo"), 0o644))
	fsys := open(t, root)
	soon(t, "a FIFO", func() {
		for _, name := range []string{"fifo", "link"} {
			for _, flag := range []int{os.O_RDONLY, os.O_WRONLY, os.O_RDWR, os.O_WRONLY | os.O_TRUNC} {
				_, err := fsys.OpenFile(0, flag, 0, name)
				wantCode(t, err, rootfs.SpecialFile)
			}
			_, err := fsys.ReadDir(0, name)
			wantCode(t, err, rootfs.SpecialFile)
			_, err = fsys.FS(0).Open(name)
			wantCode(t, err, rootfs.SpecialFile)
			if info, err := fsys.Stat(0, name); err != nil || info.Mode().Type() != os.ModeNamedPipe {
				t.Errorf("Stat of %s: %v", name, err)
			}
			// Where a directory is needed it is one file like any other.
			_, err = fsys.Open(0, name, "x")
			wantCode(t, err, rootfs.NotDirectory)
			wantCode(t, fsys.WriteFile(0, nil, 0o644, name, "x"), rootfs.NotDirectory)
		}
		wantCode(t, fsys.WriteFile(0, nil, 0o644, "fifo"), rootfs.SpecialFile)
		_, err := rootfs.Open([]string{filepath.Join(root, "fifo")})
		wantCode(t, err, rootfs.SpecialFile)
	})
}

func TestAFIFOIsNotTouchedByARefusedOpen(t *testing.T) {
	s := scenario{File: "target"}
	root := s.lay(t)
	fifo := filepath.Join(root, "fifo")
	must(t, syscall.Mkfifo(fifo, 0o644))
	fsys := open(t, root)
	released := make(chan error, 1)
	go func() { // waits for a reader
		file, err := os.OpenFile(fifo, os.O_WRONLY, 0)
		if err == nil {
			file.Close()
		}
		released <- err
	}()
	for end := time.Now().Add(200 * time.Millisecond); time.Now().Before(end); time.Sleep(time.Millisecond) {
		_, err := fsys.Open(0, "fifo")
		wantCode(t, err, rootfs.SpecialFile)
	}
	select {
	case err := <-released:
		t.Errorf("the FIFO was opened: its writer went on (%v)", err)
	default:
		reader, err := os.Open(fifo)
		must(t, err)
		reader.Close()
		must(t, <-released)
	}
}

func TestASocketIsRefused(t *testing.T) {
	root, err := os.MkdirTemp("", "s") // short: a socket's path has about 100 bytes
	must(t, err)
	defer os.RemoveAll(root)
	listener, err := net.Listen("unix", filepath.Join(root, "socket"))
	must(t, err)
	defer listener.Close()
	fsys := open(t, root)
	_, err = fsys.Open(0, "socket")
	wantCode(t, err, rootfs.SpecialFile)
	_, err = fsys.OpenFile(0, os.O_RDWR, 0, "socket")
	wantCode(t, err, rootfs.SpecialFile)
	wantCode(t, fsys.WriteFile(0, nil, 0o644, "socket"), rootfs.SpecialFile)
	_, err = rootfs.Open([]string{filepath.Join(root, "socket")})
	wantCode(t, err, rootfs.SpecialFile)
}

func TestADeviceIsRefused(t *testing.T) {
	fsys := open(t, "/dev")
	for _, name := range []string{"null", "zero", "tty"} {
		if _, err := os.Lstat("/dev/" + name); err != nil {
			t.Logf("SKIPPED /dev/%s: %v", name, err)
			continue
		}
		_, err := fsys.Open(0, name)
		wantCode(t, err, rootfs.SpecialFile)
		_, err = fsys.OpenFile(0, os.O_WRONLY, 0, name)
		wantCode(t, err, rootfs.SpecialFile)
	}
	_, err := rootfs.Open([]string{"/dev/null"})
	wantCode(t, err, rootfs.SpecialFile)
}

func TestAHardLinkIsReportedAndAnOptionRefusesIt(t *testing.T) {
	s := scenario{File: "target"}
	root := s.lay(t)
	secret := filepath.Join(filepath.Dir(root), "outside", "secret")
	must(t, os.Link(secret, filepath.Join(root, "linked")))

	fsys := open(t, root)
	file, err := fsys.Open(0, "linked")
	must(t, err)
	defer file.Close()
	if !warns(file, rootfs.Hardlink) {
		t.Errorf("warnings %v", file.Warnings)
	}
	plain, err := fsys.Open(0, "target")
	must(t, err)
	defer plain.Close()
	dir, err := fsys.Open(0) // a directory always has several links
	must(t, err)
	defer dir.Close()
	if len(plain.Warnings)+len(dir.Warnings) != 0 {
		t.Errorf("warnings %v %v", plain.Warnings, dir.Warnings)
	}

	strict := open(t, root, rootfs.RefuseHardlinks())
	_, err = strict.Open(0, "linked")
	wantCode(t, err, rootfs.Hardlink)
	_, err = strict.OpenFile(0, os.O_WRONLY|os.O_TRUNC, 0, "linked")
	wantCode(t, err, rootfs.Hardlink)
	if text, _ := os.ReadFile(secret); string(text) != outside {
		t.Errorf("a refused file was truncated to %q", text)
	}

	// A write by rename leaves the other name alone, so nothing speaks against it.
	must(t, strict.WriteFile(0, []byte("new"), 0o644, "linked"))
	if text, _ := os.ReadFile(secret); string(text) != outside {
		t.Errorf("the other name holds %q", text)
	}
}

func TestAWorldWritableRootIsReportedAndAnOptionRefusesIt(t *testing.T) {
	dir := realTempDir(t)
	file := filepath.Join(dir, "file")
	write(t, file, inside)
	for _, root := range []string{dir, file} {
		info, err := os.Stat(root)
		must(t, err)
		must(t, os.Chmod(root, info.Mode().Perm()|0o002))
		found := open(t, root).Findings()
		if !slices.ContainsFunc(found, func(f rootfs.Finding) bool {
			return f.Code == rootfs.RootWorldWritable && f.Severity == rootfs.SeverityWarning
		}) {
			t.Errorf("findings %v", found)
		}
		fsys, err := rootfs.Open([]string{root}, rootfs.RefuseWorldWritable())
		wantCode(t, err, rootfs.RootWorldWritable)
		if fsys != nil {
			t.Error("got an FS")
		}
		must(t, os.Chmod(root, info.Mode().Perm()))
		open(t, root, rootfs.RefuseWorldWritable())
	}
}

func ExampleOpen_refuse() {
	project, err := os.MkdirTemp("", "project")
	if err != nil {
		panic(err)
	}
	defer os.RemoveAll(project)
	os.Chmod(project, 0o777)

	// What a cautious server refuses, and others are only told of.
	_, err = rootfs.Open([]string{project},
		rootfs.RefuseHardlinks(), rootfs.RefuseMountCrossing(), rootfs.RefuseWorldWritable())
	fmt.Println(err)
	// Output:
	// rootfs: root-world-writable: root 0: register: everyone on this machine can write in the root
}

func warns(file *rootfs.File, code rootfs.Code) bool {
	return slices.ContainsFunc(file.Warnings, func(f rootfs.Finding) bool { return f.Code == code })
}
