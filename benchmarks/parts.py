"""How long windows, prefixes, bins and scored links take beside a plain score of the same files.

    python benchmarks/parts.py [DOCUMENTS]

Files like OntoNotes' test set (348 documents of 490 tokens and 57 mentions), and one text of as many tokens, are read
and scored by one call each; reading is part of it. The best processor time of seven runs, one beside the other.
"""

from __future__ import annotations

import sys
import tempfile
import time
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path

import corefscope as cs
from corefscope.lab.confidence import confidence
from corpora import pair

RUNS = 7


def links_of(path: Path) -> list[dict[str, object]]:
    """Every mention linked to the one of its entity before it, with a score that falls from link to link."""
    found = []
    for number, document in enumerate(cs.read(path)):
        links = []
        for entity in document.entities:
            spans = [[mention.start, mention.end - 1] for mention in entity]
            links += [[two, one, 1 / (2 + (31 * len(links) + number) % 97)] for one, two in pairwise(spans)]
        found.append({"doc_key": document.name, "links": links})
    return found


def measured(calls: dict[str, Callable[[], object]]) -> dict[str, float]:
    """The best time of each call; all are made in turn, so that a slow moment hits all alike."""
    best = dict.fromkeys(calls, float("inf"))
    for _ in range(RUNS):
        for name, call in calls.items():
            start = time.process_time()
            call()
            best[name] = min(best[name], time.process_time() - start)
    return best


def main(documents: int) -> None:
    print("| data | what | CPU seconds | of a plain score |\n|---|---|---:|---:|")
    for title, shape, step in (
        (f"{documents} documents of 490 tokens", (documents, 490, 57), "100"),
        (f"1 text of {490 * documents:,} tokens", (1, 490 * documents, 57 * documents), str(49 * documents)),
    ):
        with tempfile.TemporaryDirectory() as folder:
            paths = [Path(folder, "key.conll"), Path(folder, "response.conll")]
            for path, text in zip(paths, pair(shape[0], tokens=shape[1], mentions=shape[2]), strict=True):
                path.write_text(text, encoding="utf-8")
            links = links_of(paths[1])
            calls: dict[str, Callable[[], object]] = {
                "score": lambda paths=paths: cs.score(*paths),
                f"--window {step}": lambda paths=paths, step=step: cs.score(*paths, window=step),
                "--window 10s": lambda paths=paths: cs.score(*paths, window="10s"),
                f"--prefixes {step}": lambda paths=paths, step=step: cs.prefixes(*paths, step=step),
                "--by bins:length": lambda paths=paths: cs.score(*paths, by="bins:length"),
                "--by bins:entity-size": lambda paths=paths: cs.score(*paths, by="bins:entity-size"),
                "--by bins:distance": lambda paths=paths: cs.score(*paths, by="bins:distance"),
                "--entities top=20": lambda paths=paths: cs.score(*paths, entities="top=20"),
                "--drop nested": lambda paths=paths: cs.score(*paths, drop="nested"),
                "lab confidence, 20 thresholds": lambda paths=paths, links=links: confidence(
                    paths[0], links, thresholds=20
                ),
            }
            found = measured(calls)
        for name, seconds in found.items():
            print(f"| {title} | `{name}` | {seconds:.3f} | {seconds / found['score']:.2f} |")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 348)
