"""Records what some two hundred command lines print, and compares it with a record of another state of the code.

    python tests/same_output record before.json      in one state
    python tests/same_output compare before.json     in another; exit status 1 if anything differs

Real texts are used too if COREFSCOPE_DATA names a folder that holds them (`gum`, `gum_system`, `litbank`).
"""

from __future__ import annotations

import difflib
import json
import os
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from same_output.calls import calls
from same_output.files import make_files
from same_output.running import Outcome, anywhere, run

SHOWN = 15  # lines of a difference


def record() -> dict[str, Outcome]:
    """What each command line gives, in a folder of files that are always the same."""
    with tempfile.TemporaryDirectory(prefix="same-output-") as folder:
        make_files(Path(folder))
        lines = calls(Path(folder), os.environ.get("COREFSCOPE_DATA"))
        with ThreadPoolExecutor(os.cpu_count()) as pool:
            found = pool.map(lambda words: run(words, folder), lines)
            return {anywhere(" ".join(words), folder): outcome for words, outcome in zip(lines, found, strict=True)}


def main(words: list[str]) -> int:
    if len(words) != 2 or words[0] not in ("record", "compare"):
        print(__doc__)
        return 2
    path = Path(words[1])
    now = record()
    if words[0] == "record":
        path.write_text(json.dumps(now, ensure_ascii=False, indent=1), encoding="utf-8")
        print(f"{len(now)} command lines")
        return 0
    before: dict[str, Outcome] = json.loads(path.read_text(encoding="utf-8"))
    different = [line for line in before.keys() | now.keys() if before.get(line) != now.get(line)]
    for line in sorted(different):
        print(f"\n$ corefscope {line}")
        for part in ("status", "output", "errors", "files"):
            texts = [str(side.get(line, {}).get(part, "nothing")).splitlines() for side in (before, now)]
            print("\n".join(list(difflib.unified_diff(*texts, f"{part} before", f"{part} now", "", "", 1, ""))[:SHOWN]))
    print(f"\n{len(different)} of {len(before.keys() | now.keys())} command lines differ")
    return 1 if different else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
