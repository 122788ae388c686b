package roots

import (
	"github.com/mcproots/mcproots/wasm/fileuri"
	"github.com/mcproots/mcproots/wasm/rule"
	"github.com/mcproots/mcproots/wasm/scan"
)

// rules answers rules: the catalogue of diagnostics, or one row of it.
func (c *Core) rules() {
	first, last := 1, rule.Len()-1
	if c.arg[nCode] != 0 {
		first = int(rule.Find(string(c.text(&c.str, c.arg[nCode]))))
		if last = first; first == 0 {
			c.wrong(rule.InputMemberValue, nCode)
			c.bad()
			return
		}
	}
	c.begin()
	c.out.lit("[")
	for i := first; i <= last; i++ {
		r := rule.Get(rule.ID(i))
		c.out.next(i - first)
		c.out.member(`{"code":`, r.Code)
		c.out.member(`,"severity":`, r.Severity.String())
		for _, m := range [...]struct {
			before string
			field  rule.Field
		}{{`,"title":`, rule.Title}, {`,"why":`, rule.Why}, {`,"bad":`, rule.Bad}, {`,"good":`, rule.Good}, {`,"fix":`, rule.Fix}, {`,"spec":[`, rule.Spec}} {
			c.out.member(m.before, r.Text(m.field))
		}
		c.out.lit("]}")
	}
	c.out.lit("]")
	c.close()
}

// info answers info: what this module is and what its limits are.
func (c *Core) info() {
	numbers := [...]struct {
		before string
		n      int
	}{
		{`,"abi":{"major":`, ABIMajor}, {`,"minor":`, ABIMinor}, {`,"limits":{"input":`, MaxInput}, {`,"depth":`, scan.MaxDepth},
		{`,"uri":`, fileuri.MaxLength}, {`,"roots":`, defaultMaxRoots}, {`,"name":`, maxName}, {`,"diagnostics":`, MaxDiagnostics},
	}
	c.begin()
	c.out.member(`{"name":"mcproots","version":`, Version)
	for i, m := range numbers {
		if i == 2 {
			c.out.lit(`},"revisions":`)
			c.out.list(len(revisions), func(i int) string { return revisions[i] })
			c.out.lit(`,"operations":`)
			c.out.list(len(Operations), func(i int) string { return Operations[i].Name })
		}
		c.out.lit(m.before)
		c.out.int(m.n)
	}
	c.out.lit("}}")
	c.close()
}
