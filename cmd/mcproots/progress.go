package main

import (
	"fmt"
	"time"
)

// A progress tells a person that a long run is alive: one line on stderr that is
// written over, from the first second on, and only on a terminal.
type progress struct {
	p     *program
	on    bool
	shown bool
	ticks int
	next  time.Time
}

func newProgress(p *program, quiet bool) *progress {
	g := &progress{p: p, on: !quiet && isTerminal(p.err)}
	if g.on {
		g.next = time.Now().Add(time.Second)
	}
	return g
}

func (g *progress) tick(t *total, f *fileReport) {
	if !g.on {
		return
	}
	if g.ticks++; g.ticks%64 != 0 {
		return
	}
	now := time.Now()
	if now.Before(g.next) {
		return
	}
	g.next, g.shown = now.Add(200*time.Millisecond), true
	fmt.Fprintf(g.p.err, "\r\x1b[Kchecked %d messages (%d findings)", t.messages+len(f.messages)+f.passedOver, t.sum()+f.summary.sum())
}

func (g *progress) clear() {
	if g.shown {
		fmt.Fprint(g.p.err, "\r\x1b[K")
		g.shown = false
	}
}
