// Package packed expands the module's long texts and tables, which are stored in
// the DEFLATE format (RFC 1951): that takes a quarter of their room. It reads only
// what the generators in tests/gen wrote, and so trusts its input.
package packed

// maxBits is the longest code of the format.
const maxBits = 15

// A reader takes bits off a stream, lowest first (section 3.1.1).
type reader struct {
	in   string
	next int    // in in
	held uint32 // bits read ahead
	n    int    // how many
}

// fill reads a byte ahead.
func (r *reader) fill() {
	r.held |= uint32(r.in[r.next]) << r.n
	r.next++
	r.n += 8
}

//go:noinline
func (r *reader) bits(n int) int {
	for r.n < n {
		r.fill()
	}
	v := r.held & (1<<n - 1)
	r.held >>= n
	r.n -= n
	return int(v)
}

// A code is a canonical Huffman code: how many symbols each length has, and the
// symbols in the order of their codes (section 3.2.2).
type code struct {
	counts  [maxBits + 1]uint16
	symbols [288]uint16
}

// set builds a code from the length of each symbol's.
//
//go:noinline
func (c *code) set(lengths []uint8) {
	*c = code{}
	var next [maxBits + 2]uint16
	for _, n := range lengths {
		c.counts[n&maxBits]++
	}
	c.counts[0] = 0
	for n, count := range c.counts {
		next[n+1] = next[n] + count
	}
	for symbol, n := range lengths {
		if n &= maxBits; n != 0 {
			c.symbols[next[n]] = uint16(symbol)
			next[n]++
		}
	}
}

// symbol reads one symbol.
func (r *reader) symbol(c *code) int {
	for r.n < maxBits && r.next < len(r.in) {
		r.fill()
	}
	at, first, index := 0, 0, 0
	for _, count := range c.counts[1:] {
		at |= int(r.held & 1)
		r.held >>= 1
		r.n--
		if at -= first; at < int(count) {
			return int(c.symbols[index+at])
		}
		at = (at + first) << 1
		index += int(count)
		first = (first + int(count)) << 1
	}
	return 0
}

// amount reads the number that a symbol above the first few stands for, by the
// rule behind the tables of section 3.2.5: each further group of codes has one bit
// more.
func (r *reader) amount(symbol, group int) int {
	if symbol < 2*group {
		return symbol
	}
	extra := symbol/group - 1
	return (group+symbol%group)<<extra + r.bits(extra)
}

// order is the order in which the lengths of the lengths' own code come.
const order = "\x10\x11\x12\x00\x08\x07\x09\x06\x0a\x05\x0b\x04\x0c\x03\x0d\x02\x0e\x01\x0f"

// Expand returns the text of a stream that holds n bytes in blocks with codes of
// their own.
func Expand(stream string, n int) []byte {
	r := &reader{in: stream}
	out := make([]byte, n)
	at := 0
	var literals, distances code
	for at < n {
		r.bits(3) // the last block ends at n; its type is 2
		var lengths [320]uint8
		nLiterals, nDistances := r.bits(5)+257, r.bits(5)+1
		for _, i := range []byte(order[:r.bits(4)+4]) {
			lengths[i] = uint8(r.bits(3))
		}
		literals.set(lengths[:19])
		for i := 0; i < nLiterals+nDistances; {
			value, repeat := r.symbol(&literals), 1
			switch value {
			case 16:
				value, repeat = int(lengths[i-1]), r.bits(2)+3
			case 17:
				value, repeat = 0, r.bits(3)+3
			case 18:
				value, repeat = 0, r.bits(7)+11
			}
			for ; repeat > 0; repeat-- {
				lengths[i] = uint8(value)
				i++
			}
		}
		distances.set(lengths[nLiterals : nLiterals+nDistances])
		literals.set(lengths[:nLiterals])
		for {
			symbol := r.symbol(&literals)
			if symbol < 256 {
				out[at] = byte(symbol)
				at++
				continue
			}
			if symbol -= 257; symbol < 0 {
				break
			}
			length := 258
			if symbol < 28 {
				length = r.amount(symbol, 4) + 3
			}
			from := at - r.amount(r.symbol(&distances), 2) - 1
			for ; length > 0; length-- {
				out[at] = out[from]
				at, from = at+1, from+1
			}
		}
	}
	return out
}
