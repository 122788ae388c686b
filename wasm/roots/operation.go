package roots

// An Op is an operation's index in [Operations].
type Op int

// The operations, in the order in which the contract lists them.
const (
	List Op = iota
	ValidateRequest
	Supported
	Response
	ValidResponse
	Check
	Read
	Rules
	Info
	Capabilities
	Result
	Answer
	ListChanged
	InputRequired
	Diff
	Describe
	ToPath
	ToURI
	Contains
	Scope

	operations
)

// An Operation is one export of the module: it takes one JSON document and
// answers one.
type Operation struct {
	Name   string  // the export's name
	Params []param // its input's members
	Value  string  // what `value` holds
}

var messageParams = []param{{nMessage, anything, true}, {nID, id, false}, {nText, text, false}, {nRevision, oneRevision, false}, {nPlatform, onePlatform, false}, {nMessages, array, false}}

// Operations is the table of operations, in ABI order. The module's exports, the
// hosts' methods, the command and the documentation are tested against it.
var Operations = [operations]Operation{
	List:            {"list", []param{{nRevision, oneRevision, false}, {nID, id, false}, {nMeta, object, false}}, "the roots/list request"},
	ValidateRequest: {"validate_request", []param{{nRequest, anything, true}, {nRevision, oneRevision, false}}, "whether it is a roots/list request"},
	Supported:       {"supported", []param{{nRequest, anything, true}, {nCapabilities, anything, true}}, "whether a client with these capabilities may be asked"},
	Response:        {"response", []param{{nInputResponses, anything, false}, {nID, anything, true}, {nRequest, anything, true}}, "the named answer of a retried call, untouched"},
	ValidResponse:   {"valid_response", []param{{nResult, aDocument, true}}, "whether it is a ListRootsResult"},
	Check: {"check", []param{
		{nMessage, anything, true}, {nText, text, false}, {nKind, oneKind, false}, {nRevision, oneRevision, false}, {nProfile, oneProfile, false},
		{nPlatform, onePlatform, false}, {nRoots, boolean, false}, {nMaxRoots, natural, false},
	}, "the verdict on any roots message, with its roots"},
	Read:          {"read", messageParams, "what an answer says, with the usable roots"},
	Rules:         {"rules", []param{{nCode, text, false}}, "the catalogue of diagnostics"},
	Info:          {"info", nil, "version, revisions, operations and limits"},
	Capabilities:  {"capabilities", []param{{nRevision, oneRevision, true}, {nListChanged, boolean, false}}, "the roots capability to declare"},
	Result:        {"result", []param{{nRoots, array, true}, {nPlatform, onePlatform, false}}, "a ListRootsResult in canonical URIs"},
	Answer:        {"answer", []param{{nRequest, anything, true}, {nRevision, oneRevision, true}, {nRoots, anything, true}, {nListChanged, boolean, false}, {nPlatform, onePlatform, false}}, "the client's whole reply"},
	ListChanged:   {"list_changed", []param{{nRevision, oneRevision, true}}, "the notification that roots changed"},
	InputRequired: {"input_required", []param{{nRequests, anything, false}, {nRequestState, anything, false}, {nCapabilities, anything, true}, {nMethod, anything, true}}, "the InputRequiredResult, or null with the refusal"},
	Diff:          {"diff", []param{{nBefore, anything, true}, {nAfter, anything, true}, {nRevision, oneRevision, false}, {nCapabilities, anything, false}}, "what was added, removed and renamed"},
	Describe:      {"describe", []param{{nRoots, aDocument, true}}, "the list that people read"},
	ToPath:        {"to_path", []param{{nURIs, array, true}, {nPlatform, onePlatform, false}}, "a native path for each URI"},
	ToURI:         {"to_uri", []param{{nPaths, array, true}, {nPlatform, onePlatform, false}}, "a canonical URI for each path"},
	Contains:      {"contains", []param{{nRoots, array, true}, {nPaths, array, true}, {nPlatform, onePlatform, false}, {nUNC, boolean, false}}, "a verdict with its reason for each path"},
	Scope:         {"scope", []param{{nRevealed, array, true}, {nAllowed, array, true}, {nPlatform, onePlatform, false}}, "the revealed roots cut to the allowed ones"},
}

// runs is what carries each of them out. It is a table of its own because info reads
// the other one.
var runs = [operations]func(*Core){
	List:            (*Core).buildList,
	ValidateRequest: (*Core).validateRequest,
	Supported:       (*Core).supported,
	Response:        (*Core).response,
	ValidResponse:   (*Core).validResponse,
	Check:           (*Core).check,
	Read:            (*Core).read,
	Rules:           (*Core).rules,
	Info:            (*Core).info,
	Capabilities:    (*Core).capabilities,
	Result:          (*Core).buildResult,
	Answer:          (*Core).answer,
	ListChanged:     (*Core).listChanged,
	InputRequired:   (*Core).inputRequired,
	Diff:            (*Core).diff,
	Describe:        (*Core).describe,
	ToPath:          (*Core).toPath,
	ToURI:           (*Core).toURI,
	Contains:        (*Core).contains,
	Scope:           (*Core).scope,
}

// Lookup finds an operation by the name of its export.
func Lookup(name string) (Op, bool) {
	for i := range Operations {
		if Operations[i].Name == name {
			return Op(i), true
		}
	}
	return 0, false
}
