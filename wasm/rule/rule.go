package rule

import (
	"sync/atomic"

	"github.com/mcproots/mcproots/wasm/packed"
)

//go:generate sh -c "cd ../../tests/gen && go run ./rules ../../wasm/rule/table.txt ../../wasm/rule/table.go"

// The table is table.txt, from which table.go is generated. Its records stand in the
// order of the IDs; their lines are
//
//	code severity [how the examples are written]
//	title
//	why
//	fix
//	bad example
//	good example
//	specification
//
// and a blank one. Examples are inputs of the operation op=, or with form= the shorter
// forms that package example writes out: {{x*n}} stands for n times x, {{0xFF}} for bytes.

// A Severity is how much a finding weighs: an error makes a document invalid.
type Severity uint8

// The severities.
const (
	Info Severity = iota
	Warning
	Error
)

var severities = [...]string{"info", "warning", "error"}

func (s Severity) String() string { return severities[s] }

// A Field is a line of a rule's record.
type Field int

// The fields.
const (
	head  Field = iota
	Title       // what is wrong, as a sentence; a diagnostic's message
	Why         // what goes wrong because of it
	Fix         // how to mend it
	Bad         // an example that breaks the rule
	Good        // one that doesn't
	Spec        // where the rule comes from
)

// A Rule is a row of the table.
type Rule struct {
	Code     string // stable, kebab-case
	Severity Severity
	id       ID
}

var rules [count]Rule

func init() {
	at := 0
	for id := None + 1; id < count; id++ {
		end := at
		for heads[end] != ' ' {
			end++
		}
		severity := Info
		switch heads[end+1] {
		case 'e':
			severity = Error
		case 'w':
			severity = Warning
		}
		rules[id] = Rule{heads[at:end], severity, id}
		at = end + 2
	}
}

// A catalogue is the expanded table.
type catalogue struct {
	_     [0]func() // never compared: spares the module the code for it
	text  string
	lines [recordLines*int(count-1) + 1]int32 // where each begins
}

// recordLines are a record's fields, and a blank line.
const recordLines = int(Spec) + 2

// expanded is the catalogue once somebody has asked for a text. Two who ask at the
// same time expand it twice, to the same.
var expanded atomic.Pointer[catalogue]

func expand() *catalogue {
	c := expanded.Load()
	if c == nil {
		text := packed.Expand(table, tableSize)
		c = &catalogue{text: string(text)}
		n := 1
		for i, ch := range text {
			if ch == '\n' {
				c.lines[n] = int32(i + 1)
				n++
			}
		}
		expanded.Store(c)
	}
	return c
}

// Get returns a rule by its ID.
//
//go:noinline
func Get(id ID) *Rule { return &rules[id] }

// Len returns how many IDs there are: rules have 1 to Len()-1.
func Len() int { return int(count) }

// Find returns the rule with this code, or None.
func Find(code string) ID {
	for id := count - 1; id > None; id-- {
		if rules[id].Code == code {
			return id
		}
	}
	return None
}

// Text returns a line of the rule's record.
func (r *Rule) Text(f Field) string {
	c := expand()
	line := recordLines*int(r.id-1) + int(f)
	return c.text[c.lines[line] : c.lines[line+1]-1]
}

// Head returns the first line of the rule's record, for package example.
func (r *Rule) Head() string { return r.Text(head) }
