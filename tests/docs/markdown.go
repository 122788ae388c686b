package main

import (
	"errors"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"unicode"
)

// A document is a Markdown file of the tree.
type document struct {
	name   string // below the top, with slashes
	lines  []string
	blocks []block
	inside []bool // for each line: it belongs to a fenced block
}

// A block is a fenced block of a document.
type block struct {
	line     int    // of its first line of text, from 1
	language string // the first word after the fence
	file     string // the second: the block is a file that commands of the page read
	text     string
}

// foreign are folders whose files are not ours, or made of ours.
var foreign = regexp.MustCompile(`^(node_modules|target|dist|bin|testdata|\..+)$`)

// documents reads every Markdown file below top.
func documents(top string) (all []document, err error) {
	err = filepath.WalkDir(top, func(file string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if entry.IsDir() && file != top && foreign.MatchString(entry.Name()) {
			return fs.SkipDir
		}
		if entry.IsDir() || path.Ext(file) != ".md" {
			return nil
		}
		name, err := filepath.Rel(top, file)
		if err != nil {
			return err
		}
		d, err := read(file)
		d.name = filepath.ToSlash(name)
		all = append(all, d)
		return err
	})
	if err == nil && len(all) < 5 {
		err = errors.New("too few documents: this is not the top of the tree")
	}
	return all, err
}

var fence = regexp.MustCompile("^ *(```+)(\\w*) *(\\S*)")

func read(file string) (d document, err error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return d, err
	}
	d.lines = strings.Split(strings.ReplaceAll(string(text), "\r\n", "\n"), "\n")
	d.inside = make([]bool, len(d.lines))
	open := ""
	var b block
	for i, line := range d.lines {
		of := fence.FindStringSubmatch(line)
		switch {
		case open == "" && of != nil:
			open, b = of[1], block{line: i + 2, language: of[2], file: of[3]}
			d.inside[i] = true
		case open != "" && strings.TrimSpace(line) == open:
			open = ""
			d.inside[i] = true
			d.blocks = append(d.blocks, b)
		case open != "":
			b.text += line + "\n"
			d.inside[i] = true
		}
	}
	if open != "" {
		return d, errors.New(file + ": a fence is not closed")
	}
	return d, nil
}

// after returns the output that follows the i-th block: the next one, when it is text.
func (d document) after(i int) (string, bool) {
	if i+1 < len(d.blocks) && d.blocks[i+1].language == "text" && d.blocks[i+1].file == "" {
		return d.blocks[i+1].text, true
	}
	return "", false
}

var (
	heading = regexp.MustCompile(`^ {0,3}#{1,6} +(.*?) *#*$`)
	shown   = regexp.MustCompile(`!?\[([^\]]*)\]\([^)]*\)`)
)

// anchors are the names to which a link into the document can lead, as GitHub
// makes them of headings.
func (d document) anchors() map[string]bool {
	all := map[string]bool{}
	for i, line := range d.lines {
		of := heading.FindStringSubmatch(line)
		if d.inside[i] || of == nil {
			continue
		}
		var b strings.Builder
		for _, c := range strings.ToLower(shown.ReplaceAllString(of[1], "$1")) {
			switch {
			case c == ' ':
				b.WriteByte('-')
			case c == '-', c == '_', unicode.IsLetter(c), unicode.IsNumber(c):
				b.WriteRune(c)
			}
		}
		name := b.String()
		for n := 1; all[name]; n++ {
			name = b.String() + "-" + strconv.Itoa(n)
		}
		all[name] = true
	}
	return all
}

// A link leads from a line of a document somewhere.
type link struct {
	line   int
	target string
}

var (
	span  = regexp.MustCompile("`+[^`]*`+")
	links = regexp.MustCompile(`\]\(\s*<?([^)\s>]*)[^)]*\)|^\s*\[[^\]]+\]:\s+<?([^\s>]+)|(?:href|src|srcset)="([^"]*)"|<(https?:[^>]*)>`)
)

// links lists them, those of pictures and of HTML included.
func (d document) links() (all []link) {
	for i, line := range d.lines {
		if d.inside[i] {
			continue
		}
		for _, of := range links.FindAllStringSubmatch(span.ReplaceAllString(line, "code"), -1) {
			all = append(all, link{i + 1, of[1] + of[2] + of[3] + of[4]})
		}
	}
	return all
}

// spans lists the words that stand as code in the text.
func (d document) spans() (all []link) {
	for i, line := range d.lines {
		if d.inside[i] {
			continue
		}
		for _, code := range span.FindAllString(line, -1) {
			all = append(all, link{i + 1, strings.Trim(code, "`")})
		}
	}
	return all
}
