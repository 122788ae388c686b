// Package gosdk plugs mcproots into the official Go SDK for MCP,
// github.com/modelcontextprotocol/go-sdk: a client reveals its roots with
// [AddRoots], a server asks for them with [List], in both eras of the protocol.
//
//	func search(ctx context.Context, req *mcp.CallToolRequest, in query) (*mcp.CallToolResult, any, error) {
//		listing, ask, err := gosdk.List(ctx, h, req)
//		if err != nil {
//			return nil, nil, err
//		}
//		if ask != nil {
//			return &mcp.CallToolResult{InputRequests: ask}, nil, nil
//		}
//		for _, root := range listing.Roots {
//			...
//
// # Eras
//
// Up to revision 2025-11-25 a server sends roots/list while it serves a call.
// From 2026-07-28 on it ends the call with an input-required result and is called
// again with the answer. [List] does what the session's revision wants; the
// handler above serves both.
//
// # What the SDK leaves
//
// The SDK has decoded an answer before this package sees it, and its types hold
// neither unknown members nor the difference between a null and an empty name.
// URIs stay as they were sent, and those are what the module judges.
//
// The package is a module of its own, so that whoever uses the host package
// without the SDK doesn't depend on it.
package gosdk
