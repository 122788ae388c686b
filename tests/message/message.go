package message

import "strings"

// Revisions are the protocol's, oldest first.
var Revisions = []string{"2026-07-28", "2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"}

// Latest is the revision in which no message travels on its own.
const Latest = "2026-07-28"

// Kinds are those of which Message makes messages.
var Kinds = []string{"request", "result", "response", "error", "notification", "capabilities", "input_required", "initialize", "retry", "other"}

// Message makes a message of a kind, mostly as the revision wants it.
func (s *Source) Message(kind, revision string) string {
	switch kind {
	case "request":
		return s.Request(revision)
	case "result":
		return s.Result()
	case "response":
		return s.response(s.may("error", is(`{"code":-32601,"message":"m"}`)), member{"result", or((*Source).Result)})
	case "error":
		return s.response(member{"error", or((*Source).fault)}, member{})
	case "notification":
		return s.object(s.must("jsonrpc", s.version), s.idSeldom(), s.must("method", or(is(`"notifications/roots/list_changed"`))), s.may("params", or(func(s *Source) string { return s.object(s.may("_meta", or((*Source).meta))) })))
	case "capabilities":
		return s.Capabilities()
	case "input_required":
		return s.InputRequired()
	case "initialize":
		return s.object(s.must("jsonrpc", s.version), s.must("id", (*Source).ID), member{"method", is(`"initialize"`)}, s.must("params", func(s *Source) string {
			return s.object(s.may("protocolVersion", (*Source).Revision), s.must("capabilities", or((*Source).Capabilities)), s.may("clientInfo", is(`{"name":"c","version":"1"}`)))
		}))
	case "retry":
		return s.Retry()
	}
	return s.object(s.may("jsonrpc", s.version), s.may("id", (*Source).ID), s.may("method", or(func(s *Source) string { return s.Quote(Pick(s, "tools/call", "ping", "prompts/get", "Roots/List")) })),
		s.may("params", (*Source).Junk), s.may("result", or(func(s *Source) string {
			return s.object(s.may("protocolVersion", (*Source).Revision), s.may("capabilities", (*Source).Junk))
		})))
}

func (s *Source) version(*Source) string {
	if s.seldom(16) {
		return s.Junk()
	}
	return `"2.0"`
}

// Revision is a revision as JSON.
func (s *Source) Revision() string { return s.Quote(Pick(s, Revisions...)) }

// Platform is a platform as JSON.
func (s *Source) Platform() string { return s.Quote(Pick(s, "posix", "windows", "auto")) }

// ID is an id, or what is none.
func (s *Source) ID() string {
	return Pick(s, "1", "0", "-1", `"a"`, `""`, `"1"`, "2", "9007199254740993", `"\u0061"`, "null", "1.5", "{}", "1e2", "true")
}

func (s *Source) idSeldom() member {
	if s.seldom(16) {
		return member{"id", (*Source).ID}
	}
	return member{}
}

func (s *Source) meta() string {
	return s.object(s.may("progressToken", (*Source).ID), s.may(Pick(s, "a", "io.modelcontextprotocol/x", "a b", "dev.mcp/y", ""), (*Source).Junk))
}

// Request is a roots/list request.
func (s *Source) Request(revision string) string {
	jsonrpc, id := s.must("jsonrpc", s.version), s.must("id", (*Source).ID)
	if revision == Latest && s.N(4) < 3 {
		jsonrpc, id = member{}, member{}
	}
	return s.object(jsonrpc, id, s.must("method", or(is(`"roots/list"`))), s.may("params", or(func(s *Source) string {
		return s.object(s.may("_meta", or((*Source).meta)))
	})))
}

func (s *Source) response(one, other member) string {
	return s.object(s.must("jsonrpc", s.version), s.must("id", (*Source).ID), one, other)
}

func (s *Source) fault() string {
	return s.object(
		s.must("code", or(func(s *Source) string {
			return Pick(s, "-32601", "-32021", "-32603", "-32600", "-32602", "1", "1.5")
		})),
		s.must("message", or(func(s *Source) string {
			return s.Quote(Pick(s, "m", "Roots not supported", "roots not supported here", ""))
		})),
		s.may("data", or(func(s *Source) string { return s.object(s.may("requiredCapabilities", or((*Source).Capabilities))) })))
}

// Capabilities are a client's.
func (s *Source) Capabilities() string {
	part := func(name string) member { return s.may(name, or(is("{}"))) }
	return s.object(
		s.must("roots", or(func(s *Source) string {
			return s.object(s.may("listChanged", or(func(s *Source) string { return Pick(s, "true", "false") })))
		})),
		s.may("sampling", or(func(s *Source) string { return s.object(part("context"), part("tools")) })),
		s.may("elicitation", or(func(s *Source) string { return s.object(part("form"), part("url")) })))
}

// Result is a ListRootsResult.
func (s *Source) Result() string {
	return s.object(s.must("roots", or(func(s *Source) string { return s.array(4, or((*Source).Root)) })), s.may("_meta", or((*Source).meta)))
}

// Root is an entry of one.
func (s *Source) Root() string {
	return s.object(s.must("uri", or(func(s *Source) string { return s.Quote(s.URI()) })), s.may("name", or((*Source).Name)), s.may("_meta", or((*Source).meta)))
}

// Name is a root's name.
func (s *Source) Name() string {
	return s.Quote(Pick(s, "app", "", "App 1", "é", "😀", "a\nb", "\u202e", "\x7f", "\u0085", "\u200b", "(x)", `"\`, strings.Repeat("n", 257)))
}

// components are names in paths, plain ones first.
var components = []string{"app", "srv", "a", "b", "A", "project", "project2", "home", "mnt", "c", "etc", "x.y", ".git", "100%", "a b", "é", "e\u0301", "~me", "$HOME", "nul", "com1.txt", "a.", "a:b", "PROGRA~1", "Program Files", "..", ".", "", `a\b`, "a*", "%2e", "a#b", "a?b", "C:", "\u200b"}

// URI is a file URI, mostly one that is accepted somewhere.
func (s *Source) URI() string {
	if s.seldom(16) {
		return Pick(s, "", "https://x/y", "file:/a", "file://host/share/x", "FILE:///a", "file:///", "/srv/app", "file:///C:/", "file:///C|/x", "file://localhost/srv/app", "file:///a%zz", "file:////a", "C:\\x", "file://")
	}
	var b strings.Builder
	b.WriteString(Pick(s, "file://", "file://", "file:///C:", "file:///c%3A", "file:///d:", "file://localhost"))
	for range 1 + s.N(4) {
		b.WriteString("/")
		name := components[s.N(len(components))]
		switch s.N(8) {
		case 6: // as it is
		case 7:
			name = strings.NewReplacer("%", "%25", " ", "%20", "a", "%61", "é", "%c3%a9", "#", "%23", "?", "%3f", ":", "%3A").Replace(name)
		default:
			name = strings.NewReplacer("%", "%25", " ", "%20", "é", "%C3%A9", "\u0301", "%CC%81", "#", "%23", "?", "%3F", `\`, "%5C", "\u200b", "%E2%80%8B", "*", "%2A").Replace(name)
		}
		b.WriteString(name)
	}
	return b.String()
}

// Path is a native path, mostly one that is accepted somewhere.
func (s *Source) Path() string {
	var b strings.Builder
	separator := "/"
	switch s.N(8) {
	case 4, 5:
		b.WriteString("C:")
		separator = `\`
	case 6:
		b.WriteString(Pick(s, "c:", "d:", `\\server\share`, "C:x"))
		separator = Pick(s, `\`, "/")
	case 7:
		return Pick(s, "", "relative", "file:///srv/app", "~", `\\?\C:\x`, "/", "C:", `C:\`, "a\x00b")
	}
	for range 1 + s.N(4) {
		b.WriteString(separator + components[s.N(len(components))])
	}
	return b.String()
}

// Place is a root or path as the operations take it: a string, or an object with a
// URI, a path or both.
func (s *Source) Place() string {
	uri, path := s.URI(), s.Path()
	switch s.N(5) {
	case 0:
		return s.object(member{"path", is(s.Quote(path))}, s.may("name", or((*Source).Name)), s.may("_meta", or((*Source).meta)))
	case 1:
		return s.object(member{"uri", is(s.Quote(uri))}, s.may("name", or((*Source).Name)))
	case 2:
		return s.Quote(Pick(s, path, uri))
	case 3:
		return s.object(s.may("uri", or(is(s.Quote(uri)))), s.may("path", or(is(s.Quote(path)))))
	}
	return Pick(s, `{"uri":"file:///srv/app","path":"/srv/app"}`, `{"uri":"file:///srv/app/","path":"/srv//app"}`, `{"uri":"file:///c%3A/x","path":"C:\\x"}`)
}

// InputRequired is an InputRequiredResult, bare or in its response.
func (s *Source) InputRequired() string {
	bare := s.object(
		s.must("resultType", or(is(`"input_required"`))),
		s.may("inputRequests", or((*Source).Requests)),
		s.may("requestState", or(is(`"state"`))),
		s.may("_meta", or((*Source).meta)))
	if s.N(4) < 3 {
		return bare
	}
	return s.object(s.must("jsonrpc", s.version), s.must("id", (*Source).ID), member{"result", is(bare)})
}

// Requests are the requests of one, by key.
func (s *Source) Requests() string {
	one := or(func(s *Source) string {
		switch s.N(4) {
		case 1:
			return s.object(member{"method", is(`"elicitation/create"`)}, s.may("params", or(func(s *Source) string {
				return s.object(s.may("mode", or(func(s *Source) string { return Pick(s, `"form"`, `"url"`) })))
			})))
		case 2:
			return s.object(member{"method", is(`"sampling/createMessage"`)}, s.may("params", or(func(s *Source) string {
				return s.object(s.may("includeContext", or(func(s *Source) string { return Pick(s, `"none"`, `"thisServer"`) })), s.may("tools", or(is("[]"))), s.may("toolChoice", or(is("{}"))))
			})))
		}
		return s.Request(Latest)
	})
	return s.object(s.must("r", one), s.may("", one), s.may("q", one))
}

// Responses are the answers of a retried call, by key.
func (s *Source) Responses() string {
	return s.object(s.must("r", or((*Source).Result)), s.may("", (*Source).Result), s.may("q", or(is(`{"action":"accept"}`))))
}

// Retry is a retried call, bare params or in its request.
func (s *Source) Retry() string {
	params := s.object(
		s.must("inputResponses", or((*Source).Responses)),
		s.may("requestState", or(is(`"state"`))),
		s.may("_meta", or((*Source).clientMeta)))
	if s.N(2) == 0 {
		return params
	}
	return s.object(s.must("jsonrpc", s.version), s.must("id", (*Source).ID), s.must("method", is(`"tools/call"`)), member{"params", is(params)})
}

func (s *Source) clientMeta() string {
	return s.object(
		s.may("io.modelcontextprotocol/protocolVersion", or((*Source).Revision)),
		s.must("io.modelcontextprotocol/clientCapabilities", or((*Source).Capabilities)))
}
