package gosdk

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/mcproots/mcproots/host"
)

// AddRoots makes client reveal roots, in canonical URIs, and tells the servers
// that it is connected to. One root that can't be revealed is a [*host.Error],
// and none is added then. Platform says whose paths the roots are; empty is
// [host.Local].
//
// The SDK's client declares the roots capability unless its options hold other
// capabilities, and answers roots/list by itself, sorted by URI. To take a root
// back, give [mcp.Client.RemoveRoots] its URI in canonical form, which
// [host.Host.ToURI] tells.
func AddRoots(ctx context.Context, h *host.Host, client *mcp.Client, platform host.Platform, roots ...host.Root) error {
	built, err := h.Result(ctx, roots, platform)
	if err != nil {
		return err
	}
	var result mcp.ListRootsResult
	if err := json.Unmarshal(built.Value, &result); err != nil {
		return fmt.Errorf("gosdk: the SDK can't read a built list of roots: %w", err)
	}
	if len(result.Roots) > 0 { // of nothing, the SDK would still notify
		client.AddRoots(result.Roots...)
	}
	return nil
}
