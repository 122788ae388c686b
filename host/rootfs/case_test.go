//go:build unix || windows

package rootfs

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// The real thing is in TestAPlainDirectoryHasNoFindings..., which finds a case-insensitive
// volume on macOS and Windows. This holds the decision itself everywhere: the look-up folds
// case as such a volume does, the files are real.
func TestAnEntryFoundUnderBothCasesMeansAFoldingVolume(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"name", "123", "é"} {
		if err := os.WriteFile(filepath.Join(dir, name), nil, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	folding := func(name string) (os.FileInfo, error) { return os.Lstat(filepath.Join(dir, strings.ToLower(name))) }
	exact := func(name string) (os.FileInfo, error) {
		if name != strings.ToLower(name) {
			return nil, os.ErrNotExist
		}
		return folding(name)
	}
	for _, c := range []struct {
		why   string
		lstat func(string) (os.FileInfo, error)
		name  string
		names []string
		want  bool
	}{
		{"folding", folding, "name", []string{"name"}, true},
		{"folding, asked in capitals", folding, "NAME", nil, true},
		{"exact", exact, "name", []string{"name"}, false},
		{"both exist", folding, "name", []string{"name", "NAME"}, false},
		{"no letters", folding, "123", nil, false},
		{"no ASCII letters", folding, "é", nil, false},
		{"gone", folding, "missing", nil, false},
	} {
		if got := sameInOtherCase(c.lstat, c.name, c.names); got != c.want {
			t.Errorf("%s: %v, want %v", c.why, got, c.want)
		}
	}
}
