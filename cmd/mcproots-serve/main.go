// Command mcproots-serve serves the page that checks MCP roots in a browser.
// `mcproots serve` starts it. It is a program of its own so that a check, which
// starts anew for each file, need not carry a web server along.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/signal"
	"strconv"
	"syscall"
	"time"

	"github.com/mcproots/mcproots/web"
)

const help = `Serve the page that checks MCP roots in a browser, to this machine only, until
interrupted; print its address. What is entered there is checked in the browser and
goes nowhere, not even to this server. ` + "`mcproots serve`" + ` starts this program.

Usage:
  mcproots-serve PORT

PORT is a number up to 65535; 0 takes any that is free.

Exit codes:
  0  interrupted, as it should be
  2  wrong usage
  3  the port can't be had, or the server failed
`

// The exit codes are those of mcproots.
const (
	exitClean   = 0
	exitUsage   = 2
	exitFailure = 3
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	os.Exit(doMain(ctx, os.Args[1:], os.Stdout, os.Stderr))
}

// doMain is main without the process, so that tests can call it: the end of ctx
// is the interruption. It returns one of the exit codes.
func doMain(ctx context.Context, args []string, stdout, stderr io.Writer) int {
	if len(args) != 1 {
		fmt.Fprintln(stderr, "mcproots: mcproots-serve takes one argument, the port; see mcproots-serve --help")
		return exitUsage
	}
	if args[0] == "--help" || args[0] == "-h" {
		_, _ = io.WriteString(stdout, help)
		return exitClean
	}
	port, err := strconv.ParseUint(args[0], 10, 16)
	if err != nil {
		fmt.Fprintln(stderr, "mcproots: the port isn't a number from 0 to 65535; see mcproots-serve --help")
		return exitUsage
	}
	if err := serve(ctx, uint16(port), stdout); err != nil {
		fmt.Fprintf(stderr, "mcproots: %v\n", err)
		return exitFailure
	}
	return exitClean
}

// serve prints the address once it can be asked for, and ends without an error when
// ctx does.
func serve(ctx context.Context, port uint16, stdout io.Writer) error {
	listener, err := net.Listen("tcp", net.JoinHostPort("127.0.0.1", strconv.Itoa(int(port))))
	if err != nil {
		return fmt.Errorf("can't listen on port %d: %w; give another with --port, or 0 for any", port, err)
	}
	server := &http.Server{Handler: web.Handler(), ReadHeaderTimeout: 10 * time.Second}
	if _, err := fmt.Fprintf(stdout, "http://%s/\n", listener.Addr()); err != nil {
		return errors.Join(fmt.Errorf("can't write the address: %w", err), listener.Close())
	}
	context.AfterFunc(ctx, func() { _ = server.Close() })
	if err := server.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return nil
}
