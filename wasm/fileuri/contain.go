package fileuri

import "github.com/mcproots/mcproots/wasm/rule"

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
	start, end int
	exact      int // where the root's exact key begins in the arena, for folded keys
	exactEnd   int
	id         int
	first      int // the first entry with the same bytes
	up         int // the longest entry that is a proper prefix of this one's bytes, or -1
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
	exact := len(x.arena)
	x.exact(p)
	exactEnd := len(x.arena)
	e := entry{start: exact, end: exactEnd, exact: exact, exactEnd: exactEnd, id: id, up: -1}
	x.roots[p.Platform].add(&e)
	e.start = exactEnd
	x.fold(p.Native[:p.Anchor], true)
	eachComponent(p, func(at, end int) {
		x.arena.byte(p.Separator())
		if p.Platform == Windows && shortName(p.Native[at:end]) {
			e.end = len(x.arena)
			x.short.add(&e)
		}
		x.fold(p.Native[at:end], true)
	})
	e.end = len(x.arena)
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

//go:noinline
func eachComponent(p *Path, f func(at, end int)) {
	sep := p.Separator()
	for i := p.Anchor + 1; i < len(p.Native); {
		j := i
		for j < len(p.Native) && p.Native[j] != sep {
			j++
		}
		f(i, j)
		i = j + 1
	}
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

//go:noinline
func compare(a, b []byte) int {
	n := min(len(a), len(b))
	for i := 0; i < n; i++ {
		if a[i] != b[i] {
			return int(a[i]) - int(b[i])
		}
	}
	return len(a) - len(b)
}

func (x *Index) link(list prefixes) {
	less := func(i, j int) bool {
		if d := compare(x.key(&list[i]), x.key(&list[j])); d != 0 {
			return d < 0
		}
		return list[i].id < list[j].id
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

// find returns the last entry that is not after key, and how many bytes it shares
// with it.
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

// cover returns the longest entry that holds the path with this key by component,
// and whether some entry is only a prefix of its characters.
func (x *Index) cover(list prefixes, key []byte, sep byte) (best int, sibling bool) {
	for i := x.find(list, key); i >= 0; i = list[i].up {
		k := x.key(&list[i])
		switch {
		case within(key, k, sep):
			return list[i].first, false
		case proper(k, key):
			sibling = true
		}
	}
	return -1, sibling
}

// Contains answers for a path that was read with Options.Query.
func (x *Index) Contains(p *Path) Containment {
	x.sort()
	if x.count == 0 {
		return Containment{Reason: rule.NoRoots, Root: -1}
	}
	n := len(x.arena)
	c := x.contains(p)
	x.arena = x.arena[:n]
	return c
}

func (x *Index) contains(p *Path) Containment {
	q := *p
	if p.DotDot {
		q.Native = x.resolve(p)
	}
	sep := p.Separator()
	key := x.exact(&q)
	list := x.roots[p.Platform]
	if i, sibling := x.cover(list, key, sep); i >= 0 {
		c := Containment{Verdict: Inside, Reason: rule.Descendant, Root: list[i].id}
		if list[i].end-list[i].start == len(key) {
			c.Reason = rule.RootItself
		}
		c.Relative = min(list[i].end-list[i].start+1, len(q.Native))
		if p.DotDot {
			c.Verdict, c.Reason = Ambiguous, rule.AmbiguousDotdot
			c.Relative = x.original(p, c.Relative)
		}
		return c
	} else if c, ok := x.ambiguous(&q, sep); ok {
		return c
	} else if sibling {
		return Containment{Reason: rule.OutsideSiblingPrefix, Root: -1}
	}
	if p.Platform == Windows && p.Anchor == 2 && !x.drives[p.Native[0]-'A'] {
		return Containment{Reason: rule.DifferentDrive, Root: -1}
	}
	return Containment{Reason: rule.Outside, Root: -1}
}

// ambiguous looks for roots that hold the path only when case, normalization or
// short names are ignored.
func (x *Index) ambiguous(q *Path, sep byte) (Containment, bool) {
	fold := x.fold(q.Key(), true)
	list := x.folded[q.Platform]
	if i, _ := x.cover(list, fold, sep); i >= 0 {
		c := Containment{Verdict: Ambiguous, Reason: rule.AmbiguousCase, Root: list[i].id, Relative: len(q.Native)}
		key := x.key(&list[i])
		for j := i; j < len(list) && j-i < few && string(x.key(&list[j])) == string(key); j++ {
			if x.normalized(q, &list[j], sep) { // the narrower difference, whatever the order of the roots
				c.Reason, c.Root = rule.AmbiguousNormalization, list[j].id
				break
			}
		}
		return c, true
	}
	if q.Platform != Windows {
		return Containment{}, false
	}
	if hit := x.alias(q, list, fold); hit >= 0 {
		return Containment{Verdict: Ambiguous, Reason: rule.AmbiguousShortName, Root: hit, Relative: len(q.Native)}, true
	}
	return Containment{}, false
}

// alias returns a root that agrees with the path up to a component where one of
// the two has a short name and the other another name, or -1.
func (x *Index) alias(q *Path, list prefixes, fold []byte) int {
	hit := -1
	eachComponent(q, func(at, end int) {
		if hit >= 0 || !shortName(q.Native[at:end]) {
			return
		}
		n := len(x.arena)
		prefix := x.fold(q.Native[:at], true)
		name := x.fold(q.Native[at:end], true)
		x.arena.byte(0xFF) // behind all that continue
		// The roots that continue the prefix stand together; those that also have
		// this very name stand together among them.
		for _, key := range [...][]byte{prefix, x.arena[n:]} {
			i := x.find(list, key) + 1
			if hit < 0 && i < len(list) && proper(prefix, x.key(&list[i])) && !named(x.key(&list[i])[len(prefix):], name) {
				hit = list[i].id
			}
		}
	})
	if hit >= 0 {
		return hit
	}
	for i := x.find(x.short, fold); i >= 0; i = x.short[i].up {
		k := x.key(&x.short[i])
		if !proper(k, fold) {
			continue
		}
		name := fold[len(k):]
		for j, c := range name {
			if c == '\\' {
				name = name[:j]
				break
			}
		}
		for j := i; j >= 0 && i-j < few && string(x.key(&x.short[j])) == string(k); j-- {
			e := &x.short[j]
			if root := x.fold(x.arena[e.exact:e.exactEnd], true); len(root) < len(k) || !named(root[len(k):], name) {
				return e.id
			}
		}
	}
	return -1
}

// few bounds how many roots are tried that differ only in what is ignored.
const few = 16

// named tells whether the first component of key is name.
func named(key, name []byte) bool { return within(key, name, '\\') }

// within tells whether a key is another one or continues it with a separator.
//
//go:noinline
func within(key, outer []byte, sep byte) bool {
	n := len(outer)
	return n <= len(key) && string(key[:n]) == string(outer) && (n == len(key) || key[n] == sep)
}

// normalized tells whether the root of a folded entry holds the path when only
// normalization is ignored.
func (x *Index) normalized(q *Path, e *entry, sep byte) bool {
	path := x.fold(q.Key(), false)
	return within(path, x.fold(x.arena[e.exact:e.exactEnd], false), sep)
}

// resolve returns the path with each ".." taken textually, as far as the anchor.
func (x *Index) resolve(p *Path) []byte {
	sep := p.Separator()
	x.lexical = x.lexical[:0]
	x.lexical.add(p.Native[:p.Anchor])
	eachComponent(p, func(at, end int) {
		if string(p.Native[at:end]) == ".." {
			n := len(x.lexical)
			for n > p.Anchor {
				if n--; x.lexical[n] == sep {
					break
				}
			}
			x.lexical = x.lexical[:n]
			return
		}
		x.lexical.byte(sep)
		x.lexical.add(p.Native[at:end])
	})
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
	eachComponent(p, func(a, end int) {
		if string(p.Native[a:end]) == ".." {
			depth = max(depth-1, 0)
			if depth < want {
				begin = -1
			}
			return
		}
		if depth++; depth == want {
			begin = min(end+1, len(p.Native))
		}
	})
	return begin
}
