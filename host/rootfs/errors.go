//go:build unix || windows

package rootfs

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"syscall"
)

// An Error says what was refused and why. Its message is
//
//	rootfs: CODE: root N: OP: title: the operating system's error
//
// and holds no part of the request's path.
type Error struct {
	Code Code
	Op   string // register, open, create, stat, readdir, write
	Root int    // index of the root, or -1 when the error is about none
	Err  error  // the cause without any path, or nil
}

func (e *Error) Error() string {
	var b strings.Builder
	b.WriteString(e.Code.Error())
	if e.Root >= 0 {
		fmt.Fprintf(&b, ": root %d", e.Root)
	}
	b.WriteString(": " + e.Op + ": " + e.Code.info().Title)
	if e.Err != nil {
		b.WriteString(": " + e.Err.Error())
	}
	return b.String()
}

// Is reports whether target is the error's [Code].
func (e *Error) Is(target error) bool { return target == error(e.Code) }

// Unwrap returns the cause, so that errors.Is finds [fs.ErrNotExist] and the like.
func (e *Error) Unwrap() error { return e.Err }

// malformed is the error for a request that cannot be carried out anywhere.
func malformed(op string, root int, reason string) *Error {
	return &Error{BadInput, op, root, fmt.Errorf("%s: %w", reason, fs.ErrInvalid)}
}

// cause strips what the os package wraps around an error, because that holds the path.
func cause(err error) error {
	for {
		switch e := err.(type) {
		case *fs.PathError:
			err = e.Err
		case *os.LinkError:
			err = e.Err
		default:
			return err
		}
	}
}

// codeOf classifies the operating system's errors.
func codeOf(err error) Code {
	switch {
	case errors.Is(err, syscall.ELOOP):
		return SymlinkLoop
	case errors.Is(err, fs.ErrClosed):
		return Closed
	case errors.Is(err, syscall.ENOTDIR):
		return NotDirectory
	case errors.Is(err, syscall.ENXIO):
		// open(2) of a socket, or of a FIFO without a reader for writing.
		return SpecialFile
	case errors.Is(err, fs.ErrNotExist):
		return NotFound
	case errors.Is(err, fs.ErrExist):
		return AlreadyExists
	case errors.Is(err, fs.ErrPermission):
		return PermissionDenied
	}
	return OSError
}

// refused is the error for err, which the root's handle returned for name.
func (r *root) refused(op, name string, err error) *Error {
	code := codeOf(err)
	if errors.Is(err, r.escape) {
		code = r.wayOut(name)
	}
	return &Error{code, op, r.index, cause(err)}
}

// wayOut says by which way name leaves the root: os.Root has refused it, with one and
// the same error for all ways. The walk only explains. It may see a later state of the
// disk than os.Root did, and it decides nothing.
func (r *root) wayOut(name string) Code {
	if runtime.GOOS == "windows" {
		name = filepath.Clean(name) // as Windows resolves "..", and os.Root there
	}
	todo := components(name)
	var done []string // resolved: neither ".." nor a link
	ofLinks := 0      // how many of the first components of todo came from links
	for links := 0; len(todo) > 0; {
		c := todo[0]
		todo = todo[1:]
		ofLink := ofLinks > 0
		ofLinks = max(0, ofLinks-1)
		switch {
		case c == ".":
			continue
		case c == ".." && len(done) > 0:
			done = done[:len(done)-1]
			continue
		case c == ".." && ofLink:
			return SymlinkEscape
		case c == "..":
			return Outside
		}
		done = append(done, c)
		place := filepath.Join(done...)
		info, err := r.handle.Lstat(place)
		if err != nil || info.Mode().Type() != fs.ModeSymlink {
			continue
		}
		target, err := r.handle.Readlink(place)
		if links++; err != nil || links > 8 {
			return SymlinkEscape
		}
		if filepath.IsAbs(target) || len(target) > 0 && os.IsPathSeparator(target[0]) {
			if below(r.path, target) || below(r.real, target) {
				return AbsoluteSymlink
			}
			return SymlinkEscape
		}
		done = done[:len(done)-1]
		steps := components(target)
		todo = slices.Concat(steps, todo)
		ofLinks += len(steps)
	}
	return SymlinkEscape // what was in the way is gone, so it was a link
}

// components splits a path at its separators.
func components(path string) []string {
	return strings.FieldsFunc(path, func(c rune) bool { return c < 0x80 && os.IsPathSeparator(uint8(c)) })
}

// below reports whether path is dir or lies below it, by name.
func below(dir, path string) bool {
	rel, err := filepath.Rel(dir, path)
	return err == nil && filepath.IsLocal(rel)
}
