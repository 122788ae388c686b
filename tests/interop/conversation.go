package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/tidwall/gjson"

	"github.com/mcproots/mcproots/host"
)

// A conversation is a client that reveals three good roots and a fourth, and a
// server whose tool asks for them.
type conversation struct {
	client, server peer
	revision       string
	fourth         fourth
}

func (c conversation) own() bool { return c.client.name == c.server.name }

// conversations pairs every client with every server that speaks its revision,
// and tries every fourth root where client and server are of one SDK.
func conversations(t toolchain, h *host.Host, update bool) (tasks []task) {
	good, err := revealed(t)
	there := peers(t)
	for _, client := range there {
		for _, revision := range client.revisions {
			for _, server := range there {
				if !slices.Contains(server.revisions, revision) {
					continue
				}
				for i, f := range fourths {
					c := conversation{client, server, revision, f}
					// A server of typed answers is worth trying with a client that lets everything pass.
					if i > 0 && !c.own() && !(server.typed && client.name == "typescript-2" && revision == embedded) {
						continue
					}
					tasks = append(tasks, task{c.String(), func() error {
						if err != nil {
							return err
						}
						return c.hold(t, h, good, update && i == 0)
					}})
				}
			}
		}
	}
	return tasks
}

func (c conversation) String() string {
	name := fmt.Sprintf("%s, %s client and %s server, %s", c.revision, c.client.name, c.server.name, c.fourth.name)
	if c.fourth.uri == "none" {
		return name
	}
	sent, _ := c.sent()
	name += ": " + string(sent) + " by the client's SDK"
	if received, _ := c.received(); received != sent {
		name += ", " + string(received) + " by the server's"
	}
	return name
}

// revealed reads the good roots.
func revealed(t toolchain) (roots []host.Root, err error) {
	text, err := os.ReadFile(filepath.Join(t.folder, "revealed.json"))
	if err == nil {
		err = json.Unmarshal(text, &roots)
	}
	return roots, err
}

// sent is what the client's SDK makes of the fourth root.
func (c conversation) sent() (fate, string) {
	if strings.HasPrefix(c.client.name, "python-") {
		return c.fourth.pydantic()
	}
	return kept, c.fourth.uri
}

// received is what the server's SDK leaves of it.
func (c conversation) received() (fate, string) {
	if sent, uri := c.sent(); sent == refused || !c.server.typed || c.revision != embedded {
		return sent, uri
	}
	return c.fourth.pydantic()
}

func (c conversation) hold(t toolchain, h *host.Host, good []host.Root, update bool) error {
	file, err := os.CreateTemp(t.scratch, "*.jsonl")
	if err != nil {
		return err
	}
	_ = file.Close()
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Minute)
	defer cancel()
	args := slices.Concat(c.client.client, []string{c.revision, filepath.Join(t.folder, "revealed.json"), c.fourth.uri, t.self, "tap", file.Name()}, c.server.server)
	var stdout, stderr bytes.Buffer
	command := exec.CommandContext(ctx, args[0], args[1:]...)
	command.Stdout, command.Stderr = &stdout, &stderr
	command.WaitDelay = 5 * time.Second
	failure := command.Run()

	wire, err := os.ReadFile(file.Name())
	if err != nil {
		return err
	}
	if err := c.judge(h, good, wire, strings.ReplaceAll(stdout.String(), "\r", ""), failure); err != nil {
		return fmt.Errorf("%w\nthe client said:\n%s%.2000s\non the wire:\n%s", err, stdout.Bytes(), stderr.Bytes(), wire)
	}
	if !c.own() || c.fourth.name != fourths[0].name {
		return nil
	}
	return c.compare(t, wire, update)
}

// judge says what is wrong with the text that the client printed and with what
// went over the wire.
func (c conversation) judge(h *host.Host, good []host.Root, wire []byte, text string, failure error) error {
	sent, uri := c.sent()
	received, left := c.received()
	if (sent == refused || received == refused) && c.revision == embedded {
		// The client has nobody to tell but its own caller, and a server's SDK refuses the request as a whole.
		if failure == nil {
			return errors.New("the call succeeded in spite of a URI that an SDK refuses")
		}
		return c.wire(h, wire, sent, uri)
	}
	if failure != nil {
		return fmt.Errorf("the client failed: %w", failure)
	}
	if want := c.text(good, sent, received, left); strings.TrimSpace(text) != want {
		return fmt.Errorf("want the text\n%s", want)
	}
	return c.wire(h, wire, sent, uri)
}

// text is the answer of the server's tool.
func (c conversation) text(good []host.Root, sent, received fate, left string) string {
	switch {
	case c.fourth.uri == "none":
		return "unsupported\nNo roots"
	case sent == refused:
		return "refused\nNo roots"
	}
	type root struct{ sent, uri, name string }
	roots := []root{}
	for _, r := range good {
		roots = append(roots, root{r.URI, r.URI, r.Name})
	}
	_, uri := c.sent()
	roots = append(roots, root{uri, left, "work"})
	if c.client.sorts {
		slices.SortFunc(roots, func(a, b root) int { return strings.Compare(a.sent, b.sent) })
	}
	lines := []string{"ok"}
	for _, r := range roots {
		if r.name != "work" || received == rewritten {
			lines = append(lines, fmt.Sprintf("- %s (%s)", r.uri, r.name))
		}
	}
	if received == kept {
		at := slices.IndexFunc(roots, func(r root) bool { return r.name == "work" })
		lines = append(lines, fmt.Sprintf("! %s/roots/%d/uri: %s", map[string]string{handshake: "/result"}[c.revision], at, c.fourth.code))
	}
	return strings.Join(lines, "\n")
}

// wire checks every message as it was sent.
func (c conversation) wire(h *host.Host, wire []byte, sent fate, uri string) error {
	asked, answered := 0, 0
	for i, line := range bytes.Split(bytes.TrimSpace(wire), []byte("\n")) {
		report, err := h.Check(context.Background(), host.CheckInput{Message: line, Revision: c.revision})
		if err != nil {
			return fmt.Errorf("line %d: %w", i+1, err)
		}
		message := gjson.ParseBytes(line)
		if message.Get("method").Str == "roots/list" || message.Get("result.inputRequests").Exists() {
			asked++
		}
		roots := message.Get("result.roots")
		if responses := message.Get("params.inputResponses"); responses.Exists() {
			responses.ForEach(func(_, response gjson.Result) bool {
				roots = response.Get("roots")
				return false
			})
		}
		want := []string{}
		if roots.Exists() {
			answered++
			if got := roots.Get(`#(name=="work").uri`).Str; got != uri {
				return fmt.Errorf("line %d: the client's SDK sent another URI than %s", i+1, uri)
			}
			if sent == kept {
				want = append(want, c.fourth.code)
			}
		}
		if got := errorCodes(report.Diagnostics); !slices.Equal(got, want) || report.Value.Valid != (len(want) == 0) {
			return fmt.Errorf("line %d: the check says valid: %t, %v; want %v", i+1, report.Value.Valid, got, want)
		}
	}
	wantAsked, wantAnswered := 1, 1
	if c.fourth.uri == "none" {
		wantAsked = 0
	}
	if c.fourth.uri == "none" || sent == refused {
		wantAnswered = 0
	}
	if asked != wantAsked || answered != wantAnswered {
		return fmt.Errorf("asked %d times and answered %d, want %d and %d", asked, answered, wantAsked, wantAnswered)
	}
	return nil
}

func errorCodes(diagnostics []host.Diagnostic) []string {
	codes := []string{}
	for _, d := range diagnostics {
		if d.Severity == "error" {
			codes = append(codes, d.Code)
		}
	}
	return codes
}

// compare holds a captured session to the one that is kept, which the vectors
// are made from.
func (c conversation) compare(t toolchain, wire []byte, update bool) error {
	name := "session-" + c.revision
	if c.client.name != peerNames[0] { // the first of all is the one that documents show
		name += "-" + c.client.name
	}
	file := filepath.Join(t.sessions, name+".jsonl")
	if update {
		return os.WriteFile(file, wire, 0o644)
	}
	want, err := os.ReadFile(file)
	if err == nil && !bytes.Equal(wire, want) {
		err = errors.New("the SDKs talk otherwise than when it was captured")
	}
	if err != nil {
		return fmt.Errorf("%s: %w; run.sh -update writes it anew:\n%s", filepath.Base(file), err, wire)
	}
	return nil
}
