package main

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/signal"
	"strconv"
	"syscall"
	"time"

	"github.com/spf13/cobra"

	"github.com/mcproots/mcproots/web"
)

// servePort spells ROOT on a telephone.
const servePort = 7668

func (p *program) serveCommand() *cobra.Command {
	var port uint16 = servePort
	cmd := &cobra.Command{
		Use:     "serve",
		GroupID: "about",
		Short:   "Serve the page that checks in a browser",
		Long: `Serve the page, to this machine only, until interrupted. What is entered there is
checked in the browser and goes nowhere, not even to this server.`,
		Example: `  mcproots serve
  mcproots serve --port 0                         on any free port`,
		Args: atMost(0, "no argument"),
		RunE: func(cmd *cobra.Command, _ []string) error { return p.serve(cmd.Context(), port) },
	}
	cmd.Flags().Uint16Var(&port, "port", port, "the port; 0 takes any that is free")
	return cmd
}

func (p *program) serve(ctx context.Context, port uint16) error {
	ctx, stop := signal.NotifyContext(ctx, os.Interrupt, syscall.SIGTERM)
	defer stop()
	listener, err := net.Listen("tcp", net.JoinHostPort("127.0.0.1", strconv.Itoa(int(port))))
	if err != nil {
		return failure("listen", "can't listen on port %d: %v; give another with --port, or 0 for any", port, err)
	}
	server := &http.Server{Handler: web.Handler(), ReadHeaderTimeout: 10 * time.Second}
	fmt.Fprintf(p.out, "http://%s/\n", listener.Addr())
	if err := p.out.Flush(); err != nil {
		return err
	}
	context.AfterFunc(ctx, func() { _ = server.Close() })
	if err := server.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
		return failure("serve", "%v", err)
	}
	return nil
}
