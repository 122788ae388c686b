package main

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/tidwall/gjson"

	"github.com/mcproots/mcproots/host"
)

// sessions reads the captured files, each with the revision that its name tells.
func sessions(t *testing.T) map[string][][]byte {
	t.Helper()
	files, err := filepath.Glob("../testdata/session-*.jsonl")
	if err != nil || len(files) < 8 {
		t.Fatalf("%d captured sessions, %v", len(files), err)
	}
	lines := map[string][][]byte{}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		lines[filepath.Base(file)] = bytes.Split(bytes.TrimSpace(text), []byte("\n"))
	}
	return lines
}

func revisionOf(file string) string { return strings.TrimPrefix(file, "session-")[:len(handshake)] }

// kindOf tells what a line is by the protocol's own words, not by the module's.
func kindOf(line []byte) string {
	message := gjson.ParseBytes(line)
	switch {
	case message.Get("method").Str == "initialize":
		return "initialize"
	case message.Get("method").Str == "roots/list":
		return "request"
	case message.Get("result.roots").Exists():
		return "response"
	case message.Get("result.resultType").Str == "input_required":
		return "input_required"
	case message.Get("params.inputResponses").Exists(), message.Get(`params._meta.io\.modelcontextprotocol/clientCapabilities`).Exists():
		return "retry" // also a first call: its capabilities are checked with a retry's
	}
	return "other"
}

func TestEveryCapturedMessageIsOfItsKindAndOnlyTheBadURIIsAnError(t *testing.T) {
	h, err := host.Open(context.Background(), host.WithNative())
	if err != nil {
		t.Fatal(err)
	}
	defer h.Close()
	for file, lines := range sessions(t) {
		answers := 0
		for i, line := range lines {
			report, err := h.Check(t.Context(), host.CheckInput{Message: line, Revision: revisionOf(file)})
			if err != nil {
				t.Fatalf("%s:%d: %v", file, i+1, err)
			}
			kind, codes := kindOf(line), errorCodes(report.Diagnostics)
			if report.Value.Kind != kind {
				t.Errorf("%s:%d: kind %s, want %s", file, i+1, report.Value.Kind, kind)
			}
			if !gjson.GetBytes(line, "result.roots").Exists() && !gjson.GetBytes(line, "params.inputResponses").Exists() {
				if !report.Value.Valid || len(codes) > 0 {
					t.Errorf("%s:%d: %s: valid %t, %v", file, i+1, kind, report.Value.Valid, codes)
				}
				continue
			}
			answers++
			if report.Value.Valid || len(codes) != 1 || codes[0] != "uri-fragment" {
				t.Errorf("%s:%d: %s: valid %t, %v, want uri-fragment alone", file, i+1, kind, report.Value.Valid, codes)
			}
			var paths []string
			for _, root := range report.Value.Roots {
				if root.Valid {
					paths = append(paths, root.Path)
				}
			}
			want := []string{"/home/user/my project", "/home/user/项目", `D:\forever\docs\mcpsdk2`}
			if strings.HasSuffix(file, "-go.jsonl") { // sorted by URI
				want = []string{want[2], want[1], want[0]}
			}
			if got := strings.Join(paths, ", "); got != strings.Join(want, ", ") {
				t.Errorf("%s:%d: paths %s, want %s", file, i+1, got, strings.Join(want, ", "))
			}
		}
		if answers != 1 {
			t.Errorf("%s: %d answers with roots, want 1", file, answers)
		}
	}
}

// The vectors hold every host to the captured messages.
func TestEveryCapturedMessageIsACase(t *testing.T) {
	text, err := os.ReadFile("../cases/wire.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	covered := map[string]bool{}
	for _, line := range bytes.Split(bytes.TrimSpace(text), []byte("\n")) {
		c := gjson.ParseBytes(line)
		covered[c.Get("input.revision").Str+c.Get("input.text").Str] = true
	}
	for file, lines := range sessions(t) {
		for i, line := range lines {
			if !covered[revisionOf(file)+string(line)] {
				t.Errorf("%s:%d is no case of tests/cases/wire.jsonl", file, i+1)
			}
		}
	}
}
