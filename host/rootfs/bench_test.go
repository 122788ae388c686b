//go:build unix || windows

package rootfs_test

import (
	"io"
	"os"
	"path/filepath"
	"testing"
)

// BenchmarkOpen shows what the checks cost beside a bare os.Root and an unsafe open by path:
// the same file, three directories down.
func BenchmarkOpen(b *testing.B) {
	root := realTempDir(b)
	must(b, os.MkdirAll(filepath.Join(root, "a", "b", "c"), 0o755))
	write(b, filepath.Join(root, "a", "b", "c", "file"), inside)
	bare, err := os.OpenRoot(root)
	must(b, err)
	defer bare.Close()
	fsys := open(b, root)
	for _, way := range []struct {
		name string
		open func() (io.Closer, error)
	}{
		{"path", func() (io.Closer, error) { return os.Open(filepath.Join(root, "a", "b", "c", "file")) }},
		{"os.Root", func() (io.Closer, error) { return bare.Open(filepath.Join("a", "b", "c", "file")) }},
		{"rootfs", func() (io.Closer, error) { return fsys.Open(0, "a", "b", "c", "file") }},
	} {
		b.Run(way.name, func(b *testing.B) {
			for b.Loop() {
				file, err := way.open()
				if err != nil {
					b.Fatal(err)
				}
				file.Close()
			}
		})
	}
}
