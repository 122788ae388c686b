//go:build unix || windows

package rootfs

// A Code says why something was refused or reported. A Code is an error, so that it
// can be compared: errors.Is(err, rootfs.SymlinkEscape).
type Code string

// Error makes a Code usable as the target of errors.Is.
func (c Code) Error() string { return "rootfs: " + string(c) }

// The codes. [Codes] explains each.
const (
	ToolchainTooOld Code = "toolchain-too-old"

	RelativePath          Code = "relative-path"
	RootNotFound          Code = "root-not-found"
	RootNotDirectory      Code = "root-not-directory"
	RootUnreadable        Code = "root-unreadable"
	RootChanged           Code = "root-changed"
	RootViaSymlink        Code = "root-via-symlink"
	RootWorldWritable     Code = "root-world-writable"
	CaseInsensitiveVolume Code = "case-insensitive-volume"

	NoRoots         Code = "no-roots"
	BadInput        Code = "bad-input"
	Outside         Code = "outside"
	SymlinkEscape   Code = "symlink-escape"
	AbsoluteSymlink Code = "absolute-symlink"
	SymlinkLoop     Code = "symlink-loop"
	SpecialFile     Code = "special-file"
	Hardlink        Code = "hardlink"
	MountCrossing   Code = "mount-crossing"

	NotFound         Code = "not-found"
	AlreadyExists    Code = "already-exists"
	NotDirectory     Code = "not-directory"
	PermissionDenied Code = "permission-denied"
	Closed           Code = "closed"
	OSError          Code = "os-error"
)

// A Severity says how much a code matters: an error refuses, a warning and an info only report.
type Severity string

// The severities.
const (
	SeverityError   Severity = "error"
	SeverityWarning Severity = "warning"
	SeverityInfo    Severity = "info"
)

// A CodeInfo explains a code.
type CodeInfo struct {
	Code     Code     `json:"code"`
	Severity Severity `json:"severity"` // what it is unless an option makes it an error
	Title    string   `json:"title"`
	Why      string   `json:"why"`
	Fix      string   `json:"fix"`
}

// Codes is every code of this package with its explanation: first those of the
// program, then those of a root's registration, then those of a request.
var Codes = []CodeInfo{
	{ToolchainTooOld, SeverityError,
		"the Go release this program was built with has a known way out of os.Root",
		"Before Go 1.26.5 (and in 1.27rc1) os.Root followed a link out of the root when the name ended in a slash (CVE-2026-39822); 1.26.6 also repairs net/url. An unreleased toolchain does not tell which repairs it holds.",
		"Build with Go 1.26.6 or later."},

	{RelativePath, SeverityError,
		"the root's path is not absolute",
		"A relative root would mean something else in every working directory.",
		"Give the root's absolute path; on Windows with its drive."},
	{RootNotFound, SeverityError,
		"nothing exists at the root's path",
		"A root that does not exist cannot be held by a handle, and whoever creates it later decides what it is.",
		"Create the directory, or leave the root out."},
	{RootNotDirectory, SeverityError,
		"the root is not a directory",
		"A component of the path is a file. A root that is itself a file is allowed and reported as info: it gives that file and nothing else.",
		"Name a directory, or the one file that is meant."},
	{RootUnreadable, SeverityError,
		"the root cannot be opened",
		"A root that cannot be looked at cannot be checked, and an error is never a pass.",
		"Give the process permission to read the directory, or leave the root out."},
	{RootChanged, SeverityError,
		"the root's name no longer leads to what was registered",
		"The directory or file was renamed, removed or replaced since: device and inode differ. Following the name would open a tree that nobody registered.",
		"Register the roots again."},
	{RootViaSymlink, SeverityWarning,
		"the root's path goes through a symbolic link",
		"Paths that others resolve will not begin with the path given here, and whoever can change the link decides what is registered next time.",
		"Register the real path."},
	{RootWorldWritable, SeverityWarning,
		"everyone on this machine can write in the root",
		"Any user can put files and links there. Links cannot lead out, but contents cannot be trusted.",
		"Take the write permission for others away (chmod o-w)."},
	{CaseInsensitiveVolume, SeverityInfo,
		"the root's file system does not tell upper case from lower case",
		"Two spellings name one file, so a list of denied names must be compared without case.",
		"Compare names of denied files without case; nothing to do otherwise."},

	{NoRoots, SeverityError,
		"there are no roots",
		"No roots deny everything; they never mean that all is allowed.",
		"Register at least one root."},
	{BadInput, SeverityError,
		"the request is malformed",
		"A component that is empty, holds a separator or a NUL, or is no file name on this platform can mean two things; so can unknown flags.",
		"Pass the components of the path one by one, and only the flags that the method documents."},
	{Outside, SeverityError,
		"the path leads out of the root",
		"The request's own \"..\" climbs above the root, or asks for something beside a root that is a single file.",
		"Ask for a path inside the root."},
	{SymlinkEscape, SeverityError,
		"a symbolic link leads out of the root",
		"A link below the root points to a place outside; following it would give away or change what is there.",
		"Remove the link, or register the directory that it points to."},
	{AbsoluteSymlink, SeverityError,
		"a symbolic link has an absolute target",
		"The target lies inside the root, but only by its name: os.Root cannot follow an absolute name from a handle.",
		"Make the link relative."},
	{SymlinkLoop, SeverityError,
		"the symbolic links on the path form a loop or are more than 8",
		"os.Root gives up after 8 links, so that a chain of links costs little.",
		"Shorten or repair the chain of links."},
	{SpecialFile, SeverityError,
		"a FIFO, a device or a socket stands at the path",
		"Opening one can block for ever or act on a device.",
		"Ask for a regular file or a directory."},
	{Hardlink, SeverityWarning,
		"the file has more than one name",
		"One of its names may lie outside the root, and no check of names can tell.",
		"Copy the file, or refuse such files if others can create links in the root."},
	{MountCrossing, SeverityWarning,
		"the path lies on another mount than the root",
		"A mounted file system, or a bind mount of a directory elsewhere, lies below the root.",
		"Register the mounted directory as a root of its own, or refuse such paths."},

	{NotFound, SeverityError,
		"nothing exists at the path",
		"Also the answer for a link inside the root whose target does not exist.",
		"Check the path's spelling; case counts on most systems."},
	{AlreadyExists, SeverityError,
		"something exists at the path already",
		"A file is created only where nothing is; a dangling link is something.",
		"Choose another name, or replace the file."},
	{NotDirectory, SeverityError,
		"a file stands where the path needs a directory",
		"A component before the last is a file, or the path ends in a separator, or a file was to be listed.",
		"Check the path; do not end a file's path with a separator."},
	{PermissionDenied, SeverityError,
		"the operating system denies permission",
		"The file, or a directory on the way to it, may not be opened by this process; os.Root has to open each directory for reading.",
		"Change the permissions, or run as another user."},
	{Closed, SeverityError,
		"the roots were closed",
		"Close was called.",
		"Open the roots again."},
	{OSError, SeverityError,
		"the operating system reports an error",
		"None of the other codes; the system's error follows.",
		"See the system's error."},
}

// info is the entry of c in Codes.
func (c Code) info() CodeInfo {
	for _, info := range Codes {
		if info.Code == c {
			return info
		}
	}
	return CodeInfo{Code: c, Severity: SeverityError, Title: "unknown code"}
}
