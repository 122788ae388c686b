//go:build unix && !aix && !solaris

package rootfs_test

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/mcproots/mcproots/host/rootfs"
)

// Each race goes on for that many rounds, and longer until everything has happened that
// the test is about, or the time is up and it fails.
const (
	rounds   = 4000
	atLeast  = 20
	patience = 30 * time.Second
)

// enough reports whether every count has reached atLeast.
func enough(counts ...int) bool { return slices.Min(counts) >= atLeast }

// A race is a tree in which one goroutine goes on swapping something while another asks.
type race struct {
	root  string
	swaps atomic.Int64
	stop  chan struct{}
	ended sync.WaitGroup
}

// swapping repeats the steps until the test ends. Each may fail while the other side works.
func swapping(t *testing.T, root string, steps ...func() error) *race {
	r := &race{root: root, stop: make(chan struct{})}
	r.ended.Go(func() {
		for {
			select {
			case <-r.stop:
				return
			default:
			}
			for _, step := range steps {
				step()
			}
			r.swaps.Add(1)
		}
	})
	t.Cleanup(r.end)
	return r
}

func (r *race) end() {
	select {
	case <-r.stop:
	default:
		close(r.stop)
	}
	r.ended.Wait()
}

// swapLink lays a tree in which "swap" is by turns a directory of the root and a link to
// the directory outside; both hold a file "secret".
func swapLink(t *testing.T) *race {
	s := scenario{File: "swap/secret", Dirs: []string{"swap"}}
	root := s.lay(t)
	swap, away := filepath.Join(root, "swap"), filepath.Join(root, "away")
	return swapping(t, root,
		func() error { return os.Rename(swap, away) },
		func() error { return os.Symlink("../outside", swap) },
		func() error { return os.Remove(swap) },
		func() error { return os.Rename(away, swap) },
	)
}

func TestNoOpenReadsOutsideWhileADirectoryIsSwappedWithALink(t *testing.T) {
	r := swapLink(t)
	fsys := open(t, r.root)
	var in, escapes, missing, byPath int
	start := time.Now()
	for n := 0; n < rounds || !enough(in, escapes, byPath) && time.Since(start) < patience; n++ {
		file, err := fsys.Open(0, "swap", "secret")
		switch {
		case err == nil:
			if got := read(t, file); got != inside {
				t.Fatalf("read %q", got)
			}
			file.Close()
			in++
		case errors.Is(err, rootfs.SymlinkEscape):
			escapes++
		case errors.Is(err, rootfs.NotFound), errors.Is(err, rootfs.NotDirectory):
			missing++
		default:
			t.Fatal(err)
		}
		if entries, err := fsys.ReadDir(0, "swap"); err == nil {
			for _, e := range entries {
				if info, err := e.Info(); err != nil || info.Size() != int64(len(inside)) {
					t.Fatalf("listed a file of %d bytes, %v", info.Size(), err)
				}
			}
		}
		if info, err := fsys.Stat(0, "swap", "secret"); err == nil && info.Size() != int64(len(inside)) {
			t.Fatalf("described a file of %d bytes", info.Size())
		}
		if text, err := os.ReadFile(filepath.Join(r.root, "swap", "secret")); err == nil && string(text) == outside {
			byPath++
		}
	}
	t.Logf("%d swaps; %d opens inside, %d escapes refused, %d found nothing; by path %d read outside",
		r.swaps.Load(), in, escapes, missing, byPath)
	if !enough(in, escapes, byPath) {
		t.Error("the race never took place, so this test shows nothing")
	}
}

func TestNoOpenReadsOutsideWhileAFileIsSwappedWithALink(t *testing.T) {
	s := scenario{File: "file"}
	root := s.lay(t)
	name, next := filepath.Join(root, "file"), filepath.Join(root, "next")
	r := swapping(t, root, // each rename replaces the name at once: it is never missing
		func() error { return os.Symlink("../outside/secret", next) },
		func() error { return os.Rename(next, name) },
		func() error { return os.WriteFile(next, []byte(inside), 0o644) },
		func() error { return os.Rename(next, name) },
	)
	fsys := open(t, root)
	var in, escapes int
	start := time.Now()
	for n := 0; n < rounds || !enough(in, escapes) && time.Since(start) < patience; n++ {
		for _, ask := range [][]string{{"file"}, {"file", ""}} {
			file, err := fsys.Open(0, ask...)
			switch {
			case err == nil:
				if got := read(t, file); got != inside {
					t.Fatalf("read %q", got)
				}
				file.Close()
				in++
			case errors.Is(err, rootfs.SymlinkEscape):
				escapes++
			case errors.Is(err, rootfs.NotDirectory): // "file/" while it is a file
			case errors.Is(err, rootfs.SymlinkLoop): // a link when opened, a file when read as a link
			default:
				t.Fatal(err)
			}
		}
	}
	t.Logf("%d swaps; %d opens inside, %d escapes refused", r.swaps.Load(), in, escapes)
	if !enough(in, escapes) {
		t.Error("the race never took place, so this test shows nothing")
	}
}

func TestNoWriteGoesOutsideWhileADirectoryIsSwappedWithALink(t *testing.T) {
	r := swapLink(t)
	before := tree(t, filepath.Dir(r.root), "ROOT")
	fsys := open(t, r.root)
	var replaced, created, opened, refused int
	count := func(n *int, err error) {
		if err == nil {
			*n++
		} else if errors.Is(err, rootfs.SymlinkEscape) {
			refused++
		}
	}
	start := time.Now()
	for n := 0; n < rounds/4 || !enough(replaced, created, opened, refused) && time.Since(start) < patience; n++ {
		count(&replaced, fsys.WriteFile(0, []byte(inside), 0o644, "swap", "secret"))
		file, err := fsys.OpenFile(0, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644, "swap", "new")
		count(&created, closeIfOpen(file, err))
		for _, dir := range []string{"swap", "away"} {
			os.Remove(filepath.Join(r.root, dir, "new")) // may go outside: then the tree differs below
		}
		file, err = fsys.OpenFile(0, os.O_WRONLY|os.O_TRUNC, 0, "swap", "secret")
		count(&opened, closeIfOpen(file, err))
	}
	r.end()
	t.Logf("%d swaps; %d replaced, %d created, %d opened to write, %d refused", r.swaps.Load(), replaced, created, opened, refused)
	if !enough(replaced, created, opened, refused) {
		t.Error("the race never took place, so this test shows nothing")
	}
	if after := tree(t, filepath.Dir(r.root), "ROOT"); after != before {
		t.Errorf("outside the root there is now\n%s", after)
	}
}

func TestNoRenameIsRedirectedByALinkAtTheName(t *testing.T) {
	s := scenario{File: "file"}
	root := s.lay(t)
	before := tree(t, filepath.Dir(root), "ROOT")
	name, next := filepath.Join(root, "file"), filepath.Join(root, "next")
	r := swapping(t, root,
		func() error { return os.Symlink("../outside/secret", next) },
		func() error { return os.Rename(next, name) },
	)
	fsys := open(t, root)
	for range rounds / 20 { // each waits for the disk
		must(t, fsys.WriteFile(0, []byte("written"), 0o644, "file"))
	}
	r.end()
	if r.swaps.Load() < atLeast {
		t.Error("the race never took place, so this test shows nothing")
	}
	if after := tree(t, filepath.Dir(root), "ROOT"); after != before {
		t.Errorf("outside the root there is now\n%s", after)
	}
}

func TestARootThatIsAFileNeverGivesAnotherFileWhileTheyAreSwapped(t *testing.T) {
	dir := realTempDir(t)
	name, keep, next := filepath.Join(dir, "file"), filepath.Join(dir, "keep"), filepath.Join(dir, "next")
	write(t, name, inside)
	must(t, os.Link(name, keep))
	fsys := open(t, name)
	r := swapping(t, dir,
		func() error { return os.WriteFile(next, []byte(outside), 0o644) },
		func() error { return os.Rename(next, name) },
		func() error { return os.Link(keep, next) },
		func() error { return os.Rename(next, name) },
	)
	var in, changed int
	start := time.Now()
	for n := 0; n < 4*rounds || !enough(in, changed) && time.Since(start) < patience; n++ {
		file, err := fsys.Open(0)
		switch {
		case err == nil:
			if got := read(t, file); got != inside {
				t.Fatalf("read %q", got)
			}
			file.Close()
			in++
		case errors.Is(err, rootfs.RootChanged):
			changed++
		default:
			t.Fatal(err)
		}
		if info, err := fsys.Stat(0); err == nil && info.Size() != int64(len(inside)) {
			t.Fatalf("described a file of %d bytes", info.Size())
		}
	}
	t.Logf("%d swaps; %d opened, %d refused", r.swaps.Load(), in, changed)
	if !enough(in, changed) {
		t.Error("the race never took place, so this test shows nothing")
	}
}

func TestNoOpenWaitsWhileAFileIsSwappedWithAFIFO(t *testing.T) {
	s := scenario{File: "file"}
	root := s.lay(t)
	name, next := filepath.Join(root, "file"), filepath.Join(root, "next")
	r := swapping(t, root,
		func() error { return syscall.Mkfifo(next, 0o644) },
		func() error { return os.Rename(next, name) },
		func() error { return os.WriteFile(next, []byte(inside), 0o644) },
		func() error { return os.Rename(next, name) },
	)
	fsys := open(t, root)
	var in, refused int
	soon(t, "a FIFO in a file's place", func() {
		start := time.Now()
		for n := 0; n < rounds || !enough(in, refused) && time.Since(start) < patience; n++ {
			for _, flag := range []int{os.O_RDONLY, os.O_WRONLY} {
				file, err := fsys.OpenFile(0, flag, 0, "file")
				switch {
				case err == nil:
					if info, err := file.Stat(); err != nil || !info.Mode().IsRegular() {
						t.Errorf("got a %v", info.Mode())
					}
					file.Close()
					in++
				case errors.Is(err, rootfs.SpecialFile):
					refused++
				default:
					t.Error(err)
				}
			}
		}
	})
	t.Logf("%d swaps; %d opened, %d refused", r.swaps.Load(), in, refused)
	if !enough(in, refused) {
		t.Error("the race never took place, so this test shows nothing")
	}
}

func TestNoRegistrationOrWriteWaitsWhileADirectoryIsSwappedWithAFIFO(t *testing.T) {
	s := scenario{File: "dir/file", Dirs: []string{"dir"}}
	root := s.lay(t)
	dir, away := filepath.Join(root, "dir"), filepath.Join(root, "away")
	r := swapping(t, root,
		func() error { return os.Rename(dir, away) },
		func() error { return syscall.Mkfifo(dir, 0o644) },
		func() error { return os.Remove(dir) },
		func() error { return os.Rename(away, dir) },
	)
	fsys := open(t, root)
	var registered, written, refused int
	soon(t, "a FIFO in a directory's place", func() {
		start := time.Now()
		for n := 0; n < rounds/4 || !enough(registered, written, refused) && time.Since(start) < patience; n++ {
			sub, err := rootfs.Open([]string{dir})
			if err == nil {
				registered++
				sub.Close()
			} else {
				refused++
			}
			if err := fsys.WriteFile(0, []byte(inside), 0o644, "dir", "file"); err == nil {
				written++
			}
		}
	})
	t.Logf("%d swaps; %d registered, %d written, %d refused", r.swaps.Load(), registered, written, refused)
	if !enough(registered, written, refused) {
		t.Error("the race never took place, so this test shows nothing")
	}
}
