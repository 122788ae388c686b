package fileuri

import (
	"github.com/mcproots/mcproots/wasm/rule"
	"github.com/mcproots/mcproots/wasm/scan"
)

// Native reads a native path. It returns the code of the first rule that refuses
// it, or rule.None with r.Path and r.Notes filled in.
func (r *Reader) Native(b []byte, o Options) rule.ID {
	r.reset()
	if r.plain(b, o) {
		return rule.None
	}
	if len(b) == 0 {
		return rule.PathEmpty
	}
	if len(b) > MaxLength {
		return rule.PathTooLong
	}
	i := scan.Simple(b, 0)
	r.simple = i == len(b)
	for ; i < len(b); i++ {
		if control(b[i]) {
			return rule.PathControlChar
		}
	}
	if len(b) >= 5 && equalFold(b[:5], "file:") {
		return rule.PathIsURI
	}
	p := &r.Path
	if p.Platform = o.Platform; p.Platform == Auto {
		p.Platform = POSIX
		if len(b) >= 2 && (letter(b[0]) && b[1] == ':' || b[0] == '\\' && b[1] == '\\') {
			p.Platform = Windows
		}
	}
	if p.Platform == Windows {
		at, id := r.windowsAnchor(b, o)
		if id != rule.None {
			return id
		}
		return r.components(b, at, o)
	}
	if b[0] != '/' {
		return rule.RelativePath
	}
	at := 0
	for at < len(b) && b[at] == '/' {
		at++
	}
	if drive(r.name(b, at)) {
		return rule.POSIXDrivePath
	}
	return r.components(b, at, o)
}

// separates tells whether c ends a component: on Windows both slashes do.
func (r *Reader) separates(c byte) bool {
	return c == '/' || c == '\\' && r.Path.Platform == Windows
}

//go:noinline
func (r *Reader) name(b []byte, i int) []byte {
	other := byte('/')
	if r.Path.Platform == Windows {
		other = '\\'
	}
	return b[i:scan.Find(b, i, '/', other)]
}

// windowsAnchor reads a drive or a share and returns where the components begin.
func (r *Reader) windowsAnchor(b []byte, o Options) (int, rule.ID) {
	p := &r.Path
	switch {
	case r.separates(b[0]):
		if len(b) >= 4 && b[1] == '?' && b[2] == '?' && r.separates(b[3]) { // \??\
			return 0, rule.WinDeviceNamespace
		}
		if len(b) < 2 || !r.separates(b[1]) {
			return 0, rule.WinRootRelative
		}
		server := r.name(b, 2)
		if s := string(server); s == "?" || s == "." || s == "??" {
			return 0, rule.WinDeviceNamespace
		}
		if !o.UNC || o.Platform != Windows || len(server) == 0 || !shareHost(server) {
			return 0, rule.WinUNC
		}
		at := 2 + len(server) + 1
		if at >= len(b) {
			return 0, rule.WinUNC
		}
		share := r.name(b, at)
		if len(share) == 0 || string(share) == "." || string(share) == ".." {
			return 0, rule.WinUNC
		}
		if id := r.share(server, share); id != rule.None {
			return 0, id
		}
		p.Anchor = len(r.native)
		return at + len(share), rule.None
	case len(b) >= 2 && letter(b[0]) && b[1] == ':':
		if len(b) == 2 || !r.separates(b[2]) {
			return 0, rule.WinDriveRelative
		}
		r.drive(b[0])
		p.Anchor = 2
		return 2, rule.None
	}
	return 0, rule.RelativePath
}

// components reads the names from at on.
func (r *Reader) components(b []byte, at int, o Options) rule.ID {
	p := &r.Path
	for first := true; at < len(b); {
		seg := r.name(b, at)
		at += len(seg) + 1
		switch {
		case len(seg) == 0:
			continue
		case string(seg) == ".":
			if !o.Query {
				return rule.URIDotSegment
			}
			continue
		case string(seg) == "..":
			if !o.Query {
				return rule.URIDotSegment
			}
			p.DotDot = true
		default:
			if id := r.component(seg, first); id != rule.None {
				return id
			}
			if !r.simple && hides(seg) == dangerous {
				if !o.Query {
					return rule.PathPercentEncoded
				}
				r.noteAs(rule.PathPercentEncoded, rule.Warning)
			}
		}
		r.put(seg)
		first = false
	}
	r.done()
	return rule.None
}
