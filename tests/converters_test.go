package tests

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/mcproots/mcproots/wasm/roots"
)

// A reading is one URI and the path that each converter makes of it; no path where
// it refuses. The readings were recorded from the converters themselves.
type reading struct {
	URI            string
	POSIX, Windows map[string]*string
}

func readings(t testing.TB) (all []reading) {
	t.Helper()
	file, err := os.Open("testdata/converters.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	for lines := bufio.NewScanner(file); lines.Scan(); {
		var r reading
		if err := json.Unmarshal(lines.Bytes(), &r); err != nil {
			t.Fatal(err)
		}
		all = append(all, r)
	}
	if len(all) < 80 {
		t.Fatalf("%d readings: the file is cut", len(all))
	}
	return all
}

var slashes = regexp.MustCompile(`/+`)

// alike brings a path to the form in which converters may differ: single
// separators, none at the end, the drive in upper case.
func alike(path string, windows bool) string {
	if windows {
		path = strings.ReplaceAll(path, `\`, "/")
	}
	path = slashes.ReplaceAllString(path, "/")
	if len(path) > 1 && !(windows && len(path) == len("C:/")) {
		path = strings.TrimSuffix(path, "/")
	}
	if windows && len(path) > 1 && path[1] == ':' {
		path = strings.ToUpper(path[:1]) + path[1:]
	}
	return path
}

// The two exceptions to the law, both remarked on: RFC 8089 says that localhost is
// this machine, but VS Code and gopls make a host or a directory of it; and VS Code
// writes the drive's colon as %3A, which Python before 3.14 does not read.
var disputed = map[string]string{
	"uri-host-localhost":      "the authority localhost",
	"uri-encoded-drive-colon": "an encoded drive colon",
}

func TestNothingIsAcceptedThatTwoConvertersReadDifferently(t *testing.T) {
	accepted, excepted := 0, 0
	for _, r := range readings(t) {
		for _, platform := range []string{"posix", "windows"} {
			answer := ask(t, roots.ToPath, map[string]any{"uris": []string{r.URI}, "platform": platform})
			var paths []struct {
				OK   bool
				Path string
			}
			if err := json.Unmarshal(answer.Value, &paths); err != nil || len(paths) != 1 {
				t.Fatalf("%q: %s", r.URI, answer.Value)
			}
			if !paths[0].OK {
				continue
			}
			accepted++
			exception := ""
			for code, what := range disputed {
				if slices.Contains(answer.codes(true), code) {
					exception = what
				}
			}
			converters := r.POSIX
			if platform == "windows" {
				converters = r.Windows
			}
			want := alike(paths[0].Path, platform == "windows")
			differs := false
			for name, path := range converters {
				if path == nil || alike(*path, platform == "windows") == want {
					continue
				}
				differs = true
				if exception == "" {
					t.Errorf("%s: %q is accepted as %q, but %s reads %q", platform, r.URI, paths[0].Path, name, *path)
				}
			}
			if differs && exception != "" {
				excepted++
			}
		}
	}
	if accepted == 0 || excepted == 0 {
		t.Errorf("%d readings accepted, %d of them by an exception: the law was not tried", accepted, excepted)
	}
	fmt.Printf("converters: %d readings accepted, %d of them by an exception\n", accepted, excepted)
}
