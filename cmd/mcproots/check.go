package main

import (
	"bytes"
	"context"

	"github.com/spf13/cobra"

	"github.com/mcproots/mcproots/host"
	"github.com/mcproots/mcproots/wasm/scan"
)

// What the core lets a caller choose. A test holds these against the engine.
var (
	revisions = []string{"2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25", "2026-07-28"}
	profiles  = []string{"strict", "protocol"}
	platforms = []string{"auto", "posix", "windows"}
	kinds     = []string{"request", "result", "response", "error", "notification", "capabilities", "initialize", "input_required", "retry", "batch", "config"}
)

// checkOptions are the flags of the commands that check messages.
type checkOptions struct {
	revision, profile, kind, platform string
	format, failOn, stdinName         string
	values, quiet                     bool
}

func (o *checkOptions) define(cmd *cobra.Command) {
	flags := cmd.Flags()
	o.profile, o.platform, o.format, o.failOn = "strict", "auto", "human", "error"
	choose(cmd, flags, &o.revision, "revision", revisions, "the protocol's revision; by default what the message says or can only be in:")
	choose(cmd, flags, &o.profile, "profile", profiles, "strict: also what makes a URI ambiguous or dangerous;\nprotocol: what the revision requires, no more:")
	choose(cmd, flags, &o.platform, "platform", platforms, "whose rules the paths follow; auto: a root with a drive is Windows's:")
	choose(cmd, flags, &o.format, "format", formats, "the output's format:")
	choose(cmd, flags, &o.failOn, "fail-on", []string{"error", "warning", "info", "never"}, "the least severity that makes the exit code 1:")
	flags.BoolVar(&o.values, "values", false, "let machine formats show submitted values:\nsuggested URIs and the roots themselves")
	flags.StringVar(&o.stdinName, "stdin-filename", "<stdin>", "the `name` that standard input has in the output")
	flags.BoolVarP(&o.quiet, "quiet", "q", false, "show findings only, no summary")
}

func (p *program) checkCommand() *cobra.Command {
	var o checkOptions
	cmd := &cobra.Command{
		Use:     "check [FILE|PATTERN|-]...",
		GroupID: "check",
		Short:   "Check messages, transcripts and configurations",
		Long: `Check any document about MCP roots, and say where it is wrong, why, and how to
mend it. A document is

  - one message: roots/list request, result, JSON-RPC response or error,
    notification, capabilities, initialize, InputRequiredResult, retried call, batch
  - a transcript of a whole session, one message on each line; a log may write
    before and after it, or into an object that holds it. The negotiated revision
    counts for the lines after it; messages that are not about roots are passed over
  - MCP Inspector's mcp.json

Without arguments, and for "-", standard input is read. Patterns may hold *, ?,
[...], {a,b} and **; one that matches nothing is an error.

` + exitCodes,
		Example: `  mcproots check roots.json
  mcproots check --revision 2025-06-18 --fail-on warning 'captures/**/*.jsonl'
  my-server 2>&1 | mcproots check --stdin-filename session.log -
  mcproots check --format sarif mcp.json > mcproots.sarif
  mcproots check --format github roots.json       in a GitHub workflow`,
		RunE: func(cmd *cobra.Command, args []string) error {
			if p.waitsForTyping(args) {
				return p.showHelp(cmd)
			}
			return p.check(cmd.Context(), o, args)
		},
	}
	o.define(cmd)
	choose(cmd, cmd.Flags(), &o.kind, "kind", kinds, "what the document is; by default what it looks like:")
	return cmd
}

func (p *program) requestCommand() *cobra.Command {
	return p.kindCommand("request", "request", "Check a roots/list request",
		`Check that a document is a roots/list request: the JSON-RPC request of the
revisions up to 2025-11-25, or the bare {"method","params"} object that 2026-07-28
puts into an InputRequiredResult. Of a transcript, each line must be one.`,
		`  mcproots request request.json
  echo '{"method":"roots/list","params":{}}' | mcproots request --revision 2026-07-28`)
}

func (p *program) responseCommand() *cobra.Command {
	return p.kindCommand("response", "", "Check an answer to roots/list",
		`Check that a document is an answer to roots/list: a JSON-RPC response with a result
or an error, or a bare ListRootsResult. The output also says what the answer comes
to for a server: ok, empty, unsupported, refused or invalid. Of a transcript, each
line must be one.`,
		`  mcproots response answer.json
  echo '{"roots":[{"uri":"file:///srv/app"}]}' | mcproots response`)
}

// kindCommand is check for documents that must be one thing.
func (p *program) kindCommand(name, kind, short, long, example string) *cobra.Command {
	o := checkOptions{kind: kind}
	cmd := &cobra.Command{
		Use:     name + " [FILE|PATTERN|-]...",
		GroupID: "check",
		Short:   short,
		Long:    long + "\n\n" + exitCodes,
		Example: example,
		RunE: func(cmd *cobra.Command, args []string) error {
			if p.waitsForTyping(args) {
				return p.showHelp(cmd)
			}
			return p.checkWith(cmd.Context(), o, args, kind == "")
		},
	}
	o.define(cmd)
	return cmd
}

func (p *program) check(ctx context.Context, o checkOptions, args []string) error {
	return p.checkWith(ctx, o, args, false)
}

// checkWith checks all inputs. One that can't be read doesn't stop the others, but
// the run then has no verdict.
func (p *program) checkWith(ctx context.Context, o checkOptions, args []string, answers bool) error {
	sources, err := p.sources(args, o.stdinName)
	if err != nil {
		return err
	}
	engine, err := p.host(ctx)
	if err != nil {
		return err
	}
	c := &checker{program: p, checkOptions: o, engine: engine, answers: answers, tells: o.format == "human" || o.format == "concise"}
	c.reporter = c.newReporter()
	c.progress = newProgress(p, o.quiet)
	var first error
	for _, s := range sources {
		f := &fileReport{name: s.name, stdin: s.stdin}
		f.err = c.source(ctx, s, f)
		c.progress.clear()
		if first == nil {
			first = f.err
		}
		if f.err != nil && c.tells && len(sources) > 1 {
			p.complain(f.err.Error())
		}
		c.total.add(f)
		c.reporter.end(f)
	}
	if err := c.reporter.close(&c.total); err != nil {
		return err
	}
	switch {
	case first != nil && (len(sources) > 1 && c.tells || o.format == "github"): // told above
		return failure("unreadable", "%d of %d inputs could not be checked", c.total.unread, len(sources))
	case first != nil:
		return first
	case c.total.reaches(o.failOn):
		return errFindings
	}
	return nil
}

// A checker checks inputs one after the other.
type checker struct {
	*program
	checkOptions
	engine   *host.Host
	answers  bool // documents must be answers to roots/list
	tells    bool // of an unreadable input as soon as it is met; the other formats hold it
	reporter reporter
	progress *progress
	total    total
}

// shows tells whether the output may hold submitted values: a person has the file
// anyway.
func (c *checker) shows() bool { return c.values || c.format == "human" }

// A text is what a message stands in: a document, or a line of a transcript.
type text struct {
	body   []byte
	start  int // where the message starts in body
	end    int
	offset int // of body in the file
	line   int // of body in the file, from 0
}

// message checks one message and reports what is found.
func (c *checker) message(ctx context.Context, f *fileReport, t text, kind, revision string) (host.Report, error) {
	message := t.body[t.start:t.end]
	reply, err := c.engine.Check(ctx, host.CheckInput{
		Message: message, Kind: kind, Revision: revision, Profile: c.profile, Platform: host.Platform(c.platform),
		NoRoots: !c.values, Values: c.shows(),
	})
	if err != nil {
		return reply.Value, engineFault(err)
	}
	if reply.Value.Kind == "other" && len(reply.Diagnostics) == 0 {
		return reply.Value, nil
	}
	var place scan.Place
	place.Advance(t.body, t.start)
	m := checkedMessage{line: t.line + place.Line, Report: reply.Value}
	if c.answers {
		if m.status, err = c.status(ctx, message, revision); err != nil {
			return reply.Value, err
		}
	}
	f.messages = append(f.messages, m)
	f.summary.add(reply.Value.Summary)
	for _, d := range reply.Diagnostics {
		c.reporter.finding(f, locate(t, place, d))
	}
	c.progress.tick(&c.total, f)
	return reply.Value, nil
}

// status is what an answer comes to for a server.
func (c *checker) status(ctx context.Context, message []byte, revision string) (string, error) {
	read, err := c.engine.Read(ctx, host.ReadInput{Message: message, Revision: revision, Platform: host.Platform(c.platform)})
	if err != nil {
		return "", engineFault(err)
	}
	return string(read.Value.Status), nil
}

// source checks one input, as a document or as a transcript.
func (c *checker) source(ctx context.Context, s source, f *fileReport) error {
	r, err := c.open(s)
	if err != nil {
		return err
	}
	defer r.Close()
	in, err := newLines(s.name, r)
	if err != nil {
		return err
	}
	if in.transcript() && (in.more || len(bytes.TrimSpace(in.head)) > 0) { // an empty one is an empty document
		return c.transcript(ctx, f, in)
	}
	body, err := readAll(s.name, in.rest, in.head)
	if err != nil {
		return err
	}
	f.bytes = int64(len(body))
	return c.document(ctx, f, body)
}

func (c *checker) document(ctx context.Context, f *fileReport, body []byte) error {
	t := text{body: body, end: len(body)}
	for t.start < len(body) && isSpace(body[t.start]) {
		t.start++
	}
	if t.start == len(body) {
		t.start = 0 // an empty document: the core says so
	}
	kind := c.kind
	if c.answers {
		kind = answerKind(body)
	}
	report, err := c.message(ctx, f, t, kind, c.revision)
	if err == nil && len(f.messages) == 0 && report.Kind == "other" {
		f.passedOver++
	}
	return err
}

// isSpace is RFC 8259's whitespace.
func isSpace(b byte) bool { return b == ' ' || b == '\t' || b == '\n' || b == '\r' }
