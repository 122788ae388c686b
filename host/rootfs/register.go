//go:build unix || windows

package rootfs

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// The operations that an Error names.
const (
	opRegister = "register"
	opOpen     = "open"
	opCreate   = "create"
	opStat     = "stat"
	opReadDir  = "readdir"
	opWrite    = "write"
)

// A root is a directory held by a handle, or a file held by its directory's handle.
type root struct {
	index  int
	path   string      // as registered
	real   string      // path without links, when it was registered
	handle *os.Root    // the directory, or the directory that holds the file
	base   string      // the file's name in handle; "" for a directory
	pin    *os.File    // the file, kept open so that its inode is not given to another
	id     os.FileInfo // what was registered; os.SameFile compares device and inode
	place  place       // where it lies, for the mount check
	escape error       // what handle answers when a name leads out
}

func (r *root) close() {
	r.handle.Close()
	if r.pin != nil {
		r.pin.Close()
	}
}

// register opens the handle for one root and looks at what it is.
func register(index int, path string) (*root, []Finding, *Error) {
	r := &root{index: index, path: path}
	findings, err := r.register()
	if err == nil {
		return r, findings, nil
	}
	if r.handle != nil {
		r.close()
	}
	var own *Error
	if errors.As(err, &own) {
		return nil, nil, own
	}
	code := codeOf(err)
	switch code {
	case NotFound:
		code = RootNotFound
	case NotDirectory:
		code = RootNotDirectory
	case SymlinkLoop, SpecialFile:
	default:
		code = RootUnreadable
	}
	return nil, nil, &Error{code, opRegister, index, cause(err)}
}

func (r *root) register() ([]Finding, error) {
	refuse := func(code Code) error { return &Error{Code: code, Op: opRegister, Root: r.index} }
	if !filepath.IsAbs(r.path) {
		return nil, refuse(RelativePath)
	}
	named, err := os.Stat(r.path)
	if err != nil {
		return nil, err
	}
	if r.real, err = filepath.EvalSymlinks(r.path); err != nil {
		return nil, err
	}

	dir := r.path
	if !named.IsDir() {
		if !named.Mode().IsRegular() {
			return nil, refuse(SpecialFile)
		}
		dir, r.base = filepath.Split(r.real)
	}
	if r.handle, err = os.OpenRoot(onlyDirectory(dir)); err != nil {
		return nil, err
	}
	// os.Root does not export the error for a name that leads out: ask for it.
	_, err = r.handle.Lstat("..")
	r.escape = cause(err)

	held, err := r.handle.OpenFile(r.name(), os.O_RDONLY|openFlags, 0)
	if err != nil {
		return nil, err
	}
	if r.base != "" {
		r.pin = held
	} else {
		defer held.Close()
	}
	if r.id, err = held.Stat(); err != nil {
		return nil, err
	}
	// What the handle holds must be what the path leads to: r.real was found by name.
	if err := r.unchanged(opRegister); err != nil {
		return nil, err
	}
	if r.place, err = placeOf(held, r.id); err != nil {
		return nil, err
	}
	return r.findings(held), nil
}

// name is the root's own name below its handle.
func (r *root) name() string {
	if r.base != "" {
		return r.base
	}
	return "."
}

// unchanged makes sure that the registered path still leads to the registered directory
// or file. It is no gate against links, the handle is; it keeps a root whose name was
// given to another tree from being served, or changed, unnoticed.
func (r *root) unchanged(op string) error {
	now, err := os.Stat(r.path)
	if err != nil {
		return &Error{RootChanged, op, r.index, cause(err)}
	}
	if !os.SameFile(now, r.id) {
		return &Error{Code: RootChanged, Op: op, Root: r.index}
	}
	return nil
}

// findings says what is worth knowing about a root that can be used.
func (r *root) findings(held *os.File) []Finding {
	var all []Finding
	report := func(code Code, severity Severity, format string, args ...any) {
		all = append(all, Finding{code, severity, r.index, fmt.Sprintf(format, args...)})
	}
	if r.base != "" {
		report(RootNotDirectory, SeverityInfo, "the root is a file: only that file can be opened")
	}
	if !samePath(r.path, r.real) {
		// Quoted: a name may hold control characters, and this text is for people.
		report(RootViaSymlink, SeverityWarning, "the real path is %s", strconv.Quote(r.real))
	}
	if worldWritable(r.id) {
		report(RootWorldWritable, SeverityWarning, "permissions %v", r.id.Mode())
	}
	if r.caseInsensitive(held) {
		report(CaseInsensitiveVolume, SeverityInfo, "a name with its case swapped leads to the same file")
	}
	return all
}

// caseInsensitive reports whether a name below the root can be written in another case.
// It only looks: it tries the entries of a directory, or the root's own name when none
// has a letter, and writes nothing.
func (r *root) caseInsensitive(held *os.File) bool {
	if r.base != "" {
		return sameInOtherCase(r.handle.Lstat, r.base, nil)
	}
	names, _ := held.Readdirnames(64) // an error leaves fewer names, or none, to try
	for _, name := range names {
		if swapCase(name) != name {
			return sameInOtherCase(r.handle.Lstat, name, names)
		}
	}
	dir, base := filepath.Split(r.real)
	return base != "" && sameInOtherCase(func(name string) (os.FileInfo, error) {
		return os.Lstat(filepath.Join(dir, name))
	}, base, nil)
}

// sameInOtherCase reports whether name and name with its case swapped are one entry.
// names lists entries that exist: two of them may be links to one file.
func sameInOtherCase(lstat func(string) (fs.FileInfo, error), name string, names []string) bool {
	other := swapCase(name)
	if other == name || slices.Contains(names, other) {
		return false
	}
	a, err := lstat(name)
	if err != nil {
		return false
	}
	b, err := lstat(other)
	return err == nil && os.SameFile(a, b)
}

// swapCase swaps the case of the ASCII letters, which every case-insensitive file system folds.
func swapCase(name string) string {
	return strings.Map(func(c rune) rune {
		if 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' {
			return c ^ 0x20
		}
		return c
	}, name)
}
