package web

import (
	"bytes"
	"compress/gzip"
	"io"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/mcproots/mcproots/host"
)

func get(t *testing.T, method, url string, header ...string) *http.Response {
	t.Helper()
	r := httptest.NewRequest(method, url, nil)
	for i := 0; i < len(header); i += 2 {
		r.Header.Set(header[i], header[i+1])
	}
	w := httptest.NewRecorder()
	handler.ServeHTTP(w, r)
	return w.Result()
}

var handler = Handler()

func TestEveryAnswerCarriesThePolicy(t *testing.T) {
	for _, url := range []string{"/", "/worker.js", "/offline.js", "/host/web.js", "/roots.wasm", "/nothing"} {
		header := get(t, "GET", url).Header
		for name, want := range map[string]string{
			"Content-Security-Policy":      Policy,
			"X-Content-Type-Options":       "nosniff",
			"Referrer-Policy":              "no-referrer",
			"Cross-Origin-Opener-Policy":   "same-origin",
			"Cross-Origin-Resource-Policy": "same-origin",
		} {
			if got := header.Get(name); got != want {
				t.Errorf("%s: %s is %q, want %q", url, name, got, want)
			}
		}
	}
}

func TestThePageCarriesTheSamePolicyForHostsWithoutHeaders(t *testing.T) {
	page, err := static.ReadFile("static/index.html")
	if err != nil {
		t.Fatal(err)
	}
	want := strings.TrimSuffix(Policy, "; frame-ancestors 'none'") // means nothing in a meta element (CSP 3, section 3.3)
	meta := regexp.MustCompile(`http-equiv="Content-Security-Policy" content="([^"]*)"`).FindSubmatch(page)
	if meta == nil || string(meta[1]) != want {
		t.Errorf("the meta element's policy is %q, want %q", meta, want)
	}
	if place := bytes.Index(page, []byte("Content-Security-Policy")); place > bytes.Index(page, []byte("<script")) || place > bytes.Index(page, []byte("<link")) {
		t.Error("something loads before the policy is in force")
	}
}

func TestFilesComeAsTheirTypeCompressedForThoseWhoTakeIt(t *testing.T) {
	for url, want := range map[string]string{
		"/":           "text/html; charset=utf-8",
		"/index.html": "text/html; charset=utf-8",
		"/page.css":   "text/css; charset=utf-8",
		"/page.js":    "text/javascript; charset=utf-8",
		"/icon.svg":   "image/svg+xml",
		"/roots.wasm": "application/wasm",
	} {
		plain := get(t, "GET", url)
		if got := plain.Header.Get("Content-Type"); got != want {
			t.Errorf("%s: the type is %q, want %q", url, got, want)
		}
		body, _ := io.ReadAll(plain.Body)
		packed := get(t, "GET", url, "Accept-Encoding", "br;q=1.0, gzip;q=0.8")
		if got := packed.Header.Get("Content-Encoding"); got != "gzip" {
			t.Fatalf("%s: the encoding is %q", url, got)
		}
		r, err := gzip.NewReader(packed.Body)
		if err != nil {
			t.Fatal(err)
		}
		if unpacked, err := io.ReadAll(r); err != nil || !bytes.Equal(unpacked, body) {
			t.Errorf("%s: compressed it is something else (%v)", url, err)
		}
	}
}

func TestTheModuleServedIsTheHostsModule(t *testing.T) {
	if body, _ := io.ReadAll(get(t, "GET", "/roots.wasm").Body); !bytes.Equal(body, host.ModuleBytes()) {
		t.Error("/roots.wasm is another module")
	}
}

func TestCompressionIsLeftOutWhereItIsNotTaken(t *testing.T) {
	for _, accepted := range []string{"", "br", "gzip;q=0", "gzip; q=0.0", "gzipped"} {
		if got := get(t, "GET", "/", "Accept-Encoding", accepted).Header.Get("Content-Encoding"); got != "" {
			t.Errorf("%q got %q", accepted, got)
		}
	}
}

func TestAFileThatTheBrowserHasIsNotSentAgain(t *testing.T) {
	etag := get(t, "GET", "/page.js").Header.Get("ETag")
	answer := get(t, "GET", "/page.js", "If-None-Match", `"other", W/`+etag)
	if body, _ := io.ReadAll(answer.Body); answer.StatusCode != http.StatusNotModified || len(body) > 0 {
		t.Errorf("status %d with %d bytes", answer.StatusCode, len(body))
	}
	if answer := get(t, "GET", "/page.js", "If-None-Match", `"other"`); answer.StatusCode != http.StatusOK {
		t.Errorf("status %d for another ETag", answer.StatusCode)
	}
}

func TestOnlyReadingIsAnswered(t *testing.T) {
	if answer := get(t, "POST", "/"); answer.StatusCode != http.StatusMethodNotAllowed || answer.Header.Get("Allow") == "" {
		t.Errorf("POST: status %d", answer.StatusCode)
	}
	if body, _ := io.ReadAll(get(t, "HEAD", "/").Body); len(body) > 0 {
		t.Error("HEAD got a body")
	}
	for _, url := range []string{"/nothing", "/static/index.html", "/web.go", "/../web.go", "/host/"} {
		if answer := get(t, "GET", url); answer.StatusCode != http.StatusNotFound {
			t.Errorf("%s: status %d", url, answer.StatusCode)
		}
	}
}

func TestTheServiceWorkerKeepsEveryFile(t *testing.T) {
	worker, err := static.ReadFile("static/offline.js")
	if err != nil {
		t.Fatal(err)
	}
	_, list, _ := strings.Cut(string(worker), "const FILES = [")
	list, _, _ = strings.Cut(list, "]")
	var kept []string
	for _, quoted := range regexp.MustCompile(`'([^']+)'`).FindAllStringSubmatch(list, -1) {
		kept = append(kept, quoted[1])
	}
	want := []string{"./", "roots.wasm"} // index.html by its folder
	_ = fs.WalkDir(static, "static", func(name string, entry fs.DirEntry, err error) error {
		name = strings.TrimPrefix(name, "static/")
		if err == nil && !entry.IsDir() && name != "index.html" && name != "offline.js" {
			want = append(want, name)
		}
		return err
	})
	slices.Sort(kept)
	slices.Sort(want)
	if !slices.Equal(kept, want) {
		t.Errorf("it keeps\n%v\nand there are\n%v", kept, want)
	}
}
