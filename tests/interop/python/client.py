"""A client on the official Python SDK, 1.x or 2.x, that reveals roots, calls the tool get_roots of the server that it
starts and prints the answer. Usage: client.py REVISION ROOTS URI SERVER [ARGUMENT]...
ROOTS is a file with a JSON array of roots; URI is one more, or "none" for a client that does not do roots."""

from __future__ import annotations

import asyncio
import json
import sys
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

from mcp import ClientSession, StdioServerParameters, stdio_client
from mcp.types import ListRootsResult, Root

revision, listed, uri, command, *arguments = sys.argv[1:]
server = StdioServerParameters(command=command, args=arguments)


async def reveal(_context: object) -> ListRootsResult:
    """What the SDK asks: at each roots/list, and for each one inside an input-required result."""
    roots = [*json.loads(Path(listed).read_text(encoding="utf-8")), {"uri": uri, "name": "work"}]
    return ListRootsResult(roots=[Root(**root) for root in roots])


callback = None if uri == "none" else reveal


async def connect(stack: AsyncExitStack) -> tuple[Any, str]:
    if revision < "2026-07-28":
        read, write = await stack.enter_async_context(stdio_client(server))
        session = await stack.enter_async_context(ClientSession(read, write, list_roots_callback=callback))
        made = await session.initialize()
        return session, made.model_dump(by_alias=True)["protocolVersion"]
    from mcp import Client  # 2.x

    client = await stack.enter_async_context(
        Client(stdio_client(server), list_roots_callback=callback, mode="2026-07-28")
    )
    return client, client.protocol_version


async def main() -> None:
    async with AsyncExitStack() as stack:
        session, spoken = await connect(stack)
        if spoken != revision:
            raise SystemExit(f"the server speaks {spoken}, not {revision}")
        await session.list_tools()
        result = await session.call_tool("get_roots", {})
        print(result.content[0].text)


asyncio.run(main())
