package host

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"runtime"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
)

// A token is a worker that only counts.
type token struct {
	alive *atomic.Int32
	used  atomic.Bool
}

func (*token) answer(context.Context, string, document) ([]byte, error) { return nil, nil }
func (*token) bloated() bool                                            { return false }
func (w *token) close()                                                 { w.alive.Add(-1) }

// tokens makes a pool of tokens, and counts those alive.
func tokens(size int) (*pool, *atomic.Int32) {
	alive := new(atomic.Int32)
	return newPool(size, func() (worker, error) {
		alive.Add(1)
		return &token{alive: alive}, nil
	}), alive
}

func TestThePoolLendsTheLastWorkerAgain(t *testing.T) {
	p, alive := tokens(8)
	var first worker
	for range 100 {
		w, err := p.acquire(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if first == nil {
			first = w
		}
		if w != first {
			t.Fatal("one caller got two workers")
		}
		p.release(w)
	}
	if alive.Load() != 1 {
		t.Errorf("%d workers alive, want 1", alive.Load())
	}
	p.close()
	if alive.Load() != 0 {
		t.Errorf("%d workers alive after close, want none", alive.Load())
	}
}

func TestCallersWaitInTurn(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p, _ := tokens(1)
		w, _ := p.acquire(t.Context())
		var order []int
		for i := range 5 {
			go func() {
				w, err := p.acquire(t.Context())
				if err != nil {
					t.Error(err)
					return
				}
				order = append(order, i)
				p.release(w)
			}()
			synctest.Wait()
		}
		p.release(w)
		synctest.Wait()
		if got := fmt.Sprint(order); got != "[0 1 2 3 4]" {
			t.Errorf("served %s, want the order of arrival", got)
		}
		p.close()
	})
}

func TestACallerThatLeavesWhileItWaitsTakesNothing(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p, alive := tokens(1)
		w, _ := p.acquire(t.Context())
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		start := time.Now()
		if _, err := p.acquire(ctx); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("error %v, want context.DeadlineExceeded", err)
		}
		if waited := time.Since(start); waited != time.Second {
			t.Errorf("waited %v, want the context's second", waited)
		}
		p.release(w)
		if got, err := p.acquire(t.Context()); got != w || err != nil {
			t.Errorf("the next caller got %v, %v; want the worker", got, err)
		}
		p.release(w)
		p.close()
		if alive.Load() != 0 {
			t.Errorf("%d workers alive after close", alive.Load())
		}
	})
}

func TestACallerThatHasLeftBeforeItComesIsTurnedAway(t *testing.T) {
	for _, e := range engines {
		h := open(t, append(e.Options, WithPoolSize(1))...)
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		if _, err := h.ValidResponse(ctx, []byte(`{}`)); !errors.Is(err, context.Canceled) {
			t.Errorf("%s: error %v, want context.Canceled", e.Name, err)
		}
	}
}

func TestADroppedWorkerLeavesItsPlaceToWhoWaits(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p, alive := tokens(1)
		w, _ := p.acquire(t.Context())
		var got worker
		go func() { got, _ = p.acquire(t.Context()) }()
		synctest.Wait()
		p.drop(w)
		synctest.Wait()
		if got == nil || got == w || alive.Load() != 1 {
			t.Errorf("got %v with %d alive, want one fresh worker", got, alive.Load())
		}
		p.release(got)
		p.close()
	})
}

func TestAWorkerThatDoesntStartLeavesItsPlace(t *testing.T) {
	broken := errors.New("broken")
	p := newPool(1, func() (worker, error) { return nil, broken })
	for range 3 {
		if _, err := p.acquire(t.Context()); err != broken {
			t.Fatalf("error %v, want the start's", err)
		}
	}
	p.close()
}

func TestCloseWaitsForCallsAndRefusesTheRest(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p, alive := tokens(2)
		a, _ := p.acquire(t.Context())
		b, _ := p.acquire(t.Context())
		var waiting error
		go func() { _, waiting = p.acquire(t.Context()) }()
		synctest.Wait()
		done := make(chan bool)
		for range 2 { // closing twice waits as well
			go func() { p.close(); done <- true }()
		}
		synctest.Wait()
		if waiting != ErrClosed {
			t.Errorf("the caller that waited got %v, want ErrClosed", waiting)
		}
		if _, err := p.acquire(t.Context()); err != ErrClosed {
			t.Errorf("a new caller got %v, want ErrClosed", err)
		}
		p.release(a)
		synctest.Wait()
		select {
		case <-done:
			t.Error("close returned while a worker was out")
		default:
		}
		p.drop(b)
		<-done
		<-done
		if alive.Load() != 0 {
			t.Errorf("%d workers alive after close", alive.Load())
		}
	})
}

// Many goroutines acquire with contexts that end at any moment, release
// or drop, and close comes in the middle. No worker is lent twice at a time, no
// more than size exist, none is left.
func TestHammerThePoolHoldsUnderLoad(t *testing.T) {
	before := runtime.NumGoroutine()
	for round := range 20 {
		const size = 4
		p, alive := tokens(size)
		var wg sync.WaitGroup
		for range 64 {
			wg.Go(func() {
				for {
					ctx, cancel := context.WithTimeout(context.Background(), time.Duration(rand.IntN(200))*time.Microsecond)
					w, err := p.acquire(ctx)
					cancel()
					switch {
					case errors.Is(err, ErrClosed):
						return
					case errors.Is(err, context.DeadlineExceeded):
						continue
					case err != nil:
						t.Error(err)
						return
					}
					if w.(*token).used.Swap(true) {
						t.Error("a worker was lent to two callers")
					}
					if n := alive.Load(); n > size {
						t.Errorf("%d workers alive, want at most %d", n, size)
					}
					w.(*token).used.Store(false)
					if rand.IntN(4) == 0 {
						p.drop(w)
					} else {
						p.release(w)
					}
				}
			})
		}
		time.Sleep(time.Duration(round) * time.Millisecond)
		p.close()
		wg.Wait()
		if alive.Load() != 0 || len(p.waiting) != 0 {
			t.Fatalf("%d workers alive, %d callers waiting after close", alive.Load(), len(p.waiting))
		}
	}
	settled(t, before)
}

func TestAClosedHostSaysSo(t *testing.T) {
	for _, e := range engines {
		h := open(t, e.Options...)
		for range 2 {
			if err := h.Close(); err != nil {
				t.Errorf("%s: Close: %v", e.Name, err)
			}
		}
		if _, err := h.ValidResponse(t.Context(), []byte(`{}`)); !errors.Is(err, ErrClosed) {
			t.Errorf("%s: error %v, want ErrClosed", e.Name, err)
		}
	}
}
