package roots

import (
	"github.com/mcproots/mcproots/wasm/fileuri"
	"github.com/mcproots/mcproots/wasm/rule"
	"github.com/mcproots/mcproots/wasm/scan"
)

// The operations of a server: asking for roots and reading the answer.

// buildList answers list: the request with which a server asks for roots.
func (c *Core) buildList() {
	meta, embedded := c.arg[nMeta], c.settings.revision.embedded()
	if c.settings.revision < 0 {
		embedded = true
	}
	if !embedded && c.arg[nID] == 0 {
		c.report.put(finding{code: rule.InputMemberMissing, sev: rule.Error, offset: c.whole().at(), arg: -1, member: nID})
		c.bad()
		return
	}
	if embedded {
		c.out.lit(`{"method":"roots/list","params":{`)
	} else {
		c.write(`{"jsonrpc":"2.0","id":%v,"method":"roots/list"`, int(c.arg[nID]))
		if meta != 0 {
			c.out.lit(`,"params":{`)
		}
	}
	if meta != 0 {
		c.write(`"_meta":%v`, int(meta))
	}
	if embedded || meta != 0 {
		c.out.lit("}")
	}
	c.out.lit("}")
}

// bare checks a roots/list request as a server's own: nothing in it that the
// protocol doesn't define.
func (c *Core) bare(v value, p at) bool {
	c.report.closed = true
	c.object(v, p, shapeRequest, rule.MessageNotObject)
	c.report.closed = false
	return c.report.valid()
}

// validateRequest answers validate_request.
func (c *Core) validateRequest() {
	if c.settings.revision < 0 {
		c.settings.revision = Latest
	}
	c.bare(c.arg[nRequest], top(nRequest))
	c.verdict()
}

// supported answers supported: whether the request may be sent to a client with
// these capabilities.
func (c *Core) supported() {
	c.settings.revision = Latest
	r := &c.report
	sound := c.bare(c.arg[nRequest], top(nRequest))
	if sound && !c.is(c.get(c.arg[nCapabilities], nRoots), object) {
		r.add(rule.CapabilityRequired, top(nCapabilities), c.arg[nCapabilities].at())
	}
	c.out.bool(r.valid())
	switch {
	case !sound:
		c.out.lit(`,"refusal":`)
		c.out.error(internalError, "Invalid roots request", "")
	case !r.valid():
		c.out.lit(`,"refusal":`)
		c.out.missing(`{"roots":{}}`)
	}
}

// protocolResult checks a ListRootsResult by what 2026-07-28 requires and no more.
func (c *Core) protocolResult(v value, p at) bool {
	c.settings.revision = Latest
	c.settings.maxRoots = 1 << 40
	c.report.protocol = true
	c.result(v, p)
	return c.report.valid()
}

// validResponse answers valid_response, whose input is the ListRootsResult itself.
func (c *Core) validResponse() {
	c.protocolResult(c.whole(), 0)
	c.verdict()
}

// response answers response: it reads one named answer of a retried call and gives
// back the submitted bytes, or an error that carries nothing of them. The order of
// tests is that of a handler that must not look at what it didn't ask for: a
// missing answer is missing even where the request is wrong.
func (c *Core) response() {
	r := &c.report
	responses, id := c.arg[nInputResponses], c.arg[nID]
	p := top(nInputResponses)
	var answer value
	switch {
	case !c.is(id, text):
		c.wrong(rule.InputMemberType, nID)
	case responses == 0:
	case !c.is(responses, object):
		r.add(rule.InputResponsesNotObject, p, responses.at())
	default:
		answer, p = c.lookup(responses, p, c.raw(id))
	}
	switch {
	case r.valid() && answer == 0:
		c.out.lit(`{"status":"missing"}`)
	case r.valid() && c.bareLatest() && c.protocolResult(answer, p):
		c.write(`{"status":"ok","result":%v}`, int(answer))
	default:
		c.out.lit(`{"status":"error","error":`)
		c.out.error(invalidParams, "Invalid roots response", "")
		c.out.lit("}")
	}
}

func (c *Core) bareLatest() bool {
	c.settings.revision = Latest
	return c.bare(c.arg[nRequest], top(nRequest))
}

// lookup finds the member whose name is the string with this JSON.
func (c *Core) lookup(v value, p at, quoted []byte) (value, at) {
	want := string(scan.AppendString(nil, quoted[1:len(quoted)-1]))
	m := scan.Object(c.report.doc, v.at())
	for m.Next() {
		if raw := m.Name(); scan.Equal(raw, want) {
			return span(m.Value, m.End), c.report.own(p, raw)
		}
	}
	return 0, p
}

// read answers read: what a server wants to know of an answer to roots/list. The
// message is a JSON-RPC response, a bare result, or the params of a retried call,
// in which id names the answer. Entries that can't be used are reported and left
// out: they don't spoil the others. With messages it reads a whole session instead.
func (c *Core) read() {
	var want []byte
	if c.arg[nID] != 0 {
		want = c.raw(c.arg[nID])
	}
	c.settings.entries = true
	if list := c.arg[nMessages]; list != 0 {
		c.transcript(list)
		return
	}
	status := invalid
	if c.subject() {
		v := c.whole()
		c.recognise(v)
		status = c.status(v, 0, want)
	}
	c.answerRead(status)
}

// status reads the message and returns what it says.
func (c *Core) status(v value, p at, id []byte) term {
	r := &c.report
	k := c.settings.kind
	if k == kindOther && c.get(v, nResult) != 0 {
		k = kindResponse // to something else, or to roots/list without roots
	}
	switch k {
	case kindResult:
		return c.usable(v, p)
	case kindResponse, kindError:
		got := c.get(v, nID)
		if id != nil && got != 0 && !c.same(got, id) {
			r.add(rule.ResponseIDMismatch, r.step(p, nID), got.at())
			return invalid
		}
		e, result := c.get(v, nError), c.get(v, nResult)
		if e != 0 && result == 0 {
			c.message(v, p, kindError)
			switch {
			case !r.valid():
				return invalid
			case c.unsupported(e):
				return unsupported
			}
			return refused
		}
		if e != 0 || result == 0 {
			c.message(v, p, kindResponse)
			return invalid
		}
		if c.walk(v, p, shapeEnvelope); !r.valid() {
			return invalid
		}
		return c.usable(result, r.step(p, nResult))
	case kindRetry:
		if params := c.get(v, nParams); params != 0 {
			v, p = params, r.step(p, nParams)
		}
		responses := c.get(v, nInputResponses)
		p = r.step(p, nInputResponses)
		if !c.is(responses, object) {
			r.add(rule.InputResponsesNotObject, p, max(responses.at(), v.at()))
			return invalid
		}
		if len(id) > 0 && id[0] == '"' {
			if w, q := c.lookup(responses, p, id); w != 0 {
				return c.usable(w, q)
			}
		} else if id == nil {
			m := scan.Object(r.doc, responses.at())
			for m.Next() {
				if w := span(m.Value, m.End); c.get(w, nRoots) != 0 {
					return c.usable(w, r.own(p, m.Name()))
				}
			}
		}
		r.add(rule.InputResponseUnknown, p, responses.at())
		return invalid
	}
	c.message(v, p, kindResult)
	return invalid
}

// same compares an id with the wanted one's JSON: a string is no number.
func (c *Core) same(v value, want []byte) bool {
	if want[0] == '"' {
		return c.equal(v, string(scan.AppendString(nil, want[1:len(want)-1])))
	}
	return string(c.raw(v)) == string(want)
}

// usable reads a ListRootsResult. One with a bad entry still gives its good ones;
// one whose shape is wrong, or of which nothing can be used, is invalid.
func (c *Core) usable(v value, p at) term {
	c.result(v, p)
	if !c.is(c.get(v, nRoots), array) {
		return invalid
	}
	if len(c.roots) == 0 {
		return empty
	}
	for i := range c.roots {
		if c.roots[i].valid {
			return ok
		}
	}
	return invalid
}

func (c *Core) answerRead(status term) {
	c.write(`{"status":"%t","roots":[`, int(status))
	c.appendUsable(status)
	c.out.lit("]}")
}

// appendUsable appends the roots that can be used.
func (c *Core) appendUsable(status term) {
	n, first := 0, len(c.out)
	for i := range c.roots {
		c.room(first, i, len(c.roots))
		e := &c.roots[i]
		if status != ok || !e.valid || e.platform == fileuri.Auto {
			continue
		}
		c.out.next(n)
		n++
		c.write(`{"index":%d,`, int(e.index))
		c.entry(e)
		c.optional(`,"name":`, e.name)
		c.out.lit("}")
	}
}

// describe answers describe: the list that people read, safe to print. Its input
// is the ListRootsResult itself.
func (c *Core) describe() {
	v := c.whole()
	if !c.protocolResult(v, 0) {
		c.fail(invalidParams, "the input is no ListRootsResult: see diagnostics")
		return
	}
	e := scan.Array(c.report.doc, c.get(v, nRoots).at())
	for e.Next() {
		if e.Index > 0 {
			c.built.lit("\n")
		}
		entry := span(e.Value, e.End)
		c.built.lit("- ")
		c.built.visible(c.text(c.get(entry, nURI)), fileuri.Invisible)
		if n := c.get(entry, nName); n != 0 && n.end() > n.at()+2 {
			c.built.lit(" (")
			c.built.visible(c.text(n), fileuri.Invisible)
			c.built.lit(")")
		}
	}
	if e.Index < 0 {
		c.built.lit("No roots")
	}
	c.out.str(c.built)
}

// inputRequired answers input_required: the InputRequiredResult of a server, or the
// refusal. What is malformed is told before what is not supported, as a server's
// own fault comes before its client's.
func (c *Core) inputRequired() {
	c.settings.revision = Latest
	r := &c.report
	requests, state, method := c.arg[nRequests], c.arg[nRequestState], c.arg[nMethod]
	permitted := c.equal(method, "tools/call") || c.equal(method, "prompts/get") || c.equal(method, "resources/read")
	p := top(nRequests)
	r.closed = true
	switch {
	case !permitted:
		r.add(rule.InputRequiredMethod, top(nMethod), method.at())
	case requests == 0 && state == 0:
		r.add(rule.InputRequiredEmpty, 0, c.whole().at())
	case requests != 0 && !c.is(requests, object):
		r.add(rule.InputRequestsNotObject, p, requests.at())
	case requests != 0:
		c.inputRequests(requests, p)
	}
	if permitted && state != 0 && !c.is(state, text) {
		r.add(rule.RequestStateType, top(nRequestState), state.at())
	}
	switch {
	case !permitted:
		c.out.lit(`null,"refusal":`)
		c.out.error(internalError, "Input-required result is not permitted for this operation", "")
	case !r.valid():
		c.out.lit(`null,"refusal":`)
		c.out.error(internalError, "Invalid input-required result", "")
	case c.undeclared(requests):
		r.add(rule.CapabilityRequired, top(nCapabilities), c.arg[nCapabilities].at())
		c.out.lit(`null,"refusal":`)
		c.out.missing(string(c.built))
	default:
		c.out.lit(`{"resultType":"input_required"`)
		if requests != 0 {
			c.write(`,"inputRequests":%v`, int(requests))
		}
		if state != 0 {
			c.write(`,"requestState":%v`, int(state))
		}
		c.out.lit("}")
	}
}

// The capabilities that input requests may need, and their parts.
var needs = [...]struct{ capability, part name }{
	{nElicitation, nForm}, {nElicitation, nURL}, {nRoots, other}, {nSampling, other}, {nSampling, nContext}, {nSampling, nTools},
}

// undeclared writes into c.built what the requests need of capabilities that the
// client didn't declare, merged, and tells whether there are any.
func (c *Core) undeclared(requests value) bool {
	missing := 0 // a bit for each row of needs
	if requests != 0 {
		m := scan.Object(c.report.doc, requests.at())
		for m.Next() {
			missing |= c.needed(span(m.Value, m.End))
		}
	}
	for i, n := range needs {
		if missing>>i&1 == 0 || n.capability == nSampling && n.part == other && missing>>i > 1 {
			continue // the parts say more
		}
		if before := needs[max(i-1, 0)]; i > 0 && before.capability == n.capability && before.part != other && missing>>(i-1)&1 != 0 {
			c.built = c.built[:len(c.built)-1] // another part of the same
			c.built.lit(",")
		} else {
			if len(c.built) > 0 {
				c.built.lit(",")
			} else {
				c.built.lit("{")
			}
			c.built.text(names[n.capability])
			c.built.lit(":{")
		}
		if n.part != other {
			c.built.text(names[n.part])
			c.built.lit(":{}")
		}
		c.built.lit("}")
	}
	if missing != 0 {
		c.built.lit("}")
	}
	return missing != 0
}

// needed returns the rows of needs that a request needs and that the client did
// not declare. elicitation {} means forms only.
func (c *Core) needed(request value) int {
	params := c.get(request, nParams)
	declared := c.arg[nCapabilities]
	switch method := c.get(request, nMethod); {
	case c.is(method, listMethod):
		if c.is(c.get(declared, nRoots), object) {
			return 0
		}
		return 1 << 2
	case c.equal(method, "elicitation/create"):
		declared = c.get(declared, nElicitation)
		form, url := c.get(declared, nForm), c.get(declared, nURL)
		if c.equal(c.get(params, nMode), "url") {
			if c.is(url, object) {
				return 0
			}
			return 1 << 1
		}
		if c.is(form, object) || c.is(declared, object) && form == 0 && url == 0 {
			return 0
		}
		return 1 << 0
	}
	declared = c.get(declared, nSampling)
	rows := 0
	if !c.is(declared, object) {
		rows = 1 << 3
	}
	if include := c.get(params, nIncludeContext); include != 0 && !c.equal(include, "none") && !c.is(c.get(declared, nContext), object) {
		rows |= 1 << 4
	}
	if (c.get(params, nTools) != 0 || c.get(params, nToolChoice) != 0) && !c.is(c.get(declared, nTools), object) {
		rows |= 1 << 5
	}
	return rows
}
