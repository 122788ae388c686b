// Command parser reads messages with the types of the official Go SDK and writes
// what they hold. A message a line in, as {"kind", "revision", "message"}; a line
// out for each: {"message"} or {"refused": true}. tests/interop gives it what the
// module builds.
package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log"
	"os"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

func main() {
	log.SetFlags(0)
	in, out := json.NewDecoder(os.Stdin), json.NewEncoder(os.Stdout)
	for {
		var given struct {
			Kind, Revision string
			Message        json.RawMessage
		}
		if err := in.Decode(&given); errors.Is(err, io.EOF) {
			return
		} else if err != nil {
			log.Fatal(err)
		}
		answer := map[string]any{}
		if message, err := parse(given.Kind, given.Message); err != nil {
			log.Print(err)
			answer["refused"] = true
		} else {
			answer["message"] = message
		}
		if err := out.Encode(answer); err != nil {
			log.Fatal(err)
		}
	}
}

func parse(kind string, message json.RawMessage) (json.RawMessage, error) {
	switch kind {
	case "result":
		return through[mcp.ListRootsResult](message)
	case "capabilities":
		return through[mcp.ClientCapabilities](message)
	case "input_required":
		return inputRequired(message)
	case "request":
		var request struct{ ID json.RawMessage }
		if err := json.Unmarshal(message, &request); err != nil {
			return nil, err
		}
		if request.ID == nil { // embedded in a result: the SDK has no type for it by itself
			requests, err := through[mcp.InputRequestMap](json.RawMessage(fmt.Sprintf(`{"key":%s}`, message)))
			if err != nil {
				return nil, err
			}
			var only struct{ Key json.RawMessage }
			err = json.Unmarshal(requests, &only)
			return only.Key, err
		}
	}
	whole, err := jsonrpc.DecodeMessage(message)
	if err != nil {
		return nil, err
	}
	if response, ok := whole.(*jsonrpc.Response); ok && response.Error == nil {
		if response.Result, err = through[mcp.ListRootsResult](response.Result); err != nil {
			return nil, err
		}
	}
	return jsonrpc.EncodeMessage(whole)
}

func through[T any](message json.RawMessage) (json.RawMessage, error) {
	var value T
	if err := json.Unmarshal(message, &value); err != nil {
		return nil, err
	}
	return json.Marshal(&value)
}

// inputRequired reads a tool's result and writes those of its members that an
// input-required result has.
func inputRequired(message json.RawMessage) (json.RawMessage, error) {
	var result mcp.CallToolResult
	if err := json.Unmarshal(message, &result); err != nil {
		return nil, err
	}
	if !result.NeedsInput() {
		return nil, errors.New("the SDK sees no input-required result")
	}
	return json.Marshal(struct {
		ResultType    string              `json:"resultType"`
		InputRequests mcp.InputRequestMap `json:"inputRequests"`
		RequestState  string              `json:"requestState,omitempty"`
	}{"input_required", result.InputRequests, result.RequestState})
}
