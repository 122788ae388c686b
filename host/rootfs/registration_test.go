//go:build unix || windows

package rootfs_test

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/mcproots/mcproots/host/rootfs"
)

func TestAPlainDirectoryHasNoFindingsUnlessItsVolumeIsCaseInsensitive(t *testing.T) {
	dir := filepath.Join(realTempDir(t), "Root")
	must(t, os.Mkdir(dir, 0o755))
	_, err := os.Stat(filepath.Join(filepath.Dir(dir), "rOOT"))
	insensitive := err == nil
	for _, name := range []string{"", "1", "Name"} { // judged by the root's own name, then by an entry
		if name != "" {
			write(t, filepath.Join(dir, name), inside)
		}
		found := open(t, dir).Findings()
		switch {
		case len(found) == 0 && !insensitive:
		case len(found) == 1 && insensitive && found[0].Code == rootfs.CaseInsensitiveVolume:
		default:
			t.Errorf("with %q: case-insensitive is %v, findings %v", name, insensitive, found)
		}
	}
}

func TestTwoLinksThatDifferInCaseDoNotMakeAVolumeCaseInsensitive(t *testing.T) {
	dir := realTempDir(t)
	write(t, filepath.Join(dir, "name"), inside)
	if err := os.Link(filepath.Join(dir, "name"), filepath.Join(dir, "NAME")); err != nil {
		t.Skipf("SKIPPED: no two names that differ in case: %v", err)
	}
	if found := open(t, dir).Findings(); len(found) != 0 {
		t.Errorf("findings %v", found)
	}
}

func TestARootThatCannotBeUsedIsNamedByIndexAndCode(t *testing.T) {
	dir := realTempDir(t)
	write(t, filepath.Join(dir, "file"), inside)
	must(t, os.Symlink("loop", filepath.Join(dir, "loop")))
	for _, c := range []struct {
		name, path string
		want       rootfs.Code
	}{
		{"nothing there", filepath.Join(dir, "CANARY-missing"), rootfs.RootNotFound},
		{"below a file", filepath.Join(dir, "file", "CANARY-below"), rootfs.RootNotDirectory},
		{"relative", "CANARY-relative", rootfs.RelativePath},
		{"empty", "", rootfs.RelativePath},
		{"a loop of links", filepath.Join(dir, "loop"), rootfs.SymlinkLoop},
		{"a NUL in the path", dir + "\x00CANARY", rootfs.RootUnreadable},
	} {
		t.Run(c.name, func(t *testing.T) {
			fsys, err := rootfs.Open([]string{dir, c.path})
			if fsys != nil {
				t.Fatal("got an FS")
			}
			wantCode(t, err, c.want)
			var own *rootfs.Error
			if !errors.As(err, &own) || own.Root != 1 || own.Op != "register" {
				t.Errorf("got %#v", own)
			}
			if strings.Contains(err.Error(), "CANARY") {
				t.Errorf("the message holds the path: %v", err)
			}
		})
	}
}

func TestEveryUnusableRootIsReportedAtOnce(t *testing.T) {
	dir := realTempDir(t)
	_, err := rootfs.Open([]string{filepath.Join(dir, "a"), dir, "relative"})
	wantCode(t, err, rootfs.RootNotFound)
	wantCode(t, err, rootfs.RelativePath)
	if !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("the system's error is lost: %v", err)
	}
}

func TestARootThroughALinkIsReportedWithItsRealPath(t *testing.T) {
	dir := realTempDir(t)
	real := filepath.Join(dir, "real\nname")
	must(t, os.MkdirAll(filepath.Join(real, "sub"), 0o755))
	write(t, filepath.Join(real, "sub", "file"), inside)
	must(t, os.Symlink(real, filepath.Join(dir, "link")))
	for _, below := range []string{"", "sub", "sub/file"} {
		fsys := open(t, filepath.Join(dir, "link", below))
		i := slices.IndexFunc(fsys.Findings(), func(f rootfs.Finding) bool { return f.Code == rootfs.RootViaSymlink })
		if i < 0 {
			t.Errorf("%q: not reported: %v", below, fsys.Findings())
			continue
		}
		got := fsys.Findings()[i]
		if got.Severity != rootfs.SeverityWarning || !strings.Contains(got.Detail, `real\nname`) {
			t.Errorf("%q: %+v", below, got)
		}
	}
}

func TestARootThatIsAFileGivesThatFileOnly(t *testing.T) {
	dir := realTempDir(t)
	write(t, filepath.Join(dir, "file"), inside)
	write(t, filepath.Join(dir, "other"), outside)
	fsys := open(t, filepath.Join(dir, "file"))
	found := fsys.Findings()
	if len(found) == 0 || found[0].Code != rootfs.RootNotDirectory || found[0].Severity != rootfs.SeverityInfo {
		t.Errorf("findings %v", found)
	}
	file, err := fsys.Open(0)
	must(t, err)
	defer file.Close()
	if got := read(t, file); got != inside {
		t.Errorf("read %q", got)
	}
	if info, err := fsys.Stat(0); err != nil || !info.Mode().IsRegular() {
		t.Errorf("Stat: %v", err)
	}
	text, err := fs.ReadFile(fsys.FS(0), ".")
	if err != nil || string(text) != inside {
		t.Errorf("FS: %q, %v", text, err)
	}
	for _, ask := range [][]string{{"file"}, {"."}, {"other"}, {"..", "other"}, {""}} {
		_, err := fsys.Open(0, ask...)
		wantCode(t, err, rootfs.Outside)
		_, err = fsys.Stat(0, ask...)
		wantCode(t, err, rootfs.Outside)
		_, err = fsys.OpenFile(0, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644, append(ask, "new")...)
		wantCode(t, err, rootfs.Outside)
	}
	wantCode(t, fsys.WriteFile(0, nil, 0o644), rootfs.Outside)
	_, err = fsys.ReadDir(0)
	wantCode(t, err, rootfs.NotDirectory)

	// In place it can be written.
	out, err := fsys.OpenFile(0, os.O_WRONLY|os.O_TRUNC, 0)
	must(t, err)
	_, err = out.WriteString("new")
	must(t, err)
	must(t, out.Close())
	if text, _ := os.ReadFile(filepath.Join(dir, "file")); string(text) != "new" {
		t.Errorf("the file holds %q", text)
	}
}

func TestARootThatIsAFileIsNotGivenForAnotherAtItsName(t *testing.T) {
	for name, replace := range map[string]func(dir string) error{
		"another file moved there": func(dir string) error {
			return os.Rename(filepath.Join(dir, "other"), filepath.Join(dir, "file"))
		},
		"a link to another file": func(dir string) error {
			return errors.Join(os.Remove(filepath.Join(dir, "file")), os.Symlink("other", filepath.Join(dir, "file")))
		},
		"a new file": func(dir string) error {
			return errors.Join(os.Remove(filepath.Join(dir, "file")),
				os.WriteFile(filepath.Join(dir, "file"), []byte(outside), 0o644))
		},
		"nothing": func(dir string) error { return os.Remove(filepath.Join(dir, "file")) },
	} {
		t.Run(name, func(t *testing.T) {
			dir := realTempDir(t)
			write(t, filepath.Join(dir, "file"), inside)
			write(t, filepath.Join(dir, "other"), outside)
			fsys := open(t, filepath.Join(dir, "file"))
			must(t, replace(dir))
			_, err := fsys.Open(0)
			wantCode(t, err, rootfs.RootChanged)
			_, err = fsys.Stat(0)
			wantCode(t, err, rootfs.RootChanged)
			_, err = fsys.OpenFile(0, os.O_WRONLY|os.O_TRUNC, 0)
			wantCode(t, err, rootfs.RootChanged)
		})
	}
}

func TestARootReplacedUnderWayIsRefused(t *testing.T) {
	for name, replace := range map[string]func(root, other string) error{
		"by another directory": func(root, other string) error {
			return errors.Join(os.Rename(root, root+"-moved"), os.Rename(other, root))
		},
		"by a link to another directory": func(root, other string) error {
			return errors.Join(os.Rename(root, root+"-moved"), os.Symlink(other, root))
		},
		"by nothing": func(root, other string) error { return os.Rename(root, root+"-moved") },
		"by a file": func(root, other string) error {
			return errors.Join(os.Rename(root, root+"-moved"), os.WriteFile(root, nil, 0o644))
		},
	} {
		t.Run(name, func(t *testing.T) {
			dir := realTempDir(t)
			root, other := filepath.Join(dir, "root"), filepath.Join(dir, "other")
			must(t, os.Mkdir(root, 0o755))
			must(t, os.Mkdir(other, 0o755))
			write(t, filepath.Join(root, "file"), inside)
			write(t, filepath.Join(other, "file"), outside)
			fsys := open(t, root)
			must(t, replace(root, other))

			_, err := fsys.Open(0, "file")
			wantCode(t, err, rootfs.RootChanged)
			_, err = fsys.Stat(0, "file")
			wantCode(t, err, rootfs.RootChanged)
			_, err = fsys.ReadDir(0)
			wantCode(t, err, rootfs.RootChanged)
			wantCode(t, fsys.WriteFile(0, nil, 0o644, "new"), rootfs.RootChanged)
			_, err = fsys.OpenFile(0, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644, "new")
			wantCode(t, err, rootfs.RootChanged)
			for _, place := range []string{root, root + "-moved", other} {
				if _, err := os.Lstat(filepath.Join(place, "new")); err == nil {
					t.Errorf("a file was written to %s", place)
				}
			}
		})
	}
}

func TestARootMovedAwayAndBackIsServedAgain(t *testing.T) {
	root := filepath.Join(realTempDir(t), "root")
	must(t, os.Mkdir(root, 0o755))
	write(t, filepath.Join(root, "file"), inside)
	fsys := open(t, root)
	must(t, os.Rename(root, root+"-moved"))
	_, err := fsys.Open(0, "file")
	wantCode(t, err, rootfs.RootChanged)
	must(t, os.Rename(root+"-moved", root))
	file, err := fsys.Open(0, "file")
	must(t, err)
	file.Close()
}

func TestNoRootsDenyEverything(t *testing.T) {
	fsys, err := rootfs.Open(nil)
	must(t, err)
	_, err = fsys.Open(0, "etc", "passwd")
	wantCode(t, err, rootfs.NoRoots)
	_, err = fs.ReadDir(fsys.FS(0), ".")
	wantCode(t, err, rootfs.NoRoots)
	must(t, fsys.Close())
}

func TestAnIndexWithoutARootIsRefused(t *testing.T) {
	fsys := open(t, realTempDir(t))
	for _, index := range []int{-1, 1, 1 << 30} {
		_, err := fsys.Stat(index)
		wantCode(t, err, rootfs.BadInput)
	}
}

func TestAfterCloseEverythingIsRefusedButOpenFilesStayOpen(t *testing.T) {
	dir := realTempDir(t)
	write(t, filepath.Join(dir, "file"), inside)
	fsys := open(t, dir)
	file, err := fsys.Open(0, "file")
	must(t, err)
	defer file.Close()
	must(t, fsys.Close())
	_, err = fsys.Open(0, "file")
	wantCode(t, err, rootfs.Closed)
	wantCode(t, fsys.WriteFile(0, nil, 0o644, "new"), rootfs.Closed)
	if got := read(t, file); got != inside {
		t.Errorf("read %q", got)
	}
}
