package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/mcproots/mcproots/host"
)

// The exit codes. A caller must take only exitClean as a yes: 2 and 3 are no
// verdict at all.
const (
	exitClean    = 0 // nothing at or above --fail-on; every path inside; every conversion done
	exitFindings = 1 // findings at or above --fail-on; a path that is not inside; a refused conversion
	exitUsage    = 2 // the command line is wrong, or an operation's input
	exitFailure  = 3 // an input can't be read, the output can't be written, or the engine failed
)

// exitCodes is the part of the help that explains them.
const exitCodes = `Exit codes:
  0  clean: nothing at or above --fail-on, every path inside
  1  findings, or a path that is not inside
  2  wrong usage: nothing was decided
  3  an input can't be read, or the engine failed: nothing was decided`

// errFindings ends a command whose output already says what was found.
var errFindings = errors.New("findings")

// errShown ends a command that has already shown its help instead of working.
var errShown = errors.New("help shown")

// An exitError is why the command has no verdict.
type exitError struct {
	exit    int
	code    string // stable, for programs
	message string
}

func (e *exitError) Error() string { return e.message }

// usage is an error of the command line: it says what to do.
func usage(format string, args ...any) error {
	return &exitError{exitUsage, "usage", fmt.Sprintf(format, args...)}
}

// failure is an error of the surroundings: files, output, engine.
func failure(code, format string, args ...any) error {
	return &exitError{exitFailure, code, fmt.Sprintf(format, args...)}
}

// engineFault makes an exitError of what the host returned. It is never a verdict.
func engineFault(err error) error {
	var fault *host.Error
	var trap *host.TrapError
	switch {
	case errors.As(err, &fault) && fault.Code != -32603:
		message := fault.Message
		for _, d := range fault.Diagnostics {
			message += "\n  " + d.Code + ": " + d.Message
			if member, ok := d.Args["member"].(string); ok {
				message += " (" + member + ")"
			}
		}
		return &exitError{exitUsage, "input", message}
	case errors.Is(err, host.ErrTooLarge):
		return failure("too-large", "%s", strings.TrimPrefix(err.Error(), "host: "))
	case errors.As(err, &trap), errors.As(err, &fault), errors.Is(err, host.ErrABI):
		return failure("engine", "the engine failed, so there is no verdict: %v; try --engine native, and report it", err)
	case errors.Is(err, context.Canceled):
		return failure("canceled", "interrupted")
	}
	return failure("engine", "%v", err)
}

// exit writes the error, if any, and returns the exit code. In a machine format
// the error is one line of JSON, for GitHub an annotation.
func (c *console) exit(err error, format string) int {
	switch {
	case err == nil:
		return exitClean
	case err == errFindings:
		return exitFindings
	case err == errShown:
		return exitUsage
	}
	e := &exitError{exitUsage, "usage", err.Error()} // cobra's own errors are all of usage
	errors.As(err, &e)
	switch format {
	case "github":
		fmt.Fprintf(c.err, "::error title=mcproots::%s\n", message(e.message))
		return e.exit
	case "json", "jsonl", "sarif":
		line, _ := json.Marshal(map[string]any{"error": map[string]any{"code": e.code, "exit": e.exit, "message": e.message}})
		fmt.Fprintf(c.err, "%s\n", line)
		return e.exit
	}
	c.complain(e.message)
	return e.exit
}

// formatOf is the format that the command line asks for, even when the rest of it is
// wrong; empty where it says nothing.
func formatOf(args []string) (format string) {
	for i, arg := range args {
		value, joined := strings.CutPrefix(arg, "--format=")
		switch {
		case arg == "--":
			return format
		case arg == "--format" && i+1 < len(args):
			format = args[i+1]
		case joined:
			format = value
		}
	}
	return format
}
