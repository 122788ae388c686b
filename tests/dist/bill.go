package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/mcproots/mcproots/host"
	"github.com/mcproots/mcproots/wasm/roots"
)

const (
	homepage = "https://github.com/mcproots/mcproots"
	billName = "mcproots.spdx.json"
	noWord   = "NOASSERTION"
)

// The parts of SPDX 2.3 (clauses 6, 7 and 11) that a bill of packages needs.
type (
	spdxDocument struct {
		Version       string             `json:"spdxVersion"`
		DataLicense   string             `json:"dataLicense"`
		ID            string             `json:"SPDXID"`
		Name          string             `json:"name"`
		Namespace     string             `json:"documentNamespace"`
		Creation      spdxCreation       `json:"creationInfo"`
		Packages      []spdxPackage      `json:"packages"`
		Relationships []spdxRelationship `json:"relationships"`
	}
	spdxCreation struct {
		Created  string   `json:"created"`
		Creators []string `json:"creators"`
	}
	spdxPackage struct {
		ID        string         `json:"SPDXID"`
		Name      string         `json:"name"`
		Version   string         `json:"versionInfo"`
		FileName  string         `json:"packageFileName,omitempty"`
		Download  string         `json:"downloadLocation"`
		Analyzed  bool           `json:"filesAnalyzed"`
		Purpose   string         `json:"primaryPackagePurpose"`
		Checksums []spdxChecksum `json:"checksums,omitempty"`
		Concluded string         `json:"licenseConcluded"`
		Declared  string         `json:"licenseDeclared"`
		Copyright string         `json:"copyrightText"`
		Refs      []spdxRef      `json:"externalRefs,omitempty"`
	}
	spdxChecksum struct {
		Algorithm string `json:"algorithm"`
		Value     string `json:"checksumValue"`
	}
	spdxRef struct {
		Category string `json:"referenceCategory"`
		Type     string `json:"referenceType"`
		Locator  string `json:"referenceLocator"`
	}
	spdxRelationship struct {
		Element string `json:"spdxElementId"`
		Type    string `json:"relationshipType"`
		Related string `json:"relatedSpdxElement"`
	}
)

// A dependency is a package that comes with one of ours.
type dependency struct {
	name, version string
	purl          string // https://github.com/package-url/purl-spec
	license       string // an SPDX expression, where its ecosystem tells one
	sum           string // SHA-256, where its lock file tells it
}

// A product is a package of ours and what it brings.
type product struct {
	id, name, purl, file, purpose string
	needs                         []dependency
}

// billOfMaterials lists what is in the release: our packages, the module in them, and
// every package that comes with them when they are installed.
func billOfMaterials(dir string, builds []build, date time.Time) ([]byte, error) {
	goNeeds, err := goDependencies(builds)
	if err != nil {
		return nil, err
	}
	version := roots.Version
	products := []product{{id: "npm", name: "mcproots", purl: "pkg:npm/mcproots@" + version, file: "mcproots-" + version + ".tgz", purpose: "LIBRARY"}}
	for _, b := range builds {
		p := b.platform
		products = append(products, product{
			id: "command-" + p.os + "-" + p.arch, name: "mcproots", purl: "pkg:golang/github.com/mcproots/mcproots@v" + version,
			file: p.archive(), purpose: "APPLICATION", needs: goNeeds,
		})
	}
	for _, other := range []struct {
		product
		dependencies func() ([]dependency, error)
	}{
		{product{id: "pypi", name: "mcproots", purl: "pkg:pypi/mcproots@" + version, file: "mcproots-" + version + "-py3-none-any.whl", purpose: "LIBRARY"}, pythonDependencies},
		{product{id: "cargo", name: "mcproots", purl: "pkg:cargo/mcproots@" + version, file: "mcproots-" + version + ".crate", purpose: "LIBRARY"}, rustDependencies},
		{product{id: "maven", name: "mcproots", purl: "pkg:maven/io.github.mcproots/mcproots@" + version, file: "mcproots-" + version + ".jar", purpose: "LIBRARY"}, javaDependencies},
	} {
		p := other.product
		if p.needs, err = other.dependencies(); err != nil {
			return nil, fmt.Errorf("dependencies of %s: %w", p.file, err)
		}
		products = append(products, p)
	}
	if err := noNodeDependencies(); err != nil {
		return nil, err
	}

	doc := spdxDocument{
		Version: "SPDX-2.3", DataLicense: "CC0-1.0", ID: "SPDXRef-DOCUMENT", Name: "mcproots-" + version,
		Creation: spdxCreation{date.Format(time.RFC3339), []string{"Organization: mcproots", "Tool: mcproots-tests-dist"}},
	}
	relate := func(element, kind, related string) {
		doc.Relationships = append(doc.Relationships, spdxRelationship{element, kind, related})
	}
	const module = "SPDXRef-module"
	doc.Packages = append(doc.Packages, spdxPackage{
		ID: module, Name: "roots.wasm", Version: version, FileName: "roots.wasm", Download: noWord, Purpose: "LIBRARY",
		Checksums: []spdxChecksum{{"SHA256", host.ModuleInfo().SHA256}}, Concluded: "Apache-2.0", Declared: "Apache-2.0", Copyright: noWord,
	})
	relate(doc.ID, "DESCRIBES", module)
	known := map[string]bool{}
	for _, p := range products {
		content, err := os.ReadFile(filepath.Join(dir, p.file))
		if err != nil {
			return nil, err
		}
		id := "SPDXRef-" + p.id
		doc.Packages = append(doc.Packages, spdxPackage{
			ID: id, Name: p.name, Version: version, FileName: p.file, Download: noWord, Purpose: p.purpose,
			Checksums: []spdxChecksum{{"SHA256", hexSum(content)}}, Concluded: "Apache-2.0", Declared: "Apache-2.0", Copyright: noWord,
			Refs: []spdxRef{{"PACKAGE-MANAGER", "purl", p.purl}},
		})
		relate(doc.ID, "DESCRIBES", id)
		relate(id, "CONTAINS", module)
		for _, d := range p.needs {
			need := d.id()
			if !known[need] {
				known[need] = true
				doc.Packages = append(doc.Packages, d.spdx())
			}
			relate(id, "DEPENDS_ON", need)
		}
	}
	// The namespace is of this very document: the same content has the same.
	content, err := json.Marshal(doc)
	if err != nil {
		return nil, err
	}
	doc.Namespace = homepage + "/spdx/" + doc.Name + "-" + hexSum(content)[:16]
	content, err = json.MarshalIndent(doc, "", "  ")
	return append(content, '\n'), err
}

// idCharacters are what an SPDX identifier may have, clause 7.2.
var idCharacters = regexp.MustCompile(`[^a-zA-Z0-9.-]+`)

func (d dependency) id() string {
	return "SPDXRef-" + idCharacters.ReplaceAllString(strings.TrimPrefix(d.purl, "pkg:"), "-")
}

func (d dependency) spdx() spdxPackage {
	p := spdxPackage{
		ID: d.id(), Name: d.name, Version: d.version, Download: noWord, Purpose: "LIBRARY",
		Concluded: noWord, Declared: noWord, Copyright: noWord, Refs: []spdxRef{{"PACKAGE-MANAGER", "purl", d.purl}},
	}
	if d.license != "" {
		p.Declared = d.license
	}
	if d.sum != "" {
		p.Checksums = []spdxChecksum{{"SHA256", d.sum}}
	}
	return p
}

// goDependencies are the modules that the linker put into a binary, on any platform,
// and Go's own.
func goDependencies(builds []build) ([]dependency, error) {
	versions := map[string]string{}
	toolchain := ""
	for _, b := range builds {
		for _, info := range b.infos {
			toolchain, _, _ = strings.Cut(strings.TrimPrefix(info.GoVersion, "go"), "-X:") // experiments
			for _, m := range info.Deps {
				if m.Replace != nil {
					return nil, fmt.Errorf("%s is replaced: what is in the command has no version", m.Path)
				}
				versions[m.Path] = m.Version
			}
		}
	}
	all := []dependency{{name: "std", version: toolchain, purl: "pkg:golang/std@" + toolchain, license: "BSD-3-Clause"}}
	for path, version := range versions {
		all = append(all, dependency{name: path, version: version, purl: "pkg:golang/" + path + "@" + version})
	}
	slices.SortFunc(all, func(a, b dependency) int { return strings.Compare(a.name, b.name) })
	return all, nil
}

// noNodeDependencies holds the npm package to what its page says: it brings nothing.
func noNodeDependencies() error {
	text, err := os.ReadFile("host/js/package.json")
	if err != nil {
		return err
	}
	var manifest struct{ Dependencies, PeerDependencies, OptionalDependencies map[string]string }
	if err := json.Unmarshal(text, &manifest); err != nil {
		return err
	}
	if len(manifest.Dependencies)+len(manifest.PeerDependencies)+len(manifest.OptionalDependencies) > 0 {
		return errors.New("the npm package has dependencies, which the bill of materials doesn't list")
	}
	return nil
}

var (
	requirements = regexp.MustCompile(`(?m)^dependencies = \[(.*)\]$`)
	requirement  = regexp.MustCompile(`"([A-Za-z0-9._-]+)[^"]*"`)
)

// pythonDependencies are the requirements of the wheel, in the versions that its tests
// run with. The extra "mcp" is left out: whoever asks for it has the SDK already.
func pythonDependencies() ([]dependency, error) {
	project, err := os.ReadFile("host/python/pyproject.toml")
	if err != nil {
		return nil, err
	}
	pinned, err := os.ReadFile("host/python/requirements/test.txt")
	if err != nil {
		return nil, err
	}
	line := requirements.FindSubmatch(project)
	if line == nil {
		return nil, errors.New("pyproject.toml has no line of dependencies")
	}
	var all []dependency
	for _, m := range requirement.FindAllSubmatch(line[1], -1) {
		name := string(m[1])
		pin := regexp.MustCompile(`(?m)^` + regexp.QuoteMeta(name) + `==(\S+)`).FindSubmatch(pinned)
		if pin == nil {
			return nil, fmt.Errorf("requirements/test.txt pins no version of %s", name)
		}
		all = append(all, dependency{name: name, version: string(pin[1]), purl: "pkg:pypi/" + name + "@" + string(pin[1])})
	}
	return all, nil
}

// rustDependencies are the crates that a program with ours links, on any platform, in
// the versions of our lock file.
func rustDependencies() ([]dependency, error) {
	out, err := output("cargo", "metadata", "--locked", "--format-version", "1", "--manifest-path", "host/rust/Cargo.toml")
	if err != nil {
		return nil, err
	}
	var metadata struct {
		Packages []struct{ ID, Name, Version, License string }
		Resolve  struct {
			Root  string
			Nodes []struct {
				ID   string
				Deps []struct {
					Pkg   string
					Kinds []struct{ Kind string } `json:"dep_kinds"` // "" is a normal one
				}
			}
		}
	}
	if err := json.Unmarshal(out, &metadata); err != nil {
		return nil, err
	}
	lock, err := os.ReadFile("host/rust/Cargo.lock")
	if err != nil {
		return nil, err
	}
	needed := map[string]bool{}
	var need func(id string)
	need = func(id string) {
		for _, node := range metadata.Resolve.Nodes {
			if node.ID != id {
				continue
			}
			for _, d := range node.Deps {
				normal := slices.ContainsFunc(d.Kinds, func(k struct{ Kind string }) bool { return k.Kind == "" })
				if normal && !needed[d.Pkg] {
					needed[d.Pkg] = true
					need(d.Pkg)
				}
			}
		}
	}
	need(metadata.Resolve.Root)
	var all []dependency
	for _, p := range metadata.Packages {
		if !needed[p.ID] {
			continue
		}
		d := dependency{
			name: p.Name, version: p.Version, purl: "pkg:cargo/" + p.Name + "@" + p.Version,
			// Before SPDX expressions, Cargo's manifests had a slash for OR.
			license: regexp.MustCompile(` ?/ ?`).ReplaceAllString(p.License, " OR "),
		}
		entry := regexp.MustCompile(`name = "` + regexp.QuoteMeta(p.Name) + `"\nversion = "` + regexp.QuoteMeta(p.Version) + `"\nsource = .*\nchecksum = "([0-9a-f]{64})"`)
		if m := entry.FindSubmatch(lock); m != nil {
			d.sum = string(m[1])
		}
		all = append(all, d)
	}
	if len(all) == 0 {
		return nil, errors.New("cargo metadata lists no crate that ours needs")
	}
	return all, nil
}

// javaDependencies are what Maven puts beside the jar.
func javaDependencies() ([]dependency, error) {
	file, err := os.CreateTemp("", "mcproots-dist-*.txt")
	if err != nil {
		return nil, err
	}
	defer os.Remove(file.Name())
	defer file.Close()
	if _, err := output("mvn", "-q", "-B", "-f", "host/java/pom.xml", "dependency:list", "-DincludeScope=runtime", "-DoutputFile="+file.Name()); err != nil {
		return nil, err
	}
	var all []dependency
	for lines := bufio.NewScanner(file); lines.Scan(); {
		part := strings.Split(strings.TrimSpace(lines.Text()), ":") // group:artifact:jar:version:scope
		if len(part) >= 5 && part[2] == "jar" {
			all = append(all, dependency{name: part[0] + ":" + part[1], version: part[3], purl: "pkg:maven/" + part[0] + "/" + part[1] + "@" + part[3]})
		}
	}
	if len(all) == 0 {
		return nil, errors.New("mvn dependency:list named none")
	}
	slices.SortFunc(all, func(a, b dependency) int { return strings.Compare(a.name, b.name) })
	return all, nil
}

func output(name string, args ...string) ([]byte, error) {
	cmd := exec.Command(name, args...)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("%s: %w: %s", name, err, stderr.Bytes())
	}
	return out, nil
}
