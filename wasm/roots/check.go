package roots

import (
	"github.com/mcproots/mcproots/wasm/fileuri"
	"github.com/mcproots/mcproots/wasm/rule"
	"github.com/mcproots/mcproots/wasm/scan"
)

// A kind is what a message is, as far as roots go.
type kind int8

const (
	kindUnknown kind = iota
	kindRequest
	kindResult
	kindResponse
	kindError
	kindNotification
	kindCapabilities
	kindInitialize
	kindInputRequired
	kindRetry
	kindBatch
	kindConfig
	kindOther
)

var kinds = [...]string{"unknown", "request", "result", "response", "error", "notification", "capabilities", "initialize", "input_required", "retry", "batch", "config", "other"}

// check answers check.
func (c *Core) check() {
	s := &c.settings
	s.entries = c.arg[nRoots] == 0 || c.yes(nRoots)
	s.wide = true
	if !c.subject() {
		s.kind = kindUnknown
		if s.revision < 0 {
			s.revision = Latest
		}
		c.answerCheck()
		return
	}
	v := c.whole()
	c.recognise(v)
	if s.kind == kindBatch {
		c.batch(v)
	} else {
		c.message(v, 0, s.kind)
	}
	if s.revision.embedded() && (s.listed || s.kind == kindRequest || s.kind >= kindCapabilities && s.kind <= kindRetry) {
		c.report.add(rule.RootsDeprecated, 0, v.at())
	}
	c.answerCheck()
}

// recognise tells the message's kind and revision where they were not given.
func (c *Core) recognise(v value) {
	s := &c.settings
	if s.kind >= 0 && s.revision >= 0 {
		return
	}
	m := c.members(v)
	if s.kind < 0 {
		s.kind = c.detect(v, &m)
	}
	if s.revision < 0 {
		s.revision = c.detectRevision(&m, s.kind)
	}
}

// bodies are the shapes of the kinds that have one, and what to say of a message
// that is no object.
var bodies = [...]struct {
	shape     shape
	otherwise rule.ID
}{
	kindUnknown: {noShape, rule.MessageNotObject}, kindRequest: {shapeRequest, rule.MessageNotObject}, kindResult: {shapeResult, rule.ResultNotObject},
	kindResponse: {shapeResponse, rule.MessageNotObject}, kindError: {shapeResponse, rule.MessageNotObject},
	kindNotification: {shapeNotification, rule.MessageNotObject}, kindCapabilities: {shapeCapabilities, rule.CapabilitiesNotObject},
	kindInitialize: {shapeInitialize, rule.MessageNotObject}, kindInputRequired: {shapeInputRequired, rule.ResultNotObject},
	kindRetry: {shapeRetry, rule.ParamsNotObject}, kindBatch: {noShape, rule.MessageNotObject}, kindConfig: {noShape, rule.MessageNotObject},
	kindOther: {noShape, rule.MessageNotObject},
}

// message checks one message of a known kind: its shape, then what a shape can't say.
func (c *Core) message(v value, p at, k kind) {
	r, rev := &c.report, c.settings.revision
	body := bodies[k]
	if !c.is(v, object) {
		r.add(body.otherwise, p, v.at())
		return
	}
	failed := c.get(v, nError) != 0
	switch k {
	case kindError, kindResponse:
		if failed && c.get(v, nResult) == 0 && rev >= R20251125 {
			body.shape = shapeLateError
		}
	case kindInitialize:
		if c.get(v, nMethod) == 0 {
			body.shape = shapeInitializeParams
		}
	case kindInputRequired, kindRetry: // bare, or in their message
		inner := nResult
		if k == kindRetry {
			inner = nParams
		}
		if w := c.get(v, inner); w != 0 {
			if k == kindRetry && rev.embedded() {
				body.shape = shapeRetriedCall
			}
			c.walk(v, p, shapeEnvelope)
			v, p = w, r.step(p, inner)
			if !c.is(v, object) {
				r.add(body.otherwise, p, v.at())
				return
			}
		}
	}
	if body.shape != noShape {
		c.walk(v, p, body.shape)
	}
	switch k {
	case kindUnknown:
		r.add(rule.MessageUnknown, p, v.at())
	case kindError, kindResponse:
		result := c.get(v, nResult) != 0
		switch {
		case result && failed:
			r.add(rule.ResponseResultAndError, p, v.at())
		case !result && !failed:
			r.add(rule.ResponseEmpty, p, v.at())
		case k == kindError && !failed:
			r.add(rule.ErrorNotObject, p, v.at())
		case failed:
			c.meaning(c.get(v, nError), r.step(p, nError))
		}
		if k == kindResponse && !failed && rev.embedded() {
			r.add(rule.MessageRemoved, p, v.at())
		}
	case kindInitialize:
		if rev.embedded() {
			r.add(rule.MessageRemoved, p, v.at())
		}
	case kindInputRequired:
		if !rev.embedded() {
			r.add(rule.InputRequiredRevision, p, v.at())
		}
		if c.get(v, nInputRequests) == 0 && c.get(v, nRequestState) == 0 {
			r.add(rule.InputRequiredEmpty, p, v.at())
		}
	case kindRetry:
		if w := c.get(v, nInputResponses); w != 0 && !rev.embedded() {
			r.add(rule.RetryRevision, r.step(p, nInputResponses), w.at())
		}
	case kindConfig:
		c.config(v, p)
	case kindOther:
		if w := c.get(c.get(c.get(v, nResult), nCapabilities), nRoots); w != 0 {
			p = r.step(r.step(r.step(p, nResult), nCapabilities), nRoots)
			r.add(rule.ServerCapabilityRoots, p, w.at())
		}
	}
}

// unsupportedCode is the error of a peer without roots, by era.
func unsupportedCode(rev Revision) string {
	if rev.embedded() {
		return "-32021"
	}
	return "-32601"
}

// meaning looks at what an error says in answer to roots/list.
func (c *Core) meaning(v value, p at) {
	r := &c.report
	code := c.get(v, nCode)
	if !c.is(code, integer) {
		return
	}
	switch n := string(c.raw(code)); {
	case n == "-32021" && c.settings.revision.embedded():
		data := c.get(v, nData)
		if !c.is(c.get(data, nRequiredCapabilities), object) {
			if data != 0 {
				p, v = r.step(p, nData), data
			}
			r.add(rule.ErrorCapabilitiesMissing, p, v.at())
		}
	case c.unsupported(v) && n != unsupportedCode(c.settings.revision):
		r.add(rule.ErrorCodeUnexpected, r.step(p, nCode), code.at())
	}
}

// unsupported tells whether an error means that the client has no roots: by the
// code of either era, or by the words that clients use with other codes.
func (c *Core) unsupported(v value) bool {
	code, message := c.get(v, nCode), c.get(v, nMessage)
	if !c.is(code, integer) {
		return false
	}
	switch string(c.raw(code)) {
	case "-32601", "-32021":
		return true
	case "-32600", "-32603":
		if c.is(message, text) {
			const words = "oots not supported"
			s := c.text(message)
			for i := 0; i+len(words) <= len(s); i++ {
				if string(s[i:i+len(words)]) == words {
					return true
				}
			}
		}
	}
	return false
}

// inputRequests checks the requests inside an InputRequiredResult, which exist only
// in the latest form.
func (c *Core) inputRequests(v value, p at) {
	rev := c.settings.revision
	c.settings.revision = Latest
	m := scan.Object(c.report.doc, v.at())
	for m.Next() {
		w := span(m.Value, m.End)
		q := c.report.own(p, m.Name())
		if !c.is(w, object) {
			c.report.add(rule.InputRequestNotObject, q, w.at())
			continue
		}
		switch method := c.get(w, nMethod); {
		case c.is(method, listMethod):
			c.walk(w, q, shapeRequest)
		case !c.equal(method, "sampling/createMessage") && !c.equal(method, "elicitation/create"):
			if method != 0 {
				q, w = c.report.step(q, nMethod), method
			}
			c.report.add(rule.InputRequestMethod, q, w.at())
		}
	}
	c.settings.revision = rev
}

// inputResponses checks the answers of a retried call.
func (c *Core) inputResponses(v value, p at) {
	m := scan.Object(c.report.doc, v.at())
	for m.Next() {
		w := span(m.Value, m.End)
		q := c.report.own(p, m.Name())
		switch {
		case !c.is(w, object):
			c.report.add(rule.InputResponseNotObject, q, w.at())
		case c.get(w, nRoots) != 0:
			c.result(w, q)
		case c.get(w, nAction) == 0 && c.get(w, nRole) == 0:
			c.report.add(rule.InputResponseUnknown, q, w.at())
		}
	}
}

// batch checks an array of messages: only 2025-03-26 has them; 2024-11-05 leaves
// them to JSON-RPC.
func (c *Core) batch(v value) {
	r := &c.report
	if !c.is(v, array) {
		r.add(rule.MessageNotObject, 0, v.at())
		return
	}
	switch c.settings.revision {
	case R20250326:
	case R20241105:
		r.as(rule.BatchNotAllowed, rule.Warning, 0, v.at())
	default:
		r.add(rule.BatchNotAllowed, 0, v.at())
	}
	e := scan.Array(r.doc, v.at())
	for e.Next() {
		w := span(e.Value, e.End)
		m := c.members(w)
		k := c.detect(w, &m)
		if k == kindBatch {
			k = kindUnknown
		}
		q := r.element(0, e.Index)
		if k == kindInitialize {
			r.add(rule.BatchInitialize, q, w.at())
		}
		c.message(w, q, k)
	}
	if e.Index < 0 {
		r.add(rule.BatchEmpty, 0, v.at())
	}
}

// config checks the roots in MCP Inspector's mcp.json, server by server.
func (c *Core) config(v value, p at) {
	r := &c.report
	servers := c.get(v, nMCPServers)
	p = r.step(p, nMCPServers)
	if !c.is(servers, object) {
		r.add(rule.MessageUnknown, p, v.at())
		return
	}
	m := scan.Object(r.doc, servers.at())
	for m.Next() {
		if w := c.get(span(m.Value, m.End), nRoots); w != 0 {
			c.field(w, r.step(r.own(p, m.Name()), nRoots), &shapes[shapeResult][0])
		}
	}
}

// detect tells what a message is by its members m.
func (c *Core) detect(v value, m *members) kind {
	if c.is(v, array) {
		return kindBatch
	}
	params, result := m[nParams], m[nResult]
	if method := m[nMethod]; method != 0 {
		switch {
		case c.is(method, initializeMethod):
			return kindInitialize
		case !c.is(method, text):
		case like(c.text(method), exact[listMethod]):
			return kindRequest
		case like(c.text(method), exact[changedMethod]):
			return kindNotification
		}
		if c.get(params, nInputResponses) != 0 || c.get(c.get(c.get(params, nMetaObject), nMetaClientCapabilities), nRoots) != 0 {
			return kindRetry
		}
		return kindOther
	}
	rpc := m[nJSONRPC] != 0
	failed := m[nError] != 0
	if rpc || m[nID] != 0 {
		switch {
		case result != 0 && !failed && c.get(result, nRoots) == 0:
			if c.get(result, nInputRequests) != 0 || c.is(c.get(result, nResultType), inputRequiredType) {
				return kindInputRequired
			}
			return kindOther
		case failed && result == 0:
			return kindError
		case rpc || result != 0:
			return kindResponse
		}
	}
	if w := m[nRoots]; w != 0 {
		if c.is(w, object) || c.is(w, boolean) {
			return kindCapabilities
		}
		return kindResult
	}
	for i, n := range [...]name{nResultType, nInputRequests, nInputResponses, nCapabilities, nMCPServers} {
		if m[n] != 0 {
			return [...]kind{kindInputRequired, kindInputRequired, kindRetry, kindInitialize, kindConfig}[i]
		}
	}
	return kindUnknown
}

// like tells whether a method's name is the given one but for case and
// underscores.
//
//go:noinline
func like(b []byte, s string) bool {
	i := 0
	for j := range len(s) {
		if s[j] == '_' {
			continue
		}
		for i < len(b) && b[i] == '_' {
			i++
		}
		if i == len(b) {
			return false
		}
		ch := b[i]
		if ch >= 'A' && ch <= 'Z' {
			ch += 0x20
		}
		if ch != s[j] {
			return false
		}
		i++
	}
	return i == len(b)
}

// detectRevision tells the revision by what the message itself says or can only
// be in; a message that fits several counts as the latest.
func (c *Core) detectRevision(m *members, k kind) Revision {
	params := m[nParams]
	for _, said := range [...]value{c.get(params, nProtocolVersion), c.get(m[nResult], nProtocolVersion), m[nProtocolVersion], c.get(c.get(params, nMetaObject), nMetaProtocolVersion)} {
		for i := range revisions {
			if c.equal(said, revisions[i]) {
				return Revision(i)
			}
		}
	}
	old := false
	switch k {
	case kindBatch:
		return R20250326
	case kindInitialize, kindNotification:
		old = true
	case kindRequest, kindResponse:
		old = m[nJSONRPC] != 0
	case kindError:
		code := c.get(m[nError], nCode)
		old = !c.is(code, integer) || string(c.raw(code)) != "-32021"
	case kindCapabilities:
		old = c.get(m[nRoots], nListChanged) != 0
	}
	if old {
		return R20251125
	}
	return Latest
}

// answerCheck writes check's verdict. Its beginning is fixed, so that a host can
// read the verdict by comparing bytes.
func (c *Core) answerCheck() {
	r, s := &c.report, &c.settings
	c.write(`{"valid":%b,"kind":"%k","revision":"%r"`, bit(r.valid()), int(s.kind), int(s.revision))
	if s.entries {
		c.out.lit(`,"roots":[`)
		first := len(c.out)
		for i := range c.roots {
			c.room(first, i, len(c.roots))
			e := &c.roots[i]
			c.out.next(i)
			c.write(`{"index":%d,"valid":%b`, int(e.index), bit(e.valid))
			if e.platform != fileuri.Auto {
				c.out.lit(",")
				c.entry(e)
			}
			c.out.lit("}")
		}
		c.out.lit("]")
	}
	infos, warnings, errors := r.counts[rule.Info], r.counts[rule.Warning], r.counts[rule.Error]
	c.write(`,"summary":{"error":%d,"warning":%d,"info":%d,"truncated":%b}}`, errors, warnings, infos, bit(errors+warnings+infos > MaxDiagnostics))
}
