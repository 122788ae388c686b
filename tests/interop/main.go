// Command interop holds conversations between the official SDKs for MCP, their
// servers checking through mcproots, and checks every message that went over the
// wire. run.sh builds what it needs and runs it.
//
//	interop [-update DIR] [-without SDK:REASON]... -folder tests/interop -python1 PYTHON -python2 PYTHON -node NODE -go DIR
package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"

	"github.com/mcproots/mcproots/host"
)

func main() {
	if len(os.Args) > 3 && os.Args[1] == "tap" {
		os.Exit(tap(os.Args[2], os.Args[3:]))
	}
	os.Exit(run(os.Args[1:], os.Stdout, os.Stderr))
}

// A toolchain is where the SDKs are, and why some aren't there.
type toolchain struct {
	folder                  string // this one
	python1, python2, node  string
	goPrograms              string // the folder of the Go SDK's client, server and parser
	without                 map[string]string
	self, scratch, sessions string // this program, a folder for captures, where to keep them
}

func run(args []string, stdout, stderr io.Writer) int {
	t := toolchain{without: map[string]string{}}
	flags := flag.NewFlagSet("interop", flag.ContinueOnError)
	flags.SetOutput(stderr)
	flags.StringVar(&t.folder, "folder", "tests/interop", "the folder of the SDKs' programs")
	flags.StringVar(&t.python1, "python1", "", "a Python with the official SDK 1.x")
	flags.StringVar(&t.python2, "python2", "", "a Python with the official SDK 2.x")
	flags.StringVar(&t.node, "node", "", "Node.js")
	flags.StringVar(&t.goPrograms, "go", "", "the `folder` of the Go SDK's programs")
	flags.StringVar(&t.sessions, "sessions", "tests/testdata", "the `folder` of the captured sessions")
	update := flags.Bool("update", false, "write the captured sessions anew")
	flags.Func("without", "an SDK to leave out, `NAME:REASON`", func(value string) error {
		name, reason, ok := strings.Cut(value, ":")
		if !ok {
			return fmt.Errorf("want NAME:REASON")
		}
		t.without[name] = reason
		return nil
	})
	if flags.Parse(args) != nil {
		return 2
	}
	failed, err := hold(t, *update, stdout)
	if err != nil {
		fmt.Fprintln(stderr, "interop:", err)
		return 1
	}
	if failed > 0 || len(t.without) > 0 && os.Getenv("STRICT") == "1" {
		return 1
	}
	return 0
}

// hold holds all conversations, a few at a time, and tells of each in turn.
func hold(t toolchain, update bool, stdout io.Writer) (failed int, err error) {
	if t.folder, err = filepath.Abs(t.folder); err != nil {
		return 0, err
	}
	if t.self, err = os.Executable(); err != nil {
		return 0, err
	}
	if t.scratch, err = os.MkdirTemp("", "interop"); err != nil {
		return 0, err
	}
	defer os.RemoveAll(t.scratch)
	h, err := host.Open(context.Background())
	if err != nil {
		return 0, err
	}
	defer h.Close()

	type outcome struct {
		name string
		err  error
	}
	var (
		work    = append(conversations(t, h, update), parsings(t, h)...)
		results = make([]chan outcome, len(work))
		slots   = make(chan struct{}, runtime.GOMAXPROCS(0))
	)
	for i, w := range work {
		results[i] = make(chan outcome, 1)
		go func() {
			slots <- struct{}{}
			defer func() { <-slots }()
			results[i] <- outcome{w.name, w.do()}
		}()
	}
	for _, name := range peerNames {
		if reason, ok := t.without[name]; ok {
			fmt.Fprintf(stdout, "skipped: %s: %s\n", name, reason)
		}
	}
	passed := 0
	for _, result := range results {
		o := <-result
		if o.err != nil {
			failed++
			fmt.Fprintf(stdout, "FAILED: %s: %v\n", o.name, o.err)
			continue
		}
		passed++
		fmt.Fprintf(stdout, "passed: %s\n", o.name)
	}
	fmt.Fprintf(stdout, "interop: %d passed, %d failed\n", passed, failed)
	return failed, nil
}

// A task is one thing to try.
type task struct {
	name string
	do   func() error
}
