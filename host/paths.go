package host

import (
	"context"
	"fmt"
	"runtime"

	"github.com/tidwall/gjson"
)

// A Platform says whose rules a path follows.
type Platform string

// The platforms. Auto takes a root with a drive as Windows's and any other as
// POSIX's.
const (
	Auto    Platform = "auto"
	POSIX   Platform = "posix"
	Windows Platform = "windows"
)

// Local is the platform that this program runs on. Methods that answer about
// paths on this machine use it where no platform is given.
func Local() Platform {
	if runtime.GOOS == "windows" {
		return Windows
	}
	return POSIX
}

func (p Platform) orLocal() string {
	if p == "" {
		p = Local()
	}
	return string(p)
}

// A Root is a root as a client lists it, or a place on this machine. As input it
// needs a URI or a Path; with both, the URI is taken.
type Root struct {
	URI  string
	Path string
	Name string // for people; optional

	// Told by [Host.Read], ignored as input.
	Index    int      // in the client's list
	Platform Platform // whose rules Path follows
}

// roots adds a list of roots.
func (o *object) roots(name string, roots []Root) *object {
	return o.list(name, len(roots), func(i int) {
		where := fmt.Sprintf("%s[%d]", name, i)
		if r := roots[i]; r.URI != "" {
			o.json = append(o.json, `{"uri":`...)
			o.string(where+".uri", r.URI)
		} else {
			o.json = append(o.json, `{"path":`...)
			o.string(where+".path", r.Path)
		}
		if roots[i].Name != "" {
			o.json = append(o.json, `,"name":`...)
			o.string(where+".name", roots[i].Name)
		}
		o.json = append(o.json, '}')
	})
}

// A PathResult is a URI as a path, or the reason why it has none.
type PathResult struct {
	OK        bool
	Path      string   // for the platform's functions
	Canonical string   // the canonical URI
	Platform  Platform // whose rules Path follows
	Code      string   // the rule that refused it; empty when OK
}

// ToPath turns file URIs into paths, one result for each. Platform defaults to
// [Local].
func (h *Host) ToPath(ctx context.Context, uris []string, platform Platform) (Reply[[]PathResult], error) {
	in := new(object).strings("uris", uris).text("platform", platform.orLocal())
	return build(ctx, h, "to_path", in, eachOf(len(uris), func(v gjson.Result) (r PathResult, ok bool) {
		v.ForEach(func(key, v gjson.Result) bool {
			switch key.Str {
			case "ok":
				r.OK, ok = boolValue(v)
			case "path":
				r.Path = v.String()
			case "canonical":
				r.Canonical = v.String()
			case "platform":
				r.Platform = Platform(v.String())
			case "code":
				r.Code = v.String()
			}
			return true
		})
		return r, ok
	}))
}

// A URIResult is a path as a canonical file URI, or the reason why it has none.
type URIResult struct {
	OK   bool
	URI  string
	Code string // the rule that refused it; empty when OK
}

// ToURI turns absolute paths into canonical file URIs, one result for each.
// Platform defaults to [Local].
func (h *Host) ToURI(ctx context.Context, paths []string, platform Platform) (Reply[[]URIResult], error) {
	in := new(object).strings("paths", paths).text("platform", platform.orLocal())
	return build(ctx, h, "to_uri", in, eachOf(len(paths), func(v gjson.Result) (r URIResult, ok bool) {
		r.OK, ok = boolValue(v.Get("ok"))
		r.URI, r.Code = v.Get("uri").String(), v.Get("code").String()
		return r, ok
	}))
}

// A Verdict says where a path lies. Only [Inside] is a yes.
type Verdict string

// The verdicts. Ambiguous is a path of which two file systems would say
// different things; Invalid is the path's own fault.
const (
	Inside    Verdict = "inside"
	Outside   Verdict = "outside"
	Ambiguous Verdict = "ambiguous"
	Invalid   Verdict = "invalid"
)

// ContainsInput asks whether paths lie inside roots.
type ContainsInput struct {
	Roots    []Root
	Paths    []string // paths or file URIs
	Platform Platform // defaults to [Local]
	UNC      bool     // on Windows: let \\host\share be a root
}

// A Containment is the verdict on one path.
type Containment struct {
	Verdict  Verdict
	Reason   string
	Root     int      // the index of the most specific root, -1 without one
	Relative []string // the components below that root
}

// Inside reports whether the path lies inside a root, or is one.
func (c Containment) Inside() bool { return c.Verdict == Inside }

// Contains says for each path whether it lies inside one of the roots. It looks
// at names, not at the disk: a symbolic link may still lead out, so open what it
// calls inside through an [os.Root] of that root and the relative components. A
// root is what a client claims, not a permission.
func (h *Host) Contains(ctx context.Context, in ContainsInput) (Reply[[]Containment], error) {
	o := new(object).roots("roots", in.Roots).strings("paths", in.Paths).
		text("platform", in.Platform.orLocal()).flag("unc", in.UNC)
	return build(ctx, h, "contains", o, eachOf(len(in.Paths), func(v gjson.Result) (c Containment, ok bool) {
		c.Root = -1
		v.ForEach(func(key, v gjson.Result) bool {
			switch key.Str {
			case "verdict":
				c.Verdict, ok = oneOf(v, Inside, Outside, Ambiguous, Invalid)
			case "reason":
				c.Reason = v.String()
			case "root":
				c.Root = int(v.Int())
			case "relative":
				c.Relative, _ = each(v, stringValue)
			}
			return true
		})
		return c, ok
	}))
}

// A ScopedRoot is a root that a server may use, and where it comes from.
type ScopedRoot struct {
	URI      string
	Path     string
	Revealed int // index into what the client revealed
	Allowed  int // index into what the application allows
}

// Scope cuts the roots that a client revealed to those that the application
// itself allows: of each pair the more specific one, or nothing. Platform
// defaults to [Local].
func (h *Host) Scope(ctx context.Context, revealed, allowed []Root, platform Platform) (Reply[[]ScopedRoot], error) {
	in := new(object).roots("revealed", revealed).roots("allowed", allowed).text("platform", platform.orLocal())
	return build(ctx, h, "scope", in, func(v gjson.Result) ([]ScopedRoot, bool) {
		return each(v.Get("roots"), func(v gjson.Result) (ScopedRoot, bool) {
			return ScopedRoot{
				URI:      v.Get("uri").String(),
				Path:     v.Get("path").String(),
				Revealed: int(v.Get("revealed").Int()),
				Allowed:  int(v.Get("allowed").Int()),
			}, v.IsObject()
		})
	})
}
