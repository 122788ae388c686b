package host

import (
	"context"
	"encoding/json"
	"maps"
	"slices"

	"github.com/tidwall/gjson"
)

// ListInput is what a roots/list request is made from. The JSON-RPC form of the
// revisions before 2026-07-28 needs an ID.
type ListInput struct {
	Revision string          // defaults to 2026-07-28
	ID       json.RawMessage // a string or an integer
	Meta     json.RawMessage // an object for params._meta
}

// List builds a roots/list request.
func (h *Host) List(ctx context.Context, in ListInput) (Reply[json.RawMessage], error) {
	o := new(object).text("revision", in.Revision).raw("id", in.ID).raw("meta", in.Meta)
	return build(ctx, h, "list", o, rawValue)
}

// ValidateRequest reports whether request is a roots/list request of that
// revision; empty is 2026-07-28.
func (h *Host) ValidateRequest(ctx context.Context, request json.RawMessage, revision string) (Reply[bool], error) {
	o := new(object).raw("request", present(request)).text("revision", revision)
	return build(ctx, h, "validate_request", o, boolValue)
}

// Supported reports whether a server may send that request to a client with
// those capabilities. When it may not, the reply's Refusal is the error that the
// server answers with instead.
func (h *Host) Supported(ctx context.Context, request, capabilities json.RawMessage) (Reply[bool], error) {
	o := new(object).raw("request", present(request)).raw("capabilities", present(capabilities))
	return build(ctx, h, "supported", o, boolValue)
}

// A SubmissionStatus says what a client submitted under a key.
type SubmissionStatus string

// The statuses of a submission.
const (
	SubmissionMissing SubmissionStatus = "missing"
	SubmissionOK      SubmissionStatus = "ok"
	SubmissionError   SubmissionStatus = "error"
)

// A Submission is a client's answer to a request of an InputRequiredResult.
type Submission struct {
	Status SubmissionStatus
	Result json.RawMessage // the bytes that the client submitted; nil unless ok
	Error  *Refusal        // nil unless error; it holds nothing of what was submitted
}

// Response finds the answer to request under id among a client's inputResponses.
func (h *Host) Response(ctx context.Context, inputResponses json.RawMessage, id string, request json.RawMessage) (Reply[Submission], error) {
	o := new(object).raw("inputResponses", present(inputResponses))
	o.member("id")
	o.string("id", id)
	o.raw("request", present(request))
	return build(ctx, h, "response", o, func(v gjson.Result) (s Submission, ok bool) {
		s.Status, ok = oneOf(v.Get("status"), SubmissionMissing, SubmissionOK, SubmissionError)
		switch s.Status {
		case SubmissionOK:
			s.Result, ok = rawValue(v.Get("result"))
		case SubmissionError:
			s.Error = refusal(v.Get("error"))
		}
		return s, ok
	})
}

// Capabilities builds the roots capability of that revision, as a member of the
// client's capabilities.
func (h *Host) Capabilities(ctx context.Context, revision string, listChanged bool) (Reply[json.RawMessage], error) {
	o := new(object).text("revision", revision).flag("listChanged", listChanged)
	return build(ctx, h, "capabilities", o, rawValue)
}

// Result builds a ListRootsResult in canonical URIs. One root that has none fails
// the call; what a strict check would say of the list is in the diagnostics, as a
// warning at most. Platform defaults to [Local].
func (h *Host) Result(ctx context.Context, roots []Root, platform Platform) (Reply[json.RawMessage], error) {
	o := new(object).roots("roots", roots).text("platform", platform.orLocal())
	return build(ctx, h, "result", o, rawValue)
}

// AnswerInput is what a client's reply to roots/list is made from.
type AnswerInput struct {
	Request     json.RawMessage
	Revision    string
	Roots       []Root
	Unsupported bool // this client doesn't do roots; Roots is ignored
	ListChanged bool
	Platform    Platform // defaults to [Local]
}

// Answer builds a client's whole reply to a roots/list request: the result or
// the error that the protocol asks for.
func (h *Host) Answer(ctx context.Context, in AnswerInput) (Reply[json.RawMessage], error) {
	o := new(object).raw("request", present(in.Request)).text("revision", in.Revision)
	if in.Unsupported {
		o.raw("roots", json.RawMessage("null"))
	} else {
		o.roots("roots", in.Roots)
	}
	o.flag("listChanged", in.ListChanged).text("platform", in.Platform.orLocal())
	return build(ctx, h, "answer", o, rawValue)
}

// ListChanged builds the notification that a client's roots have changed. From
// 2026-07-28 on there is none: an [*Error].
func (h *Host) ListChanged(ctx context.Context, revision string) (Reply[json.RawMessage], error) {
	return build(ctx, h, "list_changed", new(object).text("revision", revision), rawValue)
}

// InputRequiredInput is what an InputRequiredResult is made from.
type InputRequiredInput struct {
	Requests     map[string]json.RawMessage
	RequestState string          // left out when empty
	Capabilities json.RawMessage // the client's, from the request that is answered
	Method       string          // of the request that is answered
}

// InputRequired builds the InputRequiredResult of 2026-07-28. Where the protocol
// forbids it, the value is nil and the reply's Refusal the error to answer with.
func (h *Host) InputRequired(ctx context.Context, in InputRequiredInput) (Reply[json.RawMessage], error) {
	o := new(object)
	o.member("requests")
	requests := new(object)
	for _, key := range slices.Sorted(maps.Keys(in.Requests)) {
		requests.entry(key, in.Requests[key])
	}
	document, err := requests.document()
	if err != nil {
		return Reply[json.RawMessage]{}, err
	}
	o.json = append(o.json, document.body...)
	o.text("requestState", in.RequestState).raw("capabilities", present(in.Capabilities)).text("method", in.Method)
	reply, err := build(ctx, h, "input_required", o, rawValue)
	if reply.Refusal != nil {
		reply.Value = nil
	}
	return reply, err
}

// DiffInput is a client's list of roots at two times, each a ListRootsResult or
// the list in it.
type DiffInput struct {
	Before, After json.RawMessage
	Revision      string
	Capabilities  json.RawMessage // the client's; optional
}

// A Difference is what changed between two lists of roots.
type Difference struct {
	Changed bool
	Notify  bool // whether the client has to send the notification
	Added   []ChangedRoot
	Removed []ChangedRoot
	Renamed []RenamedRoot
}

// A ChangedRoot is a root that only one of the lists has.
type ChangedRoot struct {
	Index     int // in the list that has it
	URI, Name string
}

// A RenamedRoot is a root with another name; an empty one is none.
type RenamedRoot struct{ URI, Before, After string }

// Diff compares two lists of roots.
func (h *Host) Diff(ctx context.Context, in DiffInput) (Reply[Difference], error) {
	o := new(object).raw("before", present(in.Before)).raw("after", present(in.After)).
		text("revision", in.Revision).raw("capabilities", in.Capabilities)
	return build(ctx, h, "diff", o, func(v gjson.Result) (d Difference, ok bool) {
		if d.Changed, ok = boolValue(v.Get("changed")); !ok {
			return d, false
		}
		d.Notify = v.Get("notify").Bool()
		d.Added, _ = each(v.Get("added"), changedRoot)
		d.Removed, _ = each(v.Get("removed"), changedRoot)
		d.Renamed, _ = each(v.Get("renamed"), func(v gjson.Result) (RenamedRoot, bool) {
			return RenamedRoot{
				URI: v.Get("uri").String(), Before: v.Get("before").String(), After: v.Get("after").String(),
			}, v.IsObject()
		})
		return d, true
	})
}

func changedRoot(v gjson.Result) (ChangedRoot, bool) {
	return ChangedRoot{
		Index: int(v.Get("index").Int()), URI: v.Get("uri").String(), Name: v.Get("name").String(),
	}, v.IsObject()
}

// A Rule is what a diagnostic's code stands for.
type Rule struct {
	Code, Severity, Title, Why string
	Bad, Good, Fix             string
	Spec                       []string
}

// Rules lists the catalogue of diagnostics, or the one rule of that code.
func (h *Host) Rules(ctx context.Context, code string) (Reply[[]Rule], error) {
	return build(ctx, h, "rules", new(object).text("code", code), func(v gjson.Result) ([]Rule, bool) {
		return each(v, func(v gjson.Result) (r Rule, ok bool) {
			r.Code, ok = stringValue(v.Get("code"))
			r.Severity, r.Title, r.Why = v.Get("severity").String(), v.Get("title").String(), v.Get("why").String()
			r.Bad, r.Good, r.Fix = v.Get("bad").String(), v.Get("good").String(), v.Get("fix").String()
			r.Spec, _ = each(v.Get("spec"), stringValue)
			return r, ok
		})
	})
}

// Info is what the module says of itself.
type Info struct {
	Name, Version      string
	ABIMajor, ABIMinor int
	Revisions          []string
	Operations         []string
	Limits             map[string]int64
}

// Info asks the module for its version, revisions, operations and limits.
func (h *Host) Info(ctx context.Context) (Reply[Info], error) {
	return build(ctx, h, "info", new(object), func(v gjson.Result) (i Info, ok bool) {
		i.Name = v.Get("name").String()
		i.Version, ok = stringValue(v.Get("version"))
		i.ABIMajor, i.ABIMinor = int(v.Get("abi.major").Int()), int(v.Get("abi.minor").Int())
		i.Revisions, _ = each(v.Get("revisions"), stringValue)
		i.Operations, _ = each(v.Get("operations"), stringValue)
		i.Limits = map[string]int64{}
		v.Get("limits").ForEach(func(key, v gjson.Result) bool {
			i.Limits[key.String()] = v.Int()
			return true
		})
		return i, ok
	})
}

// present gives a value that must be there; where it is nil, JSON's null, which
// the module refuses in its own words.
func present(value json.RawMessage) json.RawMessage {
	if value == nil {
		return json.RawMessage("null")
	}
	return value
}
