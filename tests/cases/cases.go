// Package cases holds the project's authored test cases and makes the vectors
// out of them: the cases say what must be true of an answer, the vectors what the
// answer is to the byte, so that every engine can be held to it.
package cases

import (
	"bytes"
	"embed"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io/fs"
	"unicode/utf8"

	"github.com/mcproots/mcproots/wasm/roots"
	"github.com/mcproots/mcproots/wasm/rule"
	"github.com/mcproots/mcproots/wasm/rule/example"
)

//go:embed *.jsonl
var files embed.FS

// maxOutput is the longest answer that becomes a vector.
const maxOutput = 64 << 10

// A Case is one call and what must be true of its answer.
type Case struct {
	File   string
	Line   int
	Name   string
	Op     string
	Input  []byte
	Expect json.RawMessage // empty for a rule's example
}

// All reads the authored cases.
func All() ([]Case, error) {
	names, err := fs.Glob(files, "*.jsonl")
	if err != nil {
		return nil, err
	}
	var all []Case
	for _, name := range names {
		text, err := files.ReadFile(name)
		if err != nil {
			return nil, err
		}
		for i, line := range bytes.Split(bytes.TrimSpace(text), []byte("\n")) {
			c, err := parse(line)
			if err != nil {
				return nil, fmt.Errorf("%s:%d: %w", name, i+1, err)
			}
			c.File, c.Line = name, i+1
			all = append(all, c)
		}
	}
	return all, nil
}

func parse(line []byte) (c Case, err error) {
	var row struct {
		Name, Op    string
		Input       json.RawMessage
		Raw, Base64 *string
		Expect      json.RawMessage
	}
	decoder := json.NewDecoder(bytes.NewReader(line))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(&row); err != nil {
		return c, err
	}
	c.Name, c.Op, c.Expect, c.Input = row.Name, row.Op, row.Expect, row.Input
	inputs := 0
	if row.Input != nil {
		inputs++
	}
	if row.Raw != nil {
		inputs++
		c.Input = []byte(*row.Raw)
	}
	if row.Base64 != nil {
		inputs++
		if c.Input, err = base64.StdEncoding.DecodeString(*row.Base64); err != nil {
			return c, err
		}
	}
	if c.Name == "" || c.Op == "" || len(c.Expect) < len(`{"a":1}`) || inputs != 1 {
		return c, fmt.Errorf("a case has name, op, expect and one of input, raw and base64")
	}
	return c, nil
}

// Examples returns the examples of every rule, bad and good, as cases without
// expectation: the catalogue's own test says what they find.
func Examples() []Case {
	var all []Case
	for id := rule.ID(1); int(id) < rule.Len(); id++ {
		e := example.Of(rule.Get(id))
		for _, bad := range []bool{true, false} {
			c := Case{File: "rules", Name: "the good example of " + e.Rule.Code + " keeps the rule"}
			if bad {
				c.Name = "the bad example of " + e.Rule.Code + " breaks the rule"
			}
			op, input := e.Input(bad)
			c.Op, c.Input = op, []byte(input)
			all = append(all, c)
		}
	}
	return all
}

// Vectors answers every case and example with the native core and returns the
// text of the vectors file. The longest answers are left out.
func Vectors() ([]byte, error) {
	all, err := All()
	if err != nil {
		return nil, err
	}
	var (
		out   bytes.Buffer
		core  roots.Core
		names = map[string]bool{}
	)
	encoder := json.NewEncoder(&out)
	encoder.SetEscapeHTML(false)
	for _, c := range append(all, Examples()...) {
		if names[c.Name] {
			return nil, fmt.Errorf("%s:%d: the name %q stands twice", c.File, c.Line, c.Name)
		}
		names[c.Name] = true
		op, ok := roots.Lookup(c.Op)
		if !ok {
			return nil, fmt.Errorf("%s:%d: no operation %q", c.File, c.Line, c.Op)
		}
		answer := core.Call(op, c.Input)
		if len(answer) > maxOutput {
			continue
		}
		if !utf8.Valid(answer) {
			return nil, fmt.Errorf("%s:%d: the answer is not UTF-8", c.File, c.Line)
		}
		v := struct {
			Name   string  `json:"name"`
			Op     string  `json:"op"`
			Input  *string `json:"input,omitempty"`
			Base64 *string `json:"base64,omitempty"`
			Output string  `json:"output"`
		}{Name: c.Name, Op: c.Op, Output: string(answer)}
		if text := string(c.Input); utf8.ValidString(text) {
			v.Input = &text
		} else {
			text = base64.StdEncoding.EncodeToString(c.Input)
			v.Base64 = &text
		}
		if err := encoder.Encode(v); err != nil {
			return nil, err
		}
	}
	return out.Bytes(), nil
}
