"""What a hostile peer may send, up to the size limit, is answered or refused; the call after it is right."""

from __future__ import annotations

import json
from typing import Any

import pytest

from mcproots import OPERATIONS, CallError, Roots, TooLargeError

LIMIT = 16 << 20  # of an input, unless Roots(max_input=...) says otherwise
MODULE_LIMIT = 256 << 20


def fill(before: str, item: str, after: str, size: int) -> str:
    return before + (item * ((size - len(before) - len(after)) // len(item))).removesuffix(",") + after


# What a document of any size is made of, what valid_response says of it, and a code that check gives.
DOCUMENTS = {
    "open brackets": ("", "[", "", False, "json-depth"),
    "open objects": ("", '{"a":', "", False, "json-depth"),
    "quotes": ("", '"', "", False, "json-trailing-data"),
    "zeros": ("", "\0", "", False, "json-syntax"),
    "escaped zeros in a name": ('{"roots":[{"uri":"file:///a","name":"', "\\u0000", '"}]}', True, "name-too-long"),
    "escaped zeros in a URI": ('{"roots":[{"uri":"file:///', "\\u0000", '"}]}', False, "uri-too-long"),
    "lone surrogates": ('{"roots":[{"uri":"file:///a","name":"', "\\ud800", '"}]}', False, "json-lone-surrogate"),
    "the same key": ("{", '"a":1,', "}", False, "json-duplicate-key"),
    "one URI": ('{"roots":[{"uri":"file:///', "a", '"}]}', True, "uri-too-long"),
    "equal roots": ('{"roots":[', '{"uri":"file:///w"},', "]}", True, "root-duplicate"),
    "bad roots": ('{"roots":[', '{"uri":"a"},', "]}", False, "uri-bare-path"),
}


def assert_right(roots: Roots) -> None:
    assert roots.valid_response('{"roots":[]}') is True
    assert roots.valid_response('{"roots":[7]}') is False


@pytest.mark.parametrize("name", DOCUMENTS)
def test_a_document_up_to_the_limit_is_answered_and_so_is_the_next(roots: Roots, name: str) -> None:
    before, item, after, verdict, code = DOCUMENTS[name]
    assert roots.valid_response(fill(before, item, after, LIMIT)) is verdict
    assert_right(roots)
    text = fill(before, item, after, LIMIT // 6 - 64)  # JSON writes a control character as six
    checked = roots.check(text=text, roots=False)
    assert code in {found["code"] for found in checked.diagnostics}
    usable = name in ("equal roots", "escaped zeros in a name")
    assert roots.read(text=text, platform="posix").value["status"] == ("ok" if usable else "invalid")
    assert roots.call_text("describe", text).startswith('{"ok":%s,' % json.dumps(verdict))
    assert_right(roots)


def test_distinct_roots_up_to_the_limit_are_listed(roots: Roots) -> None:
    count = 300_000
    listed = ",".join(f'{{"uri":"file:///home/somebody/w/{i}/source"}}' for i in range(count))
    text = f'{{"roots":[{listed}]}}'
    assert LIMIT * 0.7 < len(text) < LIMIT
    assert roots.valid_response(text) is True
    read = roots.read(text=text, platform="posix")
    assert (read.value["status"], len(read.value["roots"])) == ("ok", count)
    assert read.value["roots"][-1]["path"] == f"/home/somebody/w/{count - 1}/source"
    assert_right(roots)


@pytest.mark.parametrize("depth", [127, 128, 129, 130, 100_000])
@pytest.mark.parametrize("opening, middle, closing", [("[", "", "]"), ('{"a":', "1", "}")])
def test_every_operation_answers_a_document_of_any_depth(
    roots: Roots, depth: int, opening: str, middle: str, closing: str
) -> None:
    def nested(levels: int) -> str:
        return opening * levels + middle + closing * levels

    members = "message text request capabilities roots before after meta requests messages uris inputResponses".split()
    for operation in OPERATIONS:
        levels = 128 if operation in ("valid_response", "describe") else 129  # an input’s own object does not count
        for document in (nested(depth), *(f'{{"{member}":{nested(depth - 1)}}}' for member in members)):
            answer = roots.call_text(operation, document)
            assert answer.startswith(('{"ok":true,"value":', '{"ok":false,"error":{"code":-32')), operation
            assert not answer.startswith('{"ok":false,"error":{"code":-32603')  # a fault of the module's own
            assert ('"code":"json-depth","severity":"error","pointer"' in answer) is (depth > levels)
    assert roots.check(text=nested(depth)).value["valid"] is False
    assert roots.read(text=nested(depth)).value["status"] == "invalid"
    assert_right(roots)


def test_values_as_deep_as_the_module_takes_come_out_whole_and_deeper_ones_are_refused(roots: Roots) -> None:
    def nested(levels: int) -> Any:
        value: dict[str, Any] = {}
        for _ in range(levels - 1):
            value = {"a": value}
        return value

    meta = nested(127)
    assert roots.list(meta=meta).value["params"]["_meta"] == meta
    with pytest.raises(CallError) as caught:
        roots.list(meta=nested(129))
    assert caught.value.code == -32700
    with pytest.raises(TypeError, match="JSON has no form for"):
        roots.check(nested(100_000))
    assert_right(roots)


@pytest.mark.parametrize("broken", [b"\xff", b"\xc0\x80", b"\xed\xa0\x80", b"\xf4\x90\x80\x80", b"\xe2\x82"])
def test_every_operation_answers_bytes_that_are_not_utf_8(roots: Roots, broken: bytes) -> None:
    for operation in OPERATIONS:
        for document in (broken, b'{"roots":[{"uri":"file:///%s"}]}' % broken, b'{"text":"%s"}' % broken):
            answer = roots.call_bytes(operation, document)
            assert answer.startswith((b'{"ok":false,"error":{"code":-32700,', b'{"ok":true,"value":false,'))
    many = b'{"roots":["' + broken * ((LIMIT - 32) // len(broken)) + b'"]}'
    assert roots.valid_response(many) is False
    assert_right(roots)


def test_each_limit_holds_at_its_edge(roots: Roots) -> None:
    limits = roots.info().value["limits"]
    uri = "file:///".ljust(limits["uri"], "a")
    for one, code in (({"uri": uri}, "uri-too-long"), ({"uri": "file:///a", "name": "n" * 256}, "name-too-long")):
        longer = {name: text + "a" for name, text in one.items()}
        for root, said in ((one, False), (longer, True)):
            codes = {found["code"] for found in roots.check({"roots": [root]}).diagnostics}
            assert (code in codes) is said
    for limit, limited in ((LIMIT, roots), (MODULE_LIMIT, Roots(max_input=MODULE_LIMIT))):
        document = b'{"roots":[%s]}' % (b" " * (limit - 12))
        assert len(document) == limit and limited.valid_response(document) is True
        with pytest.raises(TooLargeError, match=f"the limit is {limit}"):
            limited.valid_response(document + b" ")
        assert_right(limited)
    with pytest.raises(TooLargeError):  # of a member of an input: that it grows counts
        roots.check(text='"' * (LIMIT // 2))
    assert_right(roots)
