package tests

import (
	"net/netip"
	"regexp"
	"strings"
	"testing"

	"github.com/mcproots/mcproots/wasm/roots"
)

// grammar is RFC 3986 appendix A for URIs that begin with file://, written as
// regular expressions rather than as a scanner.
var (
	grammar = func() *regexp.Regexp {
		const (
			unreserved = `A-Za-z0-9\-._~`
			delims     = `!$&'()*+,;=`
			pct        = `%[0-9A-Fa-f]{2}`
			pchar      = `(?:[` + unreserved + delims + `:@]|` + pct + `)`
			userinfo   = `(?:[` + unreserved + delims + `:]|` + pct + `)*`
			name       = `(?:[` + unreserved + delims + `]|` + pct + `)*`
			literal    = `\[([^\[\]]*)\]`
			rest       = `(?:` + pchar + `|[/?])*`
		)
		return regexp.MustCompile(`^file://(?:` + userinfo + `@)?(?:` + literal + `|` + name + `)(?::[0-9]*)?(?:/` + pchar + `*)*(?:\?` + rest + `)?(?:#` + rest + `)?$`)
	}()
	future = regexp.MustCompile(`^[vV][0-9A-Fa-f]+\.[A-Za-z0-9\-._~!$&'()*+,;=:]+$`)
)

func inGrammar(uri string) bool {
	m := grammar.FindStringSubmatch(uri)
	if m == nil {
		return false
	}
	if !strings.Contains(uri, "[") || future.MatchString(m[1]) {
		return true
	}
	address, err := netip.ParseAddr(m[1])
	return err == nil && address.Is6() && address.Zone() == ""
}

func protocolAccepts(t testing.TB, uri string) bool {
	a := ask(t, roots.ValidResponse, map[string]any{"roots": []any{map[string]any{"uri": uri}}})
	return string(a.Value) == "true"
}

var uriPieces = []string{
	"file://", "file:///", "file:", "FILE://", "//", "/", "a", "Z9", "-._~", "!$&'()*+,;=", ":", "@", "?", "#", "%20", "%2F", "%zz", "%", "%4", "host", "host:80", ":", ":80", ":x", "u@", "u:p@", "@@",
	"[::1]", "[::]", "[1:2:3:4:5:6:7:8]", "[1:2:3:4:5:6:7::]", "[::1.2.3.4]", "[1::2::3]", "[::1.2.3.256]", "[::01.2.3.4]", "[fe80::1%25en0]", "[v1.a:b]", "[v1.]", "[V1F.x]", "[vg.x]", "[]", "[", "]", "[12345::]", "[:1]", "[1:]", "[::1]x", "127.0.0.1",
	" ", "é", "\\", "|", "\"", "<", "^", "`", "{", "\t", "\n", "\x00", "\x7f", "..", ".",
}

func TestTheProtocolTakesExactlyTheURIsOfTheGrammar(t *testing.T) {
	r := seeded(16)
	accepted := 0
	for range 60000 {
		uri := "file://"
		if r.IntN(8) == 0 {
			uri = ""
		}
		from := uriPieces
		if r.IntN(2) == 0 {
			from = uriPieces[5:50]
		}
		for range 1 + r.IntN(5) {
			uri += pick(r, from)
		}
		want := inGrammar(uri)
		if want {
			accepted++
		}
		if got := protocolAccepts(t, uri); got != want {
			t.Errorf("%q: got %v, the grammar says %v", uri, got, want)
		}
	}
	if accepted < 5000 {
		t.Errorf("only %d were accepted", accepted)
	}
}

func FuzzProtocolURI(f *testing.F) {
	for _, piece := range uriPieces {
		f.Add("file://" + piece + "/a" + piece)
	}
	f.Fuzz(func(t *testing.T, uri string) {
		if strings.ToValidUTF8(uri, "") != uri {
			return
		}
		if got, want := protocolAccepts(t, uri), inGrammar(uri); got != want {
			t.Fatalf("%q: got %v, the grammar says %v", uri, got, want)
		}
	})
}
