package main

import (
	"context"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"github.com/mcproots/mcproots/host"
	"github.com/mcproots/mcproots/host/rootfs"
	"github.com/mcproots/mcproots/wasm/rule"
	"github.com/mcproots/mcproots/wasm/rule/example"
)

func (p *program) explainCommand() *cobra.Command {
	return &cobra.Command{
		Use:     "explain CODE...",
		GroupID: "about",
		Short:   "Say what a code means, why it matters and how to mend it",
		Long: `Explain codes: those of diagnostics, those of verdicts on paths, and those of the
disk that contains --open gives. mcproots rules lists them all.`,
		Example: `  mcproots explain uri-bare-path
  mcproots explain outside-sibling-prefix symlink-escape`,
		Args: atLeast(1, "a code, such as uri-bare-path"),
		ValidArgsFunction: func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
			return codes(), cobra.ShellCompDirectiveNoFileComp
		},
		RunE: func(_ *cobra.Command, args []string) error {
			for i, code := range args {
				if i > 0 {
					fmt.Fprintln(p.out)
				}
				if err := p.explain(code); err != nil {
					return err
				}
			}
			return nil
		},
	}
}

// codes are all codes, each once.
func codes() []string {
	var all []string
	for id := rule.ID(1); int(id) < rule.Len(); id++ {
		all = append(all, rule.Get(id).Code)
	}
	for _, info := range rootfs.Codes {
		if rule.Find(string(info.Code)) == rule.None {
			all = append(all, string(info.Code))
		}
	}
	return all
}

// explain writes what is known of a code. A few codes are both the core's, on
// names, and the disk's.
func (p *program) explain(code string) error {
	known := false
	if id := rule.Find(code); id != rule.None {
		known = true
		p.explainRule(rule.Get(id))
	}
	for _, info := range rootfs.Codes {
		if string(info.Code) != code {
			continue
		}
		if known {
			fmt.Fprintln(p.out)
		}
		known = true
		p.heading(code, string(info.Severity), "of the disk", info.Title)
		p.paragraph("Why", info.Why)
		p.paragraph("Fix", info.Fix)
		p.paragraph("Page", rulePages+"disk.md#"+code)
	}
	if !known {
		hint := "; mcproots rules lists them"
		if near := nearest(code, codes()); near != "" {
			hint = "; did you mean " + near + "?"
		}
		return usage("no code is called %s%s", code, hint)
	}
	return nil
}

func (p *program) heading(code, severity, of, title string) {
	s := p.styleOf(p.stdout)
	fmt.Fprintf(p.out, "%s (%s, %s)\n%s\n", s.paint(bold, code), s.severity(severity, severity), of, title)
}

func (p *program) paragraph(label, text string) {
	if text == "" {
		return
	}
	s := p.styleOf(p.stdout)
	fmt.Fprintf(p.out, "\n%s\n%s\n", s.paint(bold, label), indented(text, p.width()))
}

func (p *program) explainRule(r rule.Rule) {
	p.heading(r.Code, r.Severity.String(), "of a document or a name", r.Text(rule.Title))
	p.paragraph("Why", r.Text(rule.Why))
	p.paragraph("Fix", r.Text(rule.Fix))
	what := map[string]string{"uri": ", as a root's URI", "text": ", as a document", "message": ", as a message"}[example.Of(r).Form]
	if what == "" {
		op, _ := example.Of(r).Input(true)
		what = ", as input of mcproots call " + op
	}
	p.paragraph("Wrong"+what, shortened(r.Text(rule.Bad), "nothing at all"))
	p.paragraph("Right"+what, shortened(r.Text(rule.Good), ""))
	p.paragraph("Source", r.Text(rule.Spec))
	p.paragraph("Page", rulePage(r.Code))
}

const (
	homepage  = "https://github.com/mcproots/mcproots"
	rulePages = homepage + "/blob/main/docs/rules/"
)

// rulePage is where a code of the engine has its page; the disk's share one.
func rulePage(code string) string { return rulePages + code + ".md" }

// shortened shows an example whose long or raw parts are in the table's notation.
func shortened(text, empty string) string {
	if text == "" {
		return empty
	}
	var b strings.Builder
	for {
		head, rest, ok := strings.Cut(text, "{{")
		b.WriteString(visible(head))
		if !ok {
			return b.String()
		}
		body, tail, _ := strings.Cut(rest, "}}")
		if strings.HasPrefix(body, "0x") {
			b.WriteString(visible(example.Expand("{{" + body + "}}")))
		} else {
			at := strings.LastIndexByte(body, '*')
			fmt.Fprintf(&b, "(%s, %s times)", visible(body[:at]), body[at+1:])
		}
		text = tail
	}
}

// indented breaks a paragraph at spaces.
func indented(text string, width int) string {
	var b strings.Builder
	column := 0
	for _, word := range strings.Split(text, " ") {
		switch n := cells(word); {
		case column == 0:
			b.WriteString("  ")
			column = 2
		case column+1+n > width:
			b.WriteString("\n  ")
			column = 2
		default:
			b.WriteString(" ")
			column++
		}
		b.WriteString(word)
		column += cells(word)
	}
	return b.String()
}

func (p *program) rulesCommand() *cobra.Command {
	format := "human"
	cmd := &cobra.Command{
		Use:     "rules",
		GroupID: "about",
		Short:   "List all codes",
		Long:    "List all codes with their severity and title: those of the engine, and those of the disk.",
		Example: `  mcproots rules | grep percent
  mcproots rules --format json`,
		Args: atMost(0, "no argument (mcproots explain CODE explains one)"),
		RunE: func(cmd *cobra.Command, _ []string) error { return p.rules(cmd.Context(), format) },
	}
	choose(cmd, cmd.Flags(), &format, "format", []string{"human", "json"}, "the output's format:")
	return cmd
}

type jsonRule struct {
	Code     string   `json:"code"`
	Severity string   `json:"severity"`
	Title    string   `json:"title"`
	Why      string   `json:"why"`
	Bad      string   `json:"bad"`
	Good     string   `json:"good"`
	Fix      string   `json:"fix"`
	Spec     []string `json:"spec"`
}

func (p *program) rules(ctx context.Context, format string) error {
	h, err := p.host(ctx)
	if err != nil {
		return err
	}
	reply, err := h.Rules(ctx, "")
	if err != nil {
		return engineFault(err)
	}
	if format == "json" {
		all := []jsonRule{}
		for _, r := range reply.Value {
			all = append(all, jsonRule(r))
		}
		return writeJSON(p.out, struct {
			Format string            `json:"format"`
			Tool   jsonTool          `json:"tool"`
			Rules  []jsonRule        `json:"rules"`
			Disk   []rootfs.CodeInfo `json:"disk"`
		}{rulesFormat, thisTool(), all, rootfs.Codes})
	}
	list(p.out, "Of documents and names:", reply.Value, func(r host.Rule) (string, string, string) { return r.Code, r.Severity, r.Title })
	fmt.Fprintln(p.out)
	list(p.out, "Of the disk (contains --open):", rootfs.Codes, func(r rootfs.CodeInfo) (string, string, string) {
		return string(r.Code), string(r.Severity), r.Title
	})
	return nil
}

func list[T any](w io.Writer, title string, rows []T, of func(T) (code, severity, title string)) {
	fmt.Fprintln(w, title)
	for _, row := range rows {
		code, severity, title := of(row)
		fmt.Fprintf(w, "  %-26s %-7s %s\n", code, severity, title)
	}
}
