package host

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"errors"
	"fmt"
	"runtime"

	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/api"
	"github.com/tetratelabs/wazero/experimental"
	"github.com/tetratelabs/wazero/imports/wasi_snapshot_preview1"
	"github.com/tetratelabs/wazero/sys"

	"github.com/mcproots/mcproots/wasm/roots"
)

// A module is compiled code, shared by the instances that run it.
type module struct {
	config
	runtime wazero.Runtime
	code    wazero.CompiledModule
	cache   *codeCache
}

// compile compiles the module once, through the cache where there is one.
func compile(ctx context.Context, c config) (*module, error) {
	wasm, sum := embedded, embeddedSum()
	if c.module != nil {
		own := sha256.Sum256(c.module)
		wasm, sum = c.module, &own
	}
	if c.interpreter {
		return compileWith(ctx, c, wasm, nil)
	}
	return compileThrough(ctx, c, wasm, openCache(c.cacheDir(), sum))
}

// compileThrough compiles through a cache that may be nil. The cache is a
// convenience: whatever is wrong with it, the module is compiled without.
func compileThrough(ctx context.Context, c config, wasm []byte, cache *codeCache) (*module, error) {
	if cache != nil {
		if m, err := compileWith(ctx, c, wasm, cache); err == nil {
			cache.seal()
			return m, nil
		}
	}
	return compileWith(ctx, c, wasm, nil)
}

func compileWith(ctx context.Context, c config, wasm []byte, cache *codeCache) (*module, error) {
	rc := wazero.NewRuntimeConfig()
	if c.interpreter {
		rc = wazero.NewRuntimeConfigInterpreter()
	}
	rc = rc.WithMemoryLimitPages(c.memoryPages).
		WithDebugInfoEnabled(false). // the module carries none
		WithCloseOnContextDone(c.timeout > 0)
	if cache != nil {
		rc = rc.WithCompilationCache(cache.wazero)
	}
	m := &module{config: c, runtime: wazero.NewRuntimeWithConfig(ctx, rc), cache: cache}
	if _, err := wasi_snapshot_preview1.Instantiate(ctx, m.runtime); err != nil {
		_ = m.close(ctx)
		return nil, fmt.Errorf("host: the WASI functions can't be set up: %w", err)
	}
	workers := experimental.WithCompilationWorkers(ctx, runtime.GOMAXPROCS(0))
	code, err := m.runtime.CompileModule(workers, wasm)
	if err != nil {
		_ = m.close(ctx)
		return nil, fmt.Errorf("%w: it can't be compiled: %w", ErrABI, err)
	}
	for _, f := range code.ImportedFunctions() {
		if from, name, _ := f.Import(); from != wasi_snapshot_preview1.ModuleName {
			_ = m.close(ctx)
			return nil, fmt.Errorf("%w: it imports %s.%s, and ABI 1 has nothing but WASI preview 1", ErrABI, from, name)
		}
	}
	m.code = code
	return m, nil
}

func (m *module) close(ctx context.Context) error {
	err := m.runtime.Close(ctx)
	if m.cache != nil {
		err = errors.Join(err, m.cache.wazero.Close(ctx))
	}
	return err
}

// An instance is the module with a memory of its own. It serves one caller at a
// time.
type instance struct {
	module     *module
	mod        api.Module
	memory     api.Memory
	input      api.Function
	output     api.Function
	operations map[string]api.Function // looked up once: a look-up allocates 12 KB
	stack      [1]uint64               // parameter and result of every function of ABI 1
	stderr     stderr

	address uint32 // of the input buffer
	granted uint32 // its size in bytes
}

// start makes an instance: no arguments, no environment, no files, but a real
// clock. wazero's default clock goes forward by reading it; Go's garbage
// collector then believes that it takes all the time there is, stops, and the
// memory grows without end.
func (m *module) start() (worker, error) {
	i := &instance{module: m, operations: map[string]api.Function{}}
	ctx := withMemory(context.Background()) // a caller that leaves doesn't end the start
	mod, err := m.runtime.InstantiateModule(ctx, m.code, wazero.NewModuleConfig().
		WithName(""). // anonymous: there may be many
		WithStartFunctions("_initialize").
		WithSysNanotime().
		WithSysWalltime().
		WithRandSource(rand.Reader).
		WithStderr(&i.stderr))
	if err != nil {
		return nil, fmt.Errorf("%w: it doesn't start within %d pages of memory: %w", ErrABI, m.memoryPages, i.trap("_initialize", err))
	}
	i.mod, i.memory = mod, mod.ExportedMemory("memory")
	if err := i.checkABI(ctx); err != nil {
		i.close()
		return nil, err
	}
	return i, nil
}

func (i *instance) checkABI(ctx context.Context) error {
	if i.memory == nil {
		return fmt.Errorf("%w: it exports no memory", ErrABI)
	}
	i.input, i.output = i.mod.ExportedFunction("input"), i.mod.ExportedFunction("output")
	version := i.mod.ExportedFunction("abi_version")
	for _, f := range []struct {
		name     string
		function api.Function
		params   int
	}{{"abi_version", version, 0}, {"input", i.input, 1}, {"output", i.output, 0}} {
		if f.function == nil || !takesI32(f.function, f.params) {
			return fmt.Errorf("%w: it exports no function %s of the right type", ErrABI, f.name)
		}
	}
	v, err := i.call(ctx, "abi_version", version, 0)
	if err != nil {
		return fmt.Errorf("%w: %w", ErrABI, err)
	}
	if major, minor := v>>16, v&0xffff; major != roots.ABIMajor || minor < roots.ABIMinor {
		return fmt.Errorf("%w: it speaks ABI %d.%d, this host needs %d.%d or a later minor version",
			ErrABI, major, minor, roots.ABIMajor, roots.ABIMinor)
	}
	return nil
}

// takesI32 reports whether f takes n i32 and gives one.
func takesI32(f api.Function, n int) bool {
	d := f.Definition()
	params, results := d.ParamTypes(), d.ResultTypes()
	return len(params) == n && (n == 0 || params[0] == api.ValueTypeI32) &&
		len(results) == 1 && results[0] == api.ValueTypeI32
}

const (
	leastGrant = 64 << 10 // smaller inputs share one input buffer, which saves a call
	mostGrant  = 1 << 20  // a larger buffer is given back to the module
)

func (i *instance) answer(ctx context.Context, op string, in document) ([]byte, error) {
	if i.module.timeout == 0 {
		return i.run(context.Background(), op, in) // the caller's would not be watched
	}
	ctx, cancel := context.WithTimeout(ctx, i.module.timeout)
	defer cancel()
	return i.run(ctx, op, in)
}

func (i *instance) run(ctx context.Context, op string, in document) ([]byte, error) {
	operation, err := i.operation(op)
	if err != nil {
		return nil, err
	}
	n := in.size()
	if n > roots.MaxInput {
		return nil, tooLarge(n, roots.MaxInput)
	}
	if uint32(n) > i.granted || i.granted > mostGrant {
		i.granted = max(uint32(n), leastGrant)
		if i.address, err = i.call(ctx, "input", i.input, i.granted); err != nil {
			return nil, err
		}
		if i.address == 0 {
			return nil, fmt.Errorf("%w: it gives no room for %d bytes of input", ErrABI, i.granted)
		}
	}
	at := i.address
	for _, piece := range [...][]byte{in.head, in.body, in.tail} {
		if len(piece) > 0 && !i.memory.Write(at, piece) {
			return nil, fmt.Errorf("%w: its input buffer lies outside its memory", ErrABI)
		}
		at += uint32(len(piece))
	}
	length, err := i.call(ctx, op, operation, uint32(n))
	if err != nil {
		return nil, err
	}
	address, err := i.call(ctx, "output", i.output, 0)
	if err != nil {
		return nil, err
	}
	answer, ok := i.memory.Read(address, length)
	if !ok || length == 0 {
		return nil, fmt.Errorf("%w: its answer to %s is empty or lies outside its memory", ErrABI, op)
	}
	return answer, nil
}

func (i *instance) operation(op string) (api.Function, error) {
	if f := i.operations[op]; f != nil {
		return f, nil
	}
	f := i.mod.ExportedFunction(op)
	if f == nil || op == "input" || !takesI32(f, 1) {
		return nil, ErrOperation
	}
	i.operations[op] = f
	return f, nil
}

// call calls one function of ABI 1. A function without a parameter ignores it.
func (i *instance) call(ctx context.Context, name string, f api.Function, parameter uint32) (uint32, error) {
	i.stack[0] = uint64(parameter)
	if err := f.CallWithStack(ctx, i.stack[:]); err != nil {
		return 0, i.trap(name, err)
	}
	return uint32(i.stack[0]), nil
}

// trap tells a call that was ended, because its time was over or its caller
// left, from one that the module didn't survive. A panic in the module is a trap
// like any other; the instance would take more calls on a dead runtime.
func (i *instance) trap(name string, err error) error {
	for _, ended := range []error{context.Canceled, context.DeadlineExceeded} {
		if exit := (*sys.ExitError)(nil); errors.As(err, &exit) && exit.Is(ended) {
			return fmt.Errorf("host: %s: stopped before it had answered: %w", name, ended)
		}
	}
	return &TrapError{Op: name, Stderr: i.stderr.firstLine(), Err: err}
}

func (i *instance) bloated() bool {
	size := i.memory.Size()
	return size > i.module.watermark || size == 0 // 0 is 4 GiB
}

func (i *instance) close() { _ = i.mod.Close(context.Background()) }
