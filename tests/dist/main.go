// Command dist finishes a release in a folder that holds the packages of the other
// languages already (tests/pack.sh): it adds the archives of the commands for each
// platform, the module with its checksum, the bill of materials and the checksums of
// all, and then reads everything back and holds it to one version and one module.
//
//	go run ./tests/dist FOLDER
//
// SOURCE_DATE_EPOCH is the time that every file in an archive bears,
// https://reproducible-builds.org/specs/source-date-epoch/.
package main

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/mcproots/mcproots/host"
	"github.com/mcproots/mcproots/wasm/roots"
)

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: go run ./tests/dist FOLDER, at the top of the repository, after tests/pack.sh")
		os.Exit(2)
	}
	if err := release(os.Args[1]); err != nil {
		fmt.Fprintln(os.Stderr, "dist:", err)
		os.Exit(1)
	}
}

// release writes what a release has beside the packages, and verifies all of it.
func release(dir string) error {
	date, err := date()
	if err != nil {
		return err
	}
	texts, err := texts()
	if err != nil {
		return err
	}
	var builds []build
	for _, p := range platforms {
		b, err := compile(p)
		if err != nil {
			return err
		}
		builds = append(builds, b)
		if err := write(filepath.Join(dir, p.archive()), func(f *os.File) error {
			return p.pack(f, slices.Concat(b.binaries, texts), date)
		}); err != nil {
			return err
		}
	}
	module := host.ModuleBytes()
	sum := host.ModuleInfo().SHA256
	bill, err := billOfMaterials(dir, builds, date)
	if err != nil {
		return err
	}
	for name, content := range map[string][]byte{
		"roots.wasm": module, "roots.wasm.sha256": []byte(sum + "  roots.wasm\n"), billName: bill,
	} {
		if err := os.WriteFile(filepath.Join(dir, name), content, 0o644); err != nil {
			return err
		}
	}
	if err := verify(dir, roots.Version, sum); err != nil {
		return err
	}
	return checksums(dir)
}

// date is the time of everything in the release.
func date() (time.Time, error) {
	text := os.Getenv("SOURCE_DATE_EPOCH")
	seconds, err := strconv.ParseInt(text, 10, 64)
	if err != nil {
		return time.Time{}, fmt.Errorf("SOURCE_DATE_EPOCH is %q, not the seconds since 1970 of the release", text)
	}
	return time.Unix(seconds, 0).UTC(), nil
}

// write makes a file that is whole or not there.
func write(name string, content func(*os.File) error) error {
	f, err := os.Create(name)
	if err != nil {
		return err
	}
	if err := errors.Join(content(f), f.Close()); err != nil {
		return errors.Join(err, os.Remove(name))
	}
	return nil
}

const checksumsName = "checksums.txt"

// checksums writes the SHA-256 of every file, as sha256sum --check reads it.
func checksums(dir string) error {
	files, err := os.ReadDir(dir)
	if err != nil {
		return err
	}
	var lines strings.Builder
	for _, f := range files {
		if f.Name() == checksumsName {
			continue
		}
		content, err := os.ReadFile(filepath.Join(dir, f.Name()))
		if err != nil {
			return err
		}
		fmt.Fprintf(&lines, "%s  %s\n", hexSum(content), f.Name())
	}
	return os.WriteFile(filepath.Join(dir, checksumsName), []byte(lines.String()), 0o644)
}

func hexSum(content []byte) string {
	sum := sha256.Sum256(content)
	return hex.EncodeToString(sum[:])
}
