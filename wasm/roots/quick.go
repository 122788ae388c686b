package roots

import (
	"math/bits"
	"unicode/utf8"
	"unsafe"

	"github.com/mcproots/mcproots/wasm/fileuri"
	"github.com/mcproots/mcproots/wasm/rule"
	"github.com/mcproots/mcproots/wasm/scan"
)

// The quick path: a ListRootsResult of which nothing is to be said, bare or in its
// JSON-RPC response, is recognised in one pass, a block at a time, without a call per
// token.
// Whatever it isn't sure of it leaves to the tables, which decide alone: it only
// ever says "nothing to say" where they would, and a fuzz test holds it to that.

const (
	block = 32 // bytes that are read at once

	ones  = 0x0101010101010101
	highs = 0x8080808080808080

	// Words of eight bytes, and the beginnings of two.
	wordRoots    = 0x3a2273746f6f7222 // "roots":
	wordFile     = 0x2f2f2f3a656c6966 // file:///
	wordURI      = 0x2269727522       // "uri"
	wordName     = 0x22656d616e22     // "name"
	wordThenName = 0x3a22656d616e222c // ,"name":
	wordBegin    = 0x2273746f6f72227b // {"roots"
	wordFirstURI = 0x22697275227b5b3a // :[{"uri"
	wordNext     = 0x22697275227b2c7d // },{"uri"
	wordNextFile = 0x2f3a656c6966223a // :"file:/

	// Of a call of check.
	wordRevision   = 0x697369766572227b // {"revisi
	wordRevisionIs = 0x223a226e6f697369 // ision":"
	wordFalse      = 0x6d222c65736c6166 // false,"m
	wordMessage    = 0x3a22656761737365 // essage":

	// Of four: the beginnings of paths.
	wordEtc  = 0x2f637465 // etc/
	wordProc = 0x636f7270
	wordSys  = 0x2f737973 // sys/
	wordDev  = 0x2f766564 // dev/
	wordBoot = 0x746f6f62
	wordMnt  = 0x2f746e6d // mnt/
	wordHome = 0x656d6f68
	wordUser = 0x72657355 // User, and Users

	seed   = 0x9E3779B97F4A7C15 // of the paths' hashes: the sum of their words,
	factor = 0xD6E8FEB86659FD93 // each times the seed times the factor's next power
)

// quick is what the quick path remembers of a strict check's roots.
type quick struct {
	paths    []quickPath
	table    []uint32  // open addressing: the lower halves of hashes; the upper ones say where
	lengths  [4]uint64 // a bit for each length that some path has
	longest  int       // of the paths' longest proper ancestors
	shortest int       // path
	most     int       // bytes that a name may have without being looked at
	names    []quickName
	id       extent // of the response that the result stands in; empty where it is bare

	tail    [block]byte                  // the document's last bytes, and zeros
	answers [2][2][len(revisions)]buffer // to a list of which nothing is to be said, bare and in a response, without its roots and, empty, with them
}

// An extent is a part of the document.
type extent struct{ start, end int }

// A quickPath is a root's path by place and hash.
type quickPath struct {
	hash       uint64
	start, end uint32
}

// A quickName is the name of the root at an index, its quotes included.
type quickName struct{ index, start, end uint32 }

// begin forgets the roots before, and makes room for those of a message of n bytes: most
// are longer than 64, and append would allocate a long list's memory five times.
func (q *quick) begin(n, most int) {
	if cap(q.paths) > keep/16 {
		q.paths, q.table, q.names = nil, nil, nil
	}
	if cap(q.paths) < n/64 {
		q.paths = make([]quickPath, 0, n/64)
	}
	if most < 0 && cap(q.names) < n/64 {
		q.names = make([]quickName, 0, n/64)
	}
	q.paths, q.names, q.lengths, q.longest, q.shortest = q.paths[:0], q.names[:0], [4]uint64{}, 0, 1<<30
	q.most, q.id = most, extent{}
}

// equals flags the bytes of w that are c; exact in every byte.
func equals(w uint64, c uint64) uint64 {
	x := w ^ ones*c
	return ^((x&^highs + ^uint64(highs)) | x) & highs
}

// result reads the document from i on and returns where the ListRootsResult that
// starts there ends, or -1 where it isn't sure. strict is false for the protocol
// profile. In Wasm a branch that is taken costs more than reading eight bytes: so
// what stands where a writer without white space puts it is compared as words, and
// strings are read in blocks, without branches.
func (q *quick) result(b []byte, i int, strict bool) int {
	n := len(b)
	last := n - block + slack // where the last block that can be read begins
	var (
		hasURI, hasName bool
		start, flagged  int
		p               unsafe.Pointer
	)
	if i+26 <= n && (scan.Word(b, i)^wordBegin)|(scan.Word(b, i+8)^wordFirstURI)|(scan.Word(b, i+16)^wordNextFile)|(scan.Word(b, i+18)^wordFile) == 0 {
		hasURI = true
		i += 25 // to the path's slash
		goto uri
	}
	i = scan.Space(b, i)
	if i >= n || b[i] != '{' {
		return -1
	}
	if i = scan.Space(b, i+1); i+8 > n || scan.Word(b, i) != wordRoots {
		return -1
	}
	if i = scan.Space(b, i+8); i >= n || b[i] != '[' {
		return -1
	}

entry:
	if i = scan.Space(b, i+1); i >= n || b[i] != '{' {
		return -1
	}
	i++
	hasURI, hasName = false, false

member:
	if i = scan.Space(b, i); i+8 > n {
		return -1
	}
	switch w := scan.Word(b, i); {
	case w&(1<<40-1) == wordURI && !hasURI:
		hasURI = true
		if i = opening(b, i+5); i < 0 || i+8 > n || scan.Word(b, i) != wordFile {
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
	for start = i; ; i += block {
		p = unsafe.Add(unsafe.Pointer(unsafe.SliceData(b)), i)
		if i > last {
			p = q.padded(b, i)
		}
		w0, w1, w2, w3 := *(*uint64)(p), *(*uint64)(unsafe.Add(p, 8)), *(*uint64)(unsafe.Add(p, 16)), *(*uint64)(unsafe.Add(p, 24))
		w0, w1, w2, w3 = unusual(w0), unusual(w1), unusual(w2), unusual(w3)
		if w0|w1|w2|w3 == 0 {
			continue
		}
		flagged = bits.TrailingZeros32(uint32(gather(w0) | gather(w1)<<8 | gather(w2)<<16 | gather(w3)<<24))
		if *(*byte)(unsafe.Add(p, flagged)) != '"' {
			if flagged = q.look(b, i, flagged, strict); flagged < 0 {
				return -1
			}
			if flagged == block {
				continue
			}
		}
		break
	}
	i += flagged
	if i >= n || strict && !q.path(b, start, i) {
		return -1
	}
	i++
	if i+9 <= n && !hasName && (scan.Word(b, i)^wordThenName)|uint64(b[i+8]^'"') == 0 {
		hasName = true
		i += 9
		goto name
	}
	goto after

name:
	for start = i; ; {
		p = unsafe.Add(unsafe.Pointer(unsafe.SliceData(b)), i)
		if i > last {
			p = q.padded(b, i)
		}
		w0, w1 := *(*uint64)(p), *(*uint64)(unsafe.Add(p, 8))
		w0, w1 = ending(w0), ending(w1)
		if w0|w1 == 0 {
			i += 16
			continue
		}
		i += bits.TrailingZeros32(uint32(gather(w0) | gather(w1)<<8))
		if i >= n {
			return -1
		}
		if b[i] == '"' {
			break
		}
		if i = q.character(b, i, strict); i < 0 {
			return -1
		}
	}
	if i-start > q.most && !q.name(start, i, hasURI) {
		return -1
	}
	i++

after:
	if i+18 <= n && (scan.Word(b, i)^wordNext)|(scan.Word(b, i+8)^wordNextFile)|(scan.Word(b, i+10)^wordFile) == 0 && hasURI {
		hasName = false
		i += 17
		goto uri
	}
	if i+3 <= n && b[i] == '}' && b[i+1] == ']' && b[i+2] == '}' && hasURI {
		return i + 3
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

// unusual flags the bytes of a URI's word that are neither letters nor digits nor - . / :
func unusual(w uint64) uint64 {
	y := w | ones*0x20
	return (^(((y + ones*(0x80-'a')) &^ (y + ones*(0x7F-'z'))) | ((w + ones*(0x80-'-')) &^ (w + ones*(0x7F-':')))) | w) & highs
}

// ending flags the bytes of a name's word that are not plain ASCII, and the quote.
func ending(w uint64) uint64 {
	s := w ^ ones*'\\'
	t := w ^ ones*'"'
	return (((t - ones) &^ t) | ((s - ones) &^ s) | (w - ones*0x20) | w | (w + ones)) & highs
}

// gather makes eight bits of a word's flags.
func gather(flags uint64) uint64 { return (flags >> 7) * 0x0102040810204080 >> 56 }

// opening goes from behind a member's name to its string's first byte.
func opening(b []byte, i int) int {
	if i = scan.Space(b, i); i >= len(b) || b[i] != ':' {
		return -1
	}
	if i = scan.Space(b, i+1); i >= len(b) || b[i] != '"' {
		return -1
	}
	return i + 1
}

// padded is the document's last block, with zeros after its end.
//
//go:noinline
func (q *quick) padded(b []byte, i int) unsafe.Pointer {
	q.tail = [block]byte{}
	copy(q.tail[:], b[i:])
	return unsafe.Pointer(&q.tail)
}

// look goes through the bytes of a URI's block from at on: it returns the place of
// the quote that ends the URI, block where all of it is sound, -1 where it isn't sure.
//
//go:noinline
func (q *quick) look(b []byte, i, at int, strict bool) int {
	for ; at < block; at++ {
		if i+at >= len(b) {
			return -1
		}
		switch c := b[i+at]; {
		case c == '"':
			return at
		case fileuri.Class[c]&fileuri.Harmless != 0:
		case !strict && (c == '~' || c == '$'):
		case !strict && c == '%' && i+at+2 < len(b) && digits(b[i+at+1], b[i+at+2]):
		default:
			return -1
		}
	}
	return block
}

// character goes over a character of a name that is not plain ASCII.
func (q *quick) character(b []byte, i int, strict bool) int {
	if b[i] < utf8.RuneSelf && b[i] != 0x7F {
		return -1
	}
	c, size := scan.Rune(b, i)
	if c == utf8.RuneError || strict && (c == 0x7F || fileuri.Invisible(c)) {
		return -1
	}
	return i + size
}

// name keeps a name, where it is not so long that something is to be said of it.
//
//go:noinline
func (q *quick) name(start, end int, hasURI bool) bool {
	index := len(q.paths)
	if hasURI {
		index--
	}
	q.names = append(q.names, quickName{uint32(index), uint32(start - 1), uint32(end + 1)})
	return end-start <= maxName
}

// cut keeps a block's first bytes: read from block-n on, the first n.
const cut = "\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF" +
	"\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00"

// path tells whether nothing is to be said of the path by itself, and keeps it.
func (q *quick) path(b []byte, start, end int) bool {
	hash, key := uint64(0), uint64(seed)
	slashes, last := 0, 0
	odd, carry := uint64(0), uint64(0)
	for i := start; i < end; i += block {
		p := unsafe.Add(unsafe.Pointer(unsafe.SliceData(b)), i)
		if i > len(b)-block+slack {
			p = q.padded(b, i)
		}
		mask := unsafe.Add(unsafe.Pointer(unsafe.StringData(cut)), block-min(end-i, block))
		w0, w1 := *(*uint64)(p)&*(*uint64)(mask), *(*uint64)(unsafe.Add(p, 8))&*(*uint64)(unsafe.Add(mask, 8))
		w2, w3 := *(*uint64)(unsafe.Add(p, 16))&*(*uint64)(unsafe.Add(mask, 16)), *(*uint64)(unsafe.Add(p, 24))&*(*uint64)(unsafe.Add(mask, 24))
		slash := gather(equals(w0, '/')) | gather(equals(w1, '/'))<<8 | gather(equals(w2, '/'))<<16 | gather(equals(w3, '/'))<<24
		dot := gather(equals(w0, '.')) | gather(equals(w1, '.'))<<8 | gather(equals(w2, '.'))<<16 | gather(equals(w3, '.'))<<24
		odd |= (slash<<1 | carry) & (slash | dot) // an empty, dot or hidden segment
		carry = slash >> 31
		slashes += bits.OnesCount64(slash)
		last ^= (last ^ (i + 63 - bits.LeadingZeros64(slash))) & int(int64(-slash)>>63)
		hash += w0*key + w1*(key*factor) + w2*(key*(factor*factor&(1<<64-1))) + w3*(key*(factor*factor*factor&(1<<64-1)))
		key *= factor * factor * factor * factor & (1<<64 - 1)
	}
	length := end - start
	if odd != 0 || slashes < 2 || last == end-1 || length > 255 || b[start+2] == ':' {
		return false // an odd segment, too near the top, a final slash, a long name, a drive
	}
	switch *(*uint32)(unsafe.Add(unsafe.Pointer(unsafe.SliceData(b)), start+1)) { // a path and its quote have five bytes; a string would be compared by calls
	case wordEtc, wordProc, wordSys, wordDev, wordBoot, wordMnt:
		return false
	case wordHome, wordUser:
		if slashes == 2 {
			return false
		}
	}
	q.paths = append(q.paths, quickPath{final(hash), uint32(start), uint32(end)})
	q.lengths[length>>6] |= 1 << (length & 63)
	q.shortest = min(q.shortest, length)
	q.longest = max(q.longest, last-start)
	return true
}

// final spreads a sum over the bits that choose a slot. It is never 0.
func final(hash uint64) uint64 { return (hash^hash>>32)*seed | 1 }

// distinct tells whether no path stands twice and none lies in another. Two paths
// with the same hash count as the same, and a table in which places are hard to
// find counts as not distinct: the tables then look again.
func (q *quick) distinct(b []byte) bool {
	n := len(q.paths)
	size := 4
	for size < 2*n {
		size *= 2
	}
	if cap(q.table) < size {
		q.table = make([]uint32, size)
	} else {
		q.table = q.table[:size]
		clear(q.table)
	}
	for i := range q.paths {
		hash := q.paths[i].hash
		slot := q.find(hash)
		if slot < 0 || q.table[slot] != 0 {
			return false
		}
		q.table[slot] = uint32(hash)
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
	hash, key, w := uint64(0), uint64(seed), uint64(0)
	for at := int(p.start); at < int(p.end); at++ {
		length := at - int(p.start)
		if b[at] == '/' && q.lengths[length>>6]>>(length&63)&1 != 0 {
			if slot := q.find(final(hash + w*key)); slot < 0 || q.table[slot] != 0 {
				return true
			}
		}
		w |= uint64(b[at]) << (length & 7 * 8)
		if length&7 == 7 {
			hash, w, key = hash+w*key, 0, key*factor
		}
	}
	return false
}

// find returns the slot that holds a hash, or the free one where it belongs; -1
// after too many tries.
func (q *quick) find(hash uint64) int {
	mask := len(q.table) - 1
	slot := int(hash>>32) & mask
	for range 64 {
		if k := q.table[slot]; k == 0 || k == uint32(hash) {
			return slot
		}
		slot = (slot + 1) & mask
	}
	return -1
}

// The members that the quick path knows of a response, and of an input of read.
var (
	responseMembers = [...]string{`"jsonrpc"`, `"id"`, `"result"`}
	readMembers     = [...]string{`"message"`, `"id"`, `"revision"`, `"platform"`}
)

// message reads a strict ListRootsResult, bare or in its JSON-RPC response, and returns
// where the message ends, or -1 where it isn't sure.
//
//go:noinline
func (q *quick) message(b []byte, i int) int {
	if i = scan.Space(b, i); i >= len(b) || b[i] != '{' {
		return -1
	}
	start, seen := i, 0
	for {
		member, at := next(b, i, responseMembers[:])
		switch member {
		case 0:
			if !has(b, at, `"2.0"`) {
				return -1
			}
			i = at + len(`"2.0"`)
		case 1:
			i = simpleID(b, at)
			q.id = extent{at, i}
		case 2:
			i = q.result(b, at, true)
		default:
			if seen != 0 {
				return -1
			}
			return q.result(b, start, true)
		}
		if i < 0 || seen>>member&1 != 0 {
			return -1
		}
		seen |= 1 << member
		if i = scan.Space(b, i); i >= len(b) || b[i] != ',' {
			break
		}
	}
	if i >= len(b) || b[i] != '}' || seen != 1<<len(responseMembers)-1 {
		return -1
	}
	return i + 1
}

// next goes from a brace or a comma to the next member's value, and tells which of the
// names the member has, or -1.
//
//go:noinline
func next(b []byte, i int, names []string) (member, at int) {
	i = scan.Space(b, i+1)
	for member, name := range names {
		if has(b, i, name) {
			if i = scan.Space(b, i+len(name)); i < len(b) && b[i] == ':' {
				return member, scan.Space(b, i+1)
			}
			break
		}
	}
	return -1, i
}

// simpleID goes over an id that is a string without escapes or an integer from 0 on.
func simpleID(b []byte, i int) int {
	if i >= len(b) {
		return -1
	}
	if b[i] == '"' {
		if i = scan.Simple(b, i+1); i >= len(b) || b[i] != '"' {
			return -1
		}
		return i + 1
	}
	start := i
	for i < len(b) && b[i]-'0' <= 9 {
		i++
	}
	if i == start || i > start+1 && b[start] == '0' {
		return -1
	}
	return i
}

// valid reads a whole document that is a ListRootsResult.
func (q *quick) valid(b []byte) bool {
	q.most = len(b) // of no importance
	i := q.result(b, 0, false)
	return i == len(b) || i >= 0 && scan.Space(b, i) == len(b)
}

const (
	optionMessage  = 0
	optionRevision = 3
	optionPlatform = 5
	optionRoots    = 6
	optionKind     = 7
	resultKind     = 2 // of quickValues, and the kind of a response after it

	// none stands where its own letters don't lead, so that it is never met.
	none = "\x00\x00\x00\x00\x01\x00\x00\x00\x00\x00\x00"
)

// quickOptions are the members that the quick path of check knows, each at a place
// that its letters say (a search takes longer in Wasm than all the rest), and the first
// of their values and the one after the last.
var quickOptions = [8]struct {
	name       string
	first, end int
}{
	optionMessage:  {`"message":`, 0, 0},
	1:              {`"profile":`, 4, 5},
	2:              {name: none},
	optionRevision: {name: `"revision":`},
	4:              {name: none},
	optionPlatform: {`"platform":`, 5, 7},
	optionRoots:    {`"roots":`, 0, 2},
	optionKind:     {`"kind":`, resultKind, resultKind + 2},
}

var quickValues = [...]string{"false", "true", `"result"`, `"response"`, `"strict"`, `"auto"`, `"posix"`}

// quickRevisions are placed likewise.
var quickRevisions = [8]struct {
	text     string
	revision Revision
}{
	0: {text: none},
	1: {`"2024-11-05"`, R20241105},
	2: {`"2025-11-25"`, R20251125},
	3: {`"2025-03-26"`, R20250326},
	4: {text: none},
	5: {`"2025-06-18"`, R20250618},
	6: {`"2026-07-28"`, R20260728},
	7: {text: none},
}

const revisionLength = len(`"2025-11-25"`)

// quickRevision goes over a revision. Where there is none, end is -1.
//
//go:noinline
func quickRevision(b []byte, i int) (rev Revision, end int) {
	if i+revisionLength > len(b) {
		return 0, -1
	}
	r := &quickRevisions[int(b[i+4]+b[i+10])&7]
	if !has(b, i, r.text) {
		return 0, -1
	}
	return r.revision, i + revisionLength
}

// has tells whether s stands at i. It has at least four bytes and at most sixteen.
//
//go:noinline
func has(b []byte, i int, s string) bool {
	n := len(s)
	if i+n > len(b) {
		return false
	}
	p, q := unsafe.Add(unsafe.Pointer(unsafe.SliceData(b)), i), unsafe.Pointer(unsafe.StringData(s))
	if n < 8 {
		return (*(*uint32)(p)^*(*uint32)(q))|(*(*uint32)(unsafe.Add(p, n-4))^*(*uint32)(unsafe.Add(q, n-4))) == 0
	}
	return (*(*uint64)(p)^*(*uint64)(q))|(*(*uint64)(unsafe.Add(p, n-8))^*(*uint64)(unsafe.Add(q, n-8))) == 0
}

// quickCheck reads an input of check for such a message, in the strict profile. It
// returns the answer, or nil where it isn't sure.
//
//go:noinline
func (c *Core) quickCheck(b []byte) []byte {
	q := &c.quick
	n := len(b)
	i, seen, rev, option, listed, wanted := 0, 0, Revision(-1), optionMessage, 1, -1
	if n > 64 { // what hosts write before a message is compared at once
		at, known := 1, 1<<optionMessage|1<<optionRoots
		if r := &quickRevisions[int(b[16]+b[22])&7]; (scan.Word(b, 0)^wordRevision)|(scan.Word(b, 5)^wordRevisionIs)|uint64(b[24]^',') == 0 && has(b, 12, r.text) {
			at, known, rev = 25, known|1<<optionRevision, r.revision
		}
		if (scan.Word(b, at)^wordRoots)|(scan.Word(b, at+8)^wordFalse)|(scan.Word(b, at+16)^wordMessage)|uint64(b[0]^'{') == 0 {
			i, seen, listed = at+24, known, 0
		}
	}
	if i == 0 {
		if i = scan.Space(b, 0); i >= n || b[i] != '{' {
			return nil
		}
	}
	for named := seen != 0; ; named = false {
		if !named {
			if i++; i < n && b[i] <= ' ' {
				i = scan.Space(b, i)
			}
			if i+11 > n {
				return nil
			}
			option = int(b[i+2]+b[i+3]) & 7
			o := &quickOptions[option]
			if seen>>option&1 != 0 || !has(b, i, o.name) {
				return nil
			}
			seen |= 1 << option
			if i += len(o.name); i < n && b[i] <= ' ' {
				i = scan.Space(b, i)
			}
		}
		switch option {
		case optionMessage:
			q.begin(n, maxName)
			if i+8 <= n && scan.Word(b, i) == wordBegin {
				i = q.result(b, i, true)
			} else {
				i = q.message(b, i)
			}
			if i < 0 {
				return nil
			}
		case optionRevision:
			if rev, i = quickRevision(b, i); i < 0 {
				return nil
			}
		default:
			v := quickOptions[option].first
			for !has(b, i, quickValues[v]) {
				if v++; v >= quickOptions[option].end {
					return nil
				}
			}
			switch i += len(quickValues[v]); option {
			case optionRoots:
				listed = v
			case optionKind:
				wanted = v - resultKind
			}
		}
		if i < n && b[i] <= ' ' {
			i = scan.Space(b, i)
		}
		if i >= n || b[i] != ',' {
			break
		}
	}
	if i >= n || b[i] != '}' || i+1 < n && scan.Space(b, i+1) < n || seen&(1<<optionMessage) == 0 || uint(len(q.paths)-1) >= defaultMaxRoots || len(q.paths) > 1 && !q.distinct(b) {
		return nil
	}
	k, form, until := kindResult, 0, untilRoots
	if q.id.end != 0 {
		k, form, until = kindResponse, 1, until+len("response")-len("result")
	}
	if rev < 0 {
		rev = [...]Revision{Latest, R20251125}[form]
	}
	if wanted >= 0 && wanted != form || form != 0 && rev.embedded() {
		return nil
	}
	answer := &q.answers[form][listed][rev]
	if *answer == nil {
		answer.raw(c.nothing(k, rev, listed))
	}
	if listed != 0 {
		return c.listed(b, *answer, until, `,"valid":true,"uri":"file://`)
	}
	return *answer
}

// nothing makes the answer to a list of which nothing is to be said: but for the
// roots it is the same for all.
//
//go:noinline
func (c *Core) nothing(k kind, rev Revision, listed int) []byte {
	c.settings = settings{kind: k, revision: rev, entries: listed != 0}
	c.roots = c.roots[:0]
	c.report.reset(nil)
	if rev.embedded() {
		c.report.add(rule.RootsDeprecated, 0, 0)
	}
	c.out = c.out[:0]
	c.out.lit(success)
	c.answerCheck()
	c.report.write(c)
	c.out.lit("}")
	return c.out
}

// quickRead reads an input of read for such a message. What the revision and the
// platform are makes no difference to its answer. It returns the answer, or nil where
// it isn't sure.
//
//go:noinline
func (c *Core) quickRead(b []byte) []byte {
	q := &c.quick
	n := len(b)
	i, seen := scan.Space(b, 0), 0
	if i >= n || b[i] != '{' {
		return nil
	}
	var asked extent
	for {
		member, at := next(b, i, readMembers[:])
		switch member {
		case 0:
			q.begin(n, -1)
			i = q.message(b, at)
		case 1:
			i = simpleID(b, at)
			asked = extent{at, i}
		case 2:
			_, i = quickRevision(b, at)
		case 3:
			if has(b, at, `"auto"`) {
				i = at + len(`"auto"`)
			} else if has(b, at, `"posix"`) {
				i = at + len(`"posix"`)
			} else {
				return nil
			}
		default:
			return nil
		}
		if i < 0 || seen>>member&1 != 0 {
			return nil
		}
		seen |= 1 << member
		if i = scan.Space(b, i); i >= n || b[i] != ',' {
			break
		}
	}
	if i >= n || b[i] != '}' || scan.Space(b, i+1) < n || seen&1 == 0 || uint(len(q.paths)-1) >= defaultMaxRoots || len(q.paths) > 1 && !q.distinct(b) {
		return nil
	}
	if asked.end != 0 && q.id.end != 0 && string(b[asked.start:asked.end]) != string(b[q.id.start:q.id.end]) {
		return nil
	}
	return c.listed(b, readNothing, len(readNothing)-len("]}}"), `,"uri":"file://`)
}

// readNothing is read's answer, but for the roots.
var readNothing = []byte(success + `{"status":"ok","roots":[]}}`)

// untilRoots is what comes before a bare result's first root, which is as long in every
// revision.
const untilRoots = len(success + `{"valid":true,"kind":"result","revision":"2025-11-25","roots":[`)

// listed puts the roots into the answer to an empty list, at until: they are canonical
// as they stand. uri is what comes before the path in a URI; names are given where they
// were kept.
//
//go:noinline
func (c *Core) listed(b, answer []byte, until int, uri string) []byte {
	const (
		before = `,{"index":`
		path   = `","path":"`
		end    = `","platform":"posix"}`
		name   = `","platform":"posix","name":`
		digits = 7
	)
	q := &c.quick
	size := len(answer) + len(q.paths)*(len(before+path+end)+len(uri)+digits)
	for i := range q.paths {
		size += 2 * int(q.paths[i].end-q.paths[i].start)
	}
	for i := range q.names {
		size += len(name) + int(q.names[i].end-q.names[i].start)
	}
	c.out = c.out[:0]
	c.out.grow(size)
	out := c.out[:size] // written by copy: append would look at each piece whether it fits
	n := copy(out, answer[:until])
	entry := before[1:] // without the comma
	named := q.names
	for i := range q.paths {
		p := &q.paths[i]
		text := b[p.start:p.end]
		n += copy(out[n:], entry)
		entry = before
		c.out = out[:n]
		c.out.number(i, 10)
		n = len(c.out)
		n += copy(out[n:], uri)
		n += copy(out[n:], text)
		n += copy(out[n:], path)
		n += copy(out[n:], text)
		after := end
		if len(named) > 0 && int(named[0].index) == i {
			n += copy(out[n:], name)
			n += copy(out[n:], b[named[0].start:named[0].end])
			named, after = named[1:], "}"
		}
		n += copy(out[n:], after)
	}
	n += copy(out[n:], answer[until:])
	c.out = out[:n]
	return c.out
}

func digits(a, b byte) bool {
	hex := func(c byte) bool { return c-'0' <= 9 || c|0x20 >= 'a' && c|0x20 <= 'f' }
	return hex(a) && hex(b)
}
