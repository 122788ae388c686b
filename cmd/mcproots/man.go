package main

import (
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/mcproots/mcproots/wasm/roots"
)

func (p *program) manCommand() *cobra.Command {
	return &cobra.Command{
		Use:     "man",
		GroupID: "about",
		Short:   "Print the manual page",
		Long: `Print the manual page mcproots(1) with all commands, in the form that man and groff
read. It is made from the same texts as --help.`,
		Example: `  mcproots man | man -l -
  mcproots man > /usr/local/share/man/man1/mcproots.1`,
		Args: atMost(0, "no argument"),
		RunE: func(cmd *cobra.Command, _ []string) error { return writeManual(p.out, p.command("")) },
	}
}

// writeManual writes the tree of commands with the macros of man(7). cobra's own
// writer takes the texts for Markdown, which would fold their tables.
func writeManual(w io.Writer, root *cobra.Command) error {
	var b strings.Builder
	line := func(macro string, args ...string) {
		b.WriteString(macro)
		for _, arg := range args {
			b.WriteString(` "` + strings.ReplaceAll(roff(arg), `"`, `\(dq`) + `"`)
		}
		b.WriteByte('\n')
	}
	line(".TH", "MCPROOTS", "1", "", "mcproots "+roots.Version, "User Commands")
	line(".SH", "NAME")
	b.WriteString("mcproots \\- " + roff(strings.ToLower(root.Short[:1])+root.Short[1:]) + "\n")
	line(".SH", "SYNOPSIS")
	manSynopsis(&b, root)
	line(".SH", "DESCRIPTION")
	manText(&b, root.Long)
	line(".SH", "EXAMPLES")
	manAsItIs(&b, root.Example)
	line(".SH", "GLOBAL OPTIONS")
	manFlags(&b, root.PersistentFlags())
	line(".SH", "COMMANDS")
	for _, cmd := range manCommands(root) {
		line(".SS", cmd.CommandPath())
		manSynopsis(&b, cmd)
		b.WriteString(".PP\n")
		manText(&b, strings.TrimSuffix(cmd.Long, "\n\n"+exitCodes))
		manFlags(&b, cmd.LocalNonPersistentFlags())
		if cmd.Example != "" {
			b.WriteString(".PP\nExamples:\n")
			manAsItIs(&b, cmd.Example)
		}
	}
	line(".SH", "SEE ALSO")
	b.WriteString(roff(homepage) + "\n")
	_, err := io.WriteString(w, b.String())
	return err
}

// manCommands are the commands in the order of the help.
func manCommands(root *cobra.Command) []*cobra.Command {
	var all []*cobra.Command
	for _, group := range root.Groups() {
		for _, cmd := range root.Commands() {
			if cmd.GroupID == group.ID && cmd.IsAvailableCommand() {
				all = append(all, cmd)
			}
		}
	}
	return all
}

func manSynopsis(b *strings.Builder, cmd *cobra.Command) {
	path := cmd.CommandPath()
	b.WriteString(".B " + roff(path) + "\n" + roff(strings.TrimSpace(strings.TrimPrefix(cmd.UseLine(), path))) + "\n")
}

// manText writes paragraphs; those with indented lines stay as they are.
func manText(b *strings.Builder, text string) {
	for i, paragraph := range strings.Split(text, "\n\n") {
		if i > 0 {
			b.WriteString(".PP\n")
		}
		if strings.HasPrefix(paragraph, " ") || strings.Contains(paragraph, "\n ") {
			manAsItIs(b, paragraph)
		} else {
			b.WriteString(roff(paragraph) + "\n")
		}
	}
}

// manAsItIs writes lines without filling them.
func manAsItIs(b *strings.Builder, text string) {
	b.WriteString(".nf\n" + roff(text) + "\n.fi\n")
}

func manFlags(b *strings.Builder, flags *pflag.FlagSet) {
	flags.VisitAll(func(f *pflag.Flag) {
		name, help := pflag.UnquoteUsage(f)
		term := "--" + f.Name
		if f.Shorthand != "" {
			term = "-" + f.Shorthand + ", " + term
		}
		b.WriteString(".TP\n\\fB" + roff(term) + "\\fR")
		if name != "" {
			b.WriteString(" \\fI" + roff(name) + "\\fR")
		}
		b.WriteString("\n" + roff(strings.ReplaceAll(help, "\n", " ")))
		if f.DefValue != "" && f.DefValue != "false" {
			b.WriteString(roff(fmt.Sprintf(" (default %s)", f.DefValue)))
		}
		b.WriteString("\n")
	})
}

// roff escapes what groff would read: backslashes, hyphens that are to be copied,
// and dots and quotes that begin a line.
func roff(text string) string {
	text = strings.NewReplacer(`\`, `\e`, `-`, `\-`).Replace(text)
	lines := strings.Split(text, "\n")
	for i, l := range lines {
		if strings.HasPrefix(l, ".") || strings.HasPrefix(l, "'") {
			lines[i] = `\&` + l
		}
	}
	return strings.Join(lines, "\n")
}
