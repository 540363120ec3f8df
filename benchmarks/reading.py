"""How long reading, tabulating and scoring take per MB, beside a plain Python loop that splits the same lines.

    python benchmarks/reading.py [DOCUMENTS]

Times on a shared machine wander; the ratios are measured side by side in one run.
"""

from __future__ import annotations

import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import TypeVar

from corefscope.alignment.cleanup import resolve_repeats
from corefscope.alignment.documents import pair
from corefscope.alignment.mentions import align, match
from corefscope.formats import load
from corefscope.metrics import DEFAULT, metrics
from corefscope.problems import Notices
from corefscope.scoring.pipeline import score
from corefscope.table import Table
from corpora import pair as corpus_pair

T = TypeVar("T")
REPEATS = 5


def timed(work: Callable[[], T]) -> tuple[float, T]:
    """The best of several runs, and what the work gave."""
    best = float("inf")
    for _ in range(REPEATS):
        start = time.perf_counter()
        outcome = work()
        best = min(best, time.perf_counter() - start)
    return best, outcome


def plain_loop(*paths: Path) -> int:
    """What every line-by-line reader does at least: split each line and look at its last column."""
    found = 0
    for path in paths:
        with open(path, encoding="utf-8") as lines:
            for line in lines:
                columns = line.split()
                if columns and columns[-1] not in ("-", "_"):
                    found += 1
    return found


def written(folder: str, documents: int, tokens: int, mentions: int) -> tuple[list[Path], float]:
    """A key and a response in CoNLL columns, and the megabytes of both."""
    paths = [Path(folder, f"{documents}-{side}.conll") for side in ("key", "response")]
    for path, text in zip(paths, corpus_pair(documents, tokens, mentions), strict=True):
        path.write_text(text, encoding="utf-8")
    return paths, sum(path.stat().st_size for path in paths) / 1e6


def main(documents: int) -> None:
    with tempfile.TemporaryDirectory() as folder:
        paths, size = written(folder, documents, 500, 85)
        loop, _ = timed(lambda: plain_loop(*paths))
        parse, (key, response) = timed(lambda: [load.read_corpus(path) for path in paths])

        def tabulate() -> Table:
            one, two = (resolve_repeats(corpus, "first", Notices()).corpus for corpus in (key, response))
            partner = pair(one, two, Notices())
            pairs = match(one, two, partner, "exact", "linear", Notices())
            return Table.from_alignment(align(one, two, pairs, one.entity_document, partner[two.entity_document]))

        table, cells = timed(tabulate)
        print(f"{documents} documents, {size:.1f} MB in two files, {key.mention_count:,} key mentions")
        print(f"{'step':<22}{'ms':>9}{'ms per MB':>12}{'of the plain loop':>20}")
        steps = [("plain Python loop", loop), ("parse", parse), ("pair, match, table", table)]
        evidence = score(*paths).system.evidence
        for metric in metrics(DEFAULT):
            if not metric.is_mean:
                # A fresh Table each time: it keeps some sums for the next metric.
                again = lambda metric=metric: metric.tally(replace(evidence, table=replace(cells)))  # noqa: E731
                steps.append((metric.name, timed(again)[0]))
        large, large_size = written(folder, 1, 500 * documents, 85 * documents)
        one, _ = timed(lambda: [load.read_corpus(path) for path in large])
        steps.append(("parse, one document", one * size / large_size))
        for name, seconds in steps:
            print(f"{name:<22}{1000 * seconds:>9.1f}{1000 * seconds / size:>12.2f}{seconds / loop:>20.3f}")
        print(
            f"per byte one document takes {one / large_size * size / parse:.2f} times as long to parse as {documents}"
        )


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 348)
