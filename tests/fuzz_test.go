package tests

import (
	"bytes"
	"encoding/json"
	"io"
	"reflect"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/mcproots/mcproots/tests/cases"
	"github.com/mcproots/mcproots/wasm/roots"
	"github.com/mcproots/mcproots/wasm/scan"
)

// The targets run their seeds and what is kept in testdata/fuzz in every go test; to
// search for more: tests/fuzz.sh 10m '^FuzzScanner$'.

// seed adds a part of the cases: a fuzzer first runs each seed at the speed of its
// slowest measurement, and what the others reach is kept in testdata/fuzz.
func seed(f *testing.F, add func(cases.Case)) {
	all, err := cases.All()
	if err != nil {
		f.Fatal(err)
	}
	for i, c := range all {
		if i%8 == 0 && len(c.Input) <= 2048 {
			add(c)
		}
	}
}

// strictness is what strict JSON asks for beyond the grammar, found by another way
// than the scanner's: with the tokens of encoding/json.
type strictness struct {
	duplicate, deep, surrogate bool
}

func strictnessOf(text []byte) (s strictness) {
	type level struct {
		names map[string]bool // nil in an array
		name  bool            // a name is next
	}
	var open []level
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.UseNumber()
	value := func() {
		if n := len(open); n > 0 && open[n-1].names != nil {
			open[n-1].name = true
		}
	}
	for {
		token, err := decoder.Token()
		if err == io.EOF {
			break
		}
		if err != nil {
			return s
		}
		switch token := token.(type) {
		case json.Delim:
			switch token {
			case '{':
				open = append(open, level{map[string]bool{}, true})
			case '[':
				open = append(open, level{})
			default:
				open = open[:len(open)-1]
				value()
			}
			s.deep = s.deep || len(open) > scan.MaxDepth
		case string:
			if n := len(open); n > 0 && open[n-1].name {
				s.duplicate = s.duplicate || open[n-1].names[token]
				open[n-1].names[token] = true
				open[n-1].name = false
				continue
			}
			value()
		default:
			value()
		}
	}
	// Escapes of surrogates, pair by pair.
	for i := 0; i+1 < len(text); i++ {
		if text[i] != '\\' {
			continue
		}
		i++
		if text[i] != 'u' {
			continue
		}
		half := func(at int, from, to string) bool {
			if at+6 > len(text) || text[at] != '\\' || text[at+1] != 'u' {
				return false
			}
			digits := strings.ToLower(string(text[at+2 : at+6]))
			return digits >= from && digits <= to
		}
		switch {
		case half(i-1, "d800", "dbff") && half(i+5, "dc00", "dfff"):
			i += 10
		case half(i-1, "d800", "dfff"):
			s.surrogate = true
		}
	}
	return s
}

// walked reads a value with the cursors that every operation reads with.
func walked(text []byte, at int) any {
	switch text[at] {
	case '{':
		out := map[string]any{}
		for m := scan.Object(text, at); m.Next(); {
			out[string(scan.AppendString(nil, m.Name()))] = walked(text, m.Value)
		}
		return out
	case '[':
		out := []any{}
		for e := scan.Array(text, at); e.Next(); {
			out = append(out, walked(text, e.Value))
		}
		return out
	}
	raw := text[at:scan.Skip(text, at)]
	switch raw[0] {
	case '"':
		return string(scan.AppendString(nil, raw[1:len(raw)-1]))
	case 't', 'f':
		return raw[0] == 't'
	case 'n':
		return nil
	}
	return json.Number(raw)
}

func FuzzScanner(f *testing.F) {
	seed(f, func(c cases.Case) {
		f.Add(c.Input)
		var in struct{ Text *string }
		if json.Unmarshal(c.Input, &in) == nil && in.Text != nil {
			f.Add([]byte(*in.Text))
		}
	})
	var scanner scan.Scanner
	f.Fuzz(func(t *testing.T, text []byte) {
		fault := scanner.Check(text)
		if fault.Kind == scan.OK {
			if !json.Valid(text) || !utf8.Valid(text) {
				t.Fatalf("%q is taken for sound", text)
			}
			if s := strictnessOf(text); s != (strictness{}) {
				t.Fatalf("%q is taken for strict: %+v", text, s)
			}
			decoder := json.NewDecoder(bytes.NewReader(text))
			decoder.UseNumber()
			var want any
			if err := decoder.Decode(&want); err != nil {
				t.Fatal(err)
			}
			if got := walked(text, scan.Space(text, 0)); !reflect.DeepEqual(got, want) {
				t.Fatalf("%q is walked as %v", text, got)
			}
			return
		}
		if fault.Offset < 0 || fault.Offset > len(text) {
			t.Fatalf("%q: the fault is at %d", text, fault.Offset)
		}
		if json.Valid(text) {
			s := strictnessOf(text)
			explained := fault.Kind == scan.UTF8 && !utf8.Valid(text) || fault.Kind == scan.DuplicateKey && (s.duplicate || !utf8.Valid(text)) || fault.Kind == scan.Depth && s.deep || fault.Kind == scan.Surrogate && s.surrogate
			if !explained {
				t.Fatalf("%q is JSON, but kind %d at %d: %+v", text, fault.Kind, fault.Offset, s)
			}
		}
		// What comes before the fault is the beginning of a sound document.
		switch before := scanner.Check(text[:fault.Offset]); {
		case before.Kind == scan.OK || before.Kind == scan.End || before.Kind == scan.Empty:
		default:
			t.Fatalf("%q: kind %d at %d, but before it kind %d at %d", text, fault.Kind, fault.Offset, before.Kind, before.Offset)
		}
	})
}

func FuzzShortWays(f *testing.F) {
	r := seeded(14)
	for range 200 {
		f.Add([]byte(someList(r)))
	}
	f.Fuzz(func(t *testing.T, document []byte) { sameEitherWay(t, document) })
}

func FuzzOperations(f *testing.F) {
	seed(f, func(c cases.Case) {
		op, _ := roots.Lookup(c.Op)
		f.Add(uint8(op), c.Input)
	})
	f.Fuzz(func(t *testing.T, n uint8, in []byte) {
		op := roots.Op(int(n) % len(roots.Operations))
		name := roots.Operations[op].Name
		before := bytes.Clone(in)
		used := bytes.Clone(core.Call(op, in))
		if !bytes.Equal(in, before) {
			t.Fatalf("%s wrote into its input", name)
		}
		if !json.Valid(used) || !utf8.Valid(used) || !bytes.HasPrefix(used, []byte(`{"ok":`)) {
			t.Fatalf("%s %q answers %q", name, in, used)
		}
		if bytes.Contains(used, []byte("internal error: please report")) {
			t.Fatalf("%s %q panics", name, in)
		}
		var fresh roots.Core
		if answer := fresh.Call(op, in); !bytes.Equal(answer, used) {
			t.Fatalf("%s %q: a used core answers\n%s\na fresh one\n%s", name, in, used, answer)
		}
	})
}
