package main

import (
	"encoding/json"
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/mcproots/mcproots/tests/cases"
	"github.com/mcproots/mcproots/wasm/roots"
)

func comparisonTable(t *testing.T, title string) table {
	t.Helper()
	d, err := page(all(t), comparison)
	if err != nil {
		t.Fatal(err)
	}
	found, err := d.table(title)
	if err != nil {
		t.Fatal(err)
	}
	return found
}

// ask has the core answer, and reads the value and the errors' codes.
func ask(t *testing.T, op roots.Op, input string, value any) (errors []string) {
	t.Helper()
	var answer struct {
		OK          bool
		Value       json.RawMessage
		Diagnostics []struct{ Code, Severity string }
	}
	text := new(roots.Core).Call(op, []byte(input))
	if err := json.Unmarshal(text, &answer); err != nil || !answer.OK {
		t.Fatalf("%s: %s", input, text)
	}
	if err := json.Unmarshal(answer.Value, value); err != nil {
		t.Fatal(err)
	}
	for _, d := range answer.Diagnostics {
		if d.Severity == "error" {
			errors = append(errors, d.Code)
		}
	}
	return errors
}

func TestTheComparisonSaysWhatTheCoreAnswers(t *testing.T) {
	found := comparisonTable(t, acceptance)
	for _, row := range found.rows[1:] {
		document := code(row[0])
		var valid bool
		ask(t, roots.ValidResponse, document, &valid)
		if want := map[bool]string{true: "takes", false: "refuses"}[valid]; row[1] != want {
			t.Errorf("the protocol profile %s %s", want, document)
		}
		var report struct{ Valid bool }
		codes := ask(t, roots.Check, `{"message":`+document+`,"kind":"result","revision":"2025-11-25"}`, &report)
		want := "takes"
		if !report.Valid {
			want = "`" + codes[0] + "`"
		}
		if row[2] != want {
			t.Errorf("the strict profile: %s: %s", document, want)
		}
	}
}

func TestTheComparisonSaysWhatConvertersWereSeenToDo(t *testing.T) {
	text, err := os.ReadFile("../testdata/converters.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	recorded := map[string]map[string]*string{}
	lines := strings.Split(strings.TrimSpace(string(text)), "\n")
	for _, line := range lines {
		var r struct {
			URI   string
			POSIX map[string]*string
		}
		if err := json.Unmarshal([]byte(line), &r); err != nil {
			t.Fatal(err)
		}
		recorded[r.URI] = r.POSIX
	}
	d, err := page(all(t), comparison)
	if err != nil {
		t.Fatal(err)
	}
	if number := regexp.MustCompile(`Of (\d+) URIs none`).FindStringSubmatch(strings.Join(d.lines, " ")); number == nil || number[1] != strconv.Itoa(len(lines)) {
		t.Errorf("%d URIs are recorded", len(lines))
	}
	found := comparisonTable(t, conversion)
	for _, row := range found.rows[1:] {
		uri := code(row[0])
		quoted, _ := json.Marshal(uri)
		var paths []struct{ Path, Code string }
		ask(t, roots.ToPath, `{"uris":[`+string(quoted)+`],"platform":"posix"}`, &paths)
		if want := paths[0].Path + paths[0].Code; code(row[1]) != want {
			t.Errorf("here, %s gives %s", uri, want)
		}
		for column, name := range found.rows[0] {
			if column < 2 {
				continue
			}
			path, ok := recorded[uri][name]
			want := "refuses"
			if path != nil {
				want = "`" + *path + "`"
			}
			if !ok || row[column] != want {
				t.Errorf("%s: %s: recorded: %t, %s", name, uri, ok, want)
			}
		}
	}
}

func TestTheComparisonNamesTheVersionsThatAreRun(t *testing.T) {
	d, err := page(all(t), comparison)
	if err != nil {
		t.Fatal(err)
	}
	text := strings.Join(d.lines, "\n")
	for _, place := range []struct{ sdk, file, pattern string }{
		{"Python", "host/python/requirements/sdk1.txt", `(?m)^mcp==(\S+)`},
		{"Python", "host/python/requirements/test.txt", `(?m)^mcp==(\S+)`},
		{"TypeScript", "tests/interop/typescript/package.json", `"@modelcontextprotocol/sdk": "([^"]+)"`},
		{"TypeScript", "tests/interop/typescript/package.json", `"@modelcontextprotocol/core": "([^"]+)"`},
		{"Go", "host/gosdk/go.mod", `modelcontextprotocol/go-sdk v(\S+)`},
	} {
		file, err := os.ReadFile(top + "/" + place.file)
		if err != nil {
			t.Fatal(err)
		}
		version := regexp.MustCompile(place.pattern).FindSubmatch(file)
		if version == nil {
			t.Errorf("%s: no version", place.file)
		} else if !regexp.MustCompile(place.sdk + `[^(]* ` + regexp.QuoteMeta(string(version[1])) + `\b`).MatchString(text) {
			t.Errorf("%s %s is run, says %s; the page names another", place.sdk, version[1], place.file)
		}
	}
}

func TestEveryCaseThatTheComparisonNamesExists(t *testing.T) {
	authored, err := cases.All()
	if err != nil {
		t.Fatal(err)
	}
	there := map[string]bool{}
	for _, c := range authored {
		there[c.Name] = true
	}
	found := comparisonTable(t, "Reports, and the answer here")
	for _, row := range found.rows[1:] {
		if name := row[len(row)-1]; !there[name] {
			t.Errorf("no case is called %q", name)
		}
	}
}
