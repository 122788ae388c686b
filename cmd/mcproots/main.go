// Command mcproots checks MCP roots: the messages, the URIs in them, and whether
// paths lie inside. `mcproots help` and `mcproots demo` show what it does.
package main

import (
	"io"
	"os"
)

func main() {
	roomy(false)
	os.Exit(doMain(os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}

// doMain is main without the process, so that tests can call it. It returns one
// of the exit codes.
func doMain(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	c := newConsole(stdin, stdout, stderr)
	p := &program{console: c}
	first := ""
	if len(args) > 0 {
		first = args[0]
	} else {
		args = []string{} // nil would mean the process's own
	}
	root := p.command(first)
	root.SetArgs(args)
	err := root.Execute()
	if flushing := c.out.Flush(); flushing != nil && (err == nil || err == errFindings) {
		err = failure("output", "can't write the output: %v", flushing)
	}
	return c.exit(err, formatOf(args))
}

// roomy lets the stack grow to 16 KB at once: a check takes half of that, and growing
// twice, the second time from deep below, is a twentieth of what a short run takes.
//
//go:noinline
func roomy(use bool) {
	if use { // never; the frame has its size all the same
		var frame [12 << 10]byte
		for i := range frame {
			frame[i] = frame[(i+1)%len(frame)] + 1
		}
		roomy(frame[0] == 0)
	}
}
