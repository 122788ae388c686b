package host

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"io"
	"os"
	"path/filepath"
	"runtime/debug"
	"strings"

	"github.com/tetratelabs/wazero"
)

// A codeCache is a directory of compiled code, for one module. wazero names the
// files after the module, its own version and the processor; it checks the code
// in them, but not the tables that say where each function starts. So every file
// has its checksum beside it, and one without a matching checksum is removed.
// That is against damage: what keeps others from writing there is the
// directory's mode.
type codeCache struct {
	dir    string
	wazero wazero.CompilationCache
}

// defaultCacheDir is "" where the build doesn't know which wazero it holds, as
// in a test: code from another version could not be told apart.
func defaultCacheDir() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return ""
	}
	for _, dep := range info.Deps {
		if dep.Path == "github.com/tetratelabs/wazero" && dep.Version != "" && dep.Version != "(devel)" {
			if dir, err := os.UserCacheDir(); err == nil {
				return filepath.Join(dir, "mcproots")
			}
		}
	}
	return ""
}

// openCache gives nil where dir can't serve.
func openCache(dir string, module *[sha256.Size]byte) *codeCache {
	if dir == "" {
		return nil
	}
	c := &codeCache{dir: filepath.Join(dir, hex.EncodeToString(module[:8]))}
	if os.MkdirAll(c.dir, 0o700) != nil || !private(c.dir) || !c.purge() {
		return nil
	}
	var err error
	if c.wazero, err = wazero.NewCompilationCacheWithDir(c.dir); err != nil {
		return nil
	}
	return c
}

const sumSuffix = ".sha256"

// entries lists the files of compiled code: dir/wazero-VERSION-ARCH-OS/NAME.
func (c *codeCache) entries() []string {
	all, err := filepath.Glob(filepath.Join(c.dir, "wazero-*", "*"))
	if err != nil {
		return nil
	}
	entries := all[:0]
	for _, name := range all {
		// wazero writes to NAME.*.tmp, then renames
		if !strings.HasSuffix(name, sumSuffix) && !strings.HasSuffix(name, ".tmp") {
			entries = append(entries, name)
		}
	}
	return entries
}

// purge removes what is damaged and reports whether nothing damaged is left.
func (c *codeCache) purge() bool {
	for _, name := range c.entries() {
		want, err := os.ReadFile(name + sumSuffix)
		if got, ok := checksum(name); err == nil && ok && bytes.Equal(want, got) {
			continue
		}
		if os.RemoveAll(name) != nil || os.RemoveAll(name+sumSuffix) != nil {
			return false
		}
	}
	return true
}

// seal writes the checksum of what was added. Where that fails, the next purge
// removes the entry.
func (c *codeCache) seal() {
	for _, name := range c.entries() {
		if _, err := os.Stat(name + sumSuffix); err == nil {
			continue
		}
		if sum, ok := checksum(name); ok {
			_ = writeWhole(name+sumSuffix, sum)
		}
	}
}

func checksum(name string) ([]byte, bool) {
	f, err := os.Open(name)
	if err != nil {
		return nil, false
	}
	defer f.Close()
	h := sha256.New()
	if _, err := io.Copy(h, f); err != nil {
		return nil, false
	}
	return h.Sum(nil), true
}

// writeWhole writes a file that others see whole or not at all.
func writeWhole(name string, data []byte) error {
	f, err := os.CreateTemp(filepath.Dir(name), filepath.Base(name)+".*.tmp")
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	if e := f.Close(); err == nil {
		err = e
	}
	if err == nil {
		err = os.Rename(f.Name(), name)
	}
	if err != nil {
		_ = os.Remove(f.Name())
	}
	return err
}
