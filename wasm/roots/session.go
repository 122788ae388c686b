package roots

import (
	"github.com/mcproots/mcproots/wasm/rule"
	"github.com/mcproots/mcproots/wasm/scan"
)

// A session is what a gateway knows of a client's roots after each message that
// passes through it.
type session struct {
	declared int8            // -1: not known yet
	current  term            // unknown, fresh or stale
	status   term            // of the last answer
	pending  map[string]int  // ids and keys that were asked with: one more than the requests that wait
	others   map[string]bool // ids of other requests that wait for their answers, of either side
	changed  bool            // a change was announced since roots were last asked for
	errors   [3]int          // what is to be said of the messages before
}

// A term is a word that an answer may hold.
type term uint8

const (
	nothing term = iota
	declared
	undeclared
	asked
	answered
	late
	unsolicited
	changed
	unknown
	fresh
	stale
	ok
	empty
	unsupported
	refused
	invalid
)

var terms = [...]string{
	"", "declared", "undeclared", "asked", "answered", "late", "unsolicited", "changed",
	"unknown", "fresh", "stale",
	"ok", "empty", "unsupported", "refused", "invalid",
}

// transcript reads a session's messages in order and answers, for each that
// concerns roots, what it means and what is known after it. A late answer is the
// second to one request; an unsolicited one answers no request that was seen.
// Neither changes what is known.
func (c *Core) transcript(list value) {
	s := session{declared: -1, current: unknown}
	if c.settings.revision < 0 { // until the session says it
		c.settings.revision = R20251125
	}
	p := c.report.fix(top(nMessages))
	c.out.lit(`{"messages":[`)
	n := 0
	e := scan.Array(c.report.doc, list.at())
	for e.Next() {
		v := span(e.Value, e.End)
		event := c.observe(&s, v, c.report.element(p, e.Index))
		if event == nothing {
			continue
		}
		c.out.next(n)
		n++
		c.write(`{"index":%d,"event":"%t"`, e.Index, int(event))
		if s.declared < 0 {
			c.out.lit(`,"declared":null`)
		} else {
			c.write(`,"declared":%b`, int(s.declared))
		}
		c.write(`,"known":"%t"`, int(s.current))
		if s.status != nothing {
			c.write(`,"status":"%t"`, int(s.status))
		}
		if event == answered {
			c.out.lit(`,"roots":[`)
			c.appendUsable(s.status)
			c.out.lit("]")
		}
		c.out.lit("}")
	}
	c.out.lit("]}")
}

// observe takes in one message and returns what it means: declared, undeclared,
// asked, answered, late, unsolicited, changed; nothing where it isn't about roots.
func (c *Core) observe(s *session, v value, p at) term {
	params, result, method := c.get(v, nParams), c.get(v, nResult), c.get(v, nMethod)
	key := string(c.raw(c.get(v, nID)))
	if capabilities := c.get(params, nCapabilities); c.is(method, initializeMethod) && capabilities != 0 {
		*s = session{declared: -1, current: unknown}
		return c.declare(s, capabilities)
	}
	if said := c.get(result, nProtocolVersion); said != 0 {
		for i := range revisions {
			if c.equal(said, revisions[i]) {
				c.settings.revision = Revision(i)
			}
		}
		return nothing
	}
	event := nothing
	if capabilities := c.get(c.get(params, nMetaObject), nMetaClientCapabilities); capabilities != 0 {
		c.settings.revision = Latest
		if before := s.declared; c.declare(s, capabilities) != nothing && s.declared != before {
			event = undeclared
			if s.declared == 1 {
				event = declared
			}
		}
	}
	switch {
	case c.is(method, listMethod):
		return c.ask(s, v, p, key)
	case c.is(method, changedMethod):
		if s.changed = true; s.current != unknown {
			s.current = stale
		}
		return changed
	case c.is(c.get(result, nInputRequests), object):
		m := scan.Object(c.report.doc, c.get(result, nInputRequests).at())
		for m.Next() {
			if w := span(m.Value, m.End); c.is(c.get(w, nMethod), listMethod) {
				c.settings.revision = Latest
				event = c.ask(s, w, p, embedded(&m))
			}
		}
	case c.is(c.get(params, nInputResponses), object):
		responses := c.get(params, nInputResponses)
		q := c.report.step(c.report.step(p, nParams), nInputResponses)
		m := scan.Object(c.report.doc, responses.at())
		for m.Next() {
			w := span(m.Value, m.End)
			name := embedded(&m)
			if s.pending[name] != 0 || c.get(w, nRoots) != 0 {
				if event = c.take(s, name); event == answered {
					c.taken(s, c.usable(w, c.report.own(q, m.Name())))
				}
			}
		}
	}
	if key == "" {
		return event
	}
	// Both sides number their own requests: a response that holds no roots goes to
	// another request with its id where there is one.
	switch {
	case method != 0:
		if s.others == nil {
			s.others = map[string]bool{}
		}
		s.others[key] = true
	case c.get(result, nRoots) == 0 && s.others[key]:
		s.others[key] = false
	case s.pending[key] != 0 || c.get(result, nRoots) != 0:
		m := c.members(v)
		c.settings.kind = c.detect(v, &m)
		if event = c.take(s, key); event == answered {
			c.taken(s, c.status(v, p, nil))
		}
	}
	return event
}

// embedded is the name of an embedded request, which is never an id.
func embedded(m *scan.Members) string { return "=" + string(m.Name()) }

// declare takes in a client's capabilities.
func (c *Core) declare(s *session, capabilities value) term {
	s.declared = 0
	if c.is(c.get(capabilities, nRoots), object) {
		s.declared = 1
		return declared
	}
	return undeclared
}

// ask takes in a request for roots.
func (c *Core) ask(s *session, v value, p at, key string) term {
	if s.declared == 0 {
		c.report.as(rule.CapabilityRequired, rule.Error, p, v.at())
	}
	if s.pending == nil {
		s.pending = map[string]int{}
	}
	s.pending[key] = max(s.pending[key], 1) + 1
	s.changed = false
	return asked
}

// take tells what a message is that answers with this id or key. Where it answers a
// request, it is to be read next.
func (c *Core) take(s *session, key string) term {
	switch s.pending[key] {
	case 0:
		return unsolicited
	case 1:
		return late
	}
	s.pending[key]--
	c.roots = c.roots[:0]
	s.errors, c.report.counts = c.report.counts, [3]int{}
	return answered
}

// taken takes in what was read of an answer. One that tells nothing leaves what was
// known before, which is no longer sure.
func (c *Core) taken(s *session, status term) {
	for i := range s.errors {
		c.report.counts[i] += s.errors[i]
	}
	s.status = status
	switch {
	case status != refused && status != invalid:
		s.current = fresh
		if s.changed {
			s.current = stale
		}
	case s.current != unknown:
		s.current = stale
	}
}
