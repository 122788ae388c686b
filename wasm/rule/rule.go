package rule

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
	record   int // where its record begins in the table
}

var rules = func() (rules [count]Rule) {
	at := 0
	for id := ID(1); id < count; id++ {
		r := &rules[id]
		r.record = at
		n := at
		for table[n] != ' ' {
			n++
		}
		r.Code = table[at:n]
		switch table[n+1] {
		case 'e':
			r.Severity = Error
		case 'w':
			r.Severity = Warning
		}
		for lines := head; lines <= Spec+1; at++ { // the record's lines and a blank one
			if at == len(table) {
				break
			}
			if table[at] == '\n' {
				lines++
			}
		}
	}
	return rules
}()

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
	at := r.record
	for ; ; at++ {
		if f == head {
			break
		}
		if table[at] == '\n' {
			f--
		}
	}
	end := at
	for table[end] != '\n' {
		end++
	}
	return table[at:end]
}

// Head returns the first line of the rule's record, for package example.
func (r *Rule) Head() string { return r.Text(head) }
