package main

import (
	"encoding/base64"
	"encoding/json"
	"errors"
	"io"
	"net"
	"net/http"
	"net/url"
	"strings"

	"github.com/mcproots/mcproots/host"
)

const (
	revision = "2026-07-28"
	maxBody  = 1 << 20

	metaVersion      = "io.modelcontextprotocol/protocolVersion"
	metaCapabilities = "io.modelcontextprotocol/clientCapabilities"
	metaServer       = "io.modelcontextprotocol/serverInfo"
)

// Codes of errors, 2026-07-28 basic/index "Error Codes".
const (
	codeParse              = -32700
	codeInvalidRequest     = -32600
	codeMethodNotFound     = -32601
	codeInvalidParams      = -32602
	codeInternal           = -32603
	codeHeaderMismatch     = -32020
	codeMissingCapability  = -32021
	codeUnsupportedVersion = -32022
)

// A fault is a JSON-RPC error on its way to the client.
type fault struct {
	Code    int    `json:"code"`
	Message string `json:"message"`
	Data    any    `json:"data,omitempty"`
}

func (f *fault) Error() string { return f.Message }

// status is the HTTP status of the response that carries the error,
// 2026-07-28 basic/transports/streamable-http.
func (f *fault) status() int {
	switch f.Code {
	case codeMethodNotFound:
		return http.StatusNotFound
	case codeInternal:
		return http.StatusInternalServerError
	}
	return http.StatusBadRequest
}

// A message is a JSON-RPC request or notification.
type message struct {
	JSONRPC string          `json:"jsonrpc"`
	ID      json.RawMessage `json:"id"`
	Method  string          `json:"method"`
	Params  params          `json:"params"`
}

// params are the members of params that this server reads.
type params struct {
	Meta           map[string]json.RawMessage `json:"_meta"`
	Name           string                     `json:"name"`
	URI            string                     `json:"uri"`
	InputResponses json.RawMessage            `json:"inputResponses"`
	RequestState   string                     `json:"requestState"`
}

type server struct {
	h    *host.Host
	seal sealer
}

func newServer(h *host.Host) http.Handler {
	s := &server{h: h, seal: newSealer()}
	mux := http.NewServeMux()
	mux.HandleFunc("POST /mcp", s.post)
	return local(mux)
}

// local refuses what another site's page sends to this machine: DNS rebinding.
func local(next http.Handler) http.Handler {
	ours := func(host string) bool {
		if name, _, err := net.SplitHostPort(host); err == nil {
			host = name
		}
		return host == "localhost" || host == "127.0.0.1" || host == "[::1]" || host == "::1"
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		origin, err := url.Parse(r.Header.Get("Origin"))
		if !ours(r.Host) || err != nil || r.Header.Get("Origin") != "" && !ours(origin.Host) {
			http.Error(w, "this server serves its own machine", http.StatusForbidden)
			return
		}
		next.ServeHTTP(w, r)
	})
}

func (s *server) post(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxBody))
	if err != nil {
		http.Error(w, "the request is too large, or ended early", http.StatusBadRequest)
		return
	}
	m, result, err := s.answer(r, body)
	if err == nil && m.ID == nil {
		w.WriteHeader(http.StatusAccepted)
		return
	}
	response, status := map[string]any{"jsonrpc": "2.0", "result": result}, http.StatusOK
	if err != nil {
		f := new(fault)
		if !errors.As(err, &f) { // an engine's fault: its text is not the client's business
			f = &fault{Code: codeInternal, Message: "Internal error"}
		}
		response, status = map[string]any{"jsonrpc": "2.0", "error": f}, f.status()
	}
	if m.ID != nil {
		response["id"] = m.ID
	}
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(response)
}

// answer carries out one message.
func (s *server) answer(r *http.Request, body []byte) (m message, result any, err error) {
	// The module reads the document first: strict JSON, no member twice, and
	// everything that the protocol says of messages with roots in them.
	report, err := s.h.Check(r.Context(), host.CheckInput{Message: body, Revision: revision, Profile: "protocol", NoRoots: true})
	if err != nil {
		return m, nil, err
	}
	if json.Unmarshal(body, &m) != nil {
		var envelope struct{ ID json.RawMessage }
		if json.Unmarshal(body, &envelope) != nil {
			return m, nil, &fault{Code: codeParse, Message: "The body is not a JSON-RPC request or notification"}
		}
		return message{ID: envelope.ID}, nil, &fault{Code: codeInvalidParams, Message: "The message has members of a wrong type"}
	}
	if m.JSONRPC != "2.0" || m.Method == "" || string(m.ID) == "null" {
		return message{}, nil, &fault{Code: codeInvalidRequest, Message: "The body is not a JSON-RPC request or notification"}
	}
	if m.ID == nil {
		return m, nil, nil // of the notifications of this revision, none concerns this server
	}
	if err := s.envelope(r.Header, m); err != nil {
		return m, nil, err
	}
	run, ok := methods[m.Method]
	if !ok {
		return m, nil, &fault{Code: codeMethodNotFound, Message: "Method not found"}
	}
	if !report.Value.Valid {
		return m, nil, &fault{Code: codeInvalidParams, Message: "Invalid message", Data: findings(report.Diagnostics)}
	}
	result, err = run(s, r.Context(), m)
	return m, result, err
}

// findings are the errors among diagnostics; they hold nothing of the message.
func findings(diagnostics []host.Diagnostic) []map[string]string {
	var out []map[string]string
	for _, d := range diagnostics {
		if d.Severity == "error" {
			out = append(out, map[string]string{"code": d.Code, "pointer": d.Pointer})
		}
	}
	return out
}

// envelope checks what every request of this revision carries: basic/index
// "Request metadata" and basic/transports/streamable-http "Request headers".
func (s *server) envelope(header http.Header, m message) error {
	var (
		version      string
		capabilities map[string]json.RawMessage
	)
	if json.Unmarshal(m.Params.Meta[metaVersion], &version) != nil {
		return &fault{Code: codeInvalidParams, Message: "_meta holds no protocol version"}
	}
	if json.Unmarshal(m.Params.Meta[metaCapabilities], &capabilities) != nil || capabilities == nil {
		return &fault{Code: codeInvalidParams, Message: "_meta holds no client capabilities"}
	}
	want := map[string]string{"Mcp-Protocol-Version": version, "Mcp-Method": m.Method}
	switch m.Method {
	case "tools/call", "prompts/get":
		want["Mcp-Name"] = m.Params.Name
	case "resources/read":
		want["Mcp-Name"] = m.Params.URI
	}
	for name, value := range want {
		if plain(header.Get(name)) != value {
			return &fault{Code: codeHeaderMismatch, Message: "The header " + name + " and the body differ"}
		}
	}
	if version != revision {
		return &fault{Code: codeUnsupportedVersion, Message: "Unsupported protocol version", Data: map[string]any{"supported": []string{revision}, "requested": version}}
	}
	return nil
}

// plain decodes a header's value that is written in Base64 for its characters.
func plain(value string) string {
	if inner, ok := strings.CutPrefix(value, "=?base64?"); ok {
		if text, err := base64.StdEncoding.DecodeString(strings.TrimSuffix(inner, "?=")); err == nil {
			return string(text)
		}
	}
	return value
}
