package main

import (
	"unicode/utf16"
	"unicode/utf8"

	"github.com/mcproots/mcproots/host"
	"github.com/mcproots/mcproots/wasm/scan"
)

// A finding is a diagnostic whose position counts in its file.
type finding struct {
	host.Diagnostic
	endColumn int    // after the token at the position, on the same line
	source    []byte // the line
	at, size  int    // the token in it, in bytes
}

// A checkedMessage is the verdict on one message about roots.
type checkedMessage struct {
	line   int
	status string // what an answer comes to, where that was asked
	host.Report
}

// A fileReport is what one input came to.
type fileReport struct {
	name       string
	stdin      bool
	bytes      int64
	messages   []checkedMessage
	passedOver int // messages, and lines, that are not about roots
	summary    counts
	err        error // why it could not be checked to its end
}

// counts are findings by severity.
type counts struct {
	Error     int  `json:"error"`
	Warning   int  `json:"warning"`
	Info      int  `json:"info"`
	Truncated bool `json:"truncated"` // the core tells the first 1,000 of a message
}

func (c *counts) add(s host.Summary) {
	c.Error += s.Error
	c.Warning += s.Warning
	c.Info += s.Info
	c.Truncated = c.Truncated || s.Truncated
}

func (c *counts) sum() int { return c.Error + c.Warning + c.Info }

// reaches tells whether anything is at or above a severity.
func (c *counts) reaches(severity string) bool {
	switch severity {
	case "error":
		return c.Error > 0
	case "warning":
		return c.Error+c.Warning > 0
	case "info":
		return c.sum() > 0
	}
	return false
}

// A total is what all inputs came to.
type total struct {
	counts
	files, affected, unread int
	messages, passedOver    int
}

func (t *total) add(f *fileReport) {
	t.files++
	if f.err != nil {
		t.unread++
	}
	if f.summary.sum() > 0 {
		t.affected++
	}
	t.messages += len(f.messages)
	t.passedOver += f.passedOver
	t.counts.add(host.Summary(f.summary))
}

// A reporter writes a format. It gets the findings of a file in order, then the
// file's end; files one after the other, then the total.
type reporter interface {
	finding(*fileReport, finding)
	end(*fileReport)
	close(*total) error
}

var formats = []string{"human", "concise", "json", "jsonl", "sarif", "github"}

func (c *checker) newReporter() reporter {
	switch c.format {
	case "concise":
		return &conciseReport{c: c}
	case "json":
		return &jsonReport{c: c, files: []jsonFile{}}
	case "jsonl":
		return &jsonLines{c: c}
	case "sarif":
		return &sarifReport{c: c, index: map[string]int{}, seen: map[string]int{}}
	case "github":
		return &githubReport{c: c}
	}
	return &humanReport{c: c, explained: map[string]bool{}}
}

// locate moves a diagnostic from its message to the file. start is the message's
// own place in its text.
func locate(t text, start scan.Place, d host.Diagnostic) finding {
	at := t.start + d.Offset
	if d.Line == 1 {
		d.Column += start.Column - 1
	}
	d.Line += t.line + start.Line - 1
	d.Offset += t.offset + t.start
	from, to := at, at
	for from > 0 && !isBreak(t.body[from-1]) {
		from--
	}
	for to < len(t.body) && !isBreak(t.body[to]) {
		to++
	}
	size := tokenSize(t.body[at:to])
	return finding{
		Diagnostic: d, endColumn: d.Column + max(utf16Len(t.body[at:at+size]), 1),
		source: t.body[from:to], at: at - from, size: size,
	}
}

func isBreak(b byte) bool { return b == '\n' || b == '\r' }

// tokenSize is the length of the JSON token, or the one character, that text
// begins with.
func tokenSize(text []byte) int {
	if len(text) == 0 {
		return 0
	}
	switch first := text[0]; {
	case first == '"':
		for i := 1; i < len(text); i++ {
			switch text[i] {
			case '\\':
				i++
			case '"':
				return i + 1
			}
		}
		return len(text)
	case isWord(first):
		n := 1
		for n < len(text) && isWord(text[n]) {
			n++
		}
		return n
	}
	_, n := utf8.DecodeRune(text)
	return n
}

// isWord tells the characters of numbers and literals.
func isWord(b byte) bool {
	return b >= 'a' && b <= 'z' || b >= 'A' && b <= 'Z' || b >= '0' && b <= '9' || b == '-' || b == '+' || b == '.'
}

// utf16Len is how many columns a text takes for editors and SARIF.
func utf16Len(text []byte) int {
	n := 0
	for len(text) > 0 {
		r, size := utf8.DecodeRune(text)
		n += max(utf16.RuneLen(r), 1)
		text = text[size:]
	}
	return n
}
