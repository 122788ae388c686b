package tests

import (
	"regexp"
	"slices"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// A policy is the reading of URIs and paths written a second time, from RFC 3986,
// RFC 8089 and the naming rules of Windows, with regular expressions and split
// strings: what the core's single pass is held against.
type policy struct {
	platform string // posix, windows or auto
	unc      bool   // network paths
	query    bool   // a path that is asked about: dots are no fault
}

// A location is what a URI or a path means.
type location struct {
	platform string
	share    string // \\server\share, of a network path
	drive    string // "C:", of a Windows path that is none
	parts    []string
	notes    []string // codes of what is accepted and remarked on, sorted
}

func (p location) path() string {
	if p.platform == "posix" {
		return "/" + strings.Join(p.parts, "/")
	}
	if p.share != "" {
		return strings.Join(append([]string{p.share}, p.parts...), `\`)
	}
	return p.drive + `\` + strings.Join(p.parts, `\`)
}

func (p location) uri() string {
	if p.share != "" {
		return "file://" + strings.TrimPrefix(canonicalURI(p.path()[2:], "windows"), "file:///")
	}
	return canonicalURI(p.path(), p.platform)
}

// longest is the longest URI and the longest path, in bytes.
const longest = 32 << 10

var (
	controls    = regexp.MustCompile(`[\x00-\x1f\x7f]`)
	aScheme     = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9+.-]+:`)
	driveHost   = regexp.MustCompile(`^[A-Za-z][:|]$`)
	port        = regexp.MustCompile(`:[0-9]*$`)
	badPercent  = regexp.MustCompile(`%(?:[^0-9A-Fa-f]|.?$|.[^0-9A-Fa-f])`)
	octet       = regexp.MustCompile(`%[0-9A-Fa-f]{2}`)
	twice       = regexp.MustCompile(`(?i)%(?:2e|2f|5c|00)`)
	driveFirst  = regexp.MustCompile(`^[A-Za-z](?::|\|$)`)
	forbidden   = regexp.MustCompile(`[<>"|?*/\\:]`)
	device      = regexp.MustCompile(`(?i)^(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[1-9¹²³]) *(?:\.|$)`)
	alias83     = regexp.MustCompile(`^[^.]+~[0-9]+(?:\..{0,3})?$`)
	environment = regexp.MustCompile(`^(?:\$[A-Za-z_{].*|%[A-Za-z0-9_()]+%)$`)
	server      = regexp.MustCompile(`^[A-Za-z0-9_$-][A-Za-z0-9_$.-]*$`)
	mounted     = regexp.MustCompile(`^/mnt/[A-Za-z](?:/|$)`)
	withDrive   = regexp.MustCompile(`^(?:[A-Za-z]:|\\\\)`)
	forgotten   = strings.Fields("home users tmp var usr opt srv mnt etc root volumes private workspace workspaces ~")
)

// asciiLower is strings.ToLower for ASCII only: U+212A is no k here.
func asciiLower(s string) string {
	return strings.Map(func(c rune) rune {
		if c >= 'A' && c <= 'Z' {
			c += 0x20
		}
		return c
	}, s)
}

// readURI reads a file URI; code says what refuses it.
func (o policy) readURI(u string) (p location, code string) {
	switch {
	case u == "":
		return p, "uri-empty"
	case len(u) > longest:
		return p, "uri-too-long"
	case controls.MatchString(u):
		return p, "uri-control-char"
	case strings.Trim(u, " ") != u:
		return p, "uri-surrounding-space"
	}
	scheme := aScheme.FindString(u)
	switch {
	case scheme == "":
		return p, "uri-bare-path"
	case asciiLower(scheme) != "file:":
		return p, "uri-scheme-not-file"
	case scheme != "file:":
		return p, "uri-scheme-case"
	case strings.Contains(u, `\`):
		return p, "uri-backslash"
	case !strings.HasPrefix(u, "file://"):
		return p, "uri-missing-slashes"
	}
	if i := strings.IndexAny(u, "?#"); i >= 0 {
		return p, map[byte]string{'?': "uri-query", '#': "uri-fragment"}[u[i]]
	}
	host, path := u[len("file://"):], ""
	if i := strings.Index(host, "/"); i >= 0 {
		host, path = host[:i], host[i:]
	}
	remote := false
	switch {
	case strings.Contains(host, "@"):
		return p, "uri-userinfo"
	case host == "":
	case asciiLower(host) == "localhost":
		p.note("uri-host-localhost")
	case driveHost.MatchString(host):
		return p, "uri-host-drive"
	case strings.Contains(host, "%"):
		return p, "uri-host-encoded"
	case host == ".":
		return p, "uri-host-device"
	case port.MatchString(host):
		return p, "uri-port"
	case o.unc && o.platform == "windows" && server.MatchString(host):
		remote = true
	case slices.Contains(forgotten, asciiLower(host)):
		return p, "uri-two-slash-path"
	default:
		return p, "uri-host-remote"
	}
	switch {
	case path == "":
		return p, "uri-no-path"
	case strings.HasPrefix(path, "//"):
		return p, "uri-extra-slashes"
	case badPercent.MatchString(path):
		return p, "uri-bad-percent"
	}
	p.spelling(path)

	raw := strings.Split(path[1:], "/")
	segments := make([]string, len(raw))
	for i, s := range raw {
		segments[i] = octet.ReplaceAllStringFunc(s, func(hex string) string {
			var c byte
			for _, d := range asciiLower(hex[1:]) {
				c = c<<4 | byte(strings.IndexRune("0123456789abcdef", d))
			}
			return string([]byte{c})
		})
	}
	p.platform = o.platform
	if p.platform == "auto" {
		p.platform = "posix"
		if driveFirst.MatchString(segments[0]) {
			p.platform = "windows"
		}
	}
	for i, s := range segments {
		if code := p.decoded(raw[i], s, o); code != "" {
			return p, code
		}
	}
	first := segments[0]
	switch {
	case remote:
		if first == "" {
			return p, "win-unc"
		}
		if code := p.setShare(host, first); code != "" {
			return p, code
		}
		segments = segments[1:]
	case p.platform == "posix":
		if driveFirst.MatchString(first) || strings.HasPrefix(raw[0], "|") {
			return p, "posix-drive-path"
		}
	case !driveFirst.MatchString(first):
		return p, "win-no-drive"
	case first[1] == '|':
		return p, "win-drive-pipe"
	case len(first) > 2:
		return p, "win-drive-relative"
	case len(segments) == 1:
		return p, "win-drive-no-slash"
	default:
		if raw[0] != first {
			p.note("uri-encoded-drive-colon")
		}
		p.setDrive(first)
		segments = segments[1:]
	}
	for i, s := range segments {
		last := i == len(segments)-1
		switch {
		case s == "" && !last:
			p.note("uri-empty-segment")
		case s == "" && len(p.parts) > 0:
			p.note("uri-trailing-slash")
		case s == "" || s == ".":
		case s == "..":
			p.parts = append(p.parts, s)
		default:
			if code := p.name(s, i == 0); code != "" {
				return p, code
			}
			p.parts = append(p.parts, s)
		}
	}
	p.whole()
	return p, ""
}

// decoded judges a segment that was decoded once.
func (p *location) decoded(raw, s string, o policy) (code string) {
	if raw != s {
		for _, c := range []byte(s) {
			switch {
			case c == '/':
				return "uri-encoded-slash"
			case c == 0:
				return "uri-encoded-nul"
			case c < 0x20 || c == 0x7f:
				return "uri-encoded-control"
			case c == '\\' && p.platform == "windows":
				return "uri-encoded-backslash"
			}
		}
		for rest := s; rest != ""; {
			c, n := utf8.DecodeRuneInString(rest)
			if c == utf8.RuneError && n == 1 {
				two := rest + " "
				if two >= "\xC0" && two < "\xC2" || two >= "\xE0\x80" && two < "\xE0\xA0" || two >= "\xF0\x80" && two < "\xF0\x90" {
					return "uri-overlong-utf8" // RFC 3629 section 3
				}
				return "uri-invalid-utf8"
			}
			rest = rest[n:]
		}
		if twice.MatchString(s) {
			return "uri-double-encoded"
		}
		if octet.MatchString(s) {
			p.note("uri-double-encoded")
		}
	}
	if (s == "." || s == "..") && !o.query {
		if raw != s {
			return "uri-encoded-dot-segment"
		}
		return "uri-dot-segment"
	}
	return ""
}

// spelling notes what the canonical form writes otherwise.
func (p *location) spelling(path string) {
	for _, hex := range octet.FindAllString(path, -1) {
		c := hex[1:]
		switch upper := strings.ToUpper(c); {
		case upper >= "41" && upper <= "5A", upper >= "61" && upper <= "7A", upper >= "30" && upper <= "39", upper == "2D", upper == "2E", upper == "5F", upper == "7E":
			p.note("uri-overencoded")
		case c != upper:
			p.note("uri-lowercase-hex")
		case slices.Contains(strings.Fields("21 24 26 27 28 29 2A 2B 2C 3B 3D 40"), upper): // sub-delims and @
			p.note("uri-not-canonical")
		}
	}
	for _, c := range path {
		switch {
		case c >= 0x80:
			p.note("uri-non-ascii")
		case strings.ContainsRune(" \"<>[]^`{|}", c):
			p.note("uri-illegal-char")
		}
	}
}

// readPath reads a native path.
func (o policy) readPath(s string) (p location, code string) {
	switch {
	case s == "":
		return p, "path-empty"
	case len(s) > longest:
		return p, "path-too-long"
	case controls.MatchString(s):
		return p, "path-control-char"
	case len(s) >= 5 && asciiLower(s[:5]) == "file:":
		return p, "path-is-uri"
	}
	p.platform = o.platform
	if p.platform == "auto" {
		p.platform = "posix"
		if withDrive.MatchString(s) {
			p.platform = "windows"
		}
	}
	isSeparator := func(c rune) bool { return c == '/' || c == '\\' && p.platform == "windows" }
	rest := s
	if p.platform == "posix" {
		if s[0] != '/' {
			return p, "relative-path"
		}
	} else if s = strings.ReplaceAll(s, "/", `\`); strings.HasPrefix(s, `\`) {
		names := strings.SplitN(s, `\`, 5)[1:]
		switch {
		case strings.HasPrefix(s, `\??\`):
			return p, "win-device-namespace"
		case !strings.HasPrefix(s, `\\`):
			return p, "win-root-relative"
		case names[1] == "?", names[1] == ".", names[1] == "??":
			return p, "win-device-namespace"
		case !o.unc, o.platform != "windows", len(names) < 3, names[2] == "", names[2] == ".", names[2] == "..", !server.MatchString(names[1]):
			return p, "win-unc"
		}
		if code := p.setShare(names[1], names[2]); code != "" {
			return p, code
		}
		rest = strings.Join(names[3:], `\`)
	} else {
		switch {
		case !driveFirst.MatchString(s) || s[1] == '|':
			return p, "relative-path"
		case len(s) == 2 || s[2] != '\\':
			return p, "win-drive-relative"
		}
		p.setDrive(s)
		rest = s[2:]
	}
	for i, name := range strings.FieldsFunc(rest, isSeparator) {
		switch {
		case i == 0 && p.platform == "posix" && driveFirst.MatchString(name):
			return p, "posix-drive-path"
		case name == "." && o.query:
			continue
		case name == ".." && o.query:
		case name == "." || name == "..":
			return p, "uri-dot-segment"
		default:
			if code := p.name(name, len(p.parts) == 0); code != "" {
				return p, code
			}
			if twice.MatchString(name) {
				if !o.query {
					return p, "path-percent-encoded"
				}
				p.note("path-percent-encoded")
			}
		}
		p.parts = append(p.parts, name)
	}
	p.whole()
	return p, ""
}

func (p *location) note(code string) {
	if i, there := slices.BinarySearch(p.notes, code); !there {
		p.notes = slices.Insert(p.notes, i, code)
	}
}

func (p *location) setDrive(s string) {
	if s[0] >= 'a' {
		p.note("win-drive-letter-case")
	}
	p.drive = strings.ToUpper(s[:1]) + ":"
}

func (p *location) setShare(host, share string) (code string) {
	if code := p.name(share, false); code != "" {
		return code
	}
	p.share = `\\` + host + `\` + share
	p.note("win-unc")
	if h := asciiLower(host); h == "wsl$" || h == "wsl.localhost" {
		p.note("wsl-path")
	}
	return ""
}

// windowsFault is what Windows has against a name.
func windowsFault(s string) (code string) {
	switch bad := forbidden.FindString(s); {
	case bad == ":":
		return "win-ads"
	case bad != "":
		return "win-illegal-char"
	case strings.TrimRight(s, ". ") != s:
		return "win-trailing-dot-space"
	case device.MatchString(s):
		return "win-reserved-name"
	}
	return ""
}

// name judges a component.
func (p *location) name(s string, first bool) (code string) {
	length := len(s)
	if p.platform == "windows" {
		if code := windowsFault(s); code != "" {
			return code
		}
		length = len(utf16.Encode([]rune(s)))
		if shortened(s) {
			p.note("win-short-name")
		}
	} else {
		if strings.Contains(s, `\`) {
			p.note("posix-backslash")
		}
		if strings.Trim(s, " ") != s {
			p.note("path-edge-space")
		}
	}
	if length > 255 {
		p.note("component-too-long")
	}
	if first && s[0] == '~' {
		p.note("uri-tilde")
	}
	if environment.MatchString(s) {
		p.note("uri-env-var")
	}
	return ""
}

// whole looks at what only the whole path shows.
func (p *location) whole() {
	path := p.path()
	switch {
	case p.platform == "windows" && len(utf16.Encode([]rune(path))) > 260:
		p.note("win-long-path")
	case p.platform == "posix" && mounted.MatchString(path): // Windows sees its names too
		p.note("wsl-path")
		for _, name := range p.parts[2:] {
			if code := windowsFault(name); code != "" && name != "." && name != ".." {
				p.note(code)
			}
		}
	}
}
