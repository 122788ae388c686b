package main

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"encoding/json"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/mcproots/mcproots/host"
	"github.com/mcproots/mcproots/wasm/roots"
)

func TestTheSameBuildGivesTheSameArchive(t *testing.T) {
	t.Chdir("../..")
	date := time.Unix(1_780_000_000, 0).UTC()
	here := platform{runtime.GOOS, runtime.GOARCH}
	pack := func(p platform) []byte {
		b, err := compile(here)
		if err != nil {
			t.Fatal(err)
		}
		rest, err := texts()
		if err != nil {
			t.Fatal(err)
		}
		var out bytes.Buffer
		if err := p.pack(&out, slices.Concat(b.binaries, rest), date); err != nil {
			t.Fatal(err)
		}
		return out.Bytes()
	}
	unix, windows := platform{"linux", here.arch}, platform{"windows", here.arch}
	packed := map[platform][]byte{}
	for _, p := range []platform{unix, windows} {
		packed[p] = pack(p)
		if again := pack(p); !bytes.Equal(packed[p], again) {
			t.Errorf("%s: two runs gave different bytes", p.archive())
		}
	}

	gz, err := gzip.NewReader(bytes.NewReader(packed[unix]))
	if err != nil {
		t.Fatal(err)
	}
	if !gz.ModTime.IsZero() || gz.Name != "" {
		t.Errorf("gzip tells %v and %q", gz.ModTime, gz.Name)
	}
	names := 0
	for r := tar.NewReader(gz); ; names++ {
		h, err := r.Next()
		if err == io.EOF {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		if h.Uid != 0 || h.Gid != 0 || h.Uname != "" || !h.ModTime.Equal(date) || !strings.HasPrefix(h.Name, unix.name()+"/") {
			t.Errorf("%+v", h)
		}
		if executable := h.Mode&0o111 != 0; executable != slices.Contains(unix.binaries(), filepath.Base(h.Name)) {
			t.Errorf("%s has mode %o", h.Name, h.Mode)
		}
	}
	z, err := zip.NewReader(bytes.NewReader(packed[windows]), int64(len(packed[windows])))
	if err != nil {
		t.Fatal(err)
	}
	if len(z.File) != names || names < 9 {
		t.Errorf("%d files in the zip, %d in the tarball", len(z.File), names)
	}
	for _, f := range z.File {
		if !f.Modified.Equal(date) {
			t.Errorf("%s is of %v", f.Name, f.Modified)
		}
	}

	archive := filepath.Join(t.TempDir(), unix.archive())
	if err := os.WriteFile(archive, packed[unix], 0o644); err != nil {
		t.Fatal(err)
	}
	content, err := open(archive)
	if err != nil {
		t.Fatal(err)
	}
	binary := filepath.Join(t.TempDir(), here.binaries()[0])
	if err := os.WriteFile(binary, content[unix.name()+"/mcproots"], 0o755); err != nil {
		t.Fatal(err)
	}
	out, err := exec.Command(binary, "version", "--format", "json").Output()
	if err != nil {
		t.Fatal(err)
	}
	var told struct {
		Version string
		Module  struct{ SHA256 string }
	}
	if err := json.Unmarshal(out, &told); err != nil || told.Version != roots.Version || told.Module.SHA256 != host.ModuleInfo().SHA256 {
		t.Errorf("the command in the archive tells %s", out)
	}
	for _, name := range unix.binaries() {
		if bytes.Contains(content[unix.name()+"/"+name], []byte(mustGetwd(t))) {
			t.Errorf("%s holds the path that it was built at", name)
		}
	}
}

func mustGetwd(t *testing.T) string {
	t.Helper()
	dir, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	return dir
}

// Each fault alone must be noticed, or verify would prove nothing.
func TestVerifyNoticesWhatDoesNotBelong(t *testing.T) {
	const version = "1.2.3"
	sum := hexSum(host.ModuleBytes())
	err := verify(t.TempDir(), version, sum)
	if err == nil {
		t.Fatal("an empty folder is a release")
	}
	for _, p := range parcels {
		if file := strings.ReplaceAll(p.file, "VERSION", version); !strings.Contains(err.Error(), file) {
			t.Errorf("%s is not missed", file)
		}
	}
	dir := t.TempDir()
	name := filepath.Join(dir, "mcproots-"+version+".jar")
	jar := func(told, module string) string {
		t.Helper()
		var b bytes.Buffer
		z := zip.NewWriter(&b)
		for file, text := range map[string]string{
			"META-INF/maven/io.github.mcproots/mcproots/pom.properties": "artifactId=mcproots\nversion=" + told + "\n",
			"META-INF/mcproots/roots.wasm.sha256":                       module + "  roots.wasm\n",
		} {
			w, err := z.Create(file)
			if err != nil {
				t.Fatal(err)
			}
			if _, err := io.WriteString(w, text); err != nil {
				t.Fatal(err)
			}
		}
		if err := z.Close(); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, b.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
		return verify(dir, version, sum).Error()
	}
	if faults := jar(version, sum); strings.Contains(faults, ".jar") {
		t.Errorf("a right jar: %s", faults)
	}
	if faults := jar("1.2.4", sum); !strings.Contains(faults, ".jar: its META-INF/maven") {
		t.Errorf("another version: %s", faults)
	}
	if faults := jar(version, strings.Repeat("0", 64)); !strings.Contains(faults, ".jar: its module") {
		t.Errorf("another module: %s", faults)
	}
	if err := os.WriteFile(filepath.Join(dir, "stray.txt"), nil, 0o644); err != nil {
		t.Fatal(err)
	}
	if faults := jar(version, sum); !strings.Contains(faults, "stray.txt: it is no part") {
		t.Errorf("a stray file: %s", faults)
	}
}
