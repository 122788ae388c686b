"""Puts the module into the package: a wheel carries roots.wasm, git holds it once, in host/."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class ModuleHook(BuildHookInterface[Any]):
    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        here = Path(self.root)
        source = here.parent / "roots.wasm"
        packaged = here / "src" / "mcproots" / "roots.wasm"
        if source.is_file():  # in a checkout; a source distribution has only the packaged copy
            shutil.copyfile(source, packaged)
        elif not packaged.is_file():
            raise FileNotFoundError("mcproots: host/roots.wasm is missing: build it first")
