// Package fileuri holds the policy for file URIs and native paths: what is
// accepted on which platform, the canonical form of both, and whether a path lies
// inside roots. It knows no disk and no host: the platform is always an argument.
//
// Its laws: split first, decode each segment once, never again; compare
// components, never characters; refuse what two common converters read
// differently; never repair silently.
package fileuri

import (
	"unicode/utf8"

	"github.com/mcproots/mcproots/wasm/rule"
)

// MaxLength is the longest URI or path that is read, in bytes.
const MaxLength = 32 << 10

// A Platform says whose rules a path follows.
type Platform uint8

// The platforms. Auto takes a path with a drive for Windows and any other for
// POSIX.
const (
	Auto Platform = iota
	POSIX
	Windows
)

//go:noinline
func (p Platform) String() string {
	switch p {
	case POSIX:
		return "posix"
	case Windows:
		return "windows"
	}
	return "auto"
}

// Options change what is accepted.
type Options struct {
	Platform Platform
	UNC      bool // accept network paths, on Windows
	Query    bool // the path is asked about, not a root: dot segments are kept for the verdict
}

// A Note is a finding that doesn't refuse the URI or path.
type Note struct {
	_        [0]func() // never compared: spares the module the code for it
	Code     rule.ID
	Severity rule.Severity
}

// A Path is an accepted URI or native path. Its slices belong to the [Reader]
// that read it, until its next reading.
type Path struct {
	Platform Platform
	Native   []byte // canonical: single separators, none at the end, drive in upper case
	Anchor   int    // length in Native of what comes before the components' first separator
	DotDot   bool   // of a query: the components hold a ".."
	plain    bool   // its URI is its text behind file://
}

// A Reader reads URIs and paths. It keeps memory between readings, never data.
// The zero Reader is ready to use; it serves one caller at a time.
type Reader struct {
	Path  Path
	Notes []Note

	native text
	seg    text
	simple bool // what is read holds nothing that scan.Simple stops at
}

// text is text under construction. A call takes a third of the room of an append in
// its place.
type text []byte

//go:noinline
func (t *text) add(s []byte) { *t = append(*t, s...) }

//go:noinline
func (t *text) lit(s string) { *t = append(*t, s...) }

//go:noinline
func (t *text) byte(c byte) { *t = append(*t, c) }

func (r *Reader) reset() {
	r.Path = Path{}
	r.Notes = r.Notes[:0]
	r.native = r.native[:0]
	r.simple = false
}

// plain reads a POSIX path that is canonical as it stands, and of which there is
// nothing to say, in one pass: most are. All others it leaves to the rules.
func (r *Reader) plain(b []byte, o Options) bool {
	if o.Platform == Windows || len(b) < 2 || len(b) > 255 || b[0] != '/' || b[1] == 'm' && wsl(b) {
		return false
	}
	const leading = 0 // a dot at the beginning of a name
	before := byte('/')
	for _, c := range b[1:] {
		switch {
		case Class[c]&Harmless == 0:
			return false
		case c == '.' && before == '/':
			c = leading
		case (c == '/' || c == '.') && (before == '/' || before == leading):
			return false
		}
		before = c
	}
	if before == '/' || before == leading || len(b) > 2 && b[2] == ':' { // a drive
		return false
	}
	r.native = append(r.native, b...)
	r.Path = Path{Platform: POSIX, Native: r.native, plain: true}
	return true
}

//go:noinline
func (r *Reader) note(id rule.ID) { r.noteAs(id, rule.Get(id).Severity) }

//go:noinline
func (r *Reader) noteAs(id rule.ID, s rule.Severity) {
	for _, n := range r.Notes {
		if n.Code == id {
			return
		}
	}
	r.Notes = append(r.Notes, Note{Code: id, Severity: s})
}

//go:noinline
func letter(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' }

func upper(c byte) byte {
	if c >= 'a' && c <= 'z' {
		return c - 0x20
	}
	return c
}

func lower(c byte) byte {
	if c >= 'A' && c <= 'Z' {
		return c + 0x20
	}
	return c
}

// equalFold compares ASCII without case; s is in lower case.
//
//go:noinline
func equalFold(b []byte, s string) bool {
	if len(b) != len(s) {
		return false
	}
	for i := range b {
		if lower(b[i]) != s[i] {
			return false
		}
	}
	return true
}

func control(c byte) bool { return c < 0x20 || c == 0x7F }

// drive tells whether the first segment looks like a Windows drive: a letter and a
// colon, or exactly a letter and the old vertical bar.
//
//go:noinline
func drive(seg []byte) bool {
	return len(seg) >= 2 && letter(seg[0]) && (seg[1] == ':' || seg[1] == '|' && len(seg) == 2)
}

// component judges one decoded name that is no dot segment, in its place.
func (r *Reader) component(seg []byte, first bool) rule.ID {
	ascii, backslash := true, false
	if !r.simple {
		for _, c := range seg {
			ascii = ascii && c < utf8.RuneSelf
			backslash = backslash || c == '\\'
		}
	}
	if r.Path.Platform == Windows {
		if id := windowsName(seg); id != rule.None {
			return id
		}
		if shortName(seg) {
			r.note(rule.WinShortName)
		}
		if utf16Length(seg) > 255 {
			r.note(rule.ComponentTooLong)
		}
	} else {
		if len(seg) > 255 {
			r.note(rule.ComponentTooLong)
		}
		if backslash {
			r.note(rule.POSIXBackslash)
		}
		if seg[0] == ' ' || seg[len(seg)-1] == ' ' {
			r.note(rule.PathEdgeSpace)
		}
	}
	if first && seg[0] == '~' {
		r.note(rule.URITilde)
	}
	if variable(seg) {
		r.note(rule.URIEnvVar)
	}
	if !ascii {
		r.unicode(seg)
	}
	return rule.None
}

// variable tells whether the name is written like an environment variable: $NAME,
// ${NAME} or %NAME%.
func variable(seg []byte) bool {
	n := len(seg)
	switch {
	case n >= 2 && seg[0] == '$':
		return letter(seg[1]) || seg[1] == '_' || seg[1] == '{'
	case n >= 3 && seg[0] == '%' && seg[n-1] == '%':
		for _, c := range seg[1 : n-1] {
			if !letter(c) && c != '_' && !(c >= '0' && c <= '9') && c != '(' && c != ')' {
				return false
			}
		}
		return true
	}
	return false
}

// hidden is what a second decoding would make of a name.
type hidden uint8

const (
	nothing   hidden = iota
	encoding         // some %XX
	dangerous        // an encoded dot, slash, backslash or NUL
)

func hides(seg []byte) hidden {
	h := nothing
	for i := 0; i+2 < len(seg); i++ {
		if seg[i] != '%' {
			continue
		}
		hi, lo := unhex(seg[i+1]), unhex(seg[i+2])
		if hi < 0 || lo < 0 {
			continue
		}
		switch hi<<4 | lo {
		case '.', '/', '\\', 0:
			return dangerous
		}
		h = encoding
	}
	return h
}

//go:noinline
func unhex(c byte) int {
	switch {
	case c >= '0' && c <= '9':
		return int(c - '0')
	case c >= 'A' && c <= 'F':
		return int(c - 'A' + 10)
	case c >= 'a' && c <= 'f':
		return int(c - 'a' + 10)
	}
	return -1
}

// put appends a component to the native path.
//
//go:noinline
func (r *Reader) put(seg []byte) {
	sep := byte('/')
	if r.Path.Platform == Windows {
		sep = '\\'
	}
	r.native = append(append(r.native, sep), seg...) // in place: every component of every path
}

// done closes the native path: a POSIX root is "/", a drive's root "C:\".
func (r *Reader) done() {
	p := &r.Path
	switch {
	case p.Platform == POSIX:
		if len(r.native) == 0 {
			r.native.byte('/')
		}
		if wsl(r.native) {
			r.mounted()
		}
	case len(r.native) == 2 && p.Anchor == 2:
		r.native.byte('\\')
	}
	if p.Platform == Windows && utf16Length(r.native) > 260 {
		r.note(rule.WinLongPath)
	}
	p.Native = r.native
}

// wsl tells whether a path is /mnt/<drive> or below, where a Linux process sees a
// Windows file system.
//
//go:noinline
func wsl(b []byte) bool {
	return len(b) >= 6 && string(b[:5]) == "/mnt/" && letter(b[5]) && (len(b) == 6 || b[6] == '/')
}

// mounted judges the names below /mnt/<drive> by Windows rules too.
func (r *Reader) mounted() {
	b := r.native
	r.note(rule.WSLPath)
	for i := 7; i < len(b); {
		seg := segment(b, i, '/')
		if string(seg) != "." && string(seg) != ".." {
			if id := windowsName(seg); id != rule.None {
				r.noteAs(id, rule.Warning)
			}
		}
		i += len(seg) + 1
	}
}

// Key returns the path in the form in which containment compares it: without the
// separator of a bare anchor, so that every descendant continues with one.
//
//go:noinline
func (p *Path) Key() []byte {
	if len(p.Native) == p.Anchor+1 {
		return p.Native[:p.Anchor]
	}
	return p.Native
}

// Separator returns the platform's separator.
//
//go:noinline
func (p *Path) Separator() byte {
	if p.Platform == Windows {
		return '\\'
	}
	return '/'
}
