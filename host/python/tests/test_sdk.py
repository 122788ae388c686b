"""The adapters in real conversations of the official SDK: 1.x or 2.x, whichever is installed."""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
import threading
import warnings
from contextlib import AbstractAsyncContextManager
from pathlib import Path
from typing import Annotated, Any, Callable

import pytest

pytest.importorskip("mcp", reason="the official SDK isn't installed")

from mcp import types  # noqa: E402
from mcp.shared import exceptions  # noqa: E402

import mcproots  # noqa: E402
from mcproots import mcp_sdk  # noqa: E402

try:
    from mcp.server.mcpserver import Context, MCPServer  # 2.x
except ImportError:
    from mcp.server.fastmcp import Context  # type: ignore[attr-defined,no-redef]
    from mcp.server.fastmcp import FastMCP as MCPServer  # type: ignore[attr-defined,no-redef]

TWO = hasattr(exceptions, "MCPError")
pytestmark = pytest.mark.filterwarnings("default::Warning:pydantic", "ignore:.*deprecated.*")


def connect(server: Any, callback: Any) -> AbstractAsyncContextManager[Any]:
    """Connect a client of the handshake era to a server in this process."""
    if TWO:
        from mcp import Client

        return Client(server, list_roots_callback=callback, mode="legacy")
    from mcp.shared import memory

    connected: Callable[..., AbstractAsyncContextManager[Any]] = getattr(
        memory, "create_connected_server_and_client_session"
    )
    return connected(server._mcp_server, list_roots_callback=callback)


def ask(callback: Any) -> mcproots.Answer[Any]:
    """Run a conversation in which a server's tool asks the client for its roots; return what the server read."""
    server = MCPServer("server")
    read: list[mcproots.Answer[Any]] = []

    async def roots(ctx: Context) -> str:  # type: ignore[type-arg,unused-ignore]
        read.append(await mcp_sdk.list_roots(ctx.session, platform="posix"))
        return "done"

    roots.__annotations__["ctx"] = Context
    server.tool()(roots)

    async def conversation() -> None:
        async with connect(server, callback) as client:
            await client.call_tool("roots", {})

    with warnings.catch_warnings():
        warnings.simplefilter(
            "ignore"
        )  # pydantic's, of the unruly clients below, and the SDK's, of roots being deprecated
        asyncio.run(conversation())
    (answer,) = read
    return answer


def ask_by_hand(**answer: object) -> dict[str, Any]:
    """Talk to a server over its standard streams as a client of no SDK, which answers roots/list with these members."""
    program = [sys.executable, str(Path(__file__).with_name("sdk_server.py"))]
    with subprocess.Popen(
        program, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, encoding="utf-8"
    ) as server:
        assert server.stdin is not None and server.stdout is not None
        timer = threading.Timer(60, server.kill)
        timer.start()

        def send(message: dict[str, object]) -> None:
            assert server.stdin is not None
            server.stdin.write(json.dumps({"jsonrpc": "2.0", **message}) + "\n")
            server.stdin.flush()

        try:
            client: dict[str, object] = {
                "clientInfo": {"name": "by hand", "version": "0"},
                "capabilities": {"roots": {}},
            }
            send({"id": 1, "method": "initialize", "params": {"protocolVersion": "2025-11-25", **client}})
            for line in server.stdout:
                message = json.loads(line)
                if message.get("id") == 1 and "result" in message:
                    send({"method": "notifications/initialized"})
                    send({"id": 2, "method": "tools/call", "params": {"name": "roots", "arguments": {}}})
                elif message.get("method") == "roots/list":
                    send({"id": message["id"], **answer})
                elif message.get("id") == 2:
                    read: dict[str, Any] = json.loads(message["result"]["content"][0]["text"])
                    return read
            raise AssertionError("the server ended without an answer")
        finally:
            timer.cancel()
            server.kill()


def test_a_server_reads_what_a_client_built() -> None:
    answer = ask(
        mcp_sdk.list_roots_callback([{"path": "/home/me/a b", "name": "A"}, {"uri": "file:///w/"}], platform="posix")
    )
    assert answer.value == {
        "status": "ok",
        "roots": [
            {"index": 0, "uri": "file:///home/me/a%20b", "path": "/home/me/a b", "platform": "posix", "name": "A"},
            {"index": 1, "uri": "file:///w", "path": "/w", "platform": "posix"},
        ],
    }


def test_a_client_without_roots_is_not_asked() -> None:
    assert ask(None).value == {"status": "unsupported", "roots": []}


def test_an_empty_list_is_not_the_same_as_no_roots() -> None:
    assert ask(mcp_sdk.list_roots_callback([])).value == {"status": "empty", "roots": []}


def test_a_list_that_changes_is_read_anew() -> None:
    roots: list[Any] = [{"path": "/a"}]
    callback = mcp_sdk.list_roots_callback(roots, platform="posix")
    roots.append({"path": "/b"})
    assert [root["path"] for root in ask(callback).value["roots"]] == ["/a", "/b"]


def test_a_refused_root_is_refused_at_once() -> None:
    with pytest.raises(mcproots.CallError):
        mcp_sdk.list_roots_callback([{"uri": "file:///a%2Fb"}])


def test_a_root_that_goes_bad_becomes_an_error_that_does_not_quote_it() -> None:
    roots: list[Any] = [{"path": "/a"}]
    callback = mcp_sdk.list_roots_callback(roots, platform="posix")
    roots.append({"uri": "http://canary/"})
    assert ask(callback).value == {"status": "refused", "roots": []}
    error = asyncio.run(callback(None))
    assert isinstance(error, types.ErrorData) and error.code == -32603 and "canary" not in error.message


def test_an_error_of_the_client_is_a_refusal() -> None:
    async def callback(context: Any) -> types.ErrorData:
        return types.ErrorData(code=-32603, message="no")

    assert ask(callback).value == {"status": "refused", "roots": []}


def test_a_server_sees_what_the_client_sent_and_not_what_the_sdk_makes_of_it() -> None:
    read = ask_by_hand(result={"roots": [{"uri": "file:///a/../etc"}, {"uri": "file:///w"}]})
    assert [root["uri"] for root in read["value"]["roots"]] == ["file:///w"]
    assert [d["pointer"] for d in read["diagnostics"] if d["severity"] == "error"] == ["/result/roots/0/uri"]
    rewritten = types.ListRootsResult.model_validate({"roots": [{"uri": "file:///a/../etc"}]})
    assert mcp_sdk.read_result(rewritten, platform="posix").value["roots"][0]["path"] == "/etc"


@pytest.mark.parametrize("roots", [7, None, [7], [{"uri": 7}], [{"name": "no uri"}], {}])
def test_a_malformed_answer_is_invalid_and_not_an_exception(roots: object) -> None:
    assert ask_by_hand(result={"roots": roots})["value"] == {"status": "invalid", "roots": []}


def test_an_error_by_hand_is_read_by_its_code() -> None:
    assert ask_by_hand(error={"code": -32601, "message": "Roots not supported"})["value"]["status"] == "unsupported"
    assert ask_by_hand(error={"code": -32603, "message": "Internal error"})["value"]["status"] == "refused"


def test_the_sdk_sends_canonical_uris_unchanged() -> None:
    posix = [
        "/",
        "/a",
        "/a b",
        "/ü",
        "/a%b",
        "/a+b",
        "/a'b",
        "/a;b",
        "/a:b",
        "/a~b",
        "/a@b",
        "/a&b=c$d!e(f)*,g",
        "/a\\b",
        "/a|b",
        "/a?b#c",
        "/C:/x",
        "/a^b`{c}",
    ]
    windows = ["C:\\", "C:\\x y", "d:\\ü", "C:\\a%b", "C:\\a'b", "C:\\[x]"]
    for platform, paths in (("posix", posix), ("windows", windows)):
        for path in paths:
            try:
                built = mcproots.result([{"path": path}], platform=platform).value  # type: ignore[arg-type]
            except mcproots.CallError:
                continue  # refused: nothing is sent
            sent = mcp_sdk.list_roots_result([{"path": path}], platform=platform)  # type: ignore[arg-type]
            assert [str(root.uri) for root in sent.roots] == [root["uri"] for root in built["roots"]]


@pytest.mark.skipif(not TWO, reason="SDK 1.x ends with revision 2025-11-25")
def test_a_server_of_2026_reads_the_retried_request() -> None:
    from mcp import Client
    from mcp.server.mcpserver import ListRoots, Resolve

    server = MCPServer("server")
    read: list[mcproots.Answer[Any]] = []

    async def wanted() -> ListRoots:
        return ListRoots()

    async def roots(listed: types.ListRootsResult, ctx: Context) -> str:  # type: ignore[type-arg,unused-ignore]
        read.append(mcp_sdk.read_result(listed, revision="2026-07-28", platform="posix"))
        with pytest.raises(getattr(exceptions, "MCPError")):
            await mcp_sdk.list_roots(ctx.session)
        return "done"

    wanted.__annotations__["return"] = ListRoots
    roots.__annotations__.update(listed=Annotated[types.ListRootsResult, Resolve(wanted)], ctx=Context)
    server.tool()(roots)

    async def conversation() -> None:
        callback = mcp_sdk.list_roots_callback([{"path": "/w", "name": "W"}], platform="posix")
        async with Client(server, list_roots_callback=callback, mode="2026-07-28") as client:
            result = await client.call_tool("roots", {})
            assert not result.is_error, result

    asyncio.run(conversation())
    assert read[0].value == {
        "status": "ok",
        "roots": [{"index": 0, "uri": "file:///w", "path": "/w", "platform": "posix", "name": "W"}],
    }
    assert not [d for d in read[0].diagnostics if d["severity"] == "error"]
