package main

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/flate"
	"compress/gzip"
	"debug/buildinfo"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"time"

	"github.com/mcproots/mcproots/wasm/roots"
)

// A platform is what an archive is for, in Go's words.
type platform struct{ os, arch string }

var platforms = []platform{
	{"linux", "amd64"}, {"linux", "arm64"}, {"darwin", "amd64"}, {"darwin", "arm64"}, {"windows", "amd64"}, {"windows", "arm64"},
}

func (p platform) name() string { return "mcproots_" + roots.Version + "_" + p.os + "_" + p.arch }

func (p platform) archive() string {
	if p.os == "windows" {
		return p.name() + ".zip"
	}
	return p.name() + ".tar.gz"
}

// binaries are the command and the page's server, which it starts.
func (p platform) binaries() []string {
	if p.os == "windows" {
		return []string{"mcproots.exe", "mcproots-serve.exe"}
	}
	return []string{"mcproots", "mcproots-serve"}
}

// A build is the binaries for a platform, and what Go says each is made of.
type build struct {
	platform platform
	binaries []entry
	infos    []*buildinfo.BuildInfo
}

// compile builds the binaries. The flags keep the paths of this machine out of them.
func compile(p platform) (build, error) {
	dir, err := os.MkdirTemp("", "mcproots-dist-")
	if err != nil {
		return build{}, err
	}
	defer os.RemoveAll(dir)
	all := build{platform: p}
	for _, name := range p.binaries() {
		file := filepath.Join(dir, name)
		cmd := exec.Command("cmd/build.sh", file)
		cmd.Env = append(os.Environ(), "GOOS="+p.os, "GOARCH="+p.arch, "GOAMD64=v1", "GOARM64=v8.0")
		if out, err := cmd.CombinedOutput(); err != nil {
			return build{}, fmt.Errorf("building %s for %s/%s: %w: %s", name, p.os, p.arch, err, out)
		}
		info, err := buildinfo.ReadFile(file)
		if err != nil {
			return build{}, err
		}
		content, err := os.ReadFile(file)
		if err != nil {
			return build{}, err
		}
		all.binaries = append(all.binaries, entry{name, 0o755, content})
		all.infos = append(all.infos, info)
	}
	return all, nil
}

// An entry is a file in an archive.
type entry struct {
	name    string
	mode    fs.FileMode
	content []byte
}

// texts are the files that every archive has beside the binaries: what the command
// itself prints, and two of the repository's.
func texts() ([]entry, error) {
	var all []entry
	for _, name := range []string{"LICENSE", "README.md"} {
		content, err := os.ReadFile(name)
		if err != nil {
			return nil, err
		}
		all = append(all, entry{name, 0o644, content})
	}
	for _, printed := range []struct {
		name string
		args []string
	}{
		{"completions/_mcproots", []string{"completion", "zsh"}},
		{"completions/mcproots.bash", []string{"completion", "bash"}},
		{"completions/mcproots.fish", []string{"completion", "fish"}},
		{"completions/mcproots.ps1", []string{"completion", "powershell"}},
		{"man/mcproots.1", []string{"man"}},
	} {
		content, err := exec.Command("go", append([]string{"run", "./cmd/mcproots"}, printed.args...)...).Output()
		if err != nil {
			return nil, fmt.Errorf("mcproots %v: %w", printed.args, err)
		}
		all = append(all, entry{printed.name, 0o644, content})
	}
	return all, nil
}

// pack writes an archive with one folder. The same entries and date give the same
// bytes: order, owner and times are fixed.
func (p platform) pack(w io.Writer, entries []entry, date time.Time) error {
	if p.os == "windows" {
		return p.zip(w, entries, date)
	}
	return p.tar(w, entries, date)
}

func (p platform) tar(w io.Writer, entries []entry, date time.Time) error {
	z, err := gzip.NewWriterLevel(w, gzip.BestCompression)
	if err != nil {
		return err
	}
	t := tar.NewWriter(z)
	for _, e := range entries {
		header := &tar.Header{
			Typeflag: tar.TypeReg, Name: p.name() + "/" + e.name, Size: int64(len(e.content)), Mode: int64(e.mode), ModTime: date, Format: tar.FormatUSTAR,
		}
		if err := t.WriteHeader(header); err != nil {
			return err
		}
		if _, err := t.Write(e.content); err != nil {
			return err
		}
	}
	return errors.Join(t.Close(), z.Close())
}

func (p platform) zip(w io.Writer, entries []entry, date time.Time) error {
	z := zip.NewWriter(w)
	z.RegisterCompressor(zip.Deflate, func(w io.Writer) (io.WriteCloser, error) { return flate.NewWriter(w, flate.BestCompression) })
	for _, e := range entries {
		header := &zip.FileHeader{Name: p.name() + "/" + e.name, Method: zip.Deflate, Modified: date}
		header.SetMode(e.mode)
		f, err := z.CreateHeader(header)
		if err != nil {
			return err
		}
		if _, err := io.Copy(f, bytes.NewReader(e.content)); err != nil {
			return err
		}
	}
	return z.Close()
}
