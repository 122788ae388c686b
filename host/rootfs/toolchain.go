//go:build unix || windows

package rootfs

import (
	"fmt"
	"go/version"
	"strings"
)

// checkToolchain refuses a Go release whose os.Root is known to let a path out, and
// an unreleased one that may still be so. goVersion has the form of runtime.Version.
func checkToolchain(goVersion string) *Error {
	if rootHolds(goVersion) {
		return nil
	}
	return &Error{ToolchainTooOld, "register", -1, fmt.Errorf("built with %q", goVersion)}
}

// rootHolds reports whether the toolchain's os.Root has no known way out that this
// package could take. The last one was CVE-2026-39822, repaired in 1.26.5 and 1.27rc2;
// the floor of 1.26 is 1.26.6, which repairs net/url. (CVE-2026-56857, before 1.26.9 and
// 1.27.2 on Windows, needs Root.Mkdir or Root.MkdirAll, which this package never calls.)
func rootHolds(goVersion string) bool {
	// "go1.26.8", "go1.26.8-X:nodwarf5", "go1.27rc2", "go1.28-devel_0123abc Tue Jul ...",
	// and older "devel go1.20-0123abc Tue ...".
	rest, devel := strings.CutPrefix(goVersion, "devel ")
	name, _, _ := strings.Cut(rest, " ")
	devel = devel || strings.Contains(name, "-devel")
	lang := version.Lang(name)
	switch {
	case !version.IsValid(name):
		return false
	case devel:
		// The tree called 1.28 was open for weeks before the repair, and its
		// version does not tell one from the other.
		return version.Compare(lang, "go1.29") >= 0
	case lang == "go1.27":
		return version.Compare(name, "go1.27rc2") >= 0
	}
	return version.Compare(name, "go1.26.6") >= 0
}
