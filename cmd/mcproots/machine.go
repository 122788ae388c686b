package main

import (
	"encoding/json"
	"errors"
	"io"

	"github.com/mcproots/mcproots/host"
	"github.com/mcproots/mcproots/wasm/roots"
)

// The formats' names. A change that a reader could stumble over takes the next
// number.
const (
	reportFormat   = "mcproots.report/v1"
	rulesFormat    = "mcproots.rules/v1"
	containsFormat = "mcproots.contains/v1"
	listFormat     = "mcproots.list/v1"
	pathsFormat    = "mcproots.paths/v1"
	urisFormat     = "mcproots.uris/v1"
	versionFormat  = "mcproots.version/v1"
)

// A jsonTool says what answered, byte for byte.
type jsonTool struct {
	Name         string `json:"name"`
	Version      string `json:"version"`
	ModuleSHA256 string `json:"moduleSha256"`
}

func thisTool() jsonTool { return jsonTool{"mcproots", roots.Version, host.ModuleInfo().SHA256} }

type jsonDiagnostic struct {
	Code      string         `json:"code"`
	Severity  string         `json:"severity"`
	Pointer   string         `json:"pointer"`
	Offset    int            `json:"offset"`
	Line      int            `json:"line"`
	Column    int            `json:"column"`
	EndColumn int            `json:"endColumn"`
	Message   string         `json:"message"`
	Args      map[string]any `json:"args,omitempty"`
	Fix       string         `json:"fix,omitempty"`
	Spec      []string       `json:"spec,omitempty"`
}

func jsonOf(d finding) jsonDiagnostic {
	return jsonDiagnostic{d.Code, d.Severity, d.Pointer, d.Offset, d.Line, d.Column, d.endColumn, d.Message, d.Args, d.Fix, d.Spec}
}

type jsonRoot struct {
	Index    int    `json:"index"`
	Valid    bool   `json:"valid"`
	URI      string `json:"uri,omitempty"`
	Path     string `json:"path,omitempty"`
	Platform string `json:"platform,omitempty"`
}

type jsonMessage struct {
	Line     int        `json:"line"`
	Kind     string     `json:"kind"`
	Revision string     `json:"revision"`
	Valid    bool       `json:"valid"`
	Status   string     `json:"status,omitempty"` // of the command response
	Roots    []jsonRoot `json:"roots,omitempty"`  // only with --values
}

type jsonError struct {
	Code    string `json:"code"`
	Message string `json:"message"`
}

type jsonFile struct {
	Name        string           `json:"name"`
	Bytes       int64            `json:"bytes"`
	Valid       bool             `json:"valid"`
	Error       *jsonError       `json:"error,omitempty"` // it could not be checked to its end
	Messages    []jsonMessage    `json:"messages"`
	PassedOver  int              `json:"passedOver"`
	Diagnostics []jsonDiagnostic `json:"diagnostics"`
	Summary     counts           `json:"summary"`
}

type jsonSummary struct {
	Files      int `json:"files"`
	Unread     int `json:"unread"`
	Messages   int `json:"messages"`
	PassedOver int `json:"passedOver"`
	counts
}

func summaryOf(t *total) jsonSummary {
	return jsonSummary{t.files, t.unread, t.messages, t.passedOver, t.counts}
}

func errorOf(err error) *jsonError {
	var e *exitError
	if !errors.As(err, &e) {
		return nil
	}
	return &jsonError{e.code, e.message}
}

// A jsonReport is one document for all inputs.
type jsonReport struct {
	c       *checker
	files   []jsonFile
	current []jsonDiagnostic
}

func (r *jsonReport) finding(_ *fileReport, d finding) { r.current = append(r.current, jsonOf(d)) }

func (r *jsonReport) end(f *fileReport) {
	file := jsonFile{
		Name: f.name, Bytes: f.bytes, Valid: f.err == nil && f.summary.Error == 0, Error: errorOf(f.err),
		Messages: []jsonMessage{}, PassedOver: f.passedOver, Diagnostics: r.current, Summary: f.summary,
	}
	if file.Diagnostics == nil {
		file.Diagnostics = []jsonDiagnostic{}
	}
	for _, m := range f.messages {
		out := jsonMessage{Line: m.line, Kind: m.Kind, Revision: m.Revision, Valid: m.Valid, Status: m.status}
		if r.c.values {
			for _, root := range m.Roots {
				out.Roots = append(out.Roots, jsonRoot{root.Index, root.Valid, root.URI, root.Path, string(root.Platform)})
			}
		}
		file.Messages = append(file.Messages, out)
	}
	r.files, r.current = append(r.files, file), nil
}

func (r *jsonReport) close(t *total) error {
	return writeJSON(r.c.out, struct {
		Format  string      `json:"format"`
		Tool    jsonTool    `json:"tool"`
		Files   []jsonFile  `json:"files"`
		Summary jsonSummary `json:"summary"`
	}{reportFormat, thisTool(), r.files, summaryOf(t)})
}

// writeJSON writes an indented document. Characters that a terminal could obey or
// hide are escaped, as everywhere.
func writeJSON(w io.Writer, v any) error {
	b, err := encode(v, "  ")
	if err == nil {
		_, err = w.Write(b)
	}
	return err
}

// encode is json.Marshal without HTML's escapes, with those that make text safe to
// print, and with a newline.
func encode(v any, indent string) ([]byte, error) {
	var b jsonBuffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", indent)
	err := e.Encode(v)
	return b, err
}

// jsonLines is one line for each finding, as soon as it is found, and a summary as
// the last line, so that a cut output is noticed.
type jsonLines struct{ c *checker }

func (r *jsonLines) write(v any) {
	if b, err := encode(v, ""); err == nil {
		_, _ = r.c.out.Write(b) // told when the output is flushed
	}
}

func (r *jsonLines) finding(f *fileReport, d finding) {
	r.write(struct {
		Type string `json:"type"`
		File string `json:"file"`
		jsonDiagnostic
	}{"diagnostic", f.name, jsonOf(d)})
}

func (r *jsonLines) end(f *fileReport) {
	if f.err != nil {
		r.write(struct {
			Type string `json:"type"`
			File string `json:"file"`
			*jsonError
		}{"error", f.name, errorOf(f.err)})
	}
}

func (r *jsonLines) close(t *total) error {
	r.write(struct {
		Type string `json:"type"`
		jsonSummary
		Format string   `json:"format"`
		Tool   jsonTool `json:"tool"`
	}{"summary", summaryOf(t), reportFormat, thisTool()})
	return nil
}
