// Command server is an MCP server of revision 2026-07-28 over Streamable HTTP, on
// net/http and the host package, for the official conformance runner. Whatever
// concerns input requests and roots is the module's decision: which requests go
// out, what a client without the capability is told, which answers count.
//
//	server [-listen ADDRESS]
//
// It prints its URL as the first line of output and serves until its standard
// input ends.
package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"time"

	"github.com/mcproots/mcproots/host"
)

func main() {
	if err := run(os.Stdin, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "server:", err)
		os.Exit(1)
	}
}

func run(stdin io.Reader, stdout io.Writer) error {
	address := flag.String("listen", "127.0.0.1:0", "the `address` to listen at")
	flag.Parse()
	h, err := host.Open(context.Background())
	if err != nil {
		return err
	}
	defer h.Close()
	listener, err := net.Listen("tcp", *address)
	if err != nil {
		return err
	}
	s := http.Server{Handler: newServer(h), ReadHeaderTimeout: 10 * time.Second}
	fmt.Fprintf(stdout, "http://%s/mcp\n", listener.Addr())
	go func() {
		_, _ = io.Copy(io.Discard, stdin)
		_ = s.Close()
	}()
	if err := s.Serve(listener); err != http.ErrServerClosed {
		return err
	}
	return nil
}
