"""Every operation of the module has its typed method, with every member of its input and the shape of its values."""

from __future__ import annotations

import functools
import json
import re
from inspect import signature
from pathlib import Path
from typing import Any, Callable, Literal, Optional, Union, get_args, get_origin, get_type_hints, is_typeddict

import pytest

from mcproots import OPERATIONS, Roots
from mcproots.shapes import Diagnostic, Refusal

VECTORS = [
    json.loads(line)
    for line in (Path(__file__).parents[3] / "tests" / "vectors.jsonl").read_text(encoding="utf-8").splitlines()
]
BARE = {"method": "roots/list", "params": {}}
REQUEST = {"jsonrpc": "2.0", "id": 1, "method": "roots/list"}
RESULT = {"roots": [{"uri": "file:///w", "name": "W"}]}
ROOT = {"index": 0, "uri": "file:///w", "path": "/w", "platform": "posix", "name": "W"}
OLD = "2025-11-25"
SESSION = [
    {
        "jsonrpc": "2.0",
        "id": 0,
        "method": "initialize",
        "params": {"protocolVersion": OLD, "capabilities": {"roots": {}}, "clientInfo": {"name": "c", "version": "1"}},
    },
    REQUEST,
    {"jsonrpc": "2.0", "id": 1, "result": RESULT},
    {"jsonrpc": "2.0", "method": "notifications/roots/list_changed"},
]

# One call of every typed method, and its value or a part of it.
CALLS: dict[str, tuple[Callable[[Roots], Any], object]] = {
    "list": (lambda r: r.list(revision=OLD, id=1, meta={"a": 1}), {**REQUEST, "params": {"_meta": {"a": 1}}}),
    "validate_request": (lambda r: r.validate_request(BARE, revision="2026-07-28"), True),
    "supported": (lambda r: r.supported(BARE, {}), False),
    "response": (lambda r: r.response({"k": RESULT}, "k", BARE), {"status": "ok", "result": RESULT}),
    "valid_response": (lambda r: r.valid_response(json.dumps(RESULT)), True),
    "check": (
        lambda r: r.check(
            text=json.dumps(RESULT), kind="result", revision=OLD, profile="strict", platform="posix", roots=True,
            max_roots=1, values=True,
        ),
        {
            "valid": True,
            "kind": "result",
            "revision": OLD,
            "roots": [{"index": 0, "valid": True, "uri": "file:///w", "path": "/w", "platform": "posix"}],
            "summary": {"error": 0, "warning": 0, "info": 0, "truncated": False},
        },
    ),
    "read": (
        lambda r: r.read(text=json.dumps(SESSION[2]), id=1, revision=OLD, platform="posix"),
        {"status": "ok", "roots": [ROOT]},
    ),
    "read_session": (
        lambda r: r.read_session(SESSION, revision=OLD, platform="posix"),
        {
            "messages": [
                {"index": 0, "event": "declared", "declared": True, "known": "unknown"},
                {"index": 1, "event": "asked", "declared": True, "known": "unknown"},
                {
                    "index": 2,
                    "event": "answered",
                    "declared": True,
                    "known": "fresh",
                    "status": "ok",
                    "roots": [ROOT],
                },
                {"index": 3, "event": "changed", "declared": True, "known": "stale", "status": "ok"},
            ]
        },
    ),
    "rules": (lambda r: r.rules("json-depth"), [{"code": "json-depth", "severity": "error"}]),
    "info": (lambda r: r.info(), {"name": "mcproots", "abi": {"major": 1, "minor": 0}}),
    "capabilities": (lambda r: r.capabilities(OLD, list_changed=True), {"roots": {"listChanged": True}}),
    "result": (lambda r: r.result([{"path": "/w", "name": "W"}], platform="posix"), RESULT),
    "answer": (
        lambda r: r.answer(
            REQUEST, [{"path": "/w", "name": "W"}], revision=OLD, list_changed=True, platform="posix"
        ),
        SESSION[2],
    ),
    "list_changed": (lambda r: r.list_changed(OLD), SESSION[3]),
    "input_required": (
        lambda r: r.input_required({"k": BARE}, {"roots": {}}, "tools/call", request_state="s"),
        {"resultType": "input_required", "inputRequests": {"k": BARE}, "requestState": "s"},
    ),
    "diff": (
        lambda r: r.diff([], RESULT, revision=OLD, capabilities={"roots": {"listChanged": True}}),
        {
            "changed": True,
            "notify": True,
            "added": [{"index": 0, "uri": "file:///w", "name": "W"}],
            "removed": [],
            "renamed": [],
        },
    ),
    "describe": (lambda r: r.describe(RESULT), "- file:///w (W)"),
    "to_path": (
        lambda r: r.to_path(["file:///w"], platform="posix"),
        [{"ok": True, "path": "/w", "canonical": "file:///w", "platform": "posix"}],
    ),
    "to_uri": (lambda r: r.to_uri(["/w"], platform="posix"), [{"ok": True, "uri": "file:///w"}]),
    "contains": (
        lambda r: r.contains(["/w"], ["/w/a"], platform="posix", unc=False),
        [{"verdict": "inside", "reason": "descendant", "root": 0, "relative": ["a"]}],
    ),
    "scope": (
        lambda r: r.scope(["/w/a"], ["/w"], platform="posix"),
        {"roots": [{"uri": "file:///w/a", "path": "/w/a", "revealed": 0, "allowed": 0}]},
    ),
}  # fmt: skip


hints = functools.cache(get_type_hints)


def shape_of(method: str) -> Any:
    """Return the annotated shape of a method's value."""
    returned = hints(getattr(Roots, method))["return"]
    return get_args(returned)[0] if get_args(returned) else returned


def fits(value: object, shape: Any) -> bool:
    """Tell whether a JSON value has an annotated shape, with no member more."""
    if shape is Any:
        return True
    if is_typeddict(shape):
        members = hints(shape)
        return (
            isinstance(value, dict)
            and shape.__required_keys__ <= value.keys() <= members.keys()
            and all(fits(member, members[name]) for name, member in value.items())
        )
    within = get_args(shape)
    if get_origin(shape) is Literal:
        return value in within
    if get_origin(shape) is Union:
        return any(fits(value, one) for one in within)
    if get_origin(shape) is list:
        return isinstance(value, list) and all(fits(item, within[0]) for item in value)
    if get_origin(shape) is dict:
        return isinstance(value, dict) and all(fits(member, within[1]) for member in value.values())
    return type(value) is shape  # so that true is no integer


def has(value: Any, part: Any) -> bool:
    """Tell whether a value is another, but for members that the other leaves out."""
    if isinstance(part, dict):
        return isinstance(value, dict) and all(name in value and has(value[name], part[name]) for name in part)
    if isinstance(part, list):
        return isinstance(value, list) and len(value) == len(part) and all(map(has, value, part))
    return type(value) is type(part) and value == part


def test_every_operation_has_a_method_and_every_method_an_operation(roots: Roots) -> None:
    operations = roots.info().value["operations"]
    assert set(operations) == set(OPERATIONS)
    methods = {name for name in vars(Roots) if not name.startswith("_")}
    assert methods - {"call", "call_text", "call_bytes"} == {*operations, "read_session"}
    assert CALLS.keys() == {*operations, "read_session"}


@pytest.mark.parametrize("method", CALLS)
def test_a_method_gives_its_typed_value(roots: Roots, method: str) -> None:
    call, wanted = CALLS[method]
    answer = call(roots)
    value = answer if isinstance(answer, bool) else answer.value
    assert has(value, wanted) and fits(value, shape_of(method)), value


@pytest.mark.parametrize(
    "operation", sorted(set(OPERATIONS) - {"valid_response", "describe"})
)  # take a document itself
def test_a_method_takes_every_member_that_its_operation_does(roots: Roots, operation: str) -> None:
    inputs = [json.loads(vector["input"]) for vector in VECTORS if readable(vector.get("input", ""))]
    names = {name for one in inputs if isinstance(one, dict) for name in one}
    assert {"revision", "messages", "maxRoots"} <= names
    taken = set()
    for name in names - {"values"}:  # which every operation takes: Roots(values=True)
        answer = json.loads(roots.call_text(operation, json.dumps({name: None})))
        if "input-member-unknown" not in [found["code"] for found in answer.get("diagnostics", ())]:
            taken.add(re.sub("[A-Z]", lambda letter: "_" + letter[0].lower(), name))
    methods = ["read", "read_session"] if operation == "read" else [operation]
    arguments = {name for method in methods for name in signature(getattr(Roots, method)).parameters}
    assert arguments - {"self", "values"} == taken


def readable(text: str) -> bool:
    try:
        json.loads(text)
    except (ValueError, RecursionError):
        return False
    return True


def test_every_value_of_the_vectors_has_the_annotated_shape() -> None:
    seen = set()
    for vector in VECTORS:
        answer = json.loads(vector["output"])
        if answer["ok"]:
            value = answer["value"]
            session = vector["op"] == "read" and "messages" in value
            assert fits(value, shape_of("read_session" if session else vector["op"])), vector["name"]
            seen.add("read_session" if session else vector["op"])
        assert all(fits(found, Diagnostic) for found in answer.get("diagnostics", ())), vector["name"]
        assert fits(answer.get("refusal"), Optional[Refusal]), vector["name"]
    assert seen == CALLS.keys()


def test_a_diagnostic_suggests_a_uri_only_where_values_were_asked_for(roots: Roots) -> None:
    asked = Roots(values=True)
    space = {"roots": [{"uri": "file:///a b"}]}
    for ask, fix in ((roots, None), (asked, "file:///a%20b")):
        for answer in (ask.check(space), ask.contains(space["roots"], ["/"], platform="posix")):
            assert [d.get("fix") for d in answer.diagnostics if d["code"] == "uri-illegal-char"] == [fix]
    assert "fix" not in asked.check(space, values=False).diagnostics[0]
