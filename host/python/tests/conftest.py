from __future__ import annotations

from pathlib import Path

import pytest

from mcproots import Roots


@pytest.fixture(autouse=True)
def cache_home(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Keep the tests' compiled modules out of the user's cache: one directory for the whole run."""
    home = tmp_path_factory.getbasetemp() / "cache-home"
    home.mkdir(mode=0o700, exist_ok=True)
    monkeypatch.setenv("XDG_CACHE_HOME", str(home))
    monkeypatch.setenv("LOCALAPPDATA", str(home))
    return home


@pytest.fixture(scope="session")
def roots() -> Roots:
    return Roots()
