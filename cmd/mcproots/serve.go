package main

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"syscall"

	"github.com/spf13/cobra"

	"github.com/mcproots/mcproots/wasm/roots"
)

// servePort spells ROOT on a telephone.
const servePort = 7668

// server is the program that serves the page. It lies beside this one: PATH is not
// searched, where anything could be of that name.
const server = "mcproots-serve"

func (p *program) serveCommand() *cobra.Command {
	var port uint16 = servePort
	cmd := &cobra.Command{
		Use:     "serve",
		GroupID: "about",
		Short:   "Serve the page that checks in a browser",
		Long: `Serve the page, to this machine only, until interrupted. What is entered there is
checked in the browser and goes nowhere, not even to this server, which is the program
mcproots-serve beside this one.`,
		Example: `  mcproots serve
  mcproots serve --port 0                         on any free port`,
		Args: atMost(0, "no argument"),
		RunE: func(*cobra.Command, []string) error { return p.serve(port) },
	}
	cmd.Flags().Uint16Var(&port, "port", port, "the port; 0 takes any that is free")
	return cmd
}

func (p *program) serve(port uint16) error {
	self, err := os.Executable()
	if err == nil {
		self, err = filepath.EvalSymlinks(self)
	}
	if err != nil {
		return failure("serve", "can't tell where mcproots lies, beside which %s is: %v", server, err)
	}
	name := filepath.Join(filepath.Dir(self), server)
	if runtime.GOOS == "windows" {
		name += ".exe"
	}
	err = become(name, strconv.Itoa(int(port)))
	if errors.Is(err, fs.ErrNotExist) {
		return failure("serve", "%s is not beside mcproots: each release has both; go install github.com/mcproots/mcproots/cmd/%s@v%s brings it", server, server, roots.Version)
	}
	return failure("serve", "can't start %s: %v", server, err)
}

// become lets another program take the place of this process, and so returns errors
// only. Windows knows no such thing: there this process waits for the other, and ends
// as it does.
func become(name string, args ...string) error {
	args = append([]string{name}, args...)
	err := syscall.Exec(name, args, os.Environ())
	if !errors.Is(err, errors.ErrUnsupported) {
		return err
	}
	code, err := await(name, args)
	if err != nil {
		return err
	}
	os.Exit(code)
	return nil
}

// await runs a program to its end, and tells its exit code.
func await(name string, args []string) (int, error) {
	process, err := os.StartProcess(name, args, &os.ProcAttr{Files: []*os.File{os.Stdin, os.Stdout, os.Stderr}})
	if err != nil {
		return 0, err
	}
	state, err := process.Wait()
	if err != nil {
		return 0, err
	}
	return state.ExitCode(), nil
}
