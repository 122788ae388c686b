package main

import (
	"fmt"
	"unicode/utf8"

	"github.com/spf13/cobra"

	"github.com/mcproots/mcproots/host"
	"github.com/mcproots/mcproots/wasm/rule"
)

const conversionCodes = `Exit codes:
  0  all were converted
  1  some were refused
  2  wrong usage
  3  the engine failed`

func (p *program) pathCommand() *cobra.Command {
	platform, format := string(host.Local()), "human"
	cmd := &cobra.Command{
		Use:     "path URI...",
		GroupID: "path",
		Short:   "Turn file URIs into paths",
		Long: `Turn file URIs into paths of the platform, one on each line. A URI that two
converters would read differently is refused, with its code on standard error.

` + conversionCodes,
		Example: `  mcproots path file:///srv/my%20app
  mcproots path --platform windows file:///c%3A/work`,
		Args: atLeast(1, "a file URI"),
		RunE: func(cmd *cobra.Command, args []string) error {
			h, err := p.host(cmd.Context())
			if err != nil {
				return err
			}
			texts, at := textsOf(args)
			reply, err := h.ToPath(cmd.Context(), texts, host.Platform(platform))
			if err != nil {
				return engineFault(err)
			}
			all := conversions(args)
			for i, r := range reply.Value {
				all[at[i]] = conversion{Input: texts[i], OK: r.OK, Path: r.Path, URI: r.Canonical, Platform: string(r.Platform), Code: r.Code}
			}
			return p.showConversions(pathsFormat, format, all, func(c conversion) string { return c.Path })
		},
	}
	choose(cmd, cmd.Flags(), &platform, "platform", platforms, "whose rules the paths follow:")
	choose(cmd, cmd.Flags(), &format, "format", []string{"human", "json"}, "the output's format:")
	return cmd
}

func (p *program) uriCommand() *cobra.Command {
	platform, format := string(host.Local()), "human"
	cmd := &cobra.Command{
		Use:     "uri PATH...",
		GroupID: "path",
		Short:   "Turn absolute paths into canonical file URIs",
		Long: `Turn absolute paths into canonical file URIs, one on each line. A path that can't be
said in one is refused, with its code on standard error.

` + conversionCodes,
		Example: `  mcproots uri "/srv/my app"
  mcproots uri --platform windows 'C:\Users\x'`,
		Args: atLeast(1, "an absolute path"),
		RunE: func(cmd *cobra.Command, args []string) error {
			h, err := p.host(cmd.Context())
			if err != nil {
				return err
			}
			texts, at := textsOf(args)
			reply, err := h.ToURI(cmd.Context(), texts, host.Platform(platform))
			if err != nil {
				return engineFault(err)
			}
			all := conversions(args)
			for i, r := range reply.Value {
				all[at[i]] = conversion{Input: texts[i], OK: r.OK, URI: r.URI, Code: r.Code}
			}
			return p.showConversions(urisFormat, format, all, func(c conversion) string { return c.URI })
		},
	}
	choose(cmd, cmd.Flags(), &platform, "platform", platforms, "whose rules the paths follow:")
	choose(cmd, cmd.Flags(), &format, "format", []string{"human", "json"}, "the output's format:")
	return cmd
}

// A conversion is one URI as a path, or one path as a URI, or the reason why not.
type conversion struct {
	Input    string `json:"input"`
	OK       bool   `json:"ok"`
	Path     string `json:"path,omitempty"`
	URI      string `json:"uri,omitempty"`
	Platform string `json:"platform,omitempty"`
	Code     string `json:"code,omitempty"`
}

// textsOf picks the arguments that are UTF-8, with their places among all: JSON can't
// hold the others, so the engine isn't asked about them.
func textsOf(args []string) (texts []string, at []int) {
	for i, arg := range args {
		if utf8.ValidString(arg) {
			texts, at = append(texts, arg), append(at, i)
		}
	}
	return texts, at
}

// notText is the code of an argument that isn't UTF-8: no URI can say it.
var notText = rule.Get(rule.URIInvalidUTF8).Code

// conversions are what stands before the engine is asked: none is done.
func conversions(args []string) []conversion {
	all := make([]conversion, len(args))
	for i, arg := range args {
		all[i] = conversion{Input: arg, Code: notText}
	}
	return all
}

// showConversions writes what was converted to stdout, exactly, for the next
// program; on a terminal what it could obey is made visible. Refusals go to stderr.
func (p *program) showConversions(name, format string, all []conversion, of func(conversion) string) error {
	refused := 0
	for _, c := range all {
		if !c.OK {
			refused++
		}
	}
	if format == "json" {
		err := writeJSON(p.out, struct {
			Format  string       `json:"format"`
			Tool    jsonTool     `json:"tool"`
			Results []conversion `json:"results"`
		}{name, thisTool(), all})
		if err != nil {
			return err
		}
	} else {
		exact := !isTerminal(p.stdout)
		for _, c := range all {
			switch text := of(c); {
			case !c.OK:
				title := ""
				if id := rule.Find(c.Code); id != rule.None {
					title = ": " + rule.Get(id).Text(rule.Title)
				}
				p.complain(c.Input + title + " (" + c.Code + ")")
			case exact:
				fmt.Fprintln(p.out, text)
			default:
				fmt.Fprintln(p.out, visible(text))
			}
		}
	}
	if refused > 0 {
		return errFindings
	}
	return nil
}
