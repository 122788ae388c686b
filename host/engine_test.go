package host_test

import (
	"bytes"
	"context"
	"math/rand/v2"
	"testing"

	"github.com/mcproots/mcproots/host"
	"github.com/mcproots/mcproots/wasm/roots"
)

// questions has an input for each operation that makes it work.
var questions = map[string]string{
	"list":             `{"revision":"2025-11-25","id":"ü\u0000","meta":{"a":[1,{"b":null}]}}`,
	"validate_request": `{"request":{"method":"roots/list","params":{"_meta":{}}},"revision":"2026-07-28"}`,
	"supported":        `{"request":{"method":"roots/list"},"capabilities":{"sampling":{}}}`,
	"response":         `{"inputResponses":{"a":{"roots":[ {"uri":"file:///w"} ]}},"id":"a","request":{"method":"roots/list"}}`,
	"valid_response":   `{"roots":[{"uri":"file:///w","name":"w","_meta":{}},{"uri":"file:///a%20b"}]}`,
	"check":            `{"values":true,"message":{"roots":[{"uri":"file:///a b"},{"uri":"file:///c/../d","name":"\u202e"}]}}`,
	"read":             `{"message":{"jsonrpc":"2.0","id":1,"result":{"roots":[{"uri":"file:///C:/x"}]}},"id":1,"revision":"2025-06-18"}`,
	"rules":            `{}`,
	"info":             `{}`,
	"capabilities":     `{"revision":"2025-03-26","listChanged":true}`,
	"result":           `{"roots":[{"path":"/a b","name":"n"},{"uri":"file:///x/"}],"platform":"posix"}`,
	"answer":           `{"request":{"jsonrpc":"2.0","id":1,"method":"roots/list"},"revision":"2024-11-05","roots":[{"path":"/w"}]}`,
	"list_changed":     `{"revision":"2025-11-25"}`,
	"input_required":   `{"requests":{"r":{"method":"roots/list"}},"requestState":"s","capabilities":{"roots":{}},"method":"tools/call"}`,
	"diff":             `{"before":[{"uri":"file:///a","name":"A"}],"after":{"roots":[{"uri":"file:///a"},{"uri":"file:///c"}]},"revision":"2025-11-25"}`,
	"describe":         `{"roots":[{"uri":"file:///a","name":"A\u001b"},{"uri":"file:///b"}]}`,
	"to_path":          `{"uris":["file:///a%20b","https://x","file:///C:/x","file://localhost/y"],"platform":"auto"}`,
	"to_uri":           `{"paths":["/a b","a","C:\\x","\\\\h\\s"],"platform":"windows"}`,
	"contains":         `{"roots":[{"path":"/w"},"file:///w/x"],"paths":["/w/x/y","/W/x","/w/../w/x","file:///w/%e4"],"platform":"posix"}`,
	"scope":            `{"revealed":[{"uri":"file:///w"}],"allowed":[{"path":"/w/sub"},{"path":"/etc"}],"platform":"posix"}`,
}

// Every engine gives the same bytes, whatever the input: the questions, and
// thousands of damaged ones.
func TestEveryEngineGivesTheSameBytes(t *testing.T) {
	var hosts []*host.Host
	for _, e := range host.Engines {
		hosts = append(hosts, host.OpenForTest(t, e.Options...))
	}
	rounds := 100
	if testing.Short() {
		rounds = 10
	}
	random := rand.New(rand.NewPCG(1, 2))
	for _, operation := range roots.Operations {
		op, question := operation.Name, []byte(questions[operation.Name])
		if len(question) == 0 {
			t.Errorf("no question for %s", op)
		}
		for round := range rounds {
			in := question
			if round > 0 {
				in = damaged(random, question)
			}
			want, err := hosts[0].Call(context.Background(), op, in)
			if err != nil {
				t.Fatalf("%s %q: %v", op, in, err)
			}
			if round == 0 && !bytes.HasPrefix(want, []byte(`{"ok":true,`)) {
				t.Errorf("%s answers its question with %s", op, want)
			}
			for i, h := range hosts[1:] {
				if got, err := h.Call(context.Background(), op, in); err != nil || !bytes.Equal(got, want) {
					t.Fatalf("%s %q:\n%s: %s, %v\n%s: %s", op, in, host.Engines[i+1].Name, got, err, host.Engines[0].Name, want)
				}
			}
		}
	}
}

// damaged changes one to three places of a text.
func damaged(random *rand.Rand, text []byte) []byte {
	pieces := []string{`"`, `\`, `{`, `}`, `[`, `]`, `,`, `:`, `%`, `%2f`, `%00`, `/`, `..`, "\x00", "\xff", "\xed\xa0\x80", "ü", `\ud800`, `null`, ` `}
	text = bytes.Clone(text)
	for range 1 + random.IntN(3) {
		at := random.IntN(len(text) + 1)
		switch random.IntN(3) {
		case 0: // insert
			text = append(text[:at:at], append([]byte(pieces[random.IntN(len(pieces))]), text[at:]...)...)
		case 1: // cut out
			end := min(len(text), at+random.IntN(4))
			text = append(text[:at:at], text[end:]...)
		case 2: // overwrite
			if at < len(text) {
				text[at] = byte(random.IntN(256))
			}
		}
	}
	return text
}

// An instance keeps nothing of a call: in any order, the answers are those of a
// fresh one.
func TestNoAnswerDependsOnTheCallsBeforeIt(t *testing.T) {
	for _, e := range host.Engines[:2] {
		used := host.OpenForTest(t, append(e.Options, host.WithPoolSize(1))...)
		fresh := map[string][]byte{}
		for op, question := range questions {
			h := host.OpenForTest(t, e.Options...)
			answer, err := h.Call(t.Context(), op, []byte(question))
			if err != nil {
				t.Fatal(err)
			}
			fresh[op] = answer
		}
		large := append(bytes.Repeat([]byte(" "), 3<<20), questions["check"]...)
		for range 20 {
			for op, question := range questions { // in another order each time
				if rand.IntN(10) == 0 {
					if _, err := used.Call(t.Context(), "check", large); err != nil {
						t.Fatal(err)
					}
				}
				if answer, err := used.Call(t.Context(), op, []byte(question)); err != nil || !bytes.Equal(answer, fresh[op]) {
					t.Fatalf("%s, %s:\n got %s, %v\nwant %s", e.Name, op, answer, err, fresh[op])
				}
			}
		}
	}
}
