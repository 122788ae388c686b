package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"github.com/tidwall/gjson"
)

// lines is an input of which the beginning was read, to tell whether it is one
// document or a transcript.
type lines struct {
	name string
	head []byte // up to the end of the first line that isn't blank
	rest *bufio.Reader
	more bool // something but blanks follows
}

func newLines(name string, r io.Reader) (*lines, error) {
	in := &lines{name: name, rest: bufio.NewReader(r)}
	for blank := true; blank; {
		line, err := readLine(in.rest)
		in.head = append(in.head, line...)
		blank = len(bytes.TrimSpace(line)) == 0
		switch {
		case err == bufio.ErrTooLong || len(in.head) > inputLimit+2:
			return nil, tooLarge(name, "the beginning, up to the first line's end,")
		case err == io.EOF:
			return in, nil
		case err != nil:
			return nil, unreadable(name, err)
		}
	}
	for len(in.head) <= inputLimit {
		b, err := in.rest.Peek(1)
		if err != nil || !isSpace(b[0]) {
			in.more = err == nil
			break
		}
		in.head = append(in.head, b[0])
		_, _ = in.rest.Discard(1)
	}
	return in, nil
}

// transcript tells whether the input is one message on each line: by its name, or
// because its first line is whole and more follows.
func (in *lines) transcript() bool {
	switch strings.ToLower(filepath.Ext(in.name)) {
	case ".jsonl", ".ndjson", ".log":
		return true
	}
	first := bytes.TrimSpace(in.head)
	if len(first) == 0 || first[0] == '{' || first[0] == '[' {
		return in.more && gjson.ValidBytes(first)
	}
	return bytes.Contains(first, []byte(`{"jsonrpc"`))
}

// each reads a transcript line by line, but for blank lines; only one line is in
// memory. It returns how many bytes were read.
func (in *lines) each(do func(t text) error) (read int64, err error) {
	r := bufio.NewReaderSize(io.MultiReader(bytes.NewReader(in.head), in.rest), 64<<10)
	for number := 0; ; number++ {
		line, err := readLine(r)
		switch {
		case errors.Is(err, bufio.ErrTooLong):
			return read, failure("too-large", "%s:%d: the line is over the limit of %d MiB; nothing from here on was read", in.name, number+1, inputLimit>>20)
		case err != nil && err != io.EOF:
			return read, unreadable(in.name, err)
		}
		body := bytes.TrimRight(line, "\r\n")
		if len(bytes.TrimSpace(body)) > 0 {
			if err := do(text{body: body, offset: int(read), line: number}); err != nil {
				return read, err
			}
		}
		read += int64(len(line))
		if err == io.EOF {
			return read, nil
		}
	}
}

// transcript checks a transcript.
func (c *checker) transcript(ctx context.Context, f *fileReport, in *lines) (err error) {
	s := newSession()
	f.bytes, err = in.each(func(t text) error { return c.line(ctx, f, s, t) })
	return err
}

// line checks the message on a line, if there is one that is about roots.
func (c *checker) line(ctx context.Context, f *fileReport, s *session, t text) error {
	var whole bool
	t.start, t.end, whole = findMessage(t.body)
	if t.end == 0 {
		f.passedOver++
		return nil
	}
	message := t.body[t.start:t.end]
	kind, about := c.kind, true
	if !gjson.ValidBytes(message) {
		about = whole // the line must have been a message
	} else if read, aboutRoots := s.read(gjson.ParseBytes(message)); kind == "" {
		kind, about = read, aboutRoots || mentionsRoots(message)
	}
	if c.answers {
		kind = answerKind(message)
	}
	if !about {
		f.passedOver++
		c.progress.tick(&c.total, f)
		return nil
	}
	revision := c.revision
	if revision == "" {
		revision = s.revision
	}
	before := len(f.messages)
	_, err := c.message(ctx, f, t, kind, revision)
	if err == nil && len(f.messages) == before {
		f.passedOver++
	}
	return err
}

// mentionsRoots tells whether a message could be about roots at all. Escapes can
// spell the word: its letters are U+006F to U+0074.
func mentionsRoots(message []byte) bool {
	return bytes.Contains(message, []byte("roots")) || bytes.Contains(message, []byte(`\u006`)) || bytes.Contains(message, []byte(`\u007`))
}

// wrappers are the members that hold the message in what proxies and inspectors
// log.
var wrappers = []string{"message", "msg", "payload", "data", "body", "frame", "request", "response"}

// findMessage finds the message on a line: the line itself, a member of it, or an
// object among what a log writes before and after it. whole is false for the latter
// two. end is 0 when there is none.
func findMessage(line []byte) (start, end int, whole bool) {
	for start < len(line) && isSpace(line[start]) {
		start++
	}
	end = len(line)
	for end > start && isSpace(line[end-1]) {
		end--
	}
	switch line[start] {
	case '{':
		object := gjson.ParseBytes(line[start:end])
		if object.Get("jsonrpc").Exists() || !gjson.ValidBytes(line[start:end]) {
			return start, end, true
		}
		if at, size := wrapped(object); size > 0 {
			return start + at, start + at + size, false
		}
		return start, end, true
	case '[', 0xEF: // a batch, or a byte order mark, which the core refuses
		return start, end, true
	}
	// A prefix may hold a few braces of its own; a message begins with one.
	for from, tries := start, 0; ; tries++ {
		brace := bytes.IndexByte(line[from:end], '{')
		if brace < 0 || tries == 8 {
			return 0, 0, false
		}
		from += brace
		var value json.RawMessage // what follows it is the log's
		if json.NewDecoder(bytes.NewReader(line[from:end])).Decode(&value) == nil {
			object := gjson.ParseBytes(value)
			if isMessage(object) {
				return from, from + len(value), false
			}
			if at, size := wrapped(object); size > 0 {
				return from + at, from + at + size, false
			}
		}
		from++
	}
}

// wrapped finds the message that an object holds, as an index into the object's
// text.
func wrapped(object gjson.Result) (at, size int) {
	for _, name := range wrappers {
		if inner := object.Get(name); inner.Index > 0 && isMessage(inner) {
			return inner.Index, len(inner.Raw)
		}
	}
	return 0, 0
}

// isMessage tells whether a value is one of JSON-RPC's, or a batch of them, or a
// bare one of 2026-07-28.
func isMessage(v gjson.Result) bool {
	if v.IsArray() {
		return v.Get("0.jsonrpc").Exists()
	}
	if !v.IsObject() {
		return false
	}
	for _, name := range []string{"jsonrpc", "method", "roots", "inputRequests", "inputResponses"} {
		if v.Get(name).Exists() {
			return true
		}
	}
	return false
}

// A session is what the lines so far say about the next ones.
type session struct {
	revision string              // negotiated; empty where it isn't known
	awaited  map[string]*awaited // by the request's id, as written
}

func newSession() *session { return &session{awaited: map[string]*awaited{}} }

// awaited counts the open requests of one id. Both sides number their requests
// alike, so there can be one of each.
type awaited struct{ roots, others int }

// read takes note of a message and tells its kind, where only the session knows
// it, and whether it is about roots for certain.
func (s *session) read(v gjson.Result) (kind string, about bool) {
	if !v.IsObject() {
		return "", false
	}
	id, method := v.Get("id"), v.Get("method")
	switch {
	case method.Type == gjson.String:
		if method.Str == "initialize" {
			*s = *newSession() // another one begins
			return "", true
		}
		s.agree(v.Get(`params._meta.io\.modelcontextprotocol/protocolVersion`))
		if id.Exists() {
			a := s.awaited[id.Raw]
			if a == nil {
				a = new(awaited)
				s.awaited[id.Raw] = a
			}
			if method.Str == "roots/list" {
				a.roots++
			} else {
				a.others++
			}
		}
		return "", false
	case v.Get("result").Exists():
		s.agree(v.Get("result.protocolVersion"))
		return s.answered(id.Raw, v.Get("result.roots").Exists()), false
	case v.Get("error").Exists():
		e := v.Get("error")
		named := e.Get("data.requiredCapabilities.roots").Exists() || strings.Contains(strings.ToLower(e.Get("message").Str), "roots")
		kind = s.answered(id.Raw, named)
		if kind == "" && !named {
			return "", false
		}
		return "error", true
	}
	return "", false
}

// agree takes a revision that the protocol has. An unknown one says nothing about
// the lines to come.
func (s *session) agree(v gjson.Result) {
	if slices.Contains(revisions, v.Str) {
		s.revision = v.Str
	}
}

// answered takes note of an answer. It returns "response" for one to roots/list:
// one that lists roots, or the only one that can be meant.
func (s *session) answered(id string, roots bool) string {
	a := s.awaited[id]
	if a == nil {
		return ""
	}
	kind := ""
	switch {
	case a.roots > 0 && (roots || a.others == 0):
		a.roots--
		kind = "response"
	case a.others > 0:
		a.others--
	}
	if *a == (awaited{}) {
		delete(s.awaited, id)
	}
	return kind
}

// answerKind is the kind of a document that must be an answer to roots/list.
func answerKind(message []byte) string {
	v := gjson.ParseBytes(message)
	switch {
	case v.Get("error").Exists() && !v.Get("result").Exists():
		return "error"
	case v.Get("jsonrpc").Exists() || v.Get("id").Exists() || v.Get("result").Exists():
		return "response"
	}
	return "result"
}
