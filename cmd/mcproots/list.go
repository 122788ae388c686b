package main

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"
	"github.com/tidwall/gjson"

	"github.com/mcproots/mcproots/host"
)

func (p *program) listCommand() *cobra.Command {
	format := "human"
	cmd := &cobra.Command{
		Use:     "list [FILE|-]",
		GroupID: "check",
		Short:   "Print the roots of an answer as the list that people read",
		Long: `Print the roots of an answer to roots/list, one line for each: "- URI (name)". What
could deceive a reader is made visible. The document is a ListRootsResult, a JSON-RPC
response, a retried call with its answers, or a transcript of a session; of one with
more than one answer, each is printed. What is no list is told with its first reason
(in JSON as noLists); mcproots check tells all.

` + exitCodes,
		Example: `  mcproots list roots.json
  mcproots list session.jsonl
  echo '{"roots":[{"uri":"file:///srv/app","name":"App"}]}' | mcproots list`,
		Args: atMost(1, "one document"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if p.waitsForTyping(args) {
				return p.showHelp(cmd)
			}
			return p.list(cmd.Context(), args, format)
		},
	}
	choose(cmd, cmd.Flags(), &format, "format", []string{"human", "json"}, "the output's format:")
	return cmd
}

// A jsonList is one list of roots.
type jsonList struct {
	Line int    `json:"line"`
	Text string `json:"text"`
}

// A jsonNoList is an answer that is no list of roots, and why.
type jsonNoList struct {
	Line    int    `json:"line"`
	Code    string `json:"code,omitempty"`
	Pointer string `json:"pointer"`
	Message string `json:"message"`
}

func (p *program) list(ctx context.Context, args []string, format string) error {
	answers, name, err := p.answers(args)
	if err != nil {
		return err
	}
	h, err := p.host(ctx)
	if err != nil {
		return err
	}
	lists, others := []jsonList{}, []jsonNoList{}
	for _, a := range answers {
		reply, err := h.Describe(ctx, a.result)
		var fault *host.Error
		if errors.As(err, &fault) && fault.Code != -32603 {
			other := jsonNoList{Line: a.line, Message: fault.Message}
			if len(fault.Diagnostics) > 0 {
				d := fault.Diagnostics[0]
				other = jsonNoList{a.line, d.Code, d.Pointer, d.Message}
			}
			others = append(others, other)
			continue
		}
		if err != nil {
			return engineFault(err)
		}
		lists = append(lists, jsonList{a.line, strings.TrimRight(reply.Value, "\n")})
	}
	if err := p.showLists(name, lists, others, len(answers) > 1, format); err != nil {
		return err
	}
	if len(others) > 0 {
		return errFindings
	}
	return nil
}

func (p *program) showLists(name string, lists []jsonList, others []jsonNoList, headings bool, format string) error {
	if format == "json" {
		return writeJSON(p.out, struct {
			Format  string       `json:"format"`
			Tool    jsonTool     `json:"tool"`
			Lists   []jsonList   `json:"lists"`
			NoLists []jsonNoList `json:"noLists"`
		}{listFormat, thisTool(), lists, others})
	}
	for _, o := range others {
		what := o.Message
		if o.Code != "" {
			what += fmt.Sprintf(" (%s at %s)", o.Code, orDocument(o.Pointer))
		}
		p.complain(fmt.Sprintf("%s:%d: this is no list of roots: %s", name, o.Line, what))
	}
	for _, list := range lists {
		if headings {
			fmt.Fprintf(p.out, "%s:%d:\n", shownName(name), list.Line)
		}
		for _, line := range strings.Split(list.Text, "\n") {
			fmt.Fprintln(p.out, visible(line))
		}
	}
	return nil
}

// A placedAnswer is what a client answered to roots/list, and where that stands.
type placedAnswer struct {
	line   int
	result []byte
}

// answers finds the answers in a document or a transcript.
func (p *program) answers(args []string) (all []placedAnswer, name string, err error) {
	sources, err := p.sources(args, "<stdin>")
	if err != nil {
		return nil, "", err
	}
	name = sources[0].name
	if len(sources) > 1 {
		return nil, "", usage("the pattern matches %d files; name one", len(sources))
	}
	r, err := p.open(sources[0])
	if err != nil {
		return nil, "", err
	}
	defer r.Close()
	in, err := newLines(name, r)
	if err != nil {
		return nil, "", err
	}
	if !in.transcript() {
		document, err := readAll(name, in.rest, in.head)
		if err != nil {
			return nil, "", err
		}
		if all = answersIn(document, 1, true); len(all) == 0 {
			all = []placedAnswer{{1, document}} // the engine says why it is none
		}
		return all, name, nil
	}
	s := newSession()
	_, err = in.each(func(t text) error {
		if start, end, _ := findMessage(t.body); end > 0 && gjson.ValidBytes(t.body[start:end]) {
			message := t.body[start:end]
			kind, _ := s.read(gjson.ParseBytes(message))
			all = append(all, answersIn(message, t.line+1, kind == "response")...)
		}
		return nil
	})
	if err == nil && len(all) == 0 {
		err = failure("no-roots", "%s holds no answer to roots/list", name)
	}
	return all, name, err
}

// answersIn finds the answers in one message: a response's result, the answers of
// a retried call, or a bare result. certain tells that the message is an answer.
func answersIn(message []byte, line int, certain bool) (all []placedAnswer) {
	if !gjson.ValidBytes(message) {
		return nil
	}
	v := gjson.ParseBytes(message)
	add := func(v gjson.Result) { all = append(all, placedAnswer{line, []byte(v.Raw)}) }
	switch result := v.Get("result"); {
	case result.Get("roots").Exists(), result.Exists() && certain:
		add(result)
	case v.Get("roots").IsArray() && !v.Get("jsonrpc").Exists():
		add(v)
	}
	for _, path := range []string{"params.inputResponses", "inputResponses"} {
		v.Get(path).ForEach(func(_, v gjson.Result) bool {
			if v.Get("roots").Exists() {
				add(v)
			}
			return true
		})
	}
	return all
}
