"""What can go wrong. None of these carries anything of the input, and none of them is a verdict."""

from __future__ import annotations

from typing import TYPE_CHECKING, Sequence

if TYPE_CHECKING:
    from .shapes import Diagnostic


class RootsError(Exception):
    """The base of every error that this package raises about a call or its engine."""


class TooLargeError(RootsError):
    """The input is larger than the limit that :class:`Roots` was given; nothing was run."""

    def __init__(self, size: int, limit: int) -> None:
        super().__init__(size, limit)
        self.size = size
        """Bytes of the refused input; for text, at least this many."""
        self.limit = limit

    def __str__(self) -> str:
        return f"mcproots: the input is {self.size} bytes and the limit is {self.limit}: send less, or raise max_input"


class CallError(RootsError):
    """The module could not carry out the call (`"ok":false`), for example because its input isn't JSON."""

    def __init__(self, code: int, message: str, diagnostics: Sequence[Diagnostic] = ()) -> None:
        super().__init__(code, message, diagnostics)
        self.code = code
        """A JSON-RPC 2.0 error code (section 5.1): -32700, -32602, -32601 or -32603."""
        self.message = message
        self.diagnostics = tuple(diagnostics)

    def __str__(self) -> str:
        where = ""
        for first in self.diagnostics[:1]:  # which says it best; it holds nothing that was submitted
            member = first.get("args", {}).get("member") or first.get("pointer")
            where = f": {first.get('code')}" + (f" at {member}" if member else "")
        return f"mcproots: {self.message} ({self.code}){where}"


class EngineError(RootsError):
    """The engine failed: a trap, memory exhausted, a module that doesn't load. The next call gets a fresh instance."""


class AbiError(EngineError):
    """The module isn't one that this package can talk to: another ABI version, or an export is missing."""
