package fileuri

import "unicode/utf8"

// Suggest appends the file URI that a refused or unusual one was most likely meant
// to be, or nothing. It mends spelling: a bare path, the scheme's case, missing
// slashes, backslashes of a Windows path, characters that should have been encoded.
// It never removes a dot segment, a host, user information or a character, and
// whoever uses it reads the suggestion by the policy again.
func Suggest(dst, u []byte) []byte {
	if !utf8.Valid(u) || len(u) == 0 {
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
	dst = append(dst, "file:///"...)
	const digits = "0123456789ABCDEF"
	for i := 0; i < len(path); i++ {
		c := path[i]
		switch {
		case i == 0 && c == '/':
		case isDrive && i == 1:
			dst = append(dst, ':')
		case c == '/', c == '\\' && isDrive:
			dst = append(dst, '/')
		case class[c]&pchar != 0:
			dst = append(dst, c)
		case c == '%' && uri && i+2 < len(path) && unhex(path[i+1]) >= 0 && unhex(path[i+2]) >= 0:
			dst = append(dst, path[i:i+3]...)
			i += 2
		default:
			dst = append(dst, '%', digits[c>>4], digits[c&15])
		}
	}
	return dst
}
