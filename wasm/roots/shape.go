package roots

import (
	"github.com/mcproots/mcproots/wasm/rule"
	"github.com/mcproots/mcproots/wasm/scan"
)

// A shape is what an object of the protocol must look like.
type shape uint8

// The shapes, named after the protocol's types.
const (
	noShape shape = iota
	shapeResult
	shapeRoot
	shapeRequest
	shapeParams
	shapeMeta
	shapeNotification
	shapeNotificationParams
	shapeResponse
	shapeLateError
	shapeError
	shapeCapabilities
	shapeRootsCapability
	shapeInitialize
	shapeInitializeParams
	shapeEnvelope
	shapeInputRequired
	shapeRetry
	shapeRetriedCall
	shapeRetryMeta
	shapeRetryCapabilities
)

// A hook is what else is looked at in a member, beyond its type.
type hook uint8

const (
	noHook hook = iota
	hookRoots
	hookURI
	hookName
	hookMeta
	hookResult
	hookRequests
	hookResponses
)

// A row is a member of a shape. missing and wrong are what to say when it is not
// there or of another type; None is nothing.
type row struct {
	name    name
	want    want
	hook    hook
	sub     shape
	missing rule.ID
	wrong   rule.ID
	since   Revision
	before  Revision // 0: no end
}

// shapes is what the schemas and pages of the five revisions say, as far as roots
// go: schema.json of each, client/roots, basic/index, basic/patterns/mrtr.
var shapes = [...][]row{
	shapeResult: {
		{name: nRoots, want: array, hook: hookRoots, missing: rule.RootsMissing, wrong: rule.RootsNotList},
		{name: nMetaObject, want: object, hook: hookMeta, wrong: rule.ResultMetaNotObject, before: R20260728},
		{name: nMetaObject, hook: hookMeta, since: R20260728},
		{name: nResultType},
	},
	shapeRoot: {
		{name: nURI, want: text, hook: hookURI, missing: rule.URIMissing, wrong: rule.URINotString},
		{name: nName, want: text, hook: hookName, wrong: rule.NameNotString},
		{name: nMetaObject, want: object, hook: hookMeta, wrong: rule.RootMetaNotObject, since: R20250618},
		{name: nMetaObject, before: R20250618},
	},
	shapeRequest: {
		{name: nJSONRPC, want: version, missing: rule.JSONRPCVersion, wrong: rule.JSONRPCVersion, before: R20260728},
		{name: nID, want: id, missing: rule.IDMissing, wrong: rule.IDType, before: R20260728},
		{name: nJSONRPC, want: never, wrong: rule.RequestEnvelope, since: R20260728},
		{name: nID, want: never, wrong: rule.RequestEnvelope, since: R20260728},
		{name: nMethod, want: listMethod, missing: rule.RequestMethod, wrong: rule.RequestMethod},
		{name: nParams, want: object, sub: shapeParams, wrong: rule.ParamsNotObject},
	},
	shapeParams: {
		{name: nMetaObject, want: object, hook: hookMeta, sub: shapeMeta, wrong: rule.MetaNotObject},
	},
	shapeMeta: {
		{name: nProgressToken, want: id, wrong: rule.ProgressTokenType, before: R20260728},
	},
	shapeNotification: {
		{name: nJSONRPC, want: version, missing: rule.JSONRPCVersion, wrong: rule.JSONRPCVersion},
		{name: nID, want: never, wrong: rule.NotificationID},
		{name: nMethod, want: changedMethod, missing: rule.NotificationMethod, wrong: rule.NotificationMethod, before: R20260728},
		{name: nMethod, want: never, wrong: rule.ListChangedRemoved, since: R20260728},
		{name: nParams, want: object, sub: shapeNotificationParams, wrong: rule.ParamsNotObject},
	},
	shapeNotificationParams: {
		{name: nMetaObject, want: object, hook: hookMeta, wrong: rule.MetaNotObject},
	},
	shapeResponse: {
		{name: nJSONRPC, want: version, missing: rule.JSONRPCVersion, wrong: rule.JSONRPCVersion},
		{name: nID, want: id, missing: rule.IDMissing, wrong: rule.IDType},
		{name: nResult, hook: hookResult},
		{name: nError, want: object, sub: shapeError, wrong: rule.ErrorNotObject},
	},
	// Since 2025-11-25 an error may lack the id of a request that could not be read.
	shapeLateError: {
		{name: nJSONRPC, want: version, missing: rule.JSONRPCVersion, wrong: rule.JSONRPCVersion},
		{name: nID, want: id, wrong: rule.IDType},
		{name: nError, want: object, sub: shapeError, wrong: rule.ErrorNotObject},
	},
	shapeError: {
		{name: nCode, want: integer, missing: rule.ErrorCodeType, wrong: rule.ErrorCodeType},
		{name: nMessage, want: text, missing: rule.ErrorMessageType, wrong: rule.ErrorMessageType},
	},
	shapeCapabilities: {
		{name: nRoots, want: object, sub: shapeRootsCapability, missing: rule.RootsCapabilityAbsent, wrong: rule.CapabilityNotObject},
	},
	shapeRootsCapability: {
		{name: nListChanged, want: boolean, wrong: rule.ListChangedNotBoolean, before: R20260728},
		{name: nListChanged, want: never, wrong: rule.ListChangedMeaningless, since: R20260728},
	},
	shapeInitialize: {
		{name: nJSONRPC, want: version, missing: rule.JSONRPCVersion, wrong: rule.JSONRPCVersion},
		{name: nID, want: id, missing: rule.IDMissing, wrong: rule.IDType},
		{name: nMethod, want: initializeMethod, wrong: rule.RequestMethod},
		{name: nParams, want: object, sub: shapeInitializeParams, missing: rule.CapabilitiesMissing, wrong: rule.ParamsNotObject},
	},
	shapeInitializeParams: {
		{name: nCapabilities, want: object, sub: shapeCapabilities, missing: rule.CapabilitiesMissing, wrong: rule.CapabilitiesNotObject},
		{name: nRoots, want: never, wrong: rule.InitializeRoots},
	},
	shapeEnvelope: {
		{name: nJSONRPC, want: version, missing: rule.JSONRPCVersion, wrong: rule.JSONRPCVersion},
		{name: nID, want: id, missing: rule.IDMissing, wrong: rule.IDType},
	},
	shapeInputRequired: {
		{name: nResultType, want: inputRequiredType, missing: rule.ResultType, wrong: rule.ResultType},
		{name: nRequestState, want: text, wrong: rule.RequestStateType},
		{name: nInputRequests, want: object, hook: hookRequests, wrong: rule.InputRequestsNotObject},
		{name: nMetaObject, want: object, hook: hookMeta, wrong: rule.ResultMetaNotObject},
	},
	shapeRetry: {
		{name: nInputResponses, want: object, hook: hookResponses, wrong: rule.InputResponsesNotObject},
		{name: nRequestState, want: text, wrong: rule.RequestStateType},
		{name: nMetaObject, sub: shapeRetryMeta},
	},
	// Retry is params that may be given without the call that they are of, and before
	// the client's transport has added _meta.
	shapeRetriedCall: {
		{name: nInputResponses, want: object, hook: hookResponses, wrong: rule.InputResponsesNotObject},
		{name: nRequestState, want: text, wrong: rule.RequestStateType},
		{name: nMetaObject, want: object, sub: shapeRetryMeta, missing: rule.CapabilitiesMissing, wrong: rule.MetaNotObject},
	},
	shapeRetryMeta: {
		{name: nMetaClientCapabilities, want: object, sub: shapeRetryCapabilities, missing: rule.CapabilitiesMissing, wrong: rule.CapabilitiesNotObject},
	},
	shapeRetryCapabilities: {
		{name: nRoots, want: object, sub: shapeRootsCapability, wrong: rule.CapabilityNotObject},
	},
}

// others is what to say of a member that a shape doesn't list. Shapes that are not
// here are open.
var others = [...]rule.ID{
	shapeResult: rule.UnknownMember, shapeRoot: rule.UnknownMember, shapeRequest: rule.UnknownMember, shapeParams: rule.ParamsMember,
	shapeNotification: rule.UnknownMember, shapeNotificationParams: rule.UnknownMember, shapeResponse: rule.UnknownMember,
	shapeLateError: rule.UnknownMember, shapeRootsCapability: rule.UnknownMember, shapeRetryCapabilities: rule.None,
}

func (r *row) in(rev Revision) bool {
	return rev >= r.since && (r.before == 0 || rev < r.before)
}

// walk checks an object against a shape.
func (c *Core) walk(v value, p at, s shape) {
	rows := shapes[s]
	rev := c.settings.revision
	seen := 0
	m := scan.Object(c.report.doc, v.at())
	for m.Next() {
		n := nameOf(m.Name())
		listed := false
		for i := range rows {
			if row := &rows[i]; row.name == n && row.in(rev) {
				listed = true
				seen |= 1 << i
				c.field(span(m.Value, m.End), c.report.step(p, n), row)
				break
			}
		}
		if !listed && int(s) < len(others) && others[s] != rule.None {
			c.report.add(others[s], p, m.Key-1)
		}
	}
	for i := range rows {
		if row := &rows[i]; row.missing != rule.None && seen&(1<<i) == 0 && row.in(rev) {
			c.report.add(row.missing, p, v.at())
		}
	}
}

// field checks one member.
func (c *Core) field(v value, p at, row *row) {
	if !c.is(v, row.want) {
		code := row.wrong
		if code == rule.ParamsNotObject && c.null(v) {
			code = rule.ParamsNull
		}
		c.report.add(code, p, v.at())
		if row.hook == hookRoots {
			c.settings.listed = true
		}
		return
	}
	switch row.hook {
	case hookRoots:
		c.list(v, p)
	case hookURI:
		c.rootURI(v, p)
	case hookName:
		c.rootName(v, p)
	case hookMeta:
		c.metaKeys(v, p)
	case hookResult:
		c.result(v, p)
	case hookRequests:
		c.inputRequests(v, p)
	case hookResponses:
		c.inputResponses(v, p)
	}
	if row.sub != noShape && c.is(v, object) {
		c.walk(v, p, row.sub)
	}
}

// check walks a value that must be an object.
func (c *Core) object(v value, p at, s shape, otherwise rule.ID) bool {
	if !c.is(v, object) {
		c.report.add(otherwise, p, v.at())
		return false
	}
	c.walk(v, p, s)
	return true
}
