"""The shapes of what the operations take and answer, as the module writes them. See ABI 1 for their meaning."""

from __future__ import annotations

from typing import Any, Dict, List, Literal, TypedDict, Union

Platform = Literal["posix", "windows", "auto"]
Profile = Literal["strict", "protocol"]
Kind = Literal[
    "request", "result", "response", "error", "notification", "capabilities", "initialize", "input_required", "retry",
    "batch", "config", "other", "unknown",
]  # fmt: skip
Status = Literal["ok", "empty", "unsupported", "refused", "invalid"]
JSONObject = Dict[str, Any]


class _Diagnostic(TypedDict):
    code: str
    severity: Literal["error", "warning", "info"]
    pointer: str
    """A JSON Pointer (RFC 6901)."""
    offset: int
    """In bytes of UTF-8, from 0."""
    line: int
    column: int
    """In UTF-16 code units, from 1."""
    message: str


class Diagnostic(_Diagnostic, total=False):
    args: Dict[str, Union[int, str]]
    fix: str
    """A canonical URI; only where the call asked for values."""
    spec: List[str]


class _Refusal(TypedDict):
    code: int
    message: str


class Refusal(_Refusal, total=False):
    """A JSON-RPC error, ready to be sent."""

    data: JSONObject


class _Root(TypedDict):
    uri: str


class Root(_Root, total=False):
    name: str


class ListRootsResult(TypedDict):
    roots: List[Root]


class _Response(TypedDict):
    status: Literal["missing", "ok", "error"]


class Response(_Response, total=False):
    result: JSONObject
    error: Refusal


class _CheckedRoot(TypedDict):
    index: int
    valid: bool


class CheckedRoot(_CheckedRoot, total=False):
    uri: str
    path: str
    platform: Literal["posix", "windows"]


class Summary(TypedDict):
    error: int
    warning: int
    info: int
    truncated: bool


class _Check(TypedDict):
    valid: bool
    kind: Kind
    revision: str
    summary: Summary


class Check(_Check, total=False):
    roots: List[CheckedRoot]


class _ReadRoot(TypedDict):
    index: int
    uri: str
    path: str
    platform: Literal["posix", "windows"]


class ReadRoot(_ReadRoot, total=False):
    name: str


class Reading(TypedDict):
    status: Status
    roots: List[ReadRoot]


class _SessionMessage(TypedDict):
    index: int
    """In the list of messages that were given; those that don't concern roots are left out."""
    event: Literal["declared", "undeclared", "asked", "answered", "late", "unsolicited", "changed"]
    declared: Union[bool, None]
    """Whether the client has declared roots; None while nobody has said so."""
    known: Literal["unknown", "fresh", "stale"]
    """What is known of the client's roots after this message."""


class SessionMessage(_SessionMessage, total=False):
    status: Status
    """What the last answer came to."""
    roots: List[ReadRoot]
    """The usable roots of this answer."""


class Session(TypedDict):
    messages: List[SessionMessage]


class Rule(TypedDict):
    code: str
    severity: Literal["error", "warning", "info"]
    title: str
    why: str
    bad: str
    good: str
    fix: str
    spec: List[str]


class AbiVersion(TypedDict):
    major: int
    minor: int


class Info(TypedDict):
    name: str
    version: str
    abi: AbiVersion
    revisions: List[str]
    operations: List[str]
    limits: Dict[str, int]


class _ListedRoot(TypedDict):
    index: int
    uri: str


class ListedRoot(_ListedRoot, total=False):
    name: str


class _Renamed(TypedDict):
    uri: str


class Renamed(_Renamed, total=False):
    before: str
    after: str


class Diff(TypedDict):
    changed: bool
    notify: bool
    added: List[ListedRoot]
    removed: List[ListedRoot]
    renamed: List[Renamed]


class _Converted(TypedDict):
    ok: bool


class Path(_Converted, total=False):
    path: str
    canonical: str
    platform: Literal["posix", "windows"]
    code: str


class URI(_Converted, total=False):
    uri: str
    code: str


class _Containment(TypedDict):
    verdict: Literal["inside", "outside", "ambiguous", "invalid"]
    reason: str


class Containment(_Containment, total=False):
    """Only `inside` is a yes, and even that is lexical: nothing has looked at a disk."""

    root: int
    relative: List[str]


class ScopedRoot(TypedDict):
    uri: str
    path: str
    revealed: int
    allowed: int


class Scope(TypedDict):
    roots: List[ScopedRoot]
