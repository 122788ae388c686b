package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/mcproots/mcproots/host"
)

// requests are input requests by key.
type requests map[string]json.RawMessage

// A call is one round of a tool, a prompt or a resource.
type call struct {
	*server
	ctx          context.Context
	method, name string
	params       params
	capabilities json.RawMessage
	round        int // of the state that came back; 0 without
}

// results are what a client answered, by key.
type results map[string]json.RawMessage

// methods are what this server does.
var methods map[string]func(*server, context.Context, message) (any, error)

func init() { // tools and prompts call methods of server in their turn
	methods = map[string]func(*server, context.Context, message) (any, error){
		"server/discover": fixed(map[string]any{
			"supportedVersions": []string{revision}, "capabilities": map[string]any{"tools": struct{}{}, "prompts": struct{}{}},
		}),
		"tools/list":   fixed(map[string]any{"tools": listed(tools, "inputSchema", map[string]any{"type": "object"})}),
		"prompts/list": fixed(map[string]any{"prompts": listed(prompts, "arguments", []any{})}),
		"tools/call":   func(s *server, ctx context.Context, m message) (any, error) { return s.call(ctx, m, tools) },
		"prompts/get":  func(s *server, ctx context.Context, m message) (any, error) { return s.call(ctx, m, prompts) },
	}
}

// fixed is a method with always the same result, which the client may not keep.
func fixed(members map[string]any) func(*server, context.Context, message) (any, error) {
	members["ttlMs"], members["cacheScope"] = 0, "private"
	result := complete(members)
	return func(*server, context.Context, message) (any, error) { return result, nil }
}

func listed(entries map[string]entry, member string, value any) []any {
	out := []any{}
	for _, name := range slices.Sorted(maps.Keys(entries)) {
		out = append(out, map[string]any{"name": name, "description": entries[name].description, member: value})
	}
	return out
}

// call runs one round of an entry. What it still needs becomes an input-required
// result, if the module lets it out.
func (s *server) call(ctx context.Context, m message, entries map[string]entry) (any, error) {
	e, ok := entries[m.Params.Name]
	if !ok {
		return nil, &fault{Code: codeInvalidParams, Message: "There is no such name"}
	}
	c := &call{server: s, ctx: ctx, method: m.Method, name: m.Params.Name, params: m.Params, capabilities: m.Params.Meta[metaCapabilities]}
	var err error
	if c.round, err = s.seal.open(m.Params.RequestState, c.name); err != nil {
		return nil, err
	}
	return e.run(c)
}

// complete is a finished result.
func complete(members map[string]any) map[string]any {
	members["resultType"] = "complete"
	members["_meta"] = map[string]any{metaServer: map[string]string{"name": "mcproots-conformance-server", "version": "1"}}
	return members
}

// said is a tool's result of one text.
func said(text string) map[string]any {
	return complete(map[string]any{"content": []any{map[string]string{"type": "text", "text": text}}})
}

// need gives the answers to all of the requests, or the result that asks for
// those that are missing. An answer that is none is an error, not a reason to ask
// again: 2026-07-28 basic/patterns/mrtr, "Server requirements".
func (c *call) need(asked requests, state string) (results, any, error) {
	answers, missing := results{}, requests{}
	for key, request := range asked {
		answer, err := c.answered(key, request)
		switch {
		case err != nil:
			return nil, nil, err
		case answer == nil:
			missing[key] = request
		default:
			answers[key] = answer
		}
	}
	if len(missing) == 0 {
		return answers, nil, nil
	}
	result, err := c.ask(missing, state)
	return nil, result, err
}

// answered gives the answer under a key; nil when there is none.
func (c *call) answered(key string, request json.RawMessage) (json.RawMessage, error) {
	if c.params.InputResponses == nil {
		return nil, nil
	}
	if method(request) == "roots/list" {
		submission, err := c.h.Response(c.ctx, c.params.InputResponses, key, request)
		if err != nil {
			return nil, err
		}
		if e := submission.Value.Error; e != nil {
			return nil, &fault{Code: e.Code, Message: e.Message}
		}
		return submission.Value.Result, nil
	}
	// Elicitation and sampling are not the module's: the least that an answer to them has.
	var responses map[string]json.RawMessage
	if json.Unmarshal(c.params.InputResponses, &responses) != nil || responses == nil {
		return nil, &fault{Code: codeInvalidParams, Message: "inputResponses is not an object"}
	}
	answer, ok := responses[key]
	if !ok {
		return nil, nil
	}
	var members struct{ Action, Role string }
	if json.Unmarshal(answer, &members) != nil || (method(request) == elicitation) != (members.Action != "") || (method(request) == sampling) != (members.Role != "") {
		return nil, &fault{Code: codeInvalidParams, Message: "Invalid input response"}
	}
	return answer, nil
}

// ask makes the input-required result, or the error that refuses it.
func (c *call) ask(asked requests, state string) (any, error) {
	reply, err := c.h.InputRequired(c.ctx, host.InputRequiredInput{
		Requests: asked, RequestState: state, Capabilities: c.capabilities, Method: c.method,
	})
	if err != nil {
		return nil, err
	}
	if r := reply.Refusal; r != nil {
		f := &fault{Code: r.Code, Message: r.Message}
		if r.Data != nil {
			f.Data = r.Data
		}
		return nil, f
	}
	return reply.Value, nil
}

// supported keeps the requests that the client can be asked.
func (c *call) supported(asked requests) (requests, error) {
	kept := requests{}
	for key, request := range asked {
		var refusal *fault
		if _, err := c.ask(requests{key: request}, ""); err == nil {
			kept[key] = request
		} else if !errors.As(err, &refusal) || refusal.Code != codeMissingCapability {
			return nil, err
		}
	}
	return kept, nil
}

// roots writes the usable roots of an answer for people.
func (c *call) roots(answer json.RawMessage) (string, error) {
	reading, err := c.h.Read(c.ctx, host.ReadInput{Message: answer, Revision: revision})
	if err != nil {
		return "", err
	}
	texts := []string{}
	for _, root := range reading.Value.Roots {
		if root.Name == "" {
			texts = append(texts, root.URI)
		} else {
			texts = append(texts, fmt.Sprintf("%s (%s)", root.Name, root.URI))
		}
	}
	return fmt.Sprintf("Client roots, %s: %s", reading.Value.Status, strings.Join(texts, ", ")), nil
}

func method(request json.RawMessage) string {
	var members struct{ Method string }
	_ = json.Unmarshal(request, &members) // this server wrote it
	return members.Method
}
