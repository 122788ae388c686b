// Command vectorgen writes the vectors that every engine must answer alike: the
// authored cases and the rules' examples with the native core's exact answers.
//
//	go run ./tests/vectorgen [-o tests/vectors.jsonl]
package main

import (
	"bytes"
	"flag"
	"fmt"
	"io"
	"os"

	"github.com/mcproots/mcproots/tests/cases"
)

func main() { os.Exit(run(os.Args[1:], os.Stderr)) }

func run(args []string, stderr io.Writer) int {
	flags := flag.NewFlagSet("vectorgen", flag.ContinueOnError)
	flags.SetOutput(stderr)
	out := flags.String("o", "tests/vectors.jsonl", "the `file` to write")
	if err := flags.Parse(args); err != nil {
		return 2
	}
	vectors, err := cases.Vectors()
	if err == nil {
		err = os.WriteFile(*out, vectors, 0o644)
	}
	if err != nil {
		fmt.Fprintln(stderr, "vectorgen:", err)
		return 1
	}
	fmt.Fprintf(stderr, "vectorgen: %d vectors in %s\n", bytes.Count(vectors, []byte("\n")), *out)
	return 0
}
