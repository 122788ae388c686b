"""The module in wasmtime: compiled once, instantiated as often as callers need, called through ABI 1.

A call through wasmtime's own ``Func`` takes 10 microseconds, because it asks
for the function's type each time; checking a list of ten roots takes two. So
:class:`Program` checks every export's type once, and :class:`Instance` then
calls wasmtime's C API (``wasmtime_func_call_unchecked``, wasmtime/func.h) with
arguments that were laid out in advance. The package therefore accepts one
major version of wasmtime.
"""

from __future__ import annotations

import ctypes
from importlib.metadata import version
from typing import Callable, NoReturn, Optional

import wasmtime
from wasmtime import _ffi

from . import compiled
from .errors import AbiError, EngineError

ABI_MAJOR, ABI_MINOR = 1, 0
HARD_LIMIT = 256 << 20
"""The largest input that the module takes, in bytes (ABI 1)."""

OPERATIONS = (
    "list", "validate_request", "supported", "response", "valid_response", "check", "read", "rules", "info",
    "capabilities", "result", "answer", "list_changed", "input_required", "diff", "describe", "to_path", "to_uri",
    "contains", "scope",
)  # fmt: skip
"""The operations of ABI 1.0, each an export of the module."""

_TRUE, _FALSE = b'{"ok":true,"value":true', b'{"ok":true,"value":false'

_SMALL = 64 << 10  # bytes of the input buffer that an instance starts with
_LARGE = 1 << 20  # a larger one is given back with the next call
_HEAVY = 64 << 20  # bytes of memory that an instance may hold while nobody uses it
_STDERR = 8 << 10  # bytes kept of what the module prints
_WASM_STACK = 512 << 10  # Go keeps its own stacks in linear memory, and a thread may have no more than this

# What Go's runtime prints of itself; of a panic, only the kinds that can't hold anything of the input.
_GO_RUNTIME = ("fatal error: ", "runtime: ", "panic: runtime error: ")

_call = _ffi.dll["wasmtime_func_call_unchecked"]  # by index: a handle of our own, which may have types of our own
_call.restype = ctypes.c_void_p  # an error, or None
_call.argtypes = [ctypes.c_void_p, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_size_t, ctypes.c_void_p]


class Program:
    """The module, compiled, with its imports resolved and its exports checked."""

    def __init__(self, wasm: bytes, memory_limit: int, cache: bool) -> None:
        self.memory_limit = memory_limit
        config = wasmtime.Config()
        config.max_wasm_stack = _WASM_STACK
        config.memory_may_move = False  # 4 GiB of addresses are reserved: _look says what for
        self.engine = wasmtime.Engine(config)
        try:
            if cache:
                module = compiled.load(self.engine, wasm, version("wasmtime"))
            else:
                module = wasmtime.Module(self.engine, wasm)
        except wasmtime.WasmtimeError:
            raise EngineError("mcproots: wasmtime can't compile the module: is it complete?") from None
        _check_exports(module)
        linker = wasmtime.Linker(self.engine)
        linker.define_wasi()
        try:
            self.linked = linker.instantiate_pre(module)
        except wasmtime.WasmtimeError:
            raise AbiError("mcproots: the module imports more than WASI preview 1 offers") from None


def _check_exports(module: wasmtime.Module) -> None:
    i32 = wasmtime.ValType.i32()
    wanted = {"_initialize": ([], []), "abi_version": ([], [i32]), "input": ([i32], [i32]), "output": ([], [i32])}
    wanted |= {operation: ([i32], [i32]) for operation in OPERATIONS}
    exports = {export.name: export.type for export in module.exports}
    memory = exports.get("memory")
    if not isinstance(memory, wasmtime.MemoryType) or memory.is_64:
        raise AbiError("mcproots: the module doesn't export the memory of ABI 1")
    for name, signature in wanted.items():
        function = exports.get(name)
        if not isinstance(function, wasmtime.FuncType) or (function.params, function.results) != signature:
            raise AbiError(f"mcproots: the module doesn't export {name} as ABI 1 has it")


class Instance:
    """One instance of the module: one caller at a time, and none after an error."""

    def __init__(self, program: Program) -> None:
        self._stderr = bytearray()
        self._store = wasmtime.Store(program.engine)
        self._store.set_limits(memory_size=program.memory_limit)
        wasi = wasmtime.WasiConfig()  # no arguments, environment or files; its clocks are the machine's
        wasi.stderr_custom = _keeper(self._stderr)
        self._store.set_wasi(wasi)

        self._context = ctypes.cast(self._store._context(), ctypes.c_void_p).value
        self._trap = ctypes.c_void_p()
        self._trap_address = ctypes.addressof(self._trap)
        self._values = (_ffi.wasmtime_val_raw_t * 1)()  # the argument, then the result
        self._values_address = ctypes.addressof(self._values)
        self._value = ctypes.c_uint32.from_buffer(self._values)  # unsigned, as ABI 1 has addresses and lengths

        try:
            exports = program.linked.instantiate(self._store).exports(self._store)
        except (wasmtime.Trap, wasmtime.WasmtimeError):
            self._fail("it can't be instantiated: is there memory for it?")
        self._exports = exports  # keeps alive what the addresses point to
        addresses = {name: ctypes.addressof(f._func) for name, f in exports.items() if isinstance(f, wasmtime.Func)}
        self._enter(addresses["_initialize"], 0)
        abi = self._enter(addresses["abi_version"], 0)
        if abi >> 16 != ABI_MAJOR or abi & 0xFFFF < ABI_MINOR:
            self.close()
            raise AbiError(
                f"mcproots: the module speaks ABI {abi >> 16}.{abi & 0xFFFF}; "
                f"this package needs {ABI_MAJOR}.{ABI_MINOR} or a later minor version"
            )
        self._input = addresses["input"]
        self._output = addresses["output"]
        self._operations = {operation: addresses[operation] for operation in OPERATIONS}
        memory = exports["memory"]
        if not isinstance(memory, wasmtime.Memory):
            self.close()
            raise AbiError("mcproots: the memory that the module exports is shared with others")
        self._exported_memory = memory
        self._memory = self._look()
        self._buffer = 0  # the module's input buffer: its address and its length
        self._granted = 0

    def answer(self, operation: str, document: bytes) -> bytes:
        """Answer one document with one document."""
        start, end = self._run(operation, document)
        return self._memory[start:end].tobytes()

    def verdict(self, operation: str, document: bytes) -> Optional[bool]:
        """Answer with the boolean in `value`: members come in a fixed order (ABI 1), so a prefix tells it.

        None where there is none, as in the answer to a call that failed.
        """
        start, end = self._run(operation, document)
        if self._memory[start : min(end, start + len(_TRUE))] == _TRUE:
            return True
        return False if self._memory[start : min(end, start + len(_FALSE))] == _FALSE else None

    def is_light(self) -> bool:
        """Tell whether the instance is worth keeping. Memory never shrinks, but small inputs can't grow it much."""
        return self._granted <= _SMALL or self._exported_memory.data_len(self._store) <= _HEAVY

    def close(self) -> None:
        self._store.close()

    def _run(self, operation: str, document: bytes) -> tuple[int, int]:
        """Run an operation; return where its answer starts and ends."""
        length = len(document)
        if length > self._granted or self._granted > _LARGE:
            self._grow(length)
        self._memory[self._buffer : self._buffer + length] = document
        size = self._enter(self._operations[operation], length)
        if size == 0:
            self._fail("it refused the call as a misuse of its ABI")
        start = self._enter(self._output, 0)
        self._reach(start + size)
        return start, start + size

    def _grow(self, length: int) -> None:
        granted = max(length, _SMALL)
        self._granted = 0
        self._buffer = self._enter(self._input, granted)
        if self._buffer == 0:
            self._fail("it granted no input buffer")
        self._reach(self._buffer + granted)
        self._granted = granted

    def _reach(self, end: int) -> None:
        if end > len(self._memory):
            self._memory = self._look()  # it has grown since the last look
            if end > len(self._memory):
                self._fail("it pointed outside its memory")

    def _look(self) -> memoryview:
        """View the module's memory in place. A view stays right while the store is open: the memory never moves."""
        size = self._exported_memory.data_len(self._store)
        return memoryview(self._exported_memory.get_buffer_ptr(self._store, size)).cast("B")

    def _enter(self, function: int, argument: int) -> int:
        self._value.value = argument
        error = _call(self._context, function, self._values_address, 1, self._trap_address)
        if error is not None or self._trap.value is not None:
            self._fail(self._why(error))
        return self._value.value

    def _why(self, error: Optional[int]) -> str:
        """Name the reason of a trap or an exit in words that hold nothing of the input."""
        why = "it stopped"
        if error is not None:
            fault = wasmtime.WasmtimeError._from_ptr(ctypes.cast(error, ctypes.POINTER(_ffi.wasmtime_error_t)))
            if isinstance(fault, wasmtime.ExitTrap):
                why = f"it exited with status {fault.code}"
        else:
            trap = wasmtime.Trap._from_ptr(ctypes.cast(self._trap, ctypes.POINTER(_ffi.wasm_trap_t)))
            if trap.trap_code is not None:
                why = "it trapped: " + trap.trap_code.name.lower().replace("_", " ")
        for line in self._stderr.decode("ascii", "replace").splitlines():
            if line.startswith(_GO_RUNTIME):
                return f"{why} ({line[:120]})"
        return why

    def _fail(self, why: str) -> NoReturn:
        self.close()
        raise EngineError(f"mcproots: the module gave no answer: {why}")


def _keeper(kept: bytearray) -> Callable[[bytes], None]:
    """Return a function that keeps the first bytes it is given. It knows no instance, which it would keep alive."""

    def keep(printed: bytes) -> None:
        kept.extend(printed[: _STDERR - len(kept)])

    return keep
