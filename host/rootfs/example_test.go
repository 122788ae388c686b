//go:build unix || windows

package rootfs_test

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/mcproots/mcproots/host/rootfs"
)

func Example() {
	project, err := os.MkdirTemp("", "project")
	if err != nil {
		panic(err)
	}
	defer os.RemoveAll(project)
	os.Mkdir(filepath.Join(project, "src"), 0o755)
	os.WriteFile(filepath.Join(project, "src", "a.go"), []byte("package a\n"), 0o644)
	os.Symlink("../../etc/passwd", filepath.Join(project, "src", "b.go"))

	fsys, err := rootfs.Open([]string{project})
	if err != nil {
		panic(err)
	}
	defer fsys.Close()

	f, err := fsys.Open(0, "src", "a.go")
	if err != nil {
		panic(err)
	}
	defer f.Close()
	text, _ := io.ReadAll(f)
	fmt.Printf("%s", text)

	_, err = fsys.Open(0, "src", "b.go")
	fmt.Println(errors.Is(err, rootfs.SymlinkEscape))
	fmt.Println(err)
	// Output:
	// package a
	// true
	// rootfs: symlink-escape: root 0: open: a symbolic link leads out of the root: path escapes from parent
}

func ExampleFS_WriteFile() {
	project, err := os.MkdirTemp("", "project")
	if err != nil {
		panic(err)
	}
	defer os.RemoveAll(project)
	fsys, err := rootfs.Open([]string{project})
	if err != nil {
		panic(err)
	}
	defer fsys.Close()

	// Replaced by a rename: readers see the old contents or the new, and no link is followed.
	fmt.Println(fsys.WriteFile(0, []byte("1\n"), 0o644, "version"))

	// Created only where nothing is.
	_, err = fsys.OpenFile(0, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644, "version")
	fmt.Println(errors.Is(err, fs.ErrExist))
	// Output:
	// <nil>
	// true
}

func ExampleFS_FS() {
	project, err := os.MkdirTemp("", "project")
	if err != nil {
		panic(err)
	}
	defer os.RemoveAll(project)
	os.WriteFile(filepath.Join(project, "README.md"), nil, 0o644)
	fsys, err := rootfs.Open([]string{project})
	if err != nil {
		panic(err)
	}
	defer fsys.Close()

	names, _ := fs.Glob(fsys.FS(0), "*.md")
	fmt.Println(names)
	// Output:
	// [README.md]
}
