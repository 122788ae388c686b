package host

import (
	"bytes"
	"crypto/sha256"
	_ "embed" // for roots.wasm
	"encoding/hex"
	"sync"

	"github.com/mcproots/mcproots/wasm/roots"
)

//go:embed roots.wasm
var embedded []byte

// A Module says which module answers: what it is, byte for byte, and which ABI
// it speaks.
type Module struct {
	SHA256   string // of the module's bytes, in lower-case hexadecimal
	Size     int    // in bytes
	ABIMajor int
	ABIMinor int
}

// ModuleInfo describes the embedded module, the one that [Open] runs unless
// [WithModule] gives another. The ABI is the one this package was built for:
// Open refuses a module that speaks another.
func ModuleInfo() Module {
	return Module{
		SHA256:   hex.EncodeToString(embeddedSum()[:]),
		Size:     len(embedded),
		ABIMajor: roots.ABIMajor,
		ABIMinor: roots.ABIMinor,
	}
}

// ModuleBytes gives a copy of the embedded module, for other hosts: to serve it
// to a browser or to write it to a file.
func ModuleBytes() []byte { return bytes.Clone(embedded) }

var embeddedSum = sync.OnceValue(func() *[sha256.Size]byte {
	sum := sha256.Sum256(embedded)
	return &sum
})
