package host

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"sync/atomic"
)

// A Host answers operations on roots, for any number of goroutines at the same
// time. Make one per program, with [Open], and close it with [Host.Close].
type Host struct {
	config
	workers *pool
	module  *module // nil for the native engine
	clean   atomic.Pointer[cleanReport]
	asked   atomic.Pointer[asked]
}

// Open compiles the module, or takes it from the cache, and starts it once: a
// module that can't serve is found here. The context bounds nothing but the
// compilation.
//
// The error is [ErrABI] for a module that can't be run, one that needs more
// memory than [WithMemoryPages] allows included.
func Open(ctx context.Context, options ...Option) (*Host, error) {
	c := defaults()
	for _, option := range options {
		option(&c)
	}
	h := &Host{config: c}
	if c.native {
		h.workers = newPool(c.pool, func() (worker, error) { return new(native), nil })
		return h, nil
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	m, err := compile(ctx, c)
	if err != nil {
		return nil, err
	}
	h.module, h.workers = m, newPool(c.pool, m.start)
	w, err := h.workers.acquire(ctx)
	if err != nil {
		_ = h.Close()
		return nil, err
	}
	h.workers.release(w)
	return h, nil
}

// Close waits for the calls in progress, refuses all others with [ErrClosed],
// and frees what the host holds. Closing twice does nothing more.
func (h *Host) Close() error {
	h.workers.close()
	if h.module == nil {
		return nil
	}
	return h.module.close(context.Background())
}

// Call carries out the operation of that name on one JSON document and gives the
// answer, one compact JSON document, as the module wrote it:
//
//	{"ok":true,"value":...}
//	{"ok":false,"error":{"code":-32602,"message":"..."}}
//
// each with "diagnostics" after it when there are any. The error is about the
// call, not about the document: [ErrTooLarge], [*TrapError], [ErrOperation],
// [ErrABI], [ErrClosed] or the context's. The typed methods say the same in Go.
func (h *Host) Call(ctx context.Context, op string, input []byte) ([]byte, error) {
	return h.call(ctx, op, document{body: input})
}

func (h *Host) call(ctx context.Context, op string, in document) ([]byte, error) {
	w, view, err := h.begin(ctx, op, in)
	if err != nil {
		return nil, err
	}
	answer := bytes.Clone(view)
	h.end(w)
	return answer, nil
}

// begin gets an answer and the worker whose memory holds it. The caller gives
// the worker to end when it has read the answer.
func (h *Host) begin(ctx context.Context, op string, in document) (worker, []byte, error) {
	if in.size() > h.maxInput {
		return nil, nil, tooLarge(in.size(), h.maxInput)
	}
	w, err := h.workers.acquire(ctx)
	if err != nil {
		return nil, nil, err
	}
	view, err := w.answer(ctx, op, in)
	switch {
	case err == nil:
		return w, view, nil
	case errors.Is(err, ErrOperation), errors.Is(err, ErrTooLarge):
		h.workers.release(w)
	default:
		h.workers.drop(w)
	}
	return nil, nil, err
}

func (h *Host) end(w worker) {
	if w.bloated() {
		h.workers.drop(w)
	} else {
		h.workers.release(w)
	}
}

func tooLarge(size, limit int) error {
	return fmt.Errorf("%w: %d bytes, the limit is %d", ErrTooLarge, size, limit)
}
