package tests

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/mcproots/mcproots/host"
	"github.com/mcproots/mcproots/tests/clock"
	"github.com/mcproots/mcproots/wasm/roots"
	"github.com/mcproots/mcproots/wasm/scan"
)

// A filling is text of any size: as many items as fit between two ends.
type filling struct {
	name                string
	before, item, after string
	code                string // that check must give; "" where the document is sound
}

func (f filling) text(size int) string {
	n := (size - len(f.before) - len(f.after)) / len(f.item)
	return f.before + strings.TrimSuffix(strings.Repeat(f.item, n), ",") + f.after
}

// hostileDocuments are what a hostile peer may send in place of a list of roots.
var hostileDocuments = []filling{
	{"open brackets", "", "[", "", "json-depth"},
	{"open objects", "", `{"a":`, "", "json-depth"},
	{"open objects within a root", `{"roots":[{"uri":"file:///a","x":`, `{"a":`, "", "json-depth"},
	{"lists as deep as allowed", `{"roots":[`, strings.Repeat("[", 125) + strings.Repeat("]", 125) + ",", "]}", "root-not-object"},
	{"quotes", "", `"`, "", "json-syntax"},
	{"one string without an end", `"`, "a", "", "json-unexpected-end"},
	{"backslashes", `{"roots":[{"uri":"`, `\\`, `"}]}`, "uri-too-long"},
	{"escaped zeros in a name", `{"roots":[{"uri":"file:///a","name":"`, `\u0000`, `"}]}`, "name-control-or-bidi"},
	{"escaped zeros in a URI", `{"roots":[{"uri":"file:///`, `\u0000`, `"}]}`, "uri-too-long"},
	{"lone surrogates", `{"roots":[{"uri":"file:///a","name":"a`, `\ud800`, `"}]}`, "json-lone-surrogate"},
	{"bytes that are not UTF-8", `{"roots":["`, "\xff", `"]}`, "json-invalid-utf8"},
	{"the same key", `{`, `"a":1,`, `}`, "json-duplicate-key"},
	{"the same key in every root", `{"roots":[`, `{"uri":"file:///a","uri":"file:///b"},`, `]}`, "json-duplicate-key"},
	{"spaces", "", " ", "", "json-syntax"},
	{"spaces before the list", "", " ", `{"roots":[]}`, ""},
	{"lines", `{"roots":[`, "\r\n", `7]}`, "root-not-object"},
	{"digits", "", "1", "", "message-not-object"},
	{"digits for a root", `{"roots":[`, "1", `]}`, "root-not-object"},
	{"signs", `{"roots":[`, "-", `]}`, "json-bad-number"},
	{"one URI", `{"roots":[{"uri":"file:///`, "a", `"}]}`, "uri-too-long"},
	{"one URI of dots", `{"roots":[{"uri":"file:///`, "%2e", `"}]}`, "uri-too-long"},
	{"one URI of components", `{"roots":[{"uri":"file:///`, "a/", `"}]}`, "uri-too-long"},
	{"URIs as long as allowed", `{"roots":[`, `{"uri":"file:///` + strings.Repeat("%2e%2E/", 32<<10/7-1) + `"},`, `]}`, "uri-encoded-dot-segment"},
	{"URIs of short names", `{"roots":[`, `{"uri":"file:///C:/` + strings.Repeat("A~1/", 32<<10/4-5) + `"},`, `]}`, "win-short-name"},
	{"URIs of combining marks", `{"roots":[`, `{"uri":"file:///` + strings.Repeat("%CC%A3%CC%81", 32<<10/12-2) + `"},`, `]}`, "path-unicode-not-nfc"},
	{"names of combining marks", `{"roots":[{"uri":"file:///a","name":"a`, "\u0323\u0301", `"}]}`, "name-too-long"},
	{"equal roots", `{"roots":[`, `{"uri":"file:///a"},`, `]}`, "root-duplicate"},
	{"empty roots", `{"roots":[`, `{},`, `]}`, "uri-missing"},
	{"more roots than allowed", `{"roots":[`, `{"uri":""},`, `]}`, "roots-too-many"},
	{"numbers for roots", `{"roots":[`, `1,`, `]}`, "root-not-object"},
	{"bad roots", `{"roots":[`, `{"uri":"a"},`, `]}`, "uri-bare-path"},
	{"bad roots with names", `{"roots":[`, `{"uri":"file:///a/../b","name":7,"x":1},`, `]}`, "name-not-string"},
	{"findings behind a long gap", `{"roots":[`, " ", strings.Repeat(`{"uri":"a"},`, 2000) + `7]}`, "uri-bare-path"},
	{"findings behind many sound roots", `{"roots":[`, `{"uri":"file:///a"},`, strings.Repeat(`,{"uri":"a"}`, 2000) + `]}`, "root-duplicate"},
	{"messages of a batch", `[`, `{"jsonrpc":"2.0","id":1,"method":"roots/list"},`, `]`, ""},
	{"text", "", "canary ", "", "json-syntax"},
}

// askingAbout are operations on a document, which stands for %.
var askingAbout = []struct{ op, input string }{
	{"check", `{"message":%}`},
	{"valid_response", "%"},
	{"read", `{"message":%}`},
	{"check", `{"message":%,"profile":"protocol","roots":false}`},
	{"describe", "%"},
	{"validate_request", `{"request":%}`},
	{"supported", `{"request":%,"capabilities":{}}`},
	{"response", `{"inputResponses":{"a":%},"id":"a","request":{"method":"roots/list"}}`},
	{"diff", `{"before":%,"after":[]}`},
	{"answer", `{"request":%,"revision":"2025-11-25","roots":[]}`},
	{"input_required", `{"requests":{"a":%},"capabilities":{"roots":{}},"method":"tools/call"}`},
	{"list", `{"meta":%}`},
}

// Sizes of input in bytes: the hosts' limit, and what is quick enough for all.
const (
	wholeSize  = 16 << 20
	lesserSize = 1 << 20
)

// engines are those that time is measured on. The first operations of askingAbout
// are asked about documents of the whole size.
var engines = []struct {
	name    string
	whole   int
	options []host.Option
}{{"native", 3, []host.Option{host.WithNative()}}, {"wazero", 1, nil}}

// linear asks a host with a document of a size and of a sixteenth of it. Linear
// time is sixteen times as long, quadratic 256; short times say nothing. The
// answer is that to the larger.
func linear(t *testing.T, h *host.Host, op string, size int, input func(size int) []byte) []byte {
	t.Helper()
	call := func(size int) ([]byte, time.Duration) {
		in := input(size)
		start := clock.Now()
		answer, err := h.Call(t.Context(), op, in)
		took := clock.Now() - start
		if err != nil {
			t.Fatalf("%s of %d bytes: %v", op, len(in), err)
		}
		if !bytes.HasPrefix(answer, []byte(`{"ok":`)) || bytes.Contains(answer, []byte("internal error")) {
			t.Fatalf("%s of %d bytes: %.300s", op, len(in), answer)
		}
		return answer, took
	}
	var few, lots time.Duration
	for range 3 { // other programs may run on this machine: one good measurement will do
		var answer []byte
		if answer, lots = call(size); lots < time.Second {
			return answer
		}
		if _, few = call(size / 16); lots < 100*few {
			return answer
		}
	}
	t.Fatalf("%s: %d bytes take %v, %d take %v", op, size/16, few, size, lots)
	return nil
}

func TestAHostileDocumentIsAnsweredInLinearTime(t *testing.T) {
	for _, e := range engines {
		h := opened(t, e.options...)
		t.Run(e.name, func(t *testing.T) {
			start, calls := time.Now(), 0
			for _, d := range hostileDocuments {
				t.Run(d.name, func(t *testing.T) {
					for i, r := range askingAbout {
						size := lesserSize
						if i < e.whole && !testing.Short() {
							size = wholeSize
						}
						before, after, _ := strings.Cut(r.input, "%")
						answer := linear(t, h, r.op, size, func(size int) []byte {
							return []byte(before + d.text(size-len(before)-len(after)) + after)
						})
						calls++
						if i == 0 && d.code != "" && !bytes.Contains(answer, []byte(`{"code":"`+d.code+`"`)) {
							t.Errorf("check doesn't say %s: %.500s", d.code, answer)
						}
						if i == 0 && d.code != "" && !bytes.HasPrefix(answer, []byte(`{"ok":true,"value":{"valid":`)) {
							t.Errorf("check has no verdict: %.500s", answer)
						}
					}
				})
			}
			fmt.Printf("hostile documents: %s: %d measured in %v\n", e.name, calls, time.Since(start).Round(time.Millisecond))
		})
	}
}

// hostilePlaces are paths and URIs, each of as many items as fit into a length.
var hostilePlaces = []struct {
	name, platform, before string
	item                   string
}{
	{"components", "posix", "", "/a"},
	{"separators", "posix", "", "/"},
	{"dots", "posix", "", "/.."},
	{"combining marks", "posix", "/a", "\u0323\u0301"},
	{"capitals", "posix", "/", "\u00c9"},
	{"short names", "windows", "C:", `\\A~1`},
	{"short names among others", "windows", "C:", `\\A~1\\Program Files`},
	{"URI of dots", "auto", "file://", "/%2e"},
	{"URI of components", "auto", "file:///C:", "/a"},
	{"URI of percent signs", "auto", "file:///", "%25"},
	{"word", "auto", "", "a"},
}

// askingFor are operations on lists, each of which stands for %.
var askingFor = []struct{ op, input, before, after string }{
	{"contains", `{"roots":[%],"paths":[%],"platform":"$"}`, `"`, `"`},
	{"scope", `{"revealed":[%],"allowed":[%],"platform":"$"}`, `"`, `"`},
	{"to_path", `{"uris":[%],"platform":"$"}`, `"`, `"`},
	{"to_uri", `{"paths":[%],"platform":"$"}`, `"`, `"`},
	{"result", `{"roots":[%],"platform":"$"}`, `{"path":"`, `"}`},
	{"result", `{"roots":[%],"platform":"$"}`, `{"uri":"`, `"}`},
	{"diff", `{"before":[%],"after":[%]}`, `{"uri":"`, `"}`},
}

func TestHostilePathsAreAnsweredInLinearTime(t *testing.T) {
	for _, e := range engines {
		h := opened(t, e.options...)
		t.Run(e.name, func(t *testing.T) {
			start, calls := time.Now(), 0
			for _, place := range hostilePlaces {
				t.Run(place.name, func(t *testing.T) {
					for _, p := range askingFor {
						linear(t, h, p.op, lesserSize, func(size int) []byte {
							// A sixteenth of the size has paths of a sixteenth of the length.
							length := 32_000 * size / lesserSize
							path := place.before + strings.Repeat(place.item, (length-len(place.before))/len(place.item))
							var list strings.Builder
							for i := 0; list.Len() < size/strings.Count(p.input, "%"); i++ {
								list.WriteString("," + p.before + path + strconv.Itoa(i%10) + p.after)
							}
							return []byte(strings.NewReplacer("%", list.String()[1:], "$", place.platform).Replace(p.input))
						})
						calls++
					}
				})
			}
			fmt.Printf("hostile paths: %s: %d measured in %v\n", e.name, calls, time.Since(start).Round(time.Millisecond))
		})
	}
}

// opened opens a host that the test closes; compiled code is kept for the next.
func opened(t *testing.T, options ...host.Option) *host.Host {
	t.Helper()
	h, err := host.Open(t.Context(), append([]host.Option{host.WithPoolSize(1), host.WithCacheDir(compiled)}, options...)...)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { h.Close() })
	return h
}

// At each limit the input is taken, one beyond it is refused with its code.
func TestEachLimitHoldsAtItsEdge(t *testing.T) {
	limits := infoLimits(t)
	list := func(n int, root string) string {
		return `{"roots":[` + strings.TrimSuffix(strings.Repeat(root+",", n), ",") + `]}`
	}
	uri := func(n int) string { return "file:///" + strings.Repeat("a", n-len("file:///")) }
	levels := func(n int) string { // the list and its entry are three of them
		return `{"roots":[{"uri":"file:///a","_meta":` + strings.Repeat(`{"a":`, n-3) + "1" + strings.Repeat("}", n-3) + `}]}`
	}
	for _, tt := range []struct {
		name, code string
		limit, far int
		text       func(n int) string
	}{
		{"levels", "json-depth", limits["depth"], 100_000, levels},
		{"levels without an end", "json-depth", limits["depth"], 100_000, func(n int) string { return strings.Repeat("[", n) }},
		{"bytes of a URI", "uri-too-long", limits["uri"], 1 << 20, func(n int) string { return list(1, `{"uri":"`+uri(n)+`"}`) }},
		{"characters of a name", "name-too-long", limits["name"], 1 << 20, func(n int) string {
			return list(1, `{"uri":"file:///a","name":"`+strings.Repeat("n", n)+`"}`)
		}},
		{"roots", "roots-too-many", limits["roots"], 2, func(n int) string { return list(n, `{"uri":"file:///a"}`) }},
	} {
		for _, e := range engines {
			h := opened(t, append(e.options, host.WithMaxInput(64<<20))...)
			t.Run(fmt.Sprintf("%s: %d %s", e.name, tt.limit, tt.name), func(t *testing.T) {
				for _, beyond := range []int{0, 1, tt.far} {
					text := strings.ReplaceAll(tt.text(tt.limit+beyond), `"`, `\"`)
					answer, err := h.Call(t.Context(), "check", []byte(`{"text":"`+text+`","roots":false}`))
					if err != nil {
						t.Fatal(err)
					}
					if said := bytes.Contains(answer, []byte(`{"code":"`+tt.code+`"`)); said != (beyond > 0) {
						t.Errorf("%d more: %.500s", beyond, answer)
					}
				}
			})
		}
	}
	for _, e := range engines {
		h := opened(t, e.options...)
		t.Run(e.name+": diagnostics", func(t *testing.T) {
			n := limits["diagnostics"]
			for _, beyond := range []int{0, 1, 100_000} {
				r, err := h.Check(t.Context(), host.CheckInput{Message: []byte(list(n+beyond, "1")), Revision: "2025-11-25"})
				if err != nil || len(r.Diagnostics) != n || r.Value.Summary.Truncated != (beyond > 0) || r.Value.Summary.Error != n+beyond {
					t.Errorf("%d more: %d diagnostics, %+v, %v", beyond, len(r.Diagnostics), r.Value.Summary, err)
				}
			}
		})
		t.Run(e.name+": bytes of input", func(t *testing.T) { takesBytes(t, h, wholeSize) })
	}
	for _, e := range engines {
		t.Run(e.name+": bytes of input that the module takes", func(t *testing.T) {
			takesBytes(t, opened(t, append(e.options, host.WithMaxInput(roots.MaxInput*2))...), limits["input"])
		})
	}
	if limits["input"] != roots.MaxInput || limits["depth"] != scan.MaxDepth {
		t.Errorf("info tells other limits: %v", limits)
	}
}

func takesBytes(t *testing.T, h *host.Host, limit int) {
	document := []byte(`{"roots":[` + strings.Repeat(" ", limit-len(`{"roots":[]}`)) + `]}`)
	if yes, err := h.ValidResponse(t.Context(), document); !yes || err != nil {
		t.Errorf("%d bytes: %v, %v; want true", limit, yes, err)
	}
	if yes, err := h.ValidResponse(t.Context(), append(document, ' ')); yes || !errors.Is(err, host.ErrTooLarge) {
		t.Errorf("%d bytes: %v, %v; want ErrTooLarge", limit+1, yes, err)
	}
}

func infoLimits(t *testing.T) map[string]int {
	info, err := opened(t, host.WithNative()).Info(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	limits := map[string]int{}
	for name, n := range info.Value.Limits {
		limits[name] = int(n)
	}
	return limits
}

// compiled is where the tests keep compiled code.
var compiled string

func TestMain(m *testing.M) {
	dir, err := os.MkdirTemp("", "mcproots-tests-")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	compiled = dir
	code := m.Run()
	os.RemoveAll(dir)
	os.Exit(code)
}
