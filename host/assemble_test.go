package host

import (
	"context"
	"testing"

	"github.com/tetratelabs/wazero"
)

// upright is a whole module: it says true to everything.
func upright() []byte {
	constant := func(n int32) []byte { return append([]byte{0x41}, leb(n)...) }
	return assemble(version(1, 0), function("input", 1, constant(1024)), function("output", 0, constant(int32(len(upAnswer)))),
		function("valid_response", 1, constant(int32(len(upAnswer)))))
}

// upAnswer lies in every assembled module's memory, at its own length.
const upAnswer = `{"ok":true,"value":true}`

// An export is a function of a module that is assembled byte by byte.
type export struct {
	name   string
	params int    // i32 each
	body   []byte // leaves one i32
}

func function(name string, params int, body []byte) export { return export{name, params, body} }

func version(major, minor int32) export {
	return function("abi_version", 0, append([]byte{0x41}, leb(major<<16|minor)...))
}

// leb encodes a signed LEB128 integer.
func leb(v int32) (b []byte) {
	for {
		c := byte(v & 0x7f)
		v >>= 7
		if v == 0 && c&0x40 == 0 {
			return append(b, c)
		}
		b = append(b, c|0x80)
	}
}

// assemble makes a module with one page of memory.
// https://www.w3.org/TR/wasm-core-1/#binary-format
func assemble(exports ...export) []byte { return binary(true, exports) }

// assembleBare makes a module without memory.
func assembleBare(exports ...export) []byte { return binary(false, exports) }

func binary(memory bool, exports []export) []byte {
	section := func(id byte, vector [][]byte) []byte {
		content := []byte{byte(len(vector))}
		for _, entry := range vector {
			content = append(content, entry...)
		}
		return append([]byte{id, byte(len(content))}, content...)
	}
	types := [][]byte{{0x60, 0, 1, 0x7f}, {0x60, 1, 0x7f, 1, 0x7f}} // () and (i32), both to i32
	var functions, names, code [][]byte
	for i, e := range exports {
		functions = append(functions, []byte{byte(e.params)})
		name := append([]byte{byte(len(e.name))}, e.name...)
		names = append(names, append(name, 0, byte(i)))
		body := append(append([]byte{0}, e.body...), 0x0b)
		code = append(code, append([]byte{byte(len(body))}, body...))
	}
	wasm := []byte("\x00asm\x01\x00\x00\x00")
	wasm = append(wasm, section(1, types)...)
	wasm = append(wasm, section(3, functions)...)
	if memory {
		wasm = append(wasm, section(5, [][]byte{{0, 1}})...)
		names = append(names, append([]byte("\x06memory"), 2, 0))
	}
	wasm = append(wasm, section(7, names)...)
	wasm = append(wasm, section(10, code)...)
	if memory {
		data := append([]byte{0, 0x41}, leb(int32(len(upAnswer)))...)
		data = append(data, 0x0b, byte(len(upAnswer)))
		wasm = append(wasm, section(11, [][]byte{append(data, upAnswer...)})...)
	}
	return wasm
}

// declaredPages is the memory that the embedded module starts with.
func declaredPages(t *testing.T) uint32 {
	t.Helper()
	ctx := context.Background()
	r := wazero.NewRuntimeWithConfig(ctx, wazero.NewRuntimeConfigInterpreter())
	defer r.Close(ctx)
	code, err := r.CompileModule(ctx, embedded)
	if err != nil {
		t.Fatal(err)
	}
	return code.ExportedMemories()["memory"].Min()
}
