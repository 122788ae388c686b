package roots

import (
	"github.com/mcproots/mcproots/wasm/fileuri"
	"github.com/mcproots/mcproots/wasm/rule"
	"github.com/mcproots/mcproots/wasm/scan"
)

// options are what the input chose for reading URIs and paths.
func (c *Core) options() fileuri.Options {
	return fileuri.Options{Platform: c.settings.platform, UNC: c.yes(nUNC)}
}

// convert answers one object for each string of a list: to_path or to_uri.
func (c *Core) convert(n name) {
	p := c.report.fix(top(n))
	c.out.lit("[")
	list, first := c.arg[n], len(c.out)
	e := scan.Array(c.report.doc, list.at())
	for e.Next() {
		c.room(first, e.Value-list.at(), list.end()-list.at())
		c.out.next(e.Index)
		v := span(e.Value, e.End)
		code := rule.URINotString
		if c.is(v, text) {
			if s := c.text(v); n == nURIs {
				code = c.reader.URI(s, c.options())
			} else {
				code = c.reader.Native(s, c.options())
			}
		}
		path := &c.reader.Path
		if code == rule.None {
			if c.str2 = path.AppendURI(c.str2[:0]); len(c.str2) > fileuri.MaxLength {
				code = rule.URITooLong
			}
		}
		switch {
		case code != rule.None:
			c.write(`{"ok":false,"code":"%c"}`, int(code))
		case n == nURIs:
			c.write(`{"ok":true,"path":%f,"canonical":`)
			c.out.str(c.str2)
			c.write(`,"platform":"%o"}`)
		default:
			c.out.lit(`{"ok":true,"uri":`)
			c.out.str(c.str2)
			c.out.lit("}")
		}
		c.notes(code, c.report.element(p, e.Index), v)
	}
	c.out.lit("]")
}

// toPath answers to_path.
func (c *Core) toPath() { c.convert(nURIs) }

// toURI answers to_uri.
func (c *Core) toURI() { c.convert(nPaths) }

// index reads a list of roots into x; what can't be used is reported and left out.
func (c *Core) index(x *fileuri.Index, n name) {
	x.Reset()
	p := c.report.fix(top(n))
	e := scan.Array(c.report.doc, c.arg[n].at())
	for e.Next() {
		if c.place(span(e.Value, e.End), c.report.element(p, e.Index), c.options()) {
			x.Add(&c.reader.Path, e.Index)
		}
	}
}

// contains answers contains.
func (c *Core) contains() {
	c.index(&c.roomy, nRoots)
	o := c.options()
	o.Query = true
	p := c.report.fix(top(nPaths))
	c.out.lit("[")
	list, first := c.arg[nPaths], len(c.out)
	e := scan.Array(c.report.doc, list.at())
	for e.Next() {
		c.room(first, e.Value-list.at(), list.end()-list.at())
		c.out.next(e.Index)
		v := span(e.Value, e.End)
		code := rule.URINotString
		if c.is(v, text) {
			code = c.asked(v, o)
		}
		c.notes(code, c.report.element(p, e.Index), v)
		if code != rule.None {
			c.appendContainment(fileuri.Containment{Verdict: fileuri.Invalid, Reason: code, Root: -1})
		} else {
			c.appendContainment(c.roomy.Contains(&c.reader.Path))
		}
	}
	c.out.lit("]")
}

// asked reads a path or URI that is asked about.
func (c *Core) asked(v value, o fileuri.Options) rule.ID {
	s := c.text(v)
	if len(s) == 0 {
		return rule.URIEmpty
	}
	code := c.readEither(s, o)
	if code != rule.None && scan.Find(s, 0, 0, 0) < len(s) {
		return rule.NUL
	}
	return code
}

// verdicts are the beginnings of an answer.
var verdicts = [...]string{
	fileuri.Outside: `{"verdict":"outside","reason":"`, fileuri.Inside: `{"verdict":"inside","reason":"`,
	fileuri.Ambiguous: `{"verdict":"ambiguous","reason":"`, fileuri.Invalid: `{"verdict":"invalid","reason":"`,
}

func (c *Core) appendContainment(a fileuri.Containment) {
	c.out.lit(verdicts[a.Verdict])
	c.out.lit(rule.Get(a.Reason).Code)
	c.out.lit(`"`)
	if a.Root >= 0 {
		c.write(`,"root":%d`, a.Root)
	}
	if a.Verdict == fileuri.Inside || a.Reason == rule.AmbiguousDotdot {
		c.out.lit(`,"relative":[`)
		b, sep := c.reader.Path.Native, c.reader.Path.Separator()
		for i, n := a.Relative, 0; i < len(b); n++ {
			j := scan.Find(b, i, sep, sep)
			c.out.next(n)
			c.out.str(b[i:j])
			i = j + 1
		}
		c.out.lit("]")
	}
	c.out.lit("}")
}

// scope answers scope: the roots that a server may really use. A revealed root
// inside an allowed one counts as it is, an allowed one inside a revealed one
// narrows it, and all else is left out. A root in both lists is found both ways and
// written once, on the way from the revealed list.
func (c *Core) scope() {
	r := &c.report
	c.index(&c.roomy, nAllowed)
	c.index(&c.narrow, nRevealed)
	findings, counts := len(r.findings), r.counts
	c.out.lit(`{"roots":[`)
	n := 0
	for i, x := range [...]*fileuri.Index{&c.roomy, &c.narrow} {
		e := scan.Array(r.doc, c.arg[[...]name{nRevealed, nAllowed}[i]].at())
		for e.Next() {
			if !c.place(span(e.Value, e.End), 0, c.options()) {
				continue
			}
			a := x.Contains(&c.reader.Path)
			if a.Verdict != fileuri.Inside || i == 1 && a.Reason == rule.RootItself {
				continue
			}
			c.out.next(n)
			n++
			revealed, allowed := e.Index, a.Root
			if i == 1 {
				revealed, allowed = allowed, revealed
			}
			c.write(`{"uri":%u,"path":%f,"revealed":%d,"allowed":%d}`, revealed, allowed)
		}
	}
	r.findings, r.counts = r.findings[:findings], counts // told when the lists were indexed
	c.out.lit("]}")
}
