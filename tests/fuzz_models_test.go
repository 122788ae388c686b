package tests

import (
	"bytes"
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/mcproots/mcproots/tests/message"
	"github.com/mcproots/mcproots/wasm/roots"
)

// The models are the operations written a second time, over encoding/json's maps and
// from the protocol's pages and the contract: slow, plain and without tables. A
// model says the answer to the byte, but for the diagnostics.

// An object is a JSON object's members; nil where a value is none.
type object map[string]json.RawMessage

func objectOf(raw json.RawMessage) (o object) {
	if isObject(raw) {
		if err := json.Unmarshal(raw, &o); err != nil {
			panic(err) // the input was valid
		}
	}
	return o
}

func listOf(raw json.RawMessage) (list []json.RawMessage) {
	if isArray(raw) {
		if err := json.Unmarshal(raw, &list); err != nil {
			panic(err)
		}
	}
	return list
}

func textOf(raw json.RawMessage) (s string) {
	if isText(raw) {
		if err := json.Unmarshal(raw, &s); err != nil {
			panic(err)
		}
	}
	return s
}

var wholeNumber = regexp.MustCompile(`^-?[0-9]+$`)

func starts(raw json.RawMessage, with string) bool { return bytes.HasPrefix(raw, []byte(with)) }

func isObject(raw json.RawMessage) bool  { return starts(raw, "{") }
func isArray(raw json.RawMessage) bool   { return starts(raw, "[") }
func isText(raw json.RawMessage) bool    { return starts(raw, `"`) }
func isNull(raw json.RawMessage) bool    { return starts(raw, "n") }
func isBool(raw json.RawMessage) bool    { return starts(raw, "t") || starts(raw, "f") }
func isInteger(raw json.RawMessage) bool { return wholeNumber.Match(raw) }
func isID(raw json.RawMessage) bool      { return isText(raw) || isInteger(raw) }
func isAny(raw json.RawMessage) bool     { return true }

func is(raw json.RawMessage, s string) bool { return isText(raw) && textOf(raw) == s }

func oneOf(choices ...string) func(json.RawMessage) bool {
	return func(raw json.RawMessage) bool { return isText(raw) && slices.Contains(choices, textOf(raw)) }
}

func isCount(raw json.RawMessage) bool {
	return isInteger(raw) && !starts(raw, "-") && len(raw) < 16
}

// written is a string as answers spell it.
func written(s string) string {
	var b strings.Builder
	b.WriteByte('"')
	for _, c := range s {
		switch {
		case c == '"' || c == '\\':
			b.WriteString(`\` + string(c))
		case c == '\n':
			b.WriteString(`\n`)
		case c == '\r':
			b.WriteString(`\r`)
		case c == '\t':
			b.WriteString(`\t`)
		case c < 0x20 || c == 0x7f:
			fmt.Fprintf(&b, `\u%04x`, c)
		default:
			b.WriteRune(c)
		}
	}
	b.WriteByte('"')
	return b.String()
}

// outcome is what a model answers: a value, with a refusal where there is one, or the
// code of a call that can't be carried out.
type outcome struct {
	value, refusal string
	code           int
	unmodelled     bool
}

func value(format string, args ...any) outcome { return outcome{value: fmt.Sprintf(format, args...)} }

func failed(code int) outcome { return outcome{code: code} }

func rpcError(code int, message string) string {
	return fmt.Sprintf(`{"code":%d,"message":%s}`, code, written(message))
}

func missingCapability(capabilities string) string {
	return `{"code":-32021,"message":"Missing required client capability","data":{"requiredCapabilities":` + capabilities + `}}`
}

// A field is a member that an operation's input may have.
type field struct {
	name     string
	is       func(json.RawMessage) bool
	required bool
}

// A model is an operation: its input as the README's table has it, and what it says.
type model struct {
	fields []field
	run    func(in object, revision, platform string) outcome
}

var (
	givenRevision = field{"revision", oneOf(revisions...), false}
	givenPlatform = field{"platform", oneOf("posix", "windows", "auto"), false}
	mustRevision  = field{"revision", oneOf(revisions...), true}
)

var models = map[string]model{
	"list":             {[]field{givenRevision, {"id", isID, false}, {"meta", isObject, false}}, modelList},
	"validate_request": {[]field{{"request", isAny, true}, givenRevision}, modelValidateRequest},
	"supported":        {[]field{{"request", isAny, true}, {"capabilities", isAny, true}}, modelSupported},
	"response":         {[]field{{"inputResponses", isAny, false}, {"id", isAny, true}, {"request", isAny, true}}, modelResponse},
	"read":             {[]field{{"message", isAny, false}, {"text", isText, false}, {"messages", isArray, false}, {"id", isID, false}, givenRevision, givenPlatform}, modelRead},
	"check": {[]field{{"message", isAny, false}, {"text", isText, false}, {"kind", oneOf("request", "result", "response", "error", "notification", "capabilities", "initialize", "input_required", "retry", "batch", "config"), false}, givenRevision, givenPlatform,
		{"profile", oneOf("strict", "protocol"), false}, {"roots", isBool, false}, {"maxRoots", isCount, false}}, modelCheck},
	"info":           {nil, modelInfo},
	"rules":          {[]field{{"code", isText, false}}, modelRules},
	"capabilities":   {[]field{mustRevision, {"listChanged", isBool, false}}, modelCapabilities},
	"result":         {[]field{{"roots", isArray, true}, givenPlatform}, modelResult},
	"answer":         {[]field{{"request", isAny, true}, mustRevision, {"roots", isAny, true}, {"listChanged", isBool, false}, givenPlatform}, modelAnswer},
	"list_changed":   {[]field{mustRevision}, modelListChanged},
	"input_required": {[]field{{"requests", isAny, false}, {"requestState", isAny, false}, {"capabilities", isAny, true}, {"method", isAny, true}}, modelInputRequired},
	"diff":           {[]field{{"before", isAny, true}, {"after", isAny, true}, givenRevision, {"capabilities", isAny, false}}, modelDiff},
}

func FuzzModels(f *testing.F) {
	r := seeded(21)
	for range 200 {
		choices := make([]byte, 16+r.IntN(200))
		for i := range choices {
			choices[i] = byte(r.IntN(256))
		}
		f.Add(uint8(r.IntN(256)), choices)
	}
	f.Fuzz(func(t *testing.T, n uint8, choices []byte) {
		name := message.Operations[int(n)%len(message.Operations)]
		keepsItsModel(t, name, message.From(choices).Input(name))
	})
}

// keepsItsModel compares an operation's answer with what its model says.
func keepsItsModel(t *testing.T, name, text string) {
	t.Helper()
	op, ok := roots.Lookup(name)
	if !ok {
		t.Fatal(name)
	}
	answer := core.Call(op, []byte(text))
	want, modelled := modelOf(name, text)
	switch {
	case !modelled:
		return
	case want.code != 0:
		if prefix := fmt.Sprintf(`{"ok":false,"error":{"code":%d,`, want.code); !bytes.HasPrefix(answer, []byte(prefix)) {
			t.Fatalf("%s\n%s\n got %s\nwant %s", name, text, answer, prefix)
		}
		return
	}
	prefix := `{"ok":true,"value":` + want.value
	if want.refusal != "" {
		prefix += `,"refusal":` + want.refusal
	}
	rest, ok := bytes.CutPrefix(answer, []byte(prefix))
	if !ok || name != "check" && string(rest) != "}" && !bytes.HasPrefix(rest, []byte(`,"diagnostics":[{`)) {
		t.Fatalf("%s\n%s\n got %s\nwant %s", name, text, answer, prefix)
	}
}

// modelOf answers by the model of an operation.
func modelOf(name, text string) (want outcome, modelled bool) {
	raw := json.RawMessage(strings.Trim(text, " \n\r\t"))
	switch name {
	case "valid_response":
		return value("%v", protocolResult(raw)), true
	case "describe":
		return modelDescribe(raw), true
	}
	m, ok := models[name]
	if !ok {
		return want, false // FuzzURIs, FuzzPaths and FuzzContains have theirs
	}
	in := objectOf(raw)
	if in == nil && !isObject(raw) {
		return failed(-32602), true
	}
	if v, there := in["values"]; there && !isBool(v) {
		return failed(-32602), true
	}
	for _, f := range m.fields {
		if v, there := in[f.name]; there && !f.is(v) || !there && f.required {
			return failed(-32602), true
		}
	}
	if name == "check" || name == "read" { // one message, in one way
		given := 0
		for _, way := range []string{"message", "text", "messages"} {
			if _, there := in[way]; there && !(way == "messages" && name == "check") {
				given++
			}
		}
		if given != 1 {
			return failed(-32602), true
		}
	}
	platform := "auto"
	if in["platform"] != nil {
		platform = textOf(in["platform"])
	}
	want = m.run(in, textOf(in["revision"]), platform)
	return want, !want.unmodelled
}

// bareRequest tells whether a value is a roots/list request and nothing else
// (schema ListRootsRequest; facts of the oldest implementation: at most _meta).
func bareRequest(raw json.RawMessage, revision string) bool {
	o := objectOf(raw)
	if o == nil || !is(o["method"], "roots/list") {
		return false
	}
	allowed := []string{"method", "params"}
	if revision != latest {
		allowed = append(allowed, "jsonrpc", "id")
		if !is(o["jsonrpc"], "2.0") || !isID(o["id"]) {
			return false
		}
	}
	return only(o, allowed...) && soundParams(o, revision)
}

func only(o object, names ...string) bool {
	for name := range o {
		if !slices.Contains(names, name) {
			return false
		}
	}
	return true
}

func soundParams(o object, revision string) bool {
	raw, there := o["params"]
	if !there {
		return true
	}
	params := objectOf(raw)
	return params != nil && only(params, "_meta") && soundMeta(params, revision)
}

// soundMeta tells whether the _meta of a request's params is what the schema says.
func soundMeta(params object, revision string) bool {
	raw, there := params["_meta"]
	if !there {
		return true
	}
	meta := objectOf(raw)
	token, there := meta["progressToken"]
	return meta != nil && (revision == latest || !there || isID(token))
}

// protocolResult tells whether a value is a ListRootsResult of 2026-07-28.
func protocolResult(raw json.RawMessage) bool {
	o := objectOf(raw)
	if o == nil || !isArray(o["roots"]) {
		return false
	}
	for _, entry := range listOf(o["roots"]) {
		root := objectOf(entry)
		name, named := root["name"]
		meta, has := root["_meta"]
		if root == nil || !isText(root["uri"]) || !inGrammar(textOf(root["uri"])) || named && !isText(name) || has && !isObject(meta) {
			return false
		}
	}
	return true
}

func modelList(in object, revision, _ string) outcome {
	meta, has := in["meta"]
	params := "{}"
	if has {
		params = fmt.Sprintf(`{"_meta":%s}`, meta)
	}
	switch {
	case revision == "" || revision == latest:
		return value(`{"method":"roots/list","params":%s}`, params)
	case in["id"] == nil:
		return failed(-32602)
	case !has:
		return value(`{"jsonrpc":"2.0","id":%s,"method":"roots/list"}`, in["id"])
	}
	return value(`{"jsonrpc":"2.0","id":%s,"method":"roots/list","params":%s}`, in["id"], params)
}

func modelValidateRequest(in object, revision, _ string) outcome {
	if revision == "" {
		revision = latest
	}
	return value("%v", bareRequest(in["request"], revision))
}

func modelSupported(in object, _, _ string) outcome {
	switch {
	case !bareRequest(in["request"], latest):
		return outcome{value: "false", refusal: rpcError(-32603, "Invalid roots request")}
	case !isObject(objectOf(in["capabilities"])["roots"]):
		return outcome{value: "false", refusal: missingCapability(`{"roots":{}}`)}
	}
	return value("true")
}

func modelResponse(in object, _, _ string) outcome {
	wrong := value(`{"status":"error","error":%s}`, rpcError(-32602, "Invalid roots response"))
	responses, given := in["inputResponses"]
	if !isText(in["id"]) || given && !isObject(responses) {
		return wrong
	}
	answer, there := objectOf(responses)[textOf(in["id"])]
	switch {
	case !there:
		return value(`{"status":"missing"}`)
	case !bareRequest(in["request"], latest) || !protocolResult(answer):
		return wrong
	}
	return value(`{"status":"ok","result":%s}`, answer)
}

// constant is what an operation says of {} on a fresh core.
func constant(op roots.Op) json.RawMessage {
	var a answer
	var fresh roots.Core
	if err := json.Unmarshal(fresh.Call(op, []byte("{}")), &a); err != nil || !a.OK {
		panic("an operation without input fails")
	}
	return a.Value
}

var (
	information = sync.OnceValue(func() json.RawMessage { return constant(roots.Info) })
	catalogue   = sync.OnceValue(func() json.RawMessage { return constant(roots.Rules) })
	ruleOf      = sync.OnceValue(func() map[string]json.RawMessage {
		rules := map[string]json.RawMessage{}
		for _, rule := range listOf(catalogue()) {
			rules[textOf(objectOf(rule)["code"])] = rule
		}
		return rules
	})
)

func modelInfo(object, string, string) outcome { return value("%s", information()) }

func modelRules(in object, _, _ string) outcome {
	code, given := in["code"]
	switch rule := ruleOf()[textOf(code)]; {
	case !given:
		return value("%s", catalogue())
	case rule != nil:
		return value("[%s]", rule)
	}
	return failed(-32602)
}

func modelDescribe(raw json.RawMessage) outcome {
	if !protocolResult(raw) {
		return failed(-32602)
	}
	lines := []string{}
	for _, entry := range listOf(objectOf(raw)["roots"]) {
		root := objectOf(entry)
		line := "- " + textOf(root["uri"])
		if name := textOf(root["name"]); name != "" {
			line += " (" + hiddenShown.ReplaceAllStringFunc(name, func(c string) string { return `\u{` + strconv.FormatInt(int64([]rune(c)[0]), 16) + "}" }) + ")"
		}
		lines = append(lines, line)
	}
	if len(lines) == 0 {
		lines = []string{"No roots"}
	}
	return value("%s", written(strings.Join(lines, "\n")))
}

// hiddenShown is what must not reach a terminal, as far as the made names go.
var hiddenShown = regexp.MustCompile(`[\p{Cc}\p{Cf}]`)

func modelInputRequired(in object, _, _ string) outcome {
	refuse := func(message string) outcome {
		return outcome{value: "null", refusal: rpcError(-32603, message)}
	}
	requests, asks := in["requests"]
	state, keeps := in["requestState"]
	if !slices.Contains([]string{"tools/call", "prompts/get", "resources/read"}, textOf(in["method"])) {
		return refuse("Input-required result is not permitted for this operation")
	}
	if !asks && !keeps || asks && !isObject(requests) || keeps && !isText(state) {
		return refuse("Invalid input-required result")
	}
	declared := objectOf(in["capabilities"])
	missing := map[string][]string{} // capabilities, and of each the parts
	for _, request := range objectOf(requests) {
		r := objectOf(request)
		params := objectOf(r["params"])
		switch textOf(r["method"]) {
		case "roots/list":
			if !bareRequest(request, latest) {
				return refuse("Invalid input-required result")
			}
			if !isObject(declared["roots"]) {
				missing["roots"] = nil
			}
		case "elicitation/create":
			elicitation := objectOf(declared["elicitation"])
			form := elicitation != nil && (isObject(elicitation["form"]) || elicitation["form"] == nil && elicitation["url"] == nil)
			if is(params["mode"], "url") {
				if !isObject(elicitation["url"]) {
					missing["elicitation"] = append(missing["elicitation"], "url")
				}
			} else if !form {
				missing["elicitation"] = append(missing["elicitation"], "form")
			}
		case "sampling/createMessage":
			sampling := objectOf(declared["sampling"])
			if sampling == nil {
				missing["sampling"] = append(missing["sampling"], "")
			}
			if context, there := params["includeContext"]; there && !is(context, "none") && !isObject(sampling["context"]) {
				missing["sampling"] = append(missing["sampling"], "context")
			}
			if (params["tools"] != nil || params["toolChoice"] != nil) && !isObject(sampling["tools"]) {
				missing["sampling"] = append(missing["sampling"], "tools")
			}
		default:
			return refuse("Invalid input-required result")
		}
	}
	if len(missing) > 0 {
		lack := []string{}
		for _, capability := range []string{"elicitation", "roots", "sampling"} {
			parts, there := missing[capability]
			if !there {
				continue
			}
			parts = slices.Clone(parts)
			slices.Sort(parts)
			inner := []string{}
			for _, part := range slices.Compact(parts) {
				if part != "" {
					inner = append(inner, written(part)+":{}")
				}
			}
			lack = append(lack, written(capability)+":{"+strings.Join(inner, ",")+"}")
		}
		return outcome{value: "null", refusal: missingCapability("{" + strings.Join(lack, ",") + "}")}
	}
	out := `{"resultType":"input_required"`
	if asks {
		out += fmt.Sprintf(`,"inputRequests":%s`, requests)
	}
	if keeps {
		out += fmt.Sprintf(`,"requestState":%s`, state)
	}
	return value("%s}", out)
}
