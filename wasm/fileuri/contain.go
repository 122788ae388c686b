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
	arena   []byte
	buf     []byte
	runes   []rune
	lexical []byte
	marks   []int
	drives  [26]bool
	count   int
}

// entry is a root's key in the arena.
type entry struct {
	start, end int
	exact      int // where the root's exact key begins in the arena, for folded keys
	exactEnd   int
	id         int
	up         int // the longest entry that is a proper prefix of this one's bytes, or -1
}

type prefixes []entry

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
	x.arena = appendKey(x.arena, p)
	exactEnd := len(x.arena)
	add := func(list *prefixes, start int) {
		*list = append(*list, entry{start: start, end: len(x.arena), exact: exact, exactEnd: exactEnd, id: id, up: -1})
	}
	add(&x.roots[p.Platform], exact)
	start := len(x.arena)
	x.arena, x.runes = appendFolded(x.arena, p.Key(), x.runes, true)
	add(&x.folded[p.Platform], start)
	if p.Platform != Windows {
		return
	}
	if p.Anchor == 2 {
		x.drives[p.Native[0]-'A'] = true
	}
	eachComponent(p, func(at, end int) {
		if shortName(p.Native[at:end]) {
			start := len(x.arena)
			x.arena, x.runes = appendFolded(x.arena, p.Native[:at], x.runes, true)
			add(&x.short, start)
		}
	})
}

// appendKey appends the key of a path; of a share's anchor case is ignored.
//
//go:noinline
func appendKey(dst []byte, p *Path) []byte {
	n := len(dst)
	dst = append(dst, p.Key()...)
	if p.Platform == Windows && p.Anchor > 2 {
		for i := n; i < n+p.Anchor; i++ {
			dst[i] = lower(dst[i])
		}
	}
	return dst
}

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
		case len(k) > len(key) || string(key[:len(k)]) != string(k):
		case len(k) == len(key) || key[len(k)] == sep:
			for i > 0 && string(x.key(&list[i-1])) == string(k) { // the first of equals
				i--
			}
			return i, false
		default:
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
	q := *p
	if p.DotDot {
		q.Native = x.resolve(p)
	}
	sep := p.Separator()
	x.buf = appendKey(x.buf[:0], &q)
	list := x.roots[p.Platform]
	if i, sibling := x.cover(list, x.buf, sep); i >= 0 {
		c := Containment{Verdict: Inside, Reason: rule.Descendant, Root: list[i].id}
		if list[i].end-list[i].start == len(x.buf) {
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
	exact := len(x.buf)
	x.buf, x.runes = appendFolded(x.buf, q.Key(), x.runes, true)
	fold := x.buf[exact:]
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
		n := len(x.buf)
		x.buf, x.runes = appendFolded(x.buf, q.Native[:at], x.runes, true)
		m := len(x.buf)
		x.buf, x.runes = appendFolded(x.buf, q.Native[at:end], x.runes, true)
		// The roots that continue the prefix stand together; those that also have
		// this very name stand together among them.
		prefix := x.buf[n:m]
		for _, i := range [2]int{x.find(list, prefix) + 1, x.find(list, append(x.buf[n:], 0xFF)) + 1} {
			if hit < 0 && i < len(list) && proper(prefix, x.key(&list[i])) && !x.named(x.key(&list[i]), len(prefix), x.buf[m:]) {
				hit = list[i].id
			}
		}
		x.buf = x.buf[:n]
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
			n := len(x.buf)
			x.buf, x.runes = appendFolded(x.buf, x.arena[e.exact:e.exactEnd], x.runes, true)
			same := x.named(x.buf[n:], len(k), name)
			x.buf = x.buf[:n]
			if !same {
				return e.id
			}
		}
	}
	return -1
}

// few bounds how many roots are tried that differ only in what is ignored.
const few = 16

// named tells whether the component of key that begins at i is name.
//
//go:noinline
func (x *Index) named(key []byte, i int, name []byte) bool {
	end := i + len(name)
	return end <= len(key) && string(key[i:end]) == string(name) && (end == len(key) || key[end] == '\\')
}

// normalized tells whether the root of a folded entry holds the path when only
// normalization is ignored.
func (x *Index) normalized(q *Path, e *entry, sep byte) bool {
	n := len(x.buf)
	x.buf, x.runes = appendFolded(x.buf, q.Key(), x.runes, false)
	m := len(x.buf)
	x.buf, x.runes = appendFolded(x.buf, x.arena[e.exact:e.exactEnd], x.runes, false)
	path, root := x.buf[n:m], x.buf[m:]
	x.buf = x.buf[:n]
	return len(root) <= len(path) && string(path[:len(root)]) == string(root) && (len(root) == len(path) || path[len(root)] == sep)
}

// resolve returns the path with each ".." taken textually, as far as the anchor.
func (x *Index) resolve(p *Path) []byte {
	sep := p.Separator()
	x.lexical = append(x.lexical[:0], p.Native[:p.Anchor]...)
	x.marks = x.marks[:0]
	eachComponent(p, func(at, end int) {
		if string(p.Native[at:end]) == ".." {
			if n := len(x.marks); n > 0 {
				x.lexical, x.marks = x.lexical[:x.marks[n-1]], x.marks[:n-1]
			}
			return
		}
		x.marks = append(x.marks, len(x.lexical))
		x.lexical = append(append(x.lexical, sep), p.Native[at:end]...)
	})
	if len(x.lexical) == p.Anchor && (p.Platform == POSIX || p.Anchor == 2) {
		x.lexical = append(x.lexical, sep)
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
