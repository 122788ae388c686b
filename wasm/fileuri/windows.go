package fileuri

import (
	"github.com/mcproots/mcproots/wasm/rule"
	"github.com/mcproots/mcproots/wasm/scan"
)

// windowsName judges a name by Windows rules: no stream, no character that Windows
// forbids, no trailing dot or space, no device.
func windowsName(seg []byte) rule.ID {
	for _, c := range seg {
		switch c {
		case ':':
			return rule.WinADS
		case '<', '>', '"', '|', '?', '*', '/', '\\':
			return rule.WinIllegalChar
		}
	}
	if c := seg[len(seg)-1]; c == '.' || c == ' ' {
		return rule.WinTrailingDotSpace
	}
	if reserved(seg) {
		return rule.WinReservedName
	}
	return rule.None
}

// reserved tells whether a name stands for a device: CON, PRN, AUX, NUL, COM1 to
// COM9 and LPT1 to LPT9 with superscript digits too, CONIN$ and CONOUT$, in any
// case, with any extension and with spaces before it.
func reserved(seg []byte) bool {
	n := 0
	for n < len(seg) && seg[n] != '.' {
		n++
	}
	for n > 0 && seg[n-1] == ' ' {
		n--
	}
	base := seg[:n]
	list := devices[:]
	switch {
	case n == 4 && base[3] >= '1' && base[3] <= '9',
		n == 5 && base[3] == 0xC2 && (base[4] == 0xB9 || base[4] == 0xB2 || base[4] == 0xB3): // superscript one, two and three
		base, list = base[:3], ports[:]
	}
	for _, name := range list {
		if equalFold(base, name) {
			return true
		}
	}
	return false
}

var (
	devices = [...]string{"con", "prn", "aux", "nul", "conin$", "conout$"}
	ports   = [...]string{"com", "lpt"} // with a digit
)

// shortName tells whether a name has the shape of an 8.3 alias: at most eight
// characters before the dot that end in a tilde and digits, at most three after.
//
//go:noinline
func shortName(seg []byte) bool {
	n := 0
	for n < len(seg) && seg[n] != '.' {
		n++
	}
	if n > 8 || len(seg)-n > 4 {
		return false
	}
	d := n
	for d > 0 && seg[d-1] >= '0' && seg[d-1] <= '9' {
		d--
	}
	return d < n && d > 1 && seg[d-1] == '~'
}

// utf16Length counts UTF-16 units, in which Windows measures names.
func utf16Length(b []byte) int {
	n := 0
	for i := 0; i < len(b); {
		r, size := scan.Rune(b, i)
		if r > 0xFFFF {
			n++
		}
		n++
		i += size
	}
	return n
}
