"""What errors and reports cost beside a score of the same files, and how large a report is.

    python benchmarks/reports.py [DOCUMENTS [REPEATS]]

Files like OntoNotes' test set (348 documents of 490 tokens and 57 mentions, 19,000 mentions in the key), and the
responses of four systems. Whole commands with their start-up, all started alike and in turn; the least processor time
(user and system) of each. What is divided by what: the time of each command by that of `score KEY RESPONSE`, one
system. Bounds: `errors` of one system at most 3, `report` of four systems at most 5, and its file below 10 MB.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

import corpora
from measuring import run

SYSTEMS = 4
REPEATS = 5
LIMIT = 120  # seconds
BOUNDS = {"errors": 3.0, "report, 4 systems": 5.0}
MOST_MEGABYTES = 10.0


def write(folder: Path, documents: int) -> list[str]:
    """The key and the responses of all systems."""
    made = list(corpora.texts(documents, 490, 57))
    sides = [[text.key for text in made], [text.response for text in made]]
    for seed in range(2, SYSTEMS + 1):
        sides.append([corpora.of_another_system(text, seed).response for text in made])
    paths = [folder / f"{name}.conll" for name in ("key", *(f"system-{number}" for number in range(1, SYSTEMS + 1)))]
    for path, side in zip(paths, sides, strict=True):
        path.write_text("".join(map(corpora.conll, made, side)), encoding="utf-8")
    return [str(path) for path in paths]


def main(documents: int, repeats: int) -> None:
    with tempfile.TemporaryDirectory() as folder:
        key, *systems = write(Path(folder), documents)
        page = Path(folder, "report.html")
        commands = {
            "score": ["score", key, systems[0]],
            "score, 4 systems": ["score", key, *systems],
            "errors": ["errors", key, systems[0]],
            "errors, 4 systems": ["errors", key, *systems],
            "errors -o json": ["errors", key, systems[0], "-o", "json"],
            "report": ["report", key, systems[0], "-o", str(page)],
            "report, 4 systems": ["report", key, *systems, "-o", str(page)],
        }
        cpu, megabytes = dict.fromkeys(commands, float("inf")), dict.fromkeys(commands, 0.0)
        for _ in range(repeats):
            for name, command in commands.items():
                done = run([sys.executable, "-m", "corefscope", *command], LIMIT)
                if done.seconds is None:
                    raise SystemExit(f"{name}: {done.failure}")
                cpu[name], megabytes[name] = min(cpu[name], done.cpu), max(megabytes[name], done.megabytes)
        size = page.stat().st_size / 1e6
    print("| command | CPU seconds | of a score | bound | peak MB |\n|---|---:|---:|---:|---:|")
    for name, seconds in cpu.items():
        ratio = seconds / cpu["score"]
        bound = f"{BOUNDS[name]:g}{'' if ratio <= BOUNDS[name] else ', exceeded'}" if name in BOUNDS else ""
        print(f"| `{name}` | {seconds:.3f} | {ratio:.2f} | {bound} | {megabytes[name]:.0f} |")
    kept = "" if size < MOST_MEGABYTES else ", exceeded"
    print(f"\nThe report of {SYSTEMS} systems: {size:.2f} MB (bound {MOST_MEGABYTES:g}{kept}).")


if __name__ == "__main__":
    given = [int(word) for word in sys.argv[1:]]
    main(*(given + [348, REPEATS][len(given) :]))
