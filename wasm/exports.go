//go:build wasip1

// Command wasm is the module: ABI 1's exports over package roots, nothing else.
// See ABI.md for the contract that each export keeps.
package main

import (
	"unsafe"

	"github.com/mcproots/mcproots/wasm/roots"
)

func main() {} // never runs: the module is a reactor

var (
	core roots.Core
	in   []byte // the host writes here; kept between calls
	out  []byte // the last answer
)

//go:wasmexport abi_version
func abiVersion() int32 { return roots.ABIMajor<<16 | roots.ABIMinor }

//go:wasmexport input
func input(n int32) unsafe.Pointer {
	if n <= 0 || n > roots.MaxInput {
		in = nil
		return nil
	}
	in = roots.Grow(in, int(n))
	return unsafe.Pointer(unsafe.SliceData(in))
}

//go:wasmexport output
func output() unsafe.Pointer { return unsafe.Pointer(unsafe.SliceData(out)) }

func answer(op roots.Op, n int32) int32 {
	if n < 0 || int(n) > len(in) {
		return 0
	}
	out = core.Call(op, in[:n])
	return int32(len(out))
}

//go:wasmexport list
func list(n int32) int32 { return answer(roots.List, n) }

//go:wasmexport validate_request
func validateRequest(n int32) int32 { return answer(roots.ValidateRequest, n) }

//go:wasmexport supported
func supported(n int32) int32 { return answer(roots.Supported, n) }

//go:wasmexport response
func response(n int32) int32 { return answer(roots.Response, n) }

//go:wasmexport valid_response
func validResponse(n int32) int32 { return answer(roots.ValidResponse, n) }

//go:wasmexport check
func check(n int32) int32 { return answer(roots.Check, n) }

//go:wasmexport read
func read(n int32) int32 { return answer(roots.Read, n) }

//go:wasmexport rules
func rules(n int32) int32 { return answer(roots.Rules, n) }

//go:wasmexport info
func info(n int32) int32 { return answer(roots.Info, n) }

//go:wasmexport capabilities
func capabilities(n int32) int32 { return answer(roots.Capabilities, n) }

//go:wasmexport result
func result(n int32) int32 { return answer(roots.Result, n) }

//go:wasmexport answer
func answerRequest(n int32) int32 { return answer(roots.Answer, n) }

//go:wasmexport list_changed
func listChanged(n int32) int32 { return answer(roots.ListChanged, n) }

//go:wasmexport input_required
func inputRequired(n int32) int32 { return answer(roots.InputRequired, n) }

//go:wasmexport diff
func diff(n int32) int32 { return answer(roots.Diff, n) }

//go:wasmexport describe
func describe(n int32) int32 { return answer(roots.Describe, n) }

//go:wasmexport to_path
func toPath(n int32) int32 { return answer(roots.ToPath, n) }

//go:wasmexport to_uri
func toURI(n int32) int32 { return answer(roots.ToURI, n) }

//go:wasmexport contains
func contains(n int32) int32 { return answer(roots.Contains, n) }

//go:wasmexport scope
func scope(n int32) int32 { return answer(roots.Scope, n) }
