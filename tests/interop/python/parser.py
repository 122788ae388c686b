"""Reads messages with the types of the official Python SDK, 1.x or 2.x, and writes what they hold. A message a line in,
as {"kind", "revision", "message"}; a line out for each: {"message"} or {"refused": true}."""

from __future__ import annotations

import json
import sys
from typing import Any

from mcp import types
from pydantic import BaseModel, TypeAdapter, ValidationError


def written(model: BaseModel) -> dict[str, Any]:
    return model.model_dump(mode="json", by_alias=True, exclude_unset=True)


def parse(kind: str, message: Any) -> dict[str, Any]:
    if kind == "result":
        return written(types.ListRootsResult.model_validate(message))
    if kind == "capabilities":
        return written(types.ClientCapabilities.model_validate(message))
    if kind == "input_required":
        return {"resultType": "input_required", **written(types.InputRequiredResult.model_validate(message))}
    if kind == "request" and "id" not in message:
        return written(types.ListRootsRequest.model_validate(message))
    envelope = {
        "request": types.JSONRPCRequest,
        "response": types.JSONRPCResponse,
        "error": types.JSONRPCError,
        "notification": types.JSONRPCNotification,
    }[kind]
    whole = written(TypeAdapter(envelope).validate_python(message))
    if kind == "request":
        types.ListRootsRequest.model_validate({k: v for k, v in message.items() if k in ("method", "params")})
    if kind == "notification":
        types.RootsListChangedNotification.model_validate({"method": message["method"]})
    if kind == "response":
        whole["result"] = written(types.ListRootsResult.model_validate(message["result"]))
    return whole


for line in sys.stdin.buffer:
    given = json.loads(line)
    try:
        print(json.dumps({"message": parse(given["kind"], given["message"])}))
    except ValidationError as error:
        print(error, file=sys.stderr)
        print(json.dumps({"refused": True}))
