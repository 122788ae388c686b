package tests

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// The models of check, as far as bare results go (tests/schema has the other kinds),
// and of read: one message, and a session's messages.

const (
	clientCapabilities = "io.modelcontextprotocol/clientCapabilities"
	metaVersion        = "io.modelcontextprotocol/protocolVersion"
)

// kindAndRevision tells what a message is, as far as read goes, and what revision it
// is of.
func kindAndRevision(raw json.RawMessage) (kind, revision string) {
	o := objectOf(raw)
	params, result := objectOf(o["params"]), objectOf(o["result"])
	_, failed := o["error"]
	_, succeeded := o["result"]
	_, rpc := o["jsonrpc"]
	_, numbered := o["id"]
	_, method := o["method"]
	switch {
	case o == nil:
		kind = "other"
	case method:
		kind = "other"
		plain := strings.ReplaceAll(asciiLower(textOf(o["method"])), "_", "")
		about := isText(o["method"]) && (textOf(o["method"]) == "initialize" || plain == "roots/list" || plain == "notifications/roots/listchanged")
		if !about && (params["inputResponses"] != nil || objectOf(objectOf(params["_meta"])[clientCapabilities])["roots"] != nil) {
			kind = "retry"
		}
	case (rpc || numbered) && succeeded && !failed && result["roots"] == nil:
		kind = "other"
	case (rpc || numbered) && failed && !succeeded:
		kind = "error"
	case rpc || numbered && succeeded:
		kind = "response"
	case o["roots"] != nil:
		kind = "result"
		if isObject(o["roots"]) || isBool(o["roots"]) {
			kind = "other"
		}
	case o["resultType"] == nil && o["inputRequests"] == nil && o["inputResponses"] != nil:
		kind = "retry"
	default:
		kind = "other"
	}
	for _, said := range []json.RawMessage{params["protocolVersion"], result["protocolVersion"], o["protocolVersion"], objectOf(params["_meta"])[metaVersion]} {
		if isText(said) && slices.Contains(revisions, textOf(said)) {
			return kind, textOf(said)
		}
	}
	switch kind {
	case "response":
		if rpc {
			return kind, "2025-11-25"
		}
	case "error":
		if string(objectOf(o["error"])["code"]) != "-32021" {
			return kind, "2025-11-25"
		}
	}
	return kind, latest
}

func modelCheck(in object, revision, platform string) outcome {
	raw, there := in["message"]
	if !there {
		if raw = json.RawMessage(strings.Trim(textOf(in["text"]), " \n\r\t")); !json.Valid(raw) {
			if revision == "" {
				revision = latest
			}
			return value(`{"valid":false,"kind":"unknown","revision":"%s"`, revision)
		}
	}
	kind, detected := kindAndRevision(raw)
	if revision == "" {
		revision = detected
	}
	if in["kind"] != nil {
		kind = textOf(in["kind"])
	}
	if kind != "result" {
		return outcome{unmodelled: true}
	}
	most := 1_000_000
	if limit := in["maxRoots"]; limit != nil {
		most, _ = strconv.Atoi(string(limit))
	}
	protocol := textOf(in["profile"]) == "protocol"
	o := objectOf(raw)
	meta, has := o["_meta"]
	entries := listOf(o["roots"])
	valid := isArray(o["roots"]) && (!has || isObject(meta) || revision == latest) && len(entries) <= most
	list := []string{}
	for i, entry := range entries[:min(most, len(entries))] {
		p, sound, converts := readEntry(entry, revision, platform)
		if protocol {
			root := objectOf(entry)
			sound = soundBut(root, revision) && inGrammar(textOf(root["uri"]))
		} else if converts && len(p.parts) == 0 {
			sound = false // the whole file system
		}
		valid = valid && sound
		out := fmt.Sprintf(`{"index":%d,"valid":%v`, i, sound)
		if converts {
			out += fmt.Sprintf(`,"uri":%s,"path":%s,"platform":"%s"`, written(p.uri()), written(p.path()), p.platform)
		}
		list = append(list, out+"}")
	}
	out := fmt.Sprintf(`{"valid":%v,"kind":"result","revision":"%s"`, valid, revision)
	if in["roots"] == nil || starts(in["roots"], "t") {
		out += `,"roots":[` + strings.Join(list, ",") + "]"
	}
	return value(`%s,"summary":{"error":`, out)
}

// soundBut tells whether a root is what the schema says, but for its URI's text.
func soundBut(root object, revision string) bool {
	name, named := root["name"]
	meta, has := root["_meta"]
	return isText(root["uri"]) && (!named || isText(name)) && (!has || isObject(meta) || revision < "2025-06-18")
}

// readEntry reads an entry of a list as strict checking does; converts tells whether it
// has a path, sound or not.
func readEntry(raw json.RawMessage, revision, platform string) (p location, sound, converts bool) {
	root := objectOf(raw)
	if !isText(root["uri"]) {
		return p, false, false
	}
	p, code := policy{platform: platform}.readURI(textOf(root["uri"]))
	unlike := slices.Contains(p.notes, "uri-illegal-char") || slices.Contains(p.notes, "uri-non-ascii")
	return p, code == "" && !unlike && soundBut(root, revision), code == ""
}

func modelRead(in object, revision, platform string) outcome {
	if messages, there := in["messages"]; there {
		return modelSession(listOf(messages), revision, platform)
	}
	raw, there := in["message"]
	if !there {
		if raw = json.RawMessage(strings.Trim(textOf(in["text"]), " \n\r\t")); !json.Valid(raw) {
			return value(`{"status":"invalid","roots":[]}`)
		}
	}
	kind, detected := kindAndRevision(raw)
	if revision == "" {
		revision = detected
	}
	status, list := readMessage(raw, kind, revision, platform, in["id"])
	return value(`{"status":"%s","roots":[%s]}`, status, strings.Join(list, ","))
}

// sameID compares ids: a string is no number.
func sameID(a, b json.RawMessage) bool {
	if isText(a) && isText(b) {
		return textOf(a) == textOf(b)
	}
	return string(a) == string(b)
}

func readMessage(raw json.RawMessage, kind, revision, platform string, id json.RawMessage) (status string, list []string) {
	o := objectOf(raw)
	if kind == "other" && o["result"] != nil { // to something else, or to roots/list without roots
		kind = "response"
	}
	switch kind {
	case "result":
		return usable(raw, revision, platform)
	case "response", "error":
		got, numbered := o["id"]
		if id != nil && numbered && !sameID(got, id) {
			return "invalid", nil
		}
		fault, failed := o["error"]
		result, succeeded := o["result"]
		late := revision >= "2025-11-25"
		sound := is(o["jsonrpc"], "2.0") && (isID(got) || !numbered && late && failed)
		switch {
		case !sound || failed == succeeded:
			return "invalid", nil
		case succeeded:
			return usable(result, revision, platform)
		}
		e := objectOf(fault)
		if !isInteger(e["code"]) || !isText(e["message"]) {
			return "invalid", nil
		}
		code := string(e["code"])
		switch {
		case code == "-32021" && revision == latest && !isObject(objectOf(e["data"])["requiredCapabilities"]):
			return "invalid", nil
		case code == "-32601", code == "-32021", (code == "-32600" || code == "-32603") && strings.Contains(textOf(e["message"]), "oots not supported"):
			return "unsupported", nil
		}
		return "refused", nil
	case "retry":
		if params, there := o["params"]; there {
			o = objectOf(params)
		}
		responses := objectOf(o["inputResponses"])
		if isText(id) {
			if answer, there := responses[textOf(id)]; there {
				return usable(answer, revision, platform)
			}
		}
		if id == nil {
			for _, name := range inOrder(o["inputResponses"]) {
				if objectOf(responses[name])["roots"] != nil {
					return usable(responses[name], revision, platform)
				}
			}
		}
	}
	return "invalid", nil
}

// inOrder returns an object's names as they stand.
func inOrder(raw json.RawMessage) (names []string) {
	if !isObject(raw) {
		return nil
	}
	decoder := json.NewDecoder(strings.NewReader(string(raw)))
	depth := 0
	for name := true; ; {
		token, err := decoder.Token()
		if err != nil {
			return names
		}
		switch token {
		case json.Delim('{'), json.Delim('['):
			depth++
			continue
		case json.Delim('}'), json.Delim(']'):
			depth--
			if depth == 1 {
				name = true
			}
			continue
		}
		if depth == 1 {
			if name {
				names = append(names, token.(string))
			}
			name = !name
		}
	}
}

// usable reads a ListRootsResult for the roots that can be used.
func usable(raw json.RawMessage, revision, platform string) (status string, list []string) {
	entries := objectOf(raw)["roots"]
	switch {
	case !isArray(entries):
		return "invalid", nil
	case len(listOf(entries)) == 0:
		return "empty", nil
	}
	for i, entry := range listOf(entries) {
		p, sound, _ := readEntry(entry, revision, platform)
		if !sound {
			continue
		}
		out := fmt.Sprintf(`{"index":%d,"uri":%s,"path":%s,"platform":"%s"`, i, written(p.uri()), written(p.path()), p.platform)
		if name, named := objectOf(entry)["name"]; named {
			out += fmt.Sprintf(`,"name":%s`, name)
		}
		list = append(list, out+"}")
	}
	if list == nil {
		return "invalid", nil
	}
	return "ok", list
}

// modelSession follows a session: what each message about roots means, and what is
// known after it.
func modelSession(messages []json.RawMessage, revision, platform string) outcome {
	var (
		declared = "null"
		known    = "unknown"
		status   string
		asked    = map[string]bool{} // ids and keys
		waiting  = map[string]int{}  // how many requests with them wait
		others   = map[string]bool{} // other requests' ids that wait
		changed  bool                // since roots were last asked for
		out      []string
	)
	if revision == "" {
		revision = "2025-11-25"
	}
	// take tells what an answer with this id or key is, and reads it where it answers.
	take := func(key string, read func() (string, []string)) (event string, list []string) {
		switch {
		case !asked[key]:
			return "unsolicited", nil
		case waiting[key] == 0:
			return "late", nil
		}
		waiting[key]--
		status, list = read()
		told := status != "invalid" && status != "refused"
		switch {
		case told && !changed:
			known = "fresh"
		case told || known != "unknown":
			known = "stale"
		}
		return "answered", list
	}
	declare := func(capabilities json.RawMessage) string {
		if isObject(objectOf(capabilities)["roots"]) {
			declared = "true"
			return "declared"
		}
		declared = "false"
		return "undeclared"
	}
	for i, raw := range messages {
		o := objectOf(raw)
		params, result := objectOf(o["params"]), objectOf(o["result"])
		key := string(o["id"])
		event, list := "", []string(nil)
		capabilities, perCall := objectOf(params["_meta"])[clientCapabilities]
		if is(o["method"], "initialize") && params["capabilities"] != nil {
			known, status, changed, asked, others = "unknown", "", false, map[string]bool{}, map[string]bool{}
			waiting = map[string]int{}
			event = declare(params["capabilities"])
		} else if said, there := result["protocolVersion"]; there {
			if slices.Contains(revisions, textOf(said)) {
				revision = textOf(said)
			}
		} else {
			if perCall {
				revision = latest
				before := declared
				if event = declare(capabilities); declared == before {
					event = ""
				}
			}
			ask := func(key string) {
				event, changed = "asked", false
				asked[key] = true
				waiting[key]++
			}
			about := true
			switch {
			case is(o["method"], "roots/list"):
				ask(key)
			case is(o["method"], "notifications/roots/list_changed"):
				event, changed = "changed", true
				if known != "unknown" {
					known = "stale"
				}
			default:
				about = false
			}
			if !about {
				requests, responses := objectOf(result["inputRequests"]), objectOf(params["inputResponses"])
				if requests != nil {
					for _, name := range inOrder(result["inputRequests"]) {
						if is(objectOf(requests[name])["method"], "roots/list") {
							revision = latest
							ask("key " + name)
						}
					}
				} else {
					for _, name := range inOrder(params["inputResponses"]) {
						if asked["key "+name] || objectOf(responses[name])["roots"] != nil {
							event, list = take("key "+name, func() (string, []string) { return usable(responses[name], revision, platform) })
						}
					}
				}
				_, method := o["method"]
				switch {
				case key == "":
				case method:
					others[key] = true
				case result["roots"] == nil && others[key]:
					others[key] = false
				case asked[key] || result["roots"] != nil:
					event, list = take(key, func() (string, []string) {
						kind, _ := kindAndRevision(raw)
						return readMessage(raw, kind, revision, platform, nil)
					})
				}
			}
		}
		if event == "" {
			continue
		}
		line := fmt.Sprintf(`{"index":%d,"event":"%s","declared":%s,"known":"%s"`, i, event, declared, known)
		if status != "" {
			line += fmt.Sprintf(`,"status":"%s"`, status)
		}
		if event == "answered" {
			line += `,"roots":[` + strings.Join(list, ",") + "]"
		}
		out = append(out, line+"}")
	}
	return value(`{"messages":[%s]}`, strings.Join(out, ","))
}
