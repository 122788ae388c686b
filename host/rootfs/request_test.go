//go:build unix || windows

package rootfs_test

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"
	"testing/fstest"

	"github.com/mcproots/mcproots/host/rootfs"
)

func TestTheViewIsAFileSystemAsIoFSWantsIt(t *testing.T) {
	dir := realTempDir(t)
	must(t, os.MkdirAll(filepath.Join(dir, "a", "b"), 0o755))
	write(t, filepath.Join(dir, "a", "b", "file"), inside)
	write(t, filepath.Join(dir, "top"), inside)
	must(t, fstest.TestFS(open(t, dir).FS(0), "a/b/file", "top"))
}

func TestAWalkOfTheViewDoesNotFollowLinks(t *testing.T) {
	s := scenario{File: "dir/target", Dirs: []string{"dir"}, Links: [][2]string{{"out", "../outside"}, {"in", "dir"}}}
	var seen []string
	must(t, fs.WalkDir(open(t, s.lay(t)).FS(0), ".", func(path string, d fs.DirEntry, err error) error {
		seen = append(seen, path+" "+d.Type().String())
		return err
	}))
	if got, want := strings.Join(seen, ", "), ". d---------, dir d---------, dir/target ----------, in L---------, out L---------"; got != want {
		t.Errorf("walked %s\nwant %s", got, want)
	}
}

func TestReadDirListsSortedAndShowsLinksAsLinks(t *testing.T) {
	s := scenario{File: "b", Links: [][2]string{{"c", "../outside/secret"}, {"a", "b"}}}
	entries, err := open(t, s.lay(t)).ReadDir(0)
	must(t, err)
	var got []string
	for _, e := range entries {
		info, err := e.Info()
		must(t, err)
		got = append(got, info.Name()+" "+info.Mode().Type().String())
	}
	if want := "a L---------, b ----------, c L---------"; strings.Join(got, ", ") != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

func TestAFileIsCreatedOnlyWhereNothingIs(t *testing.T) {
	s := scenario{File: "target", Links: [][2]string{
		{"dangling-out", "../outside/new"}, {"dangling-in", "nothing"}, {"to-file", "target"}}}
	root := s.lay(t)
	fsys := open(t, root)
	for _, name := range []string{"dangling-out", "dangling-in", "to-file", "target"} {
		_, err := fsys.OpenFile(0, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644, name)
		wantCode(t, err, rootfs.AlreadyExists)
		if !errors.Is(err, fs.ErrExist) {
			t.Errorf("%s: %v is not fs.ErrExist", name, err)
		}
	}
	for _, gone := range []string{"nothing", "../outside/new"} {
		if _, err := os.Lstat(filepath.Join(root, gone)); err == nil {
			t.Errorf("%s was created through a dangling link", gone)
		}
	}
	file, err := fsys.OpenFile(0, os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o640, "new")
	must(t, err)
	must(t, file.Close())
	if info, err := os.Lstat(filepath.Join(root, "new")); err != nil || runtime.GOOS != "windows" && info.Mode() != 0o640 {
		t.Errorf("the new file: %v, %v", info, err)
	}
}

func TestFlagsWithAnotherMeaningAreRefused(t *testing.T) {
	s := scenario{File: "target"}
	fsys := open(t, s.lay(t))
	for name, flag := range map[string]int{
		"create without exclusive": os.O_WRONLY | os.O_CREATE,
		"exclusive without create": os.O_WRONLY | os.O_EXCL,
		"unknown":                  os.O_RDONLY | 1<<29,
		"two access modes":         os.O_WRONLY | os.O_RDWR,
		"negative":                 -1,
	} {
		_, err := fsys.OpenFile(0, flag, 0o644, "target")
		if !errors.Is(err, rootfs.BadInput) {
			t.Errorf("%s: %v", name, err)
		}
	}
	_, err := fsys.OpenFile(0, os.O_RDONLY|os.O_TRUNC, 0, "target") // a file open for reading cannot be truncated
	wantCode(t, err, rootfs.OSError)
	_, err = fsys.OpenFile(0, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644|fs.ModeSetuid, "new")
	wantCode(t, err, rootfs.BadInput)
	wantCode(t, fsys.WriteFile(0, nil, fs.ModeDir|0o755, "new"), rootfs.BadInput)
}

func TestAWriteNeedsAName(t *testing.T) {
	s := scenario{File: "dir/target", Dirs: []string{"dir"}}
	fsys := open(t, s.lay(t))
	for _, ask := range [][]string{{}, {""}, {"."}, {".."}, {"dir", ""}, {"dir", "."}, {"dir", ".."}, {"dir/x"}, {"", "x"}, {"dir", "", "x"}} {
		wantCode(t, fsys.WriteFile(0, nil, 0o644, ask...), rootfs.BadInput)
		_, err := fsys.OpenFile(0, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644, ask...)
		wantCode(t, err, rootfs.BadInput)
	}
}

func TestAWriteReplacesWhollyAndFollowsNothing(t *testing.T) {
	s := scenario{File: "target", Dirs: []string{"dir"}, Links: [][2]string{
		{"out", "../outside/secret"}, {"dangling", "../outside/new"}, {"in", "target"}}}
	root := s.lay(t)
	before := tree(t, filepath.Dir(root), "ROOT")
	must(t, os.Chmod(filepath.Join(root, "target"), 0o600))
	fsys := open(t, root)
	ask := []string{"dir", "..", "new"}
	kept := ask[2]
	for _, ask := range [][]string{{"target"}, {"out"}, {"dangling"}, ask} {
		if err := fsys.WriteFile(0, []byte("written"), 0o644, ask...); err != nil {
			t.Errorf("%v: %v", ask, err)
			continue
		}
		path := filepath.Join(root, filepath.Join(ask...))
		info, err := os.Lstat(path)
		must(t, err)
		text, err := os.ReadFile(path)
		must(t, err)
		if !info.Mode().IsRegular() || string(text) != "written" {
			t.Errorf("%v: %v, %q", ask, info.Mode(), text)
		}
	}
	if ask[2] != kept {
		t.Errorf("the caller's components were changed to %v", ask)
	}
	if after := tree(t, filepath.Dir(root), "ROOT"); after != before {
		t.Errorf("outside the root there is now\n%s", after)
	}
	if info, err := os.Stat(filepath.Join(root, "target")); err != nil || runtime.GOOS != "windows" && info.Mode() != 0o600 {
		t.Errorf("permissions were not kept: %v, %v", info.Mode(), err)
	}
	if err := fsys.WriteFile(0, nil, 0o644, "dir"); !errors.Is(err, rootfs.OSError) {
		t.Errorf("a directory was to be replaced: %v", err)
	}
	entries, err := os.ReadDir(root)
	must(t, err)
	for _, e := range entries {
		if strings.HasPrefix(e.Name(), ".mcproots-") {
			t.Errorf("%s was left behind", e.Name())
		}
	}
}

func TestNoErrorHoldsAPartOfTheRequest(t *testing.T) {
	s := scenario{File: "CANARY-file", Dirs: []string{"CANARY-dir"}, Links: [][2]string{
		{"CANARY-out", "../outside/CANARY-target"}, {"CANARY-abs", "{root}/CANARY-file"},
		{"CANARY-loop", "CANARY-loop"}, {"CANARY-away", "/CANARY-nowhere"}}}
	fsys := open(t, s.lay(t))
	seen := map[rootfs.Code]bool{}
	check := func(err error) {
		t.Helper()
		var own *rootfs.Error
		if !errors.As(err, &own) {
			t.Fatalf("%v is no *Error", err)
		}
		seen[own.Code] = true
		for ; err != nil; err = errors.Unwrap(err) {
			if strings.Contains(err.Error(), "CANARY") {
				t.Errorf("%T: %v", err, err)
			}
		}
	}
	for _, ask := range [][]string{
		{"CANARY-missing"}, {"CANARY-out"}, {"CANARY-abs"}, {"CANARY-loop"}, {"CANARY-away"}, {"..", "CANARY-up"},
		{"CANARY-file", "x"}, {"CANARY-file", ""}, {"CANARY/x"}, {"CANARY\x00"}, {"", "CANARY"},
		{strings.Repeat("CANARY", 1000)},
	} {
		_, err := fsys.Open(0, ask...)
		check(err)
		_, err = fsys.Stat(0, ask...)
		check(err)
		_, err = fsys.ReadDir(0, ask...)
		check(err)
		_, err = fsys.FS(0).Open(strings.Join(ask, "/"))
		check(err)
		check(fsys.WriteFile(0, nil, 0o644, append(ask, "CANARY")...))
		_, err = fsys.OpenFile(0, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644, append(ask, "CANARY")...)
		check(err)
	}
	check(fsys.WriteFile(0, nil, 0o644, "CANARY-dir"))
	_, err := fsys.OpenFile(0, os.O_WRONLY, 0, "CANARY-dir")
	check(err)
	if len(seen) < 8 {
		t.Errorf("only %v were seen", seen)
	}
}

func TestAnErrorNamesCodeRootAndOperation(t *testing.T) {
	s := scenario{File: "target", Links: [][2]string{{"link", "../outside"}}}
	_, err := open(t, s.lay(t)).Stat(0, "link")
	want := "rootfs: symlink-escape: root 0: stat: a symbolic link leads out of the root: path escapes from parent"
	if err == nil || err.Error() != want {
		t.Errorf("got  %v\nwant %s", err, want)
	}
}

func TestRootsAreKeptApart(t *testing.T) {
	a, b := scenario{File: "a"}, scenario{File: "b"}
	fsys, err := rootfs.Open([]string{a.lay(t), b.lay(t)})
	must(t, err)
	defer fsys.Close()
	for root, name := range []string{"a", "b"} {
		file, err := fsys.Open(root, name)
		must(t, err)
		file.Close()
		_, err = fsys.Open(1-root, name)
		wantCode(t, err, rootfs.NotFound)
		if !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("%v is not fs.ErrNotExist", err)
		}
	}
}

func TestRequestsAndCloseMayComeTogether(t *testing.T) {
	s := scenario{File: "target"}
	fsys := open(t, s.lay(t))
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			for range 200 {
				file, err := fsys.Open(0, "target")
				if err != nil {
					if !errors.Is(err, rootfs.Closed) {
						t.Error(err)
					}
					return
				}
				if got := read(t, file); got != inside {
					t.Errorf("read %q", got)
				}
				file.Close()
			}
		})
	}
	all.Go(func() { fsys.Close() })
	all.Wait()
}
