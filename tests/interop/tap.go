package main

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"os/exec"
	"sync"
)

// tap runs a program and passes its standard streams through, keeping every line
// in a file, in order: what goes over the wire between a client and a server.
func tap(file string, program []string) int {
	kept, err := os.Create(file)
	if err != nil {
		fmt.Fprintln(os.Stderr, "tap:", err)
		return 1
	}
	defer kept.Close()
	var (
		mu   sync.Mutex
		keep = func(line []byte) {
			mu.Lock()
			defer mu.Unlock()
			_, _ = kept.Write(line)
		}
		pass = func(to io.Writer, from io.Reader) {
			lines := bufio.NewReader(from)
			for {
				line, err := lines.ReadBytes('\n')
				if len(line) > 0 {
					keep(line)
					if _, err := to.Write(line); err != nil {
						return
					}
				}
				if err != nil {
					return
				}
			}
		}
	)
	command := exec.Command(program[0], program[1:]...)
	command.Stderr = os.Stderr
	stdin, err := command.StdinPipe()
	if err == nil {
		var stdout io.ReadCloser
		if stdout, err = command.StdoutPipe(); err == nil {
			if err = command.Start(); err == nil {
				go func() {
					pass(stdin, os.Stdin)
					_ = stdin.Close()
				}()
				pass(os.Stdout, stdout)
				err = command.Wait()
			}
		}
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "tap:", err)
		return 1
	}
	return 0
}
