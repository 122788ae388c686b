package main

import (
	"context"
	"fmt"
	"runtime"
	"runtime/debug"
	"strings"

	"github.com/spf13/cobra"

	"github.com/mcproots/mcproots/host"
)

func (p *program) versionCommand() *cobra.Command {
	format := "human"
	cmd := &cobra.Command{
		Use:     "version",
		GroupID: "about",
		Short:   "Tell the version, and the module's checksum and size",
		Long: `Tell the version and what is built in: the SHA-256 and the size of roots.wasm, which
other hosts and the page run too, so that you can compare them.`,
		Example: `  mcproots version
  mcproots version --format json`,
		Args: atMost(0, "no argument"),
		RunE: func(cmd *cobra.Command, _ []string) error { return p.version(cmd.Context(), format) },
	}
	choose(cmd, cmd.Flags(), &format, "format", []string{"human", "json"}, "the output's format:")
	return cmd
}

type jsonModule struct {
	SHA256 string `json:"sha256"`
	Size   int    `json:"size"`
	ABI    string `json:"abi"`
}

type jsonVersion struct {
	Format    string     `json:"format"`
	Name      string     `json:"name"`
	Version   string     `json:"version"`
	Commit    string     `json:"commit,omitempty"`
	Module    jsonModule `json:"module"`
	Go        string     `json:"go"`
	Platform  string     `json:"platform"`
	Revisions []string   `json:"revisions"`
}

func (p *program) version(ctx context.Context, format string) error {
	h, err := p.host(ctx)
	if err != nil {
		return err
	}
	info, err := h.Info(ctx)
	if err != nil {
		return engineFault(err)
	}
	m := host.ModuleInfo()
	v := jsonVersion{
		Format: versionFormat, Name: "mcproots", Version: info.Value.Version, Commit: commit(),
		Module: jsonModule{m.SHA256, m.Size, fmt.Sprintf("%d.%d", m.ABIMajor, m.ABIMinor)},
		Go:     runtime.Version(), Platform: runtime.GOOS + "/" + runtime.GOARCH, Revisions: info.Value.Revisions,
	}
	if format == "json" {
		return writeJSON(p.out, v)
	}
	fmt.Fprintf(p.out, "mcproots %s\n", v.Version)
	if v.Commit != "" {
		fmt.Fprintf(p.out, "commit    %s\n", v.Commit)
	}
	fmt.Fprintf(p.out, "module    roots.wasm, ABI %s, %d bytes\n          sha256 %s\nbuilt by  %s for %s\nrevisions %s\n",
		v.Module.ABI, v.Module.Size, v.Module.SHA256, v.Go, v.Platform, strings.Join(v.Revisions, ", "))
	return nil
}

// commit is what the program was built from, where the build tells.
func commit() string {
	build, ok := debug.ReadBuildInfo()
	if !ok {
		return ""
	}
	revision, modified := "", ""
	for _, s := range build.Settings {
		switch {
		case s.Key == "vcs.revision":
			revision = s.Value
		case s.Key == "vcs.modified" && s.Value == "true":
			modified = " (modified)"
		}
	}
	if revision == "" {
		return ""
	}
	return revision + modified
}
