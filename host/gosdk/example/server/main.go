// Command server is an MCP server on the official Go SDK, over standard streams.
// Its tool get_roots asks the client for its roots, in whichever way the
// session's revision wants, and gives back the list that people read with the
// codes of what can't be used.
package main

import (
	"context"
	"encoding/json"
	"log"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/mcproots/mcproots/host"
	"github.com/mcproots/mcproots/host/gosdk"
)

func main() {
	log.SetFlags(0)
	ctx := context.Background()
	h, err := host.Open(ctx)
	if err != nil {
		log.Fatal(err)
	}
	defer h.Close()
	server := mcp.NewServer(&mcp.Implementation{Name: "roots-server", Version: "1"}, nil)
	mcp.AddTool(server, &mcp.Tool{
		Name:        "get_roots",
		Description: "Lists the directories that the client reveals, and what of its answer cannot be used.",
	}, func(ctx context.Context, req *mcp.CallToolRequest, _ struct{}) (*mcp.CallToolResult, any, error) {
		listing, ask, err := gosdk.List(ctx, h, req)
		if err != nil {
			return nil, nil, err
		}
		if ask != nil {
			return &mcp.CallToolResult{InputRequests: ask}, nil, nil
		}
		text, err := written(ctx, h, listing)
		if err != nil {
			return nil, nil, err
		}
		return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: text}}}, nil, nil
	})
	if err := server.Run(ctx, &mcp.StdioTransport{}); err != nil {
		log.Print(err)
	}
}

// written is the list that people read.
func written(ctx context.Context, h *host.Host, listing *gosdk.Listing) (string, error) {
	usable := mcp.ListRootsResult{Roots: []*mcp.Root{}}
	for _, root := range listing.Roots {
		usable.Roots = append(usable.Roots, &mcp.Root{URI: root.URI, Name: root.Name})
	}
	result, err := json.Marshal(usable)
	if err != nil {
		return "", err
	}
	description, err := h.Describe(ctx, result)
	if err != nil {
		return "", err
	}
	lines := []string{string(listing.Status), description.Value}
	for _, d := range listing.Diagnostics {
		if d.Severity == "error" {
			lines = append(lines, "! "+d.Pointer+": "+d.Code)
		}
	}
	return strings.Join(lines, "\n"), nil
}
