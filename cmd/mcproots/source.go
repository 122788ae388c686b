package main

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/bmatcuk/doublestar/v4"
)

const (
	// inputLimit is the largest document, or line of a transcript, in bytes. A
	// transcript itself may be of any length.
	inputLimit = 16 << 20

	// engineLimit leaves room for a document that goes to the engine as a JSON
	// string: no byte becomes more than six.
	engineLimit = 6*inputLimit + 1<<10
)

// A source is an input that is named on the command line.
type source struct {
	name  string // as it is shown
	stdin bool
}

// sources expands the arguments: "-" is stdin, a pattern is what it matches. The
// shell has expanded patterns already, but for those in quotes and on Windows.
func (p *program) sources(args []string, stdinName string) ([]source, error) {
	if len(args) == 0 {
		args = []string{"-"}
	}
	var all []source
	for _, arg := range args {
		if arg == "-" {
			if slices.ContainsFunc(all, func(s source) bool { return s.stdin }) {
				return nil, usage(`"-" reads standard input, which can be read once: name it once`)
			}
			all = append(all, source{stdinName, true})
			continue
		}
		info, err := os.Stat(arg)
		switch {
		case err == nil && info.IsDir():
			return nil, failure("directory", "%s is a directory; name files, or a pattern such as %q", arg, filepath.ToSlash(filepath.Join(arg, "**", "*.json")))
		case err != nil && strings.ContainsAny(arg, "*?[{"):
			matches, err := doublestar.FilepathGlob(arg, doublestar.WithFilesOnly())
			if err != nil {
				return nil, usage("%s is not a pattern: %v", arg, err)
			}
			if len(matches) == 0 {
				return nil, failure("no-match", "no file matches %s; a check of nothing would be no check", arg)
			}
			slices.Sort(matches)
			for _, match := range matches {
				all = append(all, source{match, false})
			}
		default: // a file that can't be read is told when its turn comes
			all = append(all, source{arg, false})
		}
	}
	seen := map[source]bool{}
	return slices.DeleteFunc(all, func(s source) bool {
		again := seen[s]
		seen[s] = true
		return again
	}), nil
}

func (p *program) open(s source) (io.ReadCloser, error) {
	if s.stdin {
		return io.NopCloser(p.in), nil
	}
	f, err := os.Open(s.name)
	if err != nil {
		return nil, unreadable(s.name, err)
	}
	return f, nil
}

// unreadable is the error for an input that the system won't give.
func unreadable(name string, err error) error {
	var path *fs.PathError
	if errors.As(err, &path) {
		err = path.Err
	}
	hint := ""
	switch {
	case errors.Is(err, fs.ErrNotExist):
		hint = "; check the spelling, or give the document on standard input with -"
	case errors.Is(err, fs.ErrPermission):
		hint = "; give this user permission to read it"
	}
	return failure("unreadable", "can't read %s: %v%s", name, err, hint)
}

func tooLarge(name, what string) error {
	return failure("too-large", "%s: %s is over the limit of %d MiB; nothing of it was checked", name, what, inputLimit>>20)
}

// readDocument reads the whole of a source, up to the limit.
func (p *program) readDocument(s source) ([]byte, error) {
	r, err := p.open(s)
	if err != nil {
		return nil, err
	}
	defer r.Close()
	return readAll(s.name, r, nil)
}

func readAll(name string, r io.Reader, head []byte) ([]byte, error) {
	b := bytes.NewBuffer(head)
	if _, err := io.Copy(b, io.LimitReader(r, inputLimit+1-int64(len(head)))); err != nil {
		return nil, unreadable(name, err)
	}
	if b.Len() > inputLimit {
		return nil, tooLarge(name, "the document")
	}
	return b.Bytes(), nil
}

// readLine reads a line with its end, up to the limit. At the end of the input it
// returns what is left with io.EOF.
func readLine(r *bufio.Reader) ([]byte, error) {
	var line []byte
	for {
		part, err := r.ReadSlice('\n')
		if line == nil && err != bufio.ErrBufferFull {
			return bytes.Clone(part), err
		}
		line = append(line, part...)
		switch {
		case len(line) > inputLimit+2: // the line's end is not of the message
			return nil, bufio.ErrTooLong
		case err != bufio.ErrBufferFull:
			return line, err
		}
	}
}
