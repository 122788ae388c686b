package tests

import (
	"bytes"
	"encoding/json"
	"math/rand/v2"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/mcproots/mcproots/wasm/roots"
)

// sameEitherWay asks about a document that may be a ListRootsResult in every way in
// which it can be asked about, and compares the answers: a shorter way through the
// core must not be another way.
func sameEitherWay(t testing.TB, document []byte) {
	t.Helper()
	var a answer
	direct := bytes.Clone(core.Call(roots.ValidResponse, document))
	if err := json.Unmarshal(direct, &a); err != nil || !a.OK {
		t.Fatalf("valid_response %q: %s", document, direct)
	}
	valid := string(a.Value) == "true"
	if valid && !json.Valid(document) {
		t.Errorf("%q is no JSON, but a ListRootsResult", document)
	}

	wrapped := append(append([]byte(`{"id":"r","request":{"method":"roots/list"},"inputResponses":{"r":`), document...), "}}"...)
	if json.Valid(document) { // else the call fails
		out := core.Call(roots.Response, wrapped)
		if ok := bytes.HasPrefix(out, []byte(`{"ok":true,"value":{"status":"ok"`)); ok != valid {
			t.Errorf("%q: valid_response says %v, response %s", document, valid, out)
		}
	}

	for _, message := range []string{string(document), `{"jsonrpc":"2.0","id":1,"result":` + string(document) + `}`, `{ "result": ` + string(document) + `, "jsonrpc": "2.0", "id": "a" }`} {
		for _, options := range []string{`"revision":"2025-11-25"`, `"roots":true,"revision":"2026-07-28"`, `"roots":false`, `"roots":false,"revision":"2025-11-25"`, `"revision":"2025-11-25","roots":false`, `"kind":"result","roots":false,"platform":"posix","profile":"strict","revision":"2024-11-05"`, `"kind":"response"`} {
			sameWithMore(t, roots.Check, options, message)
		}
		for _, options := range []string{`"platform":"auto"`, `"id":1`, `"id":"a","revision":"2025-11-25","platform":"posix"`} {
			sameWithMore(t, roots.Read, options, message)
		}
	}

	if message := bytes.TrimSpace(document); json.Valid(message) && utf8.Valid(message) {
		as := bytes.Clone(core.Call(roots.Check, append(append([]byte(`{"message":`), message...), '}')))
		if out := core.Call(roots.Check, append(append([]byte(`{"text":`), quote(message)...), '}')); !bytes.Equal(out, as) {
			t.Errorf("%q: check says of the message\n%s\nand of its text\n%s", message, as, out)
		}
	}
}

// sameWithMore asks about a message, with an option more and with the options behind it:
// the answer stays the same.
func sameWithMore(t testing.TB, op roots.Op, options, message string) {
	t.Helper()
	name := roots.Operations[op].Name
	short := bytes.Clone(core.Call(op, []byte(`{`+options+`,"message":`+message+`}`)))
	other := bytes.Clone(core.Call(op, []byte(`{"message":`+message+`,`+options+`}`)))
	long := core.Call(op, []byte(`{`+options+`,"values":false,"message":`+message+`}`))
	if json.Valid([]byte(message)) && !bytes.Equal(short, other) {
		t.Errorf("%q: the order of members changes the answer of %s from\n%s\nto\n%s", message, name, short, other)
	}
	failed := []byte(`{"ok":false`) // positions then count in the input
	if bytes.HasPrefix(short, failed) && bytes.HasPrefix(long, failed) {
		return
	}
	if !bytes.Equal(short, long) {
		t.Errorf("%q: %s: %s says\n%s\nand with one option more\n%s", message, options, name, short, long)
	}
}

func quote(s []byte) []byte {
	var b bytes.Buffer
	encoder := json.NewEncoder(&b)
	encoder.SetEscapeHTML(false)
	encoder.Encode(string(s))
	return bytes.TrimSpace(b.Bytes())
}

// directories are components near the edges of what there is something to say of.
var directories = []string{"srv", "app", "a", "b", "etc", "proc", "sys", "dev", "boot", "mnt", "c", "home", "Users", "root", "usr", "var", "me", "work", "project", "project-1", "my_project", "x.y", ".git", ".", "..", "", "~", "~me", "C:", "a:b", "%20", "%41", "%2e", "%", "$HOME", "a@b", "(v2)", "abcdefgh", "0123456", "01234567", "012345678", "nul", "é", "a b", "a\u200bb"}

func someList(r *rand.Rand) string {
	var b strings.Builder
	space := func() string { return pick(r, []string{"", "", "", "", " ", "\n", "\r\n\t"}) }
	b.WriteString(`{` + space() + `"roots"` + space() + `:` + space() + `[`)
	for i := range 1 + r.IntN(5) {
		if i > 0 {
			b.WriteString(space() + ",")
		}
		uri := pick(r, []string{"file:///", "file:///", "file:///", "file:///srv/", "file:///home/", "file:///a/b/", "file:////", "file://"})
		common := 12 + r.IntN(len(directories)-11)
		for j := range r.IntN(5) {
			if j > 0 {
				uri += "/"
			}
			uri += directories[r.IntN(common)]
		}
		if r.IntN(20) == 0 {
			uri += "/" + strings.Repeat(pick(r, []string{"a", "ab/", "abcdefgh"}), r.IntN(300))
		}
		member := `"uri"` + space() + ":" + space() + `"` + uri + `"`
		name := `"name":"` + pick(r, []string{"", "app", "App 1", "é", "项目", "😀", "a\\n", "\\u0041", "\u202e", "\x7f", "\u0085", strings.Repeat("n", 250+r.IntN(12)), strings.Repeat("é", 126+r.IntN(6))}) + `"`
		entry := pick(r, []string{member, member + "," + name, name + "," + member, member + " , " + name, name, member + `,"x":1`, member + "," + member})
		b.WriteString(space() + "{" + space() + entry + space() + "}")
	}
	b.WriteString(space() + "]" + space() + pick(r, []string{"}", "}", "}", "}", "}", "} ", `,"_meta":{}}`, "}}", ""}))
	return b.String()
}

func TestAShortWayThroughTheCoreIsNoOtherWay(t *testing.T) {
	r := seeded(12)
	for range 8000 {
		sameEitherWay(t, []byte(someList(r)))
		if t.Failed() {
			return
		}
	}
}

func TestNoByteInTheWrongPlaceGoesUnseen(t *testing.T) {
	r := seeded(13)
	for range 20000 {
		document := []byte(someList(r))
		for range 1 + r.IntN(2) {
			i := r.IntN(len(document))
			b := byte(r.IntN(256))
			if r.IntN(2) == 0 {
				b = pick(r, []byte("\x00\x01\x0b\x0c\x1f \"\\{}[],:/.%~\x7f\x80\xc3\xff"))
			}
			switch r.IntN(3) {
			case 0:
				document[i] = b
			case 1:
				document = append(document[:i], document[i+1:]...)
			default:
				document = append(document[:i], append([]byte{b}, document[i:]...)...)
			}
		}
		sameEitherWay(t, document)
		if t.Failed() {
			return
		}
	}
}
