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

// asking is an input of check with options, mostly those that the quick path knows.
func asking(r *rand.Rand, doc string) string {
	options := []string{`"roots":false`, `"message":` + doc, `"message": ` + doc, `"roots":true`, `"roots" :false`}[:2+r.IntN(2)*r.IntN(4)]
	for _, values := range [][]string{
		{`"revision":"2024-11-05"`, `"revision":"2025-03-26"`, `"revision":"2025-06-18"`, `"revision": "2025-11-25"`, `"revision":"2026-07-28"`, `"revision":"2025-11-26"`, `"revision":"2`},
		{`"kind":"result"`, `"kind":"response"`, `"kind":null`},
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

func TestTheQuickPathSaysWhatTheTablesSay(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	var used Core
	taken := [2]int{}
	documents := 60_000
	if testing.Short() {
		documents = 3_000
	}
	for range documents {
		doc := document(r)
		for i, in := range []string{doc, `{"message":` + doc + `,"roots":false,"revision":"2025-11-25"}`, asking(r, doc), hosted(r, doc), `{"revision":"2025-11-25","message":` + doc + `}`} {
			op := []Op{ValidResponse, Check, Check, Check, Check}[i]
			var fresh Core
			if op == ValidResponse && fresh.quick.valid([]byte(in)) || op == Check && fresh.quickCheck([]byte(in)) != nil {
				taken[min(i, 1)]++
			}
			want := slowly(op, []byte(in))
			if got := used.Call(op, []byte(in)); !bytes.Equal(got, want) {
				t.Fatalf("%s\n got %s\nwant %s", in, got, want)
			}
			if !json.Valid(want) {
				t.Fatalf("%s: no JSON: %s", in, want)
			}
		}
	}
	if taken[0] < documents/10 || taken[1] < documents/40 {
		t.Errorf("the quick path was taken only %v times", taken)
	}
	t.Logf("taken %v times", taken)
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
