package host_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log"
	"os"
	"path/filepath"

	"github.com/mcproots/mcproots/host"
)

// What a server receives from a client is checked in one call.
func Example() {
	ctx := context.Background()
	h, err := host.Open(ctx)
	if err != nil {
		log.Fatal(err)
	}
	defer h.Close()

	message := []byte(`{"roots":[
  {"uri":"file:///home/ana/project","name":"project"},
  {"uri":"file:///home/ana/my notes"}
]}`)
	report, err := h.Check(ctx, host.CheckInput{Message: message, Revision: "2025-11-25"})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println("valid:", report.Value.Valid)
	for _, d := range report.Diagnostics {
		fmt.Printf("%d:%d: %s: %s [%s]\n", d.Line, d.Column, d.Severity, d.Message, d.Code)
	}
	// Output:
	// valid: false
	// 3:10: error: The URI holds a character that RFC 3986 does not allow raw. [uri-illegal-char]
}

// The quick question, and its answer alone.
func ExampleHost_ValidResponse() {
	ctx := context.Background()
	h, err := host.Open(ctx, host.WithNative())
	if err != nil {
		log.Fatal(err)
	}
	defer h.Close()

	for _, result := range []string{
		`{"roots":[{"uri":"file:///home/ana/project"}]}`,
		`{"roots":[{"uri":"/home/ana/project"}]}`,
	} {
		valid, err := h.ValidResponse(ctx, []byte(result))
		fmt.Println(valid, err)
	}
	// Output:
	// true <nil>
	// false <nil>
}

// A server reads a client's answer and opens a file inside its roots. The
// containment is a question about names; os.Root keeps links from leading out.
func ExampleHost_Contains() {
	ctx := context.Background()
	h, err := host.Open(ctx, host.WithNative())
	if err != nil {
		log.Fatal(err)
	}
	defer h.Close()

	dir, err := os.MkdirTemp("", "roots")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(dir)
	if err := os.WriteFile(filepath.Join(dir, "notes.txt"), []byte("hello"), 0o600); err != nil {
		log.Fatal(err)
	}

	roots := []host.Root{{Path: dir}} // or what Read has found
	for _, path := range []string{
		filepath.Join(dir, "notes.txt"),
		dir + "-backup",
	} {
		reply, err := h.Contains(ctx, host.ContainsInput{Roots: roots, Paths: []string{path}})
		if err != nil {
			log.Fatal(err)
		}
		c := reply.Value[0]
		if !c.Inside() {
			fmt.Println("no:", c.Reason)
			continue
		}
		root, err := os.OpenRoot(roots[c.Root].Path)
		if err != nil {
			log.Fatal(err)
		}
		text, err := root.ReadFile(filepath.Join(c.Relative...))
		root.Close()
		fmt.Println(string(text), err)
	}
	// Output:
	// hello <nil>
	// no: outside-sibling-prefix
}

// A server reads the answer to its roots/list request.
func ExampleHost_Read() {
	ctx := context.Background()
	h, err := host.Open(ctx, host.WithNative())
	if err != nil {
		log.Fatal(err)
	}
	defer h.Close()

	reply, err := h.Read(ctx, host.ReadInput{
		Message:  []byte(`{"jsonrpc":"2.0","id":4,"result":{"roots":[{"uri":"file:///srv/a%20b","name":"work"}]}}`),
		ID:       json.RawMessage("4"),
		Revision: "2025-11-25",
	})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(reply.Value.Status)
	for _, root := range reply.Value.Roots {
		fmt.Printf("%s: %s\n", root.Name, root.Path)
	}
	// Output:
	// ok
	// work: /srv/a b
}

// What the module refuses is an *Error with the reasons.
func ExampleError() {
	ctx := context.Background()
	h, err := host.Open(ctx, host.WithNative())
	if err != nil {
		log.Fatal(err)
	}
	defer h.Close()

	_, err = h.Result(ctx, []host.Root{{Path: "project"}}, host.POSIX)
	var fault *host.Error
	if errors.As(err, &fault) {
		fmt.Println(fault.Code, fault.Diagnostics[0].Pointer, fault.Diagnostics[0].Code)
	}
	// Output:
	// -32602 /roots/0/path relative-path
}

// Any operation by its name, JSON in and JSON out.
func ExampleHost_Call() {
	ctx := context.Background()
	h, err := host.Open(ctx, host.WithNative())
	if err != nil {
		log.Fatal(err)
	}
	defer h.Close()

	answer, err := h.Call(ctx, "to_uri", []byte(`{"paths":["/srv/a b"],"platform":"posix"}`))
	fmt.Println(string(answer), err)
	// Output:
	// {"ok":true,"value":[{"ok":true,"uri":"file:///srv/a%20b"}]} <nil>
}
