package main

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strings"
)

// A parcel is a file of the release that other tools install.
type parcel struct {
	file    string // VERSION stands for the version
	version string // the file in it that tells the version
	tells   *regexp.Regexp
	module  string // the file in it that holds the module, or its checksum
}

var parcels = []parcel{
	{"mcproots-VERSION.tgz", "package/package.json", regexp.MustCompile(`"version": "([^"]*)"`), "package/src/roots.wasm"},
	{"mcproots-VERSION-py3-none-any.whl", "mcproots-VERSION.dist-info/METADATA", regexp.MustCompile(`(?m)^Version: (.*)$`), "mcproots/roots.wasm"},
	{"mcproots-VERSION.tar.gz", "mcproots-VERSION/PKG-INFO", regexp.MustCompile(`(?m)^Version: (.*)$`), "mcproots-VERSION/src/mcproots/roots.wasm"},
	{"mcproots-VERSION.crate", "mcproots-VERSION/Cargo.toml", regexp.MustCompile(`name = "mcproots"\nversion = "(.*)"`), "mcproots-VERSION/roots.wasm"},
	{"mcproots-VERSION.jar", "META-INF/maven/io.github.mcproots/mcproots/pom.properties", regexp.MustCompile(`(?m)^version=(.*)$`), "META-INF/mcproots/roots.wasm.sha256"},
}

// verify reads a release back: every part has the version and the module.
func verify(dir, version, sum string) error {
	var faults []error
	fault := func(file, format string, args ...any) {
		faults = append(faults, fmt.Errorf("%s: "+format, append([]any{file}, args...)...))
	}
	expected := map[string]bool{checksumsName: true, billName: true, "roots.wasm": true, "roots.wasm.sha256": true}
	read := func(file string) map[string][]byte {
		expected[file] = true
		content, err := open(filepath.Join(dir, file))
		if err != nil {
			fault(file, "%v", err)
		}
		return content
	}
	for _, p := range parcels {
		named := func(s string) string { return strings.ReplaceAll(s, "VERSION", version) }
		content := read(named(p.file))
		if content == nil {
			continue
		}
		if told := p.tells.FindSubmatch(content[named(p.version)]); told == nil || strings.TrimSpace(string(told[1])) != version {
			fault(named(p.file), "its %s tells the version %q, not %s", p.version, told, version)
		}
		module := content[named(p.module)]
		if got := hexSum(module); got != sum && string(module) != sum+"  roots.wasm\n" {
			fault(named(p.file), "its module has the checksum %s, not %s", got, sum)
		}
	}
	module, err := os.ReadFile(filepath.Join(dir, "roots.wasm"))
	if err != nil || hexSum(module) != sum {
		fault("roots.wasm", "it is not the module of checksum %s: %v", sum, err)
	}
	for _, p := range platforms {
		content := read(p.archive())
		if content == nil {
			continue
		}
		for _, name := range p.binaries() {
			if binary := content[p.name()+"/"+name]; !bytes.Contains(binary, module) || !bytes.Contains(binary, []byte(version)) {
				fault(p.archive(), "its %s of %d bytes has another module or version", name, len(binary))
			}
		}
		for _, name := range []string{"LICENSE", "README.md", "man/mcproots.1", "completions/mcproots.bash", "completions/_mcproots", "completions/mcproots.fish", "completions/mcproots.ps1"} {
			if len(content[p.name()+"/"+name]) < 100 {
				fault(p.archive(), "it lacks %s", name)
			}
		}
		if manual := content[p.name()+"/man/mcproots.1"]; !bytes.Contains(manual, []byte(`"mcproots `+version+`"`)) {
			fault(p.archive(), "its manual is of another version")
		}
	}
	files, err := os.ReadDir(dir)
	if err != nil {
		return err
	}
	for _, f := range files {
		if !expected[f.Name()] {
			fault(f.Name(), "it is no part of the release")
		}
	}
	return errors.Join(faults...)
}

// open reads an archive of any kind: the content of each file by its name.
func open(name string) (map[string][]byte, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	all := map[string][]byte{}
	switch path.Ext(name) {
	case ".zip", ".whl", ".jar":
		info, err := f.Stat()
		if err != nil {
			return nil, err
		}
		z, err := zip.NewReader(f, info.Size())
		if err != nil {
			return nil, err
		}
		for _, entry := range z.File {
			r, err := entry.Open()
			if err != nil {
				return nil, err
			}
			content, err := io.ReadAll(r)
			if err := errors.Join(err, r.Close()); err != nil {
				return nil, err
			}
			all[entry.Name] = content
		}
		return all, nil
	}
	z, err := gzip.NewReader(f)
	if err != nil {
		return nil, err
	}
	t := tar.NewReader(z)
	for {
		header, err := t.Next()
		if err == io.EOF {
			return all, nil
		}
		if err != nil {
			return nil, err
		}
		if all[header.Name], err = io.ReadAll(t); err != nil {
			return nil, err
		}
	}
}
