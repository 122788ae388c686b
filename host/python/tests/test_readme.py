from __future__ import annotations

import re
import subprocess
import sys
from inspect import signature
from pathlib import Path

import mcproots

README = (Path(__file__).parents[1] / "README.md").read_text(encoding="utf-8")


def test_the_example_prints_what_the_readme_says() -> None:
    ((example, output),) = re.findall(
        r"^## Quickstart\n.*?```python\n(.*?)```\n\n```text\n(.*?)```", README, re.DOTALL | re.MULTILINE
    )
    done = subprocess.run([sys.executable, "-c", example], capture_output=True, text=True, encoding="utf-8")
    assert (done.stdout, done.stderr) == (output, "")
    assert len(example.strip().splitlines()) <= 12


def test_the_table_has_every_function_and_argument() -> None:
    listed = {name: arguments for name, arguments in re.findall(r"`(?:await )?(\w+)\(([^`]*)\)`", README)}
    for name in [*mcproots.OPERATIONS, "read_session", "call", "call_text", "call_bytes"]:
        told = set(re.findall(r"\w+", listed[name])) - {"or", "roots.None"}
        assert told == set(signature(getattr(mcproots, name)).parameters), name
