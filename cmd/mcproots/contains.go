package main

import (
	"context"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/mcproots/mcproots/host"
	"github.com/mcproots/mcproots/wasm/rule"
)

// containsOptions are the flags of contains.
type containsOptions struct {
	roots    []string
	file     string
	platform string
	format   string
	unc      bool
	open     bool
	quiet    bool
}

func (p *program) containsCommand() *cobra.Command {
	o := containsOptions{format: "human", platform: string(host.Local())}
	cmd := &cobra.Command{
		Use:     "contains --root DIR|URI [--root ...] PATH...",
		GroupID: "path",
		Short:   "Say whether paths lie inside roots",
		Long: `Say for each path, or file URI, whether it lies inside the roots. Only "inside" is a
yes; everything else denies, no roots included.

The answer is about names: a symbolic link may still lead out. With --open the disk
is asked too: each path is opened through a handle of its root that no link, no ".."
and no rename can leave, and closed again. A root is what a client claims, not a
permission.

Exit codes:
  0  every path is inside; with --open, and could be opened there
  1  some path is not
  2  wrong usage: nothing was decided
  3  an input can't be read, or the engine failed: nothing was decided`,
		Example: `  mcproots contains --root /srv/project /srv/project/src/a.go
  mcproots contains --root /srv/project /srv/project2/x          outside-sibling-prefix
  mcproots contains --root file:///C:/work --platform windows 'c:\work\a.txt'
  mcproots contains --roots answer.json --open /srv/project/link`,
		Args: atLeast(1, "a path to ask about"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if cmd.Flags().Changed("roots") && o.file == "" {
				return usage("--roots needs the name of a file, or - for standard input")
			}
			return p.contains(cmd.Context(), o, args, cmd.Flags().Changed("root") || o.file != "")
		},
	}
	flags := cmd.Flags()
	flags.StringArrayVar(&o.roots, "root", nil, "a root, as an absolute `path` or a file URI; may be given again")
	flags.StringVar(&o.file, "roots", "", "a `file` with a client's answer to roots/list, or - for standard input")
	choose(cmd, flags, &o.platform, "platform", platforms, "whose rules the paths follow:")
	choose(cmd, flags, &o.format, "format", []string{"human", "json"}, "the output's format:")
	flags.BoolVar(&o.unc, "unc", false, `on Windows: let \\host\share be a root`)
	flags.BoolVar(&o.open, "open", false, "ask the disk too")
	flags.BoolVarP(&o.quiet, "quiet", "q", false, "only the exit code")
	return cmd
}

// A pathAnswer is what is known of one path.
type pathAnswer struct {
	Path     string   `json:"path"`
	Verdict  string   `json:"verdict"`
	Reason   string   `json:"reason"`
	Root     *int     `json:"root,omitempty"`
	Relative []string `json:"relative,omitempty"`
	Disk     *disk    `json:"disk,omitempty"` // with --open
}

func (a pathAnswer) yes() bool { return a.Verdict == "inside" && (a.Disk == nil || a.Disk.Opened) }

func (p *program) contains(ctx context.Context, o containsOptions, paths []string, given bool) error {
	if !given {
		return usage("contains needs the roots; give --root PATH, once or more, or --roots FILE")
	}
	if o.open && o.platform != string(host.Local()) {
		return usage("--open asks this machine's disk; leave --platform out, or --open")
	}
	h, err := p.host(ctx)
	if err != nil {
		return err
	}
	roots := make([]host.Root, 0, len(o.roots))
	for _, root := range o.roots {
		roots = append(roots, rootOf(root))
	}
	var list *readList
	if o.file != "" {
		if list, err = p.rootsFrom(ctx, h, o); err != nil {
			return err
		}
		roots = append(roots, list.roots...)
	}
	platform := host.Platform(o.platform)
	texts, at := textsOf(paths)
	reply, err := h.Contains(ctx, host.ContainsInput{Roots: roots, Paths: texts, Platform: platform, UNC: o.unc})
	if err != nil {
		return engineFault(err)
	}
	answers := make([]pathAnswer, len(paths))
	for i, path := range paths {
		answers[i] = pathAnswer{Path: path, Verdict: string(host.Invalid), Reason: notText}
	}
	all := len(texts) == len(paths)
	var mounted *mounts
	if o.open {
		if mounted, err = mount(ctx, h, roots, platform); err != nil {
			return err
		}
		defer mounted.close()
	}
	for i, c := range reply.Value {
		a := pathAnswer{Path: texts[i], Verdict: string(c.Verdict), Reason: c.Reason, Relative: c.Relative}
		if c.Root >= 0 {
			a.Root = &c.Root
			// os.Root decides about ".." by itself, so the disk may be asked.
			if o.open && (c.Inside() || c.Reason == "ambiguous-dotdot") {
				a.Disk = mounted.ask(c.Root, c.Relative)
			}
		}
		all = all && a.yes()
		answers[at[i]] = a
	}
	if err := p.showContains(o, roots, list, answers, reply.Diagnostics, mounted); err != nil {
		return err
	}
	if !all {
		return errFindings
	}
	return nil
}

// rootOf tells a URI from a path, as the core does with what is asked about.
func rootOf(s string) host.Root {
	scheme, rest, ok := strings.Cut(s, ":")
	if ok && (strings.EqualFold(scheme, "file") || len(scheme) > 1 && strings.HasPrefix(rest, "//")) {
		return host.Root{URI: s}
	}
	return host.Root{Path: s}
}

// A readList is what a client's answer to roots/list came to.
type readList struct {
	Status      string            `json:"status"`
	Diagnostics []jsonRootProblem `json:"diagnostics"` // pointers into the answer
	roots       []host.Root       // the usable ones
}

// rootsFrom takes the usable roots of a client's answer.
func (p *program) rootsFrom(ctx context.Context, h *host.Host, o containsOptions) (*readList, error) {
	sources, err := p.sources([]string{o.file}, "<stdin>")
	if err != nil {
		return nil, err
	}
	if len(sources) > 1 {
		return nil, usage("--roots: the pattern matches %d files; name one", len(sources))
	}
	document, err := p.readDocument(sources[0])
	if err != nil {
		return nil, err
	}
	reply, err := h.Read(ctx, host.ReadInput{Message: document, Platform: host.Platform(o.platform)})
	if err != nil {
		return nil, engineFault(err)
	}
	list := &readList{Status: string(reply.Value.Status), Diagnostics: problems(reply.Diagnostics)}
	for _, r := range reply.Value.Roots {
		list.roots = append(list.roots, host.Root{URI: r.URI, Name: r.Name})
	}
	for _, d := range reply.Diagnostics {
		if d.Severity == "error" && !o.quiet && o.format == "human" {
			p.complain(fmt.Sprintf("%s: %s (%s at %s)", sources[0].name, d.Message, d.Code, orDocument(d.Pointer)))
		}
	}
	switch reply.Value.Status {
	case host.StatusOK, host.StatusEmpty:
	case host.StatusInvalid:
		if len(list.roots) == 0 {
			return nil, failure("roots", "no roots could be taken from %s; mcproots response says why", sources[0].name)
		}
	default:
		if !o.quiet && o.format == "human" {
			p.complain(fmt.Sprintf("%s: the client %s, so there are no roots", sources[0].name, map[host.Status]string{
				host.StatusUnsupported: "has no roots", host.StatusRefused: "refused to tell its roots",
			}[reply.Value.Status]))
		}
	}
	return list, nil
}

type jsonRootProblem struct {
	Code     string `json:"code"`
	Severity string `json:"severity"`
	Pointer  string `json:"pointer"`
	Message  string `json:"message"`
}

func problems(diagnostics []host.Diagnostic) []jsonRootProblem {
	all := []jsonRootProblem{}
	for _, d := range diagnostics {
		all = append(all, jsonRootProblem{d.Code, d.Severity, d.Pointer, d.Message})
	}
	return all
}

func (p *program) showContains(o containsOptions, roots []host.Root, list *readList, answers []pathAnswer, diagnostics []host.Diagnostic, mounted *mounts) error {
	if o.format == "json" {
		asked := make([]string, len(roots))
		for i, r := range roots {
			asked[i] = r.URI + r.Path
		}
		return writeJSON(p.out, struct {
			Format      string            `json:"format"`
			Tool        jsonTool          `json:"tool"`
			Roots       []string          `json:"roots"`          // what an answer's root counts in
			List        *readList         `json:"list,omitempty"` // with --roots
			Answers     []pathAnswer      `json:"answers"`
			Disk        []diskNote        `json:"disk,omitempty"`
			Diagnostics []jsonRootProblem `json:"diagnostics"` // pointers into {"roots":[...],"paths":[...]}
		}{containsFormat, thisTool(), asked, list, answers, mounted.notes(), problems(diagnostics)})
	}
	if o.quiet {
		return nil
	}
	s := p.styleOf(p.stdout)
	for _, d := range diagnostics {
		if strings.HasPrefix(d.Pointer, "/roots/") {
			fmt.Fprintf(p.out, "%s: %s (%s)\n", s.severity(d.Severity, named(d.Pointer)), d.Message, d.Code)
		}
	}
	for _, n := range mounted.notes() {
		fmt.Fprintf(p.out, "%s: %s (%s)\n", s.severity(n.Severity, fmt.Sprintf("root %d on disk", n.Root)), visible(n.Message), n.Code)
	}
	for _, a := range answers {
		color := red
		if a.yes() {
			color = green
		}
		fmt.Fprintf(p.out, "%s  %s (%s)", s.paint(color, fmt.Sprintf("%-9s", a.Verdict)), visible(a.Path), a.Reason)
		if a.Verdict == "inside" {
			r := roots[*a.Root]
			fmt.Fprintf(p.out, " root %d, %s", *a.Root, visible(r.URI+r.Path))
		} else if id := rule.Find(a.Reason); id != rule.None {
			fmt.Fprintf(p.out, ": %s", rule.Get(id).Text(rule.Title))
		}
		fmt.Fprintln(p.out)
		if a.Disk != nil {
			fmt.Fprintf(p.out, "           on disk: %s\n", a.Disk.say())
		}
	}
	return nil
}

// named writes a pointer as a person would: /roots/2/uri is root 2.
func named(pointer string) string {
	index, _, _ := strings.Cut(strings.TrimPrefix(pointer, "/roots/"), "/")
	return "root " + index
}
