package tests

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/mcproots/mcproots/host"
	"github.com/mcproots/mcproots/tests/cases"
	"github.com/mcproots/mcproots/tests/message"
)

// A call is one operation with one input.
type call struct {
	op    string
	input []byte
}

// kept reads the inputs that the fuzzers' corpora hold, of all modules: the texts as
// they are, and the choices of generators.
func kept(t *testing.T) (texts [][]byte, files int) {
	t.Helper()
	names, err := filepath.Glob("testdata/fuzz/Fuzz*/*")
	if err != nil {
		t.Fatal(err)
	}
	for _, module := range []string{"schema", "unicode"} {
		more, err := filepath.Glob(module + "/testdata/fuzz/Fuzz*/*")
		if err != nil || len(more) == 0 {
			t.Fatalf("%s: no corpus, %v", module, err)
		}
		names = append(names, more...)
	}
	for _, name := range names {
		file, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		lines := strings.Split(strings.TrimSpace(string(file)), "\n")
		if lines[0] != "go test fuzz v1" {
			t.Fatalf("%s begins with %q", name, lines[0])
		}
		for _, line := range lines[1:] {
			for _, of := range []string{"[]byte(", "string("} {
				if quoted, ok := strings.CutPrefix(line, of); ok {
					text, err := strconv.Unquote(strings.TrimSuffix(quoted, ")"))
					if err != nil {
						t.Fatalf("%s: %v", name, err)
					}
					texts = append(texts, []byte(text))
				}
			}
		}
	}
	return texts, len(names)
}

// calls are what is asked because of a text: every operation with the text itself,
// with what it is as the choices of a generator, and as a string where one belongs.
func calls(text []byte) (all []call) {
	for _, op := range message.Operations {
		all = append(all, call{op, text}, call{op, []byte(message.From(text).Input(op))})
	}
	if !utf8.Valid(text) {
		return all
	}
	for _, line := range strings.Split(string(text), "\n") {
		s := quote([]byte(line))
		for op, format := range map[string]string{
			"to_path": `{"uris":[%[1]s]}`, "to_uri": `{"paths":[%[1]s]}`, "contains": `{"roots":[%[1]s],"paths":[%[1]s],"platform":"windows","unc":true}`,
			"scope": `{"revealed":[%[1]s],"allowed":[%[1]s,"/"],"platform":"posix"}`, "check": `{"text":%[1]s,"values":true}`, "valid_response": `{"roots":[{"uri":%[1]s,"name":%[1]s}]}`,
			"describe": `{"roots":[{"uri":"file:///","name":%[1]s}]}`, "read": `{"message":{"roots":[{"uri":%[1]s}]}}`,
		} {
			all = append(all, call{op, fmt.Appendf(nil, format, s)})
		}
	}
	return all
}

func TestEveryEngineAnswersTheFuzzersCorpusAlike(t *testing.T) {
	texts, files := kept(t)
	var asked []call
	for _, text := range texts {
		asked = append(asked, calls(text)...)
	}
	all, err := cases.All()
	if err != nil {
		t.Fatal(err)
	}
	for i, c := range all { // the seeds; each is a vector of its own operation
		if i%8 == 0 && len(c.Input) <= 2048 {
			for _, op := range message.Operations {
				asked = append(asked, call{op, c.Input})
			}
		}
	}
	native, err := host.Open(context.Background(), host.WithNative())
	if err != nil {
		t.Fatal(err)
	}
	defer native.Close()
	for _, engine := range []struct {
		name    string
		options []host.Option
	}{{"wazero-compiler", nil}, {"wazero-interpreter", []host.Option{host.WithInterpreter()}}} {
		t.Run(engine.name, func(t *testing.T) {
			h, err := host.Open(context.Background(), engine.options...)
			if err != nil {
				t.Fatal(err)
			}
			defer h.Close()
			differ := 0
			for _, c := range asked {
				want, err := native.Call(t.Context(), c.op, c.input)
				if err != nil {
					t.Fatal(err)
				}
				got, err := h.Call(t.Context(), c.op, c.input)
				if err == nil && bytes.Equal(got, want) {
					continue
				}
				if differ++; differ <= 10 {
					t.Errorf("%s %q: %v\n   got %.600s\nnative %.600s", c.op, c.input, err, got, want)
				}
			}
			fmt.Printf("fuzz corpus: %s: %d calls of %d files, %d differ\n", engine.name, len(asked), files, differ)
		})
	}
}
