// Command client is an MCP client on the official Go SDK. It reveals roots,
// calls the tool get_roots of the server that it starts and prints the answer.
//
//	client REVISION ROOTS URI SERVER [ARGUMENT]...
//
// ROOTS is a file with a JSON array of roots that the module takes. URI is one
// more, which is revealed as it stands, or "none" for a client that doesn't do
// roots.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log"
	"os"
	"os/exec"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/mcproots/mcproots/host"
	"github.com/mcproots/mcproots/host/gosdk"
)

func main() {
	log.SetFlags(0)
	if err := run(context.Background(), os.Args[1:]); err != nil {
		log.Fatal(err)
	}
}

func run(ctx context.Context, args []string) error {
	if len(args) < 4 {
		return errors.New("usage: client REVISION ROOTS URI SERVER [ARGUMENT]")
	}
	text, err := os.ReadFile(args[1])
	if err != nil {
		return err
	}
	var roots []host.Root
	if err := json.Unmarshal(text, &roots); err != nil {
		return fmt.Errorf("%s: %w", args[1], err)
	}
	h, err := host.Open(ctx)
	if err != nil {
		return err
	}
	defer h.Close()

	options := new(mcp.ClientOptions)
	if args[2] == "none" {
		options.Capabilities = new(mcp.ClientCapabilities)
	}
	client := mcp.NewClient(&mcp.Implementation{Name: "roots-client", Version: "1"}, options)
	if args[2] != "none" {
		if err := gosdk.AddRoots(ctx, h, client, host.Auto, roots...); err != nil {
			return err
		}
		client.AddRoots(&mcp.Root{URI: args[2], Name: "work"})
	}

	server := exec.Command(args[3], args[4:]...)
	server.Stderr = os.Stderr
	session, err := client.Connect(ctx, &mcp.CommandTransport{Command: server}, &mcp.ClientSessionOptions{ProtocolVersion: args[0]})
	if err != nil {
		return err
	}
	defer session.Close()
	if got := session.InitializeResult().ProtocolVersion; got != args[0] {
		return fmt.Errorf("the server speaks %s, not %s", got, args[0])
	}
	result, err := session.CallTool(ctx, &mcp.CallToolParams{Name: "get_roots", Arguments: map[string]any{}})
	if err != nil {
		return err
	}
	for _, content := range result.Content {
		if text, ok := content.(*mcp.TextContent); ok {
			fmt.Println(text.Text)
		}
	}
	if result.IsError {
		return errors.New("the tool failed")
	}
	return nil
}
