"""The operations as methods, answered by a pool of instances that threads share."""

from __future__ import annotations

import functools
import json
import os
import threading
import weakref
from dataclasses import dataclass
from importlib import resources
from types import MappingProxyType
from typing import Any, Dict, Generic, List, Mapping, Optional, Sequence, TypeVar, Union

from .engine import HARD_LIMIT, OPERATIONS, Instance, Program
from .errors import CallError, EngineError, TooLargeError
from .shapes import (
    URI,
    Check,
    Containment,
    Diagnostic,
    Diff,
    Info,
    JSONObject,
    Kind,
    ListRootsResult,
    Path,
    Platform,
    Profile,
    Reading,
    Refusal,
    Response,
    Rule,
    Scope,
    Session,
)

T = TypeVar("T")
Text = Union[str, bytes, bytearray, memoryview]
AnyPath = Union[str, "os.PathLike[str]"]
RootLike = Union[AnyPath, Mapping[str, object]]
"""A root: a path or URI, or an object with `path` or `uri` and maybe a `name`."""

HERE: Platform = "windows" if os.name == "nt" else "posix"
"""The platform of this machine, by whose rules paths are read unless a call says otherwise."""
_IDLE = 8  # instances of about 4 MB each that wait for the next call
_NOTHING: Any = object()
_NO_MEMBERS: Mapping[str, object] = MappingProxyType({})


@dataclass(frozen=True)
class Answer(Generic[T]):
    """What an operation answered.

    An answer is true when its value is; one whose value isn't a boolean has no truth, lest it be taken for a yes.
    """

    value: T
    diagnostics: Sequence[Diagnostic] = ()
    refusal: Optional[Refusal] = None
    """The JSON-RPC error that is to be sent instead (`supported` and `input_required`)."""

    def __bool__(self) -> bool:
        if isinstance(self.value, bool):
            return self.value
        raise TypeError("mcproots: this answer is neither true nor false: look at its value")


class Roots:
    """Roots answers the operations of ABI 1, from any number of threads.

    The module is compiled with the first call, or taken from the user's cache.

    :param max_input: the largest input, in bytes; 16 MiB unless given, and 256 MiB at most.
    :param cache: whether the compiled module may be kept in the user's cache directory.
    :param values: whether diagnostics may hold what was submitted: a suggested URI, and names of the submitter's own.
    :param wasm: another build of the module; the packaged one unless given.
    """

    def __init__(
        self, *, max_input: int = 16 << 20, cache: bool = True, values: bool = False, wasm: Optional[bytes] = None
    ) -> None:
        if not 0 < max_input <= HARD_LIMIT:
            raise ValueError(f"mcproots: max_input must be from 1 to {HARD_LIMIT}")
        self._max_input = max_input
        self._cache = cache
        self._values = values
        self._wasm = wasm
        self._program: Optional[Program] = None
        self._starting = threading.Lock()
        self._idle: List[Instance] = []
        # At exit too: an instance must go while wasmtime's Python half is still there to be told of it.
        weakref.finalize(self, _close_all, self._idle)

    # The five of Snodo.Roots

    def list(
        self,
        *,
        revision: Optional[str] = None,
        id: Union[int, str, None] = None,
        meta: Optional[Mapping[str, object]] = None,
    ) -> Answer[JSONObject]:
        """Build the roots/list request: bare in 2026-07-28, a JSON-RPC request with an id before."""
        return self._ask("list", revision=revision, id=id, meta=meta)

    def validate_request(self, request: object, *, revision: Optional[str] = None) -> Answer[bool]:
        """Tell whether this is a bare roots/list request."""
        return self._ask("validate_request", {"request": request}, revision=revision)

    def supported(self, request: object, capabilities: object) -> Answer[bool]:
        """Tell whether a client with these capabilities may be asked; `refusal` holds the -32021 error when not."""
        return self._ask("supported", {"request": request, "capabilities": capabilities})

    def response(self, input_responses: object, id: str, request: object) -> Answer[Response]:
        """Read one response of a retried request."""
        return self._ask("response", {"inputResponses": input_responses, "id": id, "request": request})

    def valid_response(self, document: Text) -> bool:
        """Tell whether the text of a ListRootsResult keeps to the protocol. Written for speed."""
        data = self._encode(document)
        instance = self._take()
        verdict = instance.verdict("valid_response", data)
        self._give(instance)
        if verdict is None:
            return bool(_decode(self.call_bytes("valid_response", data)))
        return verdict

    # Checking

    def check(
        self,
        message: object = _NOTHING,
        *,
        text: Optional[str] = None,
        kind: Optional[Kind] = None,
        revision: Optional[str] = None,
        profile: Optional[Profile] = None,
        platform: Optional[Platform] = None,
        roots: Optional[bool] = None,
        max_roots: Optional[int] = None,
        values: Optional[bool] = None,
    ) -> Answer[Check]:
        """Check any message that has to do with roots: its JSON value, or its text, which gives exact positions."""
        return self._ask(
            "check", _message(message, text), kind=kind, revision=revision, profile=profile, platform=platform,
            roots=roots, maxRoots=max_roots, values=values,
        )  # fmt: skip

    def read(
        self,
        message: object = _NOTHING,
        *,
        text: Optional[str] = None,
        id: Union[int, str, None] = None,
        revision: Optional[str] = None,
        platform: Platform = "auto",
    ) -> Answer[Reading]:
        """Say what a client's answer means to a server: whether there are roots, and which can be used."""
        return self._ask("read", _message(message, text), id=id, revision=revision, platform=platform)

    def read_session(
        self, messages: Sequence[object], *, revision: Optional[str] = None, platform: Platform = "auto"
    ) -> Answer[Session]:
        """Follow a session's messages of both sides, in order, and say what is known of the roots after each."""
        return self._ask("read", {"messages": messages}, revision=revision, platform=platform)

    def rules(self, code: Optional[str] = None) -> Answer[List[Rule]]:
        """Explain one code of the diagnostics, or all."""
        return self._ask("rules", code=code)

    def info(self) -> Answer[Info]:
        """Tell the module's version, ABI, revisions, operations and limits."""
        return self._ask("info")

    # Building

    def capabilities(self, revision: str, *, list_changed: Optional[bool] = None) -> Answer[JSONObject]:
        """Build what a client declares."""
        return self._ask("capabilities", revision=revision, listChanged=list_changed)

    def result(self, roots: Sequence[RootLike], *, platform: Platform = HERE) -> Answer[ListRootsResult]:
        """Build a ListRootsResult in canonical URIs."""
        return self._ask("result", {"roots": roots}, platform=platform)

    def answer(
        self,
        request: object,
        roots: Optional[Sequence[RootLike]],
        *,
        revision: str,
        list_changed: Optional[bool] = None,
        platform: Platform = HERE,
    ) -> Answer[JSONObject]:
        """Build a client's whole reply to a request; None for roots says that it has no such capability."""
        required = {"request": request, "roots": roots}
        return self._ask("answer", required, revision=revision, listChanged=list_changed, platform=platform)

    def list_changed(self, revision: str) -> Answer[JSONObject]:
        """Build the notification, which 2026-07-28 no longer has."""
        return self._ask("list_changed", revision=revision)

    def input_required(
        self,
        requests: Mapping[str, object],
        capabilities: object,
        method: str,
        *,
        request_state: Optional[str] = None,
    ) -> Answer[Optional[JSONObject]]:
        """Build an InputRequiredResult; None, with the error in `refusal`, where the server may not ask."""
        required = {"requests": requests, "capabilities": capabilities, "method": method}
        return self._ask("input_required", required, requestState=request_state)

    def diff(
        self,
        before: object,
        after: object,
        *,
        revision: Optional[str] = None,
        capabilities: Optional[Mapping[str, object]] = None,
    ) -> Answer[Diff]:
        """Compare two lists of roots, and tell whether a notification is due."""
        return self._ask("diff", {"before": before, "after": after}, revision=revision, capabilities=capabilities)

    def describe(self, result: object) -> Answer[str]:
        """List a ListRootsResult for people, one line a root, safe to print."""
        return self.call("describe", result)

    # Paths

    def to_path(self, uris: Sequence[str], *, platform: Platform = HERE) -> Answer[List[Path]]:
        """Turn file URIs into paths."""
        return self._ask("to_path", {"uris": uris}, platform=platform)

    def to_uri(self, paths: Sequence[AnyPath], *, platform: Platform = HERE) -> Answer[List[URI]]:
        """Turn absolute paths into file URIs."""
        return self._ask("to_uri", {"paths": paths}, platform=platform)

    def contains(
        self,
        roots: Sequence[RootLike],
        paths: Sequence[AnyPath],
        *,
        platform: Platform = HERE,
        unc: Optional[bool] = None,
    ) -> Answer[List[Containment]]:
        """Say of each path whether it lies in one of the roots. Only `inside` is a yes."""
        return self._ask("contains", {"roots": roots, "paths": paths}, platform=platform, unc=unc)

    def scope(
        self, revealed: Sequence[RootLike], allowed: Sequence[RootLike], *, platform: Platform = HERE
    ) -> Answer[Scope]:
        """Cut the roots that a client revealed to those that the application allows."""
        return self._ask("scope", {"revealed": revealed, "allowed": allowed}, platform=platform)

    # Any operation

    def call(self, operation: str, value: object) -> Answer[Any]:
        """Call an operation with a JSON value. Raises CallError where the module answers `"ok":false`."""
        return _decode(self.call_bytes(operation, _json(value)))

    def call_text(self, operation: str, text: str) -> str:
        """Call an operation with a document's text; return the whole answer's, `"ok":false` included."""
        return self.call_bytes(operation, text).decode()

    def call_bytes(self, operation: str, document: Text) -> bytes:
        """Call an operation with a document's bytes; return the whole answer's, `"ok":false` included."""
        if operation not in OPERATIONS:
            raise ValueError("mcproots: no such operation: mcproots.OPERATIONS lists them")
        data = self._encode(document)
        instance = self._take()
        answer = instance.answer(operation, data)
        self._give(instance)
        return answer

    def _ask(self, operation: str, members: Mapping[str, object] = _NO_MEMBERS, **options: object) -> Answer[Any]:
        given = {name: option for name, option in options.items() if option is not None}
        if self._values:
            given.setdefault("values", True)
        return self.call(operation, {**members, **given})

    def _encode(self, document: Text) -> bytes:
        if not isinstance(document, (str, bytes, bytearray, memoryview)):
            raise TypeError("mcproots: the document's text or bytes are needed")
        if len(document) > self._max_input:  # of text, before it is encoded: bytes are never fewer than characters
            raise TooLargeError(len(document), self._max_input)
        if isinstance(document, str):
            data = document.encode("utf-8", "surrogatepass")  # a lone surrogate is for the module to refuse
        else:
            data = bytes(document)
        if len(data) > self._max_input:
            raise TooLargeError(len(data), self._max_input)
        return data

    def _take(self) -> Instance:
        try:
            return self._idle.pop()  # the one used last, whose memory is in the processor's cache
        except IndexError:
            return Instance(self._program or self._start())

    def _give(self, instance: Instance) -> None:
        if len(self._idle) < _IDLE and instance.is_light():
            self._idle.append(instance)
        else:
            instance.close()

    def _start(self) -> Program:
        with self._starting:
            if self._program is None:
                wasm = self._wasm if self._wasm is not None else packaged_module()
                self._program = Program(wasm, _memory_limit(self._max_input), self._cache)
            return self._program


def packaged_module() -> bytes:
    """Return the module that this package carries."""
    try:
        return resources.files(__package__).joinpath("roots.wasm").read_bytes()
    except OSError:
        raise EngineError("mcproots: the package lacks its roots.wasm: install it again") from None


def _memory_limit(max_input: int) -> int:
    """Return how much memory an instance may take.

    Lists of roots of 2 MiB and more were measured to take up to 37 times their size, of 16 MiB up to 28 times.
    A list of millions of entries of rubbish takes more: that is an EngineError.
    """
    return min((64 << 20) + 32 * max_input, 4 << 30)


def _close_all(idle: List[Instance]) -> None:
    while idle:
        idle.pop().close()


def _message(message: object, text: Optional[str]) -> Dict[str, object]:
    if (message is _NOTHING) == (text is None):
        raise TypeError("mcproots: give either the message or its text")
    return {"message": message} if text is None else {"text": text}


def _json(value: object) -> bytes:
    # os.fspath lets a pathlib.Path stand where a path is due. No error of json's is passed on: some quote the value.
    try:
        try:
            return _dumps(value, ensure_ascii=False).encode()
        except UnicodeEncodeError:  # a lone surrogate, which only an escape can carry to the module
            return _dumps(value, ensure_ascii=True).encode()
    except (TypeError, ValueError, RecursionError):
        raise TypeError("mcproots: the value holds something that JSON has no form for") from None


_dumps = functools.partial(json.dumps, allow_nan=False, separators=(",", ":"), default=os.fspath)


def _decode(document: bytes) -> Answer[Any]:
    try:
        answer = json.loads(document)
        if answer["ok"]:
            return Answer(answer["value"], answer.get("diagnostics", ()), answer.get("refusal"))
        error = answer["error"]
        failure = CallError(error["code"], error["message"], answer.get("diagnostics", ()))
    except (ValueError, TypeError, KeyError):
        raise EngineError("mcproots: the module's answer isn't one of ABI 1") from None
    raise failure
