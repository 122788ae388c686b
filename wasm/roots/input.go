package roots

import (
	"unsafe"

	"github.com/mcproots/mcproots/wasm/fileuri"
	"github.com/mcproots/mcproots/wasm/rule"
	"github.com/mcproots/mcproots/wasm/scan"
)

// JSON-RPC's error codes, for calls and messages (MCP 2026-07-28 basic/index).
const (
	parseError        = -32700
	methodNotFound    = -32601
	invalidParams     = -32602
	internalError     = -32603
	missingCapability = -32021
)

// A value is where a JSON value starts and ends in the document, in one word. The
// zero value is an absent one: no member starts at 0.
type value uint64

func span(at, end int) value { return value(at)<<32 | value(end) }

func (v value) at() int  { return int(v >> 32) }
func (v value) end() int { return int(v & 0xFFFFFFFF) }

// A want is a type that a value must have.
type want uint8

// The types. never is a member that must not be there.
const (
	anything want = iota
	object
	array
	text
	boolean
	integer
	id      // a string or an integer (MCP basic/index)
	version // "2.0"
	never
	listMethod
	changedMethod
	initializeMethod
	inputRequiredType
	// Of operations' inputs only: they are read into the settings.
	natural
	oneRevision
	onePlatform
	oneProfile
	oneKind
	aDocument // valid_response and describe: the input is the document itself
)

// exact are the strings that some types are.
var exact = [...]string{version: "2.0", listMethod: "roots/list", changedMethod: "notifications/roots/list_changed", initializeMethod: "initialize", inputRequiredType: "input_required"}

// is tells whether v has a type.
//
//go:noinline
func (c *Core) is(v value, w want) bool {
	if v == 0 || w == never {
		return false
	}
	first := c.report.doc[v.at()]
	switch w {
	case object:
		return first == '{'
	case array:
		return first == '['
	case text:
		return first == '"'
	case boolean:
		return first == 't' || first == 'f'
	case id:
		return first == '"' || c.is(v, integer)
	case integer:
		for i, d := range c.raw(v) {
			if (d < '0' || d > '9') && !(i == 0 && d == '-') {
				return false
			}
		}
	case version, listMethod, changedMethod, initializeMethod, inputRequiredType:
		return c.equal(v, exact[w])
	}
	return true
}

//go:noinline
func (c *Core) null(v value) bool { return v != 0 && c.report.doc[v.at()] == 'n' }

// equal tells whether v is the string s.
//
//go:noinline
func (c *Core) equal(v value, s string) bool {
	return c.is(v, text) && scan.Equal(c.report.doc[v.at()+1:v.end()-1], s)
}

//go:noinline
func (c *Core) raw(v value) []byte { return c.report.doc[v.at():v.end()] }

// text returns a string's text, valid until the next one is asked for.
//
//go:noinline
func (c *Core) text(v value) []byte {
	raw := c.report.doc[v.at()+1 : v.end()-1]
	for i := scan.Simple(raw, 0); i < len(raw); i++ {
		if raw[i] == '\\' {
			c.str = scan.AppendString(c.str[:0], raw)
			return c.str
		}
	}
	return raw
}

// get returns an object's member.
//
//go:noinline
func (c *Core) get(obj value, n name) value {
	if c.is(obj, object) {
		m := scan.Object(c.report.doc, obj.at())
		for m.Next() {
			if scan.Equal(m.Name(), names[n]) {
				return span(m.Value, m.End)
			}
		}
	}
	return 0
}

// members are an object's, by their names; 0 is none.
type members [len(names)]value

// members returns those of an object in one pass: get would skip large ones again
// and again.
func (c *Core) members(obj value) (all members) {
	if c.is(obj, object) {
		m := scan.Object(c.report.doc, obj.at())
		for m.Next() {
			if n := nameOf(m.Name()); n != other {
				all[n] = span(m.Value, m.End)
			}
		}
	}
	return all
}

// whole returns the document's value.
//
//go:noinline
func (c *Core) whole() value {
	return span(scan.Space(c.report.doc, 0), len(c.report.doc))
}

// A param is a member of an operation's input.
type param struct {
	name     name
	want     want
	required bool
}

// open reads the input's members as the operation's table says, into c.arg and
// c.settings. It answers itself, and returns false, when the call can't be carried
// out. A fault of JSON inside the message under check is a verdict, not a failure.
func (c *Core) open(params []param) bool {
	r := &c.report
	self := len(params) == 1 && params[0].want == aDocument
	if c.scanner.Around = 1; self {
		c.scanner.Around = 0
	}
	if f := c.scanner.Check(c.in); f.Kind != scan.OK {
		start, inside := 0, self && params[0].name == nResult
		if len(params) > 0 && params[0].name == nMessage {
			start, inside = within(c.in, f.Offset)
		}
		if inside {
			r.doc = c.in[start:]
			f.Offset -= start
		}
		r.fault(f)
		switch {
		case !inside:
			c.fail(parseError, "the input is not strict JSON: see diagnostics")
		case self:
			c.verdict()
		case params[1].name == nID:
			c.answerRead(invalid)
		default:
			c.settings.revision, c.settings.kind, c.settings.entries = Latest, kindUnknown, true
			c.answerCheck()
		}
		return false
	}
	v := c.whole()
	if params != nil && params[0].want == aDocument {
		return true
	}
	if !c.is(v, object) {
		r.add(rule.InputNotObject, 0, v.at())
		return c.bad()
	}
	m := scan.Object(c.in, v.at())
	for m.Next() {
		n := nameOf(m.Name())
		w := span(m.Value, m.End)
		if n == nValues {
			r.values = c.in[m.Value] == 't'
			c.param(w, param{n, boolean, false})
			continue
		}
		known := false
		for _, p := range params {
			if p.name == n {
				known = true
				c.arg[n] = w
				c.param(w, p)
			}
		}
		if !known {
			r.add(rule.InputMemberUnknown, 0, m.Key-1)
		}
	}
	if len(params) > 0 && params[0].name == nMessage {
		given := nMessage
		for _, n := range [...]name{nText, nMessages} {
			switch {
			case c.arg[n] == 0:
			case c.arg[given] == 0:
				given = n
			default:
				c.wrong(rule.InputMemberConflict, n)
			}
		}
	}
	for _, p := range params {
		if p.required && c.arg[p.name] == 0 && !(p.name == nMessage && (c.arg[nText] != 0 || c.arg[nMessages] != 0)) {
			r.put(finding{code: rule.InputMemberMissing, sev: rule.Error, offset: v.at(), arg: -1, member: p.name})
		}
	}
	return r.valid() || c.bad()
}

// bad answers for an input that can't be used.
//
//go:noinline
func (c *Core) bad() bool {
	c.fail(invalidParams, "the input lacks a member or has a wrong one: see diagnostics")
	return false
}

// wrong reports a member of the input.
func (c *Core) wrong(code rule.ID, n name) {
	r := &c.report
	r.put(finding{code: code, sev: rule.Error, at: top(n), offset: c.arg[n].at(), arg: -1, member: n})
}

// param reads one member of the input.
func (c *Core) param(w value, p param) {
	s := &c.settings
	c.arg[p.name] = w
	code := rule.InputMemberType
	choice := -1
	if p.want >= oneRevision && c.is(w, text) {
		code = rule.InputMemberValue
		var choices []string
		switch p.want {
		case oneRevision:
			choices = revisions[:]
		case onePlatform:
			choices = platforms[:]
		case oneProfile:
			choices = profiles[:]
		case oneKind:
			choices = kinds[:kindOther]
		}
		for i, t := range choices {
			if c.equal(w, t) {
				choice = i
			}
		}
	}
	ok := choice >= 0
	switch p.want {
	case oneRevision:
		s.revision = Revision(choice)
	case onePlatform:
		s.platform = fileuri.Platform(choice)
	case oneProfile:
		c.report.protocol = choice == 0
	case oneKind:
		s.kind = kind(choice)
		ok = choice > 0
	case natural:
		if ok = c.is(w, integer) && c.in[w.at()] != '-' && w.end()-w.at() < 16; ok {
			s.maxRoots = 0
			for _, d := range c.raw(w) {
				s.maxRoots = s.maxRoots*10 + int(d-'0')
			}
		}
	default:
		if ok = c.is(w, p.want); ok && p.want == array {
			e := scan.Array(c.in, w.at())
			for ok && e.Next() {
				if ok = e.Index < defaultMaxRoots; !ok {
					code = rule.RootsTooMany
				}
			}
		}
	}
	if !ok {
		c.wrong(code, p.name)
	}
}

var (
	platforms = [...]string{"auto", "posix", "windows"}
	profiles  = [...]string{"protocol", "strict"}
)

// yes tells whether a boolean member of the input is true.
//
//go:noinline
func (c *Core) yes(n name) bool { return c.arg[n] != 0 && c.in[c.arg[n].at()] == 't' }

// within finds where the message under check starts in the input, when offset is
// in it.
func within(in []byte, offset int) (int, bool) {
	var steps [scan.MaxDepth + 2]scan.Step
	s := scan.Trace(steps[:0], in, offset)
	if len(s) == 0 || !s[0].Object || nameOf(in[s[0].Key:s[0].KeyEnd]) != nMessage {
		return 0, false
	}
	start := scan.Space(in, s[0].Value)
	return start, start <= offset
}

// subject makes the message the document that positions count in. It returns
// false, with the fault reported, when a text is no JSON.
func (c *Core) subject() bool {
	r := &c.report
	for i := range r.findings { // about the input: they stay, at the message's start
		r.findings[i].offset = 0
	}
	if message := c.arg[nMessage]; message != 0 {
		r.doc = c.in[message.at():message.end()]
		return true
	}
	t := c.arg[nText]
	c.document = scan.AppendString(c.document[:0], c.in[t.at()+1:t.end()-1])
	r.doc = c.document
	c.scanner.Around = 0
	f := c.scanner.Check(c.document)
	if f.Kind != scan.OK {
		r.fault(f)
	}
	return f.Kind == scan.OK
}

// verdict answers whether nothing is wrong.
func (c *Core) verdict() {
	c.out.bool(c.report.valid())
}

// fail answers that the call could not be carried out.
func (c *Core) fail(code int, message string) {
	c.out = c.out[:0]
	c.out.lit(`{"ok":false,"error":`)
	c.out.error(code, message, "")
}

// shared returns bytes as a string without copying them; the bytes must not
// change while it is used.
func shared(b []byte) string { return unsafe.String(unsafe.SliceData(b), len(b)) }
