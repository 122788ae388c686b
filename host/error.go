package host

import (
	"errors"
	"fmt"
	"strings"

	"github.com/tetratelabs/wazero/sys"
)

// What a call can end with, for [errors.Is]. A call that ends with an error has
// no verdict: it is never a yes, and not the input's fault unless it is an
// [*Error].
var (
	// ErrTooLarge is a call whose input is over the limit of [WithMaxInput], or
	// over the module's own. Nothing was read of it.
	ErrTooLarge = errors.New("host: input too large")

	// ErrABI is a module that can't be run: damaged bytes, another ABI version,
	// a missing export, or an answer that breaks ABI 1.
	ErrABI = errors.New("host: not a usable ABI 1 module")

	// ErrOperation is a call of an operation that the module doesn't have.
	ErrOperation = errors.New("host: no such operation")

	// ErrClosed is a call on a [Host] after [Host.Close].
	ErrClosed = errors.New("host: closed")
)

// An Error is a call that the module could not carry out, because of its input:
// the answer was `{"ok":false,...}`. It carries none of the submitted values.
type Error struct {
	Code        int    // as in JSON-RPC: -32700 not JSON, -32602 wrong members, -32601, -32603
	Message     string // for people
	Diagnostics []Diagnostic
}

// Error implements the error interface. It names the first diagnostic, which says it
// best.
func (e *Error) Error() string {
	s := fmt.Sprintf("host: %s (%d)", e.Message, e.Code)
	if len(e.Diagnostics) > 0 {
		first := e.Diagnostics[0]
		where, _ := first.Args["member"].(string)
		if where == "" {
			where = first.Pointer
		}
		if s += ": " + first.Code; where != "" {
			s += " at " + where
		}
	}
	return s
}

// A TrapError is a call that the module didn't survive, for example because it
// ran out of memory. Its instance is gone; the next call is answered by a fresh
// one.
type TrapError struct {
	Op     string // the operation, or the ABI function, that was called
	Stderr string // the first line that the module wrote to standard error, at most 200 bytes
	Err    error  // the engine's error, with the stack trace inside the module
}

// Error implements the error interface.
func (e *TrapError) Error() string {
	cause, _, _ := strings.Cut(e.Err.Error(), "\n")
	if exit := (*sys.ExitError)(nil); errors.As(e.Err, &exit) {
		cause = exit.Error()
	}
	if e.Stderr == "" {
		return fmt.Sprintf("host: %s: the module stopped: %s", e.Op, cause)
	}
	return fmt.Sprintf("host: %s: the module stopped: %s: %s", e.Op, cause, e.Stderr)
}

// Unwrap gives the engine's error.
func (e *TrapError) Unwrap() error { return e.Err }

const (
	stderrCap  = 4 << 10 // bytes kept of what an instance writes
	stderrLine = 200     // bytes of the first line that an error shows
)

// A stderr keeps the beginning of what a module writes to standard error. Go's
// runtime writes up to 13 KB when it dies; only the first line tells why.
type stderr struct{ text []byte }

// Write implements [io.Writer]. It takes everything and keeps the beginning.
func (s *stderr) Write(p []byte) (int, error) {
	s.text = append(s.text, p[:min(len(p), stderrCap-len(s.text))]...)
	return len(p), nil
}

func (s *stderr) firstLine() string {
	line, _, _ := strings.Cut(strings.TrimLeft(string(s.text), "\r\n"), "\n")
	line = line[:min(len(line), stderrLine)]
	// The line may end up in a log or a terminal.
	return strings.Map(func(r rune) rune {
		if r < ' ' || r == 0x7f {
			return -1
		}
		return r
	}, strings.ToValidUTF8(line, ""))
}
