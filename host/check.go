package host

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/tidwall/gjson"

	"github.com/mcproots/mcproots/wasm/scan"
)

var (
	verdictTrue  = []byte(`{"ok":true,"value":true`)
	verdictFalse = []byte(`{"ok":true,"value":false`)
	brace        = []byte{'}'}
)

// ValidResponse reports whether result is a ListRootsResult as the newest
// revision's protocol profile has it. This is the quick way: the verdict is read
// where the module wrote it, and text that isn't JSON is simply false.
// [Host.Check] tells the reasons.
func (h *Host) ValidResponse(ctx context.Context, result []byte) (bool, error) {
	const op = "valid_response"
	w, view, err := h.begin(ctx, op, document{body: result})
	if err != nil {
		return false, err
	}
	yes := bytes.HasPrefix(view, verdictTrue)
	if !yes && !bytes.HasPrefix(view, verdictFalse) {
		_, err = parse(op, string(view), boolValue)
	}
	h.end(w)
	return yes, err
}

// CheckInput is a message to check.
type CheckInput struct {
	Message  []byte // as it was received, JSON or not
	Kind     string // what it is meant to be; found out when empty
	Revision string
	Profile  string   // strict, the default, or protocol
	Platform Platform // defaults to [Auto]: the message may come from another machine
	NoRoots  bool     // leave Report.Roots empty, which is quicker
	MaxRoots int      // more roots are an error; 0 is the operation's default
	Values   bool     // let diagnostics suggest a URI in Fix, made from the message's
}

// A Report is what [Host.Check] found.
type Report struct {
	Valid    bool
	Kind     string
	Revision string
	Roots    []CheckedRoot
	Summary  Summary
}

// A CheckedRoot is one root of a message.
type CheckedRoot struct {
	Index    int
	Valid    bool
	URI      string // canonical; empty when there is none, like what follows
	Path     string
	Platform Platform
}

// A Summary counts the findings, those that were left out included.
type Summary struct {
	Error, Warning, Info int
	Truncated            bool // more than 1,000
}

// Check checks any message about roots: request, result, JSON-RPC response,
// notification, capabilities, a configuration. What is wrong with the message is
// in the report and the diagnostics; their positions count from the start of
// the message.
func (h *Host) Check(ctx context.Context, in CheckInput) (Reply[Report], error) {
	asks := options{in.Kind, in.Revision, in.Profile, in.Platform, in.NoRoots, in.MaxRoots, in.Values}
	known := h.asked.Load()
	if known == nil || known.options != asks {
		o := asks.object()
		if o.fault != nil {
			return Reply[Report]{}, o.fault
		}
		known = &asked{asks, o.json}
		if len(o.json) <= mostOptions { // anything longer is wrong, and not kept
			h.asked.Store(known)
		}
	}
	return askAbout(ctx, h, "check", known.head, in.Message, h.checked)
}

// options are what a [CheckInput] asks for, whatever the message.
type options struct {
	kind, revision, profile string
	platform                Platform
	noRoots                 bool
	maxRoots                int
	values                  bool
}

// mostOptions is as long as options can be, and the name of the message's member.
const mostOptions = 160

// asked is a call of check as far as its message. Most ask for the same as the one
// before, which saves writing it again; it is never written to.
type asked struct {
	options
	head []byte
}

// object begins a call of check, as far as its message.
func (o options) object() *object {
	call := &object{json: make([]byte, 0, mostOptions)}
	call.text("kind", o.kind).text("revision", o.revision).text("profile", o.profile).
		text("platform", string(o.platform)).number("maxRoots", o.maxRoots).flag("values", o.values)
	if o.noRoots {
		call.member("roots")
		call.json = append(call.json, `false`...)
	}
	call.member("message")
	return call
}

// A cleanReport is an answer in which nothing is found and no root listed, with
// what it says.
type cleanReport struct {
	answer string
	reply  Reply[Report]
}

// checked reads the answer to check. Most are clean and the same as the one
// before, which saves reading them again.
func (h *Host) checked(op string, view []byte) (Reply[Report], error) {
	if known := h.clean.Load(); known != nil && known.answer == string(view) {
		return known.reply, nil
	}
	reply, err := parse(op, string(view), report)
	if err == nil && reply.Diagnostics == nil && reply.Value.Roots == nil {
		h.clean.Store(&cleanReport{string(view), reply})
	}
	return reply, err
}

func report(v gjson.Result) (r Report, ok bool) {
	valid, complete := false, true
	v.ForEach(func(key, v gjson.Result) bool {
		switch key.Str {
		case "valid":
			r.Valid, valid = boolValue(v)
		case "kind":
			r.Kind = v.String()
		case "revision":
			r.Revision = v.String()
		case "roots":
			r.Roots, complete = each(v, checkedRoot)
		case "summary":
			r.Summary = summary(v)
		}
		return true
	})
	return r, valid && complete
}

func summary(v gjson.Result) (s Summary) {
	v.ForEach(func(key, v gjson.Result) bool {
		switch key.Str {
		case "error":
			s.Error = int(v.Int())
		case "warning":
			s.Warning = int(v.Int())
		case "info":
			s.Info = int(v.Int())
		case "truncated":
			s.Truncated = v.Bool()
		}
		return true
	})
	return s
}

func checkedRoot(v gjson.Result) (r CheckedRoot, ok bool) {
	v.ForEach(func(key, v gjson.Result) bool {
		switch key.Str {
		case "index":
			r.Index = int(v.Int())
		case "valid":
			r.Valid, ok = boolValue(v)
		case "uri":
			r.URI = v.String()
		case "path":
			r.Path = v.String()
		case "platform":
			r.Platform = Platform(v.String())
		}
		return true
	})
	return r, ok
}

// askAbout asks about a message that may be anything; head is the call up to it. One
// object or array goes in as it is, without a copy. A text that isn't JSON goes in as
// a string: the module then reads the options as well, and says where the text is
// broken.
func askAbout[T any](ctx context.Context, h *Host, op string, head, message []byte, read func(op string, view []byte) (Reply[T], error)) (Reply[T], error) {
	// White space before the value would shift the positions.
	if len(message) > 0 && (message[0] == '{' && !hasSeam(message) || (message[0] == '{' || message[0] == '[') && extentOf(message) == whole) {
		reply, err := askFor(ctx, h, op, document{head: head, body: message, tail: brace}, read)
		if !isParseFault(err) && (len(reply.Diagnostics) == 0 || !strings.HasPrefix(reply.Diagnostics[0].Code, "json-")) {
			return reply, err
		}
	}
	if at := notUTF8(message); at >= 0 { // a string can't hold that
		if message[0] > ' ' && extentOf(message[:at]) != other {
			// the call ends where the message breaks
			if reply, err := askFor(ctx, h, op, document{head: head, body: message[:at+1]}, read); !isParseFault(err) {
				return reply, err
			}
		}
		message = message[:at] // it is broken before
	}
	head = append(bytes.Clone(head[:len(head)-len(`"message":`)]), `"text":`...)
	return askFor(ctx, h, op, document{head: appendString(head, message), tail: brace}, read)
}

// isParseFault reports whether a call's document was not JSON.
func isParseFault(err error) bool {
	if err == nil { // As would take memory to find that out
		return false
	}
	var fault *Error
	return errors.As(err, &fault) && fault.Code == codeParse
}

// hasSeam reports whether an object ends in text and another member begins. Without
// such a place a text that begins with an object can't pass for more than one member
// of a call: it is one value, or the call is not JSON.
func hasSeam(text []byte) bool {
	for i := 0; ; {
		n := bytes.IndexByte(text[i:], '}')
		if n < 0 {
			return false
		}
		i += n + 1
		if i+1 < len(text) && text[i] == ',' && text[i+1] == '{' {
			continue // the next root, most often
		}
		if i = scan.Space(text, i); i < len(text) && text[i] == ',' {
			if i = scan.Space(text, i+1); i < len(text) && text[i] == '"' {
				return true
			}
		}
	}
}

// notUTF8 finds the first byte that belongs to no character, or gives -1.
func notUTF8(text []byte) int {
	for i := 0; i < len(text); {
		r, n := utf8.DecodeRune(text[i:])
		if r == utf8.RuneError && n == 1 {
			return i
		}
		i += n
	}
	return -1
}

// ReadInput is an answer to roots/list, as a server received it.
type ReadInput struct {
	Message  []byte
	ID       json.RawMessage // of the request, a string or an integer; not compared when nil
	Revision string
	Platform Platform // defaults to [Auto]
}

// A Status says what an answer to roots/list comes to.
type Status string

// The statuses. Unsupported is a client without roots, Refused one that answered
// with an error, Invalid an answer that breaks the protocol.
const (
	StatusOK          Status = "ok"
	StatusEmpty       Status = "empty"
	StatusUnsupported Status = "unsupported"
	StatusRefused     Status = "refused"
	StatusInvalid     Status = "invalid"
)

// A Reading is an answer to roots/list with the roots that can be used.
type Reading struct {
	Status Status
	Roots  []Root
}

// Read reads what a client answered to roots/list.
func (h *Host) Read(ctx context.Context, in ReadInput) (Reply[Reading], error) {
	o := new(object).raw("id", in.ID).text("revision", in.Revision).text("platform", string(in.Platform))
	if o.fault != nil {
		return Reply[Reading]{}, o.fault
	}
	o.member("message")
	return askAbout(ctx, h, "read", o.json, in.Message, reading(func(v gjson.Result) (r Reading, ok bool) {
		r.Status, ok = oneOf(v.Get("status"), StatusOK, StatusEmpty, StatusUnsupported, StatusRefused, StatusInvalid)
		if !ok {
			return r, false
		}
		r.Roots, ok = each(v.Get("roots"), readRoot)
		return r, ok
	}))
}

func readRoot(v gjson.Result) (r Root, ok bool) {
	v.ForEach(func(key, v gjson.Result) bool {
		switch key.Str {
		case "index":
			r.Index = int(v.Int())
		case "uri":
			r.URI, ok = stringValue(v)
		case "path":
			r.Path = v.String()
		case "platform":
			r.Platform = Platform(v.String())
		case "name":
			r.Name = v.String()
		}
		return true
	})
	return r, ok
}

// SessionInput is what passed between a client and a server.
type SessionInput struct {
	Messages []json.RawMessage // of both sides, in the order in which they passed
	Revision string            // the one to begin with, until the session says it
	Platform Platform          // defaults to [Auto]
}

// A SessionMessage is one message of a session that concerns roots, and what is
// known after it.
type SessionMessage struct {
	Index    int // in SessionInput.Messages
	Event    Event
	Declared *bool // whether the client has declared roots; nil while nobody has said so
	Known    Knowledge
	Status   Status // what the last answer came to; empty before
	Roots    []Root // the usable roots of this answer
}

// An Event is what a message of a session means.
type Event string

// The events. Late is the second answer to one request, Unsolicited an answer to no
// request that was seen; neither changes what is known.
const (
	EventDeclared    Event = "declared"
	EventUndeclared  Event = "undeclared"
	EventAsked       Event = "asked"
	EventAnswered    Event = "answered"
	EventLate        Event = "late"
	EventUnsolicited Event = "unsolicited"
	EventChanged     Event = "changed"
)

// Knowledge is what is known of a client's roots: nothing, the list as it is, or
// one that the client has said is out of date.
type Knowledge string

// What may be known.
const (
	KnownUnknown Knowledge = "unknown"
	KnownFresh   Knowledge = "fresh"
	KnownStale   Knowledge = "stale"
)

// ReadSession follows a session and tells what is known of the client's roots
// after each message that concerns them.
func (h *Host) ReadSession(ctx context.Context, in SessionInput) (Reply[[]SessionMessage], error) {
	o := new(object)
	o.list("messages", len(in.Messages), func(i int) { o.value(fmt.Sprintf("messages[%d]", i), present(in.Messages[i])) })
	o.text("revision", in.Revision).text("platform", string(in.Platform))
	return build(ctx, h, "read", o, func(v gjson.Result) ([]SessionMessage, bool) {
		return each(v.Get("messages"), sessionMessage)
	})
}

func sessionMessage(v gjson.Result) (m SessionMessage, ok bool) {
	m.Index = int(v.Get("index").Int())
	if declared := v.Get("declared"); declared.IsBool() {
		yes := declared.Bool()
		m.Declared = &yes
	}
	m.Event, ok = oneOf(v.Get("event"), EventDeclared, EventUndeclared, EventAsked, EventAnswered, EventLate, EventUnsolicited, EventChanged)
	if !ok {
		return m, false
	}
	m.Known, ok = oneOf(v.Get("known"), KnownUnknown, KnownFresh, KnownStale)
	if status := v.Get("status"); ok && status.Exists() {
		m.Status, ok = oneOf(status, StatusOK, StatusEmpty, StatusUnsupported, StatusRefused, StatusInvalid)
	}
	if roots := v.Get("roots"); ok && roots.Exists() {
		m.Roots, ok = each(roots, readRoot)
	}
	return m, ok
}

// Describe writes a ListRootsResult as the list that people read, a line for
// each root, safe to print.
func (h *Host) Describe(ctx context.Context, result []byte) (Reply[string], error) {
	return ask(ctx, h, "describe", document{body: result}, stringValue)
}
