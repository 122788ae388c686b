//go:build unix || windows

package rootfs_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/mcproots/mcproots/host/rootfs"
)

// A scenario is a tree on the disk, a request and its answer. Beside the root ROOT lie
// the directories outside and ROOT2, each with a file named secret.
type scenario struct {
	Name    string
	Dirs    []string
	Links   [][2]string // name, target; {root} and {outside} stand for absolute paths
	File    string      // where the file with the contents "inside" lies
	Ask     []string
	Want    string // inside, directory or a code
	Windows string // the same on Windows, where it differs
}

const inside, outside = "inside", "outside: nobody may read this"

func scenarios(t *testing.T) []scenario {
	t.Helper()
	text, err := os.ReadFile("testdata/scenarios.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	var all []scenario
	for d := json.NewDecoder(bytes.NewReader(text)); d.More(); {
		var s scenario
		if err := d.Decode(&s); err != nil {
			t.Fatal(err)
		}
		if runtime.GOOS == "windows" && s.Windows != "" {
			s.Want = s.Windows
		}
		all = append(all, s)
	}
	if len(all) < 25 {
		t.Fatalf("only %d scenarios", len(all))
	}
	return all
}

// lay builds the scenario's tree and returns the root's path.
func (s scenario) lay(t *testing.T) string {
	t.Helper()
	top := realTempDir(t)
	root := filepath.Join(top, "ROOT")
	for _, dir := range append([]string{"", "../outside", "../ROOT2"}, s.Dirs...) {
		must(t, os.MkdirAll(filepath.Join(root, dir), 0o755))
	}
	write(t, filepath.Join(top, "outside", "secret"), outside)
	write(t, filepath.Join(top, "ROOT2", "secret"), outside)
	write(t, filepath.Join(root, s.File), inside)
	for _, link := range s.Links {
		target := strings.NewReplacer("{root}", root, "{outside}", filepath.Join(top, "outside")).Replace(link[1])
		must(t, os.Symlink(filepath.FromSlash(target), filepath.Join(root, link[0])))
	}
	return root
}

func TestEveryScenarioIsAnsweredAlikeByOpenStatAndFS(t *testing.T) {
	for _, s := range scenarios(t) {
		t.Run(s.Name, func(t *testing.T) {
			fsys := open(t, s.lay(t))
			file, err := fsys.Open(0, s.Ask...)
			s.compare(t, "Open", file, err)
			info, err := fsys.Stat(0, s.Ask...)
			if got := answer(info, err); got != s.Want && !(s.Want == inside && got == "file") {
				t.Errorf("Stat: %s, want %s (%v)", got, s.Want, err)
			}
			// io/fs knows fewer paths: what it cannot spell it refuses.
			name := strings.Join(s.Ask, "/")
			if len(s.Ask) == 0 {
				name = "."
			}
			view, err := fsys.FS(0).Open(name)
			if !fs.ValidPath(name) {
				if !errors.Is(err, rootfs.BadInput) || !errors.Is(err, fs.ErrInvalid) {
					t.Errorf("FS: %v, want bad-input", err)
				}
				return
			}
			if err != nil {
				s.compare(t, "FS", nil, err)
			} else {
				s.compare(t, "FS", view.(*rootfs.File), nil)
			}
		})
	}
}

func (s scenario) compare(t *testing.T, op string, file *rootfs.File, err error) {
	t.Helper()
	var info fs.FileInfo
	if err == nil {
		defer file.Close()
		info, _ = file.Stat()
	}
	got := answer(info, err)
	if got == "file" {
		got = read(t, file)
	}
	if got != s.Want {
		t.Errorf("%s: %s, want %s (%v)", op, got, s.Want, err)
	}
}

func answer(info fs.FileInfo, err error) string {
	var own *rootfs.Error
	switch {
	case errors.As(err, &own):
		return string(own.Code)
	case err != nil:
		return "not an *Error: " + err.Error()
	case info.IsDir():
		return "directory"
	}
	return "file"
}

func TestNoScenarioLetsAWriteOut(t *testing.T) {
	ways := map[string]func(*rootfs.FS, []string) error{
		"truncate": func(f *rootfs.FS, ask []string) error {
			return closeIfOpen(f.OpenFile(0, os.O_WRONLY|os.O_TRUNC, 0, ask...))
		},
		"append": func(f *rootfs.FS, ask []string) error {
			file, err := f.OpenFile(0, os.O_WRONLY|os.O_APPEND, 0, ask...)
			if err == nil {
				_, err = io.WriteString(file, "more")
			}
			return closeIfOpen(file, err)
		},
		"create": func(f *rootfs.FS, ask []string) error {
			return closeIfOpen(f.OpenFile(0, os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o644, ask...))
		},
		"replace": func(f *rootfs.FS, ask []string) error { return f.WriteFile(0, []byte("new"), 0o644, ask...) },
	}
	done := map[string]int{}
	for _, s := range scenarios(t) {
		for way, act := range ways {
			t.Run(s.Name+"/"+way, func(t *testing.T) {
				root := s.lay(t)
				top := filepath.Dir(root)
				before := tree(t, top, "ROOT")
				if err := act(open(t, root), s.Ask); err == nil {
					done[way]++
				}
				if after := tree(t, top, "ROOT"); after != before {
					t.Errorf("outside the root there was\n%sand now is\n%s", before, after)
				}
			})
		}
	}
	for way := range ways {
		if done[way] == 0 {
			t.Errorf("%s never succeeded, so this test shows nothing about it", way)
		}
	}
}

func closeIfOpen(f *rootfs.File, err error) error {
	if f != nil {
		f.Close()
	}
	return err
}

// tree lists the files below top with their contents, but for the directory named except.
func tree(t *testing.T, top, except string) string {
	t.Helper()
	var lines []string
	must(t, filepath.WalkDir(top, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && d.Name() == except {
			return fs.SkipDir
		}
		line := d.Type().String() + " " + path
		if d.Type().IsRegular() {
			text, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			line += " " + string(text)
		}
		lines = append(lines, line+"\n")
		return nil
	}))
	slices.Sort(lines)
	return strings.Join(lines, "")
}

// realTempDir is t.TempDir without links in its path, such as /tmp on macOS.
func realTempDir(t testing.TB) string {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	must(t, err)
	return dir
}

func open(t testing.TB, root string, opts ...rootfs.Option) *rootfs.FS {
	t.Helper()
	fsys, err := rootfs.Open([]string{root}, opts...)
	must(t, err)
	t.Cleanup(func() { fsys.Close() })
	return fsys
}

func read(t testing.TB, file *rootfs.File) string {
	t.Helper()
	text, err := io.ReadAll(file)
	must(t, err)
	return string(text)
}

func write(t testing.TB, path, text string) {
	t.Helper()
	must(t, os.WriteFile(path, []byte(text), 0o644))
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func wantCode(t testing.TB, err error, want rootfs.Code) {
	t.Helper()
	if !errors.Is(err, want) {
		t.Errorf("got %v, want %s", err, want)
	}
}
