"""Times mcproots beside the official SDK's own types, in one run and on the same input: python bench.py"""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from functools import partial
from importlib.metadata import version
from typing import Callable

from mcp.types import ListRootsResult

import mcproots

ROUNDS = 9
GOAL = 1.0
OURS = "import mcproots; assert mcproots.valid_response('{\"roots\":[]}')"
WHY_SLOWER = (
    "Where the ratio is over 1: a call into the module takes some microseconds, whatever the size of its input; and\n"
    "a first start compiles the module, which later ones take from the cache."
)
THEIRS = "from mcp.types import ListRootsResult; ListRootsResult.model_validate_json('{\"roots\":[]}')"


def document(roots: int) -> str:
    listed = [
        {"uri": f"file:///home/somebody/projects/repository-{i:06}", "name": f"repo {i:06}"} for i in range(roots)
    ]
    return json.dumps({"roots": listed}, separators=(",", ":"))


def seconds_a_call(work: Callable[[], object], calls: int) -> float:
    before = time.perf_counter()
    for _ in range(calls):
        work()
    return (time.perf_counter() - before) / calls


def seconds_to_start(program: str, cache_home: str) -> float:
    timed = f"import time; t = time.perf_counter(); {program}; print(time.perf_counter() - t)"
    environment = {**os.environ, "XDG_CACHE_HOME": cache_home}
    done = subprocess.run([sys.executable, "-c", timed], env=environment, capture_output=True, text=True, check=True)
    return float(done.stdout)


def row(what: str, ours: list[float], theirs: list[float], unit: str, scale: float, goal: str) -> str:
    cells = (f"{statistics.median(times) * scale:.1f} {unit}" for times in (ours, theirs))
    return f"| {what} | {' | '.join(cells)} | {ratio(ours, theirs):.2f} | {goal} |"


def ratio(ours: list[float], theirs: list[float]) -> float:
    return statistics.median(mine / other for mine, other in zip(ours, theirs, strict=True))


def main() -> int:
    versions = ", ".join(f"{name} {version(name)}" for name in ("mcproots", "wasmtime", "mcp", "pydantic"))
    print(f"{versions}, Python {sys.version.split()[0]}")
    print(f"Medians of {ROUNDS} rounds, taken in turns; the ratio is ours to the SDK's, and less is better.\n")
    print("| | mcproots.valid_response | ListRootsResult.model_validate_json | ratio | goal |\n|---|---|---|---|---|")
    missed = False
    for roots, calls in ((1, 20_000), (10, 10_000), (1_000, 100), (10_000, 10)):
        text = document(roots)
        assert mcproots.valid_response(text) and ListRootsResult.model_validate_json(text)
        ours: list[float] = []
        theirs: list[float] = []
        for _ in range(ROUNDS):
            ours.append(seconds_a_call(partial(mcproots.valid_response, text), calls))
            theirs.append(seconds_a_call(partial(ListRootsResult.model_validate_json, text), calls))
        goal = f"at most {GOAL}" if roots >= 10 else ""
        missed |= bool(goal) and ratio(ours, theirs) > GOAL
        what = f"{roots:,} root{'s' * (roots > 1)}, {len(text):,} bytes"
        print(row(what, ours, theirs, "µs", 1e6, goal))

    with tempfile.TemporaryDirectory() as warm:
        seconds_to_start(OURS, warm)
        first: list[float] = []
        again: list[float] = []
        sdk: list[float] = []
        for _ in range(ROUNDS):
            with tempfile.TemporaryDirectory() as cold:
                first.append(seconds_to_start(OURS, cold))
            again.append(seconds_to_start(OURS, warm))
            sdk.append(seconds_to_start(THEIRS, warm))
    print(row("import to first verdict, module compiled before", again, sdk, "ms", 1e3, ""))
    print(row("import to first verdict, nothing cached", first, sdk, "ms", 1e3, ""))
    print(f"\n{WHY_SLOWER}\nThe goal is {'missed' if missed else 'met'}.")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
