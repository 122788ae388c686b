package gosdk

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/mcproots/mcproots/host"
)

// Key is the key of [List]'s request among a result's InputRequests. A handler
// that asks for other input at the same time adds it under keys of its own.
const Key = "mcproots.roots"

// embedded is the first revision whose servers send no requests of their own.
const embedded = "2026-07-28"

// handshake is the last revision before it. The answer to roots/list is the same
// in all of them.
const handshake = "2025-11-25"

// A Listing is what a client reveals, or why there is nothing to use.
type Listing struct {
	host.Reading
	Diagnostics []host.Diagnostic

	// Refusal is the error that a handler returns when it can't do without roots
	// and the client doesn't do them: MissingRequiredClientCapability. It is nil
	// unless the status is unsupported and the revision 2026-07-28 or later.
	Refusal *jsonrpc.Error
}

// List gives the roots of the client that sent req, a call of a tool, a prompt
// or a resource. Where the requests are not nil, the handler has to return them
// as its result's InputRequests; it is called again when the client has answered.
// A client that didn't declare roots isn't asked.
//
// Only the listing's roots are usable, and only its status tells an empty list
// from a client that can't or won't list; an answer that breaks the protocol is
// [host.StatusInvalid], not an error. The roots' paths follow the rules of the
// platform that each URI tells, see [host.Auto].
func List(ctx context.Context, h *host.Host, req mcp.Request) (*Listing, mcp.InputRequestMap, error) {
	session, ok := req.GetSession().(*mcp.ServerSession)
	if !ok {
		return nil, nil, errors.New("gosdk: List serves requests that a server received")
	}
	handshaken := session.InitializeParams()
	if handshaken != nil && handshaken.ProtocolVersion < embedded {
		listing, err := request(ctx, h, session, handshaken.Capabilities)
		return listing, nil, err
	}
	return retrieve(ctx, h, req)
}

// request asks within the call, as servers do up to 2025-11-25.
func request(ctx context.Context, h *host.Host, session *mcp.ServerSession, capabilities *mcp.ClientCapabilities) (*Listing, error) {
	if capabilities == nil || capabilities.RootsV2 == nil {
		return unsupported(nil), nil
	}
	result, err := session.ListRoots(ctx, nil)
	var (
		refused *jsonrpc.Error
		badType *json.UnmarshalTypeError
		syntax  *json.SyntaxError
		message = map[string]any{"jsonrpc": "2.0", "id": 0}
	)
	switch {
	case err == nil:
		message["result"] = result
	case errors.As(err, &refused):
		message["error"] = refused
	case errors.As(err, &badType), errors.As(err, &syntax):
		// The SDK could not decode the answer. Its error may quote it.
		return &Listing{Reading: host.Reading{Status: host.StatusInvalid}}, nil
	default:
		return nil, err
	}
	return read(ctx, h, message, handshake)
}

// retrieve finds the answer in a call that was repeated, or asks for it.
func retrieve(ctx context.Context, h *host.Host, req mcp.Request) (*Listing, mcp.InputRequestMap, error) {
	var (
		responses mcp.InputResponseMap
		method    string
	)
	switch p := req.GetParams().(type) {
	case *mcp.CallToolParamsRaw:
		responses, method = p.InputResponses, "tools/call"
	case *mcp.GetPromptParams:
		responses, method = p.InputResponses, "prompts/get"
	case *mcp.ReadResourceParams:
		responses, method = p.InputResponses, "resources/read"
	default:
		return nil, nil, fmt.Errorf("gosdk: List can't ask within a request with %T; only calls of tools, prompts and resources can be answered with input requests", p)
	}
	if answer, ok := responses[Key]; ok {
		listing, err := read(ctx, h, answer, embedded)
		return listing, nil, err
	}
	capabilities, err := json.Marshal(req.GetParams().GetMeta()[mcp.MetaKeyClientCapabilities])
	if err != nil {
		return nil, nil, fmt.Errorf("gosdk: the client's capabilities: %w", err)
	}
	question, err := h.List(ctx, host.ListInput{})
	if err != nil {
		return nil, nil, err
	}
	asked, err := h.InputRequired(ctx, host.InputRequiredInput{
		Requests:     map[string]json.RawMessage{Key: question.Value},
		Capabilities: capabilities,
		Method:       method,
	})
	if err != nil {
		return nil, nil, err
	}
	if r := asked.Refusal; r != nil {
		return unsupported(&jsonrpc.Error{Code: int64(r.Code), Message: r.Message, Data: r.Data}), nil, nil
	}
	return nil, mcp.InputRequestMap{Key: new(mcp.ListRootsParams)}, nil
}

func unsupported(refusal *jsonrpc.Error) *Listing {
	return &Listing{Reading: host.Reading{Status: host.StatusUnsupported}, Refusal: refusal}
}

// read lets the module judge what the SDK decoded.
func read(ctx context.Context, h *host.Host, message any, revision string) (*Listing, error) {
	text, err := json.Marshal(message)
	if err != nil {
		return nil, fmt.Errorf("gosdk: the client's answer: %w", err)
	}
	reply, err := h.Read(ctx, host.ReadInput{Message: text, Revision: revision})
	if err != nil {
		return nil, err
	}
	return &Listing{Reading: reply.Value, Diagnostics: reply.Diagnostics}, nil
}
