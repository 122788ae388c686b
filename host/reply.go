package host

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/tidwall/gjson"
)

// A Reply is what an operation answers: its value and what it has to say about
// the input.
type Reply[T any] struct {
	Value       T
	Refusal     *Refusal // only from Supported and InputRequired
	Diagnostics []Diagnostic
}

// A Refusal is a JSON-RPC error that the caller should send to its peer.
type Refusal struct {
	Code    int
	Message string
	Data    json.RawMessage // nil when the error has none
}

// A Diagnostic is one finding. It holds no submitted value, except in Fix, which
// is given only to who asks. [Host.Check] and [Host.Read] count positions from
// the start of the message; with the other methods Pointer leads through the
// members of the operation's input, and the position is of no use.
type Diagnostic struct {
	Code     string // a rule's name, see [Host.Rules]
	Severity string // error, warning or info
	Pointer  string // RFC 6901, into the document
	Offset   int    // in UTF-8 bytes, from 0
	Line     int    // from 1
	Column   int    // from 1, in UTF-16 units as editors count
	Message  string
	Args     map[string]any // int64 or string
	Fix      string
	Spec     []string
}

// Codes of JSON-RPC for calls whose document can't be written.
const (
	codeParse  = -32700
	codeParams = -32602
)

// ask carries out an operation and reads its value.
func ask[T any](ctx context.Context, h *Host, op string, in document, read func(gjson.Result) (T, bool)) (Reply[T], error) {
	return askFor(ctx, h, op, in, reading(read))
}

// askFor is ask with a reader of the whole answer, which is a view: what the reply
// keeps of it must be copied.
func askFor[T any](ctx context.Context, h *Host, op string, in document, read func(op string, view []byte) (Reply[T], error)) (Reply[T], error) {
	w, view, err := h.begin(ctx, op, in)
	if err != nil {
		return Reply[T]{}, err
	}
	reply, err := read(op, view)
	h.end(w)
	return reply, err
}

// reading reads an answer whose value read understands.
func reading[T any](read func(gjson.Result) (T, bool)) func(op string, view []byte) (Reply[T], error) {
	return func(op string, view []byte) (Reply[T], error) { return parse(op, string(view), read) }
}

// build is ask for an object in the making.
func build[T any](ctx context.Context, h *Host, op string, o *object, read func(gjson.Result) (T, bool)) (Reply[T], error) {
	in, err := o.document()
	if err != nil {
		return Reply[T]{}, err
	}
	return ask(ctx, h, op, in, read)
}

const (
	carriedOut = `{"ok":true,"value":`
	failed     = `{"ok":false,`
)

func parse[T any](op, answer string, read func(gjson.Result) (T, bool)) (Reply[T], error) {
	ok := strings.HasPrefix(answer, carriedOut)
	if !ok && !strings.HasPrefix(answer, failed) {
		return Reply[T]{}, unreadable(op)
	}
	var (
		reply Reply[T]
		fault Error
		good  = !ok
	)
	gjson.Parse(answer).ForEach(func(key, v gjson.Result) bool {
		switch key.Str {
		case "value":
			reply.Value, good = read(v)
		case "refusal":
			reply.Refusal = refusal(v)
		case "error":
			fault.Code, fault.Message = int(v.Get("code").Int()), v.Get("message").String()
		case "diagnostics":
			reply.Diagnostics, _ = each(v, diagnostic)
		}
		return true
	})
	if !good {
		return Reply[T]{}, unreadable(op)
	}
	if !ok {
		fault.Diagnostics = reply.Diagnostics
		return Reply[T]{}, &fault
	}
	return reply, nil
}

func unreadable(op string) error {
	return fmt.Errorf("%w: its answer to %s has another shape", ErrABI, op)
}

func refusal(v gjson.Result) *Refusal {
	r := &Refusal{Code: int(v.Get("code").Int()), Message: v.Get("message").String()}
	r.Data, _ = rawValue(v.Get("data"))
	return r
}

func diagnostic(v gjson.Result) (d Diagnostic, ok bool) {
	v.ForEach(func(key, v gjson.Result) bool {
		switch key.Str {
		case "code":
			d.Code = v.String()
		case "severity":
			d.Severity = v.String()
		case "pointer":
			d.Pointer = v.String()
		case "offset":
			d.Offset = int(v.Int())
		case "line":
			d.Line = int(v.Int())
		case "column":
			d.Column = int(v.Int())
		case "message":
			d.Message = v.String()
		case "args":
			d.Args = map[string]any{}
			v.ForEach(func(key, v gjson.Result) bool {
				if v.Type == gjson.Number {
					d.Args[key.String()] = v.Int()
				} else {
					d.Args[key.String()] = v.String()
				}
				return true
			})
		case "fix":
			d.Fix = v.String()
		case "spec":
			d.Spec, _ = each(v, stringValue)
		}
		return true
	})
	return d, v.IsObject()
}

// each reads an array. The result is never nil.
func each[T any](v gjson.Result, read func(gjson.Result) (T, bool)) ([]T, bool) {
	list, ok := []T{}, v.IsArray()
	if ok {
		whole := len(v.Raw)
		v.ForEach(func(_, v gjson.Result) bool {
			if len(list) == 0 { // most elements are as long: a long list is not moved as it grows
				list = make([]T, 0, whole/len(v.Raw)+1)
			}
			var element T
			element, ok = read(v)
			list = append(list, element)
			return ok
		})
	}
	return list, ok
}

// eachOf reads an array that must have one element for each of n questions.
func eachOf[T any](n int, read func(gjson.Result) (T, bool)) func(gjson.Result) ([]T, bool) {
	return func(v gjson.Result) ([]T, bool) {
		list, ok := each(v, read)
		return list, ok && len(list) == n
	}
}

func rawValue(v gjson.Result) (json.RawMessage, bool) {
	if !v.Exists() {
		return nil, false
	}
	return json.RawMessage(v.Raw), true
}

func boolValue(v gjson.Result) (bool, bool) { return v.Bool(), v.IsBool() }

func stringValue(v gjson.Result) (string, bool) { return v.String(), v.Type == gjson.String }

// oneOf reads a string that must be one of few.
func oneOf[S ~string](v gjson.Result, names ...S) (S, bool) {
	s := S(v.Str)
	return s, v.Type == gjson.String && slices.Contains(names, s)
}
