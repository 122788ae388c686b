package host

import (
	"bytes"
	"reflect"
	"testing"
	"unicode/utf8"
)

// Whatever a message is, it is answered as a text is, which can't reach the members
// of the call around it.
func FuzzMessagesAreAnsweredAsTexts(f *testing.F) {
	for _, seed := range []string{
		`{"roots":[]}`, `{"roots":[{"uri":"file:///a"}]}`, `{"roots":[]},"profile":"protocol"`, `{"roots":[]} , "roots":true`, `{}},{"x":{}`, `{"roots":[`, `{"a":1}{`,
		`[{"jsonrpc":"2.0","id":1,"method":"roots/list"}]`, `{"result":{"roots":[{"uri":"file:///a/../b"}]},"id":1,"jsonrpc":"2.0"}`, "{\"roots\":[]} \xff", ` {}`, `1`, ``,
	} {
		f.Add([]byte(seed))
	}
	h := open(f, WithNative())
	f.Fuzz(func(t *testing.T, message []byte) {
		got, err := h.Check(t.Context(), CheckInput{Message: message, Revision: "2025-11-25", NoRoots: true})
		if err != nil {
			t.Fatal(err)
		}
		if !utf8.Valid(message) { // no text can hold it
			if got.Value.Valid {
				t.Fatalf("%q is valid", message)
			}
			return
		}
		want, err := askFor(t.Context(), h, "check", document{
			head: []byte(`{"revision":"2025-11-25","roots":false,"text":`), body: appendString(nil, message), tail: []byte{'}'},
		}, h.checked)
		if err != nil {
			t.Fatal(err)
		}
		if !reflect.DeepEqual(got, want) {
			t.Fatalf("%q: %+v, as a text %+v", message, got, want)
		}
	})
}

func TestASeamIsWhereAnObjectEndsAndAMemberBegins(t *testing.T) {
	for text, want := range map[string]bool{
		``: false, `{}`: false, `{"a":{},"b":1}`: true, "{\"a\":{}\n,\t\"b\":1}": true, `{"a":[{},{}]}`: false, `{"a":{}}`: false, `{"a":1,"b":2}`: false, `},`: false, `}} , "`: true,
	} {
		if got := hasSeam([]byte(text)); got != want {
			t.Errorf("hasSeam(%s) = %v, want %v", text, got, want)
		}
	}
	if hasSeam(bytes.Repeat([]byte("},"), 100)) {
		t.Error("a comma is no member")
	}
}
