package main

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/mcproots/mcproots/host"
)

// get asks the server at an address for a file.
func get(t *testing.T, url string) []byte {
	t.Helper()
	client := http.Client{Timeout: 10 * time.Second}
	response, err := client.Get(url)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	content, err := io.ReadAll(response.Body)
	if err != nil || response.StatusCode != http.StatusOK {
		t.Fatalf("%s: %s, %v", url, response.Status, err)
	}
	return content
}

func TestItServesThePageUntilInterrupted(t *testing.T) {
	ctx, interrupt := context.WithCancel(t.Context())
	r, w := io.Pipe()
	var stderr bytes.Buffer
	exit := make(chan int)
	go func() { exit <- doMain(ctx, []string{"0"}, w, &stderr) }()
	line, err := bufio.NewReader(r).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	url, ok := strings.CutPrefix(line, "http://127.0.0.1:")
	if !ok {
		t.Fatalf("the address is %q", line)
	}
	url = "http://127.0.0.1:" + strings.TrimSuffix(url, "\n")
	if page := get(t, url); !bytes.Contains(page, []byte("<title>")) {
		t.Errorf("the page: %.200s", page)
	}
	if module := get(t, url+"roots.wasm"); !bytes.Equal(module, host.ModuleBytes()) {
		t.Errorf("the module has %d bytes, not those of the hosts' module", len(module))
	}
	interrupt()
	if code := <-exit; code != exitClean || stderr.Len() > 0 {
		t.Errorf("interrupted, it ended with %d: %s", code, &stderr)
	}
}

func TestWhatItRefuses(t *testing.T) {
	taken, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer taken.Close()
	port := strconv.Itoa(taken.Addr().(*net.TCPAddr).Port)
	for _, tt := range []struct {
		name string
		args []string
		exit int
		says string
	}{
		{"no port", nil, exitUsage, "takes one argument"},
		{"two ports", []string{"0", "0"}, exitUsage, "takes one argument"},
		{"no number", []string{"secret"}, exitUsage, "isn't a number from 0 to 65535"},
		{"too large", []string{"65536"}, exitUsage, "isn't a number from 0 to 65535"},
		{"negative", []string{"-1"}, exitUsage, "isn't a number from 0 to 65535"},
		{"taken", []string{port}, exitFailure, "can't listen on port " + port + ": "},
	} {
		var stdout, stderr bytes.Buffer
		exit := doMain(t.Context(), tt.args, &stdout, &stderr)
		message := stderr.String()
		if exit != tt.exit || !strings.HasPrefix(message, "mcproots: ") || !strings.Contains(message, tt.says) || stdout.Len() > 0 {
			t.Errorf("%s: exit %d, want %d: %q on stdout, on stderr %q", tt.name, exit, tt.exit, &stdout, message)
		}
		if strings.Contains(message, "secret") {
			t.Errorf("%s: what was submitted is echoed: %s", tt.name, message)
		}
	}
	if exit := doMain(t.Context(), []string{"0"}, broken{}, io.Discard); exit != exitFailure {
		t.Errorf("an address that can't be written: exit %d", exit)
	}
}

// A broken writer writes nothing.
type broken struct{}

func (broken) Write([]byte) (int, error) { return 0, errors.New("broken") }

func TestHelp(t *testing.T) {
	for _, arg := range []string{"--help", "-h"} {
		var stdout, stderr bytes.Buffer
		if exit := doMain(t.Context(), []string{arg}, &stdout, &stderr); exit != exitClean || stdout.String() != help || stderr.Len() > 0 {
			t.Errorf("%s: exit %d, %q, %q", arg, exit, &stdout, &stderr)
		}
	}
}

// build builds a program of the repository as releases do, and gives its file.
func build(t *testing.T, dir, name string) string {
	t.Helper()
	if runtime.GOOS == "windows" {
		t.Skip("skipped: build.sh needs bash")
	}
	file := filepath.Join(dir, name)
	if out, err := exec.Command("../build.sh", file).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	return file
}

func TestTheCommandBecomesTheServerBesideIt(t *testing.T) {
	dir, elsewhere := t.TempDir(), t.TempDir()
	command := build(t, dir, "mcproots")
	var stderr bytes.Buffer
	alone := exec.Command(command, "serve")
	alone.Stderr = &stderr
	// A server that is only in PATH could be anybody's.
	inPath := build(t, elsewhere, "mcproots-serve")
	alone.Env = append(os.Environ(), "PATH="+elsewhere)
	var failed *exec.ExitError
	if err := alone.Run(); !errors.As(err, &failed) || failed.ExitCode() != exitFailure ||
		!strings.HasPrefix(stderr.String(), "mcproots: mcproots-serve is not beside mcproots: ") || !strings.Contains(stderr.String(), "go install ") {
		t.Errorf("without the server: %v: %s", err, &stderr)
	}

	if err := os.Rename(inPath, filepath.Join(dir, "mcproots-serve")); err != nil {
		t.Fatal(err)
	}
	link := filepath.Join(elsewhere, "linked")
	if err := os.Symlink(command, link); err != nil {
		t.Fatal(err)
	}
	for _, started := range []string{command, link} {
		serving := exec.Command(started, "serve", "--port", "0")
		out, err := serving.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := serving.Start(); err != nil {
			t.Fatal(err)
		}
		line, err := bufio.NewReader(out).ReadString('\n')
		if err != nil {
			t.Fatal(err)
		}
		get(t, strings.TrimSuffix(line, "\n"))
		// The process is the server: the interruption of one is that of the other.
		if err := serving.Process.Signal(os.Interrupt); err != nil {
			t.Fatal(err)
		}
		if err := serving.Wait(); err != nil {
			t.Errorf("interrupted: %v", err)
		}
	}
}
