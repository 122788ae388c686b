package gosdk_test

import (
	"context"
	"fmt"
	"log"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/mcproots/mcproots/host"
	"github.com/mcproots/mcproots/host/gosdk"
)

// A server whose tool works in the client's roots, and a client that reveals one.
func Example() {
	ctx := context.Background()
	h, err := host.Open(ctx)
	if err != nil {
		log.Fatal(err)
	}
	defer h.Close()

	server := mcp.NewServer(&mcp.Implementation{Name: "server", Version: "1"}, nil)
	mcp.AddTool(server, &mcp.Tool{Name: "search"}, func(ctx context.Context, req *mcp.CallToolRequest, _ struct{}) (*mcp.CallToolResult, any, error) {
		listing, ask, err := gosdk.List(ctx, h, req)
		if err != nil {
			return nil, nil, err
		}
		if ask != nil {
			return &mcp.CallToolResult{InputRequests: ask}, nil, nil
		}
		text := string(listing.Status)
		for _, root := range listing.Roots {
			text += " " + root.Path
		}
		return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: text}}}, nil, nil
	})

	client := mcp.NewClient(&mcp.Implementation{Name: "client", Version: "1"}, nil)
	if err := gosdk.AddRoots(ctx, h, client, host.POSIX, host.Root{Path: "/home/ada/my project", Name: "My project"}); err != nil {
		log.Fatal(err)
	}

	clientSide, serverSide := mcp.NewInMemoryTransports()
	served, err := server.Connect(ctx, serverSide, nil)
	if err != nil {
		log.Fatal(err)
	}
	defer served.Close()
	session, err := client.Connect(ctx, clientSide, nil)
	if err != nil {
		log.Fatal(err)
	}
	defer session.Close()
	result, err := session.CallTool(ctx, &mcp.CallToolParams{Name: "search", Arguments: map[string]any{}})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(session.InitializeResult().ProtocolVersion)
	fmt.Println(result.Content[0].(*mcp.TextContent).Text)
	// Output:
	// 2026-07-28
	// ok /home/ada/my project
}
