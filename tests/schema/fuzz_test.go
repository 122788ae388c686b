package schema

import (
	"math/rand/v2"
	"testing"

	"github.com/mcproots/mcproots/tests/message"
	"github.com/mcproots/mcproots/wasm/roots"
)

// FuzzSchema makes a message of a kind that the schemas know and compares the protocol
// profile with the revision's schema. The reasons for which the profile may refuse more
// are in stricter, what neither is asked about in outOfScope.
func FuzzSchema(f *testing.F) {
	r := rand.New(rand.NewPCG(5, 6))
	for i := range 256 {
		choices := make([]byte, 8+r.IntN(120))
		for j := range choices {
			choices[j] = byte(r.IntN(256))
		}
		f.Add(uint8(i), uint8(r.IntN(256)), choices)
	}
	s := load(f)
	var core roots.Core
	f.Fuzz(func(t *testing.T, n, m uint8, choices []byte) {
		kind, revision := message.Kinds[int(n)%len(message.Kinds)], message.Revisions[int(m)%len(message.Revisions)]
		if !exists(kind, revision) {
			return
		}
		source := message.From(choices)
		text := []byte(source.Message(kind, revision))
		if kind == "retry" {
			text = []byte(`{"inputResponses":` + source.Responses() + "}")
		}
		if outOfScope(kind, text) {
			return
		}
		s.agrees(t, &core, kind, revision, text)
	})
}
