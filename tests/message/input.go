package message

// Operations are those of which Input makes inputs.
var Operations = []string{
	"list", "validate_request", "supported", "response", "valid_response", "check", "read", "rules", "info",
	"capabilities", "result", "answer", "list_changed", "input_required", "diff", "describe", "to_path", "to_uri", "contains", "scope",
}

// Input makes an operation's input, mostly one that can be used.
func (s *Source) Input(operation string) string {
	boolean := or(func(s *Source) string { return Pick(s, "false", "true") })
	revision, platform := or((*Source).Revision), or((*Source).Platform)
	places := or(func(s *Source) string { return s.array(4, or((*Source).Place)) })
	texts := or(func(s *Source) string {
		return s.array(3, or(func(s *Source) string { return s.Quote(Pick(s, s.Path(), s.URI())) }))
	})
	switch operation {
	case "list":
		return s.object(s.may("revision", revision), s.may("id", (*Source).ID), s.may("meta", or((*Source).meta)))
	case "validate_request":
		r := Pick(s, Revisions...)
		given := s.must("revision", is(s.Quote(r)))
		return s.object(s.must("request", or(func(s *Source) string { return s.Request(r) })), given)
	case "supported":
		return s.object(s.must("request", or(func(s *Source) string { return s.Request(Latest) })), s.must("capabilities", or((*Source).Capabilities)))
	case "response":
		return s.object(s.must("inputResponses", or((*Source).Responses)), s.must("id", or(func(s *Source) string { return s.Quote(Pick(s, "r", "", "q", "é", "none")) })), s.must("request", or(func(s *Source) string { return s.Request(Latest) })))
	case "valid_response", "describe":
		return s.space() + or((*Source).Result)(s) + s.space()
	case "check":
		kind, r := Pick(s, Kinds...), Pick(s, Revisions...)
		return s.object(append(s.message(s.Message(kind, r)), s.may("kind", or(is(s.Quote(kind)))), s.may("revision", or(is(s.Quote(r)))), s.may("platform", platform),
			s.may("profile", or(func(s *Source) string { return Pick(s, `"strict"`, `"protocol"`) })), s.may("roots", boolean), s.may("values", boolean), s.may("maxRoots", or(func(s *Source) string { return Pick(s, "2", "0", "1") })))...)
	case "read":
		if s.N(4) == 3 {
			return s.object(s.must("messages", or((*Source).Session)), s.may("revision", revision), s.may("platform", platform))
		}
		kind, r := Pick(s, "response", "result", "error", "retry", Kinds[s.N(len(Kinds))]), Pick(s, Revisions...)
		return s.object(append(s.message(s.Message(kind, r)), s.may("id", (*Source).ID), s.may("revision", or(is(s.Quote(r)))), s.may("platform", platform))...)
	case "rules":
		return s.object(s.may("code", or(func(s *Source) string { return s.Quote(Pick(s, "uri-fragment", "json-syntax", "nothing", "")) })))
	case "capabilities":
		return s.object(s.must("revision", revision), s.may("listChanged", boolean))
	case "list_changed":
		return s.object(s.must("revision", revision))
	case "result":
		return s.object(s.must("roots", places), s.may("platform", platform))
	case "answer":
		r := Pick(s, Revisions...)
		given := s.must("revision", is(s.Quote(r)))
		return s.object(s.must("request", or(func(s *Source) string { return s.Request(r) })), given, s.must("roots", places), s.may("listChanged", boolean), s.may("platform", platform))
	case "input_required":
		return s.object(s.may("requests", or((*Source).Requests)), s.may("requestState", or(is(`"state"`))), s.must("capabilities", or((*Source).Capabilities)),
			s.must("method", or(func(s *Source) string {
				return Pick(s, `"tools/call"`, `"prompts/get"`, `"resources/read"`, `"tools/list"`)
			})))
	case "diff":
		side := or(func(s *Source) string {
			if s.N(2) == 1 {
				return s.array(3, (*Source).Root)
			}
			return s.Result()
		})
		return s.object(s.must("before", side), s.must("after", side), s.may("revision", revision), s.may("capabilities", or((*Source).Capabilities)))
	case "to_path":
		return s.object(s.must("uris", texts), s.may("platform", platform))
	case "to_uri":
		return s.object(s.must("paths", texts), s.may("platform", platform))
	case "contains":
		return s.object(s.must("roots", places), s.must("paths", texts), s.may("platform", platform), s.may("unc", boolean))
	case "scope":
		return s.object(s.must("revealed", places), s.must("allowed", places), s.may("platform", platform))
	}
	return s.object() // info
}

// message is a message as check and read take it: itself, or as text.
func (s *Source) message(text string) []member {
	if s.N(4) == 3 {
		return []member{{"text", is(s.Quote(text))}}
	}
	return []member{s.must("message", is(text))}
}

// Session is the messages of a session, in order.
func (s *Source) Session() string {
	return s.array(8, or(func(s *Source) string {
		return s.Message(Pick(s, Pick(s, Kinds...), "request", "response", "notification", "initialize", "input_required", "retry"), Pick(s, Revisions...))
	}))
}
