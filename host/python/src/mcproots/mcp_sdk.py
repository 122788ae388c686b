"""Roots in the types of the official MCP SDK for Python (`mcp`, 1.x and 2.x).

The SDK reads a root's URI as a WHATWG URL, which rewrites what it reads: a
space becomes ``%20``, ``file:/x`` becomes ``file:///x``, ``..`` goes. So
:func:`list_roots` asks with a result type of its own and looks at what the
client really sent, while :func:`read_result` sees what the SDK left of it.
"""

from __future__ import annotations

from typing import Any, Optional, Protocol, Sequence, Union

from mcp import types
from mcp.server.session import ServerSession
from mcp.shared import exceptions
from pydantic import RootModel, ValidationError

from . import _shared
from .errors import CallError
from .roots import HERE, Answer, RootLike, Roots
from .shapes import Platform, Reading

_SDKError: type[Any] = getattr(exceptions, "MCPError", None) or getattr(exceptions, "McpError")  # 2.x, 1.x
_NO_ANSWER = (-32000, -32001, 408)  # the SDK's own: connection closed, timed out (2.x), timed out (1.x)


class ListRootsCallback(Protocol):
    """What either SDK's client takes as its `list_roots_callback`."""

    async def __call__(self, context: Any) -> Union[types.ListRootsResult, types.ErrorData]: ...


async def list_roots(
    session: ServerSession, *, revision: str = "2025-11-25", platform: Platform = HERE, using: Roots = _shared
) -> Answer[Reading]:
    """Ask the client for its roots, if it declared them, and say what its answer means: see :meth:`Roots.read`.

    For a connection of 2026-07-28, which has no requests from the server, the
    SDK raises its own error: there, return ``input_required`` and read the
    retried request with :func:`read_result`.
    """
    if not session.check_client_capability(types.ClientCapabilities(roots=types.RootsCapability())):
        return Answer(Reading(status="unsupported", roots=[]))
    request: Any = types.ListRootsRequest()
    if isinstance(types.ServerRequest, type):  # 1.x wraps requests
        request = types.ServerRequest(request)
    message: dict[str, object] = {"jsonrpc": "2.0", "id": 0}
    try:
        message["result"] = (await session.send_request(request, RootModel[Any])).root
    except _SDKError as refused:
        if type(refused) is not _SDKError or refused.error.code in _NO_ANSWER:  # a subclass: 2.x has no way to ask
            raise
        message["error"] = refused.error.model_dump(mode="json", by_alias=True, exclude_none=True)
    except ValidationError:  # 2.x first holds the answer against its schema; its error would quote the client
        return Answer(Reading(status="invalid", roots=[]))
    return using.read(message, revision=revision, platform=platform)


def read_result(
    result: types.ListRootsResult, *, revision: Optional[str] = None, platform: Platform = HERE, using: Roots = _shared
) -> Answer[Reading]:
    """Say what a result means that the SDK has already read: of `session.list_roots()`, or of a retried request."""
    message = result.model_dump(mode="json", by_alias=True, exclude_unset=True)  # adds nothing that wasn't sent
    return using.read(message, revision=revision, platform=platform)


def list_roots_result(
    roots: Sequence[RootLike], *, platform: Platform = HERE, using: Roots = _shared
) -> types.ListRootsResult:
    """Build the SDK's ListRootsResult in canonical URIs. Raises CallError for a root that can't be one."""
    return types.ListRootsResult.model_validate(using.result(roots, platform=platform).value)


def list_roots_callback(
    roots: Sequence[RootLike], *, platform: Platform = HERE, using: Roots = _shared
) -> ListRootsCallback:
    """Return a `list_roots_callback` for the SDK's client, which reads `roots` anew with every request.

    Raises CallError at once for a root that can't be one.
    """
    list_roots_result(roots, platform=platform, using=using)

    async def callback(context: Any) -> Union[types.ListRootsResult, types.ErrorData]:
        try:
            return list_roots_result(roots, platform=platform, using=using)
        except CallError:
            return types.ErrorData(code=types.INTERNAL_ERROR, message="The list of roots could not be built")

    return callback
