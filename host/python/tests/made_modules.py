"""Small modules that keep to ABI 1 where a test needs it and break it where a test wants it broken."""

from __future__ import annotations

from typing import Mapping, Sequence

import wasmtime

from mcproots import OPERATIONS

# Answers {"ok":true,"value":N}, N being how many calls this instance has had (of one digit).
COUNT = """
  (global.set $calls (i32.add (global.get $calls) (i32.const 1)))
  (i32.store8 (i32.const 84) (i32.add (i32.const 48) (global.get $calls)))
  (global.set $answer (i32.const 65))
  (i32.const 21)
"""

# Prints the first n bytes of the input to standard error, as a careless panic would, then traps.
PRINT_INPUT_AND_TRAP = """
  (i32.store (i32.const 0) (i32.const 1024))
  (i32.store (i32.const 4) (local.get $n))
  (drop (call $fd_write (i32.const 2) (i32.const 0) (i32.const 1) (i32.const 8)))
  (unreachable)
"""


def made_module(
    operations: Mapping[str, str] = {},
    *,
    abi: int = 1 << 16,
    leave_out: Sequence[str] = (),
    input_address: str = "(i32.const 1024)",
    initialize: str = "",
    memory: str = '(memory (export "memory") 4)',
    imports: str = "",
    data: str = "",
) -> bytes:
    """Return a module whose operations count their calls, but for those given as WebAssembly text."""
    exports = {
        "_initialize": f'(func (export "_initialize") {initialize})',
        "abi_version": f'(func (export "abi_version") (result i32) (i32.const {abi}))',
        "input": f'(func (export "input") (param $n i32) (result i32) {input_address})',
        "output": '(func (export "output") (result i32) (global.get $answer))',
    }
    for name in OPERATIONS:
        exports[name] = f'(func (export "{name}") (param $n i32) (result i32) {operations.get(name, COUNT)})'
    kept = "\n".join(text for name, text in exports.items() if name not in leave_out)
    wasi = "wasi_snapshot_preview1"
    return bytes(
        wasmtime.wat2wasm(f"""(module
          (import "{wasi}" "fd_write" (func $fd_write (param i32 i32 i32 i32) (result i32)))
          (import "{wasi}" "proc_exit" (func $proc_exit (param i32)))
          (import "{wasi}" "clock_time_get" (func $clock_time_get (param i32 i64 i32) (result i32)))
          {imports}
          {memory}
          (global $calls (mut i32) (i32.const 0))
          (global $answer (mut i32) (i32.const 64))
          (data (i32.const 65) "{{\\"ok\\":true,\\"value\\":0}}")
          {data}
          {kept})""")
    )
