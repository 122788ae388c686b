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

	// Words of eight bytes, and the beginnings of two.
	wordRoots    = 0x3a2273746f6f7222 // "roots":
	wordFile     = 0x2f2f2f3a656c6966 // file:///
	wordURI      = 0x2269727522       // "uri"
	wordName     = 0x22656d616e22     // "name"
	wordThenName = 0x3a22656d616e222c // ,"name":
	wordNext     = 0x22697275227b2c7d // },{"uri"
	wordNextFile = 0x2f3a656c6966223a // :"file:/

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

// result reads the document from i on and returns where the ListRootsResult that
// starts there ends, or -1 where it isn't sure. q is nil for the protocol profile.
// What a step computes it computes without branches: in Wasm each costs more than
// the arithmetic that it saves.
func (q *quick) result(b []byte, i int) int {
	n := len(b)
	last := n - 8 // where the last whole word begins
	i = scan.Space(b, i)
	if i >= last || b[i] != '{' {
		return -1
	}
	if i = scan.Space(b, i+1); i >= last || word(b, i) != wordRoots {
		return -1
	}
	if i = scan.Space(b, i+8); i >= n || b[i] != '[' {
		return -1
	}
	var (
		hasURI, hasName bool
		path            quickPath
		w, bad          uint64
	)

entry:
	if i = scan.Space(b, i+1); i >= n || b[i] != '{' {
		return -1
	}
	i++
	hasURI, hasName = false, false

member:
	if i = scan.Space(b, i); i > last {
		return -1
	}
	switch w = word(b, i); {
	case w&(1<<40-1) == wordURI && !hasURI:
		hasURI = true
		if i = opening(b, i+5); i < 0 || i > last || word(b, i) != wordFile {
			return -1
		}
		i += 7 // to the path's slash
		goto uri
	case w&(1<<48-1) == wordName && !hasName:
		hasName = true
		if i = opening(b, i+6); i < 0 {
			return -1
		}
		goto name
	}
	return -1

uri:
	{
		stop := 8
		for q == nil && stop == 8 { // the loop below without what the protocol doesn't ask
			if i > last {
				w = rest(b, i)
			} else {
				w = word(b, i)
			}
			y := w | ones*0x20
			bad = (^(((y + ones*(0x80-'a')) &^ (y + ones*(0x7F-'z'))) | ((w + ones*(0x80-'-')) &^ (w + ones*(0x7F-':')))) | w) & highs
			if bad != 0 {
				stop = bits.TrailingZeros64(bad) >> 3
				if byte(w>>(stop*8)) != '"' {
					if stop = q.look(b, i, w, bad); stop < 0 {
						return -1
					}
				}
			}
			i += stop
		}
		path.start = uint32(i)
		hash := uint64(seed)
		slashes, lastAt := 0, 0
		var lastSlash, carry, odd uint64
		for stop == 8 {
			if i > last {
				w = rest(b, i)
			} else {
				w = word(b, i)
			}
			y := w | ones*0x20
			bad = (^(((y + ones*(0x80-'a')) &^ (y + ones*(0x7F-'z'))) | ((w + ones*(0x80-'-')) &^ (w + ones*(0x7F-':'))) | equals(w, '_')) | w) & highs
			if bad != 0 {
				stop = bits.TrailingZeros64(bad) >> 3
				if byte(w>>(stop*8)) != '"' {
					if stop = q.look(b, i, w, bad); stop < 0 {
						return -1
					}
				}
				w &= 1<<(stop*8) - 1 // all of it where stop is 8
			}
			slash := equals(w, '/')
			odd |= (slash<<8 | carry) & (slash | equals(w, '.')) // an empty, dot or hidden segment
			carry = slash >> 56
			slashes += bits.OnesCount64(slash)
			some := uint64(int64(slash|-slash) >> 63)
			lastSlash ^= (lastSlash ^ slash) & some
			lastAt ^= (lastAt ^ i) & int(some)
			hash = mix(hash, w)
			i += stop
		}
		if q != nil {
			path.hash, path.end = hash, uint32(i)
			if odd != 0 || !q.settled(b, &path, slashes, lastAt+(63-bits.LeadingZeros64(lastSlash))>>3) {
				return -1
			}
		}
		i++
		if i < last && !hasName && word(b, i) == wordThenName && b[i+8] == '"' {
			hasName = true
			i += 9
			goto name
		}
		goto after
	}

name:
	{
		start := i
		for {
			if i > last {
				w = rest(b, i)
			} else {
				w = word(b, i)
			}
			s := w ^ ones*'\\'
			t := w ^ ones*'"'
			bad = (((t - ones) &^ t) | ((s - ones) &^ s) | (w - ones*0x20) | w | (w + ones)) & highs
			if bad == 0 {
				i += 8
				continue
			}
			i += bits.TrailingZeros64(bad) >> 3
			if i >= n {
				return -1
			}
			if b[i] == '"' {
				break
			}
			if i = q.character(b, i); i < 0 {
				return -1
			}
		}
		if i-start > maxName && q != nil {
			return -1
		}
		i++
	}

after:
	if i+18 <= n && word(b, i) == wordNext && word(b, i+8) == wordNextFile && b[i+16] == '/' && b[i+17] == '/' && hasURI {
		hasName = false
		i += 17
		goto uri
	}
	if i = scan.Space(b, i); i >= n {
		return -1
	}
	if b[i] == ',' {
		i++
		goto member
	}
	if b[i] != '}' || !hasURI {
		return -1
	}
	if i = scan.Space(b, i+1); i >= n {
		return -1
	}
	if b[i] == ',' {
		goto entry
	}
	if b[i] != ']' {
		return -1
	}
	if i = scan.Space(b, i+1); i >= n || b[i] != '}' {
		return -1
	}
	return i + 1
}

// opening goes from behind a member's name to its string's first byte.
func opening(b []byte, i int) int {
	if i = scan.Gap(b, i); i >= len(b) || b[i] != ':' {
		return -1
	}
	if i = scan.Gap(b, i+1); i >= len(b) || b[i] != '"' {
		return -1
	}
	return i + 1
}

// rest is the document's last word, with zeros after its end.
//
//go:noinline
func rest(b []byte, i int) (w uint64) {
	for j := len(b) - 1; j >= i; j-- {
		w = w<<8 | uint64(b[j])
	}
	return w
}

// look goes through the flagged bytes of a URI's word: it returns the place of the
// quote that ends the URI, 8 where the word is sound, -1 where it isn't sure.
//
//go:noinline
func (q *quick) look(b []byte, i int, w, bad uint64) int {
	for ; bad != 0; bad &= bad - 1 {
		at := bits.TrailingZeros64(bad) >> 3
		switch c := byte(w >> (at * 8)); {
		case c == '"':
			return at
		case fileuri.Class[c]&fileuri.Harmless != 0:
		case q == nil && (c == '~' || c == '$'):
		case q == nil && c == '%' && i+at+2 < len(b) && digits(b[i+at+1], b[i+at+2]):
		default:
			return -1
		}
	}
	return 8
}

// character goes over a character of a name that is not plain ASCII.
func (q *quick) character(b []byte, i int) int {
	if b[i] < utf8.RuneSelf && b[i] != 0x7F {
		return -1
	}
	c, size := utf8.DecodeRune(b[i:])
	if c == utf8.RuneError || q != nil && (c == 0x7F || fileuri.Invisible(c)) {
		return -1
	}
	return i + size
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
	slot = int(hash*seed>>32) & mask
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
	c.out.lit(success + "true}")
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
		c.out.lit(success)
		c.answerCheck()
		c.report.write(c)
		c.out.lit("}")
		answer.raw(c.out)
		return true
	}
	c.out.raw(q.answers[rev])
	return true
}

func digits(a, b byte) bool {
	hex := func(c byte) bool { return c-'0' <= 9 || c|0x20 >= 'a' && c|0x20 <= 'f' }
	return hex(a) && hex(b)
}
