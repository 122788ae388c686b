// Package roots is the core of mcproots: every operation on MCP roots as a pure
// function from one JSON document to another.
//
// It is written for the size of the Wasm module: Go's Wasm code pays some fifty
// bytes for every call and more for every inlined append, and a table row costs
// sixteen. So what messages and inputs must look like stands in tables that one
// function reads (shape.go, operation.go), and the small functions that are used
// everywhere are kept from being inlined.
package roots

import (
	"runtime"

	"github.com/mcproots/mcproots/wasm/fileuri"
	"github.com/mcproots/mcproots/wasm/scan"
)

// ABI 1.0: a host accepts its own major and any minor at least the one it needs.
const (
	ABIMajor = 1
	ABIMinor = 0
)

// Version is the release that info, the hosts and the command report.
const Version = "0.1.0"

// MaxInput is the module's hard limit on an input document, in bytes.
const MaxInput = 256 << 20

// keep is the largest capacity, in bytes, of a buffer that stays allocated
// between calls, so that one large document doesn't pin its memory.
const keep = 1 << 20

// A Core answers operations. It keeps scratch memory between calls, never data:
// the same input gives the same bytes on a fresh Core and on a used one. A Core
// serves one caller at a time. The zero Core is ready to use.
type Core struct {
	in  []byte
	out buffer

	scanner  scan.Scanner
	reader   fileuri.Reader
	report   report
	settings settings
	arg      members // the members of the operation's input
	document buffer  // the text under check, where it came as a string
	roots    []root  // the entries of the lists under check
	paths    buffer  // their paths
	placed   root    // the root that was read last by itself
	built    buffer  // a message under construction
	str      buffer  // a decoded string
	str2     buffer  // another one
	roomy    fileuri.Index
	narrow   fileuri.Index
	quick    quick

	work int // bytes read since the collector last got its turn
}

// settings are what an operation's input chooses.
type settings struct {
	revision Revision // -1 where it was not given
	kind     kind     // -1 likewise
	platform fileuri.Platform
	maxRoots int
	entries  bool // keep the roots for the answer
	wide     bool // a root that is its whole file system is an error
	listed   bool // a list of roots was met
}

// Call answers one operation. The answer is valid until the next call, and only to
// be read. A panic inside becomes an error answer that carries nothing of the input.
func (c *Core) Call(op Op, in []byte) []byte {
	if answer := c.quickly(op, in); answer != nil {
		return answer
	}
	return c.out
}

// quickly gives an answer that stands ready, or leaves one in c.out and gives nil.
func (c *Core) quickly(op Op, in []byte) []byte {
	if c.work += len(in); c.work > 4<<20 {
		c.work = 0
		runtime.Gosched() // lets the collector finish even under a host with a poor clock
	}
	if cap(c.out) > keep {
		c.out = nil
	}
	defer c.recover()
	switch op {
	case ValidResponse:
		if c.quick.valid(in) {
			return yes
		}
	case Check:
		if answer := c.quickCheck(in); answer != nil {
			return answer
		}
	case Read:
		if answer := c.quickRead(in); answer != nil {
			return answer
		}
	}
	c.slow(op, in)
	return nil
}

// success begins an answer; what an operation writes is its value.
const success = `{"ok":true,"value":`

var yes = []byte(success + "true}")

// slow answers by the tables. Inlined, its large frame would slow down the quick path.
//
//go:noinline
func (c *Core) slow(op Op, in []byte) {
	c.in, c.out = in, c.out[:0]
	c.reset()
	c.out.lit(success)
	if c.open(Operations[op].Params) {
		runs[op](c)
	}
	c.report.write(c)
	c.out.lit("}")
}

// recover ends a call that panicked.
func (c *Core) recover() {
	c.in, c.report.doc = nil, nil
	if recover() != nil {
		c.out = c.out[:0]
		c.out.lit(`{"ok":false,"error":{"code":-32603,"message":"internal error: please report the operation and the shape of its input"}}`)
	}
}

func (c *Core) reset() {
	c.built.trim()
	for _, b := range [...]*buffer{&c.document, &c.paths, &c.str, &c.str2} {
		b.trim()
	}
	if cap(c.roots) > keep/64 {
		c.roots = nil
	}
	c.roots = c.roots[:0]
	c.arg = members{}
	c.settings = settings{revision: -1, kind: -1, maxRoots: defaultMaxRoots}
	c.report.reset(c.in)
}

// room makes room for the rest of a list's answer, which begins at first, when so
// much of the whole list is done: append would allocate a long one's memory five
// times. Where the first items mislead, four times the input is enough.
func (c *Core) room(first, done, whole int) {
	n := len(c.out)
	if made := n - first; made >= keep/16 && cap(c.out)-n <= n/64 {
		rest := float64(made) / float64(done) * float64(whole-done) * 1.0625
		c.out.grow(int(min(rest, 4*float64(len(c.in)))))
	}
}

// Grow returns a buffer of n bytes with room for a block after them, b itself where
// it is large enough and not worth dropping.
func Grow(b []byte, n int) []byte {
	if n+block <= cap(b) && (cap(b) <= keep || n > cap(b)/2) {
		return b[:n]
	}
	return make([]byte, n, n+block)
}
