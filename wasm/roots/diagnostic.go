package roots

import (
	"github.com/mcproots/mcproots/wasm/fileuri"
	"github.com/mcproots/mcproots/wasm/rule"
	"github.com/mcproots/mcproots/wasm/scan"
)

// MaxDiagnostics is how many diagnostics an answer carries; the summary counts all.
const MaxDiagnostics = 1000

// A finding is a diagnostic before it is written.
type finding struct {
	at     at
	offset int
	arg    int32 // what args holds, or -1
	code   rule.ID
	sev    rule.Severity
	member name // the input member that args names
}

// An at is a place in the document: the text of a pointer's beginning, then
// perhaps an element's index, then perhaps a member's name. Only a longer way
// costs memory.
type at uint64

const (
	cutBit    = 1 << 63 // a name of the submitter's was left out: deeper steps are too
	leafShift = 55      // 8 bits: the member's name
	baseBits  = 22      // the beginning, an index into bases
	indexMask = 1<<(leafShift-baseBits) - 1
)

func (p at) base() int  { return int(p & (1<<baseBits - 1)) }
func (p at) index() int { return int(p>>baseBits&indexMask) - 1 }
func (p at) leaf() name { return name(p >> leafShift & 0xFF) }

// A base is the beginning of pointers: text in report.pointers.
type base struct{ start, end int }

// report collects the findings of one call.
type report struct {
	doc      []byte // positions count from its start
	values   bool   // submitted values may be shown
	protocol bool   // only what the revision requires
	closed   bool   // members that the schema leaves open are errors
	findings []finding
	bases    []base
	pointers buffer
	counts   [3]int
}

func (r *report) reset(doc []byte) {
	r.pointers.trim()
	*r = report{doc: doc, findings: r.findings[:0], bases: append(r.bases[:0], base{}), pointers: r.pointers}
}

// fix makes the beginning of pointers out of the whole of p: once for a list, so
// that the way to each of its elements costs nothing.
func (r *report) fix(p at) at {
	if p&^(1<<baseBits-1) == 0 || p&cutBit != 0 || len(r.bases) == 1<<baseBits {
		return p
	}
	start := len(r.pointers)
	r.pointer(&r.pointers, p)
	return r.from(start)
}

// from makes the pointers that begin with the text from start on.
//
//go:noinline
func (r *report) from(start int) at {
	r.bases = append(r.bases, base{start, len(r.pointers)})
	return at(len(r.bases) - 1)
}

// pointer appends the RFC 6901 pointer of p.
func (r *report) pointer(out *buffer, p at) {
	b := r.bases[p.base()]
	out.raw(r.pointers[b.start:b.end])
	if i := p.index(); i >= 0 {
		out.lit("/")
		out.number(i, 10)
	}
	if n := p.leaf(); n != other {
		r.segment(out, names[n])
	}
}

func (r *report) segment(out *buffer, s string) {
	out.lit("/")
	for i := range len(s) { // RFC 6901 section 3
		switch s[i] {
		case '~':
			out.lit("~0")
		case '/':
			out.lit("~1")
		default:
			out.lit(s[i : i+1])
		}
	}
}

// top is the place of a member of the document itself.
func top(n name) at { return at(n) << leafShift }

// step goes to a member of the protocol's.
//
//go:noinline
func (r *report) step(p at, n name) at {
	if p&cutBit != 0 || n == other {
		return p | cutBit
	}
	if p.leaf() != other {
		p = r.fix(p)
	}
	return p | at(n)<<leafShift
}

// own goes to a member whose name, as raw bytes of a string, may be the
// submitter's own.
func (r *report) own(p at, raw []byte) at {
	if n := nameOf(raw); n != other || !r.values || p&cutBit != 0 {
		return r.step(p, n)
	}
	p = r.fix(p)
	start := len(r.pointers)
	r.pointer(&r.pointers, p)
	r.segment(&r.pointers, string(scan.AppendString(nil, raw)))
	return r.from(start)
}

// element goes to an array's element.
//
//go:noinline
func (r *report) element(p at, i int) at {
	if p&cutBit != 0 {
		return p
	}
	if p.index() >= 0 || p.leaf() != other {
		p = r.fix(p)
	}
	return p | at(i+1)<<baseBits
}

// add records a finding at a place and its offset.
//
//go:noinline
func (r *report) add(id rule.ID, p at, offset int) {
	r.put(finding{code: id, sev: rule.Get(id).Severity, at: p, offset: offset, arg: -1})
}

// as records a finding with a severity other than its rule's.
//
//go:noinline
func (r *report) as(id rule.ID, sev rule.Severity, p at, offset int) {
	r.put(finding{code: id, sev: sev, at: p, offset: offset, arg: -1})
}

// put records a finding. The protocol profile says what the revision requires and
// no more.
//
//go:noinline
func (r *report) put(f finding) {
	switch f.code {
	case rule.UnknownMember, rule.RequestEnvelope, rule.ParamsMember:
		if r.closed {
			f.sev = rule.Error
		}
	}
	if r.protocol && f.sev != rule.Error && f.code != rule.RootsDeprecated {
		return
	}
	r.counts[f.sev]++
	if len(r.findings) == 4*MaxDiagnostics {
		r.sort()
		r.findings = r.findings[:MaxDiagnostics] // the rest would never be shown
	}
	r.findings = append(r.findings, f)
}

// sort orders the findings by offset, then code.
func (r *report) sort() {
	list := r.findings
	fileuri.Sort(len(list), func(i, j int) bool {
		a, b := &list[i], &list[j]
		return a.offset < b.offset || a.offset == b.offset && rule.Get(a.code).Code < rule.Get(b.code).Code
	}, func(i, j int) { list[i], list[j] = list[j], list[i] })
}

//go:noinline
func (r *report) valid() bool { return r.counts[rule.Error] == 0 }

// fault records where the document stops being JSON.
func (r *report) fault(f scan.Fault) {
	var steps [scan.MaxDepth + 2]scan.Step
	p := at(0)
	for _, s := range scan.Trace(steps[:0], r.doc, f.Offset) {
		if s.Object {
			p = r.own(p, r.doc[s.Key:s.KeyEnd])
		} else {
			p = r.element(p, s.Index)
		}
	}
	id := rule.JSONEmpty + rule.ID(f.Kind-scan.Empty) // both in the same order
	g := finding{code: id, sev: rule.Error, at: p, offset: f.Offset, arg: -1}
	if f.Kind == scan.Depth {
		g.arg = scan.MaxDepth
	}
	r.put(g)
}

// write appends the diagnostics member, where there are any.
func (r *report) write(c *Core) {
	if len(r.findings) == 0 {
		return
	}
	r.sort()
	c.out.lit(`,"diagnostics":[`)
	var place scan.Place
	for i := range min(len(r.findings), MaxDiagnostics) {
		c.out.next(i)
		f := &r.findings[i]
		place.Advance(r.doc, f.offset)
		c.diagnostic(f, &place)
	}
	c.out.lit("]")
}

func (c *Core) diagnostic(f *finding, place *scan.Place) {
	r, out, row := &c.report, &c.out, rule.Get(f.code)
	c.write(`{"code":"%c","severity":"%s","pointer":`, int(f.code), int(f.sev))
	start := len(r.pointers)
	r.pointer(&r.pointers, f.at)
	out.str(r.pointers[start:])
	r.pointers = r.pointers[:start]
	c.write(`,"offset":%d,"line":%d,"column":%d`, f.offset, place.Line, place.Column)
	out.member(`,"message":`, row.Text(rule.Title))
	switch {
	case f.member != other:
		c.write(`,"args":{"member":"%n"}`, int(f.member))
	case f.arg >= 0:
		label := `,"args":{"limit":%d}`
		switch f.code {
		case rule.RootDuplicate, rule.RootDuplicateAlias:
			label = `,"args":{"first":%d}`
		case rule.RootNested:
			label = `,"args":{"within":%d}`
		}
		c.write(label, int(f.arg))
	}
	if r.values && (row.Code[:4] == "uri-" || f.code == rule.WinDrivePipe) {
		c.fix(f.offset)
	}
	out.member(`,"spec":[`, row.Text(rule.Spec))
	out.lit(`]}`)
}

// fix appends the canonical URI that the submitted one at this offset was most
// likely meant to be; nothing where that would be a guess.
func (c *Core) fix(offset int) {
	b := c.report.doc
	if offset >= len(b) || b[offset] != '"' {
		return
	}
	c.str2 = fileuri.Suggest(c.str2[:0], c.text(span(offset, scan.Skip(b, offset))))
	if c.reader.URI(c.str2, fileuri.Options{Platform: c.settings.platform}) != rule.None {
		return
	}
	c.write(`,"fix":%u`)
}
