// Package pack writes long texts as Go constants in the form that package
// wasm/packed expands.
package pack

import (
	"bytes"
	"compress/flate"
	"fmt"
	"go/format"
	"log"
	"os"
)

// Constants writes the constants name, the DEFLATE stream of text, and nameSize.
func Constants(out *bytes.Buffer, name, text string) {
	var b bytes.Buffer
	w, err := flate.NewWriter(&b, flate.BestCompression)
	if err != nil {
		log.Fatal(err)
	}
	if _, err := w.Write([]byte(text)); err != nil {
		log.Fatal(err)
	}
	if err := w.Close(); err != nil {
		log.Fatal(err)
	}
	if b.Bytes()[0]>>1&3 != 2 {
		log.Fatal("the stream's block has no codes of its own")
	}
	fmt.Fprintf(out, "const (\n\t%sSize = %d\n\t%s = \"\"", name, len(text), name)
	for stream := b.Bytes(); len(stream) > 0; {
		n := min(36, len(stream))
		fmt.Fprint(out, " +\n\t\t\"")
		for _, c := range stream[:n] {
			fmt.Fprintf(out, "\\x%02x", c)
		}
		fmt.Fprint(out, "\"")
		stream = stream[n:]
	}
	fmt.Fprint(out, "\n)\n")
}

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
