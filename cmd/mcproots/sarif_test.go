package main

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// sarifLogs are logs of all shapes: with findings, without, with trouble, from
// standard input.
func sarifLogs(t *testing.T) map[string]string {
	t.Helper()
	t.Chdir(filepath.Join("testdata", "err"))
	logs := map[string]string{
		"one clean input":  mcproots("", "check", "--format", "sarif", "../ok/response.json").stdout,
		"standard input":   mcproots(`{"roots":7}`, "check", "--format", "sarif").stdout,
		"a missing input":  mcproots("", "check", "--format", "sarif", "gone.json", "paths.json").stdout,
		"suggested values": mcproots("", "check", "--format", "sarif", "--values", "paths.json", "mcp.json").stdout,
		"many inputs":      mcproots("", "check", "--format", "sarif", "*.json", "*.jsonl").stdout,
	}
	return logs
}

func TestSARIFResultsPointAtRulesFilesAndPlaces(t *testing.T) {
	for name, text := range sarifLogs(t) {
		var log sarifLog
		if err := json.Unmarshal([]byte(text), &log); err != nil || len(log.Runs) != 1 {
			t.Fatalf("%s: %v\n%s", name, err, text)
		}
		run, seen := log.Runs[0], map[string]bool{}
		if run.ColumnKind != "utf16CodeUnits" || len(run.RedactionTokens) == 0 {
			t.Errorf("%s: columnKind %q, redactionTokens %q", name, run.ColumnKind, run.RedactionTokens)
		}
		for _, r := range run.Results {
			rule := run.Tool.Driver.Rules[r.RuleIndex]
			if rule.ID != r.RuleID || rule.Help.Text == "" || rule.Help.Markdown == "" || len(r.Locations) != 1 {
				t.Errorf("%s: %s points at rule %+v", name, r.RuleID, rule)
			}
			place := r.Locations[0]
			if p := place.PhysicalLocation; p == nil && name != "standard input" {
				t.Errorf("%s: %s has no file", name, r.RuleID)
			} else if p != nil && (p.Region.EndColumn <= p.Region.StartColumn || p.Region.StartLine < 1 || strings.HasPrefix(p.ArtifactLocation.URI, "/")) {
				t.Errorf("%s: %s lies at %+v of %+v", name, r.RuleID, p.Region, p.ArtifactLocation)
			}
			if place.PhysicalLocation == nil && len(place.LogicalLocations) == 0 {
				t.Errorf("%s: %s lies nowhere", name, r.RuleID)
			}
			if print := r.PartialFingerprints["mcproots/v1"]; print == "" || seen[print] {
				t.Errorf("%s: %s has the fingerprint %q, empty or another's", name, r.RuleID, print)
			} else {
				seen[print] = true
			}
		}
	}
}

func TestSARIFURIsAreRelative(t *testing.T) {
	dir, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		report fileReport
		uri    string
		known  bool
	}{
		{fileReport{name: "a b%/é.json"}, "a%20b%25/%C3%A9.json", true},
		{fileReport{name: "./c:d.json"}, "./c:d.json", true},
		{fileReport{name: filepath.Join(dir, "x", "y.json")}, "x/y.json", true},
		{fileReport{name: "../up.json"}, "../up.json", true},
		{fileReport{name: "<stdin>", stdin: true}, "", false},
		{fileReport{name: "named.json", stdin: true}, "named.json", true},
	} {
		if uri, known := artifactURI(&tt.report); uri.URI != tt.uri || known != tt.known {
			t.Errorf("%s: %q, %v; want %q, %v", tt.report.name, uri.URI, known, tt.uri, tt.known)
		}
	}
}

// The schema and the validator come from npm: see testdata/sarif.
func TestSARIFConformsToItsSchema(t *testing.T) {
	validator, err := filepath.Abs(filepath.Join("testdata", "sarif"))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(filepath.Join(validator, "node_modules")); err != nil {
		t.Skip("the schema isn't installed: npm ci --prefix cmd/mcproots/testdata/sarif")
	}
	node, err := exec.LookPath("node")
	if err != nil {
		t.Skip("there is no node to run the validator")
	}
	logs := sarifLogs(t)
	logs["not SARIF"] = `{"version":"2.1.0","runs":[{"tool":{"driver":{}}}]}`
	for name, text := range logs {
		cmd := exec.Command(node, filepath.Join(validator, "validate.mjs"))
		cmd.Stdin = strings.NewReader(text)
		out, err := cmd.CombinedOutput()
		if refused := strings.Contains(string(out), "must have required property 'name'"); (err != nil) != (name == "not SARIF") || refused != (err != nil) {
			t.Errorf("%s: %v\n%s", name, err, out)
		}
	}
}
