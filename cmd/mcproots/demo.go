package main

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/spf13/cobra"
	"github.com/tidwall/gjson"

	"github.com/mcproots/mcproots/host"
)

func (p *program) demoCommand() *cobra.Command {
	return &cobra.Command{
		Use:     "demo",
		GroupID: "about",
		Short:   "Show the whole conversation about roots, message by message",
		Long: `Show how a client and a server talk about roots: as JSON-RPC requests up to revision
2025-11-25, and inside an input-required result in 2026-07-28. The engine builds each
message where it can, and checks each before it is shown.`,
		Example: `  mcproots demo
  mcproots demo --engine wasm                     the same, from the sandboxed module`,
		Args: atMost(0, "no argument"),
		RunE: func(cmd *cobra.Command, _ []string) error {
			h, err := p.host(cmd.Context())
			if err != nil {
				return err
			}
			d := &demo{program: p, ctx: cmd.Context(), h: h}
			d.requests()
			d.embedded()
			d.refused()
			d.say("\nNext: mcproots check FILE, mcproots contains --root DIR PATH, mcproots explain CODE.")
			return d.err
		},
	}
}

// A demo plays both sides. The first error ends it: err is kept and all later
// steps do nothing.
type demo struct {
	*program
	ctx context.Context
	h   *host.Host
	err error
}

// The cast: what the client reveals, and what a tool is asked for.
var (
	demoBefore = []host.Root{{Path: "/home/ada/engine", Name: "Engine"}}
	demoAfter  = []host.Root{{Path: "/home/ada/engine", Name: "Engine"}, {Path: "/home/ada/notes & ideas", Name: "Notes"}}
	demoPaths  = []string{"/home/ada/engine/src/mill.go", "/home/ada/engine2/secret.txt", "/home/ada/notes & ideas/../.ssh/id"}
)

func (d *demo) say(text string) {
	if d.err == nil {
		fmt.Fprintln(d.out, text)
	}
}

func (d *demo) chapter(title string) {
	d.say("\n" + d.styleOf(d.stdout).paint(bold, title))
}

// reply takes what an operation built.
func reply[T any](d *demo, build func() (host.Reply[T], error)) (value host.Reply[T]) {
	if d.err != nil {
		return value
	}
	value, err := build()
	if err != nil {
		d.err = engineFault(err)
	}
	return value
}

// send shows a message on its way, and what the check says of it.
func (d *demo) send(from, what, kind, revision string, message []byte) {
	if d.err != nil {
		return
	}
	s := d.styleOf(d.stdout)
	arrow := "client ──▶ server"
	if from == "server" {
		arrow = "client ◀── server"
	}
	fmt.Fprintf(d.out, "\n%s  %s\n", s.paint(blue, arrow), what)
	fmt.Fprintln(d.out, indented(visible(string(message)), 1<<20))
	if kind == "" {
		fmt.Fprintf(d.out, "  %s\n", s.paint(faint, "· not about roots"))
		return
	}
	report := reply(d, func() (host.Reply[host.Report], error) {
		return d.h.Check(d.ctx, host.CheckInput{Message: message, Kind: kind, Revision: revision, Values: true})
	})
	if d.err != nil {
		return
	}
	if report.Value.Valid {
		fmt.Fprintf(d.out, "  %s\n", s.paint(green, "✓ valid "+strings.ReplaceAll(report.Value.Kind, "_", "-")+", "+report.Value.Revision))
	}
	for _, x := range report.Diagnostics {
		fmt.Fprintf(d.out, "  %s %s", s.severity(x.Severity, map[string]string{"error": "✗", "warning": "!", "info": "·"}[x.Severity]+" "+x.Code+":"), x.Message)
		if x.Fix != "" {
			fmt.Fprintf(d.out, " Suggestion: %s", visible(x.Fix))
		}
		fmt.Fprintln(d.out)
	}
}

// object writes a message that no operation builds.
func object(members ...any) []byte {
	var b strings.Builder
	for i := 0; i < len(members); i += 2 {
		value, raw := members[i+1].(json.RawMessage)
		if !raw {
			value, _ = json.Marshal(members[i+1])
		}
		b.WriteString(map[bool]string{true: "{", false: ","}[i == 0])
		fmt.Fprintf(&b, "%q:%s", members[i], value)
	}
	return []byte(b.String() + "}")
}

// decide shows what the server makes of the roots.
func (d *demo) decide(roots []host.Root) {
	verdicts := reply(d, func() (host.Reply[[]host.Containment], error) {
		return d.h.Contains(d.ctx, host.ContainsInput{Roots: roots, Paths: demoPaths, Platform: host.POSIX})
	})
	s := d.styleOf(d.stdout)
	for i, c := range verdicts.Value {
		color, mark := red, "✗"
		if c.Inside() {
			color, mark = green, "✓"
		}
		d.say(fmt.Sprintf("  %s %s", s.paint(color, fmt.Sprintf("%s %-9s", mark, c.Verdict)), demoPaths[i]+"  ("+c.Reason+")"))
	}
}

// requests is the conversation up to revision 2025-11-25: client/roots.
func (d *demo) requests() {
	const revision = "2025-11-25"
	d.chapter("1. Up to revision 2025-11-25: the server asks in a request of its own")
	d.say("The client says at the start that it has roots.")
	capability := reply(d, func() (host.Reply[json.RawMessage], error) { return d.h.Capabilities(d.ctx, revision, true) })
	d.send("client", "initialize", "initialize", revision, object("jsonrpc", "2.0", "id", 1, "method", "initialize", "params", json.RawMessage(object(
		"protocolVersion", revision, "capabilities", capability.Value, "clientInfo", json.RawMessage(object("name", "demo-client", "version", "1.0"))))))
	d.send("server", "the agreed revision", "", revision, object("jsonrpc", "2.0", "id", 1, "result", json.RawMessage(object(
		"protocolVersion", revision, "capabilities", json.RawMessage(`{"tools":{}}`), "serverInfo", json.RawMessage(object("name", "demo-server", "version", "1.0"))))))
	d.send("client", "ready", "", revision, object("jsonrpc", "2.0", "method", "notifications/initialized"))
	before := d.ask(revision, 7, demoBefore)
	d.say("\nThe user opens a second folder, and the client says that the list has changed.")
	changed := reply(d, func() (host.Reply[json.RawMessage], error) { return d.h.ListChanged(d.ctx, revision) })
	d.send("client", "the list has changed", "notification", revision, changed.Value)
	after := d.ask(revision, 8, demoAfter)
	if d.err != nil {
		return
	}
	diff := reply(d, func() (host.Reply[host.Difference], error) {
		return d.h.Diff(d.ctx, host.DiffInput{Before: before, After: after, Revision: revision})
	})
	for _, r := range diff.Value.Added {
		d.say("  + added " + visible(r.URI))
	}
	d.say("\nThe server decides by the roots. Only \"inside\" is a yes:")
	d.decide(demoAfter)
}

// ask is one roots/list request with its answer; it returns the list in it.
func (d *demo) ask(revision string, id int, roots []host.Root) json.RawMessage {
	request := reply(d, func() (host.Reply[json.RawMessage], error) {
		return d.h.List(d.ctx, host.ListInput{Revision: revision, ID: json.RawMessage(fmt.Sprint(id))})
	})
	d.send("server", "which roots are there?", "request", revision, request.Value)
	answer := reply(d, func() (host.Reply[json.RawMessage], error) {
		return d.h.Answer(d.ctx, host.AnswerInput{Request: request.Value, Revision: revision, Roots: roots, ListChanged: true, Platform: host.POSIX})
	})
	d.send("client", "these", "response", revision, answer.Value)
	return json.RawMessage(gjson.GetBytes(answer.Value, "result").Raw)
}

// embedded is the conversation of revision 2026-07-28: basic/patterns/mrtr.
func (d *demo) embedded() {
	const revision, key = "2026-07-28", "client_roots"
	d.chapter("2. Revision 2026-07-28: the server asks inside the result of a call")
	d.say("The client says with every request that it has roots. There is no list-changed\nnotification any more, and roots are deprecated: they go on working.")
	capability := reply(d, func() (host.Reply[json.RawMessage], error) { return d.h.Capabilities(d.ctx, revision, false) })
	meta := json.RawMessage(object("io.modelcontextprotocol/protocolVersion", revision, "io.modelcontextprotocol/clientCapabilities", capability.Value))
	d.send("client", "a call", "retry", revision, d.toolCall(1, meta, nil))
	request := reply(d, func() (host.Reply[json.RawMessage], error) {
		return d.h.List(d.ctx, host.ListInput{Revision: revision})
	})
	required := reply(d, func() (host.Reply[json.RawMessage], error) {
		return d.h.InputRequired(d.ctx, host.InputRequiredInput{
			Requests: map[string]json.RawMessage{key: request.Value}, RequestState: "opaque", Capabilities: capability.Value, Method: "tools/call",
		})
	})
	d.send("server", "first I need your roots", "input_required", revision, object("jsonrpc", "2.0", "id", 1, "result", required.Value))
	result := reply(d, func() (host.Reply[json.RawMessage], error) { return d.h.Result(d.ctx, demoAfter, host.POSIX) })
	responses := json.RawMessage(object(key, result.Value))
	d.send("client", "the same call again, with the answer", "retry", revision, d.toolCall(2, meta, responses))
	submission := reply(d, func() (host.Reply[host.Submission], error) { return d.h.Response(d.ctx, responses, key, request.Value) })
	d.say(fmt.Sprintf("\nThe server reads the answer under its key: %s. Then it decides as before:", submission.Value.Status))
	d.decide(demoAfter)
	d.send("server", "the call's result", "", revision, object("jsonrpc", "2.0", "id", 2, "result", json.RawMessage(`{"resultType":"complete","content":[{"type":"text","text":"done"}]}`)))
}

func (d *demo) toolCall(id int, meta, responses json.RawMessage) []byte {
	members := []any{"name", "lint", "arguments", json.RawMessage(`{}`)}
	if responses != nil {
		members = append(members, "inputResponses", responses, "requestState", "opaque")
	}
	members = append(members, "_meta", meta)
	return object("jsonrpc", "2.0", "id", id, "method", "tools/call", "params", json.RawMessage(object(members...)))
}

// refused is what goes wrong most often.
func (d *demo) refused() {
	d.chapter("3. When it goes wrong")
	d.say("A client without roots: the server must not ask, it answers the call with an error.")
	request := reply(d, func() (host.Reply[json.RawMessage], error) { return d.h.List(d.ctx, host.ListInput{}) })
	supported := reply(d, func() (host.Reply[bool], error) {
		return d.h.Supported(d.ctx, request.Value, json.RawMessage(`{}`))
	})
	if r := supported.Refusal; r != nil {
		d.send("server", "I can't do without", "error", "2026-07-28", object("jsonrpc", "2.0", "id", 3, "error", json.RawMessage(object("code", r.Code, "message", r.Message, "data", r.Data))))
	}
	d.say("\nA client that sends what is no file URI: each reader would make another path of it.")
	d.send("client", "these", "response", "2025-11-25", object("jsonrpc", "2.0", "id", 9, "result", json.RawMessage(`{"roots":[{"uri":"/home/ada/engine"},{"uri":"file://home/ada/engine"},{"uri":"file:///home/ada/../root"}]}`)))
}
