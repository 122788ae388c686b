package tests

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode/utf16"

	"github.com/mcproots/mcproots/tests/cases"
	"github.com/mcproots/mcproots/wasm/roots"
	"github.com/mcproots/mcproots/wasm/rule"
)

// A diagnosed is a document and what check says of it.
type diagnosed struct {
	from     string
	document []byte
	answer
	Value struct {
		Valid   bool
		Summary struct {
			Error, Warning, Info int
			Truncated            bool
		}
	}
}

// diagnose checks the documents of all cases of check, as texts, with values and
// without.
func diagnose(t *testing.T, options string) (all []diagnosed) {
	t.Helper()
	list, err := cases.All()
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range append(list, cases.Examples()...) {
		var in map[string]json.RawMessage
		if c.Op != "check" || json.Unmarshal(c.Input, &in) != nil {
			continue
		}
		document := []byte(in["message"])
		if in["text"] != nil {
			var text string
			if json.Unmarshal(in["text"], &text) != nil || strings.Contains(text, "\ufffd") {
				continue
			}
			document = []byte(text)
		}
		if len(document) > 1<<15 {
			continue
		}
		input := `{"text":` + string(quote(document)) + options
		for _, member := range []string{"kind", "revision", "profile", "platform", "maxRoots"} {
			if in[member] != nil {
				input += `,"` + member + `":` + string(in[member])
			}
		}
		d := diagnosed{from: fmt.Sprintf("%s:%d", c.File, c.Line), document: document}
		if err := json.Unmarshal(core.Call(roots.Check, []byte(input+"}")), &d.answer); err != nil {
			t.Fatal(err)
		}
		if !d.OK {
			continue // about the input
		}
		if err := json.Unmarshal(d.answer.Value, &d.Value); err != nil {
			t.Fatal(err)
		}
		all = append(all, d)
	}
	if len(all) < 500 {
		t.Fatalf("only %d documents", len(all))
	}
	return all
}

// place counts the line and the column of an offset, as editors do.
func place(document []byte, offset int) (line, column int) {
	before := string(document[:offset])
	lines := strings.Split(strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(before), "\n")
	if strings.HasSuffix(before, "\r") && offset < len(document) && document[offset] == '\n' {
		lines = lines[:len(lines)-1] // in the middle of a line end
	}
	return len(lines), len(utf16.Encode([]rune(lines[len(lines)-1]))) + 1
}

func TestEveryDiagnosticStandsWhereItSays(t *testing.T) {
	n := 0
	for _, d := range diagnose(t, "") {
		last := position{Offset: new(int)}
		counts := map[string]int{}
		for _, g := range d.Diagnostics {
			n++
			counts[*g.Severity]++
			if *g.Offset < 0 || *g.Offset > len(d.document) {
				t.Errorf("%s: %s at %d of %d", d.from, g.Code, *g.Offset, len(d.document))
				continue
			}
			if line, column := place(d.document, *g.Offset); line != *g.Line || column != *g.Column {
				t.Errorf("%s: %s at %d stands in line %d column %d, not %d, %d\n%s", d.from, g.Code, *g.Offset, line, column, *g.Line, *g.Column, d.document)
			}
			if *g.Offset < *last.Offset || *g.Offset == *last.Offset && g.Code < last.Code {
				t.Errorf("%s: %s at %d comes after %s at %d", d.from, g.Code, *g.Offset, last.Code, *last.Offset)
			}
			last = g.position
			row := rule.Get(rule.Find(g.Code))
			if g.Message != row.Text(rule.Title) || len(g.Spec) != 1 || g.Spec[0] != row.Text(rule.Spec) || g.Fix != nil {
				t.Errorf("%s: %s is told as %q, %q", d.from, g.Code, g.Message, g.Spec)
			}
		}
		s := d.Value.Summary
		if !s.Truncated && (s.Error != counts["error"] || s.Warning != counts["warning"] || s.Info != counts["info"]) {
			t.Errorf("%s: the summary %+v is not %v", d.from, s, counts)
		}
		if d.Value.Valid != (s.Error == 0) {
			t.Errorf("%s: valid is %v with %d errors", d.from, d.Value.Valid, s.Error)
		}
	}
	if n < 1000 {
		t.Errorf("only %d diagnostics", n)
	}
}

// span follows an RFC 6901 pointer and returns where the value that it names starts
// and ends in the document, by encoding/json's tokens.
func span(document []byte, pointer string) (start, end int, err error) {
	decoder := json.NewDecoder(bytes.NewReader(document))
	at := func() int {
		i := int(decoder.InputOffset())
		for i < len(document) && strings.IndexByte(" \t\r\n,:", document[i]) >= 0 {
			i++
		}
		return i
	}
	for _, step := range strings.Split(pointer, "/")[1:] {
		step = strings.NewReplacer("~1", "/", "~0", "~").Replace(step)
		token, err := decoder.Token()
		if err != nil {
			return 0, 0, err
		}
		index := -1
		if token == json.Delim('[') {
			if index, err = strconv.Atoi(step); err != nil {
				return 0, 0, err
			}
		} else if token != json.Delim('{') {
			return 0, 0, fmt.Errorf("%q is no step into %v", step, token)
		}
		for i := 0; ; i++ {
			if !decoder.More() {
				return 0, 0, fmt.Errorf("there is no %q", step)
			}
			if index < 0 {
				if token, err = decoder.Token(); err != nil {
					return 0, 0, err
				}
				if token == step {
					break
				}
			} else if i == index {
				break
			}
			var skipped json.RawMessage
			if err := decoder.Decode(&skipped); err != nil {
				return 0, 0, err
			}
		}
	}
	start = at()
	var value json.RawMessage
	err = decoder.Decode(&value)
	return start, start + len(value), err
}

func TestEveryPointerLeadsToTheValueAtTheOffset(t *testing.T) {
	n := 0
	for _, d := range diagnose(t, `,"values":true`) {
		if !json.Valid(d.document) || slices.ContainsFunc(d.codes(true), func(s string) bool { return strings.HasPrefix(s, "json-") }) {
			continue // the pointer leads as far as the document can be read
		}
		for _, g := range d.Diagnostics {
			start, end, err := span(d.document, *g.Pointer)
			if err != nil {
				t.Errorf("%s: %s: %q leads nowhere: %v\n%s", d.from, g.Code, *g.Pointer, err, d.document)
				continue
			}
			n++
			if *g.Offset < start || *g.Offset >= end {
				t.Errorf("%s: %s: %q is %d to %d, but the offset %d\n%s", d.from, g.Code, *g.Pointer, start, end, *g.Offset, d.document)
			}
			switch {
			case *g.Offset == start:
			case g.Code == "unknown-member", g.Code == "params-member", g.Code == "meta-key-invalid", g.Code == "meta-key-reserved": // at the member's name, which is none of the protocol's
			default:
				t.Errorf("%s: %s stands at %d, %q begins at %d\n%s", d.from, g.Code, *g.Offset, *g.Pointer, start, d.document)
			}
		}
	}
	if n < 1000 {
		t.Errorf("only %d pointers", n)
	}
}

func TestEveryFixIsTheCanonicalURIOfAPath(t *testing.T) {
	r := seeded(15)
	fixes := 0
	for range 5000 {
		uri := someURI(r)
		if r.IntN(4) == 0 {
			uri = somePath(r, pick(r, platforms), names)
		}
		a := ask(t, roots.Check, map[string]any{"message": map[string]any{"roots": []any{map[string]any{"uri": uri}}}, "values": true, "revision": "2025-11-25"})
		for _, g := range a.Diagnostics {
			if g.Fix == nil {
				continue
			}
			fixes++
			if !strings.HasPrefix(g.Code, "uri-") {
				t.Errorf("%q: %s has a fix", uri, g.Code)
			}
			c := toPath(t, *g.Fix, "auto")
			if !c.OK || c.Canonical != *g.Fix {
				t.Errorf("%q: the fix %q is %+v", uri, *g.Fix, c)
			}
			if own := toPath(t, uri, "auto"); own.OK && own.Canonical != *g.Fix {
				t.Errorf("%q: the fix %q is another path than its own %q", uri, *g.Fix, own.Canonical)
			}
		}
	}
	if fixes < 500 {
		t.Errorf("only %d fixes", fixes)
	}
}
