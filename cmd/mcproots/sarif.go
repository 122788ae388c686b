package main

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"strings"

	"github.com/mcproots/mcproots/wasm/roots"
	"github.com/mcproots/mcproots/wasm/rule"
)

// The parts of SARIF 2.1.0 (OASIS Standard, 27 March 2020) that a checker of
// documents has something to say in.
type (
	sarifLog struct {
		Schema  string     `json:"$schema"`
		Version string     `json:"version"`
		Runs    []sarifRun `json:"runs"`
	}
	sarifRun struct {
		Tool            sarifTool                `json:"tool"`
		Invocations     []sarifInvocation        `json:"invocations"`
		OriginalURIs    map[string]sarifLocation `json:"originalUriBaseIds"`
		Artifacts       []sarifArtifact          `json:"artifacts"`
		Results         []sarifResult            `json:"results"`
		ColumnKind      string                   `json:"columnKind"`
		RedactionTokens []string                 `json:"redactionTokens"`
	}
	sarifTool struct {
		Driver sarifDriver `json:"driver"`
	}
	sarifDriver struct {
		Name            string            `json:"name"`
		SemanticVersion string            `json:"semanticVersion"`
		InformationURI  string            `json:"informationUri"`
		Rules           []sarifRule       `json:"rules"`
		Properties      map[string]string `json:"properties"`
	}
	sarifRule struct {
		ID                   string          `json:"id"`
		Name                 string          `json:"name"`
		ShortDescription     sarifText       `json:"shortDescription"`
		FullDescription      sarifText       `json:"fullDescription"`
		Help                 sarifText       `json:"help"`
		HelpURI              string          `json:"helpUri"`
		DefaultConfiguration sarifLevel      `json:"defaultConfiguration"`
		Properties           sarifProperties `json:"properties"`
	}
	sarifText struct {
		Text     string `json:"text"`
		Markdown string `json:"markdown,omitempty"`
	}
	sarifLevel struct {
		Level string `json:"level"`
	}
	sarifProperties struct {
		Tags []string `json:"tags"`
	}
	sarifInvocation struct {
		ExecutionSuccessful bool                `json:"executionSuccessful"`
		Notifications       []sarifNotification `json:"toolExecutionNotifications,omitempty"`
	}
	sarifNotification struct {
		Level     string          `json:"level"`
		Message   sarifText       `json:"message"`
		Locations []sarifLocation `json:"locations,omitempty"`
	}
	sarifArtifact struct {
		Location sarifURI `json:"location"`
		Length   int64    `json:"length"`
		MIMEType string   `json:"mimeType"`
	}
	sarifURI struct {
		URI       string `json:"uri"`
		URIBaseID string `json:"uriBaseId"`
	}
	sarifResult struct {
		RuleID              string            `json:"ruleId"`
		RuleIndex           int               `json:"ruleIndex"`
		Level               string            `json:"level"`
		Message             sarifText         `json:"message"`
		Locations           []sarifLocation   `json:"locations"`
		PartialFingerprints map[string]string `json:"partialFingerprints"`
	}
	sarifLocation struct {
		Description      *sarifText     `json:"description,omitempty"` // of originalUriBaseIds
		PhysicalLocation *sarifPhysical `json:"physicalLocation,omitempty"`
		LogicalLocations []sarifLogical `json:"logicalLocations,omitempty"`
	}
	sarifPhysical struct {
		ArtifactLocation sarifURI     `json:"artifactLocation"`
		Region           *sarifRegion `json:"region,omitempty"`
	}
	sarifRegion struct {
		StartLine   int `json:"startLine"`
		StartColumn int `json:"startColumn"`
		EndLine     int `json:"endLine"`
		EndColumn   int `json:"endColumn"`
	}
	sarifLogical struct {
		FullyQualifiedName string `json:"fullyQualifiedName"`
		Kind               string `json:"kind"`
	}
)

const (
	sarifSchema = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
	sourceRoot  = "%SRCROOT%"
)

// sarifLevels are SARIF's words for severities.
var sarifLevels = map[string]string{"error": "error", "warning": "warning", "info": "note"}

// A sarifReport is one log with one run.
type sarifReport struct {
	c         *checker
	rules     []sarifRule
	index     map[string]int // of a rule, by its code
	artifacts []sarifArtifact
	results   []sarifResult
	troubles  []sarifNotification
	seen      map[string]int // how often a fingerprint's text came
}

func (r *sarifReport) finding(f *fileReport, d finding) {
	uri, known := artifactURI(f)
	result := sarifResult{
		RuleID: d.Code, RuleIndex: r.rule(d), Level: sarifLevels[d.Severity],
		Message: sarifText{Text: d.Message}, Locations: []sarifLocation{{}},
	}
	if d.Fix != "" { // only with --values
		result.Message.Text += " Suggestion: " + d.Fix
	}
	place := &result.Locations[0]
	if known {
		place.PhysicalLocation = &sarifPhysical{uri, &sarifRegion{d.Line, d.Column, d.Line, d.endColumn}}
	}
	if d.Pointer != "" || !known {
		place.LogicalLocations = []sarifLogical{{orDocument(d.Pointer), "value"}}
	}
	// No submitted value goes into a fingerprint: a hash of a guessable text tells it.
	text := d.Code + "\n" + uri.URI + "\n" + d.Pointer
	sum := sha256.Sum256(fmt.Appendf(nil, "%s\n%d", text, r.seen[text]))
	r.seen[text]++
	result.PartialFingerprints = map[string]string{"mcproots/v1": hex.EncodeToString(sum[:16])}
	r.results = append(r.results, result)
}

// rule returns the place of a rule among those of the log.
func (r *sarifReport) rule(d finding) int {
	code := d.Code
	if i, ok := r.index[code]; ok {
		return i
	}
	row := rule.Get(rule.Find(code))
	why, fix, spec := row.Text(rule.Why), row.Text(rule.Fix), row.Text(rule.Spec)
	r.index[code] = len(r.rules)
	r.rules = append(r.rules, sarifRule{
		ID: code, Name: pascal(code),
		ShortDescription: sarifText{Text: row.Text(rule.Title)}, FullDescription: sarifText{Text: why},
		Help: sarifText{
			Text:     why + "\n" + fix + "\nSee " + spec + ", or run: mcproots explain " + code,
			Markdown: why + "\n\n**Fix:** " + fix + "\n\nSee " + spec + ", or run `mcproots explain " + code + "`.",
		},
		HelpURI:              rulePage(code),
		DefaultConfiguration: sarifLevel{sarifLevels[row.Severity.String()]},
		Properties:           sarifProperties{tags(code)},
	})
	return r.index[code]
}

// pascal writes a code as SARIF wants names: UriBarePath.
func pascal(code string) string {
	var b strings.Builder
	for _, word := range strings.Split(code, "-") {
		b.WriteString(strings.ToUpper(word[:1]) + word[1:])
	}
	return b.String()
}

// tags are the subjects of a rule, each once as the schema wants it.
func tags(code string) []string {
	area, _, _ := strings.Cut(code, "-")
	if area == "roots" {
		return []string{"mcp", "roots"}
	}
	return []string{"mcp", "roots", area}
}

func (r *sarifReport) end(f *fileReport) {
	uri, known := artifactURI(f)
	if f.err != nil {
		trouble := sarifNotification{Level: "error", Message: sarifText{Text: f.err.Error()}}
		if known {
			trouble.Locations = []sarifLocation{{PhysicalLocation: &sarifPhysical{ArtifactLocation: uri}}}
		}
		r.troubles = append(r.troubles, trouble)
	} else if known {
		r.artifacts = append(r.artifacts, sarifArtifact{uri, f.bytes, "application/json"})
	}
}

func (r *sarifReport) close(*total) error {
	run := sarifRun{
		Tool: sarifTool{sarifDriver{
			Name: "mcproots", SemanticVersion: roots.Version, InformationURI: homepage,
			Rules: orEmpty(r.rules), Properties: map[string]string{"moduleSha256": thisTool().ModuleSHA256},
		}},
		Invocations:     []sarifInvocation{{len(r.troubles) == 0, r.troubles}},
		OriginalURIs:    map[string]sarifLocation{sourceRoot: {Description: &sarifText{Text: "The directory in which mcproots ran."}}},
		Artifacts:       orEmpty(r.artifacts),
		Results:         orEmpty(r.results),
		ColumnKind:      "utf16CodeUnits",
		RedactionTokens: []string{"[redacted]"},
	}
	return writeJSON(r.c.out, sarifLog{sarifSchema, "2.1.0", []sarifRun{run}})
}

// orEmpty keeps SARIF's arrays from being null.
func orEmpty[T any](list []T) []T {
	if list == nil {
		return []T{}
	}
	return list
}

// artifactURI is a file relative to the working directory: uploads match their
// files by it. Standard input is no file unless it was given a name.
func artifactURI(f *fileReport) (sarifURI, bool) {
	if f.stdin && strings.HasPrefix(f.name, "<") {
		return sarifURI{}, false
	}
	name := f.name
	if filepath.IsAbs(name) {
		if dir, err := os.Getwd(); err == nil {
			if relative, err := filepath.Rel(dir, name); err == nil {
				name = relative
			}
		}
	}
	name = filepath.ToSlash(filepath.Clean(name))
	return sarifURI{(&url.URL{Path: name}).String(), sourceRoot}, true
}
