package roots

import (
	"github.com/mcproots/mcproots/wasm/rule"
	"github.com/mcproots/mcproots/wasm/scan"
)

// metaKeys looks at the names in a _meta object (MCP basic/index "_meta"). There
// are no rules for them before 2025-06-18.
func (c *Core) metaKeys(v value, p at) {
	if c.settings.revision < R20250618 || c.report.protocol || !c.is(v, object) {
		return
	}
	m := scan.Object(c.report.doc, v.at())
	for m.Next() {
		c.str2 = scan.AppendString(c.str2[:0], m.Name())
		if code := metaKey(shared(c.str2), c.settings.revision); code != rule.None {
			c.report.add(code, p, m.Key-1)
		}
	}
}

// metaKey judges a name: an optional prefix of dot-separated labels and a slash,
// then a name that may be empty. A prefix is reserved, unless a revision defines
// the very name: up to 2025-06-18 when its last label but one is
// modelcontextprotocol or mcp, later when its second label is.
func metaKey(key string, rev Revision) rule.ID {
	slash := -1
	for i := range len(key) {
		if key[i] == '/' {
			slash = i
			break
		}
	}
	start, label := 0, 0
	var reserved, last bool // the second label; the last but one
	for i := 0; i <= slash; i++ {
		if key[i] != '.' && key[i] != '/' {
			continue
		}
		s := key[start:i]
		if !part(s, "-") || s[0] >= '0' && s[0] <= '9' {
			return rule.MetaKeyInvalid
		}
		own := s == "modelcontextprotocol" || s == "mcp"
		if rev == R20250618 {
			reserved = last
			last = own
		} else if label == 1 {
			reserved = own
		}
		label++
		start = i + 1
	}
	switch name := key[slash+1:]; {
	case name != "" && !part(name, "-_."):
		return rule.MetaKeyInvalid
	case !reserved:
	case key[:start] != "io.modelcontextprotocol/":
		return rule.MetaKeyReserved
	default:
		switch name {
		case "protocolVersion", "clientCapabilities", "clientInfo", "logLevel", "serverInfo", "related-task", "subscriptionId":
		default:
			return rule.MetaKeyReserved
		}
	}
	return rule.None
}

// part tells whether s is letters and digits, and inside it also what else is
// allowed.
//
//go:noinline
func part(s, inside string) bool {
	for i := range len(s) {
		if ch := s[i]; ch|0x20 >= 'a' && ch|0x20 <= 'z' || ch >= '0' && ch <= '9' {
			continue
		}
		if i == 0 || i == len(s)-1 {
			return false
		}
		ok := false
		for j := range len(inside) {
			ok = ok || s[i] == inside[j]
		}
		if !ok {
			return false
		}
	}
	return s != ""
}
