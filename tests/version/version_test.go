package main

import (
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/mcproots/mcproots/wasm/roots"
)

const top = "../.."

func read(t *testing.T, file string) string {
	t.Helper()
	b, err := os.ReadFile(filepath.Join(top, filepath.FromSlash(file)))
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

func TestEveryPlaceHoldsTheVersionOfTheCore(t *testing.T) {
	for _, p := range places {
		all := p.found(read(t, p.file))
		if len(all) == 0 {
			t.Errorf("%s holds no version where one is expected", p.file)
		}
		for _, got := range all {
			if got != roots.Version {
				t.Errorf("%s has version %s, the core %s; run make version", p.file, got, roots.Version)
			}
		}
	}
	if m := entry.FindStringSubmatch(read(t, changelog)); m == nil || m[1] != roots.Version {
		t.Errorf("the first entry of %s is %q, not that of %s; run make version and write it", changelog, m, roots.Version)
	}
}

// A manifest of ours, or a page that shows it, would keep an old version if the table
// of places lacked it.
func TestEveryManifestThatNamesThePackageIsAPlace(t *testing.T) {
	manifests := []string{"package.json", "package-lock.json", "pyproject.toml", "Cargo.toml", "Cargo.lock", "pom.xml"}
	names := []string{`"name": "mcproots"`, "name = \"mcproots\"\n", "<artifactId>mcproots</artifactId>"}
	seen := 0
	err := filepath.WalkDir(top, func(name string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if entry.IsDir() {
			switch entry.Name() {
			case ".git", "node_modules", "target", "dist", "bin", ".venv", ".venv-sdk1":
				return filepath.SkipDir
			}
			return nil
		}
		page := filepath.Ext(name) == ".md"
		if !page && !slices.Contains(manifests, entry.Name()) {
			return nil
		}
		file, err := filepath.Rel(top, name)
		if err != nil {
			return err
		}
		file = filepath.ToSlash(file)
		text := read(t, file)
		if page && !maven.MatchString(text) || !page && !slices.ContainsFunc(names, func(n string) bool { return strings.Contains(text, n) }) {
			return nil
		}
		seen++
		if !slices.ContainsFunc(places, func(p place) bool { return p.file == file }) {
			t.Errorf("%s names the package and is no place of the version", file)
		}
		return nil
	})
	if err != nil || seen < 5 {
		t.Errorf("%d manifests were found: %v", seen, err)
	}
}

func TestAReleaseChangesEveryPlaceAndNothingElse(t *testing.T) {
	dir := t.TempDir()
	files := []string{changelog}
	for _, p := range places {
		files = append(files, p.file)
	}
	for _, file := range files {
		name := filepath.Join(dir, filepath.FromSlash(file))
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(read(t, file)), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	const next = "9.8.7"
	for range 2 { // a second time changes nothing
		if err := write(dir, next); err != nil {
			t.Fatal(err)
		}
		for _, p := range places {
			b, err := os.ReadFile(filepath.Join(dir, filepath.FromSlash(p.file)))
			if err != nil {
				t.Fatal(err)
			}
			old := read(t, p.file)
			if got := p.found(string(b)); len(got) != len(p.found(old)) || slices.ContainsFunc(got, func(v string) bool { return v != next }) {
				t.Errorf("%s has %v", p.file, got)
			}
			if back := p.with(string(b), roots.Version); back != old {
				t.Errorf("%s: more than the version changed", p.file)
			}
		}
		b, err := os.ReadFile(filepath.Join(dir, changelog))
		if err != nil {
			t.Fatal(err)
		}
		if text := string(b); strings.Count(text, next) != 1 || !strings.Contains(text, "## "+next+" (unreleased)\n\n## "+roots.Version) {
			t.Errorf("the changelog:\n%s", text)
		}
	}
}
