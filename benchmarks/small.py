"""What small work costs: starting up, and a document in a training loop.

    python benchmarks/small.py [REPEATS]

COREFSCOPE_E2E says where metrics.py of e2e-coref is, if it is to be compared.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

import training_loop
from measuring import run

EXAMPLES = Path(__file__).parents[1] / "examples"
LIMIT = 60  # seconds
REPEATS = 15
LOOP = (348, 57)  # documents, and mentions in each


def table(repeats: int = REPEATS) -> str:
    """Both as a table for people, the other's part only where COREFSCOPE_E2E says where it is."""
    numpy, ours = _start_up(repeats)
    loop = training_loop.measured(os.environ.get("COREFSCOPE_E2E"), *LOOP)
    lines = [
        "## Small work",
        "",
        f"The best of {repeats} runs, one beside the other; a document of the training loop has {LOOP[1]} mentions.",
        "",
        "| what | milliseconds | of the other |",
        "|---|---:|---:|",
        f'| `python -c "import numpy"` | {1000 * numpy:.0f} | |',
        f"| `corefscope score` of two small files | {1000 * ours:.0f} | {ours / numpy:.2f} |",
    ]
    if loop.other is not None:
        lines.append(f"| a document of a training loop: e2e-coref, `muc b3 ceafe` | {loop.other:.3f} | |")
    for name, took in (("the same metrics", loop.three), ("seven metrics", loop.seven)):
        share = "" if loop.other is None else f"{took / loop.other:.2f}"
        lines.append(f"| the same: corefscope, {name} | {took:.3f} | {share} |")
    return "\n".join([*lines, ""])


def _start_up(repeats: int) -> tuple[float, float]:
    """Seconds of loading NumPy, and of scoring two small files."""
    files = [str(EXAMPLES / name) for name in ("key.conll", "response-a.conll")]
    commands = ([sys.executable, "-c", "import numpy"], [sys.executable, "-m", "corefscope", "score", *files])
    best = [float("inf")] * 2
    for _ in range(repeats):
        for place, command in enumerate(commands):
            done = run(command, LIMIT)
            if done.seconds is None:
                raise SystemExit(f"{' '.join(command)}: {done.failure}")
            best[place] = min(best[place], done.seconds)
    return best[0], best[1]


if __name__ == "__main__":
    print(table(int(sys.argv[1]) if len(sys.argv) > 1 else REPEATS))
