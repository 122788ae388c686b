package main

import (
	"fmt"
	"strings"

	"github.com/mcproots/mcproots/host/rootfs"
	"github.com/mcproots/mcproots/wasm/rule"
)

// A group is a run of rules in the table, from its first one to the next group's.
type group struct {
	name  string
	first string
	about string
}

var groups = []group{
	{"JSON", "json-empty", "The text itself: RFC 8259, and what its readers disagree on."},
	{"Inputs", "input-not-object", "The input of an operation of this project, not a message of the protocol."},
	{"Lists and roots", "result-not-object", "A ListRootsResult and the roots in it."},
	{"Metadata", "meta-key-invalid", "`_meta`, in any message."},
	{"Messages", "message-not-object", "Requests, notifications, responses, errors and batches."},
	{"Capabilities", "capabilities-not-object", "What a client or a server declares."},
	{"Input requests", "input-required-revision", "Asking inside a result and answering in a retried call, since 2026-07-28."},
	{"URIs", "uri-empty", "The `uri` of a root, in the strict profile. The protocol profile asks for less: `uri-syntax` and the scheme."},
	{"Paths", "path-empty", "Paths that are to become URIs, or to be looked for in roots."},
	{"Windows", "win-no-drive", "Names by the rules of Windows, on any machine."},
	{"POSIX and any platform", "component-too-long", "Names elsewhere."},
	{"Unicode", "path-unicode-not-nfc", "Names that look like others."},
	{"Containment", "root-itself", "The reasons of `contains`. [inside.md](../inside.md) says what they come to."},
}

func (g group) anchor() string { return strings.ReplaceAll(strings.ToLower(g.name), " ", "-") }

// groupOf finds the last group that begins at the rule or before it.
func groupOf(r rule.Rule) group {
	var found group
	for _, g := range groups {
		if rule.Find(g.first) > rule.Find(r.Code) {
			break
		}
		found = g
	}
	return found
}

func index() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s\n# Rules\n\n", generated)
	fmt.Fprintf(&b, "%d codes of documents, names and verdicts, each with a page; [disk.md](disk.md) has the %d of the disk.\n", rule.Len()-1, len(rootfs.Codes))
	b.WriteString(`Codes are stable: one never changes its meaning. ` + "`mcproots explain CODE`" + ` shows the same.

An error makes a document invalid; a warning or an info doesn't. Of the reasons of ` + "`contains`" + ` only ` + "`root-itself` and `descendant`" + ` are a
yes, whatever the severity. ` + "`uri-illegal-char` and `uri-non-ascii`" + ` are errors in a message and warnings where a URI is converted or compared,
because every converter reads such characters alike.

Jump to:`)
	for i, g := range groups {
		separator := ","
		if i == 0 {
			separator = ""
		}
		fmt.Fprintf(&b, "%s [%s](#%s)", separator, g.name, g.anchor())
	}
	b.WriteString(".\n")
	current := ""
	for id := rule.ID(1); int(id) < rule.Len(); id++ {
		r := rule.Get(id)
		if g := groupOf(r); g.name != current {
			current = g.name
			fmt.Fprintf(&b, "\n## %s\n\n%s\n\n| code | severity | what |\n|---|---|---|\n", g.name, g.about)
		}
		fmt.Fprintf(&b, "| [%s](%s.md) | %s | %s |\n", r.Code, r.Code, r.Severity, cell(r.Text(rule.Title)))
	}
	return b.String()
}

// onDisk tells whether the disk has a code of this name too.
func onDisk(code string) bool {
	for _, info := range rootfs.Codes {
		if string(info.Code) == code {
			return true
		}
	}
	return false
}

// disk is the page of the codes that package rootfs gives.
func disk() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s\n# Codes of the disk\n\n", generated)
	b.WriteString("What `host/rootfs` refuses or reports when it opens roots and files in them, and what `mcproots contains --open` shows.\n" +
		"The module has no disk and never gives these; three of the names are also [verdicts on names](README.md#containment).\n" +
		"The severity is that without options; an option of `host/rootfs` can make an error of a warning.\n\n")
	b.WriteString("| code | severity | what |\n|---|---|---|\n")
	for _, info := range rootfs.Codes {
		code := string(info.Code) // not its text as an error
		fmt.Fprintf(&b, "| [%s](#%s) | %s | %s |\n", code, code, info.Severity, cell(info.Title))
	}
	for _, info := range rootfs.Codes {
		fmt.Fprintf(&b, "\n## %s\n\n%s: %s.\n\n%s\n\n%s\n", string(info.Code), info.Severity, prose(info.Title), prose(info.Why), prose(info.Fix))
	}
	fmt.Fprintf(&b, "\n[All rules](README.md)\n")
	return b.String()
}
