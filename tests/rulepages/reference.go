package main

import (
	"fmt"
	"regexp"
	"strings"
)

// jsonRPC are the anchors of the sections of its specification.
var jsonRPC = map[string]string{
	"": "", " section 4": "#request_object", " section 4.2": "#parameter_structures",
	" section 5": "#response_object", " section 5.1": "#error_object", " section 6": "#batch",
}

// others are references that are neither to an RFC nor to a revision of the protocol.
var others = map[string]string{
	"MCP SEP-2577":                                "https://modelcontextprotocol.io/seps/2577-deprecate-roots-sampling-and-logging",
	"POSIX NAME_MAX":                              "https://pubs.opengroup.org/onlinepubs/9799919799/basedefs/limits.h.html",
	"Unicode Standard Annex 15":                   "https://www.unicode.org/reports/tr15/",
	"Unicode Technical Report 36":                 "https://www.unicode.org/reports/tr36/",
	"Windows: naming files, paths and namespaces": "https://learn.microsoft.com/en-us/windows/win32/fileio/naming-a-file",
	"mcproots check":                              "../../README.md#operations",
	"mcproots limits":                             "../../README.md#limits-and-caveats",
	"mcproots operations":                         "../../README.md#operations",
}

var (
	rfc      = regexp.MustCompile(`^RFC (\d+) (section|appendix) (\S+)$`)
	protocol = regexp.MustCompile(`^MCP (?:(\d{4}-\d\d-\d\d) )?(\S+)(?: (.+))?$`)
)

// reference is a link to what the table's last line names. A reference to the
// protocol that names no revision is to the example's.
func reference(text, revision string) (string, error) {
	target := others[text]
	if of := rfc.FindStringSubmatch(text); of != nil {
		target = fmt.Sprintf("https://www.rfc-editor.org/rfc/rfc%s#%s-%s", of[1], of[2], of[3])
	} else if section, ok := strings.CutPrefix(text, "JSON-RPC 2.0"); ok {
		anchor, known := jsonRPC[section]
		if !known {
			return "", fmt.Errorf("no anchor for %q: add it to jsonRPC", text)
		}
		target = "https://www.jsonrpc.org/specification" + anchor
	} else if of := protocol.FindStringSubmatch(text); target == "" && of != nil {
		if of[1] != "" {
			revision = of[1]
		}
		page, anchor := of[2], of[3]
		switch {
		case page == "schema":
			anchor = strings.ToLower(anchor)
		case page == "client/roots" && anchor == "security":
			anchor = "security-considerations"
		case page == "client/roots" && anchor == "error handling":
			anchor = "error-handling"
		case page == "basic/index" && anchor == "_meta":
			anchor = "meta"
		case anchor != "":
			return "", fmt.Errorf("no anchor for %q: add it to reference", text)
		}
		target = "https://modelcontextprotocol.io/specification/" + revision + "/" + page
		if anchor != "" {
			target += "#" + anchor
		}
		if of[1] == "" {
			text = "MCP " + revision + strings.TrimPrefix(text, "MCP")
		}
	}
	if target == "" {
		return "", fmt.Errorf("no address for %q: add it to others", text)
	}
	return fmt.Sprintf("[%s](%s)", prose(text), target), nil
}
