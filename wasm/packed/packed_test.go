package packed

import (
	"bytes"
	"compress/flate"
	"math/rand"
	"strings"
	"testing"
)

// TestWhatDeflateWroteIsReadBack compares with the standard library's writer.
func TestWhatDeflateWroteIsReadBack(t *testing.T) {
	random := rand.New(rand.NewSource(1))
	for _, words := range []int{2000, 20000, 100000} {
		var text strings.Builder
		for range words {
			text.WriteString([]string{"roots ", "file:///", "é", "a", "\n", strings.Repeat("x", random.Intn(400))}[random.Intn(6)])
			text.WriteByte(byte(random.Intn(1 + random.Intn(256))))
		}
		var b bytes.Buffer
		w, err := flate.NewWriter(&b, flate.BestCompression)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := w.Write([]byte(text.String())); err != nil {
			t.Fatal(err)
		}
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
		if got := Expand(b.String(), text.Len()); string(got) != text.String() {
			t.Errorf("%d words come back differently", words)
		}
	}
}
