//go:build unix || windows

package rootfs

import (
	"errors"
	"io/fs"
	"runtime"
	"slices"
	"strings"
)

// An FS is a list of roots, each held by a handle. It is safe for concurrent use.
type FS struct {
	roots    []*root
	findings []Finding
	refuse   map[Code]bool
}

// A Finding is something worth knowing that refuses nothing by itself.
type Finding struct {
	Code     Code     `json:"code"`
	Severity Severity `json:"severity"` // warning or info
	Root     int      `json:"root"`     // index of the root
	Detail   string   `json:"detail"`   // for RootViaSymlink the real path, quoted; else what was seen
}

// An Option makes an error of what is otherwise a warning.
type Option struct{ refuse Code }

// RefuseHardlinks refuses files that have more than one name. The default is to open
// them with a warning, because package managers and build tools link files by the thousand.
func RefuseHardlinks() Option { return Option{Hardlink} }

// RefuseMountCrossing refuses what lies on another mount than its root. The default is
// to open it with a warning.
func RefuseMountCrossing() Option { return Option{MountCrossing} }

// RefuseWorldWritable refuses to register a root that everyone can write in. The default
// is to register it with a warning. Windows is not judged: it has no such permission bit.
func RefuseWorldWritable() Option { return Option{RootWorldWritable} }

// Open registers the roots: absolute, native paths of directories, or of files. Links in
// a root's own path are followed here, once; later requests start from the handle.
//
// When any root cannot be used, Open returns an [*Error] for each such root, joined, and
// no FS: leave those roots out and try again. An empty list gives an FS that refuses
// every request.
func Open(roots []string, opts ...Option) (*FS, error) {
	if err := checkToolchain(runtime.Version()); err != nil {
		return nil, err
	}
	f := &FS{refuse: map[Code]bool{}}
	for _, o := range opts {
		f.refuse[o.refuse] = true
	}
	var errs []error
	for i, path := range roots {
		r, findings, err := register(i, path)
		if err != nil {
			errs = append(errs, err)
			continue
		}
		f.roots = append(f.roots, r)
		for _, finding := range findings {
			if f.refuse[finding.Code] {
				errs = append(errs, &Error{Code: finding.Code, Op: opRegister, Root: i})
			}
		}
		f.findings = append(f.findings, findings...)
	}
	if len(errs) > 0 {
		f.Close()
		return nil, errors.Join(errs...)
	}
	return f, nil
}

// Close closes the handles, which were only read from, and returns nil. Files that were
// opened stay open.
func (f *FS) Close() error {
	for _, r := range f.roots {
		r.close()
	}
	return nil
}

// Findings returns what was noticed at registration, in the order of the roots.
func (f *FS) Findings() []Finding { return slices.Clone(f.findings) }

// FS returns the root as an [fs.FS] under the same rules; it also implements [fs.StatFS]
// and [fs.ReadDirFS]. A root that is a file is the file ".". Unlike those of most file
// systems, its errors are [*Error] values, not [*fs.PathError], because they name no path.
func (f *FS) FS(root int) fs.FS { return view{f, root} }

// root finds the root of a request and makes sure that it still is what was registered.
func (f *FS) root(op string, index int) (*root, error) {
	switch {
	case len(f.roots) == 0:
		return nil, &Error{NoRoots, op, -1, nil}
	case index < 0 || index >= len(f.roots):
		return nil, malformed(op, -1, "no root has this index")
	}
	r := f.roots[index]
	if err := r.unchanged(op); err != nil {
		return nil, err
	}
	return r, nil
}

type view struct {
	fsys *FS
	root int
}

func (v view) components(op, name string) ([]string, error) {
	switch {
	case !fs.ValidPath(name):
		return nil, malformed(op, v.root, "not a path of io/fs")
	case name == ".":
		return nil, nil
	}
	return strings.Split(name, "/"), nil
}

func (v view) Open(name string) (fs.File, error) {
	components, err := v.components(opOpen, name)
	if err != nil {
		return nil, err
	}
	file, err := v.fsys.Open(v.root, components...)
	if err != nil {
		return nil, err // not file: a nil *File in an fs.File is not nil
	}
	return file, nil
}

func (v view) Stat(name string) (fs.FileInfo, error) {
	components, err := v.components(opStat, name)
	if err != nil {
		return nil, err
	}
	return v.fsys.Stat(v.root, components...)
}

func (v view) ReadDir(name string) ([]fs.DirEntry, error) {
	components, err := v.components(opReadDir, name)
	if err != nil {
		return nil, err
	}
	return v.fsys.ReadDir(v.root, components...)
}
