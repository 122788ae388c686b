"""A server on the official Python SDK, 1.x or 2.x, over standard streams. Its tool get_roots asks the client for its
roots, checks the answer through the module and gives back the list that people read."""

from __future__ import annotations

import warnings
from typing import Any

from mcp import types

try:
    from mcp.server.mcpserver import Context, MCPServer  # 2.x
    from mcp.types import InputRequiredResult
except ImportError:
    from mcp.server.fastmcp import Context  # 1.x
    from mcp.server.fastmcp import FastMCP as MCPServer

    InputRequiredResult = None

from mcproots import Answer, Roots, mcp_sdk
from mcproots.shapes import Reading

server = MCPServer("roots-server")
roots = Roots()


def written(answer: Answer[Reading]) -> str:
    usable = [{"uri": r["uri"], **({"name": r["name"]} if "name" in r else {})} for r in answer.value["roots"]]
    refused = [f"! {d['pointer']}: {d['code']}" for d in answer.diagnostics if d["severity"] == "error"]
    return "\n".join([answer.value["status"], roots.describe({"roots": usable}).value, *refused])


async def get_roots(ctx: Context) -> Any:
    """Lists the directories that the client reveals, and what of its answer cannot be used."""
    if InputRequiredResult is None or (ctx.protocol_version or "") < "2026-07-28":
        return written(await mcp_sdk.list_roots(ctx.session, platform="auto"))
    question = roots.list().value  # from 2026-07-28 on, a server asks inside its result and is called again
    answers = ctx.input_responses or {}
    if "roots" in answers:
        return written(mcp_sdk.read_result(answers["roots"], revision="2026-07-28", platform="auto"))
    capabilities = ctx.client_capabilities or types.ClientCapabilities()
    asked = roots.input_required(
        {"roots": question}, capabilities=capabilities.model_dump(by_alias=True, exclude_none=True), method="tools/call"
    )
    if asked.value is None:
        return written(Answer(Reading(status="unsupported", roots=[])))
    return InputRequiredResult.model_validate(asked.value)


get_roots.__annotations__["return"] = str if InputRequiredResult is None else str | InputRequiredResult
get_roots.__annotations__["ctx"] = Context
server.tool()(get_roots)


if __name__ == "__main__":
    warnings.simplefilter("ignore")
    server.run()
