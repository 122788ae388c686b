package fileuri

import (
	"unicode/utf8"

	"github.com/mcproots/mcproots/wasm/rule"
)

const prefix = "file://"

// Protocol judges a URI by what the protocol's schema and prose require and no
// more: the text file:// and the grammar of RFC 3986. It returns the code of the
// first rule that is broken, or rule.None.
func Protocol(u []byte) rule.ID {
	if len(u) < len(prefix) || string(u[:len(prefix)]) != prefix {
		var r Reader
		if _, id := r.scheme(u); id != rule.None {
			return id
		}
		return rule.URIMissingSlashes
	}
	i := len(prefix)
	end := i
	for end < len(u) && u[end] != '/' && u[end] != '?' && u[end] != '#' {
		end++
	}
	if id := grammarAuthority(u[i:end]); id != rule.None {
		return id
	}
	for i = end; i < len(u); i++ {
		switch c := u[i]; {
		case Class[c]&pchar != 0 || c == '/':
		case c == '%':
			if !encoded(u, i) {
				return rule.URIBadPercent
			}
			i += 2
		case c == '?': // from here on a query, with the same characters
		case c == '#':
			return grammarFragment(u[i+1:])
		default:
			return grammarFault(u, c)
		}
	}
	return rule.None
}

func grammarFragment(f []byte) rule.ID {
	for i := 0; i < len(f); i++ {
		switch c := f[i]; {
		case Class[c]&pchar != 0 || c == '/' || c == '?':
		case c == '%':
			if !encoded(f, i) {
				return rule.URIBadPercent
			}
			i += 2
		default:
			return grammarFault(f, c)
		}
	}
	return rule.None
}

// grammarFault names the fault of a character that the grammar has nowhere, or not
// here.
//
//go:noinline
func grammarFault(u []byte, c byte) rule.ID {
	switch {
	case control(c):
		return rule.URIControlChar
	case c >= utf8.RuneSelf:
		return rule.URINonASCII
	case c == '\\':
		return rule.URIBackslash
	case c == ' ' && u[len(u)-1] == ' ':
		return rule.URISurroundingSpace
	case c == '#' || c == '[' || c == ']' || c == ':' || c == '@':
		return rule.URISyntax
	}
	return rule.URIIllegalChar
}

// grammarAuthority reads RFC 3986 section 3.2: [userinfo "@"] host [":" port].
func grammarAuthority(a []byte) rule.ID {
	host := a
	for i, c := range a {
		if c == '@' {
			if id := registered(a[:i], true); id != rule.None {
				return id
			}
			host = a[i+1:]
			break
		}
	}
	if len(host) > 0 && host[0] == '[' {
		end := 1
		for end < len(host) && host[end] != ']' {
			end++
		}
		if end == len(host) || !literalAddress(host[1:end]) {
			return rule.URISyntax
		}
		host = host[end+1:]
		if len(host) > 0 && host[0] != ':' {
			return rule.URISyntax
		}
	}
	for i, c := range host {
		if c == ':' {
			for _, d := range host[i+1:] {
				if d < '0' || d > '9' {
					return rule.URISyntax
				}
			}
			host = host[:i]
			break
		}
	}
	return registered(host, false)
}

// registered reads a reg-name, or userinfo, which may hold colons.
func registered(b []byte, colon bool) rule.ID {
	for i := 0; i < len(b); i++ {
		switch c := b[i]; {
		case c == '%':
			if !encoded(b, i) {
				return rule.URIBadPercent
			}
			i += 2
		case c == ':' && colon:
		case Class[c]&pchar == 0 || c == ':' || c == '@':
			return grammarFault(b, c)
		}
	}
	return rule.None
}

// literalAddress reads what stands between brackets: IPv6 (RFC 3986 section 3.2.2)
// or a future version's address.
func literalAddress(b []byte) bool {
	if len(b) > 0 && b[0]|0x20 == 'v' {
		i := 1
		for i < len(b) && unhex(b[i]) >= 0 {
			i++
		}
		if i == 1 || i+1 >= len(b) || b[i] != '.' {
			return false
		}
		for _, c := range b[i+1:] {
			if Class[c]&pchar == 0 || c == '@' {
				return false
			}
		}
		return true
	}
	groups, elided := 0, false
	i := 0
	if len(b) >= 2 && b[0] == ':' && b[1] == ':' {
		elided = true
		i = 2
	}
	for i < len(b) {
		j := i
		for j < len(b) && unhex(b[j]) >= 0 {
			j++
		}
		if j < len(b) && b[j] == '.' {
			return ipv4(b[i:]) && full(groups+2, elided)
		}
		if j == i || j-i > 4 {
			return false
		}
		groups++
		if j == len(b) {
			break
		}
		if b[j] != ':' || j+1 == len(b) {
			return false
		}
		if b[j+1] == ':' {
			if elided {
				return false
			}
			elided = true
			j++
		}
		i = j + 1
	}
	return full(groups, elided)
}

// full tells whether the groups make an address: "::" stands for at least one.
func full(groups int, elided bool) bool { return groups == 8 != elided && groups <= 8 }

func ipv4(b []byte) bool {
	n, parts := 0, 0
	for i := 0; i <= len(b); i++ {
		if i < len(b) && b[i] >= '0' && b[i] <= '9' {
			n++
			continue
		}
		if i < len(b) && b[i] != '.' || n == 0 || n > 3 {
			return false
		}
		v := 0
		for _, d := range b[i-n : i] {
			v = v*10 + int(d-'0')
		}
		if v > 255 || n > 1 && b[i-n] == '0' {
			return false
		}
		parts++
		n = 0
	}
	return parts == 4
}
