package tests

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/mcproots/mcproots/tests/cases"
	"github.com/mcproots/mcproots/wasm/roots"
	"github.com/mcproots/mcproots/wasm/rule"
)

// An expectation is what a case says of its answer: a subset, but what it says is
// exact. Members that are not here are a mistake in the case.
type expectation struct {
	Prefix   *string         `json:"prefix"`   // of the answer's bytes
	OK       *bool           `json:"ok"`       // whether the call was carried out
	Code     *int            `json:"code"`     // of the call's error
	Value    json.RawMessage `json:"value"`    // all of value
	Refusal  json.RawMessage `json:"refusal"`  // all of refusal
	Codes    *[]string       `json:"codes"`    // the distinct codes of the diagnostics, in any order
	ButInfo  bool            `json:"but_info"` // those of severity info aside
	Has      []string        `json:"has"`      // codes that are among them
	Lacks    []string        `json:"lacks"`    // codes that are not
	At       []position      `json:"at"`       // diagnostics that are there
	Valid    *bool           `json:"valid"`    // members of value
	Kind     *string         `json:"kind"`
	Revision *string         `json:"revision"`
	Roots    json.RawMessage `json:"roots"`
	Status   *string         `json:"status"`
	Path     *string         `json:"path"` // members of value's only element
	URI      *string         `json:"uri"`
	Refused  *string         `json:"refused"`
	Verdict  *string         `json:"verdict"`
	Reason   *string         `json:"reason"`
	Root     *int            `json:"root"`
	Relative *[]string       `json:"relative"`
}

// A position is where a diagnostic must stand; what is left out may be anything.
type position struct {
	Code     string  `json:"code"`
	Severity *string `json:"severity"`
	Pointer  *string `json:"pointer"`
	Offset   *int    `json:"offset"`
	Line     *int    `json:"line"`
	Column   *int    `json:"column"`
	Fix      *string `json:"fix"`
}

// An answer is what an operation says.
type answer struct {
	OK    bool
	Value json.RawMessage
	Error struct {
		Code    int
		Message string
	}
	Refusal     json.RawMessage
	Diagnostics []struct {
		position
		Message string
		Args    json.RawMessage
		Spec    []string
	}
}

// codes returns the distinct codes of the diagnostics.
func (a *answer) codes(infos bool) []string {
	out := []string{}
	for _, d := range a.Diagnostics {
		if infos || *d.Severity != "info" {
			out = append(out, d.Code)
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

func TestEveryCaseHolds(t *testing.T) {
	all, err := cases.All()
	if err != nil {
		t.Fatal(err)
	}
	var core roots.Core
	counts := map[string]int{}
	for _, c := range all {
		counts[c.File]++
		t.Run(c.Name, func(t *testing.T) {
			op, ok := roots.Lookup(c.Op)
			if !ok {
				t.Fatalf("%s:%d: no operation %q", c.File, c.Line, c.Op)
			}
			text := bytes.Clone(core.Call(op, c.Input))
			for _, fault := range compare(c.Expect, text) {
				t.Errorf("%s:%d: %s\n   %.1000s\n-> %.1500s", c.File, c.Line, fault, c.Input, text)
			}
		})
	}
	for _, file := range slices.Sorted(func(yield func(string) bool) {
		for file := range counts {
			if !yield(file) {
				return
			}
		}
	}) {
		fmt.Printf("%s: %d cases\n", file, counts[file])
	}
}

// compare returns what an answer lacks of the expectation.
func compare(expect json.RawMessage, text []byte) (faults []string) {
	var e expectation
	decoder := json.NewDecoder(bytes.NewReader(expect))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(&e); err != nil {
		return []string{"the case itself: expect: " + err.Error()}
	}
	var a answer
	if err := json.Unmarshal(text, &a); err != nil {
		return []string{"the answer is not JSON: " + err.Error()}
	}
	is := func(what string, got, want any) {
		if !reflect.DeepEqual(got, want) {
			faults = append(faults, fmt.Sprintf("%s: got %v, want %v", what, got, want))
		}
	}
	member := func(from json.RawMessage, what, key string, want any) {
		if reflect.ValueOf(want).IsNil() {
			return
		}
		var members map[string]json.RawMessage
		if err := json.Unmarshal(from, &members); err != nil {
			faults = append(faults, what+": no object to read it from")
			return
		}
		text, _ := json.Marshal(want)
		is(what, plain(members[key]), plain(text))
	}

	want := e.OK == nil || *e.OK
	is("ok", a.OK, want)
	if e.Code != nil {
		is("code", a.Error.Code, *e.Code)
	}
	if e.Prefix != nil && !strings.HasPrefix(string(text), *e.Prefix) {
		is("prefix", string(text), *e.Prefix)
	}
	if e.Value != nil {
		is("value", plain(a.Value), plain(e.Value))
	}
	if e.Refusal != nil {
		is("refusal", plain(a.Refusal), plain(e.Refusal))
	}
	if e.Codes != nil {
		codes := append([]string{}, *e.Codes...)
		slices.Sort(codes)
		is("codes", a.codes(!e.ButInfo), codes)
	} else if e.ButInfo {
		faults = append(faults, "the case itself: but_info without codes")
	}
	for _, code := range e.Has {
		is("has "+code, slices.Contains(a.codes(true), code), true)
	}
	for _, code := range e.Lacks {
		is("lacks "+code, !slices.Contains(a.codes(true), code), true)
	}
	for _, p := range e.At {
		if !slices.ContainsFunc(a.Diagnostics, func(d struct {
			position
			Message string
			Args    json.RawMessage
			Spec    []string
		}) bool {
			return p.matches(d.position)
		}) {
			text, _ := json.Marshal(p)
			faults = append(faults, "no diagnostic at "+string(text))
		}
	}
	member(a.Value, "valid", "valid", e.Valid)
	member(a.Value, "kind", "kind", e.Kind)
	member(a.Value, "revision", "revision", e.Revision)
	member(a.Value, "status", "status", e.Status)
	if e.Roots != nil {
		member(a.Value, "roots", "roots", e.Roots)
	}
	if e.Path == nil && e.URI == nil && e.Refused == nil && e.Verdict == nil && e.Reason == nil && e.Root == nil && e.Relative == nil {
		return faults
	}
	var elements []json.RawMessage
	if json.Unmarshal(a.Value, &elements) != nil || len(elements) != 1 {
		return append(faults, "value is no array of one element")
	}
	converted := e.Refused == nil
	if e.Path != nil || e.URI != nil || e.Refused != nil {
		member(elements[0], "ok of the element", "ok", &converted)
	}
	member(elements[0], "path", "path", e.Path)
	member(elements[0], "refused", "code", e.Refused)
	member(elements[0], "verdict", "verdict", e.Verdict)
	member(elements[0], "reason", "reason", e.Reason)
	member(elements[0], "root", "root", e.Root)
	member(elements[0], "relative", "relative", e.Relative)
	key := "uri"
	if e.Path != nil {
		key = "canonical"
	}
	member(elements[0], key, key, e.URI)
	return faults
}

func (p position) matches(d position) bool {
	same := func(want, got any) bool {
		w := reflect.ValueOf(want)
		return w.IsNil() || !reflect.ValueOf(got).IsNil() && reflect.DeepEqual(w.Elem().Interface(), reflect.ValueOf(got).Elem().Interface())
	}
	return p.Code == d.Code && same(p.Severity, d.Severity) && same(p.Pointer, d.Pointer) && same(p.Offset, d.Offset) &&
		same(p.Line, d.Line) && same(p.Column, d.Column) && same(p.Fix, d.Fix)
}

// plain reads JSON for comparison: numbers by their text.
func plain(text json.RawMessage) (v any) {
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.UseNumber()
	if decoder.Decode(&v) != nil {
		return "nothing"
	}
	return v
}

func TestTheVectorsAreCurrent(t *testing.T) {
	want, err := cases.Vectors()
	if err != nil {
		t.Fatal(err)
	}
	got, err := os.ReadFile("vectors.jsonl")
	if err != nil || !bytes.Equal(got, want) {
		t.Fatalf("vectors.jsonl is not what the cases and the core give now (%v); look at the difference after\n\tgo run ./tests/vectorgen -o tests/vectors.jsonl", err)
	}
}

func TestTheVectorsReachEveryOperationAndEveryRule(t *testing.T) {
	text, err := cases.Vectors()
	if err != nil {
		t.Fatal(err)
	}
	vectors, err := readVectors(bytes.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	ops, codes := map[string]int{}, map[string]int{}
	for _, v := range vectors {
		ops[v.op]++
		var a answer
		if err := json.Unmarshal([]byte(v.output), &a); err != nil {
			t.Fatalf("%s: %v", v.name, err)
		}
		for _, code := range a.codes(true) {
			codes[code]++
		}
		var verdicts []struct{ Reason string }
		if json.Unmarshal(a.Value, &verdicts) == nil {
			for _, verdict := range verdicts {
				codes[verdict.Reason]++
			}
		}
	}
	for _, o := range roots.Operations {
		if ops[o.Name] == 0 {
			t.Errorf("no vector of the operation %s", o.Name)
		}
	}
	for id := rule.ID(1); int(id) < rule.Len(); id++ {
		if codes[rule.Get(id).Code] == 0 {
			t.Errorf("no vector gives %s", rule.Get(id).Code)
		}
	}
	fmt.Printf("%d vectors of %d operations and %d rules\n", len(vectors), len(ops), rule.Len()-1)
}
