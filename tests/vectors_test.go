// Package tests holds what needs more than one engine: the vectors that every
// engine must answer alike.
package tests

import (
	"bufio"
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"strings"
	"testing"

	"github.com/mcproots/mcproots/host"
)

var vectorsFile = flag.String("vectors", "vectors.jsonl", "the `file` of vectors, one JSON object a line")

// A vector is one call and the exact answer to it.
type vector struct {
	line   int
	name   string
	op     string
	input  []byte
	output string
}

// readVectors reads a file of vectors. A file without any is an error: a run
// that compares nothing must not pass.
func readVectors(r io.Reader) ([]vector, error) {
	var vectors []vector
	lines := bufio.NewReader(r)
	for n := 1; ; n++ {
		line, err := lines.ReadString('\n')
		if err != nil && err != io.EOF {
			return nil, err
		}
		if text := strings.TrimSpace(line); text != "" {
			var v struct {
				Name, Op, Output string
				Input, Base64    *string
			}
			decoder := json.NewDecoder(strings.NewReader(text))
			decoder.DisallowUnknownFields()
			if err := decoder.Decode(&v); err != nil {
				return nil, fmt.Errorf("line %d: %w", n, err)
			}
			if v.Name == "" || v.Op == "" || v.Output == "" || (v.Input == nil) == (v.Base64 == nil) {
				return nil, fmt.Errorf("line %d: a vector has name, op, output and one of input and base64", n)
			}
			var input []byte
			if v.Input != nil {
				input = []byte(*v.Input)
			} else if input, err = base64.StdEncoding.DecodeString(*v.Base64); err != nil {
				return nil, fmt.Errorf("line %d: base64: %w", n, err)
			}
			vectors = append(vectors, vector{n, v.Name, v.Op, input, v.Output})
		}
		if err == io.EOF {
			break
		}
	}
	if len(vectors) == 0 {
		return nil, errors.New("no vectors")
	}
	return vectors, nil
}

func TestEveryEngineAnswersEveryVectorAlike(t *testing.T) {
	file, err := os.Open(*vectorsFile)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	vectors, err := readVectors(file)
	if err != nil {
		t.Fatalf("%s: %v", *vectorsFile, err)
	}
	for _, engine := range []struct {
		name    string
		options []host.Option
	}{
		{"native", []host.Option{host.WithNative()}},
		{"wazero-compiler", nil},
		{"wazero-interpreter", []host.Option{host.WithInterpreter()}},
	} {
		t.Run(engine.name, func(t *testing.T) {
			h, err := host.Open(context.Background(), engine.options...)
			if err != nil {
				t.Fatal(err)
			}
			defer h.Close()
			failed := 0
			for _, v := range vectors {
				answer, err := h.Call(t.Context(), v.op, v.input)
				if err == nil && string(answer) == v.output {
					continue
				}
				if failed++; failed > 20 {
					continue // enough to see what is wrong
				}
				if err != nil {
					t.Errorf("line %d, %s: %s: %v", v.line, v.name, v.op, err)
				} else {
					t.Errorf("line %d, %s: %s\n got %s\nwant %s", v.line, v.name, v.op, answer, v.output)
				}
			}
			fmt.Printf("%s: %d passed, %d failed\n", engine.name, len(vectors)-failed, failed)
		})
	}
}

func TestAFileWithoutVectorsFails(t *testing.T) {
	for _, tt := range []struct{ name, text, says string }{
		{"nothing", "", "no vectors"},
		{"empty lines", "\n\n", "no vectors"},
		{"text", "hello", "line 1"},
		{"a member that nobody reads", `{"name":"a","op":"list","input":"","output":"x","skip":true}`, "line 1"},
		{"no output", "\n" + `{"name":"a","op":"list","input":"{}"}`, "line 2"},
		{"two inputs", `{"name":"a","op":"list","input":"{}","base64":"","output":"x"}`, "line 1"},
		{"broken base64", `{"name":"a","op":"list","base64":"*","output":"x"}`, "line 1"},
	} {
		if _, err := readVectors(strings.NewReader(tt.text)); err == nil || !strings.Contains(err.Error(), tt.says) {
			t.Errorf("%s: error %v, want one with %q", tt.name, err, tt.says)
		}
	}
}
