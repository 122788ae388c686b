"""The cache is used where it is safe, and its absence or ruin changes no answer."""

from __future__ import annotations

import hashlib
import os
import platform
import stat
import sys
from importlib.metadata import version
from pathlib import Path

import pytest
import wasmtime
from made_modules import made_module

from mcproots import Roots, compiled

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="modes and owners are POSIX's")

MODULE = made_module()


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "home"))
    (tmp_path / "home").mkdir(mode=0o700)
    return tmp_path / "home"


@pytest.fixture
def compilations(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Grow by one with every compilation."""
    counted: list[int] = []
    compile = wasmtime.Module.__init__

    def counting(self: wasmtime.Module, engine: wasmtime.Engine, wasm: bytes) -> None:
        counted.append(1)
        compile(self, engine, wasm)

    monkeypatch.setattr(wasmtime.Module, "__init__", counting)
    return counted


def answers() -> bool:
    return Roots(wasm=MODULE).call_text("info", "{}") == '{"ok":true,"value":1}'


def entries(home: Path) -> list[Path]:
    return sorted((home / "mcproots").iterdir())


def test_the_second_start_compiles_nothing(home: Path, compilations: list[int]) -> None:
    assert answers() and len(compilations) == 1
    assert answers() and len(compilations) == 1
    (entry,) = entries(home)
    assert stat.S_IMODE((home / "mcproots").stat().st_mode) == 0o700
    assert stat.S_IMODE(entry.stat().st_mode) == 0o600
    assert entry.name == f"{hashlib.sha256(MODULE).hexdigest()}-{version('wasmtime')}-{platform.machine()}.cwasm"


def test_without_leave_nothing_is_written(home: Path) -> None:
    assert Roots(wasm=MODULE, cache=False).call_text("info", "{}") == '{"ok":true,"value":1}'
    assert not (home / "mcproots").exists()


def test_every_change_to_an_entry_is_noticed_and_mended(home: Path, compilations: list[int]) -> None:
    assert answers()
    (entry,) = entries(home)
    good = entry.read_bytes()
    middle = len(good) // 2
    for bad in (
        b"",
        good[:31],
        good[:32],
        good[:middle],
        good + b"x",
        good[:middle] + bytes([good[middle] ^ 1]) + good[middle + 1 :],
    ):
        entry.write_bytes(bad)
        del compilations[:]
        assert answers() and len(compilations) == 1
        assert entry.read_bytes() == good


def test_an_entry_of_another_engine_is_compiled_anew(home: Path, compilations: list[int]) -> None:
    assert answers()
    (entry,) = entries(home)
    config = wasmtime.Config()
    config.consume_fuel = True
    other = bytes(wasmtime.Module(wasmtime.Engine(config), MODULE).serialize())
    compiled._write(entry, other)
    del compilations[:]
    assert answers() and len(compilations) == 1


@pytest.mark.parametrize("mode", [0o770, 0o707, 0o750, 0o705, 0o777])
def test_a_directory_that_others_may_enter_is_not_used(home: Path, mode: int) -> None:
    (home / "mcproots").mkdir()
    (home / "mcproots").chmod(mode)
    assert answers()
    assert entries(home) == []


@pytest.mark.parametrize("mode", [0o620, 0o602, 0o666])
def test_an_entry_that_others_may_write_is_not_read(home: Path, compilations: list[int], mode: int) -> None:
    assert answers()
    (entry,) = entries(home)
    entry.chmod(mode)
    del compilations[:]
    assert answers() and len(compilations) == 1


def test_a_link_in_place_of_the_directory_is_not_followed(home: Path, tmp_path: Path) -> None:
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir(mode=0o700)
    (home / "mcproots").symlink_to(elsewhere)
    assert answers()
    assert list(elsewhere.iterdir()) == []


def test_a_link_in_place_of_an_entry_is_not_followed(home: Path, tmp_path: Path, compilations: list[int]) -> None:
    assert answers()
    (entry,) = entries(home)
    entry.rename(tmp_path / "moved")
    entry.symlink_to(tmp_path / "moved")
    del compilations[:]
    assert answers() and len(compilations) == 1


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="only root can give a file away")
def test_a_directory_or_an_entry_of_someone_else_is_not_used(home: Path, compilations: list[int]) -> None:
    assert answers()
    (entry,) = entries(home)
    os.chown(entry, 12345, 12345)
    del compilations[:]
    assert answers() and len(compilations) == 1
    for path in (home / "mcproots", home):
        os.chown(path, 12345, 12345)
        del compilations[:]
        assert answers() and len(compilations) == 1
        os.chown(path, 0, 0)


def test_a_file_in_place_of_the_directory_changes_nothing(home: Path) -> None:
    (home / "mcproots").write_text("")
    assert answers()


def test_a_home_that_cannot_be_made_changes_nothing(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (home / "file").write_text("")
    monkeypatch.setenv("XDG_CACHE_HOME", str(home / "file" / "below"))
    assert answers()
    monkeypatch.delenv("XDG_CACHE_HOME")
    monkeypatch.setenv("HOME", str(home / "no" / "such" / "home"))
    assert answers()


def test_a_full_disk_changes_nothing_and_leaves_nothing(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(source: object, target: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "replace", full)
    assert answers()
    assert entries(home) == []


def test_a_relative_cache_home_is_ignored(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(home)
    monkeypatch.setenv("XDG_CACHE_HOME", "relative")
    monkeypatch.setenv("HOME", str(home / "me"))
    (home / "me").mkdir(mode=0o700)
    assert answers()
    assert not (home / "relative").exists()


def test_only_the_newest_entries_are_kept(home: Path) -> None:
    for minor in range(7):
        Roots(wasm=made_module(abi=(1 << 16) | minor)).info()
    assert len(entries(home)) == 4
