//go:build unix || windows

package rootfs

import (
	"errors"
	"runtime"
	"testing"
)

func TestOnlyToolchainsWithoutAKnownWayOutOfRootAreAccepted(t *testing.T) {
	for version, want := range map[string]bool{
		"go1.24":                            false,
		"go1.25.12":                         false, // repaired, but below what the module needs
		"go1.26rc1":                         false,
		"go1.26.0":                          false,
		"go1.26.5":                          false,
		"go1.26.6":                          true,
		"go1.26.8":                          true,
		"go1.26.10":                         true,
		"go1.26.8 X:nodwarf5":               true,
		"go1.26.8-X:nogreenteagc":           true,
		"go1.26.5-X:nogreenteagc":           false,
		"go1.26.8-custom":                   true,
		"go1.26.5-custom":                   false,
		"go1.27rc1":                         false,
		"go1.27rc2":                         true,
		"go1.27.0":                          true,
		"go1.28rc1":                         true,
		"go1.100.1":                         true,
		"go2.0.0":                           true,
		"devel go1.27-0123abcdef Tue Jun":   false,
		"go1.26-devel_0123abcdef Tue":       false,
		"go1.28-devel_0123abcdef Tue Jul":   false, // may be older than the repair
		"go1.29-devel_0123abcdef Tue X:abc": true,
		"devel go1.29-0123abcdef Tue Jan":   true,
		"devel +0123abcdef":                 false,
		"devel":                             false,
		"unknown":                           false,
		"":                                  false,
	} {
		if got := rootHolds(version); got != want {
			t.Errorf("%q: %v, want %v", version, got, want)
		}
		if err := checkToolchain(version); (err == nil) != want || err != nil && !errors.Is(err, ToolchainTooOld) {
			t.Errorf("%q: %v", version, err)
		}
	}
}

// With an older Go (GOTOOLCHAIN=go1.26.5 go test) this fails, as Open itself does then.
func TestThisToolchainIsAccepted(t *testing.T) {
	if _, err := Open(nil); err != nil {
		t.Errorf("%s: %v", runtime.Version(), err)
	}
}
