package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/mcproots/mcproots/host"
	"github.com/mcproots/mcproots/host/rootfs"
)

// What follows is shown by the guides, word for word.

// usable reads a client's answer to roots/list and cuts it to what the server allows.
func usable(ctx context.Context, h *host.Host, answer []byte, id json.RawMessage, allowed []host.Root) ([]host.ScopedRoot, error) {
	reply, err := h.Read(ctx, host.ReadInput{Message: answer, ID: id, Revision: "2025-11-25", Platform: host.Local()})
	if err != nil {
		return nil, err // no verdict: neither an empty list nor no limit
	}
	if reply.Value.Status != host.StatusOK {
		return nil, fmt.Errorf("no usable roots: %s", reply.Value.Status)
	}
	scoped, err := h.Scope(ctx, reply.Value.Roots, allowed, host.Local())
	return scoped.Value, err
}

// askInResult is what a server answers to tools/call when it needs roots: a result that asks
// for them, or the error for a client that didn't declare them.
func askInResult(ctx context.Context, h *host.Host, capabilities json.RawMessage) (result json.RawMessage, refusal *host.Refusal, err error) {
	question, err := h.List(ctx, host.ListInput{})
	if err != nil {
		return nil, nil, err
	}
	reply, err := h.InputRequired(ctx, host.InputRequiredInput{
		Requests:     map[string]json.RawMessage{"roots": question.Value},
		Capabilities: capabilities,
		Method:       "tools/call",
	})
	return reply.Value, reply.Refusal, err
}

// openInside opens what a caller named, if it lies inside a root. fsys holds the same
// roots in the same order.
func openInside(ctx context.Context, h *host.Host, fsys *rootfs.FS, roots []host.Root, path string) (*rootfs.File, error) {
	reply, err := h.Contains(ctx, host.ContainsInput{Roots: roots, Paths: []string{path}})
	if err != nil {
		return nil, err
	}
	c := reply.Value[0]
	if !c.Inside() && c.Reason != "ambiguous-dotdot" {
		return nil, fmt.Errorf("%s: %s", c.Verdict, c.Reason) // the reason, not the path
	}
	return fsys.Open(c.Root, c.Relative...)
}

// announce says whether a client has to send the notification, and gives it.
func announce(ctx context.Context, h *host.Host, before, after []byte, revision string, capabilities json.RawMessage) ([]byte, error) {
	difference, err := h.Diff(ctx, host.DiffInput{Before: before, After: after, Revision: revision, Capabilities: capabilities})
	if err != nil || !difference.Value.Notify {
		return nil, err
	}
	notification, err := h.ListChanged(ctx, revision)
	return notification.Value, err
}

// pass says whether a message may go on, and why not. The message itself is not
// touched.
func pass(ctx context.Context, h *host.Host, message []byte, revision string) (bool, []host.Diagnostic, error) {
	report, err := h.Check(ctx, host.CheckInput{Message: message, Revision: revision, NoRoots: true})
	if err != nil {
		return false, nil, err // an engine's fault passes nothing
	}
	return report.Value.Valid, report.Diagnostics, nil
}

// And this is what makes them run.

func native() *host.Host {
	h, err := host.Open(context.Background(), host.WithNative())
	if err != nil {
		log.Fatal(err)
	}
	return h
}

// must gives the value, where an example can't fail.
func must[T any](value T, err error) T {
	if err != nil {
		log.Fatal(err)
	}
	return value
}

// project is a directory with a file, and a link to the file beside it.
func project() (dir string, remove func()) {
	dir = must(filepath.EvalSymlinks(must(os.MkdirTemp("", "project"))))
	for _, err := range []error{
		os.Mkdir(filepath.Join(dir, "src"), 0o755),
		os.WriteFile(filepath.Join(dir, "src", "a.go"), []byte("package a"), 0o644),
		os.Symlink(filepath.Join("..", "..", "etc"), filepath.Join(dir, "out")),
	} {
		must(0, err)
	}
	return dir, func() { os.RemoveAll(dir) }
}

func TestAServerUsesWhatIsRevealedAndAllowed(t *testing.T) {
	ctx, h := t.Context(), native()
	dir, remove := project()
	defer remove()
	uri := must(h.ToURI(ctx, []string{dir}, host.Local())).Value[0].URI
	answer := fmt.Sprintf(`{"jsonrpc":"2.0","id":7,"result":{"roots":[{"uri":%q},{"uri":"file:///srv/#x"}]}}`, filepath.ToSlash(uri)+"/..")
	if roots, err := usable(ctx, h, []byte(answer), json.RawMessage("7"), []host.Root{{Path: dir}}); err == nil {
		t.Errorf("a list without a usable root gives %v", roots)
	}
	answer = strings.Replace(answer, "/..", "", 1)
	roots := must(usable(ctx, h, []byte(answer), json.RawMessage("7"), []host.Root{{Path: filepath.Join(dir, "src")}}))
	if len(roots) != 1 || roots[0].Path != filepath.Join(dir, "src") {
		t.Errorf("%+v", roots)
	}
	if _, err := usable(ctx, h, []byte(answer), json.RawMessage("8"), []host.Root{{Path: dir}}); err == nil {
		t.Error("another request's answer was taken")
	}
}

func TestAServerAsksInsideAResult(t *testing.T) {
	h := native()
	result, refusal, err := askInResult(t.Context(), h, json.RawMessage(`{"roots":{}}`))
	if want := `{"resultType":"input_required","inputRequests":{"roots":{"method":"roots/list","params":{}}}}`; err != nil || refusal != nil || string(result) != want {
		t.Errorf("%s, %v, %v", result, refusal, err)
	}
	result, refusal, err = askInResult(t.Context(), h, json.RawMessage(`{}`))
	if err != nil || refusal == nil || refusal.Code != -32021 || result != nil {
		t.Errorf("%s, %v, %v", result, refusal, err)
	}
}

func TestAServerOpensNothingOutside(t *testing.T) {
	ctx, h := t.Context(), native()
	dir, remove := project()
	defer remove()
	fsys := must(rootfs.Open([]string{dir}))
	defer fsys.Close()
	roots := []host.Root{{Path: dir}}
	f := must(openInside(ctx, h, fsys, roots, filepath.Join(dir, "src", "a.go")))
	if text := must(io.ReadAll(f)); string(text) != "package a" {
		t.Errorf("%s", text)
	}
	f.Close()
	f = must(openInside(ctx, h, fsys, roots, dir+"/src/../src/a.go"))
	f.Close()
	for _, path := range []string{dir + "2/x", dir + "/../x", filepath.Join(dir, "out", "passwd")} {
		if f, err := openInside(ctx, h, fsys, roots, path); err == nil {
			t.Errorf("%s was opened: %s", path, f.Name())
		}
	}
	if _, err := openInside(ctx, h, fsys, roots, filepath.Join(dir, "out", "passwd")); !errors.Is(err, rootfs.SymlinkEscape) {
		t.Error(err)
	}
}

func TestAClientAnnouncesWhatChangedIfItSaidThatItWould(t *testing.T) {
	ctx, h := t.Context(), native()
	before, after := []byte(`{"roots":[]}`), []byte(`{"roots":[{"uri":"file:///srv/app"}]}`)
	for _, c := range []struct {
		after        []byte
		capabilities string
		want         string
	}{
		{after, `{"roots":{"listChanged":true}}`, `{"jsonrpc":"2.0","method":"notifications/roots/list_changed"}`},
		{after, `{"roots":{}}`, ""},
		{before, `{"roots":{"listChanged":true}}`, ""},
	} {
		if got, err := announce(ctx, h, before, c.after, "2025-11-25", json.RawMessage(c.capabilities)); err != nil || string(got) != c.want {
			t.Errorf("%s: %s, %v", c.capabilities, got, err)
		}
	}
}

func TestAGatewayPassesWhatIsSoundOrOfNoConcern(t *testing.T) {
	ctx, h := t.Context(), native()
	for message, want := range map[string]bool{
		`{"jsonrpc":"2.0","id":1,"result":{"roots":[{"uri":"file:///srv/app"}]}}`:    true,
		`{"jsonrpc":"2.0","id":1,"result":{"roots":[{"uri":"file:///srv/../etc"}]}}`: false,
		`{"jsonrpc":"2.0","id":1,"method":"tools/list"}`:                             true,
		`{"jsonrpc":"2.0","id":1,`:                                                   false,
		`not JSON`:                                                                   false,
	} {
		if got, reasons, err := pass(ctx, h, []byte(message), "2025-11-25"); err != nil || got != want || !got && len(reasons) == 0 {
			t.Errorf("%s: %t, %v, %v", message, got, reasons, err)
		}
	}
}
