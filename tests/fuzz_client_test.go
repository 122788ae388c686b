package tests

import (
	"encoding/json"
	"fmt"
	"strings"
)

// The models of a client's operations: declaring roots, giving them, telling of changes.

func modelCapabilities(in object, revision, _ string) outcome {
	if changed := in["listChanged"]; changed != nil && revision != latest {
		return value(`{"roots":{"listChanged":%s}}`, changed)
	}
	return value(`{"roots":{}}`)
}

func modelListChanged(_ object, revision, _ string) outcome {
	if revision == latest {
		return failed(-32601)
	}
	return value(`{"jsonrpc":"2.0","method":"notifications/roots/list_changed"}`)
}

// readPlace reads a root as the operations take it.
func readPlace(raw json.RawMessage, o policy) (p location, ok bool) {
	given := objectOf(raw)
	uri, hasURI := given["uri"]
	path, hasPath := given["path"]
	code := "root-not-object"
	switch {
	case isText(raw) && meansURI.MatchString(textOf(raw)):
		p, code = o.readURI(textOf(raw))
	case isText(raw):
		p, code = o.readPath(textOf(raw))
	case hasURI && hasPath && isText(uri): // both must be the same
		same, fault := o.readPath(textOf(path))
		if p, code = o.readURI(textOf(uri)); !isText(path) || fault != "" || code != "" || p.path() != same.path() {
			code = "path-not-uri"
		}
	case hasURI && isText(uri):
		p, code = o.readURI(textOf(uri))
	case !hasURI && isText(path):
		p, code = o.readPath(textOf(path))
	}
	return p, code == ""
}

// givenRoots makes a ListRootsResult of roots, whole or not at all.
func givenRoots(raw json.RawMessage, platform string) (result string, ok bool) {
	entries := []string{}
	for _, entry := range listOf(raw) {
		p, ok := readPlace(entry, policy{platform: platform})
		if !ok || len(p.uri()) > longest {
			return "", false
		}
		out := `{"uri":` + written(p.uri())
		given := objectOf(entry)
		if name, there := given["name"]; there {
			if !isText(name) {
				return "", false
			}
			out += fmt.Sprintf(`,"name":%s`, name)
		}
		if meta, there := given["_meta"]; there {
			if !isObject(meta) {
				return "", false
			}
			out += fmt.Sprintf(`,"_meta":%s`, meta)
		}
		entries = append(entries, out+"}")
	}
	return `{"roots":[` + strings.Join(entries, ",") + "]}", true
}

func modelResult(in object, _, platform string) outcome {
	if result, ok := givenRoots(in["roots"], platform); ok {
		return value("%s", result)
	}
	return failed(-32602)
}

func modelAnswer(in object, revision, platform string) outcome {
	request := objectOf(in["request"])
	early := revision != latest
	rpc, named := request["jsonrpc"]
	if request == nil || early && (!isID(request["id"]) || named && !is(rpc, "2.0")) || !isNull(in["roots"]) && !isArray(in["roots"]) {
		return failed(-32602)
	}
	params, given := request["params"]
	result, ok := givenRoots(in["roots"], platform)
	fault := ""
	switch {
	case !is(request["method"], "roots/list"):
		fault = rpcError(-32601, "Method not found")
	case isNull(in["roots"]):
		fault = `{"code":-32601,"message":"Roots not supported","data":{"reason":"Client does not have roots capability"}}`
	case given && !isNull(params) && !isObject(params): // null is forgiven: real peers send it
		fault = rpcError(-32602, "Invalid params: params must be an object")
	case !soundMeta(objectOf(params), revision):
		fault = rpcError(-32602, "Invalid params: malformed _meta")
	case !ok:
		fault = rpcError(-32603, "Internal error: the client has no valid roots to give")
	}
	switch {
	case fault == "" && early:
		return value(`{"jsonrpc":"2.0","id":%s,"result":%s}`, request["id"], result)
	case fault == "":
		return value("%s", result)
	case early:
		return value(`{"jsonrpc":"2.0","id":%s,"error":%s}`, request["id"], fault)
	}
	return value(`{"error":%s}`, fault)
}

// A side is one list of a difference: its roots, each path once.
type side struct {
	keys  []string
	roots map[string]object
	index map[string]int
}

func sideOf(raw json.RawMessage) (s side, ok bool) {
	if o := objectOf(raw); o != nil {
		raw = o["roots"]
	}
	if !isArray(raw) {
		return s, false
	}
	s.roots, s.index = map[string]object{}, map[string]int{}
	for i, entry := range listOf(raw) {
		root := objectOf(entry)
		if !isText(root["uri"]) {
			return s, false
		}
		key := "URI " + textOf(root["uri"])
		if p, code := (policy{platform: "auto"}).readURI(textOf(root["uri"])); code == "" {
			key = "path " + p.path()
		}
		if s.roots[key] == nil {
			s.keys = append(s.keys, key)
			s.roots[key], s.index[key] = root, i
		}
	}
	return s, true
}

func modelDiff(in object, revision, _ string) outcome {
	before, ok := sideOf(in["before"])
	after, also := sideOf(in["after"])
	if !ok || !also {
		return failed(-32602)
	}
	optional := func(label string, root object) string {
		if name := root["name"]; isText(name) {
			return fmt.Sprintf(`,%q:%s`, label, name)
		}
		return ""
	}
	lacks := func(from, other side) (out []string) {
		for _, key := range from.keys {
			if other.roots[key] == nil {
				root := from.roots[key]
				out = append(out, fmt.Sprintf(`{"index":%d,"uri":%s%s}`, from.index[key], root["uri"], optional("name", root)))
			}
		}
		return out
	}
	added, removed, renamed := lacks(after, before), lacks(before, after), []string{}
	for _, key := range after.keys {
		old, now := before.roots[key], after.roots[key]
		if old != nil && (isText(old["name"]) != isText(now["name"]) || textOf(old["name"]) != textOf(now["name"])) {
			renamed = append(renamed, fmt.Sprintf(`{"uri":%s%s%s}`, now["uri"], optional("before", old), optional("after", now)))
		}
	}
	changed := len(added)+len(removed)+len(renamed) > 0
	declared := objectOf(objectOf(in["capabilities"])["roots"])["listChanged"]
	notify := changed && starts(declared, "t") && revision != "" && revision != latest
	return value(`{"changed":%v,"notify":%v,"added":[%s],"removed":[%s],"renamed":[%s]}`, changed, notify, strings.Join(added, ","), strings.Join(removed, ","), strings.Join(renamed, ","))
}
