package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/imports/wasi_snapshot_preview1"
	"github.com/tidwall/gjson"

	"github.com/mcproots/mcproots/host"
	"github.com/mcproots/mcproots/wasm/roots"
)

// listRootsResult is the official Go SDK's type, field for field.
type listRootsResult struct {
	Meta  map[string]any `json:"_meta,omitempty"`
	Roots []*struct {
		Meta map[string]any `json:"_meta,omitempty"`
		Name string         `json:"name,omitempty"`
		URI  string         `json:"uri"`
	} `json:"roots"`
}

// allPaths tells whether every root is a file URI with a path.
func (r *listRootsResult) allPaths() (bool, error) {
	for _, root := range r.Roots {
		if u, err := url.Parse(root.URI); err != nil || u.Scheme != "file" || u.Path == "" {
			return false, err
		}
	}
	return true, nil
}

// list writes a ListRootsResult of n roots of about 80 bytes.
func list(n int) []byte {
	var b bytes.Buffer
	b.WriteString(`{"roots":[`)
	for i := range n {
		if i > 0 {
			b.WriteByte(',')
		}
		fmt.Fprintf(&b, `{"uri":"file:///home/user/projects/service-%07d/src","name":"service %07d"}`, i, i)
	}
	b.WriteString(`]}`)
	return b.Bytes()
}

// all runs the comparisons that the filter takes.
func (b *bench) all(takes func(string) bool) error {
	ctx := context.Background()
	wasm, err := host.Open(ctx, host.WithMaxInput(roots.MaxInput), host.WithMemoryPages(65536))
	if err != nil {
		return err
	}
	defer wasm.Close()
	native, err := host.Open(ctx, host.WithNative(), host.WithMaxInput(roots.MaxInput))
	if err != nil {
		return err
	}
	defer native.Close()
	var failure error
	must := func(ok bool, err error) {
		if err == nil && !ok {
			err = errors.New("a wrong answer")
		}
		failure = errors.Join(failure, err)
	}

	for _, n := range []int{1, 10, 1_000, 100_000} {
		doc := list(n)
		text := string(doc)
		var core roots.Core
		unmarshal := contender{name: "encoding/json", work: func() {
			var r listRootsResult
			must(true, json.Unmarshal(doc, &r))
			must(len(r.Roots) == n, nil)
		}}
		fromTen := func(goal float64) float64 {
			if n < 10 {
				return 0
			}
			return goal
		}
		if name := fmt.Sprintf("valid_response, %s", count(n)); takes(name) {
			goal := 0.25
			if n < 10 {
				goal = 0.5
			}
			b.compare(name, []contender{
				{name: "wazero", work: func() { must(wasm.ValidResponse(ctx, doc)) }},
				{name: "native engine", work: func() { must(native.ValidResponse(ctx, doc)) }},
				{name: "native core", work: func() { must(said(core.Call(roots.ValidResponse, doc), `{"ok":true,"value":true}`), nil) }},
				unmarshal,
				{name: "gjson", work: func() {
					seen := 0
					if gjson.Valid(text) {
						gjson.Parse(text).Get("roots").ForEach(func(_, root gjson.Result) bool {
							if strings.HasPrefix(root.Get("uri").String(), "file://") {
								seen++
							}
							return true
						})
					}
					must(seen == n, nil)
				}},
			},
				ratio{"wazero", "encoding/json", goal},
				ratio{"wazero", "gjson", fromTen(0.6)},
				ratio{"native core", "encoding/json", fromTen(0.1)},
				ratio{"wazero", "native engine", 4},
				ratio{"wazero", "native core", 4})
		}
		check := func(h *host.Host) func() {
			return func() {
				r, err := h.Check(ctx, host.CheckInput{Message: doc, Revision: "2025-11-25", NoRoots: true})
				must(r.Value.Valid && r.Diagnostics == nil, err)
			}
		}
		if name := fmt.Sprintf("check, %s", count(n)); takes(name) {
			// in a revision where nothing is to be said of it
			in := []byte(`{"revision":"2025-11-25","roots":false,"message":` + text + `}`)
			b.compare(name, []contender{
				{name: "wazero", work: check(wasm)},
				{name: "native engine", work: check(native)},
				{name: "native core", work: func() { must(said(core.Call(roots.Check, in), `{"ok":true,"value":{"valid":true`), nil) }},
				unmarshal,
			},
				ratio{"wazero", "encoding/json", 1},
				ratio{"wazero", "native engine", 4},
				ratio{"wazero", "native core", 4})
		}
		if name := fmt.Sprintf("check with its roots, %s", count(n)); takes(name) {
			listed := func(h *host.Host) func() {
				return func() {
					r, err := h.Check(ctx, host.CheckInput{Message: doc, Revision: "2025-11-25"})
					must(r.Value.Valid && len(r.Value.Roots) == n, err)
				}
			}
			b.compare(name, []contender{
				{name: "wazero", work: listed(wasm)},
				{name: "native engine", work: listed(native)},
				{name: "encoding/json, net/url", work: func() {
					var r listRootsResult
					must(true, json.Unmarshal(doc, &r))
					must(r.allPaths())
				}},
			}, ratio{"wazero", "encoding/json, net/url", 0}, ratio{"native engine", "encoding/json, net/url", 0})
		}
		if name := fmt.Sprintf("read of a response, %s", count(n)); takes(name) {
			response := []byte(`{"jsonrpc":"2.0","id":7,"result":` + text + `}`)
			read := func(h *host.Host) func() {
				return func() {
					r, err := h.Read(ctx, host.ReadInput{Message: response, ID: json.RawMessage("7")})
					must(r.Value.Status == host.StatusOK && len(r.Value.Roots) == n, err)
				}
			}
			b.compare(name, []contender{
				{name: "wazero", work: read(wasm)},
				{name: "native engine", work: read(native)},
				{name: "encoding/json, net/url", work: func() {
					var r struct {
						ID     int             `json:"id"`
						Result listRootsResult `json:"result"`
					}
					must(true, json.Unmarshal(response, &r))
					must(r.ID == 7, nil)
					must(r.Result.allPaths())
				}},
			}, ratio{"wazero", "encoding/json, net/url", 0}, ratio{"native engine", "encoding/json, net/url", 0})
		}
	}
	b.linear(takes, wasm, must)
	if name := "start"; takes(name) {
		must(true, b.start(name))
	}
	if name := "start of the command"; takes(name) {
		must(true, b.process(name))
	}
	return failure
}

// linear compares the time for one item of a long list with that of a short one.
func (b *bench) linear(takes func(string) bool, wasm *host.Host, must func(bool, error)) {
	ctx := context.Background()
	call := func(op roots.Op, in []byte, core *roots.Core) (under, native func()) {
		name := roots.Operations[op].Name
		ok := `{"ok":true,`
		return func() {
				answer, err := wasm.Call(ctx, name, in)
				must(said(answer, ok), err)
			}, func() {
				must(said(core.Call(op, in), ok), nil)
			}
	}
	pair := func(name string, op roots.Op, goal float64, long, short []byte, unitsLong, unitsShort int) {
		if !takes(name) {
			return
		}
		var core roots.Core
		wasmLong, nativeLong := call(op, long, &core)
		wasmShort, nativeShort := call(op, short, &core)
		b.compare(name, []contender{
			{"wazero", unitsLong, wasmLong}, {"wazero, short", unitsShort, wasmShort},
			{"native core", unitsLong, nativeLong}, {"native core, short", unitsShort, nativeShort},
		}, ratio{"wazero", "wazero, short", goal}, ratio{"native core", "native core, short", goal})
	}
	many := 1_000_000
	if b.quick {
		many = 100_000
	}
	pair(fmt.Sprintf("valid_response, per root, %s to 1,000", count(many)), roots.ValidResponse, 1.3, list(many), list(1_000), many, 1_000)
	pair(fmt.Sprintf("check, per root, %s to 1,000", count(many)), roots.Check, 1.3,
		[]byte(`{"revision":"2025-11-25","roots":false,"message":`+string(list(many))+`}`),
		[]byte(`{"revision":"2025-11-25","roots":false,"message":`+string(list(1_000))+`}`), many, 1_000)
	bad := func(n int) []byte {
		return []byte(`{"roots":false,"message":` + strings.ReplaceAll(string(list(n)), "/projects/", "/%2e%2e/") + `}`)
	}
	pair("check, per bad root, 100,000 to 1,000", roots.Check, 1.3, bad(100_000), bad(1_000), 100_000, 1_000)

	paths := texts("paths", 100_000, "/home/user/projects/service-%07d/src/main.go")
	pair("contains, per path, in 1,000 roots to 1", roots.Contains, 2,
		[]byte(`{"platform":"posix",`+texts("roots", 1_000, "/home/user/projects/service-%07d")+","+paths+`}`),
		[]byte(`{"platform":"posix",`+texts("roots", 1, "/home/user/projects/service-%07d")+","+paths+`}`), 100_000, 100_000)
	uris := func(n int) []byte {
		return []byte(`{"platform":"posix",` + texts("uris", n, "file:///home/user/projects/service-%07d/src/main.go") + `}`)
	}
	pair("to_path, per URI, 100,000 to 10,000", roots.ToPath, 1.3, uris(100_000), uris(10_000), 100_000, 10_000)
}

// start compares what comes before the first answer.
func (b *bench) start(name string) error {
	ctx := context.Background()
	dir, err := os.MkdirTemp("", "mcproots-bench-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	bare := filepath.Join(dir, "bare.wasm")
	build := exec.Command("go", "build", "-buildmode=c-shared", "-trimpath", "-ldflags=-s -w", "-o", bare, "github.com/mcproots/mcproots/tests/bench/bare")
	build.Env = append(os.Environ(), "GOOS=wasip1", "GOARCH=wasm", "CGO_ENABLED=0")
	if out, err := build.CombinedOutput(); err != nil {
		return fmt.Errorf("building the bare reactor: %w: %s", err, out)
	}
	bareModule, err := os.ReadFile(bare)
	if err != nil {
		return err
	}
	var failure error
	must := func(err error) { failure = errors.Join(failure, err) }
	compile := func(wasm []byte) func() {
		return func() {
			r := wazero.NewRuntime(ctx)
			_, err := r.CompileModule(ctx, wasm)
			must(errors.Join(err, r.Close(ctx)))
		}
	}
	open := func(options ...host.Option) func() {
		return func() {
			h, err := host.Open(ctx, options...)
			must(err)
			if err == nil {
				must(h.Close())
			}
		}
	}
	r := wazero.NewRuntime(ctx)
	defer r.Close(ctx)
	if _, err := wasi_snapshot_preview1.Instantiate(ctx, r); err != nil {
		return err
	}
	code, err := r.CompileModule(ctx, host.ModuleBytes())
	if err != nil {
		return err
	}
	instantiate := func() {
		m, err := r.InstantiateModule(ctx, code, wazero.NewModuleConfig().WithName("").WithStartFunctions("_initialize").WithSysNanotime())
		must(err)
		if err == nil {
			must(m.Close(ctx))
		}
	}
	b.compare(name, []contender{
		{name: "compile", work: compile(host.ModuleBytes())},
		{name: "compile a bare reactor", work: compile(bareModule)},
		{name: "instantiate", work: instantiate},
		{name: "host.Open", work: open(host.WithoutCache())},
		{name: "host.Open from its cache", work: open(host.WithCacheDir(dir))},
		{name: "host.Open, native", work: open(host.WithNative())},
	},
		ratio{"compile", "compile a bare reactor", 1.35},
		ratio{"host.Open from its cache", "host.Open", 0},
		ratio{"instantiate", "host.Open from its cache", 0},
		ratio{"host.Open, native", "host.Open from its cache", 0})
	return failure
}

func said(answer []byte, prefix string) bool { return strings.HasPrefix(string(answer), prefix) }

// texts writes a member with a list of n numbered strings.
func texts(name string, n int, format string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%q:[", name)
	for i := range n {
		if i > 0 {
			b.WriteByte(',')
		}
		fmt.Fprintf(&b, "%q", fmt.Sprintf(format, i))
	}
	b.WriteByte(']')
	return b.String()
}

// count writes a number of roots for people.
func count(n int) string {
	switch n {
	case 1:
		return "1 root"
	case 1_000_000:
		return "1,000,000 roots"
	case 100_000:
		return "100,000 roots"
	case 1_000:
		return "1,000 roots"
	}
	return fmt.Sprintf("%d roots", n)
}
