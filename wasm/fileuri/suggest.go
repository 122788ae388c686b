package fileuri

import "github.com/mcproots/mcproots/wasm/rule"

// Suggest appends the file URI that a refused or unusual one was most likely meant
// to be, or nothing. It mends spelling: a bare path, the scheme's case, missing
// slashes, backslashes of a Windows path, characters that should have been encoded.
// It never removes a dot segment, a host, user information or a character, and
// whoever uses it reads the suggestion by the policy again.
func Suggest(dst, u []byte) []byte {
	if len(u) == 0 || notUTF8(u) != rule.None {
		return dst
	}
	for _, c := range u {
		if control(c) {
			return dst
		}
	}
	for len(u) > 0 && u[0] == ' ' {
		u = u[1:]
	}
	for len(u) > 0 && u[len(u)-1] == ' ' {
		u = u[:len(u)-1]
	}
	if len(u) >= 2 && letter(u[0]) && u[1] == ':' || len(u) > 0 && u[0] == '/' && (len(u) == 1 || u[1] != '/') {
		return suggestPath(dst, u, false)
	}
	if len(u) < 5 || !equalFold(u[:5], "file:") {
		return dst
	}
	rest := u[5:]
	slashes := 0
	for slashes < len(rest) && (rest[slashes] == '/' || rest[slashes] == '\\') {
		slashes++
	}
	path := rest[slashes:]
	isDrive := len(path) >= 2 && drive(path[:2])
	switch {
	case isDrive && slashes <= 3: // file:C:/x, file:/C:/x, file://C:/x, file:///C|/x
	case slashes == 1, slashes == 3:
	case slashes == 2:
		n := 0
		for n < len(path) && path[n] != '/' && path[n] != '\\' {
			n++
		}
		switch {
		case equalFold(path[:n], "localhost"):
			if path = path[n:]; len(path) == 0 {
				return dst
			}
			path = path[1:]
		case n > 0 && remoteIsDirectory(path[:n]):
		default:
			return dst
		}
	default:
		return dst
	}
	return suggestPath(dst, path, true)
}

// remoteIsDirectory tells whether what stands in the place of the host is a first
// directory.
func remoteIsDirectory(host []byte) bool {
	for _, s := range topLevel {
		if equalFold(host, s) {
			return true
		}
	}
	return false
}

// suggestPath appends the URI of a path. In a URI well-formed percent-encoding is
// kept; in a bare path every percent sign is a character.
func suggestPath(dst, path []byte, uri bool) []byte {
	isDrive := len(path) >= 2 && drive(path[:2])
	out := text(dst)
	out.lit("file:///")
	for i, c := range path {
		switch {
		case i == 0 && c == '/':
		case isDrive && i == 1:
			out.byte(':')
		case Class[c]&pchar != 0 || c == '/' || c == '%' && uri && encoded(path, i):
			out.byte(c)
		default:
			out.escaped(c, c == '\\' && isDrive)
		}
	}
	return out
}
