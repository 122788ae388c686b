"""What is published: built, installed and used where nothing of the repository is near."""

from __future__ import annotations

import os
import subprocess
import sys
import tarfile
import zipfile
from email import message_from_bytes
from importlib.metadata import version
from pathlib import Path

import pytest

import mcproots

HERE = Path(__file__).parents[1]


def run(*command: object, cwd: Path) -> str:
    clean = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "VIRTUAL_ENV"))}
    done = subprocess.run(
        [str(part) for part in command], cwd=cwd, env=clean, capture_output=True, text=True, timeout=600
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def dist(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build the source distribution, and the wheel from it."""
    out = tmp_path_factory.mktemp("dist")
    run(sys.executable, "-m", "build", "--no-isolation", "--outdir", out, HERE, cwd=out)
    return out


def test_the_packaged_module_is_the_one_of_the_repository(dist: Path) -> None:
    module = (HERE.parent / "roots.wasm").read_bytes()
    assert mcproots.packaged_module() == module, "run make once more: host/roots.wasm is newer"
    (wheel,) = dist.glob("*.whl")
    assert zipfile.ZipFile(wheel).read("mcproots/roots.wasm") == module


def test_the_wheel_holds_the_package_and_nothing_else(dist: Path) -> None:
    (wheel,) = dist.glob("*.whl")
    assert wheel.name == "mcproots-0.1.0-py3-none-any.whl"
    archive = zipfile.ZipFile(wheel)
    names = set(archive.namelist())
    sources = {f"mcproots/{path.name}" for path in (HERE / "src" / "mcproots").iterdir() if path.is_file()}
    assert {"mcproots/py.typed", "mcproots/roots.wasm", "mcproots/__init__.py"} <= sources
    about = "mcproots-0.1.0.dist-info"
    assert names == sources | {f"{about}/{name}" for name in ("METADATA", "WHEEL", "RECORD", "licenses/LICENSE")}
    metadata = message_from_bytes(archive.read(f"{about}/METADATA"))
    assert metadata["License-Expression"] == "Apache-2.0" and metadata["Requires-Python"] == ">=3.10"
    assert metadata.get_all("Requires-Dist") == ["wasmtime<51,>=50", "mcp<3,>=1.25; extra == 'mcp'"]
    assert archive.read(f"{about}/licenses/LICENSE") == (HERE.parents[1] / "LICENSE").read_bytes()


def test_the_source_distribution_builds_without_the_repository(dist: Path) -> None:
    (sdist,) = dist.glob("*.tar.gz")
    names = tarfile.open(sdist).getnames()
    assert "mcproots-0.1.0/src/mcproots/roots.wasm" in names and "mcproots-0.1.0/hatch_build.py" in names
    assert not [name for name in names if "/tests/" in name or "requirements" in name]


def test_an_empty_environment_elsewhere_gives_a_verdict(dist: Path, tmp_path: Path) -> None:
    (wheel,) = dist.glob("*.whl")
    run(sys.executable, "-m", "venv", tmp_path / "venv", cwd=tmp_path)
    python = tmp_path / "venv" / ("Scripts" if os.name == "nt" else "bin") / "python"
    run(python, "-m", "pip", "install", "--quiet", wheel, f"wasmtime=={version('wasmtime')}", cwd=tmp_path)
    told = run(
        python,
        "-c",
        "import mcproots; print(mcproots.__file__, mcproots.valid_response('{\"roots\":[]}'))",
        cwd=tmp_path,
    )
    assert told.startswith(str(tmp_path / "venv")) and told.endswith(" True\n")
