package host

import (
	"bytes"
	"crypto/sha256"
	"os"
	"path/filepath"
	"testing"
)

// answers opens a host with the cache in dir and checks that it works. The
// module is a small one: compiling the embedded one takes seconds under the race
// detector.
func answers(t *testing.T, dir string) {
	t.Helper()
	h, err := Open(t.Context(), WithModule(upright()), WithCacheDir(dir))
	if err != nil {
		t.Fatalf("Open: %v", err)
	}
	defer h.Close()
	if yes, err := h.ValidResponse(t.Context(), []byte(`{"roots":[]}`)); !yes || err != nil {
		t.Errorf("%v, %v; want true", yes, err)
	}
}

// cached is the one file of compiled code inside dir.
func cached(t *testing.T, dir string) string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(dir, "*", "wazero-*", "*"))
	if err != nil {
		t.Fatal(err)
	}
	var code []string
	for _, f := range files {
		if filepath.Ext(f) == "" {
			code = append(code, f)
		}
	}
	if len(code) != 1 {
		t.Fatalf("%d files of compiled code in %q, want 1", len(code), files)
	}
	return code[0]
}

func TestCompiledCodeIsKeptInAPrivateDirectory(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "missing", "too")
	answers(t, dir)
	code := cached(t, dir)
	for d := filepath.Dir(code); d != filepath.Dir(dir); d = filepath.Dir(d) {
		info, err := os.Stat(d)
		if err != nil {
			t.Fatal(err)
		}
		if private(d) != true || info.Mode().Perm()&0o077 != 0 {
			t.Errorf("%s has mode %v, want no access for others", d, info.Mode())
		}
	}
	was, err := os.Stat(code)
	if err != nil {
		t.Fatal(err)
	}
	answers(t, dir)
	if is, err := os.Stat(cached(t, dir)); err != nil || !os.SameFile(was, is) {
		t.Errorf("the second Open wrote the code anew: %v", err)
	}
}

func TestADamagedCacheIsRepaired(t *testing.T) {
	dir := t.TempDir()
	answers(t, dir)
	code := cached(t, dir)
	good, err := os.ReadFile(code)
	if err != nil {
		t.Fatal(err)
	}
	check := func(t *testing.T) {
		t.Helper()
		answers(t, dir)
		if now, err := os.ReadFile(cached(t, dir)); err != nil || !bytes.Equal(now, good) {
			t.Errorf("the cache wasn't repaired: %v", err)
		}
		if sum, ok := checksum(code); !ok || !bytes.Equal(sum, read(t, code+sumSuffix)) {
			t.Error("the checksum wasn't repaired")
		}
	}
	t.Run("any bit is flipped", func(t *testing.T) {
		// The first of it is the header, the function table and the code; wazero
		// itself would jump where a damaged table points.
		for at := 0; at < len(good); at += 1 + at/64 {
			bad := bytes.Clone(good)
			bad[at] ^= 1 << (at % 8)
			overwrite(t, code, bad)
			check(t)
		}
	})
	for _, tt := range []struct {
		name   string
		damage func()
	}{
		{"the file is cut short", func() { overwrite(t, code, good[:len(good)/3]) }},
		{"the file is empty", func() { overwrite(t, code, nil) }},
		{"the checksum is damaged", func() { overwrite(t, code+sumSuffix, []byte("no")) }},
		{"the checksum is gone", func() { remove(t, code+sumSuffix) }},
		{"the code is gone", func() { remove(t, code) }},
		{"the code is a directory", func() { remove(t, code); os.MkdirAll(filepath.Join(code, "x"), 0o700) }},
	} {
		t.Run(tt.name, func(t *testing.T) {
			tt.damage()
			check(t)
		})
	}
}

func TestWithoutAUsableCacheTheAnswersAreTheSame(t *testing.T) {
	occupied := filepath.Join(t.TempDir(), "file")
	overwrite(t, occupied, []byte("not a directory"))
	t.Run("where a file is in the way", func(t *testing.T) { answers(t, occupied) })
	t.Run("below a file", func(t *testing.T) { answers(t, filepath.Join(occupied, "sub")) })
	t.Run("where no directory can be made", func(t *testing.T) { answers(t, "/proc/self/mcproots") })
	t.Run("in a directory open to others", func(t *testing.T) {
		dir := t.TempDir()
		c := openCache(dir, uprightSum())
		if c == nil {
			t.Fatal("no cache in a fresh directory")
		}
		if err := os.Chmod(c.dir, 0o777); err != nil {
			t.Fatal(err)
		}
		answers(t, dir)
		if files, _ := filepath.Glob(filepath.Join(c.dir, "wazero-*", "*")); len(files) != 0 {
			t.Errorf("wrote %q where others can write", files)
		}
	})
	t.Run("where a file takes the place of wazero's own directory", func(t *testing.T) {
		dir := t.TempDir()
		answers(t, dir)
		own := filepath.Dir(cached(t, dir))
		overwrite(t, own, nil)
		answers(t, dir)
		if info, err := os.Stat(own); err != nil || info.IsDir() {
			t.Errorf("the file is gone: %v", err)
		}
	})
	t.Run("where the code can't be written", func(t *testing.T) {
		dir := t.TempDir()
		answers(t, dir)
		c := openCache(dir, uprightSum())
		code := cached(t, dir)
		remove(t, code)
		if err := os.MkdirAll(filepath.Join(code, "in the way"), 0o700); err != nil {
			t.Fatal(err)
		}
		m, err := compileThrough(t.Context(), defaults(), upright(), c)
		if err != nil {
			t.Fatal(err)
		}
		defer m.close(t.Context())
		if m.cache != nil {
			t.Error("a cache that takes nothing is in use")
		}
		w, err := m.start()
		if err != nil {
			t.Fatal(err)
		}
		defer w.close()
		if answer, err := w.answer(t.Context(), "valid_response", document{}); err != nil || string(answer) != upAnswer {
			t.Errorf("%s, %v", answer, err)
		}
	})
}

func TestATestBinaryHasNoCacheOfItsOwn(t *testing.T) {
	if dir := defaultCacheDir(); dir != "" {
		t.Errorf("tests would share %q with programs", dir)
	}
}

func TestTheEmbeddedModuleStartsFromTheCache(t *testing.T) {
	for range 2 {
		h := open(t)
		if h.module.cache == nil {
			t.Fatal("the module was compiled without the cache")
		}
		if yes, err := h.ValidResponse(t.Context(), []byte(`{"roots":[]}`)); !yes || err != nil {
			t.Errorf("%v, %v; want true", yes, err)
		}
	}
}

func uprightSum() *[sha256.Size]byte {
	sum := sha256.Sum256(upright())
	return &sum
}

func overwrite(t *testing.T, name string, data []byte) {
	t.Helper()
	if err := os.RemoveAll(name); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, data, 0o600); err != nil {
		t.Fatal(err)
	}
}

func remove(t *testing.T, name string) {
	t.Helper()
	if err := os.RemoveAll(name); err != nil {
		t.Fatal(err)
	}
}

func read(t *testing.T, name string) []byte {
	t.Helper()
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return data
}
