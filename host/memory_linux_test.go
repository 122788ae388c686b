package host

import (
	"bytes"
	"os"
	"strings"
	"testing"

	"github.com/tetratelabs/wazero/experimental"
)

func TestMemory(t *testing.T) {
	const page = 64 << 10
	for name, m := range map[string]experimental.LinearMemory{"mapped": allocate(page, 1024*page), "heap": &heap{most: 1024 * page}} {
		t.Run(name, func(t *testing.T) {
			b := m.Reallocate(page)
			if len(b) != page || cap(b) != page || !bytes.Equal(b, make([]byte, page)) {
				t.Fatalf("%d of %d bytes, or not zeros", len(b), cap(b))
			}
			copy(b[page-3:], "end")
			for _, pages := range []int{2, 3, 600, 1024} { // 600 are large
				b = m.Reallocate(uint64(pages * page))
				if len(b) != pages*page || string(b[page-3:page]) != "end" || b[len(b)-1] != 0 {
					t.Fatalf("%d pages: %d bytes, or others than before", pages, len(b))
				}
			}
			if m.Reallocate(1025*page) != nil {
				t.Error("it grows beyond its limit")
			}
			m.Free()
		})
	}
	if _, ok := allocate(page, 1<<62).(*heap); !ok {
		t.Error("addresses that there can't be are reserved")
	}
}

// An instance that isn't kept leaves no memory mapped behind.
func TestMemoryIsGivenBack(t *testing.T) {
	h := open(t, WithMaxInput(64<<20))
	large := []byte(`{"roots":[` + strings.Repeat(" ", 40<<20) + `]}`)
	var first int
	for i := range 6 {
		if ok, err := h.ValidResponse(t.Context(), large); !ok || err != nil {
			t.Fatal(ok, err)
		}
		maps, err := os.ReadFile("/proc/self/statm") // the first number: pages of addresses
		if err != nil {
			t.Fatal(err)
		}
		var pages int
		for _, c := range maps[:bytes.IndexByte(maps, ' ')] {
			pages = pages*10 + int(c-'0')
		}
		if i == 0 {
			first = pages
		} else if i == 5 && pages-first > 64<<20/os.Getpagesize() {
			t.Errorf("%d pages of addresses more than after the first call", pages-first)
		}
	}
}
