package host

import (
	"encoding/json"
	"strings"
	"testing"
	"unicode/utf8"
)

func TestOneValueStaysOneValue(t *testing.T) {
	for _, tt := range []struct {
		text string
		want bool
	}{
		{`{}`, true},
		{`[]`, true},
		{`null`, true},
		{`-1.5e3`, true},
		{`"a"`, true},
		{` {"a":[1,{"b":"}"}]} `, true},
		{`"a,b:c]}"`, true},
		{`"\"},"`, true},
		{`"\\"`, true},
		{`["\\\"",","]`, true},
		{"{}\r\n\t ", true},
		{` 12 `, true},
		{``, false},
		{"  \n", false},
		{`1,"profile":"protocol"`, false},
		{`{},"roots":false`, false},
		{`{}}`, false},
		{`}{`, false},
		{`]`, false},
		{`{"a":1`, false},
		{`[[]`, false},
		{`"open`, false},
		{`"open\"`, false},
		{`"a":1`, false},
		{`"\\","x":"`, false},
		{`"a","b"`, false},
		{`{} {}`, false},
		{`{}x`, false},
		{`[]"a"`, false},
		{`1 2`, false},
		{`1{}`, false},
		{`"a"1`, false},
		{"\ufeff{}", false},
		{"{}\x00", false},
	} {
		if got := isOneValue([]byte(tt.text)); got != tt.want {
			t.Errorf("isOneValue(%s) = %v, want %v", tt.text, got, tt.want)
		}
	}
}

// Whatever text is taken for one value can't reach the members around it: where
// the whole is JSON, the text is its one member's value.
func FuzzOneValueStaysOneValue(f *testing.F) {
	for _, seed := range []string{`{}`, `1,"b":2`, `"\\"`, `"\"},{"`, `[}`, `{]`, "\\\"", `{"a":"\\\\\""}`, `1 2`, `"" ""`} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if !isOneValue([]byte(text)) {
			if json.Valid([]byte(text)) {
				t.Errorf("refused the JSON %q", text)
			}
			return
		}
		whole := []byte(`{"first":0,"value":` + text + `,"last":0}`)
		if !json.Valid(whole) {
			return
		}
		var members map[string]json.RawMessage
		if err := json.Unmarshal(whole, &members); err != nil {
			t.Fatal(err)
		}
		if len(members) != 3 || !json.Valid([]byte(text)) {
			t.Errorf("%q reached out: %s", text, whole)
		}
	})
}

func FuzzStringsComeBackAsTheyWere(f *testing.F) {
	for _, seed := range []string{"", "a", `"\/`, "\x00\x1f\n\r\t\x7f", "ü€𝄞", "<&>\u2028", "\xff"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		quoted := appendString(nil, text)
		if !isOneValue(quoted) {
			t.Errorf("%q isn't one value", quoted)
		}
		var back string
		if err := json.Unmarshal(quoted, &back); err != nil {
			t.Fatalf("%q: %v", quoted, err)
		}
		if utf8.ValidString(text) && back != text {
			t.Errorf("%q came back as %q", text, back)
		}
	})
}

func TestAValueThatIsntOneIsRefusedWithoutBeingShown(t *testing.T) {
	h := open(t, WithNative())
	const canary = "canary"
	for name, ask := range map[string]func() error{
		"request": func() error {
			_, err := h.ValidateRequest(t.Context(), json.RawMessage(`{},"revision":"`+canary+`"`), "")
			return err
		},
		"capabilities": func() error {
			_, err := h.Supported(t.Context(), json.RawMessage(`{}`), json.RawMessage(`{"`+canary))
			return err
		},
		"paths[1]": func() error {
			_, err := h.ToURI(t.Context(), []string{"/a", "/" + canary + "\xff"}, POSIX)
			return err
		},
		"roots[0].uri": func() error {
			_, err := h.Contains(t.Context(), ContainsInput{Roots: []Root{{URI: canary + "\xff"}}})
			return err
		},
		"id": func() error {
			_, err := h.Read(t.Context(), ReadInput{Message: []byte(`{}`), ID: json.RawMessage(`1,` + canary)})
			return err
		},
	} {
		fault, ok := ask().(*Error)
		if !ok || !strings.Contains(fault.Error(), name) || strings.Contains(fault.Error(), canary) {
			t.Errorf("%s: error %v, want an *Error that names the member alone", name, fault)
		}
	}
}
