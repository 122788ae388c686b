package rule

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
// and in table.txt a blank one. Examples are inputs of the operation op=, or with form= the shorter
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

// A start says where a rule's record starts in the table, how long the code is with
// which it starts, and how severe the rule is. All is there before the program runs.
type start struct {
	at       uint16
	code     uint8
	severity Severity
}

// Get returns a rule by its ID.
//
//go:noinline
func Get(id ID) Rule {
	s := &starts[id]
	return Rule{table[s.at : int(s.at)+int(s.code)], s.severity, id}
}

// Len returns how many IDs there are: rules have 1 to Len()-1.
func Len() int { return int(count) }

// Find returns the rule with this code, or None.
func Find(code string) ID {
	for id := count - 1; id > None; id-- {
		if Get(id).Code == code {
			return id
		}
	}
	return None
}

// Text returns a line of the rule's record. None has none.
func (r Rule) Text(f Field) string {
	if r.id == None {
		return ""
	}
	at := int(starts[r.id].at)
	for ; ; f-- {
		end := at
		for table[end] != '\n' {
			end++
		}
		if f == head {
			return table[at:end]
		}
		at = end + 1
	}
}

// Head returns the first line of the rule's record, for package example.
func (r Rule) Head() string { return r.Text(head) }
