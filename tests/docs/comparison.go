package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os/exec"
	"reflect"
	"regexp"
	"strings"
)

// comparison is the page that compares, and two of its headings, under which tables
// stand that are held to what the compared things do.
const (
	comparison = "docs/comparison.md"
	acceptance = "What the SDKs' types accept"
	conversion = "What converters make of a URI"
)

// A table is one of a document: the cells of its rows, the head included, by column.
type table struct {
	line int
	rows [][]string
}

var separator = regexp.MustCompile(`^\|[-|: ]+\|$`)

// table reads the first table below a heading.
func (d document) table(title string) (t table, err error) {
	below := false
	for i, line := range d.lines {
		if of := heading.FindStringSubmatch(line); of != nil && !d.inside[i] {
			below = of[1] == title
		}
		switch {
		case !below || separator.MatchString(line):
		case strings.HasPrefix(line, "|"):
			if t.line == 0 {
				t.line = i + 1
			}
			cells := strings.Split(strings.ReplaceAll(line, `\|`, "\x00"), "|")
			for j, cell := range cells {
				cells[j] = strings.ReplaceAll(strings.TrimSpace(cell), "\x00", "|")
			}
			t.rows = append(t.rows, cells[1:len(cells)-1])
		case len(t.rows) > 0:
			return t, nil
		}
	}
	if len(t.rows) < 2 {
		err = fmt.Errorf("%s has no table below %q", d.name, title)
	}
	return t, err
}

// code is a cell's text without the marks of code.
func code(cell string) string { return strings.Trim(cell, "`") }

func page(pages []document, name string) (document, error) {
	for _, d := range pages {
		if d.name == name {
			return d, nil
		}
	}
	return document{}, fmt.Errorf("%s is not there", name)
}

// parsers are the programs of tests/interop that read a document with an SDK's
// types, by the column of the table: each SDK's lines must do the same.
func parsers(with toolchains) map[string][][]string {
	all := map[string][][]string{}
	add := func(column, program string, arguments ...string) {
		if program != "" {
			all[column] = append(all[column], append([]string{program}, arguments...))
		}
	}
	add("Python", with.python1, "tests/interop/python/parser.py")
	add("Python", with.python2, "tests/interop/python/parser.py")
	add("TypeScript", with.node, "tests/interop/typescript/parser.mjs", "1")
	add("TypeScript", with.node, "tests/interop/typescript/parser.mjs", "2")
	add("Go", with.goParser)
	return all
}

// comparisons holds the table of acceptance to the SDKs.
func comparisons(with toolchains, pages []document) (tasks []task, err error) {
	d, err := page(pages, comparison)
	if err != nil {
		return nil, err
	}
	t, err := d.table(acceptance)
	if err != nil {
		return nil, err
	}
	var given []string
	for _, row := range t.rows[1:] {
		given = append(given, code(row[0]))
	}
	programs := parsers(with)
	for column, name := range t.rows[0] {
		for n, program := range programs[name] {
			tasks = append(tasks, task{fmt.Sprintf("%s, %s %d", comparison, name, n+1), func() error {
				got, err := fates(program, given)
				if err != nil {
					return err
				}
				var faults []error
				for i, row := range t.rows[1:] {
					if row[column] != got[i] {
						faults = append(faults, fmt.Errorf("%s %s %s", name, got[i], given[i]))
					}
				}
				return errors.Join(faults...)
			}})
		}
	}
	return tasks, nil
}

// fates runs an SDK's parser on lists of roots and says what becomes of each.
func fates(program, given []string) (all []string, err error) {
	var in bytes.Buffer
	for _, text := range given {
		fmt.Fprintf(&in, `{"kind":"result","revision":"2025-11-25","message":%s}`+"\n", text)
	}
	command := exec.Command(program[0], program[1:]...)
	command.Stdin = &in
	out, err := command.Output()
	if err != nil {
		return nil, err
	}
	lines := bytes.Split(bytes.TrimSpace(out), []byte("\n"))
	if len(lines) != len(given) {
		return nil, fmt.Errorf("%d documents in, %d out", len(given), len(lines))
	}
	for i, line := range lines {
		var read struct {
			Message any
			Refused bool
		}
		var want any
		if err := errors.Join(json.Unmarshal(line, &read), json.Unmarshal([]byte(given[i]), &want)); err != nil {
			return nil, err
		}
		switch {
		case read.Refused:
			all = append(all, "refuses")
		case reflect.DeepEqual(read.Message, want):
			all = append(all, "takes")
		default:
			all = append(all, "changes")
		}
	}
	return all, nil
}
