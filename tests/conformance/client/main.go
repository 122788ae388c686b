// Command client is an MCP client of revision 2026-07-28 over Streamable HTTP, on
// net/http and the host package. It discovers the server, lists its tools and,
// when it is given the name of one, calls it, answering requests for its roots.
//
//	client [-tool NAME] [-root PATH]... URL
//
// The official conformance runner gives it the URL of its own server.
package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"maps"
	"net/http"
	"os"
	"slices"
	"time"

	"github.com/mcproots/mcproots/host"
)

const (
	revision  = "2026-07-28"
	maxRounds = 10
	maxBody   = 16 << 20
)

func main() {
	tool := flag.String("tool", "", "the `name` of a tool to call")
	var roots []host.Root
	flag.Func("root", "the `path` of a directory to reveal; repeatable", func(path string) error {
		roots = append(roots, host.Root{Path: path})
		return nil
	})
	flag.Parse()
	if err := run(context.Background(), flag.Args(), *tool, roots, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "client:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, args []string, tool string, roots []host.Root, stdout io.Writer) error {
	if len(args) != 1 {
		return errors.New("usage: client [-tool NAME] [-root PATH] URL")
	}
	h, err := host.Open(ctx)
	if err != nil {
		return err
	}
	defer h.Close()
	declared, err := h.Capabilities(ctx, revision, false)
	if err != nil {
		return err
	}
	c := &client{h: h, url: args[0], capabilities: declared.Value, roots: roots}
	for _, method := range []string{"server/discover", "tools/list"} {
		if _, err := c.request(ctx, method, map[string]any{}); err != nil {
			return fmt.Errorf("%s: %w", method, err)
		}
	}
	if tool == "" {
		return nil
	}
	result, err := c.call(ctx, tool)
	if err != nil {
		return fmt.Errorf("tools/call: %w", err)
	}
	for _, content := range result.Content {
		fmt.Fprintln(stdout, content.Text)
	}
	return nil
}

type client struct {
	h            *host.Host
	url          string
	capabilities json.RawMessage
	roots        []host.Root
	id           int
}

// A result is what a client reads of any result.
type result struct {
	ResultType    string                     `json:"resultType"`
	InputRequests map[string]json.RawMessage `json:"inputRequests"`
	RequestState  *string                    `json:"requestState"`
	Content       []struct{ Text string }    `json:"content"`
}

// A refusal is a JSON-RPC error.
type refusal struct {
	Code    int    `json:"code"`
	Message string `json:"message"`
	Data    struct {
		Supported []string `json:"supported"`
	} `json:"data"`
}

func (r *refusal) Error() string { return fmt.Sprintf("%s (%d)", r.Message, r.Code) }

// call calls a tool and answers what it asks, round by round: 2026-07-28
// basic/patterns/mrtr, "Client requirements".
func (c *client) call(ctx context.Context, tool string) (*result, error) {
	params := map[string]any{"name": tool, "arguments": map[string]any{}}
	for range maxRounds {
		r, err := c.request(ctx, "tools/call", params)
		if err != nil || r.ResultType != "input_required" {
			return r, err
		}
		responses := map[string]json.RawMessage{}
		for _, key := range slices.Sorted(maps.Keys(r.InputRequests)) {
			answer, err := c.h.Answer(ctx, host.AnswerInput{Request: r.InputRequests[key], Revision: revision, Roots: c.roots})
			if err != nil {
				return nil, err
			}
			var failed struct{ Error *refusal }
			if err := json.Unmarshal(answer.Value, &failed); err != nil {
				return nil, err
			}
			if failed.Error != nil { // the server isn't waiting: there is nobody to send this to
				return nil, failed.Error
			}
			responses[key] = answer.Value
		}
		params = map[string]any{"name": tool, "arguments": map[string]any{}, "inputResponses": responses}
		if r.RequestState != nil {
			params["requestState"] = *r.RequestState
		}
	}
	return nil, fmt.Errorf("the server asks without end: %d rounds", maxRounds)
}

// request sends one request, once more where the server refuses its revision and
// names that very one: there is no other that this client could fall back to.
func (c *client) request(ctx context.Context, method string, params map[string]any) (*result, error) {
	r, err := c.send(ctx, method, params)
	var refused *refusal
	if errors.As(err, &refused) && refused.Code == -32022 && slices.Contains(refused.Data.Supported, revision) {
		return c.send(ctx, method, params)
	}
	return r, err
}

func (c *client) send(ctx context.Context, method string, params map[string]any) (*result, error) {
	c.id++
	params["_meta"] = map[string]any{
		"io.modelcontextprotocol/protocolVersion":    revision,
		"io.modelcontextprotocol/clientCapabilities": c.capabilities,
		"io.modelcontextprotocol/clientInfo":         map[string]string{"name": "mcproots-conformance-client", "version": "1"},
	}
	body, err := json.Marshal(map[string]any{"jsonrpc": "2.0", "id": c.id, "method": method, "params": params})
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(ctx, 30*time.Second)
	defer cancel()
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, c.url, bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("Accept", "application/json, text/event-stream")
	request.Header.Set("MCP-Protocol-Version", revision)
	request.Header.Set("Mcp-Method", method)
	if name, ok := params["name"].(string); ok {
		request.Header.Set("Mcp-Name", name)
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return nil, err
	}
	defer response.Body.Close()
	text, err := io.ReadAll(io.LimitReader(response.Body, maxBody))
	if err != nil {
		return nil, err
	}
	var reply struct {
		Result *result
		Error  *refusal
	}
	if err := json.Unmarshal(text, &reply); err != nil {
		return nil, fmt.Errorf("%s, and the body is no JSON-RPC response", response.Status)
	}
	if reply.Error != nil {
		return nil, reply.Error
	}
	if reply.Result == nil {
		return nil, fmt.Errorf("%s, and the body has neither a result nor an error", response.Status)
	}
	return reply.Result, nil
}
