package roots

import "github.com/mcproots/mcproots/wasm/scan"

// A name is a member name that the protocol or an operation's input defines. These
// are also the only names that pointers spell out: any other is the submitter's
// own, and pointers stop before it unless values may be shown.
type name uint8

// The names, in the order of their text. other is any other name.
const (
	other name = iota
	nMetaObject
	nAction
	nAfter
	nAllowed
	nBefore
	nCapabilities
	nClientInfo
	nCode
	nContext
	nData
	nElicitation
	nError
	nForm
	nID
	nIncludeContext
	nInputRequests
	nInputResponses
	nMetaClientCapabilities
	nMetaProtocolVersion
	nJSONRPC
	nKind
	nListChanged
	nMaxRoots
	nMCPServers
	nMessage
	nMessages
	nMeta
	nMethod
	nMode
	nName
	nParams
	nPath
	nPaths
	nPlatform
	nProfile
	nProgressToken
	nProtocolVersion
	nRequest
	nRequestState
	nRequests
	nRequiredCapabilities
	nResult
	nResultType
	nRevealed
	nRevision
	nRole
	nRoots
	nSampling
	nText
	nToolChoice
	nTools
	nUNC
	nURI
	nURIs
	nURL
	nValues
)

var names = [...]string{
	"",
	"_meta",
	"action",
	"after",
	"allowed",
	"before",
	"capabilities",
	"clientInfo",
	"code",
	"context",
	"data",
	"elicitation",
	"error",
	"form",
	"id",
	"includeContext",
	"inputRequests",
	"inputResponses",
	"io.modelcontextprotocol/clientCapabilities",
	"io.modelcontextprotocol/protocolVersion",
	"jsonrpc",
	"kind",
	"listChanged",
	"maxRoots",
	"mcpServers",
	"message",
	"messages",
	"meta",
	"method",
	"mode",
	"name",
	"params",
	"path",
	"paths",
	"platform",
	"profile",
	"progressToken",
	"protocolVersion",
	"request",
	"requestState",
	"requests",
	"requiredCapabilities",
	"result",
	"resultType",
	"revealed",
	"revision",
	"role",
	"roots",
	"sampling",
	"text",
	"toolChoice",
	"tools",
	"unc",
	"uri",
	"uris",
	"url",
	"values",
}

// nameOf returns the name whose text, as a string's raw bytes, is given.
func nameOf(raw []byte) name {
	for _, ch := range raw {
		if ch == '\\' {
			raw = scan.AppendString(nil, raw)
			break
		}
	}
	lo, hi := 1, len(names)
	for lo < hi {
		mid := (lo + hi) / 2
		if names[mid] < string(raw) {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	if lo < len(names) && names[lo] == string(raw) {
		return name(lo)
	}
	return other
}
