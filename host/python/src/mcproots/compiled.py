"""The compiled module, kept between processes in the user's cache directory.

Loading compiled code is running it, and wasmtime checks the header of what it
loads, not its content. So a directory is used only when it belongs to this
user and nobody else may enter it, a file only when it belongs to this user and
nobody else may write it, and its content only when its digest is right.
Whatever is amiss, the module is compiled as if there were no cache.
"""

from __future__ import annotations

import hashlib
import os
import platform
import stat
import sys
import tempfile
from pathlib import Path
from typing import Optional

import wasmtime

_SUFFIX = ".cwasm"
_KEEP = 4  # compiled modules, of about 5 MB each, that stay when another is written


def load(engine: wasmtime.Engine, wasm: bytes, engine_version: str) -> wasmtime.Module:
    """Return the module from the cache, or compile it and leave it there."""
    directory = _private_directory()
    if directory is None:
        return wasmtime.Module(engine, wasm)
    key = hashlib.sha256(wasm).hexdigest()
    path = directory / f"{key}-{engine_version}-{platform.machine()}{_SUFFIX}"
    module = _read(engine, path)
    if module is None:
        module = wasmtime.Module(engine, wasm)
        _write(path, bytes(module.serialize()))
    return module


def _cache_home() -> Path:
    if sys.platform == "win32":
        return Path(os.environ["LOCALAPPDATA"])
    home = os.environ.get("XDG_CACHE_HOME", "")
    if os.path.isabs(home):  # a relative one is to be ignored: XDG Base Directory Specification, "Basics"
        return Path(home)
    return Path.home() / ("Library/Caches" if sys.platform == "darwin" else ".cache")


def _private_directory() -> Optional[Path]:
    try:
        home = _cache_home()
        directory = home / "mcproots"
        for path in (home, directory):
            if not os.path.lexists(path):
                os.mkdir(path, 0o700)
        if not _ours(os.stat(home), 0) or not _ours(os.lstat(directory), 0o077):
            return None
        return directory if stat.S_ISDIR(os.lstat(directory).st_mode) else None
    except (OSError, KeyError, RuntimeError):  # RuntimeError: no home directory
        return None


def _ours(status: os.stat_result, forbidden: int) -> bool:
    if sys.platform == "win32":  # the directory's inherited access list keeps other users out; stat can't tell
        return True
    return status.st_uid == os.geteuid() and not status.st_mode & forbidden


def _read(engine: wasmtime.Engine, path: Path) -> Optional[wasmtime.Module]:
    try:
        descriptor = os.open(path, os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_BINARY", 0))
        with open(descriptor, "rb") as file:
            status = os.fstat(descriptor)
            if not stat.S_ISREG(status.st_mode) or not _ours(status, 0o022):
                return None
            digest, code = file.read(32), file.read()
        if hashlib.sha256(code).digest() != digest:
            return None
        return wasmtime.Module.deserialize(engine, code)
    except (OSError, wasmtime.WasmtimeError):  # the latter: compiled for another processor or other settings
        return None


def _write(path: Path, code: bytes) -> None:
    temporary = None
    try:
        descriptor, temporary = tempfile.mkstemp(dir=path.parent, suffix=".tmp")  # mode 0600
        with open(descriptor, "wb") as file:
            file.write(hashlib.sha256(code).digest())
            file.write(code)
        os.replace(temporary, path)
        kept = sorted(path.parent.glob("*" + _SUFFIX), key=lambda p: p.stat().st_mtime, reverse=True)
        for old in kept[_KEEP:]:
            old.unlink()
    except OSError:
        if temporary is not None and os.path.exists(temporary):
            os.unlink(temporary)
