package fileuri

import (
	"unicode/utf8"

	"github.com/mcproots/mcproots/wasm/rule"
	"github.com/mcproots/mcproots/wasm/scan"
)

const fileSlashes = 0x2F2F2F3A656C6966 // file:///

// URI reads a file URI. It returns the code of the first rule, in the order of the
// policy, that refuses it, or rule.None with r.Path and r.Notes filled in.
func (r *Reader) URI(u []byte, o Options) rule.ID {
	r.reset()
	if len(u) > 8 && scan.Word(u, 0) == fileSlashes && r.plain(u[7:], o) {
		return rule.None
	}
	rest, id := r.scheme(u)
	if id != rule.None {
		return id
	}
	path, host, id := authority(rest)
	if id != rule.None {
		return id
	}
	unc := false
	switch {
	case len(host) == 0:
	case equalFold(host, "localhost"):
		r.note(rule.URIHostLocalhost)
	default:
		if id := remote(host); id != rule.URIHostRemote && id != rule.URITwoSlashPath || !o.UNC || o.Platform != Windows || !shareHost(host) {
			return id
		}
		unc = true
	}
	switch {
	case len(path) == 0:
		return rule.URINoPath
	case len(path) > 1 && path[1] == '/':
		return rule.URIExtraSlashes
	}
	for i := scan.Simple(path, 0); i < len(path); i++ {
		if path[i] == '%' && !encoded(path, i) {
			return rule.URIBadPercent
		}
	}
	r.spelling(path)
	return r.segments(path, host, unc, o)
}

// encoded tells whether the percent sign at i begins an encoding.
//
//go:noinline
func encoded(b []byte, i int) bool {
	return i+2 < len(b) && unhex(b[i+1]) >= 0 && unhex(b[i+2]) >= 0
}

// scheme reads up to the two slashes and looks at the whole text once for what no
// part of a file URI may hold.
func (r *Reader) scheme(u []byte) ([]byte, rule.ID) {
	if len(u) == 0 {
		return nil, rule.URIEmpty
	}
	if len(u) > MaxLength {
		return nil, rule.URITooLong
	}
	backslash := false
	i := scan.Simple(u, 0)
	r.simple = i == len(u)
	for ; i < len(u); i++ {
		if control(u[i]) {
			return nil, rule.URIControlChar
		}
		backslash = backslash || u[i] == '\\'
	}
	if u[0] == ' ' || u[len(u)-1] == ' ' {
		return nil, rule.URISurroundingSpace
	}
	n := 0
	for n < len(u) && (letter(u[n]) || n > 0 && (u[n] >= '0' && u[n] <= '9' || u[n] == '+' || u[n] == '-' || u[n] == '.')) {
		n++
	}
	switch {
	case n < 2 || n == len(u) || u[n] != ':': // a scheme of one letter is a drive
		return nil, rule.URIBarePath
	case !equalFold(u[:n], "file"):
		return nil, rule.URISchemeNotFile
	case string(u[:n]) != "file":
		return nil, rule.URISchemeCase
	case backslash:
		return nil, rule.URIBackslash
	case len(u) < 7 || u[5] != '/' || u[6] != '/':
		return nil, rule.URIMissingSlashes
	}
	rest := u[7:]
	if i = scan.Find(rest, 0, '?', '#'); i < len(rest) {
		if rest[i] == '?' {
			return nil, rule.URIQuery
		}
		return nil, rule.URIFragment
	}
	return rest, rule.None
}

// authority splits the host from the path.
func authority(rest []byte) (path, host []byte, id rule.ID) {
	n := scan.Find(rest, 0, '/', '/')
	host, path = rest[:n], rest[n:]
	for _, c := range host {
		if c == '@' {
			return nil, nil, rule.URIUserinfo
		}
	}
	return path, host, rule.None
}

// topLevel are first directories that stand in the place of the host when a slash
// was forgotten.
var topLevel = [...]string{"home", "users", "tmp", "var", "usr", "opt", "srv", "mnt", "etc", "root", "volumes", "private", "workspace", "workspaces", "~"}

// remote says what is wrong with a host that is neither empty nor localhost.
func remote(host []byte) rule.ID {
	if len(host) == 2 && letter(host[0]) && (host[1] == ':' || host[1] == '|') {
		return rule.URIHostDrive
	}
	port := false
	for i, c := range host {
		switch c {
		case '%':
			return rule.URIHostEncoded
		case ':':
			port = true
			for _, d := range host[i+1:] {
				port = port && d >= '0' && d <= '9'
			}
		}
	}
	switch {
	case string(host) == "." || string(host) == "?":
		return rule.URIHostDevice
	case host[0] != '[' && port, host[0] == '[' && port && host[len(host)-1] != ']':
		return rule.URIPort
	}
	for _, s := range topLevel {
		if equalFold(host, s) {
			return rule.URITwoSlashPath
		}
	}
	return rule.URIHostRemote
}

// shareHost tells whether a host can be the server of a UNC path as it stands.
//
//go:noinline
func shareHost(host []byte) bool {
	for _, c := range host {
		if !letter(c) && !(c >= '0' && c <= '9') && c != '-' && c != '.' && c != '_' && c != '$' {
			return false
		}
	}
	return host[0] != '.'
}

// Characters of a URI, by what is to say of them raw in a path.
const (
	unreserved = 1 << iota // RFC 3986 section 2.3
	pchar                  // raw in the canonical form: unreserved, sub-delims, ':', '@'
	Harmless               // raw in the canonical form, whatever stands beside it: without '~', '$', with '/'
)

// Class holds the sum of each character's classes as a digit, whose low bits are
// the sum: a table that is there costs a fifth of the code that makes it.
const Class = "" +
	// control
	"00000000000000000000000000000000" +
	//  !"#$%&'()*+,-./0123456789:;<=>?
	"06002066666667747777777777660600" +
	// @ABCDEFGHIJKLMNOPQRSTUVWXYZ[\]^_
	"67777777777777777777777777700007" +
	// `abcdefghijklmnopqrstuvwxyz{|}~
	"07777777777777777777777777700030" +
	// not ASCII
	zeros + zeros + zeros + zeros

const zeros = "00000000000000000000000000000000"

// spelling notes what the canonical form would write otherwise.
func (r *Reader) spelling(path []byte) {
	for i := 0; i < len(path); i++ {
		switch c := path[i]; {
		case Class[c] != '0':
		case c >= utf8.RuneSelf:
			r.note(rule.URINonASCII)
		case c == '%':
			a, b := path[i+1], path[i+2]
			d := byte(unhex(a)<<4 | unhex(b))
			switch {
			case Class[d]&unreserved != 0:
				r.note(rule.URIOverencoded)
			case a >= 'a' || b >= 'a':
				r.note(rule.URILowercaseHex)
			case Class[d]&pchar != 0 && d != ':':
				r.note(rule.URINotCanonical)
			}
			i += 2
		default:
			r.note(rule.URIIllegalChar)
		}
	}
}

// segments reads the path: decodes each segment once, judges it, and appends it to
// the native path.
func (r *Reader) segments(path, host []byte, unc bool, o Options) rule.ID {
	// First what holds on every platform, over all segments: nothing decoded
	// twice, no separator and no control character out of an encoding.
	p := &r.Path
	p.Platform = o.Platform
	if p.Platform == Auto {
		p.Platform = POSIX
		if seg := r.decode(segment(path, 1, '/')); drive(seg) {
			p.Platform = Windows
		}
	}
	for i := 1; i <= len(path); {
		raw := segment(path, i, '/')
		i += len(raw) + 1
		if id := r.judge(raw, o); id != rule.None {
			return id
		}
	}
	// Then the platform's own rules.
	at := 1
	switch {
	case unc:
		share := segment(path, at, '/')
		if len(share) == 0 {
			return rule.WinUNC
		}
		if id := r.share(host, r.decode(share)); id != rule.None {
			return id
		}
		at += len(share) + 1
	case p.Platform == Windows:
		raw := segment(path, at, '/')
		seg := r.decode(raw)
		switch {
		case len(seg) < 2 || !letter(seg[0]) || seg[1] != ':' && seg[1] != '|':
			return rule.WinNoDrive
		case seg[1] == '|':
			if len(seg) > 2 {
				return rule.WinNoDrive
			}
			return rule.WinDrivePipe
		case len(seg) > 2:
			return rule.WinDriveRelative
		case at+len(raw) == len(path):
			return rule.WinDriveNoSlash
		}
		if len(raw) > 2 {
			r.note(rule.URIEncodedDriveColon)
		}
		r.drive(seg[0])
		at += len(raw) + 1
	default:
		raw := segment(path, at, '/')
		if drive(r.decode(raw)) || len(raw) > 0 && raw[0] == '|' { // Python makes a drive's colon of that bar
			return rule.POSIXDrivePath
		}
	}
	p.Anchor = len(r.native)
	for first := true; at <= len(path); first = false {
		raw := segment(path, at, '/')
		at += len(raw) + 1
		seg := r.decode(raw)
		switch {
		case len(seg) == 0:
			if at <= len(path) {
				r.note(rule.URIEmptySegment)
			} else if len(r.native) > p.Anchor {
				r.note(rule.URITrailingSlash)
			}
		case len(seg) == 1 && seg[0] == '.': // of a query
		case len(seg) == 2 && seg[0] == '.' && seg[1] == '.':
			p.DotDot = true
			r.put(seg)
		default:
			if id := r.component(seg, first); id != rule.None {
				return id
			}
			r.put(seg)
		}
	}
	r.done()
	return rule.None
}

// drive begins a path with its drive.
func (r *Reader) drive(letter byte) {
	if letter >= 'a' {
		r.note(rule.WinDriveLetterCase)
	}
	r.native.byte(upper(letter))
	r.native.byte(':')
}

// share begins a network path with its server and share.
func (r *Reader) share(server, name []byte) rule.ID {
	r.native.byte('\\') // put adds the other one
	r.put(server)
	if id := r.component(name, false); id != rule.None {
		return id
	}
	r.put(name)
	r.noteAs(rule.WinUNC, rule.Warning) // it was let in
	if equalFold(server, "wsl$") || equalFold(server, "wsl.localhost") {
		r.note(rule.WSLPath)
	}
	return rule.None
}

//go:noinline
func segment(path []byte, i int, sep byte) []byte {
	return path[i:scan.Find(path, i, sep, sep)]
}

// decode decodes a segment's percent-encoding, once.
//
//go:noinline
func (r *Reader) decode(raw []byte) []byte {
	if r.simple {
		return raw
	}
	r.seg = r.seg[:0]
	start := 0
	for i, c := range raw {
		if c == '%' {
			r.seg.add(raw[start:i])
			r.seg.byte(byte(unhex(raw[i+1])<<4 | unhex(raw[i+2])))
			start = i + 3
		}
	}
	if start == 0 {
		return raw
	}
	r.seg.add(raw[start:])
	return r.seg
}

// judge refuses what a segment may hold on no platform.
func (r *Reader) judge(raw []byte, o Options) rule.ID {
	seg := r.decode(raw)
	decoded := len(seg) != len(raw)
	if decoded {
		for _, c := range seg {
			switch {
			case c == '/':
				return rule.URIEncodedSlash
			case c == 0:
				return rule.URIEncodedNUL
			case control(c):
				return rule.URIEncodedControl
			case c == '\\' && r.Path.Platform == Windows:
				return rule.URIEncodedBackslash
			}
		}
		if id := notUTF8(seg); id != rule.None {
			return id
		}
		switch hides(seg) {
		case dangerous:
			return rule.URIDoubleEncoded
		case encoding:
			r.noteAs(rule.URIDoubleEncoded, rule.Warning)
		}
	}
	if !o.Query && (string(seg) == "." || string(seg) == "..") {
		if decoded {
			return rule.URIEncodedDotSegment
		}
		return rule.URIDotSegment
	}
	return rule.None
}

// notUTF8 says what is wrong with a text that is not UTF-8: bytes that mean nothing,
// or a form longer than its character needs (RFC 3629 section 3).
func notUTF8(b []byte) rule.ID {
	for i := 0; i < len(b); {
		r, n := scan.Rune(b, i)
		if r == utf8.RuneError && n == 1 {
			next := byte(0)
			if i+1 < len(b) {
				next = b[i+1]
			}
			if b[i] == 0xC0 || b[i] == 0xC1 || b[i] == 0xE0 && next >= 0x80 && next < 0xA0 || b[i] == 0xF0 && next >= 0x80 && next < 0x90 {
				return rule.URIOverlongUTF8
			}
			return rule.URIInvalidUTF8
		}
		i += n
	}
	return rule.None
}

// AppendURI appends the canonical URI of a path.
func (p *Path) AppendURI(dst []byte) []byte {
	b := p.Native
	before := "file://"
	if p.plain {
		return append(append(dst, before...), b...)
	}
	if p.Platform == Windows {
		if b[0] == '\\' { // \\server\share
			b = b[2:]
		} else { // C:\
			before = "file:///"
		}
	}
	sep := p.Separator()
	out := text(dst)
	out.lit(before)
	start := 0
	for i, c := range b {
		if Class[c]&pchar != 0 || c == '/' && c == sep {
			continue
		}
		out.add(b[start:i])
		start = i + 1
		out.escaped(c, c == sep)
	}
	out.add(b[start:])
	return out
}

// escaped appends a character as a URI's path spells it: percent-encoded, unless
// it separates.
//
//go:noinline
func (t *text) escaped(c byte, separates bool) {
	const digits = "0123456789ABCDEF"
	if separates {
		t.byte('/')
		return
	}
	t.add([]byte{'%', digits[c>>4], digits[c&15]})
}
