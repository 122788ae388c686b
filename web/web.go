// Package web is the page: it checks messages, tries paths and builds messages in
// a browser, with the same module as every host, and sends nothing anywhere.
//
//	http.ListenAndServe("127.0.0.1:7668", web.Handler())
//
// # Notes
//
// The page works from any host of static files too: `node web/build.mjs FOLDER`
// gathers them.
package web

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"io/fs"
	"net/http"
	"path"
	"strconv"
	"strings"

	"github.com/mcproots/mcproots/host"
)

//go:embed static
var static embed.FS

// Policy is the Content-Security-Policy that the page, its worker and its service
// worker run under. Nothing but this origin can be asked for anything; the page
// itself carries the same policy in a meta element, for hosts that send none.
// See https://www.w3.org/TR/CSP3/.
const Policy = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self'; connect-src 'self'; " +
	"worker-src 'self' blob:; base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'; trusted-types mcproots; frame-ancestors 'none'"

// types are the media types of what there is. The system's own table is not asked:
// it differs between machines, and browsers refuse scripts of a wrong type.
var types = map[string]string{
	".html": "text/html; charset=utf-8",
	".css":  "text/css; charset=utf-8",
	".js":   "text/javascript; charset=utf-8",
	".svg":  "image/svg+xml",
	".wasm": "application/wasm",
}

// A file is one answer, ready to be sent.
type file struct {
	contentType string
	etag        string
	plain       []byte
	compressed  []byte
}

// Handler serves the page and the module at the root of a server. Everything is
// compressed once, here, which takes about a tenth of a second.
func Handler() http.Handler {
	files := map[string]*file{"/roots.wasm": newFile("roots.wasm", host.ModuleBytes())}
	err := fs.WalkDir(static, "static", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		body, err := static.ReadFile(name)
		files[strings.TrimPrefix(name, "static")] = newFile(name, body)
		return err
	})
	if err != nil {
		panic("web: the embedded files can't be read: " + err.Error()) // they are part of this program
	}
	files["/"] = files["/index.html"]
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		header := w.Header()
		header.Set("Content-Security-Policy", Policy)
		header.Set("X-Content-Type-Options", "nosniff")
		header.Set("Referrer-Policy", "no-referrer")
		header.Set("Cross-Origin-Opener-Policy", "same-origin")
		header.Set("Cross-Origin-Resource-Policy", "same-origin")
		f := files[r.URL.Path]
		switch {
		case r.Method != http.MethodGet && r.Method != http.MethodHead:
			header.Set("Allow", "GET, HEAD")
			http.Error(w, "only GET and HEAD are answered", http.StatusMethodNotAllowed)
		case f == nil:
			http.Error(w, "there is no such file; the page is at /", http.StatusNotFound)
		default:
			f.send(w, r)
		}
	})
}

func newFile(name string, body []byte) *file {
	sum := sha256.Sum256(body)
	return &file{
		contentType: types[path.Ext(name)],
		etag:        `"` + hex.EncodeToString(sum[:16]) + `"`,
		plain:       body,
		compressed:  compress(body),
	}
}

func compress(body []byte) []byte {
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	_, _ = w.Write(body) // a buffer takes everything
	_ = w.Close()
	return b.Bytes()
}

// send answers with the file, or with 304 where the browser has it (RFC 9110,
// section 13.1.2). It may be kept, but must be asked for anew: a new version of
// the program has other files under the same names.
func (f *file) send(w http.ResponseWriter, r *http.Request) {
	header := w.Header()
	header.Set("Content-Type", f.contentType)
	header.Set("Cache-Control", "no-cache")
	header.Set("ETag", f.etag)
	header.Set("Vary", "Accept-Encoding")
	if strings.Contains(r.Header.Get("If-None-Match"), f.etag) {
		w.WriteHeader(http.StatusNotModified)
		return
	}
	body := f.plain
	if acceptsGzip(r.Header.Get("Accept-Encoding")) {
		header.Set("Content-Encoding", "gzip")
		body = f.compressed
	}
	header.Set("Content-Length", strconv.Itoa(len(body)))
	if r.Method == http.MethodGet {
		_, _ = w.Write(body) // the browser may have gone
	}
}

// acceptsGzip reads an Accept-Encoding header (RFC 9110, section 12.5.3) as far as
// gzip is concerned.
func acceptsGzip(header string) bool {
	for one := range strings.SplitSeq(header, ",") {
		coding, weight, _ := strings.Cut(strings.TrimSpace(one), ";")
		if strings.EqualFold(strings.TrimSpace(coding), "gzip") {
			q := strings.TrimSpace(weight)
			return q != "q=0" && !strings.HasPrefix(q, "q=0.000") && q != "q=0.0" && q != "q=0.00"
		}
	}
	return false
}
