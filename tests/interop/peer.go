package main

import "path/filepath"

// The two eras of the protocol: servers that ask within a call, and servers that
// ask inside its result.
const (
	handshake = "2025-11-25"
	embedded  = "2026-07-28"
)

// A peer is one official SDK with its programs.
type peer struct {
	name      string
	revisions []string
	client    []string // takes REVISION ROOTS URI SERVER...
	server    []string
	parser    []string
	sorts     bool // the client sends its roots sorted by URI
	typed     bool // the server of 2026-07-28 has only what the SDK's types hold
}

var peerNames = []string{"python-1", "python-2", "typescript-1", "typescript-2", "go"}

// peers returns the SDKs that are there.
func peers(t toolchain) []peer {
	both := []string{handshake, embedded}
	python, typescript := filepath.Join(t.folder, "python"), filepath.Join(t.folder, "typescript")
	pythonPeer := func(name, interpreter string, revisions []string) peer {
		program := func(file string) []string { return []string{interpreter, filepath.Join(python, file)} }
		return peer{name: name, revisions: revisions, client: program("client.py"), server: program("server.py"), parser: program("parser.py"), typed: true}
	}
	typescriptPeer := func(name, sdk string, revisions []string) peer {
		program := func(file string) []string { return []string{t.node, filepath.Join(typescript, file), sdk} }
		return peer{name: name, revisions: revisions, client: program("client.mjs"), server: program("server.mjs"), parser: program("parser.mjs")}
	}
	goProgram := func(name string) []string { return []string{filepath.Join(t.goPrograms, name)} }
	all := []peer{
		pythonPeer("python-1", t.python1, both[:1]),
		pythonPeer("python-2", t.python2, both),
		typescriptPeer("typescript-1", "1", both[:1]),
		typescriptPeer("typescript-2", "2", both),
		{name: "go", revisions: both, client: goProgram("client"), server: goProgram("server"), parser: goProgram("parser"), sorts: true},
	}
	there := all[:0]
	for _, p := range all {
		if _, ok := t.without[p.name]; !ok {
			there = append(there, p)
		}
	}
	return there
}

// A fourth is the last root that a client reveals, beside three good ones.
type fourth struct {
	name, uri string
	code      string // what the module says of it
	repaired  string // what the Python SDK's URL type makes of it; empty where it leaves it
	refused   bool   // the Python SDK's URL type refuses it
}

var fourths = []fourth{
	{name: "a number sign", uri: "file:///home/user/dev/#work", code: "uri-fragment"},
	{name: "dot segments", uri: "file:///home/user/dev/../../../etc", code: "uri-dot-segment", repaired: "file:///etc"},
	{name: "a raw space", uri: "file:///home/user/my notes", code: "uri-illegal-char", repaired: "file:///home/user/my%20notes"},
	{name: "another scheme", uri: "https://example.com/work", code: "uri-scheme-not-file", refused: true},
	{name: "no roots capability", uri: "none"},
}

// A fate is what an SDK does to a URI.
type fate string

const (
	kept      fate = "kept"
	rewritten fate = "rewritten"
	refused   fate = "refused"
)

// pydantic is what the Python SDKs' type of a root's URI does to it.
func (f fourth) pydantic() (fate, string) {
	switch {
	case f.refused:
		return refused, ""
	case f.repaired != "":
		return rewritten, f.repaired
	}
	return kept, f.uri
}
