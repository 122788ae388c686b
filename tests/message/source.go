// Package message makes messages and operations' inputs out of a fuzzer's bytes.
// Every byte is a choice; where they are used up, the first choice is taken, which is
// a sound and simple one. So any bytes are a document, neighbouring bytes are
// neighbouring documents, and a fuzzer that knows nothing of the protocol reaches
// what only a nearly sound message reaches.
package message

import (
	"encoding/json"
	"strings"
)

// A Source is a fuzzer's bytes.
type Source struct {
	rest  []byte
	depth int // of junk
}

// From returns a source of choices.
func From(b []byte) *Source { return &Source{rest: b} }

// N returns a number below n, at most 256.
func (s *Source) N(n int) int {
	if len(s.rest) == 0 {
		return 0
	}
	b := s.rest[0]
	s.rest = s.rest[1:]
	return int(b) % n
}

// Pick returns one of the choices.
func Pick[T any](s *Source, from ...T) T { return from[s.N(len(from))] }

// seldom is true for one byte of n.
func (s *Source) seldom(n int) bool { return s.N(n) == n-1 }

// A member is a member of an object, whose value is made when its turn comes; nil
// where it is left out.
type member struct {
	name  string
	value func(*Source) string
}

// must returns a member that is seldom left out.
func (s *Source) must(name string, value func(*Source) string) member {
	if s.seldom(32) {
		return member{}
	}
	return member{name, value}
}

// may returns a member that is there half of the time.
func (s *Source) may(name string, value func(*Source) string) member {
	if s.N(2) == 0 {
		return member{}
	}
	return member{name, value}
}

// is returns what makes always the same.
func is(text string) func(*Source) string { return func(*Source) string { return text } }

// object writes the members, in their order or turned, with other members at times,
// each name once.
func (s *Source) object(members ...member) string {
	if s.seldom(8) {
		members = append(members, member{Pick(s, "x", "nextCursor", "extra member", "", "é", "roots ", "Roots"), (*Source).Junk})
	}
	if len(members) > 0 && s.seldom(4) {
		turn := s.N(len(members))
		members = append(append([]member{}, members[turn:]...), members[:turn]...)
	}
	var b strings.Builder
	b.WriteString("{" + s.space())
	written := map[string]bool{}
	for _, m := range members {
		if m.value == nil || written[m.name] {
			continue
		}
		if len(written) > 0 {
			b.WriteString("," + s.space())
		}
		written[m.name] = true
		b.WriteString(s.Quote(m.name) + s.space() + ":" + s.space() + m.value(s) + s.space())
	}
	b.WriteString("}")
	return b.String()
}

// array writes up to n elements, one where nothing else is chosen.
func (s *Source) array(n int, element func(*Source) string) string {
	var b strings.Builder
	b.WriteString("[" + s.space())
	count := s.N(n + 1)
	if count < 2 {
		count = 1 - count
	}
	for i := range count {
		if i > 0 {
			b.WriteString("," + s.space())
		}
		b.WriteString(element(s) + s.space())
	}
	b.WriteString("]")
	return b.String()
}

// space is nothing most of the time.
func (s *Source) space() string {
	if !s.seldom(16) {
		return ""
	}
	return Pick(s, " ", "\n", "\r\n\t", "    ")
}

// Quote spells a string, at times with escapes that it doesn't need.
func (s *Source) Quote(text string) string {
	var b strings.Builder
	encoder := json.NewEncoder(&b)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(text); err != nil {
		panic(err) // no string fails
	}
	quoted := strings.TrimSuffix(b.String(), "\n")
	if text == "" || !s.seldom(16) {
		return quoted
	}
	const hex = "0123456789abcdef"
	if c := text[0]; c >= 0x20 && c < 0x7f && c != '"' && c != '\\' {
		return `"\u00` + hex[c>>4:c>>4+1] + hex[c&15:c&15+1] + quoted[2:]
	}
	return strings.ReplaceAll(quoted, "/", `\/`)
}

// or is the value that belongs there, and seldom any other.
func or(value func(*Source) string) func(*Source) string {
	return func(s *Source) string {
		if s.seldom(16) {
			return s.Junk()
		}
		return value(s)
	}
}

// Junk is any value.
func (s *Source) Junk() string {
	s.depth++
	defer func() { s.depth-- }()
	if s.depth > 16 {
		return "null"
	}
	switch s.N(12) {
	case 0:
		return "null"
	case 1:
		return Pick(s, "true", "false")
	case 2:
		return Pick(s, "0", "1", "-1", "1.5", "1e3", "-0", "9007199254740993", "-32601", "-32021", "-32603")
	case 3:
		return s.Quote(Pick(s, "", "x", "2.0", "roots/list", "file:///srv/app", "/srv/app", "input_required", "url", "none", "r", "1", "2026-07-28", "posix"))
	case 4:
		return "{}"
	case 5:
		return "[]"
	case 6:
		return s.array(2, (*Source).Junk)
	case 7:
		return s.object(s.may(Pick(s, "roots", "uri", "method", "params", "_meta", "id", "result", "error"), (*Source).Junk))
	case 8:
		return s.Root()
	case 9:
		return s.Result()
	case 10:
		return `{"method":"roots/list"}`
	}
	return `{"roots":{}}`
}
