"""A server of the official SDK, 1.x or 2.x, on its standard streams: its tool tells what it read of the client."""

from __future__ import annotations

import json
import warnings

try:
    from mcp.server.mcpserver import Context, MCPServer  # 2.x
except ImportError:
    from mcp.server.fastmcp import Context  # type: ignore[attr-defined,no-redef]
    from mcp.server.fastmcp import FastMCP as MCPServer  # type: ignore[attr-defined,no-redef]

from mcproots import mcp_sdk

server = MCPServer("server")


@server.tool()
async def roots(ctx: Context) -> str:  # type: ignore[type-arg,unused-ignore]
    answer = await mcp_sdk.list_roots(ctx.session, platform="posix")
    return json.dumps({"value": answer.value, "diagnostics": list(answer.diagnostics)})


if __name__ == "__main__":
    warnings.simplefilter("ignore")
    server.run()
