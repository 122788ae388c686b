"""Runs the vectors that every engine must answer alike: python tests/run_vectors.py [FILE]"""

from __future__ import annotations

import base64
import json
import sys
from pathlib import Path

from mcproots import Roots, RootsError

VECTORS = Path(__file__).parents[3] / "tests" / "vectors.jsonl"


def run(path: Path) -> int:
    roots = Roots()
    passed = failed = 0
    with path.open(encoding="utf-8") as lines:
        for number, line in enumerate(lines, 1):
            if not line.strip():
                continue
            vector = json.loads(line)
            document = base64.b64decode(vector["base64"]) if "base64" in vector else vector["input"].encode()
            try:
                answer = roots.call_bytes(vector["op"], document)
            except RootsError as error:
                answer = str(error).encode()
            if answer == vector["output"].encode():
                passed += 1
            else:
                failed += 1
                print(f"{path.name}:{number}: {vector['name']}")
                print(f"  want {vector['output'][:400]}")
                print(f"  got  {answer[:400].decode(errors='replace')}")
    print(f"python: {passed} passed, {failed} failed")
    return 1 if failed or not passed else 0


if __name__ == "__main__":
    sys.exit(run(Path(sys.argv[1]) if len(sys.argv) > 1 else VECTORS))
