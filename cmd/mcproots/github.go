package main

import (
	"fmt"
	"html"
	"os"
	"path/filepath"
	"strings"
)

const (
	githubPerType = 10   // GitHub drops what is over it, for each type and step, without a word
	githubRows    = 1000 // of the step's summary, which may have 1 MiB
)

// A githubReport is annotations as workflow commands, errors first, and a table in
// the step's summary.
type githubReport struct {
	c    *checker
	kept map[string][]githubFinding // by severity, the first few
	rows []githubFinding

	unread []*fileReport // the first few
}

type githubFinding struct {
	file string
	finding
}

// githubTypes are the commands for each severity.
var githubTypes = []struct{ severity, command string }{{"error", "error"}, {"warning", "warning"}, {"info", "notice"}}

func (r *githubReport) finding(f *fileReport, d finding) {
	d.source = nil // not kept for the whole run
	g := githubFinding{f.name, d}
	if r.kept == nil {
		r.kept = map[string][]githubFinding{}
	}
	if len(r.kept[d.Severity]) < githubPerType {
		r.kept[d.Severity] = append(r.kept[d.Severity], g)
	}
	if len(r.rows) < githubRows {
		r.rows = append(r.rows, g)
	}
}

func (r *githubReport) end(f *fileReport) {
	if f.err != nil && len(r.unread) < githubPerType {
		r.unread = append(r.unread, f)
	}
}

func (r *githubReport) close(t *total) error {
	out := r.c.out
	for _, f := range r.unread {
		fmt.Fprintf(out, "::error file=%s,title=unreadable::%s\n", property(visible(filepath.ToSlash(f.name))), message(f.err.Error()))
	}
	for _, kind := range githubTypes {
		for _, g := range r.kept[kind.severity] {
			fmt.Fprintf(out, "::%s file=%s,line=%d,col=%d,endColumn=%d,title=%s::%s\n", kind.command,
				property(visible(filepath.ToSlash(g.file))), g.Line, g.Column, g.endColumn, property(g.Code), message(g.Message))
		}
	}
	var left []string
	for i, n := range []int{t.Error, t.Warning, t.Info} {
		if more := n - len(r.kept[githubTypes[i].severity]); more > 0 {
			left = append(left, plural(more, "more "+githubTypes[i].command))
		}
	}
	if len(left) > 0 {
		fmt.Fprintf(out, "mcproots: %s not shown: GitHub takes %d of each type\n", strings.Join(left, ", "), githubPerType)
	}
	if !r.c.quiet {
		fmt.Fprintf(out, "mcproots: %s\n", noticed(t))
	}
	if name := os.Getenv("GITHUB_STEP_SUMMARY"); name != "" {
		return r.summarize(name, t)
	}
	return nil
}

func noticed(t *total) string {
	counted := plural(t.Error, "error") + ", " + plural(t.Warning, "warning") + ", " + plural(t.Info, "notice")
	if t.unread > 0 {
		counted += fmt.Sprintf("; %d of %s could not be checked", t.unread, plural(t.files, "input"))
	}
	return counted
}

// message and property escape as the runner unescapes: a message ends at the line's
// end, a property at a comma, and its name at a colon.
func message(s string) string {
	return strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A").Replace(s)
}

func property(s string) string {
	return strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A", ":", "%3A", ",", "%2C").Replace(s)
}

// summarize appends a table to the step's summary.
func (r *githubReport) summarize(name string, t *total) error {
	var b strings.Builder
	fmt.Fprintf(&b, "### mcproots: %s\n\n", noticed(t))
	for _, f := range r.unread {
		fmt.Fprintf(&b, "%s: %s\n\n", cell(f.name), cell(f.err.Error()))
	}
	if len(r.rows) > 0 {
		b.WriteString("| place | severity | code | what |\n| --- | --- | --- | --- |\n")
	}
	for _, g := range r.rows {
		fmt.Fprintf(&b, "| %s:%d:%d | %s | `%s` | %s |\n", cell(g.file), g.Line, g.Column, g.Severity, g.Code, cell(g.Message))
	}
	if more := t.sum() - len(r.rows); more > 0 {
		fmt.Fprintf(&b, "\n%s more.\n", plural(more, "finding"))
	}
	f, err := os.OpenFile(name, os.O_APPEND|os.O_WRONLY|os.O_CREATE, 0o644)
	if err != nil {
		return failure("output", "can't write the step's summary: %v", err)
	}
	_, err = f.WriteString(b.String())
	if closing := f.Close(); err == nil {
		err = closing
	}
	if err != nil {
		return failure("output", "can't write the step's summary: %v", err)
	}
	return nil
}

// cell makes text safe in a table of Markdown: no markup, no links, one line.
func cell(s string) string {
	var b strings.Builder
	for _, r := range html.EscapeString(visible(s)) {
		switch r {
		case '|', '\\', '`', '*', '_', '[', ']', '~', '!':
			fmt.Fprintf(&b, "&#%d;", r)
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}
