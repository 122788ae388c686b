package host

import (
	"context"
	"slices"
	"sync"
)

// A worker answers one caller at a time: an instance of the module, or a native
// core.
type worker interface {
	// answer carries out one operation. The answer is a view that is valid until
	// the next call. After an error other than ErrOperation and ErrTooLarge the
	// worker may not be used again.
	answer(ctx context.Context, op string, in document) ([]byte, error)

	// bloated reports whether the worker holds so much memory that it should
	// not be kept.
	bloated() bool

	close()
}

// A pool lends workers, at most size at a time, and makes them when they are
// first needed. The last one given back is the first one lent, so that a host
// with one caller keeps one instance. Callers that must wait are served in the
// order in which they came.
type pool struct {
	size  int
	start func() (worker, error)

	mu      sync.Mutex
	idle    []worker
	live    int           // workers that exist or are being made
	waiting []chan worker // a nil worker is leave to make one; closing is ErrClosed
	closed  bool
	empty   chan struct{} // closed once the pool is and no worker lives
}

func newPool(size int, start func() (worker, error)) *pool {
	return &pool{size: size, start: start, empty: make(chan struct{})}
}

// acquire lends a worker, to be given back with release or drop.
func (p *pool) acquire(ctx context.Context) (worker, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	p.mu.Lock()
	if p.closed {
		p.mu.Unlock()
		return nil, ErrClosed
	}
	if n := len(p.idle); n > 0 {
		w := p.idle[n-1]
		p.idle[n-1] = nil
		p.idle = p.idle[:n-1]
		p.mu.Unlock()
		return w, nil
	}
	if p.live < p.size {
		p.live++
		p.mu.Unlock()
		return p.fresh()
	}
	turn := make(chan worker, 1)
	p.waiting = append(p.waiting, turn)
	p.mu.Unlock()

	select {
	case w, open := <-turn:
		return p.taken(w, open)
	case <-ctx.Done():
	}
	p.mu.Lock()
	i := slices.Index(p.waiting, turn)
	if i >= 0 {
		p.waiting = slices.Delete(p.waiting, i, i+1)
	}
	p.mu.Unlock()
	if i < 0 { // a worker came at the same moment: someone else may use it
		if w, open := <-turn; w != nil {
			p.release(w)
		} else if open {
			p.vacate()
		}
	}
	return nil, ctx.Err()
}

func (p *pool) taken(w worker, open bool) (worker, error) {
	switch {
	case !open:
		return nil, ErrClosed
	case w == nil:
		return p.fresh()
	}
	return w, nil
}

// fresh makes a worker in a place that is already counted in live.
func (p *pool) fresh() (worker, error) {
	w, err := p.start()
	if err != nil {
		p.vacate()
		return nil, err
	}
	return w, nil
}

// release takes a worker back for the next caller.
func (p *pool) release(w worker) {
	p.mu.Lock()
	switch {
	case p.closed:
		p.mu.Unlock()
		p.drop(w)
		return
	case len(p.waiting) > 0:
		p.next() <- w
	default:
		p.idle = append(p.idle, w)
	}
	p.mu.Unlock()
}

// drop takes a worker out of service.
func (p *pool) drop(w worker) {
	w.close()
	p.vacate()
}

// vacate gives a worker's place up: to the next caller, or to nobody.
func (p *pool) vacate() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if len(p.waiting) > 0 {
		p.next() <- nil
		return
	}
	p.live--
	if p.closed && p.live == 0 {
		close(p.empty)
	}
}

// next takes the caller that has waited longest off the queue. Its channel has
// room for the one value that it is ever sent.
func (p *pool) next() chan<- worker {
	turn := p.waiting[0]
	p.waiting[0] = nil
	p.waiting = p.waiting[1:]
	return turn
}

// close refuses new callers and those that wait, and returns when the calls in
// progress have ended and every worker is gone.
func (p *pool) close() {
	p.mu.Lock()
	if !p.closed {
		p.closed = true
		for _, turn := range p.waiting {
			close(turn)
		}
		p.waiting = nil
		for _, w := range p.idle {
			w.close()
		}
		p.live -= len(p.idle)
		p.idle = nil
		if p.live == 0 {
			close(p.empty)
		}
	}
	p.mu.Unlock()
	<-p.empty
}
