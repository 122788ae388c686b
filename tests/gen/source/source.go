// Package source writes Go files.
package source

import (
	"go/format"
	"log"
	"os"
)

// Save writes a formatted Go file.
func Save(path string, source []byte) {
	out, err := format.Source(source)
	if err != nil {
		log.Fatal(err)
	}
	if err := os.WriteFile(path, out, 0o644); err != nil {
		log.Fatal(err)
	}
}
