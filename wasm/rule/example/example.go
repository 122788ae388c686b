// Package example writes out the examples of the rules. It is not part of the
// module: documentation, tests and the command use it.
package example

import (
	"encoding/hex"
	"encoding/json"
	"strconv"
	"strings"

	"github.com/mcproots/mcproots/wasm/rule"
)

// An Example is how a rule's examples are run.
type Example struct {
	Rule rule.Rule
	Form string // uri, message or text: what the examples show of check's input; empty for a whole input
	Also string // a code that the bad example can't be without

	op, kind, platform, revision, good string
}

// Of returns how a rule's examples are run.
func Of(r rule.Rule) Example {
	e := Example{Rule: r, op: "check", revision: "2025-11-25"}
	for _, attribute := range strings.Fields(r.Head())[2:] {
		name, value, _ := strings.Cut(attribute, "=")
		switch name {
		case "form":
			e.Form = value
		case "op":
			e.op = value
		case "kind":
			e.kind = value
		case "platform":
			e.platform = value
		case "revision":
			e.revision = value
		case "good-revision":
			e.good = value
		case "also":
			e.Also = value
		}
	}
	return e
}

// Input returns the operation and the input that show the rule broken (bad) or kept.
func (e Example) Input(bad bool) (op, input string) {
	text, revision := e.Rule.Text(rule.Good), e.revision
	if bad {
		text = e.Rule.Text(rule.Bad)
	} else if e.good != "" {
		revision = e.good
	}
	text = Expand(text)
	tail := `,"revision":"` + revision + `"`
	if e.kind != "" {
		tail += `,"kind":"` + e.kind + `"`
	}
	if e.platform != "" {
		tail += `,"platform":"` + e.platform + `"`
	}
	switch e.Form {
	case "message":
		return "check", `{"message":` + text + tail + `}`
	case "text":
		quoted, _ := json.Marshal(text)
		return "check", `{"text":` + string(quoted) + `,"kind":"result"` + tail + `}`
	case "uri":
		return "check", `{"message":{"roots":[{"uri":"` + text + `"}]},"kind":"result"` + tail + `}`
	}
	return e.op, text
}

// Expand writes out {{x*n}}, n times x, and {{0xFF}}, bytes in hexadecimal.
func Expand(s string) string {
	for {
		head, rest, ok := strings.Cut(s, "{{")
		if !ok {
			return s
		}
		body, tail, _ := strings.Cut(rest, "}}")
		if digits, ok := strings.CutPrefix(body, "0x"); ok {
			b, _ := hex.DecodeString(digits)
			s = head + string(b) + tail
			continue
		}
		at := strings.LastIndexByte(body, '*')
		n, _ := strconv.Atoi(body[at+1:])
		s = head + strings.Repeat(body[:at], n) + tail
	}
}
