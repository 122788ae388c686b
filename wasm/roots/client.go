package roots

import (
	"github.com/mcproots/mcproots/wasm/fileuri"
	"github.com/mcproots/mcproots/wasm/rule"
	"github.com/mcproots/mcproots/wasm/scan"
)

// The operations of a client: declaring roots, giving them, telling of changes.

// capabilities answers capabilities: what a client with roots declares.
func (c *Core) capabilities() {
	changed := c.arg[nListChanged]
	c.out.lit(`{"roots":{`)
	if c.settings.revision.embedded() {
		if c.yes(nListChanged) {
			c.report.add(rule.ListChangedMeaningless, top(nListChanged), changed.at())
		}
	} else if changed != 0 {
		c.write(`"listChanged":%v`, int(changed))
	}
	c.out.lit("}}")
}

// listChanged answers list_changed.
func (c *Core) listChanged() {
	if c.settings.revision.embedded() {
		c.report.add(rule.ListChangedRemoved, top(nRevision), c.arg[nRevision].at())
		c.fail(methodNotFound, "notifications/roots/list_changed does not exist in this revision")
		return
	}
	c.out.lit(`{"jsonrpc":"2.0","method":"notifications/roots/list_changed"}`)
}

// place reads a root given by its URI or its path, as {"uri"}, {"path"} or the bare
// string, into c.reader, and where it stands into c.placed; both, as read and scope give
// them, must be the same. What is refused is reported.
func (c *Core) place(v value, p at, o fileuri.Options) bool {
	r := &c.report
	uri, path := c.get(v, nURI), c.get(v, nPath)
	where := v
	var code rule.ID
	switch {
	case c.is(v, text):
		code = c.readEither(c.text(v), o)
	case !c.is(v, object):
		code = rule.RootNotObject
	case uri == 0 && path == 0:
		code = rule.URIMissing
	case uri != 0:
		p, where = r.step(p, nURI), uri
		code = rule.URINotString
		if c.is(uri, text) {
			native := ""
			if c.is(path, text) && c.reader.Native(c.text(path), o) == rule.None {
				native = string(c.reader.Path.Native)
			}
			if code = c.reader.URI(c.text(uri), o); code == rule.None && path != 0 && native != string(c.reader.Path.Native) {
				code = rule.PathNotURI
			}
		}
	default:
		p, where = r.step(p, nPath), path
		code = rule.URINotString
		if c.is(path, text) {
			code = c.reader.Native(c.text(path), o)
		}
	}
	c.placed.at, c.placed.uri = p, where
	c.notes(code, p, where)
	return code == rule.None
}

// notes reports what a reading refused or remarked on.
func (c *Core) notes(code rule.ID, p at, v value) {
	if code != rule.None {
		c.report.as(code, rule.Error, p, v.at())
		return
	}
	for _, n := range c.reader.Notes {
		c.report.as(n.Code, n.Severity, p, v.at())
	}
}

// readEither reads a text that is a URI or a path.
func (c *Core) readEither(s []byte, o fileuri.Options) rule.ID {
	if isURI(s) {
		return c.reader.URI(s, o)
	}
	return c.reader.Native(s, o)
}

// isURI tells a URI from a path: by file: at its beginning, or by :// after a
// scheme of more than one letter.
func isURI(b []byte) bool {
	for i, ch := range b {
		if ch == ':' {
			file := i == 4 && b[0]|0x20 == 'f' && b[1]|0x20 == 'i' && b[2]|0x20 == 'l' && b[3]|0x20 == 'e'
			return file || i > 1 && i+2 < len(b) && b[i+1] == '/' && b[i+2] == '/'
		}
		if !(ch|0x20 >= 'a' && ch|0x20 <= 'z') && !(ch >= '0' && ch <= '9') && ch != '+' && ch != '-' && ch != '.' {
			break
		}
	}
	return false
}

// appendResult appends a ListRootsResult in canonical URIs. It returns false, with
// the reasons reported, when a root is refused: a list is built whole or not. Of one
// that is built it tells what a strict check would say of its paths and names, which
// are the client's to decide; an empty list is its decision already.
func (c *Core) appendResult(list value, p at) bool {
	r := &c.report
	p = r.fix(p)
	c.out.lit(`{"roots":[`)
	first := len(c.out)
	e := scan.Array(r.doc, list.at())
	for e.Next() {
		c.room(first, e.Value-list.at(), list.end()-list.at())
		v := span(e.Value, e.End)
		q := r.element(p, e.Index)
		if !c.place(v, q, fileuri.Options{Platform: c.settings.platform}) {
			continue
		}
		c.placed.index = int32(e.Index)
		c.keepPath(&c.placed)
		c.roots = append(c.roots, c.placed)
		c.reach(c.placed.uri, c.placed.at)
		c.out.next(e.Index)
		if c.write(`{"uri":%u`); len(c.str2) > fileuri.MaxLength {
			r.add(rule.URITooLong, q, v.at())
		}
		if n := c.get(v, nName); n != 0 {
			if p := r.step(q, nName); c.is(n, text) {
				c.rootName(n, p)
			} else {
				r.add(rule.NameNotString, p, n.at())
			}
			c.write(`,"name":%v`, int(n))
		}
		if meta := c.get(v, nMetaObject); meta != 0 {
			if !c.is(meta, object) {
				r.add(rule.RootMetaNotObject, r.step(q, nMetaObject), meta.at())
			}
			c.write(`,"_meta":%v`, int(meta))
		}
		c.out.lit("}")
	}
	c.out.lit("]}")
	c.across(c.roots)
	return r.valid()
}

// buildResult answers result.
func (c *Core) buildResult() {
	if !c.appendResult(c.arg[nRoots], top(nRoots)) {
		c.fail(invalidParams, "a root can't be given as a file URI: see diagnostics")
		return
	}
}

// answer answers answer: the client's whole reply to a roots/list request. Up to
// 2025-11-25 that is a JSON-RPC response; since 2026-07-28 the bare result that
// goes into inputResponses, or {"error":...} for what the client must handle
// itself, since no error travels there.
func (c *Core) answer() {
	r := &c.report
	request, list := c.arg[nRequest], c.arg[nRoots]
	p := top(nRequest)
	embedded := c.settings.revision.embedded()
	rpc, given, params := c.get(request, nJSONRPC), c.get(request, nID), c.get(request, nParams)
	switch {
	case !c.is(request, object):
		r.add(rule.MessageNotObject, p, request.at())
	case given == 0 && !embedded:
		r.add(rule.IDMissing, p, request.at())
	case !embedded && !c.is(given, id):
		r.add(rule.IDType, r.step(p, nID), given.at())
	case !embedded && rpc != 0 && !c.is(rpc, version):
		r.add(rule.JSONRPCVersion, r.step(p, nJSONRPC), rpc.at())
	case !c.null(list) && !c.is(list, array):
		c.wrong(rule.InputMemberType, nRoots)
	}
	if !r.valid() {
		c.bad()
		return
	}
	code, message, data := 0, "", ""
	switch method := c.get(request, nMethod); {
	case !c.is(method, listMethod):
		r.add(rule.RequestMethod, p, max(method.at(), request.at()))
		code, message = methodNotFound, "Method not found"
	case c.null(list):
		code, message, data = methodNotFound, "Roots not supported", `{"reason":"Client does not have roots capability"}`
	case c.null(params): // not what the schema allows, but real peers send it
		r.as(rule.ParamsNull, rule.Warning, r.step(p, nParams), params.at())
	case params != 0 && !c.is(params, object):
		r.add(rule.ParamsNotObject, r.step(p, nParams), params.at())
		code, message = invalidParams, "Invalid params: params must be an object"
	case params != 0:
		r.protocol = true
		if c.walk(params, r.step(p, nParams), shapeParams); !r.valid() {
			code, message = invalidParams, "Invalid params: malformed _meta"
		}
		r.protocol = false
	}
	if !embedded {
		c.write(`{"jsonrpc":"2.0","id":%v,`, int(given))
	}
	start := len(c.out)
	if code == 0 {
		if !embedded {
			c.out.lit(`"result":`)
		}
		if !c.appendResult(list, top(nRoots)) {
			c.out = c.out[:start]
			code, message = internalError, "Internal error: the client has no valid roots to give"
		}
	}
	if code != 0 {
		if embedded {
			c.out.lit("{")
		}
		c.out.lit(`"error":`)
		c.out.error(code, message, data)
	}
	if !embedded || code != 0 {
		c.out.lit("}")
	}
}

// A listed root is one of a side of a difference.
type listed struct {
	_         [0]func() // never compared
	uri, name value
	index     int
	key       string // the canonical path, or the URI where it has none
}

// side reads one side of a difference: a ListRootsResult or its list. It returns
// the roots in order, each path once, and where each is, from 1.
func (c *Core) side(n name) ([]listed, map[string]int) {
	r := &c.report
	v, p := c.arg[n], top(n)
	if c.is(v, object) {
		v, p = c.get(v, nRoots), r.step(p, nRoots)
	}
	if !c.is(v, array) {
		c.wrong(rule.InputMemberType, n)
		return nil, nil
	}
	p = r.fix(p)
	var list []listed
	places := map[string]int{}
	e := scan.Array(r.doc, v.at())
	for e.Next() {
		w := span(e.Value, e.End)
		l := listed{index: e.Index, uri: c.get(w, nURI), name: c.get(w, nName)}
		if !c.is(l.uri, text) {
			r.add(rule.URIMissing, r.element(p, e.Index), w.at())
			continue
		}
		s := c.text(l.uri)
		if c.reader.URI(s, fileuri.Options{}) == rule.None {
			l.key = "=" + string(c.reader.Path.Native)
		} else {
			l.key = "!" + string(s)
		}
		if places[l.key] == 0 {
			list = append(list, l)
			places[l.key] = len(list)
		}
	}
	return list, places
}

var differences = [...]string{`,"added":[`, `],"removed":[`, `],"renamed":[`}

// diff answers diff: what changed between two lists of roots, compared by path
// where there is one, and whether a notification is due: only to a client that
// declared listChanged, and only while the notification exists.
func (c *Core) diff() {
	before, old := c.side(nBefore)
	after, current := c.side(nAfter)
	if !c.report.valid() {
		c.bad()
		return
	}
	declared := c.get(c.get(c.arg[nCapabilities], nRoots), nListChanged)
	due := declared != 0 && c.report.doc[declared.at()] == 't' && c.settings.revision >= 0 && !c.settings.revision.embedded()
	start, total := len(c.out), 0
	for i, list := range [...][]listed{after, before, after} {
		c.out.lit(differences[i])
		n := 0
		for j := range list {
			l := &list[j]
			there := old
			if i == 1 {
				there = current
			}
			k := there[l.key] - 1
			both := k >= 0
			if both != (i == 2) || both && c.named(before[k].name) == c.named(l.name) {
				continue
			}
			c.out.next(n)
			n++
			c.out.lit("{")
			if i < 2 {
				c.write(`"index":%d,`, l.index)
			}
			c.write(`"uri":%v`, int(l.uri))
			if i < 2 {
				c.optional(`,"name":`, l.name)
			} else {
				c.optional(`,"before":`, before[k].name)
				c.optional(`,"after":`, l.name)
			}
			c.out.lit("}")
		}
		total += n
	}
	c.built.raw(c.out[start:])
	c.out = c.out[:start]
	c.write(`{"changed":%b,"notify":%b`, total, bit(total > 0 && due))
	c.out.raw(c.built)
	c.out.lit("]}")
}

// optional appends a member whose value is a string, where it is one.
func (c *Core) optional(label string, v value) {
	if c.is(v, text) {
		c.out.lit(label)
		c.out.raw(c.raw(v))
	}
}

// named returns a name's text; the absence of a name is not the empty name.
func (c *Core) named(v value) string {
	if !c.is(v, text) {
		return ""
	}
	return "=" + string(c.text(v))
}
