package roots

import (
	"math/bits"
	"unicode/utf8"
	"unsafe"

	"github.com/mcproots/mcproots/wasm/fileuri"
	"github.com/mcproots/mcproots/wasm/rule"
	"github.com/mcproots/mcproots/wasm/scan"
)

// The quick path: a ListRootsResult of which nothing is to be said is recognised in
// one pass, eight bytes a step, without a call per token and without allocating.
// Whatever it isn't sure of it leaves to the tables, which decide alone: it only
// ever says "nothing to say" where they would, and a fuzz test holds it to that.

const (
	ones  = 0x0101010101010101
	highs = 0x8080808080808080

	filePrefix = 0x2F2F2F3A656C6966 // "file:///", as a word
	uriMember  = 0x2269727522       // "uri" with its quotes: five bytes
	nameMember = 0x22656D616E22     // "name": six

	seed = 0x9E3779B97F4A7C15 // of the paths' hashes
)

// quick is what the quick path remembers of a strict check's roots.
type quick struct {
	paths    []quickPath
	table    []uint32  // open addressing: indexes into paths, plus one
	lengths  [4]uint64 // a bit for each length that some path has
	longest  int       // of the paths' longest proper ancestors
	shortest int       // path

	answers [len(revisions)]buffer // to a list of which nothing is to be said
}

// A quickPath is a root's path by place and hash.
type quickPath struct {
	hash       uint64
	start, end uint32
}

func word(b []byte, i int) uint64 {
	return *(*uint64)(unsafe.Add(unsafe.Pointer(unsafe.SliceData(b)), i))
}

// equals flags the bytes of w that are c; exact in every byte.
func equals(w uint64, c uint64) uint64 {
	x := w ^ ones*c
	return ^((x&^highs + ^uint64(highs)) | x) & highs
}

// raw characters of a URI's path that need no look at what stands beside them.
var harmless = func() (t [256]bool) {
	for c := range t {
		t[c] = c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9'
	}
	for _, c := range "-._!&'()*+,;=:@/" {
		t[c] = true
	}
	return t
}()

// result reads the document from i on and returns where the ListRootsResult that
// starts there ends, or -1 where it isn't sure. q is nil for the protocol profile.
func (q *quick) result(b []byte, i int) int {
	n := len(b)
	i = scan.Space(b, i)
	if i+9 > n || b[i] != '{' {
		return -1
	}
	if i = scan.Space(b, i+1); i+9 > n || word(b, i) != 0x3A2273746F6F7222 { // "roots":
		return -1
	}
	if i = scan.Space(b, i+8); i >= n || b[i] != '[' {
		return -1
	}
	i++
	var (
		member          int
		hasURI, hasName bool
		path            quickPath
	)
entry:
	for i < n && b[i] <= ' ' {
		i++ // Space knows which of them are white space: the others fail below
	}
	if i >= n || b[i] != '{' {
		return -1
	}
	i++
	hasURI, hasName = false, false

name:
	if i+8 > n {
		return -1
	}
	if b[i] != '"' {
		if i = scan.Space(b, i); i+8 > n || b[i] != '"' {
			return -1
		}
	}
	switch w := word(b, i); {
	case w&0xFFFFFFFFFF == uriMember && !hasURI:
		hasURI = true
		member = i + 5
	case w&0xFFFFFFFFFFFF == nameMember && !hasName:
		hasName = true
		member = i + 6
	default:
		return -1
	}
	isURI := member == i+5
	i = member
	if b[i] != ':' {
		if i = scan.Space(b, i); i >= n || b[i] != ':' {
			return -1
		}
	}
	if i++; i >= n {
		return -1
	}
	if b[i] != '"' {
		if i = scan.Space(b, i); i >= n || b[i] != '"' {
			return -1
		}
	}
	i++
	if !isURI {
		start := i
		for {
			if i+8 > n {
				if i = tail(b, i); i < 0 {
					return -1
				}
				break
			}
			w := word(b, i)
			s := w ^ ones*'\\'
			t := w ^ ones*'"'
			m := (((t - ones) &^ t) | ((s - ones) &^ s) | (w - ones*0x20) | w)
			if q != nil {
				m |= w + ones // DEL
			}
			if m &= highs; m == 0 {
				i += 8
				continue
			}
			i += bits.TrailingZeros64(m) >> 3
			if b[i] == '"' {
				break
			}
			if b[i] < utf8.RuneSelf {
				return -1
			}
			r, size := utf8.DecodeRune(b[i:])
			if r == utf8.RuneError || q != nil && fileuri.Invisible(r) {
				return -1
			}
			i += size
		}
		if q != nil && i-start > maxName {
			return -1
		}
		i++
		goto after
	}

	if i+8 > n || word(b, i) != filePrefix {
		return -1
	}
	if i += 7; q != nil { // from the path's slash on
		path.start = uint32(i)
	}
	{
		hash := uint64(seed)
		slashes, last, carry := 0, 0, uint64(0)
		for {
			w := uint64(0)
			if i+8 <= n {
				w = word(b, i)
			} else {
				for j := n - 1; j >= i; j-- {
					w = w<<8 | uint64(b[j])
				}
			}
			y := w | ones*0x20
			simple := ((y + ones*(0x80-'a')) &^ (y + ones*(0x7F-'z'))) | ((w + ones*(0x80-'-')) &^ (w + ones*(0x7F-':'))) | equals(w, '_')
			bad := (^simple | w) & highs
			stop := 8
			for bad != 0 {
				at := bits.TrailingZeros64(bad) >> 3
				if i+at >= n {
					return -1
				}
				c := b[i+at]
				if c == '"' {
					stop = at
					break
				}
				if !harmless[c] && (q != nil || c != '~' && (c != '%' || i+at+2 >= n || !digits(b[i+at+1], b[i+at+2]))) {
					return -1
				}
				bad &= bad - 1
			}
			if q != nil {
				if stop < 8 {
					w &= 1<<(stop*8) - 1
				}
				slash := equals(w, '/')
				if (slash<<8|carry)&(slash|equals(w, '.')) != 0 { // an empty, dot or hidden segment
					return -1
				}
				carry = slash >> 56
				if slash != 0 {
					slashes += bits.OnesCount64(slash)
					last = i + (63-bits.LeadingZeros64(slash))>>3
				}
				hash = mix(hash, w)
			}
			i += stop
			if stop < 8 {
				break
			}
		}
		if q != nil {
			path.hash, path.end = hash, uint32(i)
			if !q.settled(b, &path, slashes, last) {
				return -1
			}
		}
		i++
	}

after:
	if i >= n {
		return -1
	}
	if b[i] <= ' ' {
		if i = scan.Space(b, i); i >= n {
			return -1
		}
	}
	switch b[i] {
	case ',':
		i++
		goto name
	case '}':
		i++
	default:
		return -1
	}
	if !hasURI || i >= n {
		return -1
	}
	if b[i] <= ' ' {
		if i = scan.Space(b, i); i >= n {
			return -1
		}
	}
	switch b[i] {
	case ',':
		i++
		goto entry
	case ']':
		i = scan.Space(b, i+1)
	default:
		return -1
	}
	if i >= n || b[i] != '}' {
		return -1
	}
	return i + 1
}

// settled tells whether nothing is to be said of the path by itself, and keeps it.
func (q *quick) settled(b []byte, p *quickPath, slashes, last int) bool {
	start, length := int(p.start), int(p.end-p.start)
	if slashes < 2 || last == int(p.end)-1 || length > 255 || b[start+2] == ':' {
		return false // too near the top, a final slash, a long name, a drive
	}
	switch string(b[start+1 : start+5]) {
	case "etc/", "proc", "sys/", "dev/", "boot", "mnt/":
		return false
	case "home", "User":
		if slashes == 2 {
			return false
		}
	}
	q.paths = append(q.paths, *p)
	q.lengths[length>>6] |= 1 << (length & 63)
	q.shortest = min(q.shortest, length)
	q.longest = max(q.longest, last-start)
	return true
}

// mix is one step of the hash of a path, eight bytes at a time; the last step takes
// what is left, perhaps nothing.
func mix(hash, w uint64) uint64 {
	hash = (hash ^ w) * 0xD6E8FEB86659FD93
	return hash ^ hash>>32
}

// distinct tells whether no path stands twice and none lies in another. Two paths
// with the same hash count as the same, and a table in which places are hard to
// find counts as not distinct: the tables then look again.
func (q *quick) distinct(b []byte) bool {
	n := len(q.paths)
	if n < 2 {
		return n == 1
	}
	size := 4
	for size < 2*n {
		size *= 2
	}
	if cap(q.table) < size {
		q.table = make([]uint32, size)
	}
	q.table = q.table[:size]
	clear(q.table)
	for i := range q.paths {
		slot, found := q.find(q.paths[i].hash)
		if found || slot < 0 {
			return false
		}
		q.table[slot] = uint32(i + 1)
	}
	if q.shortest > q.longest {
		return true
	}
	for i := range q.paths {
		if q.nested(b, &q.paths[i]) {
			return false
		}
	}
	return true
}

// nested tells whether an ancestor of the path is a path too. Only ancestors of a
// length that some path has are looked up.
func (q *quick) nested(b []byte, p *quickPath) bool {
	hash := uint64(seed)
	w := uint64(0)
	for at := int(p.start); at < int(p.end); at++ {
		length := at - int(p.start)
		if b[at] == '/' && q.lengths[length>>6]>>(length&63)&1 != 0 {
			if slot, found := q.find(mix(hash, w)); found || slot < 0 {
				return true
			}
		}
		w |= uint64(b[at]) << (length & 7 * 8)
		if length&7 == 7 {
			hash, w = mix(hash, w), 0
		}
	}
	return false
}

// find returns the slot of a hash, or where it belongs; -1 after too many tries.
func (q *quick) find(hash uint64) (slot int, found bool) {
	mask := len(q.table) - 1
	slot = int(hash>>20) & mask
	for range 64 {
		k := q.table[slot]
		if k == 0 {
			return slot, false
		}
		if q.paths[k-1].hash == hash {
			return slot, true
		}
		slot = (slot + 1) & mask
	}
	return -1, false
}

// quickResult reads a whole document that is a ListRootsResult.
func (c *Core) quickResult(b []byte) bool {
	var q *quick
	i := q.result(b, 0)
	if i < 0 || scan.Space(b, i) != len(b) {
		return false
	}
	c.begin()
	c.out.lit("true}")
	return true
}

// quickOptions are the members that the quick path of check knows.
var quickOptions = [...]string{`"message"`, `"roots"`, `"kind"`, `"revision"`, `"profile"`, `"platform"`}

func has(b []byte, i int, s string) bool {
	return i+len(s) <= len(b) && string(b[i:i+len(s)]) == s
}

// quickCheck answers check for such a result, in the strict profile and when the
// roots themselves are not asked for.
func (c *Core) quickCheck(b []byte) bool {
	q := &c.quick
	if cap(q.paths) > keep/16 {
		*q = quick{answers: q.answers}
	}
	q.paths, q.lengths, q.longest, q.shortest = q.paths[:0], [4]uint64{}, 0, 1<<30
	i := scan.Space(b, 0)
	if i >= len(b) || b[i] != '{' {
		return false
	}
	seen := 0
	rev := Latest
	for {
		i = scan.Space(b, i+1)
		option := 0
		for option < len(quickOptions) && !has(b, i, quickOptions[option]) {
			option++
		}
		if option == len(quickOptions) || seen>>option&1 != 0 {
			return false
		}
		seen |= 1 << option
		i = scan.Space(b, i+len(quickOptions[option]))
		if i >= len(b) || b[i] != ':' {
			return false
		}
		i = scan.Space(b, i+1)
		switch {
		case option == 0:
			if i = q.result(b, i); i < 0 {
				return false
			}
		case option == 1 && has(b, i, "false"):
			i += 5
		case option == 2 && has(b, i, `"result"`), option == 4 && has(b, i, `"strict"`):
			i += 8
		case option == 5 && has(b, i, `"posix"`):
			i += 7
		case option == 5 && has(b, i, `"auto"`):
			i += 6
		case option == 3 && i+12 <= len(b) && b[i] == '"' && b[i+11] == '"':
			rev = -1
			for r := range revisions {
				if has(b, i+1, revisions[r]) {
					rev = Revision(r)
				}
			}
			if i += 12; rev < 0 {
				return false
			}
		default:
			return false
		}
		i = scan.Space(b, i)
		if i >= len(b) {
			return false
		}
		if b[i] != ',' {
			break
		}
	}
	if b[i] != '}' || scan.Space(b, i+1) != len(b) || seen&3 != 3 || len(q.paths) > defaultMaxRoots || !q.distinct(b) {
		return false
	}
	if answer := &q.answers[rev]; *answer == nil { // the same for every such list
		c.settings = settings{kind: kindResult, revision: rev}
		c.report.reset(nil)
		if rev.embedded() {
			c.report.add(rule.RootsDeprecated, 0, 0)
		}
		c.answerCheck()
		*answer = append(*answer, c.out...)
		return true
	}
	c.out.raw(q.answers[rev])
	return true
}

func digits(a, b byte) bool {
	hex := func(c byte) bool { return c-'0' <= 9 || c|0x20 >= 'a' && c|0x20 <= 'f' }
	return hex(a) && hex(b)
}

// tail finds the quote that ends a name in the last bytes of the document.
func tail(b []byte, i int) int {
	for ; i < len(b); i++ {
		switch c := b[i]; {
		case c == '"':
			return i
		case c < 0x20 || c == '\\' || c >= 0x7F:
			return -1
		}
	}
	return -1
}
