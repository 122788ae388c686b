package main

import (
	"fmt"
	"strings"

	"github.com/mcproots/mcproots/wasm/rule"
)

// humanFindings is how many findings a person is shown in one run.
const humanFindings = 200

// A humanReport shows findings with their source lines.
type humanReport struct {
	c         *checker
	explained map[string]bool // codes whose why and fix were shown
	shown     int
	hidden    int
}

func (h *humanReport) finding(f *fileReport, d finding) {
	if h.shown == humanFindings {
		h.hidden++
		return
	}
	h.shown++
	h.c.progress.clear()
	c, s := h.c, h.c.styleOf(h.c.stdout)
	fmt.Fprintf(c.out, "%s: %s: %s\n",
		s.paint(bold, fmt.Sprintf("%s:%d:%d", shownName(f.name), d.Line, d.Column)),
		s.severity(d.Severity, d.Severity+"["+d.Code+"]"), d.Message+argument(d))
	number := fmt.Sprint(d.Line)
	gutter := strings.Repeat(" ", len(number))
	line, indent, marked := excerpt(d.source, d.at, d.size, c.width()-len(number)-3)
	fmt.Fprintf(c.out, "%s %s\n%s %s\n%s %s%s\n",
		s.paint(blue, number+" |"), line,
		s.paint(blue, gutter+" |")+strings.Repeat(" ", indent), s.severity(d.Severity, strings.Repeat("^", marked)),
		s.paint(blue, gutter+" ="), s.paint(faint, "at: "), visible(orDocument(d.Pointer)))
	note := func(label, text string) {
		if text != "" {
			fmt.Fprintf(c.out, "%s %s%s\n", s.paint(blue, gutter+" ="), s.paint(faint, label+": "), text)
		}
	}
	if row := rule.Find(d.Code); row != rule.None && !h.explained[d.Code] {
		h.explained[d.Code] = true
		note("why", rule.Get(row).Text(rule.Why))
		note("fix", rule.Get(row).Text(rule.Fix))
	}
	note("suggestion", visible(d.Fix))
	fmt.Fprintln(c.out)
}

// argument shows what a diagnostic says beside its constant message: limits and
// indexes, never a submitted value.
func argument(d finding) string {
	for _, name := range []string{"limit", "first", "within"} {
		if v, ok := d.Args[name]; ok {
			return fmt.Sprintf(" (%s %v)", map[string]string{"limit": "limit", "first": "same as root", "within": "within root"}[name], v)
		}
	}
	return ""
}

// shownName is a file's name at the beginning of a line, where GitHub's log would
// take "::" for a command.
func shownName(name string) string {
	if strings.HasPrefix(strings.TrimSpace(name), "::") {
		name = "./" + name
	}
	return visible(name)
}

func orDocument(pointer string) string {
	if pointer == "" {
		return "the whole message"
	}
	return pointer
}

func (h *humanReport) end(f *fileReport) {
	c := h.c
	for _, m := range f.messages {
		if m.status != "" && !c.quiet {
			fmt.Fprintf(c.out, "%s:%d: this answer is %q for a server\n", shownName(f.name), m.line, m.status)
		}
	}
}

func (h *humanReport) close(t *total) error {
	c, s := h.c, h.c.styleOf(h.c.stdout)
	if h.hidden > 0 {
		fmt.Fprintf(c.out, "... and %s more; --format jsonl shows all\n\n", plural(h.hidden, "finding"))
	}
	if c.quiet || t.unread == t.files {
		return nil
	}
	var parts []string
	for _, n := range []struct {
		count          int
		severity, noun string
	}{{t.Error, "error", "error"}, {t.Warning, "warning", "warning"}, {t.Info, "info", "note"}} {
		if n.count > 0 {
			parts = append(parts, s.severity(n.severity, plural(n.count, n.noun)))
		}
	}
	verdict := s.paint(green, "no findings")
	if len(parts) > 0 {
		verdict = strings.Join(parts, ", ")
	}
	where := plural(t.files-t.unread, "input")
	if t.files-t.unread > 1 && t.affected > 0 {
		where = fmt.Sprintf("%d of %s", t.affected, where)
	}
	fmt.Fprintf(c.out, "%s in %s; %s about roots", verdict, where, plural(t.messages, "message"))
	if t.passedOver > 0 {
		fmt.Fprintf(c.out, ", %s passed over", plural(t.passedOver, "other"))
	}
	if t.unread > 0 {
		fmt.Fprintf(c.out, "; %s could not be checked", plural(t.unread, "input"))
	}
	if t.Truncated {
		fmt.Fprint(c.out, "; some messages have more than 1,000 findings, the first are shown")
	}
	fmt.Fprintln(c.out)
	return nil
}

func plural(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

// excerpt shows a source line with the token at [at, at+size) in about width
// cells: roots often come as one very long line. It tells how many cells are
// before the token and how many it takes.
func excerpt(line []byte, at, size, width int) (shown string, indent, marked int) {
	show := func(text []byte) (all []string, total int) {
		rest := string(text)
		for rest != "" {
			cell, n := visibleRune(rest)
			if rest[0] == '\t' {
				cell = "  " // a tab between tokens is no danger, and its width unknown
			}
			all = append(all, cell)
			total += cells(cell)
			rest = rest[n:]
		}
		return all, total
	}
	// No more than width runes on either side can be shown.
	near := func(from, to int) (int, int) { return max(from, at-4*width), min(to, at+size+4*width) }
	from, to := near(0, len(line))
	before, beforeCells := show(line[from:at])
	tokenEnd := min(at+size, at+4*width)
	token, tokenCells := show(line[at:tokenEnd])
	after, afterCells := show(line[at+size : to])
	left, right := from > 0, to < len(line)
	if beforeCells+tokenCells+afterCells+2 > width {
		if limit := width * 2 / 3; tokenCells > limit {
			token, tokenCells = cut(token, limit)
			token, tokenCells = append(token, "…"), tokenCells+1
			after, afterCells, right = nil, 0, false
		}
		room := max(width-tokenCells-2, 0)
		if keep := max(room/2, room-afterCells); beforeCells > keep {
			before, beforeCells = cutLeft(before, keep)
			left = true
		}
		if keep := room - beforeCells; afterCells > keep {
			after, _ = cut(after, keep)
			right = true
		}
	}
	var b strings.Builder
	if left {
		b.WriteString("…")
		indent = 1
	}
	b.WriteString(strings.Join(before, ""))
	b.WriteString(strings.Join(token, ""))
	b.WriteString(strings.Join(after, ""))
	if right {
		b.WriteString("…")
	}
	return b.String(), indent + beforeCells, max(tokenCells, 1)
}

// cut keeps as much from the beginning as fits.
func cut(all []string, width int) ([]string, int) {
	total := 0
	for i, cell := range all {
		if total+cells(cell) > width {
			return all[:i:i], total
		}
		total += cells(cell)
	}
	return all, total
}

// cutLeft keeps as much from the end as fits.
func cutLeft(all []string, width int) ([]string, int) {
	total := 0
	for i := len(all) - 1; i >= 0; i-- {
		if total+cells(all[i]) > width {
			return all[i+1:], total
		}
		total += cells(all[i])
	}
	return all, total
}

// A conciseReport is one line for each finding, as editors and grep read them:
// file:line:column: severity code message.
type conciseReport struct{ c *checker }

func (r *conciseReport) finding(f *fileReport, d finding) {
	fmt.Fprintf(r.c.out, "%s:%d:%d: %s %s %s\n", shownName(f.name), d.Line, d.Column, d.Severity, d.Code, d.Message)
}

func (r *conciseReport) end(*fileReport) {}

func (r *conciseReport) close(*total) error { return nil }
