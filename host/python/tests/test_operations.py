"""Every operation, through the real module: that each argument arrives and each answer comes back in its shape."""

from __future__ import annotations

import json
import os
import pathlib
from typing import Any

import pytest

import mcproots
from mcproots import Answer, CallError, EngineError, Roots

OLD, NEW = "2025-11-25", "2026-07-28"
REVISIONS = ["2024-11-05", "2025-03-26", "2025-06-18", OLD, NEW]
BARE = {"method": "roots/list", "params": {}}
RESULT = {"roots": [{"uri": "file:///home/me/work", "name": "Work"}]}


def codes(answer: Answer[Any]) -> list[str]:
    return [diagnostic["code"] for diagnostic in answer.diagnostics]


def test_list_is_bare_in_2026_and_a_request_before(roots: Roots) -> None:
    assert roots.list().value == BARE
    old = roots.list(revision=OLD, id=7, meta={"progressToken": "t"}).value
    assert old == {"jsonrpc": "2.0", "id": 7, "method": "roots/list", "params": {"_meta": {"progressToken": "t"}}}
    assert roots.list(revision=OLD, id="seven").value["id"] == "seven"
    with pytest.raises(CallError) as caught:
        roots.list(revision=OLD)
    assert caught.value.code == -32602


def test_validate_request_is_a_verdict(roots: Roots) -> None:
    assert roots.validate_request(BARE)
    assert not roots.validate_request({"method": "roots/list", "params": None})
    assert not roots.validate_request(None)
    assert roots.validate_request(BARE, revision=NEW).value is True


def test_supported_tells_what_to_refuse_with(roots: Roots) -> None:
    assert roots.supported(BARE, {"roots": {}})
    refused = roots.supported(BARE, {"sampling": {}})
    assert not refused and refused.refusal is not None
    assert refused.refusal["code"] == -32021
    assert refused.refusal["data"] == {"requiredCapabilities": {"roots": {}}}


def test_response_reads_only_the_named_one(roots: Roots) -> None:
    assert roots.response({}, "a", BARE).value == {"status": "missing"}
    assert roots.response({"a": RESULT, "b": 7}, "a", BARE).value == {"status": "ok", "result": RESULT}
    assert roots.response({"a": {"roots": [7]}}, "a", BARE).value == {
        "status": "error",
        "error": {"code": -32602, "message": "Invalid roots response"},
    }


@pytest.mark.parametrize(
    "form", [str, str.encode, lambda text: bytearray(text.encode()), lambda text: memoryview(text.encode())]
)
def test_valid_response_takes_text_and_bytes(roots: Roots, form: Any) -> None:
    assert roots.valid_response(form(json.dumps(RESULT))) is True
    assert roots.valid_response(form('{"roots":[]}')) is True
    assert roots.valid_response(form('{"roots":[{"uri":"https://example.com/"}]}')) is False
    assert roots.valid_response(form('{"roots":[{"uri":"file:///é b"}]}')) is False
    assert roots.valid_response(form("[]")) is False


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "nonsense",
        '{"roots":[]}x',
        "\ud800",
        '{"roots":"\\ud800"}',
        b"\xff",
        b'{"roots":[{"uri":"file:///\xff"}]}',
    ],
)
def test_valid_response_is_never_true_of_what_is_not_json(roots: Roots, text: Any) -> None:
    try:
        assert roots.valid_response(text) is False
    except CallError as failed:
        assert failed.code == -32700


def test_valid_response_agrees_with_the_answer_it_is_a_prefix_of(roots: Roots) -> None:
    for size in (1, 2, 700, 20_000):
        for last in ("file:///w", "http:///w"):
            text = json.dumps({"roots": [{"uri": "file:///w/%d" % i} for i in range(size)] + [{"uri": last}]})
            assert (
                roots.valid_response(text)
                is json.loads(roots.call_text("valid_response", text))["value"]
                is (last[0] == "f")
            )


def test_check_takes_a_value_or_its_text(roots: Roots) -> None:
    by_value = roots.check(RESULT, kind="result", revision=NEW)
    assert by_value.value["valid"] is True and by_value.value["kind"] == "result" and by_value.value["revision"] == NEW
    assert [(r["index"], r["valid"], r["uri"]) for r in by_value.value["roots"]] == [(0, True, "file:///home/me/work")]
    text = '{\n "roots": [{"uri": "http://x/"}]\n}'
    by_text = roots.check(text=text, kind="result")
    assert by_text.value["valid"] is False
    (error,) = [d for d in by_text.diagnostics if d["severity"] == "error"]
    assert (error["pointer"], error["line"], error["offset"]) == ("/roots/0/uri", 2, text.index('"http'))
    assert roots.check(text="{").value["valid"] is False


def test_check_passes_every_option_on(roots: Roots) -> None:
    two = {"roots": [{"uri": "file:///a%2Fb"}, {"uri": "file:///C:/x"}]}
    assert roots.check(two, kind="result").value["valid"] is False
    assert roots.check(two, kind="result", profile="protocol").value["valid"] is True
    assert "roots" not in roots.check(two, kind="result", roots=False).value
    assert roots.check(two, kind="result", platform="posix").value["roots"][1]["valid"] is False
    assert roots.check(two, kind="result", platform="windows").value["roots"][1]["platform"] == "windows"
    assert roots.check(two, kind="result", profile="protocol", max_roots=1).value["valid"] is False
    space = {"roots": [{"uri": "file:///a b"}]}
    assert all("fix" not in d for d in roots.check(space).diagnostics)
    assert "file:///a%20b" in [d.get("fix") for d in roots.check(space, values=True).diagnostics]


def test_check_and_read_want_either_a_message_or_its_text(roots: Roots) -> None:
    ask: Any
    for ask in (roots.check, roots.read):
        with pytest.raises(TypeError, match="either the message or its text"):
            ask()
        with pytest.raises(TypeError, match="either the message or its text"):
            ask({}, text="{}")
    assert roots.check(None).value["valid"] is False


def test_read_says_what_an_answer_means(roots: Roots) -> None:
    def response(**members: object) -> dict[str, object]:
        return {"jsonrpc": "2.0", "id": 3, **members}

    ok = roots.read(response(result=RESULT), id=3, revision=OLD, platform="posix")
    assert ok.value["status"] == "ok"
    assert ok.value["roots"] == [
        {"index": 0, "uri": "file:///home/me/work", "path": "/home/me/work", "platform": "posix", "name": "Work"}
    ]
    statuses = [
        roots.read(response(result={"roots": []}), revision=OLD).value["status"],
        roots.read(response(error={"code": -32601, "message": "no"}), revision=OLD).value["status"],
        roots.read(response(error={"code": -32603, "message": "no"}), revision=OLD).value["status"],
        roots.read(response(result={"roots": 7}), revision=OLD).value["status"],
        roots.read(text="{").value["status"],
    ]
    assert statuses == ["empty", "unsupported", "refused", "invalid", "invalid"]


def test_rules_explain_every_code_and_one(roots: Roots) -> None:
    every = roots.rules().value
    assert len(every) > 40
    one = every[3]
    assert roots.rules(one["code"]).value == [one]
    assert set(one) == {"code", "severity", "title", "why", "bad", "good", "fix", "spec"}


def test_info_names_the_operations_of_the_package(roots: Roots) -> None:
    info = roots.info().value
    assert tuple(info["operations"]) == mcproots.OPERATIONS
    assert info["abi"]["major"] == 1
    assert info["revisions"] == REVISIONS
    assert 256 << 20 in info["limits"].values()


def test_capabilities_lost_list_changed_in_2026(roots: Roots) -> None:
    assert roots.capabilities(OLD, list_changed=True).value == {"roots": {"listChanged": True}}
    assert roots.capabilities(NEW).value == {"roots": {}}


def test_result_takes_paths_uris_and_objects(roots: Roots) -> None:
    built = roots.result(
        [{"path": "/a b", "name": "A"}, {"uri": "file:///c/"}, {"path": pathlib.PurePosixPath("/d")}], platform="posix"
    ).value
    assert built == {"roots": [{"uri": "file:///a%20b", "name": "A"}, {"uri": "file:///c"}, {"uri": "file:///d"}]}
    assert roots.result([{"path": "c:\\x y"}], platform="windows").value == {"roots": [{"uri": "file:///C:/x%20y"}]}


def test_answer_is_the_whole_reply(roots: Roots) -> None:
    request = {"jsonrpc": "2.0", "id": 1, "method": "roots/list"}
    assert roots.answer(request, [{"path": "/w"}], revision=OLD, platform="posix").value == {
        "jsonrpc": "2.0",
        "id": 1,
        "result": {"roots": [{"uri": "file:///w"}]},
    }
    assert roots.answer(request, None, revision=OLD).value["error"]["code"] == -32601


def test_list_changed_is_gone_in_2026(roots: Roots) -> None:
    assert roots.list_changed(OLD).value == {"jsonrpc": "2.0", "method": "notifications/roots/list_changed"}
    with pytest.raises(CallError) as caught:
        roots.list_changed(NEW)
    assert caught.value.code == -32601


def test_input_required_is_a_result_or_a_refusal(roots: Roots) -> None:
    asked = roots.input_required({"a": BARE}, {"roots": {}}, "tools/call", request_state="s")
    assert asked.value == {"resultType": "input_required", "inputRequests": {"a": BARE}, "requestState": "s"}
    refused = roots.input_required({"a": BARE}, {}, "tools/call")
    assert refused.value is None and refused.refusal is not None and refused.refusal["code"] == -32021
    with pytest.raises(TypeError, match="look at its value"):
        bool(refused)


def test_diff_tells_what_changed_and_whether_to_notify(roots: Roots) -> None:
    before = {"roots": [{"uri": "file:///a"}, {"uri": "file:///b", "name": "B"}]}
    after = {"roots": [{"uri": "file:///b", "name": "Bee"}, {"uri": "file:///c"}]}
    diff = roots.diff(before, after, revision=OLD, capabilities={"roots": {"listChanged": True}}).value
    assert diff["changed"] and diff["notify"]
    assert [r["uri"] for r in diff["added"]] == ["file:///c"]
    assert [r["uri"] for r in diff["removed"]] == ["file:///a"]
    assert [r["uri"] for r in diff["renamed"]] == ["file:///b"]
    assert roots.diff(before, before).value["changed"] is False
    assert roots.diff(before, after, revision=NEW).value["notify"] is False


def test_describe_is_text_for_people(roots: Roots) -> None:
    assert roots.describe(RESULT).value.rstrip("\n") == "- file:///home/me/work (Work)"


def test_paths_and_uris_convert_both_ways(roots: Roots) -> None:
    there = roots.to_uri(["/home/me/a b", "relative"], platform="posix").value
    assert there[0] == {"ok": True, "uri": "file:///home/me/a%20b"}
    assert there[1]["ok"] is False and there[1]["code"]
    back = roots.to_path([there[0]["uri"], "http:///x"], platform="posix").value
    assert back[0] == {"ok": True, "path": "/home/me/a b", "canonical": "file:///home/me/a%20b", "platform": "posix"}
    assert back[1]["ok"] is False and back[1]["code"]


def test_contains_says_inside_only_of_what_is(roots: Roots) -> None:
    within: list[Any] = [{"uri": "file:///w/a"}, "/w", {"path": pathlib.PurePosixPath("/v")}]
    verdicts = roots.contains(
        within, ["/w/a/b/c", "/wa", "file:///w", pathlib.PurePosixPath("/v/x"), "/w/../w/x", "w"], platform="posix"
    ).value
    assert [v["verdict"] for v in verdicts] == ["inside", "outside", "inside", "inside", "ambiguous", "invalid"]
    assert verdicts[0]["root"] == 0 and verdicts[0]["relative"] == ["b", "c"]
    assert verdicts[2]["reason"] == "root-itself"
    assert roots.contains([], ["/w"]).value[0]["reason"] == "no-roots"
    share = {"uri": "file://server/share"}
    assert (
        roots.contains([share], ["\\\\server\\share\\x"], platform="windows", unc=True).value[0]["verdict"] == "inside"
    )
    assert roots.contains([share], ["\\\\server\\share\\x"], platform="windows").value[0]["verdict"] != "inside"


def test_scope_keeps_the_more_specific_of_each_pair(roots: Roots) -> None:
    cut = roots.scope(["/w/a", "/elsewhere"], [{"path": "/w"}], platform="posix").value
    assert cut["roots"] == [{"uri": "file:///w/a", "path": "/w/a", "revealed": 0, "allowed": 0}]


def test_paths_are_read_by_the_rules_of_this_machine(roots: Roots) -> None:
    drive = "file:///C:/x"
    assert (
        roots.to_path([drive]).value == roots.to_path([drive], platform="windows" if os.name == "nt" else "posix").value
    )
    assert roots.to_path([drive], platform="posix").value != roots.to_path([drive], platform="windows").value


def test_a_path_that_is_not_unicode_is_refused_and_not_guessed(roots: Roots) -> None:
    with pytest.raises(CallError) as caught:
        roots.to_uri([os.fsdecode(b"/w/\xff")], platform="posix")
    assert caught.value.code == -32700


def test_call_takes_any_operation(roots: Roots) -> None:
    assert roots.call("list", {}).value == BARE
    assert roots.call_text("list", "{}") == '{"ok":true,"value":{"method":"roots/list","params":{}}}'
    assert roots.call_bytes("list", b"{}") == roots.call_text("list", "{}").encode()
    assert roots.call_text("list", "{").startswith('{"ok":false,"error":{"code":-32700,')
    with pytest.raises(CallError) as caught:
        roots.call("contains", {})
    assert caught.value.code == -32602


def test_the_functions_of_the_package_are_one_shared_roots() -> None:
    for name in mcproots.OPERATIONS + ("call", "call_text", "call_bytes"):
        assert getattr(mcproots, name).__self__ is mcproots._shared
        assert name in mcproots.__all__
    assert mcproots.valid_response('{"roots":[]}') is True


def test_nothing_of_the_input_is_in_an_error(roots: Roots) -> None:
    canary = "canary-7f3a"
    for operation in mcproots.OPERATIONS:
        for value in ({canary: canary}, {"roots": [{"uri": canary}]}, canary, [canary]):
            try:
                roots.call(operation, value)
            except CallError as failed:
                assert canary not in str(failed) + repr(failed)
        assert canary not in roots.call_text(operation, f'{{"{canary}":"{canary}"')


@pytest.mark.parametrize("depth", [1, 127, 128, 129, 100_000])
def test_depth_is_answered_and_not_trapped(roots: Roots, depth: int) -> None:
    nested = '{"roots":[],"x":' + "[" * depth + "]" * depth + "}"
    assert roots.check(text=nested, kind="result", profile="protocol").value["valid"] is (depth <= 127)


@pytest.mark.parametrize("root", [{"uri": "x"}, {"uri": "file:///%d"}, {"uri": "file:///w/%d/some/where", "name": "n"}])
def test_the_memory_limit_is_enough_for_any_list_up_to_the_limit(root: dict[str, str]) -> None:
    limit = 2 << 20
    roots = Roots(max_input=limit)
    one = json.dumps(root, separators=(",", ":"))
    listed = ",".join(
        [one.replace("%d", f"{i:06}") for i in range(limit // (len(one.replace("%d", "123456")) + 1) - 10)]
    )
    half = listed[: len(listed) // 2].rsplit(",{", 1)[0]
    documents = {
        "check": f'{{"message":{{"roots":[{listed}]}}}}',
        "read": f'{{"message":{{"roots":[{listed}]}}}}',
        "valid_response": f'{{"roots":[{listed}]}}',
        "describe": f'{{"roots":[{listed}]}}',
        "result": f'{{"roots":[{listed}]}}',
        "diff": f'{{"before":{{"roots":[{half}]}},"after":{{"roots":[{half}]}}}}',
        "scope": f'{{"revealed":[{half}],"allowed":[{half}]}}',
    }
    for operation, document in documents.items():
        assert limit * 0.95 < len(document) <= limit
        assert roots.call_text(operation, document).startswith('{"ok":')
    assert roots.valid_response('{"roots":[]}') is True


def test_rubbish_up_to_the_limit_is_answered_or_is_an_engine_error() -> None:
    roots = Roots(max_input=2 << 20)
    rubbish = ",".join(["1"] * ((1 << 20) - 20))
    for operation, document in (
        ("valid_response", f'{{"roots":[{rubbish}]}}'),
        ("check", f'{{"message":{{"roots":[{rubbish}]}}}}'),
        ("to_uri", f'{{"paths":[{rubbish}]}}'),
    ):
        try:
            assert '"valid":true' not in roots.call_text(operation, document)
        except EngineError as fault:
            assert "out of memory" in str(fault)
        assert roots.valid_response('{"roots":[]}') is True


def test_an_instance_that_a_large_input_grew_is_let_go(roots: Roots) -> None:
    fresh = Roots()
    document = json.dumps({"roots": [{"uri": f"file:///w/{i}", "name": "n"} for i in range(200_000)]})
    assert fresh.describe(json.loads(document)).value.startswith("- file:///w/0 (n)\n")
    assert fresh._idle == [] or fresh._idle[0].is_light()
    assert fresh.valid_response('{"roots":[]}') is True and len(fresh._idle) == 1
