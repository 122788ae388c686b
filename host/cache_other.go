//go:build !unix

package host

import "os"

// private leaves it to the access list that a directory inherits, on Windows
// from the user's profile.
func private(dir string) bool {
	info, err := os.Lstat(dir)
	return err == nil && info.IsDir()
}
