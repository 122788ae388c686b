package main

import (
	"context"
	"encoding/json"
	"unicode/utf8"

	"github.com/tidwall/gjson"

	"github.com/mcproots/mcproots/host"
	"github.com/mcproots/mcproots/wasm/rule"
	"github.com/mcproots/mcproots/wasm/scan"
)

// A question is what check is asked about a message. Unlike host.CheckInput's, its
// message goes to the core as exact text: a byte order mark, or what follows the
// document, must be told for what it is.
type question struct {
	Text     *string `json:"text,omitempty"`
	Kind     string  `json:"kind,omitempty"`
	Revision string  `json:"revision,omitempty"`
	Profile  string  `json:"profile"`
	Platform string  `json:"platform"`
	Roots    bool    `json:"roots"`
	Values   bool    `json:"values"`
}

// judge asks for the verdict on a message.
func (c *checker) judge(ctx context.Context, message []byte, q question) (host.Reply[host.Report], error) {
	exact := utf8.Valid(message)
	if exact {
		text := string(message)
		q.Text = &text
	}
	input, err := json.Marshal(q)
	if err != nil {
		return host.Reply[host.Report]{}, failure("engine", "%v", err)
	}
	if !exact { // a JSON string can't hold it; as a value the core tells where it is broken
		input = append(append([]byte(`{"message":`), message...), append([]byte{','}, input[1:]...)...)
	}
	answer, err := c.engine.Call(ctx, "check", input)
	if err != nil {
		return host.Reply[host.Report]{}, engineFault(err)
	}
	v := gjson.ParseBytes(answer)
	switch {
	case v.Get("value.valid").IsBool() && v.Get("ok").Bool() && !(v.Get("value.valid").Bool() && !exact):
		return verdict(v), nil
	case !exact: // not even a value
		return notUTF8(message), nil
	}
	return host.Reply[host.Report]{}, engineFault(&host.Error{Code: int(v.Get("error.code").Int()), Message: v.Get("error.message").String()})
}

// verdict reads the core's answer.
func verdict(v gjson.Result) (r host.Reply[host.Report]) {
	value, summary := v.Get("value"), v.Get("value.summary")
	r.Value = host.Report{
		Valid: value.Get("valid").Bool(), Kind: value.Get("kind").Str, Revision: value.Get("revision").Str,
		Summary: host.Summary{
			Error: int(summary.Get("error").Int()), Warning: int(summary.Get("warning").Int()), Info: int(summary.Get("info").Int()),
			Truncated: summary.Get("truncated").Bool(),
		},
	}
	value.Get("roots").ForEach(func(_, v gjson.Result) bool {
		r.Value.Roots = append(r.Value.Roots, host.CheckedRoot{
			Index: int(v.Get("index").Int()), Valid: v.Get("valid").Bool(),
			URI: v.Get("uri").Str, Path: v.Get("path").Str, Platform: host.Platform(v.Get("platform").Str),
		})
		return true
	})
	v.Get("diagnostics").ForEach(func(_, v gjson.Result) bool {
		d := host.Diagnostic{
			Code: v.Get("code").Str, Severity: v.Get("severity").Str, Pointer: v.Get("pointer").Str,
			Offset: int(v.Get("offset").Int()), Line: int(v.Get("line").Int()), Column: int(v.Get("column").Int()),
			Message: v.Get("message").Str, Fix: v.Get("fix").Str,
		}
		v.Get("args").ForEach(func(key, v gjson.Result) bool {
			if d.Args == nil {
				d.Args = map[string]any{}
			}
			d.Args[key.Str] = v.Value()
			return true
		})
		v.Get("spec").ForEach(func(_, v gjson.Result) bool {
			d.Spec = append(d.Spec, v.Str)
			return true
		})
		r.Diagnostics = append(r.Diagnostics, d)
		return true
	})
	return r
}

// notUTF8 is the verdict on bytes that can't even be put to the engine.
func notUTF8(message []byte) (r host.Reply[host.Report]) {
	at := 0
	for at < len(message) {
		if c, n := utf8.DecodeRune(message[at:]); c == utf8.RuneError && n <= 1 {
			break
		} else {
			at += n
		}
	}
	var place scan.Place
	place.Advance(message, at)
	row := rule.Get(rule.JSONInvalidUTF8)
	r.Value = host.Report{Kind: "unknown", Revision: revisions[len(revisions)-1], Summary: host.Summary{Error: 1}}
	r.Diagnostics = []host.Diagnostic{{
		Code: row.Code, Severity: row.Severity.String(), Offset: at, Line: place.Line, Column: place.Column,
		Message: row.Text(rule.Title), Spec: []string{row.Text(rule.Spec)},
	}}
	return r
}
