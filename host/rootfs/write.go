//go:build unix || windows

package rootfs

import (
	"crypto/rand"
	"errors"
	"io/fs"
	"os"
	"syscall"
)

// WriteFile makes data the contents of a file, wholly or not at all: it writes a new file
// beside it and renames that into place. The rename replaces what has the name and follows
// nothing, so a link there, dangling or not, is replaced and its target stays as it was; a
// hard link's other names keep the old contents. A directory or a special file is refused.
//
// A new file gets perm, before umask; a replaced regular file's permissions are kept, its
// owner and other attributes are not. A root that is a file cannot be written this way,
// since the new file would lie outside it: use [FS.OpenFile].
func (f *FS) WriteFile(root int, data []byte, perm fs.FileMode, components ...string) error {
	if perm != perm.Perm() {
		return malformed(opWrite, root, "mode bits other than permissions")
	}
	r, err := f.root(opWrite, root)
	if err != nil {
		return err
	}
	parent, name, err := f.parent(opWrite, r, components)
	if err != nil {
		return err
	}
	defer parent.Close()

	old, err := parent.Lstat(name)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		old = nil
	case err != nil:
		return r.refused(opWrite, ".", err)
	case old.IsDir():
		return r.refused(opWrite, ".", syscall.EISDIR)
	case old.Mode().Type() == fs.ModeSymlink:
		old = nil
	case special(old):
		return &Error{Code: SpecialFile, Op: opWrite, Root: root}
	}

	// Never a name that exists, and none that anyone could put a link at beforehand.
	temporary := ".mcproots-" + rand.Text()
	if err := writeNew(parent, temporary, data, perm, old); err != nil {
		parent.Remove(temporary)
		return r.refused(opWrite, ".", err)
	}
	if err := parent.Rename(temporary, name); err != nil {
		parent.Remove(temporary)
		return r.refused(opWrite, ".", err)
	}
	return nil
}

// writeNew writes a new file to the disk, with the permissions of old if there is one.
func writeNew(parent *os.Root, name string, data []byte, perm fs.FileMode, old fs.FileInfo) (err error) {
	file, err := parent.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, perm)
	if err != nil {
		return err
	}
	defer func() {
		if closing := file.Close(); err == nil {
			err = closing
		}
	}()
	if old != nil {
		if err := file.Chmod(old.Mode().Perm()); err != nil {
			return err
		}
	}
	if _, err := file.Write(data); err != nil {
		return err
	}
	return file.Sync()
}

// parent opens the directory in which a request wants to create a file, and returns the
// file's name in it. Holding the directory keeps a link from coming in between the steps.
func (f *FS) parent(op string, r *root, components []string) (*os.Root, string, error) {
	if r.base != "" {
		return nil, "", &Error{Code: Outside, Op: op, Root: r.index}
	}
	name := ""
	if n := len(components); n > 0 {
		name, components = components[n-1], components[:n-1]
	}
	if name == "" || name == "." || name == ".." {
		return nil, "", malformed(op, r.index, "the last component names no file")
	}
	if _, reason := join([]string{name}); reason != "" {
		return nil, "", malformed(op, r.index, reason)
	}
	dir := "."
	if len(components) > 0 {
		joined, reason := join(append(components[:len(components):len(components)], "."))
		if reason != "" {
			return nil, "", malformed(op, r.index, reason)
		}
		// The "." at the end makes os.Root open the last component as a directory;
		// without it, it would wait for a FIFO's writer.
		dir = joined
	}
	parent, err := r.handle.OpenRoot(dir)
	if err != nil {
		return nil, "", r.refused(op, dir, err)
	}
	if !f.refuse[MountCrossing] {
		return parent, name, nil
	}
	if err := r.onSameMount(op, parent); err != nil {
		parent.Close()
		return nil, "", err
	}
	return parent, name, nil
}

// onSameMount refuses a directory on another mount before anything is created there.
func (r *root) onSameMount(op string, dir *os.Root) error {
	held, err := dir.Open(".")
	if err != nil {
		return r.refused(op, ".", err)
	}
	defer held.Close()
	info, err := held.Stat()
	if err != nil {
		return r.refused(op, ".", err)
	}
	place, err := placeOf(held, info)
	if err != nil {
		return r.refused(op, ".", err)
	}
	if !place.sameMount(r.place) {
		return &Error{Code: MountCrossing, Op: op, Root: r.index}
	}
	return nil
}
