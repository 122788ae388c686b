package roots

import (
	"github.com/mcproots/mcproots/wasm/fileuri"
	"github.com/mcproots/mcproots/wasm/rule"
	"github.com/mcproots/mcproots/wasm/scan"
)

// recordMembers are the texts of a rule, in the order of the answer.
var recordMembers = [...]struct {
	before string
	field  rule.Field
}{{`,"title":`, rule.Title}, {`,"why":`, rule.Why}, {`,"bad":`, rule.Bad}, {`,"good":`, rule.Good}, {`,"fix":`, rule.Fix}, {`,"spec":[`, rule.Spec}}

// rules answers rules: the catalogue of diagnostics, or one row of it.
func (c *Core) rules() {
	first, last := 1, rule.Len()-1
	if c.arg[nCode] != 0 {
		first = int(rule.Find(string(c.text(c.arg[nCode]))))
		if last = first; first == 0 {
			c.wrong(rule.InputMemberValue, nCode)
			c.bad()
			return
		}
	}
	c.out.lit("[")
	for i := first; i <= last; i++ {
		r := rule.Get(rule.ID(i))
		c.out.next(i - first)
		c.write(`{"code":"%c","severity":"%s"`, i, int(r.Severity))
		for _, m := range recordMembers {
			c.out.member(m.before, r.Text(m.field))
		}
		c.out.lit("]}")
	}
	c.out.lit("]")
}

// info answers info: what this module is and what its limits are.
func (c *Core) info() {
	c.out.lit(`{"name":"mcproots","version":"` + Version + `"`)
	c.write(`,"abi":{"major":%d,"minor":%d},"revisions":[`, ABIMajor, ABIMinor)
	for i := range revisions {
		c.out.next(i)
		c.out.text(revisions[i])
	}
	c.out.lit(`],"operations":[`)
	for i := range Operations {
		c.out.next(i)
		c.out.text(Operations[i].Name)
	}
	c.write(`],"limits":{"input":%d,"depth":%d,"uri":%d,"roots":%d,"name":%d,"diagnostics":%d}}`,
		MaxInput, scan.MaxDepth, fileuri.MaxLength, defaultMaxRoots, maxName, MaxDiagnostics)
}
