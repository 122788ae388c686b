package roots

import (
	"github.com/mcproots/mcproots/wasm/fileuri"
	"github.com/mcproots/mcproots/wasm/rule"
	"github.com/mcproots/mcproots/wasm/scan"
)

// maxName is the longest name, in characters, that is not remarked on.
const maxName = 256

// defaultMaxRoots is how many roots a list may hold unless the caller says otherwise.
const defaultMaxRoots = 1_000_000

// A root is an entry of a list under check.
type root struct {
	_          [0]func() // never compared: spares the module the code for it
	at         at
	uri, name  value
	start, end int32 // its path's key in c.paths
	native     int32 // where the path ends: a bare anchor's separator follows the key
	index      int32
	platform   fileuri.Platform // Auto: it converts to no path
	valid      bool
}

// result checks a ListRootsResult (MCP client/roots).
func (c *Core) result(v value, p at) { c.object(v, p, shapeResult, rule.ResultNotObject) }

// list checks an array of roots.
func (c *Core) list(v value, p at) {
	r, s := &c.report, &c.settings
	s.listed = true
	p = r.fix(p)
	first := len(c.roots)
	e := scan.Array(r.doc, v.at())
	for e.Next() && e.Index < s.maxRoots {
		q := r.element(p, e.Index)
		before := r.counts[rule.Error]
		c.roots = append(c.roots, root{at: q, index: int32(e.Index)})
		c.object(span(e.Value, e.End), q, shapeRoot, rule.RootNotObject)
		last := len(c.roots) - 1
		c.roots[last].valid = r.counts[rule.Error] == before
		if !s.entries && (r.protocol || c.roots[last].platform == fileuri.Auto) {
			c.roots = c.roots[:last]
		}
	}
	switch count := e.Index + 1; {
	case count == 0:
		r.add(rule.RootsEmpty, p, v.at())
	case count > s.maxRoots: // the rest was not looked at
		r.put(finding{code: rule.RootsTooMany, sev: rule.Error, at: p, offset: v.at(), arg: int32(min(s.maxRoots, 1<<31-1))})
	}
	if !r.protocol {
		c.across(c.roots[first:])
	}
}

// rootURI checks the URI of the last entry and keeps its path.
func (c *Core) rootURI(v value, p at) {
	r := &c.report
	e := &c.roots[len(c.roots)-1]
	e.uri, e.at = v, p
	s := c.text(v)
	if r.protocol {
		if code := fileuri.Protocol(s); code != rule.None {
			r.as(code, rule.Error, p, v.at())
		}
		if !c.settings.entries {
			return
		}
	}
	if code := c.reader.URI(s, fileuri.Options{Platform: c.settings.platform}); code != rule.None {
		if !r.protocol {
			r.as(code, rule.Error, p, v.at())
		}
		return
	}
	c.keepPath(e)
	if r.protocol {
		return
	}
	for _, n := range c.reader.Notes {
		if n.Code == rule.URIIllegalChar || n.Code == rule.URINonASCII {
			n.Severity = rule.Error // in a message; converters read it alike
		}
		r.as(n.Code, n.Severity, p, v.at())
	}
	c.reach(v, p)
}

// keepPath keeps the path that was just read as a root's.
func (c *Core) keepPath(e *root) {
	path := &c.reader.Path
	e.platform = path.Platform
	e.start = int32(len(c.paths))
	c.paths.raw(path.Native)
	e.native = int32(len(c.paths))
	e.end = e.start + int32(len(path.Key()))
}

// reach looks at how much the path that was just read takes in.
func (c *Core) reach(v value, p at) {
	switch path := &c.reader.Path; {
	case len(path.Key()) == path.Anchor:
		sev := rule.Error
		if !c.settings.wide {
			sev = rule.Warning // read leaves the decision to the server, result to the client
		}
		c.report.as(rule.RootIsFilesystemRoot, sev, p, v.at())
	case sensitive(path):
		c.report.add(rule.RootIsSensitive, p, v.at())
	}
}

// rootName checks a name, which people see when they consent, and keeps it.
func (c *Core) rootName(v value, p at) {
	c.roots[len(c.roots)-1].name = v
	s := c.text(v)
	n := 0
	odd := false
	for i := 0; i < len(s); n++ {
		ch, size := scan.Rune(s, i)
		odd = odd || ch < 0x20 || ch == 0x7F || fileuri.Invisible(ch)
		i += size
	}
	if odd {
		c.report.add(rule.NameControlOrBidi, p, v.at())
	}
	if n > maxName {
		c.report.add(rule.NameTooLong, p, v.at())
	}
}

// sensitivePaths are the beginnings of directories of the system, of whole homes
// and of what homes hide: * is any one name, ? any one character, and a final
// separator takes in all below.
var sensitivePaths = [...]string{
	"/etc/", "/proc/", "/sys/", "/dev/", "/boot/", "/root", "/home", "/Users", "/usr", "/var", "/bin", "/sbin", "/lib", "/home/*", "/Users/*",
	"/home/*/.ssh/", "/home/*/.gnupg/", "/home/*/.aws/", "/Users/*/.ssh/", "/Users/*/.gnupg/", "/Users/*/.aws/", "/root/.ssh/", "/root/.gnupg/", "/root/.aws/",
	"/mnt/?", `\windows\`, `\users`, `\programdata`, `\users\*`, `\users\*\.ssh\`,
}

// sensitive tells whether a root is a directory of the system, or a whole home.
func sensitive(p *fileuri.Path) bool {
	path := p.Native[p.Anchor:]
	if p.Anchor > 2 || len(path) < 2 { // a share, or a file system
		return false
	}
	fold := byte(0)
	if p.Platform == fileuri.Windows {
		fold = 0x20
	}
	second := folded(path[1], fold)
	for i := range sensitivePaths {
		if s := sensitivePaths[i]; s[1] == second && matches(s, path, p.Separator(), fold) {
			return true
		}
	}
	return false
}

// folded returns ch, where it is a capital letter with the bits of fold set.
func folded(ch, fold byte) byte {
	if ch >= 'A' && ch <= 'Z' {
		ch |= fold
	}
	return ch
}

// matches tells whether a path is the pattern's, or below it where it says so.
func matches(pattern string, path []byte, separator, fold byte) bool {
	i := 0 // in path
	for j := range len(pattern) {
		ch := pattern[j]
		switch {
		case i == len(path): // only a final separator may be missing
			return ch == separator && j == len(pattern)-1
		case ch == '*':
			for i < len(path) && path[i] != separator {
				i++
			}
			continue
		case ch == '?' && path[i] != separator:
		case folded(path[i], fold) != ch:
			return false
		}
		i++
	}
	return i == len(path) || path[i-1] == separator
}

// across looks at a list as a whole: the same path twice, a path inside another,
// platforms that don't go together. Ancestors are looked up only at lengths that
// some root has.
func (c *Core) across(list []root) {
	if len(list) < 2 {
		return
	}
	seen := make(map[string]int32, len(list)) // indexes, from 1
	var lengths [1024]bool                    // of keys; a longer one counts modulo
	platform := fileuri.Auto
	mixed := false
	for i := range list {
		e := &list[i]
		if e.platform == fileuri.Auto {
			continue
		}
		if platform == fileuri.Auto {
			platform = e.platform
		} else if e.platform != platform && !mixed {
			mixed = true
			c.report.add(rule.RootMixedPlatforms, e.at, e.uri.at())
		}
		key := shared(c.paths[e.start:e.end])
		lengths[len(key)&1023] = true
		if first := seen[key] - 1; first >= 0 {
			code := rule.RootDuplicateAlias
			if string(c.raw(list[first].uri)) == string(c.raw(e.uri)) {
				code = rule.RootDuplicate
			}
			c.related(code, e, &list[first])
			continue
		}
		seen[key] = int32(i + 1)
	}
	for i := range list {
		e := &list[i]
		if e.platform == fileuri.Auto {
			continue
		}
		key := c.paths[e.start:e.end]
		if seen[shared(key)] != int32(i+1) {
			continue
		}
		for j := len(key) - 1; j >= 0; j-- {
			if !lengths[j&1023] || key[j] != '/' && key[j] != '\\' {
				continue
			}
			if outer := seen[shared(key[:j])] - 1; outer >= 0 && list[outer].platform == e.platform && (key[j] == '\\') == (e.platform == fileuri.Windows) {
				c.related(rule.RootNested, e, &list[outer])
				break
			}
		}
	}
}

// related reports a root because of another one.
func (c *Core) related(code rule.ID, e, because *root) {
	c.report.put(finding{code: code, sev: rule.Get(code).Severity, at: e.at, offset: e.uri.at(), arg: because.index})
}

// entry appends a root's canonical URI, path and platform.
func (c *Core) entry(e *root) {
	c.reader.Path = fileuri.Path{Platform: e.platform, Native: c.paths[e.start:e.native]}
	c.write(`"uri":%u,"path":%f,"platform":"%o"`)
}
