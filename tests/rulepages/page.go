package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/mcproots/mcproots/wasm/rule"
	"github.com/mcproots/mcproots/wasm/rule/example"
)

// first is the version that rules are of which don't say another by since= in
// their first line of the table.
const first = "0.1.0"

func since(r rule.Rule) string {
	for _, attribute := range strings.Fields(r.Head()) {
		if version, ok := strings.CutPrefix(attribute, "since="); ok {
			return version
		}
	}
	return first
}

// page is the page of one rule.
func page(r rule.Rule) (string, error) {
	e := example.Of(r)
	bad, err := show(e, true)
	if err != nil {
		return "", err
	}
	good, err := show(e, false)
	if err != nil {
		return "", err
	}
	link, err := reference(r.Text(rule.Spec), revision(e))
	if err != nil {
		return "", err
	}
	group := groupOf(r)
	var b strings.Builder
	fmt.Fprintf(&b, "%s\n# %s\n\n**%s**\n\n", generated, r.Code, prose(r.Text(rule.Title)))
	fmt.Fprintf(&b, "| severity | about | since |\n|---|---|---|\n| %s | [%s](README.md#%s) | %s |\n", r.Severity, group.name, group.anchor(), since(r))
	fmt.Fprintf(&b, "\n## Why\n\n%s\n", prose(r.Text(rule.Why)))
	fmt.Fprintf(&b, "\n## Wrong\n\n%s", bad)
	fmt.Fprintf(&b, "\n## Right\n\n%s", good)
	fmt.Fprintf(&b, "\n## What to do\n\n%s\n", prose(r.Text(rule.Fix)))
	fmt.Fprintf(&b, "\n## Specification\n\n%s\n", link)
	if onDisk(r.Code) {
		fmt.Fprintf(&b, "\nThe disk has a code of the same name: [disk.md](disk.md#%s).\n", r.Code)
	}
	fmt.Fprintf(&b, "\n[All rules](README.md)\n")
	return b.String(), nil
}

// An input is what the example of a rule gives to an operation: the members that
// say how the document is to be read.
type input struct {
	Revision, Kind, Platform string
}

func inputOf(e example.Example, bad bool) (op string, in input, whole string) {
	op, whole = e.Input(bad)
	// Broken documents are inside strings, so the input itself is always JSON; bytes that are not UTF-8 don't matter here.
	_ = json.Unmarshal([]byte(whole), &in)
	return op, in, whole
}

// revision is the one that the bad example is in.
func revision(e example.Example) string {
	_, in, _ := inputOf(e, true)
	if e.Form == "" && in.Revision == "" {
		return "2025-11-25"
	}
	return in.Revision
}

// show writes an example with the command that takes it. FILE is what the block holds.
func show(e example.Example, bad bool) (string, error) {
	op, in, _ := inputOf(e, bad)
	text := e.Rule.Text(rule.Good)
	if bad {
		text = e.Rule.Text(rule.Bad)
	}
	command := "mcproots call " + op + " < FILE"
	if e.Form != "" {
		kind := in.Kind
		if e.Form == "text" || e.Form == "uri" {
			kind = "result"
		}
		command = "mcproots check"
		for _, flag := range []struct{ name, value string }{{"kind", kind}, {"revision", in.Revision}, {"platform", in.Platform}} {
			if flag.value != "" {
				command += " --" + flag.name + " " + flag.value
			}
		}
		command += " FILE"
	}
	if e.Form == "uri" {
		text = `{"roots":[{"uri":"` + text + `"}]}`
	}
	shown, whole := readable(text)
	if e.Form != "text" && whole && len(shown) > 100 {
		var b bytes.Buffer
		if err := json.Indent(&b, []byte(shown), "", "  "); err != nil {
			return "", err
		}
		shown = b.String()
	}
	language := "text"
	if whole && json.Valid([]byte(shown)) {
		language = "json"
	}
	what := map[string]string{
		"text":    "The document, in `%s`:",
		"message": "The message, in `%s`:",
		"uri":     "A list with one root, in `%s`:",
		"":        "The operation's input, in `%s`:",
	}[e.Form]
	if shown == "" {
		return fmt.Sprintf("An empty FILE, in `%s`.\n", command), nil
	}
	return fmt.Sprintf(what+"\n\n```%s\n%s\n```\n", command, language, shown), nil
}

// readable writes the table's notation out for people, and tells whether the
// text is the example itself.
func readable(text string) (shown string, whole bool) {
	var b strings.Builder
	whole = true
	for {
		head, rest, ok := strings.Cut(text, "{{")
		b.WriteString(head)
		if !ok {
			return b.String(), whole
		}
		whole = false
		body, tail, _ := strings.Cut(rest, "}}")
		if digits, ok := strings.CutPrefix(body, "0x"); ok {
			fmt.Fprintf(&b, "(bytes % X)", example.Expand("{{0x"+digits+"}}"))
		} else {
			at := strings.LastIndexByte(body, '*')
			fmt.Fprintf(&b, "(%s, %s times)", body[:at], body[at+1:])
		}
		text = tail
	}
}
