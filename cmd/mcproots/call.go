package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"
	"github.com/tidwall/gjson"

	"github.com/mcproots/mcproots/host"
	"github.com/mcproots/mcproots/wasm/roots"
)

func operationNames() []string {
	names := make([]string, len(roots.Operations))
	for i, o := range roots.Operations {
		names[i] = o.Name
	}
	return names
}

func (p *program) callCommand() *cobra.Command {
	var table strings.Builder
	for _, o := range roots.Operations {
		table.WriteString("  " + o.Name + strings.Repeat(" ", 18-len(o.Name)) + o.Value + "\n")
	}
	return &cobra.Command{
		Use:     "call OPERATION [JSON|-]",
		GroupID: "about",
		Short:   "Carry out any operation of the engine, JSON in and JSON out",
		Long: `Carry out an operation: its input is the argument, or standard input; the answer is
one line, as every host gets it.

Operations, and the value that each answers:
` + table.String() + `
Exit codes:
  0  the operation was carried out; the verdict is in the answer, not in this code
  2  the input is not what the operation takes; the answer says why
  3  the engine failed`,
		Example: `  mcproots call info {}
  mcproots call to_uri '{"paths":["C:\\Users\\x"],"platform":"windows"}'
  mcproots call valid_response < result.json`,
		Args: func(cmd *cobra.Command, args []string) error {
			if err := atLeast(1, "an operation, such as check")(cmd, args); err != nil {
				return err
			}
			return atMost(2, "an operation and its input")(cmd, args)
		},
		ValidArgsFunction: cobra.FixedCompletions(operationNames(), cobra.ShellCompDirectiveNoFileComp),
		RunE: func(cmd *cobra.Command, args []string) error {
			if p.waitsForTyping(args[1:]) {
				return usage("the input of %s is missing; give it as the second argument, or on standard input", args[0])
			}
			return p.call(cmd.Context(), args)
		},
	}
}

func (p *program) call(ctx context.Context, args []string) error {
	if _, ok := roots.Lookup(args[0]); !ok {
		return noOperation(args[0])
	}
	var input []byte
	if len(args) == 2 && args[1] != "-" {
		input = []byte(args[1])
	} else {
		var err error
		if input, err = readAll("<stdin>", p.in, nil); err != nil {
			return err
		}
	}
	h, err := p.host(ctx)
	if err != nil {
		return err
	}
	answer, err := h.Call(ctx, args[0], input)
	switch {
	case errors.Is(err, host.ErrOperation):
		return noOperation(args[0])
	case err != nil:
		return engineFault(err)
	}
	// Exact bytes for programs; on a terminal nothing that it could obey.
	var out io.Writer = p.out
	var safe jsonBuffer
	if isTerminal(p.stdout) {
		out = &safe
	}
	_, _ = fmt.Fprintf(out, "%s\n", answer) // told when the output is flushed
	_, _ = p.out.Write(safe)
	if gjson.GetBytes(answer, "ok").Bool() {
		return nil
	}
	if gjson.GetBytes(answer, "error.code").Int() == -32603 {
		return failure("engine", "the operation failed inside; please report the shape of its input")
	}
	return usage("the input is not what %s takes: see the answer, and mcproots explain CODE", args[0])
}

func noOperation(name string) error {
	hint := "; mcproots call --help lists them"
	if near := nearest(name, operationNames()); near != "" {
		hint = "; did you mean " + near + "?"
	}
	return usage("no operation is called %s%s", name, hint)
}
