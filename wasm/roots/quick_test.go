package roots

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
)

// slowly answers without the quick path.
func slowly(op Op, in []byte) []byte {
	var c Core
	c.slow(op, in)
	return c.out
}

// pieces are what the documents of the test below are put together from: mostly
// sound, so that the quick path is taken, and every kind of thing it must not take.
var pieces = struct{ head, path, name, between []string }{
	head:    []string{"file:///", "file:///", "file:///", "file:///", "file:///", "file:///", "file://", "file:////", "FILE:///", "/", ""},
	path:    []string{"srv/", "home/", "u/", "app", "a", "b/", "project-1", "my_project/", "src/main", "c", "x.y", "etc/", "mnt/c/", "C:/", ".git/", "../", "./", "/", "~", "%20", "%2F", "$HOME/", " ", "é", "\\u0041", "a:b", "1", "abcdefgh", "01234567/", "0123456789abcdef0123456789abcdef", "q?", "#", "[", "nul"},
	name:    []string{"app", "my app", "项目", "a\\nb", "\u202e", "\x7f", "", "a", "0123456789", "0123456789abcde", "0123456789abcdef", "0123456789abcdef0123456789abcdefä", "\\\""},
	between: []string{",", ",", ",", ", ", ",\n  ", ""},
}

func pick(r *rand.Rand, s []string) string { return s[min(r.IntN(len(s)), r.IntN(len(s)))] }

func document(r *rand.Rand) string {
	var b strings.Builder
	b.WriteString(`{"roots":[`)
	for i := range 1 + r.IntN(6) {
		if i > 0 {
			b.WriteString(pick(r, pieces.between))
		}
		uri := "file:///srv/"
		for range r.IntN(4) {
			uri += pieces.path[r.IntN(11)]
		}
		if r.IntN(4) == 0 { // the end at each place of a block
			uri += "0123456789abcdef0123456789abcdef"[r.IntN(32):]
		}
		if r.IntN(4) == 0 {
			uri = pick(r, pieces.head)
			for range 1 + r.IntN(6) {
				uri += pick(r, pieces.path)
			}
		}
		member := []string{`"uri":"` + uri + `"`, `"name":"` + pick(r, pieces.name) + `"`, `"uri": "` + uri + `"`, `"_meta":{}`}
		switch r.IntN(8) {
		case 0:
			fmt.Fprintf(&b, "{%s%s%s}", member[1], pick(r, pieces.between), member[0])
		case 1:
			fmt.Fprintf(&b, "{ %s , %s }", member[2], member[1])
		case 2:
			fmt.Fprintf(&b, "{%s,%s}", member[r.IntN(4)], member[r.IntN(4)])
		case 3, 4:
			fmt.Fprintf(&b, "{%s}", member[0])
		default:
			fmt.Fprintf(&b, "{%s,%s}", member[0], member[1])
		}
	}
	b.WriteString([]string{"]}", "]}", "]}", "] }", "]", "}", `],"a":1}`, "]} x"}[min(r.IntN(8), r.IntN(8))])
	return b.String()
}

// enveloped is a document in its JSON-RPC response, mostly a sound one.
func enveloped(r *rand.Rand, doc string) string {
	members := []string{
		`"jsonrpc":` + pick(r, []string{`"2.0"`, `"2.0"`, ` "2.0"`, `"2.1"`, `2`}),
		`"id":` + pick(r, []string{"0", "7", `"a"`, `"a"`, "123456789012345678", `"9f1c4a40-6b2e-4c8b-9d51-1f2f6f0c6f9e"`, "-1", "1.0", "01", `"a\"`, `""`, "null"}),
		`"result":` + pick(r, []string{"", "", "", " "}) + doc,
	}
	r.Shuffle(len(members), func(i, j int) { members[i], members[j] = members[j], members[i] })
	switch r.IntN(12) {
	case 0:
		members = members[1:]
	case 1:
		members = append(members, members[r.IntN(3)])
	case 2:
		members = append(members, pick(r, []string{`"error":{}`, `"_meta":{}`, `"method":"roots/list"`, `"params":{}`}))
	case 3:
		return "{ " + strings.Join(members, " , ") + " }"
	}
	return "{" + strings.Join(members, ",") + "}"
}

// reading is an input of read.
func reading(r *rand.Rand, doc string) string {
	options := []string{`"message":` + doc}
	for _, values := range [][]string{
		{`"id":0`, `"id":7`, `"id": "a"`, `"id":null`, `"id":"b"`, `"id":1.0`},
		{`"revision":"2025-11-25"`, `"revision": "2026-07-28"`, `"revision":"2025-11-26"`, `"revision":"2`, "\"revision\":\x00\x00\x00\x00"},
		{`"platform":"auto"`, `"platform": "posix"`, `"platform":"windows"`},
		{`"values":true`, `"message":{}`, `"text":""`, `"messages":[]`, `"aa0":1`},
	} {
		if r.IntN(3) == 0 {
			options = append(options, pick(r, values))
		}
	}
	r.Shuffle(len(options), func(i, j int) { options[i], options[j] = options[j], options[i] })
	return "{" + strings.Join(options, []string{",", ",", ", ", " ,"}[r.IntN(4)]) + "}" + pick(r, []string{"", "", "", " ", "x"})
}

// asking is an input of check with options, mostly those that the quick path knows.
func asking(r *rand.Rand, doc string) string {
	options := []string{`"roots":false`, `"message":` + doc, `"message": ` + doc, `"roots":true`, `"roots" :false`}[:2+r.IntN(2)*r.IntN(4)]
	for _, values := range [][]string{
		{`"revision":"2024-11-05"`, `"revision":"2025-03-26"`, `"revision":"2025-06-18"`, `"revision": "2025-11-25"`, `"revision":"2026-07-28"`, `"revision":"2025-11-26"`, `"revision":"2`, "\"revision\":\x00\x00\x00\x00"},
		{`"kind":"result"`, `"kind":"response"`, `"kind":"error"`, `"kind":null`},
		{`"profile":"strict"`, `"profile":"protocol"`},
		{`"platform":"auto"`, `"platform":"posix"`, `"platform":"windows"`},
		{`"values":true`, `"maxRoots":3`, `"profile":"strict"`, `"aa0":1`},
	} {
		if r.IntN(3) == 0 {
			options = append(options, pick(r, values))
		}
	}
	r.Shuffle(len(options), func(i, j int) { options[i], options[j] = options[j], options[i] })
	return "{" + strings.Join(options, []string{",", ",", ", ", " ,"}[r.IntN(4)]) + "}"
}

// hosted is an input of check as hosts write it, and what a caller may add.
func hosted(r *rand.Rand, doc string) string {
	head := []string{"", `"revision":"2025-11-25",`, `"revision":"2026-07-28",`, `"revision":"2024-11-05",`, `"revision":"2025-11-26",`, `"revision":"2035-11-25",`, `"revision":"2025-06-18";`}
	tail := []string{"", "", `,"profile":"strict"`, ` , "kind":"result" `, `,"revision":"2025-06-18"`, `,"roots":false`, `,"message":{}`, `,"roots":true`, " ", "}", ",x"}
	return "{" + pick(r, head) + `"roots":false,"message":` + doc + pick(r, tail) + "}"
}

// takesTheQuickPath tells whether the quick path alone answers an operation.
func takesTheQuickPath(op Op, in []byte) bool {
	var c Core
	switch op {
	case ValidResponse:
		return c.quick.valid(in)
	case Check:
		return c.quickCheck(in) != nil
	}
	return c.quickRead(in) != nil
}

func TestTheQuickPathSaysWhatTheTablesSay(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	var used Core
	documents := 60_000
	if testing.Short() {
		documents = 3_000
	}
	ways := []struct {
		name  string
		op    Op
		input func(doc string) string
		taken int
		least float64 // of the documents that the quick path takes this way
	}{
		{"valid_response", ValidResponse, func(doc string) string { return doc }, 0, 0.1},
		{"check", Check, func(doc string) string { return `{"message":` + doc + `,"roots":false,"revision":"2025-11-25"}` }, 0, 0.02},
		{"check, listed", Check, func(doc string) string { return `{"revision":"2025-11-25","message":` + doc + `}` }, 0, 0.02},
		{"check with options", Check, func(doc string) string { return asking(r, doc) }, 0, 0.002},
		{"check from a host", Check, func(doc string) string { return hosted(r, doc) }, 0, 0.005},
		{"check of a response", Check, func(doc string) string { return hosted(r, enveloped(r, doc)) }, 0, 0.001},
		{"check of a response with options", Check, func(doc string) string { return asking(r, enveloped(r, doc)) }, 0, 0.001},
		{"read", Read, func(doc string) string { return reading(r, doc) }, 0, 0.005},
		{"read of a response", Read, func(doc string) string { return reading(r, enveloped(r, doc)) }, 0, 0.001},
	}
	for range documents {
		doc := document(r)
		for i := range ways {
			w := &ways[i]
			in := []byte(w.input(doc))
			if takesTheQuickPath(w.op, in) {
				w.taken++
			}
			want := slowly(w.op, in)
			if got := used.Call(w.op, in); !bytes.Equal(got, want) {
				t.Fatalf("%s: %q\n got %s\nwant %s", w.name, in, got, want)
			}
			if !json.Valid(want) {
				t.Fatalf("%s: %q: no JSON: %s", w.name, in, want)
			}
		}
	}
	for _, w := range ways {
		t.Logf("%s: taken %d times of %d", w.name, w.taken, documents)
		if float64(w.taken) < w.least*float64(documents) {
			t.Errorf("%s: taken only %d times of %d", w.name, w.taken, documents)
		}
	}
}

// FuzzQuickPath looks for inputs that the quick path answers otherwise than the tables.
func FuzzQuickPath(f *testing.F) {
	r := rand.New(rand.NewPCG(5, 6))
	for range 100 {
		doc := document(r)
		message := enveloped(r, doc)
		f.Add(uint8(0), []byte(doc))
		f.Add(uint8(1), []byte(asking(r, doc)))
		f.Add(uint8(1), []byte(hosted(r, message)))
		f.Add(uint8(2), []byte(reading(r, message)))
	}
	var used Core
	f.Fuzz(func(t *testing.T, n uint8, in []byte) {
		op := [...]Op{ValidResponse, Check, Read}[n%3]
		want := slowly(op, in)
		if got := used.Call(op, in); !bytes.Equal(got, want) {
			t.Fatalf("%q\n got %s\nwant %s", in, got, want)
		}
	})
}

func TestAGrownBufferHasRoomForABlockAfterIt(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	var b []byte
	kept := 0
	for range 10_000 {
		n := 1 + r.IntN(1<<r.IntN(22))
		was := cap(b)
		b = Grow(b, n)
		if len(b) != n || cap(b)-n < block {
			t.Fatalf("%d bytes of %d, after %d", n, cap(b), was)
		}
		if cap(b) == was {
			kept++
			n = cap(b) // a host may ask for any size up to what it was once given, and a little more
			if b = Grow(b, n); cap(b)-n < block {
				t.Fatalf("%d bytes of %d, after %d", n, cap(b), was)
			}
		}
	}
	if kept < 1000 {
		t.Errorf("a buffer was kept only %d times", kept)
	}
}
