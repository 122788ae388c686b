package main

import (
	"encoding/json"
	"fmt"

	"github.com/mcproots/mcproots/host"
)

const (
	elicitation = "elicitation/create"
	sampling    = "sampling/createMessage"
)

// An entry is a tool or a prompt that the conformance runner calls.
type entry struct {
	description string
	run         func(*call) (any, error)
}

var tools = map[string]entry{
	"test_input_required_result_list_roots": {"Asks for the client's roots", func(c *call) (any, error) {
		question, err := c.listRoots()
		if err != nil {
			return nil, err
		}
		return c.then(requests{"client_roots": question}, "", func(answers results) (any, error) {
			text, err := c.roots(answers["client_roots"])
			return said(text), err
		})
	}},
	"test_input_required_result_multiple_inputs": {"Asks for a name, a greeting and the client's roots", func(c *call) (any, error) {
		question, err := c.listRoots()
		if err != nil {
			return nil, err
		}
		asked := requests{
			"user_name":    elicit("What is your name?", "name", "string"),
			"greeting":     sample("Generate a greeting", 50),
			"client_roots": question,
		}
		return c.then(asked, c.seal.seal(c.name, 1), func(answers results) (any, error) {
			text, err := c.roots(answers["client_roots"])
			return said(fmt.Sprintf("Hello, %s! %s", entered(answers["user_name"], "name"), text)), err
		})
	}},
	"test_input_required_result_elicitation": {"Asks for a name", func(c *call) (any, error) {
		return c.then(requests{"user_name": elicit("What is your name?", "name", "string")}, "", func(answers results) (any, error) {
			return said(fmt.Sprintf("Hello, %s!", entered(answers["user_name"], "name"))), nil
		})
	}},
	"test_input_required_result_sampling": {"Asks the client's model", func(c *call) (any, error) {
		return c.then(requests{"capital_question": sample("What is the capital of France?", 100)}, "", done)
	}},
	"test_input_required_result_request_state":  {"Asks for a confirmation and keeps a state", confirmed},
	"test_input_required_result_tampered_state": {"Asks for a confirmation and protects its state", confirmed},
	"test_input_required_result_multi_round": {"Asks for a name, then for a colour", func(c *call) (any, error) {
		if c.round < 2 {
			step1 := requests{"step1": elicit("Step 1: What is your name?", "name", "string")}
			if _, result, err := c.need(step1, c.seal.seal(c.name, 1)); err != nil || result != nil {
				return result, err
			}
		}
		step2 := requests{"step2": elicit("Step 2: What is your favourite colour?", "color", "string")}
		return c.then(step2, c.seal.seal(c.name, 2), done)
	}},
	"test_input_required_result_capabilities": {"Asks only what the client declared", func(c *call) (any, error) {
		question, err := c.listRoots()
		if err != nil {
			return nil, err
		}
		asked, err := c.supported(requests{
			"user_name": elicit("What is your name?", "name", "string"), "greeting": sample("Generate a greeting", 50), "client_roots": question,
		})
		if err != nil {
			return nil, err
		}
		return c.then(asked, "", done)
	}},
	"test_missing_capability": {"Can't do without the client's model", func(c *call) (any, error) {
		return c.then(requests{"model": sample("Say something", 10)}, "", done)
	}},
	"test_streaming_elicitation": {"Asks for a name", func(c *call) (any, error) {
		return c.then(requests{"user_name": elicit("What is your name?", "name", "string")}, "", done)
	}},
	"test_logging_tool": {"Logs nothing, since no request here asks for it", func(*call) (any, error) { return said("done"), nil }},
}

var prompts = map[string]entry{
	"test_input_required_result_prompt": {"Asks for a context", func(c *call) (any, error) {
		return c.then(requests{"user_context": elicit("What context should the prompt use?", "context", "string")}, "", func(answers results) (any, error) {
			text := "Use this context: " + entered(answers["user_context"], "context")
			content := map[string]string{"type": "text", "text": text}
			return complete(map[string]any{"messages": []any{map[string]any{"role": "user", "content": content}}}), nil
		})
	}},
}

// then goes on once all requests are answered.
func (c *call) then(asked requests, state string, finish func(results) (any, error)) (any, error) {
	answers, result, err := c.need(asked, state)
	if err != nil || result != nil {
		return result, err
	}
	return finish(answers)
}

func done(results) (any, error) { return said("done"), nil }

func confirmed(c *call) (any, error) {
	asked := requests{"confirm": elicit("Please confirm", "ok", "boolean")}
	return c.then(asked, c.seal.seal(c.name, 1), func(results) (any, error) {
		if c.round != 1 {
			return nil, &fault{Code: codeInvalidParams, Message: "requestState is missing"}
		}
		return said("state-ok"), nil
	})
}

func (c *call) listRoots() (json.RawMessage, error) {
	reply, err := c.h.List(c.ctx, host.ListInput{Revision: revision})
	return reply.Value, err
}

func elicit(text, name, kind string) json.RawMessage {
	return request(elicitation, map[string]any{"mode": "form", "message": text, "requestedSchema": map[string]any{
		"type": "object", "properties": map[string]any{name: map[string]string{"type": kind}}, "required": []string{name},
	}})
}

func sample(text string, tokens int) json.RawMessage {
	content := map[string]string{"type": "text", "text": text}
	return request(sampling, map[string]any{"messages": []any{map[string]any{"role": "user", "content": content}}, "maxTokens": tokens})
}

func request(method string, params any) json.RawMessage {
	text, _ := json.Marshal(map[string]any{"method": method, "params": params}) // strings and numbers: never fails
	return text
}

// entered is a text of a form's answer; empty when the user declined.
func entered(answer json.RawMessage, name string) string {
	var members struct{ Content map[string]any }
	_ = json.Unmarshal(answer, &members) // answered has read it already
	text, _ := members.Content[name].(string)
	return text
}
