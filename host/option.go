package host

import (
	"runtime"
	"time"
)

// An Option changes how [Open] runs the module.
type Option func(*config)

type config struct {
	module      []byte        // nil is the embedded one
	cacheDir    func() string // asked when a module is compiled; "" is no cache
	interpreter bool
	native      bool
	pool        int
	maxInput    int
	memoryPages uint32
	watermark   uint32 // bytes of memory beyond which an instance isn't kept
	timeout     time.Duration
}

func defaults() config {
	return config{
		cacheDir:    defaultCacheDir,
		pool:        runtime.GOMAXPROCS(0),
		maxInput:    16 << 20,
		memoryPages: 16384,
		watermark:   32 << 20,
	}
}

// WithModule runs another build of the module instead of the embedded one. Any
// module that exports ABI 1 will do. Defaults to the embedded module.
func WithModule(wasm []byte) Option { return func(c *config) { c.module = wasm } }

// WithCacheDir keeps compiled code in a directory of its own inside dir, private
// to the user, instead of one inside [os.UserCacheDir]. Anyone who can write
// there can run code in this process.
//
// Where the directory can't be made, isn't private or can't be written, the
// module is compiled without a cache. Damaged files in it are compiled anew.
//
// Defaults to "mcproots" inside the user's cache directory; to none in a test
// binary, whose build information doesn't tell the version of wazero that wrote
// the code.
func WithCacheDir(dir string) Option {
	return func(c *config) { c.cacheDir = func() string { return dir } }
}

// WithoutCache compiles the module on every [Open], which takes half a second
// of one core, and writes nothing to disk.
func WithoutCache() Option { return WithCacheDir("") }

// WithInterpreter interprets the module instead of compiling it: 25 to 30 times
// slower, for platforms and policies that allow no generated code. Defaults to
// wazero's compiler where it supports the platform, else to its interpreter.
func WithInterpreter() Option { return func(c *config) { c.interpreter = true } }

// WithNative answers with the core compiled into this program instead of the
// module: the same bytes several times faster, without a sandbox, start-up cost,
// memory limit or timeout. Options on the module have no effect then.
func WithNative() Option { return func(c *config) { c.native = true } }

// WithPoolSize limits how many calls are answered at the same time, each by an
// instance of its own; more callers wait. An idle instance holds about 4 MB, a
// busy one up to the limit of [WithMemoryPages]. Defaults to GOMAXPROCS.
func WithPoolSize(n int) Option { return func(c *config) { c.pool = max(n, 1) } }

// WithMaxInput limits the input of one call, in bytes; larger ones are
// [ErrTooLarge]. Work and memory are linear in the input. The module's own limit
// is 256 MiB. Defaults to 16 MiB.
func WithMaxInput(bytes int) Option { return func(c *config) { c.maxInput = bytes } }

// WithMemoryPages limits the memory of one instance, in pages of 64 KiB. A call
// that needs more is a [*TrapError].
//
// Defaults to 16384 pages, which is 1 GiB. Nothing is taken before it is needed:
// most inputs of 16 MiB need about 20 MiB, but those that list as many of the
// shortest roots as fit need 350 MiB, and 600 MiB in Scope. Where peers are
// hostile and memory is short, lower [WithMaxInput] too.
func WithMemoryPages(n uint32) Option { return func(c *config) { c.memoryPages = min(n, 65536) } }

// WithTimeout ends a call in the module after d, and as soon as its context is
// done; the error is [context.DeadlineExceeded] or [context.Canceled] for
// [errors.Is].
//
// Defaults to none, because the checks that it needs make every call 7 to 14
// times slower. Without it a context ends the wait for an instance, not a call
// that runs; the limit of [WithMaxInput] bounds the work instead.
func WithTimeout(d time.Duration) Option { return func(c *config) { c.timeout = d } }
