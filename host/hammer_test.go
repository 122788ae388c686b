package host

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
)

// A blow is a call whose outcome is known: the answer, or the kind of error.
type blow struct {
	question
	kind string // of error; "" for the answer
}

// kinds are what a call may end with, as errors.Is and errors.As tell them.
var kinds = map[string]func(error) bool{
	"trap":      func(err error) bool { return errors.As(err, new(*TrapError)) },
	"abi":       func(err error) bool { return errors.Is(err, ErrABI) },
	"operation": func(err error) bool { return errors.Is(err, ErrOperation) },
	"too large": func(err error) bool { return errors.Is(err, ErrTooLarge) },
	"closed":    func(err error) bool { return errors.Is(err, ErrClosed) },
	"deadline":  func(err error) bool { return errors.Is(err, context.DeadlineExceeded) },
	"canceled":  func(err error) bool { return errors.Is(err, context.Canceled) },
}

// kindOf is the one kind that an error has; "" for no error.
func kindOf(t *testing.T, err error) (kind string) {
	if err == nil {
		return ""
	}
	for name, is := range kinds {
		if is(err) {
			if kind != "" {
				t.Errorf("%v is of two kinds, %s and %s", err, kind, name)
			}
			kind = name
		}
	}
	if kind == "" {
		t.Errorf("%v is of no kind that the documentation names", err)
	}
	return kind
}

// impatient makes a context that may end before the call, while it waits, while
// it runs, or not at all.
func impatient(random *rand.Rand) (context.Context, context.CancelFunc) {
	wait := time.Duration(random.IntN(20_000)) * time.Microsecond
	switch random.IntN(8) {
	case 0:
		return context.WithTimeout(context.Background(), wait)
	case 1:
		ctx, cancel := context.WithCancel(context.Background())
		timer := time.AfterFunc(wait, cancel)
		return ctx, func() { timer.Stop(); cancel() }
	case 2:
		ctx, cancel := context.WithCancel(context.Background())
		if random.IntN(4) == 0 {
			cancel()
		}
		return ctx, cancel
	}
	return context.Background(), func() {}
}

// hammer has 64 callers strike a host for two seconds and closes it under them.
// Some instances don't start, too. No outcome is wrong, and nothing is left.
func hammer(t *testing.T, next func(random *rand.Rand, serial int) blow, options ...Option) {
	t.Helper()
	number := seed(t)
	before := runtime.NumGoroutine()
	h, err := Open(context.Background(), append(options, WithCacheDir(scratch), WithPoolSize(4))...)
	if err != nil {
		t.Fatal(err)
	}
	made, closed := counted(h)
	start := h.workers.start
	h.workers.start = func() (worker, error) {
		if rand.IntN(10) == 0 {
			return nil, fmt.Errorf("%w: provoked", ErrABI)
		}
		return start()
	}
	provoked := func(err error) bool { return errors.Is(err, ErrABI) && strings.HasSuffix(err.Error(), "provoked") }

	var (
		mu       sync.Mutex
		outcomes = map[string]int{}
		callers  sync.WaitGroup
	)
	const crowd = 64
	for caller := range crowd {
		callers.Go(func() {
			random := rand.New(rand.NewPCG(number, uint64(caller)))
			mine := map[string]int{}
			defer func() {
				mu.Lock()
				defer mu.Unlock()
				for outcome, n := range mine {
					outcomes[outcome] += n
				}
			}()
			for i := 0; !t.Failed(); i++ {
				b := next(random, caller*1_000_000+i)
				ctx, cancel := impatient(random)
				answer, err := h.Call(ctx, b.op, b.in)
				cancel()
				kind := kindOf(t, err)
				if provoked(err) {
					kind = "no start"
				}
				mine[kind]++
				switch kind {
				case "closed":
					return
				case "canceled", "deadline", "no start": // may come of any call
				case "":
					if b.kind != "" || string(answer) != b.answer {
						t.Errorf("%s %.200q answers %.200s, want %.200s%s", b.op, b.in, answer, b.answer, b.kind)
					}
				default:
					if answer != nil || kind != b.kind {
						t.Errorf("%s %.200q: %s, %v; want %q", b.op, b.in, answer, err, b.kind)
					}
				}
			}
		})
	}
	time.Sleep(2 * time.Second)
	if err := h.Close(); err != nil {
		t.Error(err)
	}
	if live, idle := h.counts(); live != 0 || idle != 0 || made.Load() != closed.Load() {
		t.Errorf("after Close %d instances live, %d of them idle; %d were made, %d closed", live, idle, made.Load(), closed.Load())
	}
	callers.Wait()
	if outcomes["closed"] != crowd && !t.Failed() {
		t.Errorf("%d callers were refused, want all %d", outcomes["closed"], crowd)
	}
	settled(t, before)
	told := fmt.Sprintf("%d instances", made.Load())
	for _, outcome := range slices.Sorted(maps.Keys(outcomes)) {
		name := outcome
		if name == "" {
			name = "answered"
		}
		told += fmt.Sprintf(", %d %s", outcomes[outcome], name)
	}
	t.Log(told)
	for _, outcome := range []string{"", "trap", "deadline", "canceled"} {
		if outcomes[outcome] == 0 {
			t.Errorf("no call ended with %q", outcome)
		}
	}
}

// faults strikes the module of testdata/faulty in each of its ways.
func faults(random *rand.Rand, serial int) blow {
	const yes = `{"ok":true,"value":true}`
	number := fmt.Sprint(serial)
	switch random.IntN(100) {
	case 0, 1, 2, 3, 4, 5:
		return blow{question{op: "panics"}, "trap"}
	case 6:
		return blow{question{op: "exhausts"}, "trap"}
	case 7:
		return blow{question{op: "deadlocks"}, "trap"}
	case 8:
		return blow{question{op: "shouts"}, "trap"}
	case 9:
		return blow{question{op: "misuses"}, "abi"}
	case 10:
		return blow{question{op: "overruns"}, "abi"}
	case 11:
		return blow{question: question{op: "bloats", answer: yes}}
	case 12:
		return blow{question{op: "nothing"}, "operation"}
	case 13:
		return blow{question{op: "echo", in: make([]byte, 1<<20+1)}, "too large"}
	}
	return blow{question: question{"echo", []byte(number), `{"ok":true,"value":` + number + `}`}}
}

func TestHammerTheHostHoldsUnderFaults(t *testing.T) {
	hammer(t, faults, WithModule(faulty(t)), WithMemoryPages(2048), WithMaxInput(1<<20))
}

func TestHammerTheHostHoldsUnderFaultsAndTimeouts(t *testing.T) {
	hammer(t, func(random *rand.Rand, serial int) blow {
		if random.IntN(100) == 0 {
			return blow{question{op: "spins"}, "deadline"}
		}
		return faults(random, serial)
	}, WithModule(faulty(t)), WithMemoryPages(2048), WithMaxInput(1<<20), WithTimeout(50*time.Millisecond))
}

// The embedded module answers every vector right while other calls exhaust its
// memory beside them.
func embeddedBlows(t *testing.T) func(random *rand.Rand, serial int) blow {
	small, larger := vectors(t), lists(t, 100)
	full := bytes.Repeat([]byte(`{"roots":[ `), 12<<20/11)
	return func(random *rand.Rand, _ int) blow {
		switch n := random.IntN(50); {
		case n == 0:
			return blow{question{op: "valid_response", in: full}, "trap"}
		case n == 1:
			return blow{question{op: "check", in: make([]byte, 16<<20+1)}, "too large"}
		case n < 5:
			return blow{question: larger[random.IntN(len(larger))]}
		}
		return blow{question: small[random.IntN(len(small))]}
	}
}

func TestHammerTheEmbeddedModuleAnswersRight(t *testing.T) {
	hammer(t, embeddedBlows(t), WithMemoryPages(160))
}

func TestHammerTheEmbeddedModuleAnswersRightUnderTimeouts(t *testing.T) {
	hammer(t, embeddedBlows(t), WithMemoryPages(160), WithTimeout(time.Second))
}
