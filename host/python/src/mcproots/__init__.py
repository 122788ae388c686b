"""Check, build and convert MCP roots, and tell whether a path lies inside them.

    >>> import mcproots
    >>> mcproots.valid_response('{"roots":[{"uri":"file:///home/me/work"}]}')
    True

The functions of this module are the methods of one shared :class:`Roots`.
"""

from .engine import OPERATIONS
from .errors import AbiError, CallError, EngineError, RootsError, TooLargeError
from .roots import Answer, Roots, packaged_module

__all__ = [
    "OPERATIONS", "AbiError", "Answer", "CallError", "EngineError", "Roots", "RootsError", "TooLargeError",
    "answer", "call", "call_bytes", "call_text", "capabilities", "check", "contains", "describe", "diff", "info",
    "input_required", "list", "list_changed", "packaged_module", "read", "read_session", "response", "result",
    "rules", "scope", "supported", "to_path", "to_uri", "valid_response", "validate_request",
]  # fmt: skip

_shared = Roots()  # nothing is loaded before the first call

list = _shared.list
validate_request = _shared.validate_request
supported = _shared.supported
response = _shared.response
valid_response = _shared.valid_response
check = _shared.check
read = _shared.read
read_session = _shared.read_session
rules = _shared.rules
info = _shared.info
capabilities = _shared.capabilities
result = _shared.result
answer = _shared.answer
list_changed = _shared.list_changed
input_required = _shared.input_required
diff = _shared.diff
describe = _shared.describe
to_path = _shared.to_path
to_uri = _shared.to_uri
contains = _shared.contains
scope = _shared.scope
call = _shared.call
call_text = _shared.call_text
call_bytes = _shared.call_bytes
