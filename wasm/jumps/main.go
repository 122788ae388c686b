// Command jumps makes the forward jumps direct in a module that Go's compiler made.
//
// WebAssembly has no goto. Go's compiler (cmd/internal/obj/wasm, "preprocess") makes
// of each function a loop around a br_table over its sections: the code between places
// that may be jumped to, or at which a goroutine may be taken up again. A jump stores
// its target's number in local 0 and branches to the loop: the one indirect jump that
// every branch of the function goes through. Processors predict it badly, and engines
// don't see through it.
//
// Each section begins where a block ends, and the blocks are nested: so a jump forwards
// can branch out of its target's block, and that is all that is changed. A call, which
// starts at number 0, no longer goes through the br_table either. Jumps backwards, and
// goroutines that are taken up again, do as before.
package main

import (
	"encoding/binary"
	"errors"
	"fmt"
	"os"
)

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: jumps MODULE >OUT")
		os.Exit(2)
	}
	in, err := os.ReadFile(os.Args[1])
	if err == nil {
		var out []byte
		if out, err = module(in); err == nil {
			_, err = os.Stdout.Write(out)
		}
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "jumps:", err)
		os.Exit(1)
	}
}

// WebAssembly 2.0, section 5.4.
const (
	opUnreachable  = 0x00
	opNop          = 0x01
	opBlock        = 0x02
	opLoop         = 0x03
	opIf           = 0x04
	opElse         = 0x05
	opEnd          = 0x0b
	opBr           = 0x0c
	opBrIf         = 0x0d
	opBrTable      = 0x0e
	opReturn       = 0x0f
	opCall         = 0x10
	opCallIndirect = 0x11
	opDrop         = 0x1a
	opSelect       = 0x1b
	opLocalGet     = 0x20
	opLocalSet     = 0x21
	opLocalTee     = 0x22
	opGlobalSet    = 0x24
	opFirstAccess  = 0x28 // the loads and stores, up to
	opLastAccess   = 0x3e
	opMemorySize   = 0x3f
	opMemoryGrow   = 0x40
	opI32Const     = 0x41
	opI64Const     = 0x42
	opF32Const     = 0x43
	opF64Const     = 0x44
	opI32Eqz       = 0x45
	opLastNumeric  = 0xc4
	opPrefix       = 0xfc
	opMemoryCopy   = 10
	opMemoryFill   = 11

	sectionCode = 10
)

// An instruction, and its bytes.
type instruction struct {
	op    byte
	value int64 // a constant, a local, a depth
	raw   []byte
}

func module(in []byte) ([]byte, error) {
	const magic = "\x00asm\x01\x00\x00\x00"
	if len(in) < len(magic) || string(in[:len(magic)]) != magic {
		return nil, errors.New("not a WebAssembly module")
	}
	out := []byte(magic)
	changed := 0
	r := reader{b: in, at: len(magic)}
	for r.at < len(in) && r.err == nil {
		id := r.byte()
		content := r.bytes(r.unsigned())
		if id == sectionCode {
			var err error
			if content, changed, err = bodies(content); err != nil {
				return nil, err
			}
		}
		out = append(out, id)
		out = sized(out, content)
	}
	if r.err == nil && changed == 0 {
		r.err = errors.New("no function has the shape that Go's compiler gave them so far")
	}
	return out, r.err
}

func bodies(in []byte) (out []byte, changed int, err error) {
	r := reader{b: in}
	n := r.unsigned()
	out = binary.AppendUvarint(out, n)
	for i := range n {
		body := r.bytes(r.unsigned())
		if r.err != nil {
			return nil, 0, r.err
		}
		direct, err := function(body)
		if err != nil {
			return nil, 0, fmt.Errorf("function body %d: %w", i, err)
		}
		if direct != nil {
			changed++
			body = direct
		}
		out = sized(out, body)
	}
	return out, changed, nil
}

func sized(out, content []byte) []byte {
	return append(binary.AppendUvarint(out, uint64(len(content))), content...)
}

// function returns the body with direct jumps, or nil for one that has no sections.
func function(body []byte) ([]byte, error) {
	r := reader{b: body}
	for range r.unsigned() {
		r.unsigned()
		r.byte()
	}
	start := r.at
	var code []instruction
	table := 0 // its place
	for r.at < len(body) && r.err == nil {
		i := r.instruction()
		if i.op == opBrTable && table == 0 {
			table = len(code)
		}
		code = append(code, i)
	}
	if r.err != nil || table < 2 || code[table-1].op != opLocalGet || code[table-1].value != 0 {
		return nil, r.err
	}

	// the section to each number: the blocks' depths are in the order of the sections
	t := reader{b: code[table].raw, at: 1}
	sections, last := make([]int, t.unsigned()+1), 0
	for i := range sections {
		sections[i] = int(t.unsigned())
		if sections[i] != last && sections[i] != last+1 {
			return nil, nil
		}
		last = sections[i]
	}
	first := table - 2 - last // the outermost of the sections' blocks
	for i := max(first, 0); i < table-1; i++ {
		if code[i].op != opBlock {
			return nil, nil
		}
	}
	if first < 1 || code[table+1].op != opEnd {
		return nil, nil
	}

	out := append([]byte(nil), body[:start]...)
	depth, outer := 1, 0 // labels that are open; those around the sections' blocks
	for i, each := range code[:table-1] {
		if i == first {
			outer = depth
		}
		if each.op == opBlock || each.op == opLoop || each.op == opIf {
			depth++
		}
		out = append(out, each.raw...)
	}
	out = append(out, opLocalGet, 0, opI32Eqz, opBrIf, 0) // a call
	out = append(out, code[table-1].raw...)
	out = append(out, code[table].raw...)
	out = append(out, code[table+1].raw...)
	depth--

	hasLoop := code[first-1].op == opLoop
	// jump tells where a jump leads that stands at i, if one does, in that depth.
	jump := func(i, depth int) (section int, ok bool) {
		if hasLoop && code[i].op == opI32Const && code[i+1].op == opLocalSet && code[i+1].value == 0 &&
			code[i+2].op == opBr && int(code[i+2].value) == depth-outer {
			return sections[min(int(code[i].value), len(sections)-1)], true
		}
		return 0, false
	}
	section := 0
	for i := table + 2; i < len(code); i++ {
		each := code[i]
		ahead := func(to int) uint64 { return uint64(depth - outer - 1 - (last - to)) } // how deep its block is
		inside := section <= last
		switch {
		case inside && each.op == opIf && i+4 < len(code) && code[i+4].op == opEnd:
			if to, ok := jump(i+1, depth+1); ok && to > section {
				out = binary.AppendUvarint(append(out, opBrIf), ahead(to))
				i += 4
				continue
			}
		case inside && each.op == opI32Const && i+2 < len(code):
			if to, ok := jump(i, depth); ok {
				if to > section {
					out = binary.AppendUvarint(append(out, opBr), ahead(to))
				} else {
					out = append(append(append(out, each.raw...), code[i+1].raw...), code[i+2].raw...)
				}
				i += 2
				continue
			}
		case (each.op == opBr || each.op == opBrIf) && inside:
			if to := depth - 1 - int(each.value); to >= outer && to < outer+last-section || hasLoop && to == outer-1 {
				return nil, errors.New("a branch to a section that is not a jump as Go writes it")
			}
		case each.op == opBrTable:
			return nil, errors.New("a br_table in a section")
		case each.op == opLocalGet && each.value == 0:
			// local 0 may hold the number of another section than this: known is one use, for call_indirect
			if code[i-1].op != opI32Const || code[i-2].op != opLocalSet || code[i-2].value != 0 {
				return nil, errors.New("local 0 is used in a way that is not known")
			}
		}
		switch each.op {
		case opBlock, opLoop, opIf:
			depth++
		case opEnd:
			if depth--; inside && depth == outer+last-section-1 {
				section++
			}
		}
		out = append(out, each.raw...)
	}
	if depth != 0 || section < last {
		return nil, errors.New("blocks that don't end where Go's do")
	}
	return out, nil
}

// A reader of a module's bytes. After an error it returns zeros.
type reader struct {
	b   []byte
	at  int
	err error
}

func (r *reader) bytes(n uint64) []byte {
	if n > uint64(len(r.b)-r.at) {
		r.err = errors.New("the module ends too early")
		r.at = len(r.b)
		return nil
	}
	r.at += int(n)
	return r.b[r.at-int(n) : r.at]
}

func (r *reader) byte() byte {
	if b := r.bytes(1); b != nil {
		return b[0]
	}
	return 0
}

func (r *reader) unsigned() uint64 {
	v, n := binary.Uvarint(r.b[r.at:])
	r.bytes(uint64(max(n, 1)))
	return v
}

func (r *reader) signed() (v int64) {
	for shift := 0; ; {
		b := r.byte()
		v |= int64(b&0x7f) << shift
		if shift += 7; b < 0x80 {
			if shift < 64 && b&0x40 != 0 {
				v |= -1 << shift
			}
			return v
		}
	}
}

func (r *reader) instruction() instruction {
	start := r.at
	i := instruction{op: r.byte()}
	switch op := i.op; {
	case op == opUnreachable, op == opNop, op == opElse, op == opEnd, op == opReturn, op == opDrop, op == opSelect:
	case op == opBlock, op == opLoop, op == opIf, op == opMemorySize, op == opMemoryGrow:
		r.byte()
	case op == opBr, op == opBrIf, op == opCall, op >= opLocalGet && op <= opGlobalSet:
		i.value = int64(r.unsigned())
	case op == opBrTable:
		for range r.unsigned() + 1 {
			r.unsigned()
		}
	case op == opCallIndirect, op >= opFirstAccess && op <= opLastAccess:
		r.unsigned()
		r.unsigned()
	case op == opI32Const, op == opI64Const:
		i.value = r.signed()
	case op == opF32Const:
		r.bytes(4)
	case op == opF64Const:
		r.bytes(8)
	case op > opF64Const && op <= opLastNumeric:
	case op == opPrefix:
		switch sub := r.unsigned(); {
		case sub <= 7: // conversions
		case sub == opMemoryCopy:
			r.bytes(2)
		case sub == opMemoryFill:
			r.byte()
		default:
			r.err = fmt.Errorf("instruction %#x %d is not known", op, sub)
		}
	default:
		r.err = fmt.Errorf("instruction %#x is not known", op)
	}
	i.raw = r.b[start:r.at]
	return i
}
