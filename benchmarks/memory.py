"""Peak memory of `corefscope score`, as a multiple of the larger of its two files, by format.

    python benchmarks/memory.py [DOCUMENTS] [FORMAT …]

Each run is a process of its own; what Python and NumPy need before they read anything is shown first.
"""

from __future__ import annotations

import gzip
import os
import sys
import tempfile
from pathlib import Path

from corefscope.formats import load, save
from corpora import pair as corpus_pair
from measuring import best_of

ENDINGS = ("conll", "conll.gz", "conllu", "jsonl", "csv", "parquet")
LIMIT = 600  # seconds


def peak(*arguments: str) -> tuple[float, float]:
    """The most memory in MB, and the seconds, of one call of the command line."""
    done = best_of(1, [sys.executable, "-m", "corefscope", *arguments], LIMIT)
    if done.seconds is None:
        raise SystemExit(f"corefscope {' '.join(arguments)}: {done.failure}")
    return done.megabytes, done.seconds


def main(documents: int, endings: tuple[str, ...]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        sides = {"key": "", "response": ""}
        for side, text in zip(sides, corpus_pair(documents, tokens=500, mentions=85), strict=True):
            sides[side] = str(Path(folder, f"{side}.conll"))
            Path(sides[side]).write_text(text, encoding="utf-8")
        print(f"{'nothing':<10}{peak('cite')[0]:>9.0f} MB")
        print(f"{'format':<10}{'larger file':>14}{'peak':>12}{'of the file':>13}{'seconds':>9}")
        for ending in endings:
            paths = []
            for side, path in sides.items():
                made = str(Path(folder, f"{side}.{ending}"))
                if ending.endswith("gz"):
                    with gzip.open(made, "wb", compresslevel=1) as packed:
                        packed.write(Path(path).read_bytes())
                elif made != path:
                    save.write(load.read(path), made, lossy=True)
                paths.append(made)
            size = max(map(os.path.getsize, paths)) / 1e6
            size = os.path.getsize(sides["key"]) / 1e6 if ending.endswith("gz") else size
            used, seconds = peak("score", *paths)
            print(f"{ending:<10}{size:>11.1f} MB{used:>9.0f} MB{used * 1.048576 / size:>13.2f}{seconds:>9.1f}")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 1400, tuple(sys.argv[2:]) or ENDINGS)
