package main

import (
	"io"
	"os"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
	"unsafe"
)

// terminal opens a pseudo-terminal: what a person sees comes out of screen.
func terminal(t *testing.T) (screen, tty *os.File) {
	t.Helper()
	screen, err := os.OpenFile("/dev/ptmx", os.O_RDWR|syscall.O_NOCTTY, 0)
	if err != nil {
		t.Skipf("no pseudo-terminal here: %v", err)
	}
	t.Cleanup(func() { screen.Close() })
	var unlock, number uint32
	for _, call := range []struct {
		request uintptr
		arg     *uint32
	}{{syscall.TIOCSPTLCK, &unlock}, {syscall.TIOCGPTN, &number}} {
		if _, _, errno := syscall.Syscall(syscall.SYS_IOCTL, screen.Fd(), call.request, uintptr(unsafe.Pointer(call.arg))); errno != 0 {
			t.Skipf("no pseudo-terminal here: %v", errno)
		}
	}
	tty, err = os.OpenFile("/dev/pts/"+strconv.Itoa(int(number)), os.O_RDWR|syscall.O_NOCTTY, 0)
	if err != nil {
		t.Skipf("no pseudo-terminal here: %v", err)
	}
	return screen, tty
}

// onTerminal runs the command as a person would.
func onTerminal(t *testing.T, stdin io.Reader, args ...string) (exit int, seen string) {
	t.Helper()
	screen, tty := terminal(t)
	if stdin == nil {
		stdin = tty
	}
	done := make(chan string)
	go func() {
		text, _ := io.ReadAll(screen) // ends with an error when the terminal is closed
		done <- string(text)
	}()
	exit = doMain(args, stdin, tty, tty)
	tty.Close()
	return exit, <-done
}

func TestAPersonWhoTypesNoArgumentsSeesWhatTheCommandCanDo(t *testing.T) {
	exit, seen := onTerminal(t, nil)
	if exit != exitClean || !strings.Contains(seen, "mcproots demo") || !strings.Contains(seen, "contains") {
		t.Errorf("exit %d:\n%s", exit, seen)
	}
}

func TestACommandThatWouldWaitForTypingShowsItsHelp(t *testing.T) {
	for _, args := range [][]string{{"check"}, {"request"}, {"response"}, {"list"}} {
		exit, seen := onTerminal(t, nil, args...)
		if exit != exitUsage || !strings.Contains(seen, "Usage:") || !strings.Contains(seen, "Examples:") {
			t.Errorf("%v: exit %d:\n%s", args, exit, seen)
		}
	}
	if exit, seen := onTerminal(t, nil, "call", "info"); exit != exitUsage || !strings.Contains(seen, "the input of info is missing") {
		t.Errorf("call: exit %d:\n%s", exit, seen)
	}
}

func TestATerminalShowsColoursUnlessTheEnvironmentSaysNo(t *testing.T) {
	for _, tt := range []struct {
		name, value string
		colours     bool
	}{
		{"TERM", "xterm", true},
		{"TERM", "dumb", false},
		{"NO_COLOR", "1", false},
		{"NO_COLOR", "", true},
	} {
		t.Run(tt.name+"="+tt.value, func(t *testing.T) {
			t.Setenv(tt.name, tt.value)
			_, seen := onTerminal(t, strings.NewReader(`{"roots":7}`), "check")
			if strings.Contains(seen, "\x1b[") != tt.colours {
				t.Errorf("colours are not %v:\n%q", tt.colours, seen)
			}
		})
	}
}

func TestATerminalIsNotObeyingConvertedPaths(t *testing.T) {
	t.Setenv("NO_COLOR", "1")
	uri := "file:///a%E2%80%AEb"
	if _, seen := onTerminal(t, nil, "path", "--platform", "posix", uri); !strings.Contains(seen, `/a\u{202E}b`) {
		t.Errorf("the terminal got %q", seen)
	}
	if got := mcproots("", "path", "--platform", "posix", uri); got.stdout != "/a\u202eb\n" {
		t.Errorf("a pipe got %q, which is not the path", got.stdout)
	}
	if _, seen := onTerminal(t, nil, "call", "to_path", `{"uris":["`+uri+`"],"platform":"posix"}`); !strings.Contains(seen, `/a\u202eb`) {
		t.Errorf("the terminal got %q", seen)
	}
}

func TestALongRunTellsATerminalThatItIsAlive(t *testing.T) {
	t.Setenv("NO_COLOR", "1")
	line := `{"jsonrpc":"2.0","id":1,"method":"roots/list"}` + "\n"
	slow := &slowReader{text: strings.Repeat(line, 400)}
	if _, seen := onTerminal(t, slow, "check"); !strings.Contains(seen, "checked ") {
		t.Errorf("no progress:\n%q", seen)
	}
	slow = &slowReader{text: strings.Repeat(line, 400)}
	if _, seen := onTerminal(t, slow, "check", "-q"); strings.Contains(seen, "checked ") {
		t.Errorf("progress with -q:\n%q", seen)
	}
}

// A slowReader takes more than a second for its text.
type slowReader struct{ text string }

func (r *slowReader) Read(p []byte) (int, error) {
	if r.text == "" {
		return 0, io.EOF
	}
	time.Sleep(time.Second / 15)
	n := copy(p, r.text[:min(len(r.text), 1000)])
	r.text = r.text[n:]
	return n, nil
}
