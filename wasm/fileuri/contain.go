package fileuri

import (
	"github.com/mcproots/mcproots/wasm/rule"
	"github.com/mcproots/mcproots/wasm/scan"
)

// A Verdict says whether a path lies inside roots. Only Inside may be read as yes.
type Verdict uint8

// The verdicts.
const (
	Outside Verdict = iota
	Inside
	Ambiguous
	Invalid
)

func (v Verdict) String() string {
	switch v {
	case Inside:
		return "inside"
	case Ambiguous:
		return "ambiguous"
	case Invalid:
		return "invalid"
	}
	return "outside"
}

// A Containment is an answer with its reason.
type Containment struct {
	Verdict  Verdict
	Reason   rule.ID
	Root     int // index given to Add, or -1
	Relative int // where the remaining components begin in the asked path's Native
}

// An Index answers containment against many roots at the cost of one: the roots
// are sorted, each linked to the longest other root that is a prefix of its bytes,
// so that one binary search and a walk along prefixes finds all roots that a path
// begins with. The zero Index is empty.
type Index struct {
	roots   [3]prefixes // by Platform, compared exactly
	folded  [3]prefixes // the same without case and normalization
	short   prefixes    // what precedes a short name in a Windows root, folded
	sorted  bool
	arena   text // the roots' keys; behind them those of the path that is asked about
	runes   []rune
	lexical text
	drives  [26]bool
	count   int
}

// entry is a root's key in the arena.
type entry struct {
	start, end   int
	from, fromTo int // what the key was made of: the exact key; of x.short the name that follows
	id           int
	first        int // the first entry with the same bytes
	up           int // the last of the longest entries that are proper prefixes of this one's bytes, or -1
}

type prefixes []entry

//go:noinline
func (p *prefixes) add(e *entry) { *p = append(*p, *e) }

// Reset empties the index and keeps its memory.
func (x *Index) Reset() {
	for p := range x.roots {
		x.roots[p], x.folded[p] = x.roots[p][:0], x.folded[p][:0]
	}
	x.short = x.short[:0]
	x.arena = x.arena[:0]
	x.sorted = false
	x.drives = [26]bool{}
	x.count = 0
}

// Len returns the number of roots.
func (x *Index) Len() int { return x.count }

// Add puts a root into the index under a number of the caller's.
func (x *Index) Add(p *Path, id int) {
	x.sorted = false
	x.count++
	start := len(x.arena)
	x.exact(p)
	end := len(x.arena)
	e := entry{start: start, end: end, from: start, fromTo: end, id: id, up: -1}
	x.roots[p.Platform].add(&e)
	e.start = end
	sep, tries := p.Separator(), few
	x.fold(p.Native[:p.Anchor], true)
	for i := p.Anchor + 1; i < len(p.Native); {
		name := segment(p.Native, i, sep)
		i += len(name) + 1
		x.arena.byte(sep)
		e.end = len(x.arena)
		x.fold(name, true)
		if p.Platform == Windows && tries > 0 && shortName(name) {
			tries--
			e.from, e.fromTo = e.end, len(x.arena)
			x.short.add(&e)
		}
	}
	e.end, e.from, e.fromTo = len(x.arena), start, end
	x.folded[p.Platform].add(&e)
	if p.Platform == Windows && p.Anchor == 2 {
		x.drives[p.Native[0]-'A'] = true
	}
}

// exact appends the key of a path to the arena and returns it; of a share's anchor
// case is ignored.
//
//go:noinline
func (x *Index) exact(p *Path) []byte {
	n := len(x.arena)
	x.arena.add(p.Key())
	key := x.arena[n:]
	if p.Platform == Windows && p.Anchor > 2 {
		for i, c := range key[:p.Anchor] {
			key[i] = lower(c)
		}
	}
	return key
}

func (x *Index) sort() {
	if x.sorted {
		return
	}
	x.sorted = true
	for p := range x.roots {
		x.link(x.roots[p])
		x.link(x.folded[p])
	}
	x.link(x.short)
}

//go:noinline
func (x *Index) key(e *entry) []byte { return x.arena[e.start:e.end] }

func (x *Index) made(e *entry) []byte { return x.arena[e.from:e.fromTo] }

//go:noinline
func compare(a, b []byte) int {
	if i := scan.Common(a, b); i < len(a) && i < len(b) {
		return int(a[i]) - int(b[i])
	}
	return len(a) - len(b)
}

func (x *Index) link(list prefixes) {
	less := func(i, j int) bool {
		a, b := &list[i], &list[j]
		d := compare(x.key(a), x.key(b))
		if d == 0 {
			d = compare(x.made(a), x.made(b))
		}
		return d < 0 || d == 0 && a.id < b.id
	}
	Sort(len(list), less, func(i, j int) { list[i], list[j] = list[j], list[i] })
	for i := 1; i < len(list); i++ {
		up := i - 1
		for up >= 0 && !proper(x.key(&list[up]), x.key(&list[i])) {
			up = list[up].up
		}
		list[i].up = up
		list[i].first = i
		if k := x.key(&list[i]); string(k) == string(x.key(&list[i-1])) {
			list[i].first = list[i-1].first
		}
	}
}

//go:noinline
func proper(prefix, b []byte) bool {
	return len(prefix) < len(b) && string(b[:len(prefix)]) == string(prefix)
}

// find returns the last entry that is not after key.
//
//go:noinline
func (x *Index) find(list prefixes, key []byte) int {
	lo, hi := 0, len(list)
	for lo < hi {
		mid := (lo + hi) / 2
		if compare(x.key(&list[mid]), key) <= 0 {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	return lo - 1
}

// prefix returns the last of the longest entries whose bytes key begins with, or
// -1. All others that it begins with follow by up.
//
//go:noinline
func (x *Index) prefix(list prefixes, key []byte) int {
	i := x.find(list, key)
	if i < 0 {
		return i
	}
	n := scan.Common(x.key(&list[i]), key)
	for i >= 0 && list[i].end-list[i].start > n {
		i = list[i].up
	}
	return i
}

// cover returns the longest entry that holds the path with this key by component,
// and whether some entry is only a prefix of its characters.
func (x *Index) cover(list prefixes, key []byte, sep byte) (best int, sibling bool) {
	i := x.prefix(list, key)
	for ; i >= 0; i = list[i].up {
		if n := list[i].end - list[i].start; n == len(key) || key[n] == sep {
			return list[i].first, false
		}
		sibling = true
	}
	return i, sibling
}

// Contains answers for a path that was read with Options.Query.
func (x *Index) Contains(p *Path) Containment {
	c := Containment{Reason: rule.NoRoots, Root: -1}
	if x.count > 0 {
		x.sort()
		n := len(x.arena)
		x.contains(p, &c)
		x.arena = x.arena[:n]
	}
	return c
}

func (x *Index) contains(p *Path, c *Containment) {
	q := *p
	if p.DotDot {
		q.Native = x.resolve(p)
	}
	sep := p.Separator()
	key := x.exact(&q)
	list := x.roots[p.Platform]
	i, sibling := x.cover(list, key, sep)
	switch {
	case i >= 0:
		n := list[i].end - list[i].start
		c.Verdict, c.Reason, c.Root = Inside, rule.Descendant, list[i].id
		if n == len(key) {
			c.Reason = rule.RootItself
		}
		c.Relative = min(n+1, len(q.Native))
		if p.DotDot {
			c.Verdict, c.Reason = Ambiguous, rule.AmbiguousDotdot
			c.Relative = x.original(p, c.Relative)
		}
	case x.ambiguous(&q, sep, c):
		c.Verdict, c.Relative = Ambiguous, len(q.Native)
	case sibling:
		c.Reason = rule.OutsideSiblingPrefix
	case p.Platform == Windows && p.Anchor == 2 && !x.drives[p.Native[0]-'A']:
		c.Reason = rule.DifferentDrive
	default:
		c.Reason = rule.Outside
	}
}

// ambiguous looks for a root that holds the path only when case, normalization or
// short names are ignored.
func (x *Index) ambiguous(q *Path, sep byte, c *Containment) bool {
	fold := x.fold(q.Key(), true)
	list := x.folded[q.Platform]
	if i, _ := x.cover(list, fold, sep); i >= 0 {
		c.Reason, c.Root = rule.AmbiguousCase, list[i].id
		key := x.key(&list[i])
		for j := i; j < len(list) && j-i < few && string(x.key(&list[j])) == string(key); j++ {
			// The narrower difference, whatever the order of the roots.
			if within(x.fold(q.Key(), false), x.fold(x.made(&list[j]), false), sep) {
				c.Reason, c.Root = rule.AmbiguousNormalization, list[j].id
				break
			}
		}
		return true
	}
	if q.Platform == Windows {
		c.Reason, c.Root = rule.AmbiguousShortName, x.alias(q, list, fold)
	}
	return c.Root >= 0
}

// alias returns a root that agrees with the path up to a component where one of
// the two has a short name and the other another name, or -1. Of a path with more
// than a few short names it looks at the first: such a path is no more inside.
func (x *Index) alias(q *Path, list prefixes, fold []byte) int {
	k := len(x.fold(q.Native[:q.Anchor], true)) + 1 // in fold, where i is in the path
	for i, tries := q.Anchor+1, few; i < len(q.Native) && tries > 0; {
		name, other := segment(q.Native, i, '\\'), segment(fold, k, '\\')
		if shortName(name) {
			tries--
			// The roots that continue the prefix stand together; those that also have
			// this very name stand together among them.
			n := len(x.arena)
			x.arena.add(fold[:k+len(other)])
			x.arena.byte(0xFF) // behind all that continue
			for _, key := range [...][]byte{fold[:k], x.arena[n:]} {
				j := x.find(list, key) + 1
				if j < len(list) && proper(fold[:k], x.key(&list[j])) && string(segment(x.key(&list[j]), k, '\\')) != string(other) {
					return list[j].id
				}
			}
		}
		i += len(name) + 1
		k += len(other) + 1
	}
	for i := x.prefix(x.short, fold); i >= 0; i = x.short[i].up {
		name := segment(fold, x.short[i].end-x.short[i].start, '\\')
		// Sorted by their names: where all have this one, the first and the last have.
		for _, e := range [...]*entry{&x.short[x.short[i].first], &x.short[i]} {
			if len(name) > 0 && string(x.made(e)) != string(name) {
				return e.id
			}
		}
	}
	return -1
}

// few bounds how many roots are tried that differ only in what is ignored, and how
// many short names of one path or root.
const few = 16

// within tells whether a key is another one or continues it with a separator.
func within(key, outer []byte, sep byte) bool {
	n := len(outer)
	return n <= len(key) && string(key[:n]) == string(outer) && (n == len(key) || key[n] == sep)
}

// resolve returns the path with each ".." taken textually, as far as the anchor.
func (x *Index) resolve(p *Path) []byte {
	sep := p.Separator()
	x.lexical = x.lexical[:0]
	x.lexical.add(p.Native[:p.Anchor])
	for i := p.Anchor + 1; i < len(p.Native); {
		name := segment(p.Native, i, sep)
		i += len(name) + 1
		if string(name) != ".." {
			x.lexical.byte(sep)
			x.lexical.add(name)
			continue
		}
		n := len(x.lexical)
		for n > p.Anchor {
			if n--; x.lexical[n] == sep {
				break
			}
		}
		x.lexical = x.lexical[:n]
	}
	if len(x.lexical) == p.Anchor && (p.Platform == POSIX || p.Anchor == 2) {
		x.lexical.byte(sep)
	}
	return x.lexical
}

// original returns where the components that follow the root begin in the path as
// it was asked: the place where its textual form is the root and stays within it.
func (x *Index) original(p *Path, relative int) int {
	length := max(relative-1, p.Anchor) // of the root in the lexical form
	depth, want := 0, 0
	sep := p.Separator()
	for i := p.Anchor; i < length; i++ {
		if x.lexical[i] == sep {
			want++
		}
	}
	at := p.Anchor + 1
	if want == 0 {
		return min(at, len(p.Native))
	}
	begin := at
	for at < len(p.Native) {
		name := segment(p.Native, at, sep)
		at += len(name) + 1
		if string(name) == ".." {
			if depth = max(depth-1, 0); depth < want {
				begin = -1
			}
		} else if depth++; depth == want {
			begin = min(at, len(p.Native))
		}
	}
	return begin
}
