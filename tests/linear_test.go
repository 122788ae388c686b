package tests

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/mcproots/mcproots/tests/clock"
	"github.com/mcproots/mcproots/wasm/roots"
)

// many returns n texts.
func many(n int, text func(i int) string) []string {
	out := make([]string, n)
	for i := range out {
		out[i] = text(i)
	}
	return out
}

func TestTimeGrowsWithTheInputAndNotFaster(t *testing.T) {
	contains := func(list, paths []string, platform string) any {
		return map[string]any{"roots": list, "paths": paths, "platform": platform}
	}
	same := func(s string) func(int) string { return func(int) string { return s } }
	numbered := func(format string) func(int) string {
		return func(i int) string { return fmt.Sprintf(format, i) }
	}
	for _, tt := range []struct {
		name string
		op   roots.Op
		n    int
		in   func(n int) any
	}{
		{"many different roots", roots.Contains, 2000, func(n int) any {
			return contains(many(n, numbered("/srv/%d/x")), many(n, numbered("/srv/%d/x/y")), "posix")
		}},
		{"many equal roots", roots.Contains, 2000, func(n int) any {
			return contains(many(n, same("/srv/a")), many(n, same("/srv/a/b")), "posix")
		}},
		{"many roots that are equal but for case", roots.Contains, 2000, func(n int) any {
			return contains(many(n, same("/srv/A")), many(n, same("/srv/a/b")), "posix")
		}},
		{"many short names in one directory", roots.Contains, 2000, func(n int) any {
			return contains(many(n, numbered(`C:\PROGRA~1\%d`)), many(n, numbered(`C:\Program Files\x%d`)), "windows")
		}},
		{"many combining marks", roots.Contains, 900, func(n int) any {
			return contains([]string{"/srv"}, []string{"/a" + strings.Repeat("\u0323\u0301", n)}, "posix")
		}},
		{"many equal roots in scope", roots.Scope, 2000, func(n int) any {
			return map[string]any{"revealed": many(n, same("/srv/a/b")), "allowed": many(n, same("/srv/a")), "platform": "posix"}
		}},
		{"many equal roots in diff", roots.Diff, 2000, func(n int) any {
			list := make([]map[string]any, n)
			for i := range list {
				list[i] = map[string]any{"uri": "file:///srv/a"}
			}
			return map[string]any{"before": list, "after": list}
		}},
		{"many names in one object", roots.Check, 4000, func(n int) any {
			meta := map[string]int{}
			for i := range n {
				meta[fmt.Sprint("k", i)] = i
			}
			return map[string]any{"message": map[string]any{"roots": []any{}, "_meta": meta}}
		}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			took := func(n int) time.Duration {
				text, err := json.Marshal(tt.in(n))
				if err != nil {
					t.Fatal(err)
				}
				best := time.Hour
				for range 3 {
					start := clock.Now()
					core.Call(tt.op, text)
					best = min(best, clock.Now()-start)
				}
				return best
			}
			// Eight times the input: linear time is eight times as long, quadratic 64.
			if few, lots := took(tt.n), took(8*tt.n); lots > 40*few && lots > 200*time.Millisecond {
				t.Errorf("%d take %v, %d take %v", tt.n, few, 8*tt.n, lots)
			}
		})
	}
}
