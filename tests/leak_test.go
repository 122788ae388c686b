package tests

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/mcproots/mcproots/host"
	"github.com/mcproots/mcproots/tests/cases"
	"github.com/mcproots/mcproots/wasm/roots"
)

// A canary is text that no answer has of its own. What must stay silent about it
// is searched without regard to case, for its part that survives an escape.
var (
	canaries = []string{"QZ7canary", `\u0051Z7canary`, "QZ7canary://", "../QZ7canary", "/QZ7canary", "file:///QZ7canary", "file:///%51Z7canary/%2e", "C:\\\\QZ7canary"}
	sign     = []byte("z7canary")
)

func leaks(text []byte) bool { return bytes.Contains(bytes.ToLower(text), sign) }

// A node is one value or name in a JSON document.
type node struct {
	start, end int
	name       bool
	open       bool   // the first sign of an object
	member     string // of the document's top level; the name of the member that holds the node
}

// nodes finds them all; of text that is not JSON those before the fault.
func nodes(text []byte) (all []node) {
	type level struct {
		at    int // in all, of the container
		names bool
		next  bool // a name is next
	}
	var stack []level
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.UseNumber()
	member := ""
	for {
		from := int(decoder.InputOffset())
		token, err := decoder.Token()
		if err != nil {
			return all
		}
		end := int(decoder.InputOffset())
		start := from + len(text[from:end]) - len(bytes.TrimLeft(text[from:end], " \t\r\n,:"))
		top := len(stack) - 1
		if delim, ok := token.(json.Delim); ok && (delim == '}' || delim == ']') {
			all[stack[top].at].end = end
			stack = stack[:top]
			continue
		}
		n := node{start: start, end: end, name: top >= 0 && stack[top].next}
		if top >= 0 && stack[top].names {
			stack[top].next = !stack[top].next
		}
		if top == 0 && n.name {
			member = token.(string)
		}
		n.member = member
		if delim, ok := token.(json.Delim); ok {
			n.open = delim == '{'
			stack = append(stack, level{len(all), n.open, n.open})
		}
		all = append(all, n)
	}
}

// places bounds at how many nodes of one document canaries are put, evenly.
const places = 40

// planted calls f with variants of a document: canaries before, after and in place
// of every name and value, whatever its type, and as a member of every object. Of
// text that isn't JSON also behind every quote. It returns the members of the top
// level that held one.
func planted(in []byte, f func([]byte)) (members map[string]bool) {
	members = map[string]bool{}
	turn := 0
	put := func(start, end int, format string) {
		turn++
		canary := canaries[turn%len(canaries)]
		with := strings.ReplaceAll(format, "%", canary)
		f(slices.Concat(in[:start], []byte(with), in[end:]))
	}
	all := nodes(in)
	for i, n := range all {
		if i%(1+len(all)/places) != 0 {
			continue
		}
		members[n.member] = true
		if in[n.start] == '"' {
			put(n.start+1, n.start+1, "%")
			put(n.end-1, n.end-1, "%")
		}
		put(n.start, n.end, `"%"`)
		if n.open {
			put(n.start+1, n.start+1, `"%":"%"`)
			put(n.start+1, n.start+1, `"%":"%",`)
		}
		if !n.name && !bytes.HasPrefix(in[n.start:], []byte(`"`)) {
			put(n.start, n.end, `{"%":"%"}`)
			put(n.start, n.end, `["%",7]`)
		}
	}
	if !json.Valid(in) {
		for i, c := range in[:min(len(in), 1<<10)] {
			if c == '"' {
				put(i+1, i+1, "%")
			}
		}
	}
	return members
}

// A silence is what is known of the answers to inputs with canaries.
type silence struct {
	core      roots.Core
	asked     int
	diagnosed map[string]int
	documents [][]byte // that checks were about, a few for each code
}

// holds fails when an answer says what it must not.
func (s *silence) holds(t *testing.T, op roots.Op, in []byte) {
	s.asked++
	out := s.core.Call(op, in)
	rare := false
	_, diagnostics, _ := bytes.Cut(out, []byte(`,"diagnostics":[`))
	for {
		var found bool
		if _, diagnostics, found = bytes.Cut(diagnostics, []byte(`{"code":"`)); !found {
			break
		}
		code, _, _ := bytes.Cut(diagnostics, []byte(`"`))
		s.diagnosed[string(code)]++
		rare = rare || s.diagnosed[string(code)] <= 4
	}
	if rare && op == roots.Check {
		s.keep(in)
	}
	if leaks(out) {
		s.judge(t, op, in, out)
	}
	if op == roots.Check && len(in) > 0 && in[0] == '{' {
		without := append([]byte(`{"roots":false,`), in[1:]...)
		if out := s.core.Call(op, without); leaks(out) {
			t.Errorf("check without roots: a submitted value in the answer\n   %.800s\n-> %.800s", without, out)
		}
	}
}

// judge tells whether a canary in an answer is where data belongs.
func (s *silence) judge(t *testing.T, op roots.Op, in, out []byte) {
	var a struct{ Value, Error, Refusal, Diagnostics json.RawMessage }
	if err := json.Unmarshal(out, &a); err != nil {
		t.Fatalf("%v\n%.500s\n%.500s", err, in, out)
	}
	var value struct {
		Status string
		Error  struct{ Message, Data json.RawMessage }
	}
	_ = json.Unmarshal(a.Value, &value) // other values have no such members
	verdict := op == roots.ValidateRequest || op == roots.Supported || op == roots.ValidResponse || op == roots.Response && value.Status == "error"
	if verdict || leaks(a.Error) || leaks(a.Refusal) || leaks(a.Diagnostics) || leaks(value.Error.Message) || leaks(value.Error.Data) {
		t.Errorf("%s: a submitted value in what the answer says of it\n   %.800s\n-> %.800s", roots.Operations[op].Name, in, out)
	}
}

func (s *silence) keep(in []byte) {
	var subject struct {
		Message json.RawMessage
		Text    *string
	}
	if json.Unmarshal(in, &subject) == nil {
		if subject.Text != nil {
			subject.Message = []byte(*subject.Text)
		}
		s.documents = append(s.documents, subject.Message)
	}
}

// takes tells whether an operation knows a member of its input: it says so.
func takes(t *testing.T, op roots.Op, member string) bool {
	for _, d := range ask(t, op, map[string]any{member: nil}).Diagnostics {
		if d.Code == "input-member-unknown" {
			return false
		}
	}
	return true
}

// plantAll plants canaries in every case and example.
func plantAll(t *testing.T) *silence {
	all, err := cases.All()
	if err != nil {
		t.Fatal(err)
	}
	s := &silence{diagnosed: map[string]int{}}
	every := map[string]bool{} // member of any operation
	filled := make([]map[string]bool, len(roots.Operations))
	some := make([][]byte, len(roots.Operations)) // an input that is an object
	for _, c := range append(all, cases.Examples()...) {
		if bytes.Contains(c.Input, []byte(`"values":true`)) || len(c.Input) > 1<<14 {
			continue
		}
		op, ok := roots.Lookup(c.Op)
		if !ok {
			t.Fatal(c.Op)
		}
		plant := func(in []byte) { s.holds(t, op, in) }
		members := planted(c.Input, plant)
		if filled[op] == nil {
			filled[op] = members
		}
		for member := range members {
			filled[op][member] = true
			every[member] = true
		}
		if json.Valid(c.Input) && len(members) > 1 {
			some[op] = c.Input
		}
		var message struct{ Text *string }
		if json.Unmarshal(c.Input, &message) == nil && message.Text != nil { // a document in a string has fields as well
			planted([]byte(*message.Text), func(document []byte) {
				if in, err := json.Marshal(map[string]any{"text": string(document)}); err == nil {
					plant(in)
				}
			})
		}
	}
	delete(every, "values")
	members := 0
	for i := range roots.Operations {
		op := roots.Op(i)
		if op == roots.ValidResponse || op == roots.Describe { // the input is the document itself
			continue
		}
		for member := range every {
			if member == "" || !takes(t, op, member) {
				continue
			}
			if members++; !filled[op][member] { // by no case
				s.holds(t, op, slices.Concat([]byte(`{"`+member+`":"QZ7canary",`), bytes.TrimSpace(some[op])[1:]))
			}
		}
	}
	if len(s.diagnosed) < 100 || members < 50 {
		t.Errorf("%d codes, %d members: too few to say anything", len(s.diagnosed), members)
	}
	fmt.Printf("canaries: %d inputs in %d members of %d operations, diagnostics of %d codes\n", s.asked, members, len(roots.Operations), len(s.diagnosed))
	return s
}

func TestNoSubmittedValueIsInADiagnosticOrAnError(t *testing.T) {
	s := plantAll(t)
	if t.Failed() {
		return
	}
	t.Run("nor in the command's output for machines", func(t *testing.T) { commandIsSilent(t, s.documents) })
}

// commandIsSilent checks documents with canaries through the command. Its human
// format shows the lines of the file that a person has, and is left out.
func commandIsSilent(t *testing.T, documents [][]byte) {
	dir := t.TempDir()
	command := filepath.Join(dir, "mcproots")
	if out, err := exec.Command("go", "build", "-o", command, "../cmd/mcproots").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	var files []string
	for i, document := range documents {
		name := filepath.Join(dir, fmt.Sprintf("%d.json", i))
		if err := os.WriteFile(name, document, 0o600); err != nil {
			t.Fatal(err)
		}
		files = append(files, name)
	}
	fmt.Printf("canaries: %d documents through the command\n", len(files))
	if len(files) < 100 {
		t.Errorf("%d documents: too few to say anything", len(files))
	}
	for _, format := range []string{"concise", "json", "jsonl", "sarif", "github"} {
		for _, args := range [][]string{{"check"}, {"check", "--profile", "protocol"}, {"request"}, {"response"}, {"check", "--engine", "wasm"}} {
			args = append(args, "--format", format)
			out, err := exec.Command(command, append(args, files...)...).CombinedOutput()
			if exit := (*exec.ExitError)(nil); !errors.As(err, &exit) || exit.ExitCode() != 1 {
				t.Fatalf("%v: %v, want exit code 1\n%.2000s", args, err, out)
			}
			for _, line := range bytes.Split(out, []byte("\n")) {
				if leaks(line) {
					t.Errorf("%v shows a submitted value: %.800s", args, line)
				}
			}
		}
	}
}

func TestWithValuesADiagnosticShowsThem(t *testing.T) {
	in := []byte(`{"message":{"roots":[{"uri":"file:///QZ7canary/"}]},"revision":"2025-11-25","roots":false,"values":true}`)
	if out := core.Call(roots.Check, in); !leaks(out) {
		t.Errorf("the canary is never found, so the tests here say nothing: %s", out)
	}
}

// Every method of a host, with canaries wherever its types have room for them.
func TestNoSubmittedValueIsInAHostsErrorOrDiagnostic(t *testing.T) {
	for _, e := range []struct {
		name    string
		options []host.Option
	}{{"native", []host.Option{host.WithNative()}}, {"wazero", nil}} {
		h, err := host.Open(t.Context(), e.options...)
		if err != nil {
			t.Fatal(err)
		}
		defer h.Close()
		failed, methods := 0, 0
		for method := range reflect.TypeFor[*host.Host]().Methods() {
			if method.Type.NumIn() < 2 { // Close takes no context
				continue
			}
			methods++
			for variant := range 40 {
				in := []reflect.Value{reflect.ValueOf(h), reflect.ValueOf(t.Context())}
				for i := 2; i < method.Type.NumIn(); i++ {
					in = append(in, filled(method.Type.In(i), variant))
				}
				out := method.Func.Call(in)
				if err, _ := out[len(out)-1].Interface().(error); err != nil {
					failed++
					if text := fmt.Sprintf("%v %+v %#v", err, err, err); leaks([]byte(text)) {
						t.Errorf("%s: %s %d: a submitted value in the error %s", e.name, method.Name, variant, text)
					}
					if fault := (*host.Error)(nil); !errors.As(err, &fault) && !errors.Is(err, host.ErrOperation) {
						t.Errorf("%s: %s %d: %v is of no kind that an input can cause", e.name, method.Name, variant, err)
					}
				}
				if reply := out[0]; reply.Kind() == reflect.Struct {
					if text := fmt.Sprintf("%+v", reply.FieldByName("Diagnostics")); leaks([]byte(text)) {
						t.Errorf("%s: %s %d: a submitted value in the diagnostics %s", e.name, method.Name, variant, text)
					}
				}
			}
		}
		fmt.Printf("canaries: %s host: %d methods, %d errors\n", e.name, methods, failed)
		if failed < 100 || methods < len(roots.Operations) {
			t.Errorf("%d methods, %d errors: too few to say anything", methods, failed)
		}
	}
}

// filled makes a value of a type with canaries in it.
func filled(of reflect.Type, variant int) reflect.Value {
	v := reflect.New(of).Elem()
	switch of.Kind() {
	case reflect.String:
		texts := []string{"QZ7canary", "QZ7canary\xff", "/QZ7canary/../x", "file:///QZ7canary%zz", ""}
		v.SetString(texts[variant%len(texts)])
	case reflect.Bool:
		v.SetBool(variant%2 == 1 && variant%3 != 0)
	case reflect.Slice:
		if of.Elem().Kind() == reflect.Uint8 {
			documents := []string{
				`"QZ7canary"`, `{"QZ7canary":`, `1,"QZ7canary":2`, "QZ7canary", "\"QZ7canary\xff\"",
				`{"roots":[{"uri":"QZ7canary","QZ7canary":1},"QZ7canary"]}`, `{"jsonrpc":"2.0","id":"QZ7canary","result":{"QZ7canary":1}}`,
				`{"method":"QZ7canary","params":"QZ7canary"}`, `{"QZ7canary":{"roots":"QZ7canary"}}`,
			}
			v.SetBytes([]byte(documents[variant%len(documents)]))
			break
		}
		v.Set(reflect.MakeSlice(of, 2, 2))
		for i := range 2 {
			v.Index(i).Set(filled(of.Elem(), variant+i))
		}
	case reflect.Map:
		v.Set(reflect.MakeMap(of))
		v.SetMapIndex(filled(of.Key(), variant), filled(of.Elem(), variant))
	case reflect.Struct:
		for i := range of.NumField() {
			// Most choices stand empty, or nothing but they would be looked at.
			if of.Field(i).Name == "Values" { // would ask for them
				continue
			}
			if named := of.Field(i).Type; named.Kind() == reflect.String && variant%4 != 0 && (named.PkgPath() != "" || slices.Contains([]string{"Revision", "Kind", "Profile"}, of.Field(i).Name)) {
				continue
			}
			v.Field(i).Set(filled(of.Field(i).Type, variant+i))
		}
	}
	return v
}

// The module dies with canaries in its memory; what it writes then is in the error.
func TestATrapTellsNothingOfTheInput(t *testing.T) {
	h, err := host.Open(t.Context(), host.WithMemoryPages(160))
	if err != nil {
		t.Fatal(err)
	}
	defer h.Close()
	in := []byte(`{"message":{"roots":[` + strings.Repeat(`{"uri":"QZ7canary"},`, 500_000) + `0]}}`)
	_, err = h.Call(t.Context(), "check", in)
	trap := (*host.TrapError)(nil)
	if !errors.As(err, &trap) {
		t.Fatalf("error %v, want a *TrapError", err)
	}
	if text := fmt.Sprintf("%v %+v %s %v", err, *trap, trap.Stderr, trap.Err); leaks([]byte(text)) {
		t.Errorf("a submitted value in %s", text)
	}
}
