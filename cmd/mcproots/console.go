package main

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"strings"

	"golang.org/x/term"
)

// A console is where the command reads from and writes to.
type console struct {
	in    io.Reader
	out   *bufio.Writer // flushed at the end, and before anything goes to err
	err   io.Writer
	color string // auto, always or never

	stdout io.Writer // what out writes to
}

func newConsole(stdin io.Reader, stdout, stderr io.Writer) *console {
	return &console{in: stdin, out: bufio.NewWriterSize(stdout, 16<<10), err: stderr, stdout: stdout, color: "auto"}
}

// isTerminal tells whether a stream is one that a person sits at.
func isTerminal(stream any) bool {
	f, ok := stream.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}

// width is how many cells a line on the terminal has.
func (c *console) width() int {
	const usual = 100
	if f, ok := c.stdout.(*os.File); ok {
		if w, _, err := term.GetSize(int(f.Fd())); err == nil && w >= 40 {
			return w
		}
	}
	return usual
}

// A style writes text in colours, or as it is.
type style bool

// styleOf decides for each stream by itself: no-color.org, and TERM=dumb.
func (c *console) styleOf(stream any) style {
	switch c.color {
	case "always":
		return true
	case "never":
		return false
	}
	return style(os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb" && isTerminal(stream))
}

// Parameters of SGR, ECMA-48 8.3.117.
const (
	bold   = "1"
	faint  = "2"
	red    = "1;31"
	green  = "32"
	yellow = "33"
	blue   = "34"
)

func (s style) paint(sgr, text string) string {
	if !s {
		return text
	}
	return "\x1b[" + sgr + "m" + text + "\x1b[0m"
}

// severity paints a text in the colour of a severity.
func (s style) severity(severity, text string) string {
	switch severity {
	case "error":
		return s.paint(red, text)
	case "warning":
		return s.paint(yellow, text)
	}
	return s.paint(blue, text)
}

// complain writes an error for a person to stderr.
func (c *console) complain(message string) {
	_ = c.out.Flush()
	s := c.styleOf(c.err)
	lines := strings.Split(message, "\n")
	for i := range lines {
		lines[i] = visible(lines[i])
	}
	fmt.Fprintf(c.err, "%s %s\n", s.paint(red, "mcproots:"), strings.Join(lines, "\n"))
}
