package tests

import (
	"fmt"
	"net/url"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"
)

// The converters, modelled so that they can be asked about any URI: each says of
// every recorded one what the converter itself was recorded to say.

// A converter makes a path of a URI, or refuses.
type converter func(uri string) (path string, ok bool)

var posixConverters = map[string]converter{
	"Node 20": func(uri string) (string, bool) {
		host, path, ok := whatwg(uri)
		if !ok || host != "" || strings.Contains(strings.ToLower(path), "%2f") {
			return "", false
		}
		return decodeComponent(path)
	},
	"Deno std": func(uri string) (string, bool) {
		_, path, ok := whatwg(uri)
		if !ok {
			return "", false
		}
		return decodeComponent(loosePercent(path))
	},
	"vscode-uri 3.2":            vscode,
	"Python 3.13 Path.from_uri": fromURI,
	"cmd/go 1.26":               func(uri string) (string, bool) { return parsed(uri, true) },
	"MCP go-sdk":                func(uri string) (string, bool) { return parsed(uri, false) },
	"gopls":                     gopls,
	"Java 17":                   java,
}

var windowsConverters = map[string]converter{
	"Node 20": func(uri string) (string, bool) {
		host, path, ok := whatwg(uri)
		if lower := strings.ToLower(path); !ok || strings.Contains(lower, "%2f") || strings.Contains(lower, "%5c") {
			return "", false
		}
		path, ok = decodeComponent(strings.ReplaceAll(path, "/", `\`))
		switch {
		case !ok:
			return "", false
		case host != "":
			return `\\` + host + path, true
		case len(path) < 3 || !driveFirst.MatchString(path[1:]) || path[2] != ':':
			return "", false
		}
		return path[1:], true
	},
	"Deno std": func(uri string) (string, bool) {
		host, path, ok := whatwg(uri)
		if !ok {
			return "", false
		}
		path, ok = decodeComponent(loosePercent(strings.ReplaceAll(path, "/", `\`)))
		path = denoDrive.ReplaceAllString(path, `$1\`)
		if host != "" {
			path = `\\` + host + path
		}
		return path, ok
	},
	"vscode-uri 3.2": func(uri string) (string, bool) {
		path, ok := vscode(uri)
		return strings.ReplaceAll(path, "/", `\`), ok
	},
	"Python 3.13 nturl2path": nturl2path,
}

var (
	denoDrive  = regexp.MustCompile(`^\\*([A-Za-z]:)(?:\\|$)`)
	twoDrive   = regexp.MustCompile(`^[A-Za-z][:|]$`)
	uriParts   = regexp.MustCompile(`(?s)^(?:([^:/?#]+?):)?(?://([^/?#]*))?([^?#]*)`)
	runs       = regexp.MustCompile(`(?:%[0-9A-Za-z][0-9A-Za-z])+`)
	rfc2396    = regexp.MustCompile(`^(?:[A-Za-z0-9\-_.!~*'():@&=+$,;/]|%[0-9A-Fa-f]{2})*$`)
	manySlash  = regexp.MustCompile(`/+`)
	encodedDot = regexp.MustCompile(`(?i)%2e`)
)

// whatwg parses a file URL as the URL standard does, as far as its host and path go.
func whatwg(s string) (host, path string, ok bool) {
	s = strings.TrimFunc(s, func(c rune) bool { return c <= ' ' })
	s = strings.NewReplacer("\t", "", "\n", "", "\r", "").Replace(s)
	if len(s) < 5 || asciiLower(s[:5]) != "file:" {
		return "", "", false
	}
	s = s[5:]
	if i := strings.IndexAny(s, "?#"); i >= 0 {
		s = s[:i]
	}
	s = strings.ReplaceAll(s, `\`, "/")
	if strings.HasPrefix(s, "//") {
		host, s = s[2:], ""
		if i := strings.Index(host, "/"); i >= 0 {
			host, s = host[:i], host[i:]
		}
		if twoDrive.MatchString(host) {
			host, s = "", "/"+host+s
		}
		host = asciiLower(unescape(host))
		if strings.ContainsAny(host, " #/:<>?@[\\]^|%") { // forbidden host code points
			return "", "", false
		}
		if host == "localhost" {
			host = ""
		}
	}
	s = strings.TrimPrefix(s, "/")
	var out []string
	segments := strings.Split(s, "/")
	for i, segment := range segments {
		last := i == len(segments)-1
		switch dots := encodedDot.ReplaceAllString(segment, "."); {
		case dots == "..":
			if len(out) > 1 || len(out) == 1 && !twoDrive.MatchString(out[0]) {
				out = out[:len(out)-1]
			}
			if last {
				out = append(out, "")
			}
		case dots == ".":
			if last {
				out = append(out, "")
			}
		default:
			if len(out) == 0 && twoDrive.MatchString(segment) {
				segment = segment[:1] + ":"
			}
			out = append(out, segment)
		}
	}
	return host, "/" + strings.Join(out, "/"), true
}

// unescape decodes what is an encoding and leaves the rest.
func unescape(s string) string {
	return octet.ReplaceAllStringFunc(s, func(hex string) string {
		c, _ := url.PathUnescape(hex)
		return c
	})
}

// decodeComponent is JavaScript's decodeURIComponent.
func decodeComponent(s string) (string, bool) {
	decoded, err := url.PathUnescape(s)
	return decoded, err == nil && utf8.ValidString(decoded)
}

// loosePercent writes a percent sign that begins no encoding as %25.
func loosePercent(s string) string {
	var b strings.Builder
	for i := range len(s) {
		b.WriteByte(s[i])
		if s[i] == '%' && !octet.MatchString(s[i:min(i+3, len(s))]) {
			b.WriteString("25")
		}
	}
	return b.String()
}

func vscode(uri string) (string, bool) {
	m := uriParts.FindStringSubmatch(uri)
	scheme, authority, path := m[1], gracefully(m[2]), gracefully(m[3])
	if scheme != "file" || authority == "" && strings.HasPrefix(path, "//") || authority != "" && path != "" && path[0] != '/' {
		return "", false
	}
	if !strings.HasPrefix(path, "/") {
		path = "/" + path
	}
	switch {
	case authority != "" && len(path) > 1:
		return "//" + authority + path, true
	case len(path) > 2 && driveFirst.MatchString(path[1:3]) && path[2] == ':':
		return strings.ToLower(path[1:2]) + path[2:], true
	}
	return path, true
}

// gracefully decodes runs of encodings, and leaves the first of a run that is none.
func gracefully(s string) string {
	return runs.ReplaceAllStringFunc(s, func(run string) string {
		for i := 0; ; i += 3 {
			if decoded, ok := decodeComponent(run[i:]); ok {
				return run[:i] + decoded
			}
		}
	})
}

func fromURI(uri string) (string, bool) {
	p, ok := strings.CutPrefix(uri, "file:")
	if !ok {
		return "", false
	}
	if strings.HasPrefix(p, "///") {
		p = p[2:]
	} else if strings.HasPrefix(p, "//localhost/") {
		p = p[len("//localhost"):]
	}
	if strings.HasPrefix(p, "///") || strings.HasPrefix(p, "/") && (len(p) < 3 || p[2] == ':' || p[2] == '|') {
		p = p[1:]
	}
	if len(p) > 1 && p[1] == '|' {
		p = p[:1] + ":" + p[2:]
	}
	p = unescape(p)
	if !strings.HasPrefix(p, "/") {
		return "", false
	}
	parts := slices.DeleteFunc(strings.Split(p, "/"), func(s string) bool { return s == "" || s == "." })
	anchor := "/"
	if strings.HasPrefix(p, "//") && !strings.HasPrefix(p, "///") {
		anchor = "//"
	}
	return anchor + strings.Join(parts, "/"), true
}

// parsed reads with net/url, as Go programs do: cmd/go takes only this machine and
// keeps the path, the MCP SDK ignores the host and cleans it.
func parsed(uri string, strict bool) (string, bool) {
	u, err := url.Parse(uri)
	if err != nil || u.Scheme != "file" || u.Path == "" || strict && u.Host != "" && u.Host != "localhost" {
		return "", false
	}
	if strict {
		return u.Path, true
	}
	return path.Clean(u.Path), true
}

func gopls(uri string) (string, bool) {
	rest, ok := strings.CutPrefix(uri, "file://")
	if !ok {
		return "", false
	}
	p, err := url.PathUnescape("/" + strings.TrimPrefix(rest, "/"))
	if len(p) >= 4 && driveFirst.MatchString(p[1:3]) && p[2] == ':' {
		p = strings.ToUpper(p[1:2]) + p[2:]
	}
	return p, err == nil
}

func java(uri string) (string, bool) {
	if len(uri) < 5 || asciiLower(uri[:5]) != "file:" {
		return "", false
	}
	p := strings.TrimPrefix(uri[5:], "//")
	if !strings.HasPrefix(p, "/") || !rfc2396.MatchString(p) || strings.Contains(p, "%00") {
		return "", false
	}
	p = manySlash.ReplaceAllString(unescape(p), "/")
	if len(p) > 1 {
		p = strings.TrimSuffix(p, "/")
	}
	return p, true
}

func nturl2path(uri string) (string, bool) {
	if len(uri) < 5 || asciiLower(uri[:5]) != "file:" {
		return "", false
	}
	p := strings.ReplaceAll(uri[5:], ":", "|")
	before, after, found := strings.Cut(p, "|")
	if !found {
		if strings.HasPrefix(p, "////") {
			p = p[2:]
		}
		return unescape(strings.ReplaceAll(p, "/", `\`)), true
	}
	if before == "" || !driveFirst.MatchString(before[len(before)-1:]+":") || strings.Contains(after, "|") {
		return "", false
	}
	out := strings.ToUpper(before[len(before)-1:]) + ":"
	for _, name := range strings.Split(after, "/") {
		if name != "" {
			out += `\` + unescape(name)
		}
	}
	if strings.HasSuffix(out, ":") && strings.HasSuffix(p, "/") {
		out += `\`
	}
	return out, true
}

func TestTheModelsOfConvertersSayWhatWasRecorded(t *testing.T) {
	compared := 0
	for _, r := range readings(t) {
		for platform, side := range map[string]struct {
			recorded map[string]*string
			models   map[string]converter
		}{"posix": {r.POSIX, posixConverters}, "windows": {r.Windows, windowsConverters}} {
			for name, want := range side.recorded {
				model := side.models[name]
				if model == nil {
					t.Fatalf("no model of %s", name)
				}
				got, ok := model(r.URI)
				got = string([]rune(got)) // bytes that are no UTF-8 were recorded as U+FFFD
				compared++
				if want != nil && (strings.HasPrefix(*want, "(scheme ") || *want == "n/a") {
					want = nil // another scheme than file
				}
				if ok != (want != nil) || ok && got != *want {
					t.Errorf("%s: %s of %q: the model says %q, %v; recorded is %s", platform, name, r.URI, got, ok, said(want))
				}
			}
		}
	}
	fmt.Printf("converters: %d readings compared with the models\n", compared)
}

func said(s *string) string {
	if s == nil {
		return "a refusal"
	}
	return fmt.Sprintf("%q", *s)
}
