//go:build unix || windows

// Package rootfs opens files below a list of roots so that no symbolic link, no
// ".." and no rename under way can lead out of them. [FS] holds one [os.Root]
// handle per root; every request names a root by its index and gives the
// components of the path as the request spelled them:
//
//	fsys, err := rootfs.Open([]string{"/srv/project"})
//	if err != nil {
//		return err // each *Error says which root, and why
//	}
//	defer fsys.Close()
//	f, err := fsys.Open(0, "src", "a.go")
//
// A lexical answer about containment is not permission to open by path: between
// the answer and the opening anyone who can write in the tree can put a link in
// the way. This package never joins a checked string to a directory. It walks
// from the handle, one component at a time, and looks at what it opened before
// it hands it out.
//
// # What it guarantees
//
//   - A link is followed when it stays inside the root, refused when it leaves it
//     ([SymlinkEscape]) and refused when its target is absolute ([AbsoluteSymlink]),
//     also while links are being swapped. ".." is left to os.Root, which resolves
//     it as the platform does.
//   - Only regular files and directories are opened. A FIFO, a device or a socket
//     is refused ([SpecialFile]) and never blocks the caller, not even when it
//     takes a file's place during the call.
//   - A root that is a file gives that file and nothing else.
//   - When a root's name no longer leads to the registered directory or file, the
//     root is refused ([RootChanged]), and never followed to what is there now.
//   - A file is created with [os.O_EXCL] ([FS.OpenFile]) or replaced by a rename
//     ([FS.WriteFile]); neither follows a link at the name. Truncation comes after
//     the checks.
//   - Every error denies. No roots deny everything ([NoRoots]).
//   - Open refuses to work when the program was built with a Go release whose
//     os.Root can be left ([ToolchainTooOld]).
//
// # What it lacks
//
//   - A hard link to a file elsewhere looks like any other file. A file with more
//     than one name is reported in [File.Warnings], or refused with [RefuseHardlinks].
//   - A mounted file system is walked into. What lies on another mount than its root
//     is reported, or refused with [RefuseMountCrossing]. On Linux the mount itself
//     is compared, so bind mounts are seen (kernel 5.8 and later; before that, and
//     on other systems, the device is compared).
//   - Absolute links that point back into the root are refused too, as os.Root does;
//     trees made by pnpm, Nix or Bazel have them.
//   - os.Root follows at most 8 links in one path, and opens each directory on the
//     way for reading: a directory that may only be searched is refused.
//   - An opened file is what it was when it was opened. It may be renamed or get
//     further names afterwards.
//   - Permissions are those of the process. A root that others can write is reported
//     ([RootWorldWritable]), or refused with [RefuseWorldWritable].
//   - On Windows access control lists are not read, so [RootWorldWritable] is never reported.
//
// The package builds on Unix and Windows, where os.Root holds real handles.
//
// # Errors
//
// Every error is an [*Error] (Open joins one for each unusable root). Compare it with
// errors.Is and a [Code]; the operating system's error can be reached through Unwrap.
// Neither holds a path or a name of the request. Errors from the methods of an opened
// [os.File] are the os package's own and hold the file's path.
package rootfs
