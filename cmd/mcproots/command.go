package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/mcproots/mcproots/host"
	"github.com/mcproots/mcproots/wasm/roots"
)

// A program is one run of the command.
type program struct {
	*console
	engine string
	opened *host.Host
}

const overview = `mcproots checks MCP roots: the messages, the file:// URIs in them, and whether
paths lie inside. It works offline, executes nothing but its own page's server and
sends nothing.

A root is what a client claims, not a permission. Only "inside" is a yes, and
without --open it is a yes about names: a symbolic link may still lead out.`

// command builds the tree of commands: the one that the first argument names, or
// all, for help, completion and suggestions. A further command is one more entry
// here and a file of its own.
func (p *program) command(first string) *cobra.Command {
	root := &cobra.Command{
		Use:   "mcproots COMMAND",
		Short: "Check MCP roots: messages, URIs, paths and containment",
		Long:  overview + "\n\n" + exitCodes,
		Example: `  mcproots demo                                   see a whole conversation, message by message
  mcproots check roots.json                       check any message about roots
  mcproots check session.jsonl                    check a whole session's transcript
  mcproots contains --root /srv/project /srv/project2/x
  mcproots path file:///srv/my%20app              a URI as a path
  mcproots uri "/srv/my app"                      a path as a URI
  mcproots explain uri-bare-path                  what a code means and how to mend it`,
		Version:       roots.Version,
		SilenceErrors: true,
		SilenceUsage:  true,
		Args:          func(cmd *cobra.Command, args []string) error { return unknownCommand(cmd, args) },
		RunE: func(cmd *cobra.Command, _ []string) error {
			if isTerminal(p.in) && isTerminal(p.stdout) {
				return cmd.Help()
			}
			return p.showHelp(cmd)
		},
		SuggestionsMinimumDistance: 2,
	}
	root.SetIn(p.in)
	root.SetOut(p.out)
	root.SetErr(p.err)
	p.engine = "native"
	persistent := root.PersistentFlags()
	choose(root, persistent, &p.engine, "engine", []string{"native", "wasm"}, "what answers, alike: the core in this program, or the module in a sandbox:")
	choose(root, persistent, &p.color, "color", []string{"auto", "always", "never"}, "colours; auto follows the terminal, NO_COLOR and TERM=dumb:")
	root.SetFlagErrorFunc(flagError)
	root.AddGroup(&cobra.Group{ID: "check", Title: "Messages:"}, &cobra.Group{ID: "path", Title: "Paths:"}, &cobra.Group{ID: "about", Title: "About:"})
	root.SetHelpCommand(helpCommand(root))
	root.SetCompletionCommandGroupID("about")
	commands := map[string]func() *cobra.Command{
		"check": p.checkCommand, "request": p.requestCommand, "response": p.responseCommand, "list": p.listCommand,
		"contains": p.containsCommand, "path": p.pathCommand, "uri": p.uriCommand,
		"demo": p.demoCommand, "explain": p.explainCommand, "rules": p.rulesCommand, "call": p.callCommand, "serve": p.serveCommand, "version": p.versionCommand, "man": p.manCommand,
	}
	if build := commands[first]; build != nil { // the others would only cost time
		root.AddCommand(build())
		root.CompletionOptions.DisableDefaultCmd = true
		return root
	}
	for _, build := range commands {
		root.AddCommand(build())
	}
	p.addCompletion(root)
	root.SetUsageFunc(usageLines(root.UsageFunc()))
	return root
}

// usageLines leaves out cobra's second line of usage, which says less than the first.
// A template would say it too; but a template calls methods by their names, and the
// linker would then have to keep every method of every type: a sixth of the
// program.
func usageLines(whole func(*cobra.Command) error) func(*cobra.Command) error {
	return func(cmd *cobra.Command) error {
		var text strings.Builder
		out := cmd.OutOrStderr()
		cmd.SetOut(&text)
		err := whole(cmd)
		cmd.SetOut(out)
		if err != nil {
			return err
		}
		_, err = io.WriteString(out, strings.Replace(text.String(), "\n  "+cmd.CommandPath()+" [command]", "", 1))
		return err
	}
}

// addCompletion adds cobra's command, but for the exit code of an unknown shell.
func (p *program) addCompletion(root *cobra.Command) {
	root.InitDefaultCompletionCmd()
	completion, _, err := root.Find([]string{"completion"})
	if err != nil {
		return
	}
	completion.Use = "completion SHELL"
	completion.Example = "  source <(mcproots completion bash)"
	completion.Args = func(_ *cobra.Command, args []string) error {
		if len(args) == 0 {
			return nil
		}
		return usage("there is no completion for %s; give bash, zsh, fish or powershell", args[0])
	}
	for _, shell := range completion.Commands() {
		shell.Example = "  mcproots completion " + shell.Name()
	}
	completion.RunE = func(cmd *cobra.Command, _ []string) error { return p.showHelp(cmd) }
}

// helpCommand is cobra's, but for the exit code of a command that doesn't exist.
func helpCommand(root *cobra.Command) *cobra.Command {
	return &cobra.Command{
		Use:     "help [COMMAND]",
		GroupID: "about",
		Short:   "Show the help of a command",
		Long:    "Show the help of a command, or the list of all.",
		Example: "  mcproots help check",
		ValidArgsFunction: func(*cobra.Command, []string, string) (names []cobra.Completion, _ cobra.ShellCompDirective) {
			for _, c := range root.Commands() {
				if c.IsAvailableCommand() {
					names = append(names, c.Name())
				}
			}
			return names, cobra.ShellCompDirectiveNoFileComp
		},
		RunE: func(_ *cobra.Command, args []string) error {
			cmd, rest, err := root.Find(args)
			if err != nil || cmd == root && len(args) > 0 || cmd.HasSubCommands() && len(rest) > 0 {
				return unknownCommand(root, args)
			}
			cmd.InitDefaultHelpFlag()
			return cmd.Help()
		},
	}
}

// host opens the engine, once; the end of the process closes it. The native one
// costs nothing; the module is compiled, or taken from the cache.
func (p *program) host(ctx context.Context) (*host.Host, error) {
	if p.opened != nil {
		return p.opened, nil
	}
	open := openModule
	if p.engine == "native" {
		open = openNative
	}
	h, err := open(ctx)
	if err != nil {
		return nil, engineFault(err)
	}
	p.opened = h
	return h, nil
}

func openNative(ctx context.Context) (*host.Host, error) {
	return host.Open(ctx, host.WithNative(), host.WithPoolSize(1), host.WithMaxInput(engineLimit))
}

// openModule is a variable so that tests compile the module once.
var openModule = func(ctx context.Context) (*host.Host, error) {
	return host.Open(ctx, host.WithPoolSize(1), host.WithMaxInput(engineLimit))
}

// showHelp shows a command's help on stderr, for a command line that asks for
// nothing.
func (p *program) showHelp(cmd *cobra.Command) error {
	cmd.SetOut(p.err)
	if err := cmd.Help(); err != nil {
		return err
	}
	return errShown
}

// waitsForTyping tells whether a command without arguments would wait for a
// person to type its input, who most likely wants help.
func (p *program) waitsForTyping(args []string) bool {
	return len(args) == 0 && isTerminal(p.in)
}

// unknownCommand is the error for a name that no command has.
func unknownCommand(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	name := args[0]
	hint := "; mcproots help lists the commands"
	if near := cmd.SuggestionsFor(name); len(near) > 0 {
		slices.Sort(near)
		hint = "; did you mean " + strings.Join(near, " or ") + "?"
	} else if info, err := os.Stat(name); err == nil && !info.IsDir() {
		hint = "; did you mean mcproots check " + name + "?"
	}
	return usage("no command is called %s%s", name, hint)
}

func flagError(cmd *cobra.Command, err error) error {
	if err == pflag.ErrHelp {
		return err
	}
	where := "; see " + cmd.CommandPath() + " --help"
	var unknown *pflag.NotExistError
	var lacking *pflag.ValueRequiredError
	var wrong *pflag.InvalidValueError
	switch {
	case errors.As(err, &lacking):
		return usage("--%s needs a value%s", lacking.GetFlag().Name, where)
	case errors.As(err, &wrong):
		reason := wrong.Unwrap()
		if errors.Is(reason, strconv.ErrRange) || errors.Is(reason, strconv.ErrSyntax) { // of --port
			reason = errors.New("it must be a number from 0 to 65535")
		}
		return usage("--%s can't be %q: %v%s", wrong.GetFlag().Name, wrong.GetValue(), reason, where)
	case !errors.As(err, &unknown):
		return usage("%v%s", err, where)
	}
	name := unknown.GetSpecifiedName()
	var names []string
	cmd.Flags().VisitAll(func(f *pflag.Flag) { names = append(names, f.Name) })
	if near := nearest(name, names); near != "" {
		where = "; did you mean --" + near + "?"
	}
	if unknown.GetSpecifiedShortnames() != "" {
		return usage("there is no flag -%s%s", name, where)
	}
	return usage("there is no flag --%s%s", name, where)
}

// atLeast asks for arguments, and says which.
func atLeast(n int, what string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if len(args) < n {
			return usage("%s needs %s; see %s --help", cmd.CommandPath(), what, cmd.CommandPath())
		}
		return nil
	}
}

// atMost refuses further arguments.
func atMost(n int, what string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if len(args) > n {
			return usage("%s takes %s, and %q is more than that; see %s --help", cmd.CommandPath(), what, args[n], cmd.CommandPath())
		}
		return nil
	}
}

// A choice is a flag's value out of few.
type choice struct {
	value   *string
	allowed []string
}

func (c choice) String() string { return *c.value }
func (c choice) Type() string   { return "name" }

func (c choice) Set(s string) error {
	if !slices.Contains(c.allowed, s) {
		hint := ""
		if near := nearest(s, c.allowed); near != "" {
			hint = "; did you mean " + near + "?"
		}
		return fmt.Errorf("it must be one of %s%s", strings.Join(c.allowed, ", "), hint)
	}
	*c.value = s
	return nil
}

// choose defines a flag whose values are few, so that shells complete them. The
// default is what value holds.
func choose(cmd *cobra.Command, flags *pflag.FlagSet, value *string, name string, allowed []string, help string) {
	text := make([]byte, 0, 256)
	text = append(append(text, help...), '\n')
	width := 0
	for i, word := range allowed {
		if i > 0 {
			text = append(text, ',')
			if width+len(word) > 60 {
				text, width = append(text, '\n'), 0
			} else {
				text = append(text, ' ')
			}
		}
		text = append(text, word...)
		width += len(word) + 2
	}
	flags.Var(choice{value, allowed}, name, string(text))
	_ = cmd.RegisterFlagCompletionFunc(name, cobra.FixedCompletions(allowed, cobra.ShellCompDirectiveNoFileComp))
}

// nearest returns the name that s was most likely meant to be, or nothing when
// none is near.
func nearest(s string, names []string) string {
	best, distance := "", len(s)/3+2
	for _, name := range names {
		d := editDistance(strings.ToLower(s), name)
		if strings.HasPrefix(name, s) && len(s) > 2 {
			d = 1
		}
		if d < distance {
			best, distance = name, d
		}
	}
	return best
}

// editDistance is Levenshtein's.
func editDistance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			cost := diagonal
			if a[i] != b[j] {
				cost++
			}
			diagonal = row[j+1]
			row[j+1] = min(cost, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(b)]
}
