package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os/exec"
	"reflect"
	"strings"
	"time"

	"github.com/mcproots/mcproots/host"
)

// A built message is one that the module made, and the type that reads it.
type built struct {
	Kind     string          `json:"kind"`
	Revision string          `json:"revision"`
	Message  json.RawMessage `json:"message"`
}

// A parsed message is what an SDK's own types make of one.
type parsed struct {
	Message json.RawMessage `json:"message"` // written again
	Refused bool            `json:"refused"`
}

// parsings gives each SDK's parser what the module builds, and the bad URIs.
func parsings(t toolchain, h *host.Host) (tasks []task) {
	messages, err := builtMessages(h)
	for _, p := range peers(t) {
		var readable []built
		for _, m := range messages {
			if m.Kind != "input_required" || m.Revision == p.revisions[len(p.revisions)-1] {
				readable = append(readable, m)
			}
		}
		name := fmt.Sprintf("the parser of %s reads %d messages that the module builds", p.name, len(readable))
		tasks = append(tasks, task{name, func() error {
			if err != nil {
				return err
			}
			return p.readsAll(readable)
		}}, task{fmt.Sprintf("the parser of %s: %s", p.name, p.fates()), p.meetsBadURIs})
	}
	return tasks
}

// parse runs the SDK's parser: a message a line in, a parsed one a line out.
func (p peer) parse(messages []built) ([]parsed, error) {
	var stdin, stdout, stderr bytes.Buffer
	encoder := json.NewEncoder(&stdin)
	encoder.SetEscapeHTML(false)
	for _, m := range messages {
		if err := encoder.Encode(m); err != nil {
			return nil, err
		}
	}
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Minute)
	defer cancel()
	command := exec.CommandContext(ctx, p.parser[0], p.parser[1:]...)
	command.Stdin, command.Stdout, command.Stderr = &stdin, &stdout, &stderr
	if err := command.Run(); err != nil {
		return nil, fmt.Errorf("%w\n%.2000s", err, stderr.Bytes())
	}
	var out []parsed
	for decoder := json.NewDecoder(&stdout); decoder.More(); {
		var m parsed
		if err := decoder.Decode(&m); err != nil {
			return nil, err
		}
		out = append(out, m)
	}
	if len(out) != len(messages) {
		return nil, fmt.Errorf("%d messages in, %d out", len(messages), len(out))
	}
	return out, nil
}

func (p peer) readsAll(messages []built) error {
	out, err := p.parse(messages)
	if err != nil {
		return err
	}
	var faults []error
	for i, m := range messages {
		var want, got any
		if out[i].Refused {
			faults = append(faults, fmt.Errorf("%s of %s is refused: %s", m.Kind, m.Revision, m.Message))
		} else if json.Unmarshal(m.Message, &want) != nil || json.Unmarshal(out[i].Message, &got) != nil || !reflect.DeepEqual(want, got) {
			faults = append(faults, fmt.Errorf("%s of %s comes out otherwise:\n in %s\nout %s", m.Kind, m.Revision, m.Message, out[i].Message))
		}
	}
	return errors.Join(faults...)
}

// parsedFate is what the SDK's types of a result do to a URI.
func (p peer) parsedFate(f fourth) (fate, string) {
	switch {
	case strings.HasPrefix(p.name, "python-"):
		return f.pydantic()
	case strings.HasPrefix(p.name, "typescript-") && !strings.HasPrefix(f.uri, "file://"):
		return refused, ""
	}
	return kept, f.uri
}

func (p peer) fates() string {
	var out []string
	for _, f := range fourths {
		if f.uri != "none" {
			does, _ := p.parsedFate(f)
			out = append(out, f.name+" "+string(does))
		}
	}
	return strings.Join(out, ", ")
}

func (p peer) meetsBadURIs() error {
	var messages []built
	for _, f := range fourths {
		if f.uri != "none" {
			messages = append(messages, built{"result", handshake, json.RawMessage(fmt.Sprintf(`{"roots":[{"uri":%q}]}`, f.uri))})
		}
	}
	out, err := p.parse(messages)
	if err != nil {
		return err
	}
	for i, f := range fourths[:len(messages)] {
		does, uri := p.parsedFate(f)
		if out[i].Refused != (does == refused) {
			return fmt.Errorf("%s: refused is %t", f.name, out[i].Refused)
		}
		var result struct{ Roots []struct{ URI string } }
		if does == refused {
			continue
		}
		if err := json.Unmarshal(out[i].Message, &result); err != nil || len(result.Roots) != 1 || result.Roots[0].URI != uri {
			return fmt.Errorf("%s: comes out otherwise than %s: %s", f.name, uri, out[i].Message)
		}
	}
	return nil
}

// builtMessages is what the module's builders make, over a fixed list of roots,
// in every revision that has the message.
func builtMessages(h *host.Host) (out []built, err error) {
	ctx := context.Background()
	lists := []struct {
		platform host.Platform
		roots    []host.Root
	}{
		{host.POSIX, nil},
		{host.POSIX, []host.Root{{Path: "/"}}},
		{host.POSIX, []host.Root{{Path: "/home/user/my project", Name: "My project"}, {Path: "/home/user/项目", Name: "项目目录"}}},
		{host.POSIX, []host.Root{{Path: "/a+b/c&d=e/f;g,h/~i@j!k$l(m)*n'o"}, {Path: "/100%/[x]/{y}/^`|<>\"?#"}, {Path: `/back\slash`}}},
		{host.Windows, []host.Root{{Path: `D:\forever\docs\mcpsdk2`, Name: "文档"}, {Path: `c:\Users\Ada Lovelace`}, {Path: `C:\`}}},
		{host.Auto, []host.Root{{URI: "file:///d%3a/x"}, {URI: "file:///w/", Name: ""}, {URI: "file:///caf%c3%a9"}}},
	}
	revisions := []string{"2024-11-05", "2025-03-26", "2025-06-18", handshake, embedded}
	add := func(kind, revision string, reply host.Reply[json.RawMessage], failure error) {
		if failure != nil {
			err = errors.Join(err, fmt.Errorf("%s of %s: %w", kind, revision, failure))
		} else if reply.Value == nil {
			err = errors.Join(err, fmt.Errorf("%s of %s: nothing built", kind, revision))
		}
		out = append(out, built{kind, revision, reply.Value})
	}
	for _, list := range lists {
		reply, failure := h.Result(ctx, list.roots, list.platform)
		add("result", handshake, reply, failure)
		add("result", embedded, reply, failure)
	}
	for _, revision := range revisions {
		capabilities, failure := h.Capabilities(ctx, revision, false)
		add("capabilities", revision, capabilities, failure)
		if revision == embedded {
			question, failure := h.List(ctx, host.ListInput{Meta: json.RawMessage(`{"a":1}`)})
			add("request", revision, question, failure)
			for _, state := range []string{"", "state"} {
				required, failure := h.InputRequired(ctx, host.InputRequiredInput{
					Requests:     map[string]json.RawMessage{"one": question.Value, "二": json.RawMessage(`{"method":"roots/list","params":{}}`)},
					RequestState: state, Capabilities: json.RawMessage(`{"roots":{}}`), Method: "tools/call",
				})
				add("input_required", revision, required, failure)
			}
			continue
		}
		capabilities, failure = h.Capabilities(ctx, revision, true)
		add("capabilities", revision, capabilities, failure)
		notification, failure := h.ListChanged(ctx, revision)
		add("notification", revision, notification, failure)
		for _, id := range []string{`0`, `7`, `"seven"`} {
			request, failure := h.List(ctx, host.ListInput{Revision: revision, ID: json.RawMessage(id)})
			add("request", revision, request, failure)
			answer := host.AnswerInput{Request: request.Value, Revision: revision}
			for _, list := range lists {
				answer.Roots, answer.Platform = list.roots, list.platform
				reply, failure := h.Answer(ctx, answer)
				add("response", revision, reply, failure)
			}
			answer.Unsupported = true
			reply, failure := h.Answer(ctx, answer)
			add("error", revision, reply, failure)
			answer.Unsupported, answer.Request = false, json.RawMessage(`{"jsonrpc":"2.0","id":`+id+`,"method":"roots/list","params":[]}`)
			reply, failure = h.Answer(ctx, answer)
			add("error", revision, reply, failure)
		}
	}
	return out, err
}
