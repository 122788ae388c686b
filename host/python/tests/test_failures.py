"""A failure is an error of its own kind, never a verdict, and says nothing of what was submitted."""

from __future__ import annotations

import gc
import pickle
import weakref
from importlib import resources
from pathlib import Path

import pytest
from made_modules import PRINT_INPUT_AND_TRAP, made_module

from mcproots import AbiError, CallError, EngineError, Roots, RootsError, TooLargeError, packaged_module
from mcproots.engine import Instance, Program

CANARY = "canary-7f3a"


def count(roots: Roots) -> int:
    value = roots.call("info", {}).value
    assert isinstance(value, int)
    return value


def test_input_over_the_limit_is_refused_before_anything_runs() -> None:
    roots = Roots(max_input=10, wasm=b"not even a module")
    for call in (
        lambda: roots.valid_response(" " * 11),
        lambda: roots.valid_response(b" " * 11),
        lambda: roots.valid_response("é" * 6),
        lambda: roots.call_bytes("check", bytearray(11)),
        lambda: roots.call_text("check", " " * 11),
        lambda: roots.check(text=CANARY),
    ):
        with pytest.raises(TooLargeError, match="the limit is 10") as caught:
            call()
        assert caught.value.limit == 10 and caught.value.size > 10
        assert CANARY not in str(caught.value)


def test_input_at_the_limit_is_answered() -> None:
    assert Roots(max_input=12).valid_response('{"roots":[]}') is True


@pytest.mark.parametrize("limit", [0, -1, (256 << 20) + 1])
def test_a_limit_that_the_module_cannot_keep_is_refused(limit: int) -> None:
    with pytest.raises(ValueError, match="max_input must be from 1 to 268435456"):
        Roots(max_input=limit)


def test_the_call_after_a_trap_is_answered_by_a_fresh_instance() -> None:
    roots = Roots(wasm=made_module({"check": "(unreachable)"}))
    assert [count(roots), count(roots)] == [1, 2]
    with pytest.raises(EngineError, match="it trapped: unreachable"):
        roots.call("check", {})
    assert count(roots) == 1


def test_a_trap_in_valid_response_is_an_error_and_not_a_verdict() -> None:
    roots = Roots(wasm=made_module({"valid_response": "(unreachable)"}))
    with pytest.raises(EngineError):
        roots.valid_response('{"roots":[]}')
    assert count(roots) == 1


def test_what_the_module_prints_of_its_input_stays_out_of_the_error() -> None:
    roots = Roots(wasm=made_module({"check": PRINT_INPUT_AND_TRAP}))
    for line in (CANARY, f"panic: {CANARY}", f"goroutine 1 [{CANARY}]:"):
        with pytest.raises(EngineError) as caught:
            roots.call_text("check", line + "\n")
        assert CANARY not in repr(caught.value) + str(caught.value.__cause__) + str(caught.value.__context__)


def test_what_go_prints_of_itself_is_in_the_error() -> None:
    roots = Roots(wasm=made_module({"check": PRINT_INPUT_AND_TRAP}))
    with pytest.raises(EngineError, match=r"unreachable \(fatal error: out of memory\)$"):
        roots.call_text("check", "runtime\nfatal error: out of memory\ngoroutine 1\n")


def test_endless_printing_is_kept_to_a_few_kilobytes() -> None:
    text = """(local $i i32)
      (loop $again
        (i32.store (i32.const 0) (i32.const 1024)) (i32.store (i32.const 4) (local.get $n))
        (drop (call $fd_write (i32.const 2) (i32.const 0) (i32.const 1) (i32.const 8)))
        (local.set $i (i32.add (local.get $i) (i32.const 1)))
        (br_if $again (i32.lt_u (local.get $i) (i32.const 1000))))
    """
    roots = Roots(wasm=made_module({"check": text + "(i32.const 21) (global.set $answer (i32.const 65))"}))
    assert roots.call_text("check", "x" * 1000) == '{"ok":true,"value":0}'
    (instance,) = roots._idle
    assert instance._stderr == b"x" * 8192


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ("(call $proc_exit (i32.const 2)) (unreachable)", "it exited with status 2"),
        ("(i32.const 0)", "misuse of its ABI"),
        ("(global.set $answer (i32.const -8)) (i32.const 21)", "outside its memory"),
        ("(global.set $answer (i32.const 65)) (i32.const -1)", "outside its memory"),
        ("(i32.load (i32.const 0x7fffffff))", "it trapped: memory out of bounds"),
        ("(i32.div_u (i32.const 1) (i32.const 0))", "it trapped: integer division by zero"),
        ("(call $fault (i32.const 0))", "it trapped: stack overflow"),
    ],
    ids=["exit", "no answer", "answer outside", "length outside", "stray load", "division", "endless recursion"],
)
def test_every_way_to_give_no_answer_is_an_engine_error(body: str, message: str) -> None:
    recursion = "(func $fault (param i32) (result i32) (i32.add (i32.const 1) (call $fault (local.get 0))))"
    roots = Roots(wasm=made_module({"contains": body}, data=recursion))
    for _ in range(3):
        with pytest.raises(EngineError, match=message):
            roots.contains(["/"], [CANARY])
    assert count(roots) == 1


@pytest.mark.parametrize(
    "answer", ["{}", "[]", '{"ok":true}', '{"ok":false}', "nonsense", '{"ok":true,"value":1', "\\ff"]
)
def test_an_answer_that_is_not_of_the_abi_is_an_engine_error(answer: str) -> None:
    quoted = answer.replace('"', '\\"')
    length = 1 if answer == "\\ff" else len(answer)
    module = made_module(
        {"read": f"(global.set $answer (i32.const 128)) (i32.const {length})"},
        data=f'(data (i32.const 128) "{quoted}")',
    )
    with pytest.raises(EngineError, match="isn't one of ABI 1"):
        Roots(wasm=module).call("read", {})


def test_a_verdict_is_not_read_beyond_the_end_of_the_answer() -> None:
    stale = '(data (i32.const 128) "{\\"ok\\":true,\\"value\\":true}")'
    for length in (1, 22):
        body = f"(global.set $answer (i32.const 128)) (i32.const {length})"
        with pytest.raises(EngineError, match="isn't one of ABI 1"):
            Roots(wasm=made_module({"valid_response": body}, data=stale)).valid_response("{}")


def test_an_answer_high_in_memory_is_read_as_unsigned() -> None:
    high = (1 << 31) + 4096
    body = f"""(drop (memory.grow (i32.const 32768)))
      (memory.copy (i32.const {high}) (i32.const 65) (i32.const 21))
      (global.set $answer (i32.const {high})) (i32.const 21)"""
    roots = Roots(wasm=made_module({"info": body}), max_input=256 << 20)
    assert roots.call_text("info", "{}") == '{"ok":true,"value":0}'


def test_memory_stops_at_a_limit() -> None:
    body = """(if (i32.eq (memory.grow (i32.const 16384)) (i32.const -1)) (then (unreachable)))
      (global.set $answer (i32.const 65)) (i32.const 21)"""
    with pytest.raises(EngineError, match="unreachable"):
        Roots(wasm=made_module({"info": body})).info()


def test_a_failed_call_tells_its_code_and_message() -> None:
    answer = '{"ok":false,"error":{"code":-32602,"message":"m"},"diagnostics":[{"code":"c"}]}'
    size = len(answer)
    quoted = answer.replace('"', '\\"')
    body = f"(global.set $answer (i32.const 128)) (i32.const {size})"
    roots = Roots(wasm=made_module({"valid_response": body, "list": body}, data=f'(data (i32.const 128) "{quoted}")'))
    for call in (lambda: roots.call("list", {}), lambda: roots.valid_response("{}")):
        with pytest.raises(CallError, match=r"^mcproots: m \(-32602\): c$") as caught:
            call()
        assert (caught.value.code, caught.value.message) == (-32602, "m")
        assert [diagnostic["code"] for diagnostic in caught.value.diagnostics] == ["c"]
    assert '"ok":false' in roots.call_text("list", "{}")


@pytest.mark.parametrize("abi", [0, 65535, 2 << 16, (2 << 16) | 1, 0xFFFF0000 - (1 << 32)])
def test_another_major_abi_is_refused(abi: int) -> None:
    with pytest.raises(AbiError, match=r"this package needs 1\.0"):
        Roots(wasm=made_module(abi=abi)).info()


def test_a_later_minor_abi_is_accepted() -> None:
    assert count(Roots(wasm=made_module(abi=(1 << 16) | 7))) == 1


@pytest.mark.parametrize("export", ["_initialize", "abi_version", "input", "output", "contains"])
def test_a_missing_export_is_named(export: str) -> None:
    with pytest.raises(AbiError, match=f"doesn't export {export} "):
        Roots(wasm=made_module(leave_out=[export])).info()


def test_an_export_of_another_type_is_never_called() -> None:
    module = made_module(leave_out=["scope"], data='(func (export "scope") (param i64) (result i32) (unreachable))')
    with pytest.raises(AbiError, match="doesn't export scope "):
        Roots(wasm=module).info()


@pytest.mark.parametrize(
    "memory", ["(memory 4)", '(memory (export "memory") i64 4)', '(memory (export "memory") 4 4 shared)']
)
def test_another_kind_of_memory_is_refused(memory: str) -> None:
    try:
        module = made_module(memory=memory) if "i64" not in memory else memory64_module()
    except Exception as refused:  # a wasmtime without the proposal can't even assemble it
        pytest.skip(f"this wasmtime has no such memory: {type(refused).__name__}")
    with pytest.raises(EngineError):
        Roots(wasm=module).info()


def memory64_module() -> bytes:
    import wasmtime

    return bytes(wasmtime.wat2wasm('(module (memory (export "memory") i64 4))'))


def test_a_module_that_wants_more_than_wasi_is_refused() -> None:
    with pytest.raises(AbiError, match="imports more than WASI"):
        Roots(wasm=made_module(imports='(import "env" "secret" (func))')).info()


def test_a_module_that_fails_to_initialize_is_an_engine_error() -> None:
    with pytest.raises(EngineError, match="it exited with status 2"):
        Roots(wasm=made_module(initialize="(call $proc_exit (i32.const 2))")).info()


def test_a_module_without_an_input_buffer_is_an_engine_error() -> None:
    for address in ("(i32.const 0)", "(i32.const -4)"):
        with pytest.raises(EngineError):
            Roots(wasm=made_module(input_address=address)).info()


def test_a_module_cut_short_is_an_engine_error() -> None:
    whole = packaged_module()
    for part in (b"", whole[:7], whole[:1000], whole[: len(whole) // 2], whole[:-1]):
        roots = Roots(wasm=part)
        for _ in range(2):
            with pytest.raises(EngineError, match="is it complete"):
                roots.valid_response("{}")


def test_a_value_without_a_json_form_is_refused_without_being_quoted(roots: Roots) -> None:
    endless: list[object] = []
    endless.append(endless)
    for value in ({CANARY}, {"x": float("nan")}, CANARY.encode(), endless, 10**5000, {(1, CANARY): 1}, object()):
        with pytest.raises(
            TypeError, match="^mcproots: the value holds something that JSON has no form for$"
        ) as caught:
            roots.call("check", value)
        assert caught.value.__suppress_context__


def test_an_unknown_operation_is_refused_without_being_quoted(roots: Roots) -> None:
    for name in (CANARY, "input", "output", "_initialize", "memory", ""):
        with pytest.raises(ValueError, match="no such operation") as caught:
            roots.call(name, {})
        assert CANARY not in str(caught.value)


def test_errors_survive_pickling() -> None:
    for error in (TooLargeError(11, 10), CallError(-32700, "m", []), EngineError("e"), AbiError("a")):
        copy = pickle.loads(pickle.dumps(error))
        assert type(copy) is type(error) and str(copy) == str(error) and copy.__dict__ == error.__dict__
        assert isinstance(error, RootsError)


def test_a_released_roots_releases_its_instances() -> None:
    roots = Roots(wasm=made_module())
    roots.info()
    (instance,) = roots._idle
    gone = weakref.ref(instance)
    del instance, roots
    gc.collect()
    assert gone() is None


@pytest.mark.parametrize("no_module", [b"\0asm", b"not a module", b"\x7fELF" + bytes(100), b"\0asm\x0d\0\x01\0", b"{}"])
def test_what_is_no_module_is_an_engine_error(no_module: bytes) -> None:
    with pytest.raises(EngineError, match="is it complete"):
        Roots(wasm=no_module).info()


def test_a_module_that_is_another_is_named_by_what_it_lacks() -> None:
    empty = b"\0asm\1\0\0\0"
    with pytest.raises(AbiError, match="doesn't export the memory"):
        Roots(wasm=empty).info()


def test_a_memory_limit_below_what_the_module_starts_with_is_an_engine_error() -> None:
    program = Program(packaged_module(), 1 << 20, cache=True)
    for _ in range(2):
        with pytest.raises(EngineError, match="is there memory for it"):
            Instance(program)


def test_memory_that_runs_out_at_work_is_an_engine_error() -> None:
    instance = Instance(Program(packaged_module(), 8 << 20, cache=True))
    listed = b",".join([b'{"uri":"file:///%s"}' % CANARY.encode()] * 200_000)
    with pytest.raises(EngineError, match="out of memory") as caught:
        instance.answer("check", b'{"message":{"roots":[%s]}}' % listed)
    assert CANARY not in str(caught.value)


def test_a_package_without_its_module_is_an_engine_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(resources, "files", lambda package: tmp_path)
    roots = Roots()
    for _ in range(2):
        with pytest.raises(EngineError, match="lacks its roots.wasm"):
            roots.valid_response("{}")
    monkeypatch.undo()
    assert roots.valid_response('{"roots":[]}') is True
