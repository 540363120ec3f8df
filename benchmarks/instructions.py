"""Instructions that scoring executes, which a busy machine does not change: regressions show where times wander.

    python benchmarks/instructions.py [DOCUMENTS]

Needs valgrind. Each row is the difference between two runs of the same process shape, with one and with two
corpora, so that start-up cancels out.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import corpora

SCRIPT = """
import sys
from corefscope.formats import load
from corefscope.scoring.pipeline import score
key, response, repeats, step = sys.argv[1:]
for _ in range(int(repeats)):
    if step == "read":
        load.read_corpus(key), load.read_corpus(response)
    else:
        score(key, response)
"""


def instructions(key: Path, response: Path, repeats: int, step: str) -> int:
    """Instructions of a process that reads or scores so many times."""
    done = subprocess.run(
        [
            "valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null",
            sys.executable, "-c", SCRIPT, str(key), str(response), str(repeats), step,
        ],
        capture_output=True, encoding="utf-8",
    )  # fmt: skip
    found = re.search(r"Collected : (\d+)", done.stderr)
    if done.returncode or not found:
        sys.exit(f"callgrind failed: {done.stderr[-500:]}")
    return int(found[1])


def main(documents: int) -> None:
    if shutil.which("valgrind") is None:
        sys.exit("valgrind is not installed; on Debian: apt-get install valgrind")
    with tempfile.TemporaryDirectory() as folder:
        key, response = corpora.write(list(corpora.texts(documents, 490, 57)), Path(folder), "conll")
        size = key.stat().st_size + response.stat().st_size
        print(f"{documents} documents, {size / 1e6:.2f} MB in two files")
        print(f"{'step':<22}{'instructions':>16}{'per byte':>10}")
        for step, name in (("read", "reading"), ("score", "reading and scoring")):
            once = instructions(key, response, 2, step) - instructions(key, response, 1, step)
            print(f"{name:<22}{once:>16,}{once / size:>10.1f}")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 35)
