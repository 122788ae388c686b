package host

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"
)

func TestAnInstanceThatTrapsIsReplaced(t *testing.T) {
	h := open(t, WithModule(faulty(t)), WithPoolSize(1), WithMemoryPages(1024))
	for _, tt := range []struct{ name, op, stderr string }{
		{"a panic", "panics", "panic: the first line"},
		{"a deadlock", "deadlocks", "fatal error: all goroutines are asleep - deadlock!"},
		{"memory used up", "exhausts", "out of memory"},
	} {
		t.Run(tt.name+" is a typed error, then the next call is answered", func(t *testing.T) {
			_, err := h.Call(t.Context(), tt.op, []byte(`{}`))
			var trap *TrapError
			if !errors.As(err, &trap) {
				t.Fatalf("error %v, want a *TrapError", err)
			}
			if trap.Op != tt.op || !strings.Contains(trap.Stderr, tt.stderr) {
				t.Errorf("trap %+q in %q, want %q in %q", trap.Stderr, trap.Op, tt.stderr, tt.op)
			}
			if !strings.Contains(err.Error(), tt.stderr) || strings.ContainsAny(err.Error(), "\n\r") {
				t.Errorf("the message is not one line with the cause: %q", err)
			}
			if live, idle := h.counts(); live != 0 || idle != 0 {
				t.Errorf("after the trap %d instances live, %d of them idle; want none", live, idle)
			}
			if yes, err := h.ValidResponse(t.Context(), []byte(`{}`)); !yes || err != nil {
				t.Errorf("the next call: %v, %v; want true", yes, err)
			}
		})
	}
}

func TestWhatTheModuleShoutsIsCapped(t *testing.T) {
	h := open(t, WithModule(faulty(t)))
	_, err := h.Call(t.Context(), "shouts", []byte(`{}`))
	var trap *TrapError
	if !errors.As(err, &trap) {
		t.Fatalf("error %v, want a *TrapError", err)
	}
	if want := strings.Repeat("x", stderrLine); trap.Stderr != want {
		t.Errorf("first line %q, want %d bytes of it", trap.Stderr, stderrLine)
	}
	var s stderr
	for range 1000 {
		if n, err := s.Write(make([]byte, 1000)); n != 1000 || err != nil {
			t.Fatalf("wrote %d, %v; want all taken", n, err)
		}
	}
	if len(s.text) != stderrCap {
		t.Errorf("kept %d bytes, want %d", len(s.text), stderrCap)
	}
}

func TestTheFirstLineOfStderrIsSafeToPrint(t *testing.T) {
	s := stderr{text: []byte("\r\npanic:\x1b[2J\xff\x7f done\r\nmore")}
	if got, want := s.firstLine(), "panic:[2J done"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestAnInstanceOverTheWatermarkIsDropped(t *testing.T) {
	h := open(t, WithModule(faulty(t)), WithPoolSize(1))
	if answer, err := h.Call(t.Context(), "echo", []byte(`1`)); err != nil || string(answer) != `{"ok":true,"value":1}` {
		t.Fatalf("echo: %s, %v", answer, err)
	}
	if live, idle := h.counts(); live != 1 || idle != 1 {
		t.Errorf("after a small call %d live, %d idle; want the instance kept", live, idle)
	}
	if answer, err := h.Call(t.Context(), "bloats", []byte(`1`)); err != nil || string(answer) != `{"ok":true,"value":true}` {
		t.Fatalf("bloats: %s, %v; want its answer although the instance goes", answer, err)
	}
	if live, idle := h.counts(); live != 0 || idle != 0 {
		t.Errorf("after a call that keeps 64 MiB %d live, %d idle; want none", live, idle)
	}
	if answer, err := h.Call(t.Context(), "echo", []byte(`2`)); err != nil || string(answer) != `{"ok":true,"value":2}` {
		t.Fatalf("echo: %s, %v", answer, err)
	}
}

func TestABreachOfTheABIIsNeverAnAnswer(t *testing.T) {
	h := open(t, WithModule(faulty(t)), WithPoolSize(1))
	ctx := t.Context()
	breaches := map[string]func() error{
		"an answer of length 0":        func() error { _, err := h.Call(ctx, "misuses", []byte(`{}`)); return err },
		"an answer outside the memory": func() error { _, err := h.Call(ctx, "overruns", []byte(`{}`)); return err },
		"an answer without ok":         func() error { _, err := h.Check(ctx, CheckInput{Message: []byte(`{}`)}); return err },
		"a value of another type":      func() error { _, err := h.Describe(ctx, []byte(`{}`)); return err },
		"fewer verdicts than there were paths": func() error {
			r, err := h.Contains(ctx, ContainsInput{Paths: []string{"/a"}})
			if len(r.Value) != 0 {
				t.Errorf("verdicts %v beside the error", r.Value)
			}
			return err
		},
	}
	for name, breach := range breaches {
		t.Run(name+" is ErrABI", func(t *testing.T) {
			if err := breach(); !errors.Is(err, ErrABI) {
				t.Errorf("error %v, want ErrABI", err)
			}
		})
	}
}

func TestAnOperationThatTheModuleLacksIsSaidSo(t *testing.T) {
	for _, tt := range []struct {
		name    string
		options []Option
	}{
		{"native", []Option{WithNative()}},
		{"the embedded module", nil},
		{"another module", []Option{WithModule(faulty(t))}},
	} {
		h := open(t, tt.options...)
		for _, op := range []string{"", "nothing", "input", "output", "abi_version", "memory", "_initialize"} {
			if answer, err := h.Call(t.Context(), op, []byte(`{}`)); !errors.Is(err, ErrOperation) || answer != nil {
				t.Errorf("%s, operation %q: %s, %v; want ErrOperation", tt.name, op, answer, err)
			}
		}
	}
}

func TestATimeoutEndsACallThatRuns(t *testing.T) {
	h := open(t, WithModule(faulty(t)), WithPoolSize(1), WithTimeout(50*time.Millisecond))
	_, err := h.Call(t.Context(), "spins", []byte(`{}`))
	if !errors.Is(err, context.DeadlineExceeded) {
		t.Fatalf("error %v, want context.DeadlineExceeded", err)
	}
	if trap := (*TrapError)(nil); errors.As(err, &trap) {
		t.Errorf("a timeout is reported as a trap: %v", err)
	}
	if yes, err := h.ValidResponse(t.Context(), []byte(`{}`)); !yes || err != nil {
		t.Errorf("the next call: %v, %v; want true", yes, err)
	}
}

func TestWithATimeoutACallEndsWhenItsCallerLeaves(t *testing.T) {
	h := open(t, WithModule(faulty(t)), WithPoolSize(1), WithTimeout(time.Minute))
	ctx, cancel := context.WithCancel(t.Context())
	time.AfterFunc(50*time.Millisecond, cancel)
	if _, err := h.Call(ctx, "spins", []byte(`{}`)); !errors.Is(err, context.Canceled) {
		t.Fatalf("error %v, want context.Canceled", err)
	}
	if yes, err := h.ValidResponse(t.Context(), []byte(`{}`)); !yes || err != nil {
		t.Errorf("the next call: %v, %v; want true", yes, err)
	}
}

func TestAModuleThatCantBeRunIsErrABI(t *testing.T) {
	good, err := os.ReadFile("roots.wasm")
	if err != nil {
		t.Fatal(err)
	}
	zero := []byte{0x41, 0}             // i32.const 0
	unreachable := []byte{0}            // traps
	foreign := append(assemble()[:8:8], // imports env.f
		1, 4, 1, 0x60, 0, 0, 2, 9, 1, 3, 'e', 'n', 'v', 1, 'f', 0, 0)
	for _, tt := range []struct {
		name string
		wasm []byte
		says string
	}{
		{"no bytes", []byte{}, "can't be compiled"},
		{"a truncated module", good[:len(good)/2], "can't be compiled"},
		{"a module cut within its header", good[:5], "can't be compiled"},
		{"text", []byte("this is not a module"), "can't be compiled"},
		{"another major version", assemble(version(2, 0), function("input", 1, zero), function("output", 0, zero)), "it speaks ABI 2.0, this host needs 1.0"},
		{"version 0", assemble(version(0, 9), function("input", 1, zero), function("output", 0, zero)), "it speaks ABI 0.9"},
		{"no version", assemble(function("input", 1, zero), function("output", 0, zero)), "abi_version"},
		{"no input", assemble(version(1, 0), function("output", 0, zero)), "input"},
		{"an input without a length", assemble(version(1, 0), function("input", 0, zero), function("output", 0, zero)), "input"},
		{"no output", assemble(version(1, 0), function("input", 1, zero)), "output"},
		{"a function of another host", foreign, "it imports env.f"},
		{"a start that traps", assemble(version(1, 0), function("_initialize", 0, unreachable), function("input", 1, zero), function("output", 0, zero)), "_initialize: the module stopped"},
		{"a version that traps", assemble(function("abi_version", 0, unreachable), function("input", 1, zero), function("output", 0, zero)), "abi_version: the module stopped"},
		{"no memory", assembleBare(version(1, 0), function("input", 1, zero), function("output", 0, zero)), "memory"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			h, err := Open(t.Context(), WithModule(tt.wasm), WithoutCache())
			if err == nil {
				h.Close()
			}
			if !errors.Is(err, ErrABI) || !strings.Contains(err.Error(), tt.says) {
				t.Errorf("error %v, want ErrABI with %q", err, tt.says)
			}
		})
	}
	t.Run("a later minor version is accepted", func(t *testing.T) {
		h, err := Open(t.Context(), WithoutCache(),
			WithModule(assemble(version(1, 7), function("input", 1, zero), function("output", 0, zero))))
		if err != nil {
			t.Fatal(err)
		}
		h.Close()
	})
	t.Run("a module that grants no input says so", func(t *testing.T) {
		h, err := Open(t.Context(), WithoutCache(), WithModule(assemble(version(1, 0),
			function("input", 1, zero), function("output", 0, zero), function("check", 1, zero))))
		if err != nil {
			t.Fatal(err)
		}
		defer h.Close()
		if _, err := h.Call(t.Context(), "check", []byte(`{}`)); !errors.Is(err, ErrABI) {
			t.Errorf("error %v, want ErrABI", err)
		}
	})
}

func TestTooLittleMemoryIsAClearError(t *testing.T) {
	declared := declaredPages(t)
	for _, tt := range []struct {
		name  string
		pages uint32
		says  string
	}{
		{"less than the module declares", 10, "over limit of 10 pages"},
		{"one page more than it declares, too few to start", declared + 1, fmt.Sprintf("within %d pages of memory", declared+1)},
	} {
		t.Run(tt.name, func(t *testing.T) {
			h, err := Open(t.Context(), WithMemoryPages(tt.pages), WithCacheDir(scratch))
			if err == nil {
				h.Close()
			}
			if !errors.Is(err, ErrABI) || !strings.Contains(err.Error(), tt.says) {
				t.Errorf("error %v, want ErrABI and the limit", err)
			}
		})
	}
	t.Run("too little for one input is a trap, and the next call is answered", func(t *testing.T) {
		h := open(t, WithMemoryPages(128), WithPoolSize(1))
		_, err := h.ValidResponse(t.Context(), make([]byte, 12<<20))
		var trap *TrapError
		if !errors.As(err, &trap) || !strings.Contains(err.Error(), "out of memory") {
			t.Errorf("error %v, want a *TrapError that says out of memory", err)
		}
		if yes, err := h.ValidResponse(t.Context(), []byte(`{"roots":[]}`)); !yes || err != nil {
			t.Errorf("the next call: %v, %v; want true", yes, err)
		}
	})
}

// Go's garbage collector inside the module needs a clock that goes on by itself:
// with wazero's own it stops after a hundred rounds, and the memory grows.
func TestMemoryStaysFlat(t *testing.T) {
	h := open(t, WithModule(faulty(t)), WithPoolSize(1))
	w, err := h.workers.acquire(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer h.workers.drop(w)
	litter := func(calls int) uint32 {
		for range calls {
			if _, err := w.answer(t.Context(), "litters", document{body: []byte(`{}`)}); err != nil {
				t.Fatal(err)
			}
		}
		return w.(*instance).memory.Size()
	}
	warm, after := litter(1_000), litter(9_000)
	t.Logf("%d KB after 1,000 calls, %d KB after 10,000", warm>>10, after>>10)
	if after > 2*warm {
		t.Errorf("memory grew from %d to %d bytes", warm, after)
	}
}
