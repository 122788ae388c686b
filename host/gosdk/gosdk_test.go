package gosdk_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/mcproots/mcproots/host"
	"github.com/mcproots/mcproots/host/gosdk"
)

var shared *host.Host

func TestMain(m *testing.M) {
	h, err := host.Open(context.Background())
	if err != nil {
		panic(err)
	}
	shared = h
	code := m.Run()
	_ = h.Close()
	os.Exit(code)
}

var eras = []string{"2025-11-25", "2026-07-28"}

// A heard is what the server's handlers were given.
type heard struct {
	listing *gosdk.Listing
	err     error
	calls   int
}

// list is what every handler of the server does.
func (hd *heard) list(ctx context.Context, req mcp.Request) mcp.InputRequestMap {
	hd.calls++
	listing, ask, err := gosdk.List(ctx, shared, req)
	if ask == nil {
		hd.listing, hd.err = listing, err
	}
	return ask
}

// talk connects a client to a server with a tool, a prompt and a resource that
// list the client's roots, does with the session what the test wants and gives
// what the server heard. Alter may change a message on its way to the server.
func talk(t *testing.T, client *mcp.Client, revision string, alter func([]byte) []byte, do func(context.Context, *mcp.ClientSession) error) (*heard, error) {
	t.Helper()
	hd := new(heard)
	server := mcp.NewServer(&mcp.Implementation{Name: "server", Version: "1"}, nil)
	mcp.AddTool(server, &mcp.Tool{Name: "roots"}, func(ctx context.Context, req *mcp.CallToolRequest, _ struct{}) (*mcp.CallToolResult, any, error) {
		if ask := hd.list(ctx, req); ask != nil {
			return &mcp.CallToolResult{InputRequests: ask}, nil, nil
		}
		return &mcp.CallToolResult{Content: []mcp.Content{}}, nil, nil
	})
	server.AddPrompt(&mcp.Prompt{Name: "roots"}, func(ctx context.Context, req *mcp.GetPromptRequest) (*mcp.GetPromptResult, error) {
		return &mcp.GetPromptResult{InputRequests: hd.list(ctx, req)}, nil
	})
	server.AddResource(&mcp.Resource{Name: "roots", URI: "test://roots"}, func(ctx context.Context, req *mcp.ReadResourceRequest) (*mcp.ReadResourceResult, error) {
		if ask := hd.list(ctx, req); ask != nil {
			return &mcp.ReadResourceResult{InputRequests: ask}, nil
		}
		return &mcp.ReadResourceResult{Contents: []*mcp.ResourceContents{{URI: req.Params.URI, Text: "done"}}}, nil
	})
	clientSide, serverSide := mcp.NewInMemoryTransports()
	served, err := server.Connect(t.Context(), altered{serverSide, alter}, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer served.Close()
	session, err := client.Connect(t.Context(), clientSide, &mcp.ClientSessionOptions{ProtocolVersion: revision})
	if err != nil {
		t.Fatal(err)
	}
	defer session.Close()
	return hd, do(t.Context(), session)
}

func callTool(ctx context.Context, session *mcp.ClientSession) error {
	_, err := session.CallTool(ctx, &mcp.CallToolParams{Name: "roots", Arguments: map[string]any{}})
	return err
}

// altered is a transport that changes the messages that it reads.
type altered struct {
	mcp.Transport
	alter func([]byte) []byte
}

type alteredConnection struct {
	mcp.Connection
	alter func([]byte) []byte
}

func (a altered) Connect(ctx context.Context) (mcp.Connection, error) {
	connection, err := a.Transport.Connect(ctx)
	if err != nil || a.alter == nil {
		return connection, err
	}
	return alteredConnection{connection, a.alter}, nil
}

func (a alteredConnection) Read(ctx context.Context) (jsonrpc.Message, error) {
	message, err := a.Connection.Read(ctx)
	if err != nil {
		return nil, err
	}
	text, err := jsonrpc.EncodeMessage(message)
	if err != nil {
		return nil, err
	}
	return jsonrpc.DecodeMessage(a.alter(text))
}

func replace(old, new string) func([]byte) []byte {
	return func(text []byte) []byte { return bytes.ReplaceAll(text, []byte(old), []byte(new)) }
}

func newClient(t *testing.T, roots ...host.Root) *mcp.Client {
	t.Helper()
	client := mcp.NewClient(&mcp.Implementation{Name: "client", Version: "1"}, nil)
	if err := gosdk.AddRoots(t.Context(), shared, client, host.POSIX, roots...); err != nil {
		t.Fatal(err)
	}
	return client
}

func withoutRoots() *mcp.Client {
	return mcp.NewClient(&mcp.Implementation{Name: "client", Version: "1"}, &mcp.ClientOptions{Capabilities: &mcp.ClientCapabilities{}})
}

func TestAServerGetsTheRootsInBothErasAndFromEveryKindOfHandler(t *testing.T) {
	kinds := map[string]func(context.Context, *mcp.ClientSession) error{
		"tool": callTool,
		"prompt": func(ctx context.Context, session *mcp.ClientSession) error {
			_, err := session.GetPrompt(ctx, &mcp.GetPromptParams{Name: "roots"})
			return err
		},
		"resource": func(ctx context.Context, session *mcp.ClientSession) error {
			_, err := session.ReadResource(ctx, &mcp.ReadResourceParams{URI: "test://roots"})
			return err
		},
	}
	for _, revision := range eras {
		for kind, do := range kinds {
			t.Run(revision+" "+kind, func(t *testing.T) {
				client := newClient(t, host.Root{Path: "/home/user/my project", Name: "My project"}, host.Root{Path: "/home/user/项目"})
				hd, err := talk(t, client, revision, nil, do)
				if err != nil || hd.err != nil {
					t.Fatal(err, hd.err)
				}
				want := []host.Root{
					{Index: 0, URI: "file:///home/user/%E9%A1%B9%E7%9B%AE", Path: "/home/user/项目", Platform: host.POSIX},
					{Index: 1, URI: "file:///home/user/my%20project", Path: "/home/user/my project", Name: "My project", Platform: host.POSIX},
				}
				if hd.listing.Status != host.StatusOK || !slices.Equal(hd.listing.Roots, want) || hd.listing.Refusal != nil {
					t.Errorf("got %+v", hd.listing)
				}
				if calls := map[string]int{eras[0]: 1, eras[1]: 2}[revision]; hd.calls != calls {
					t.Errorf("the handler was called %d times, want %d", hd.calls, calls)
				}
			})
		}
	}
}

func TestWhatAClientAnswersHasAStatus(t *testing.T) {
	good := host.Root{Path: "/w"}
	for _, tt := range []struct {
		name   string
		client *mcp.Client
		alter  func([]byte) []byte
		status host.Status
		codes  []string
	}{
		{"no roots", newClient(t), nil, host.StatusEmpty, nil},
		{"no capability", withoutRoots(), nil, host.StatusUnsupported, nil},
		{"a bad URI beside a good one", newClient(t, good, host.Root{Path: "/canary"}), replace("file:///canary", "file:///canary#x"), host.StatusOK, []string{"uri-fragment"}},
		{"only a bad URI", newClient(t, good), replace("file:///w", "https://canary"), host.StatusInvalid, []string{"uri-scheme-not-file"}},
		{"null for a root", newClient(t, good), replace(`[{"uri":"file:///w"}]`, `[null]`), host.StatusInvalid, []string{"root-not-object"}},
	} {
		for _, revision := range eras {
			t.Run(revision+" "+tt.name, func(t *testing.T) {
				hd, err := talk(t, tt.client, revision, tt.alter, callTool)
				if err != nil || hd.err != nil {
					t.Fatal(err, hd.err)
				}
				var codes []string
				for _, d := range hd.listing.Diagnostics {
					if d.Severity == "error" {
						codes = append(codes, d.Code)
					}
				}
				if hd.listing.Status != tt.status || !slices.Equal(codes, tt.codes) {
					t.Errorf("status %s, codes %v; want %s, %v", hd.listing.Status, codes, tt.status, tt.codes)
				}
			})
		}
	}
}

func TestAnErrorOfTheClientIsAStatusUpTo2025(t *testing.T) {
	for code, status := range map[string]host.Status{"-32601": host.StatusUnsupported, "-32603": host.StatusRefused} {
		alter := func(text []byte) []byte {
			var response struct{ ID, Result json.RawMessage }
			if json.Unmarshal(text, &response) != nil || !bytes.Contains(response.Result, []byte(`"roots":`)) {
				return text
			}
			return []byte(`{"jsonrpc":"2.0","id":` + string(response.ID) + `,"error":{"code":` + code + `,"message":"canary"}}`)
		}
		hd, err := talk(t, newClient(t, host.Root{Path: "/w"}), eras[0], alter, callTool)
		if err != nil || hd.err != nil {
			t.Fatal(err, hd.err)
		}
		if hd.listing.Status != status {
			t.Errorf("%s: status %s, want %s", code, hd.listing.Status, status)
		}
	}
}

func TestAnAnswerThatTheSDKCanNotDecodeIsInvalidAndNotQuoted(t *testing.T) {
	hd, err := talk(t, newClient(t, host.Root{Path: "/w"}), eras[0], replace(`"roots":[{"uri":"file:///w"}]`, `"roots":"canary"`), callTool)
	if err != nil || hd.err != nil {
		t.Fatal(err, hd.err)
	}
	if hd.listing.Status != host.StatusInvalid {
		t.Errorf("status %s", hd.listing.Status)
	}
}

func TestAServerThatNeedsRootsCanRefuseAsTheProtocolWants(t *testing.T) {
	hd, err := talk(t, withoutRoots(), eras[1], nil, callTool)
	if err != nil || hd.err != nil {
		t.Fatal(err, hd.err)
	}
	refusal := hd.listing.Refusal
	if refusal == nil || refusal.Code != -32021 || string(refusal.Data) != `{"requiredCapabilities":{"roots":{}}}` {
		t.Errorf("refusal %+v", refusal)
	}
	if hd, err = talk(t, withoutRoots(), eras[0], nil, callTool); err != nil || hd.listing.Refusal != nil {
		t.Errorf("up to 2025-11-25 there is no such error: %v, %+v", err, hd.listing.Refusal)
	}
}

func TestOneRefusedRootAddsNone(t *testing.T) {
	client := newClient(t)
	err := gosdk.AddRoots(t.Context(), shared, client, host.POSIX, host.Root{Path: "/w"}, host.Root{URI: "file:///canary/../x"})
	var refused *host.Error
	if !errors.As(err, &refused) || strings.Contains(err.Error(), "canary") {
		t.Fatalf("error %v", err)
	}
	hd, err := talk(t, client, eras[0], nil, callTool)
	if err != nil || hd.listing.Status != host.StatusEmpty {
		t.Errorf("%v, %+v", err, hd.listing)
	}
}

func TestARootCanBeTakenBack(t *testing.T) {
	client := newClient(t, host.Root{Path: "/a b"}, host.Root{Path: "/w"})
	uris, err := shared.ToURI(t.Context(), []string{"/a b"}, host.POSIX)
	if err != nil {
		t.Fatal(err)
	}
	client.RemoveRoots(uris.Value[0].URI)
	hd, err := talk(t, client, eras[1], nil, callTool)
	if err != nil || len(hd.listing.Roots) != 1 || hd.listing.Roots[0].Path != "/w" {
		t.Errorf("%v, %+v", err, hd.listing)
	}
}

func TestListServesOnlyRequestsThatMayBeAnsweredWithRequests(t *testing.T) {
	server := mcp.NewServer(&mcp.Implementation{Name: "server", Version: "1"}, nil)
	var listed error
	server.AddReceivingMiddleware(func(next mcp.MethodHandler) mcp.MethodHandler {
		return func(ctx context.Context, method string, req mcp.Request) (mcp.Result, error) {
			if method == "tools/list" {
				_, _, listed = gosdk.List(ctx, shared, req)
			}
			return next(ctx, method, req)
		}
	})
	clientSide, serverSide := mcp.NewInMemoryTransports()
	served, err := server.Connect(t.Context(), serverSide, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer served.Close()
	session, err := newClient(t).Connect(t.Context(), clientSide, &mcp.ClientSessionOptions{ProtocolVersion: eras[1]})
	if err != nil {
		t.Fatal(err)
	}
	defer session.Close()
	_, _ = session.ListTools(t.Context(), nil) // the server has none
	if listed == nil {
		t.Error("List asks within tools/list")
	}
}
