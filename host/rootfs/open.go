//go:build unix || windows

package rootfs

import (
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// A File is an open file or directory below a root.
type File struct {
	*os.File
	Warnings []Finding // Hardlink and MountCrossing, unless an option refuses them
}

// Open opens a file or directory for reading. The components are those of the request,
// unchanged, ".." included; none means the root itself. A last component of "" stands
// for a separator at the end of the request: then only a directory will do.
func (f *FS) Open(root int, components ...string) (*File, error) {
	return f.open(opOpen, root, os.O_RDONLY, components)
}

// writeFlags are the flags OpenFile takes beside the access mode.
const writeFlags = os.O_APPEND | os.O_CREATE | os.O_EXCL | os.O_SYNC | os.O_TRUNC

// OpenFile is Open with the flags of [os.OpenFile]: O_RDONLY, O_WRONLY or O_RDWR, with
// O_APPEND, O_SYNC and O_TRUNC. It creates a file only with O_CREATE and O_EXCL together,
// so that what it creates is new and no link decides where. perm, before umask, is that
// of a created file.
//
// Writing into an existing file changes it under all its names: see [Hardlink].
func (f *FS) OpenFile(root, flag int, perm fs.FileMode, components ...string) (*File, error) {
	op := opOpen
	if flag&(os.O_CREATE|os.O_EXCL) != 0 {
		op = opCreate
	}
	switch access := flag &^ writeFlags; {
	case access != os.O_RDONLY && access != os.O_WRONLY && access != os.O_RDWR:
		return nil, malformed(op, root, "unknown flags")
	case perm != perm.Perm():
		return nil, malformed(op, root, "mode bits other than permissions")
	case op == opOpen:
		return f.open(op, root, flag, components)
	case flag&os.O_CREATE == 0 || flag&os.O_EXCL == 0:
		return nil, malformed(op, root, "a file is created with O_CREATE and O_EXCL together")
	}
	r, err := f.root(op, root)
	if err != nil {
		return nil, err
	}
	parent, name, err := f.parent(op, r, components)
	if err != nil {
		return nil, err
	}
	defer parent.Close()
	file, err := parent.OpenFile(name, flag|openFlags, perm)
	if err != nil {
		return nil, r.refused(op, ".", err)
	}
	return f.admit(op, r, file)
}

// Stat describes a file. It follows links inside the root and tells of special files too:
// it opens nothing.
func (f *FS) Stat(root int, components ...string) (fs.FileInfo, error) {
	r, name, err := f.locate(opStat, root, components)
	if err != nil {
		return nil, err
	}
	info, err := r.handle.Stat(name)
	if err != nil {
		return nil, r.refused(opStat, name, err)
	}
	if err := r.sameIfFile(opStat, info); err != nil {
		return nil, err
	}
	return info, nil
}

// ReadDir lists a directory, sorted by name. Entries are described as they are, so links
// show as links. To see a directory's own warnings, open it with [FS.Open].
func (f *FS) ReadDir(root int, components ...string) ([]fs.DirEntry, error) {
	dir, err := f.open(opReadDir, root, os.O_RDONLY, components)
	if err != nil {
		return nil, err
	}
	defer dir.Close()
	entries, err := dir.File.ReadDir(-1)
	if err != nil {
		return nil, f.roots[root].refused(opReadDir, ".", err)
	}
	slices.SortFunc(entries, func(a, b fs.DirEntry) int { return strings.Compare(a.Name(), b.Name()) })
	return entries, nil
}

// open opens what exists.
func (f *FS) open(op string, index, flag int, components []string) (*File, error) {
	r, name, err := f.locate(op, index, components)
	if err != nil {
		return nil, err
	}
	// Opening a device can act on it, so look first. What is opened is looked at again.
	info, err := r.handle.Stat(name)
	if err != nil {
		return nil, r.refused(op, name, err)
	}
	if special(info) {
		return nil, &Error{Code: SpecialFile, Op: op, Root: index}
	}
	file, err := r.handle.OpenFile(name, flag&^os.O_TRUNC|openFlags, 0)
	if err != nil {
		return nil, r.refused(op, name, err)
	}
	admitted, err := f.admit(op, r, file)
	if err == nil && flag&os.O_TRUNC != 0 {
		// Only now: a file that is refused keeps its contents.
		if err = file.Truncate(0); err != nil {
			file.Close()
			return nil, r.refused(op, name, err)
		}
	}
	return admitted, err
}

// locate turns the components of a request into a name below the root's handle.
func (f *FS) locate(op string, index int, components []string) (*root, string, error) {
	r, err := f.root(op, index)
	if err != nil {
		return nil, "", err
	}
	switch {
	case len(components) == 0:
		return r, r.name(), nil
	case r.base != "":
		return nil, "", &Error{Code: Outside, Op: op, Root: index}
	}
	name, reason := join(components)
	if reason != "" {
		return nil, "", malformed(op, index, reason)
	}
	return r, name, nil
}

// join makes a name for os.Root, or says why it cannot. Nothing is cleaned: "link/.." is
// not "" where links are resolved first, and a separator at the end has a meaning.
func join(components []string) (name, reason string) {
	for i, c := range components {
		switch {
		case c == "" && (i == 0 || i < len(components)-1):
			return "", "a component is empty"
		case strings.ContainsFunc(c, func(c rune) bool { return c == 0 || c < 0x80 && os.IsPathSeparator(uint8(c)) }):
			return "", "a component holds a separator or NUL"
		case c != "" && c != ".." && !filepath.IsLocal(c):
			return "", "a component is no file name on this platform"
		}
	}
	return strings.Join(components, string(filepath.Separator)), ""
}

// admit looks at what was opened: this, not the look before, decides.
func (f *FS) admit(op string, r *root, file *os.File) (*File, error) {
	warnings, err := f.judge(op, r, file)
	if err != nil {
		file.Close()
		return nil, err
	}
	return &File{file, warnings}, nil
}

func (f *FS) judge(op string, r *root, file *os.File) ([]Finding, error) {
	info, err := file.Stat()
	if err != nil {
		return nil, r.refused(op, ".", err)
	}
	if special(info) {
		return nil, &Error{Code: SpecialFile, Op: op, Root: r.index}
	}
	if err := r.sameIfFile(op, info); err != nil {
		return nil, err
	}
	place, err := placeOf(file, info)
	if err != nil {
		return nil, r.refused(op, ".", err)
	}
	var warnings []Finding
	notice := func(code Code, detail string) {
		warnings = append(warnings, Finding{code, SeverityWarning, r.index, detail})
		if f.refuse[code] && err == nil {
			err = &Error{Code: code, Op: op, Root: r.index}
		}
	}
	if info.Mode().IsRegular() && place.links > 1 {
		notice(Hardlink, "the file has more than one name")
	}
	if !place.sameMount(r.place) {
		notice(MountCrossing, "the file lies on another mount than the root")
	}
	if err != nil {
		return nil, err
	}
	return warnings, nil
}

// sameIfFile holds a root that is a file to that very file: another may have its name by now.
func (r *root) sameIfFile(op string, info fs.FileInfo) error {
	if r.base != "" && !os.SameFile(info, r.id) {
		return &Error{Code: RootChanged, Op: op, Root: r.index}
	}
	return nil
}

// special reports whether a file is neither regular nor a directory.
func special(info fs.FileInfo) bool { return !info.Mode().IsRegular() && !info.IsDir() }

// A place says where a file lies and how many names it has.
type place struct {
	links  uint64
	device uint64
	mount  uint64 // 0 where the system doesn't tell
}

// sameMount compares mounts. Devices are compared only where the mount is not known: a
// bind mount has the device of what it shows, and on Btrfs and overlay file systems one
// mount has many devices.
func (p place) sameMount(q place) bool {
	if p.mount != 0 && q.mount != 0 {
		return p.mount == q.mount
	}
	return p.device == q.device
}
