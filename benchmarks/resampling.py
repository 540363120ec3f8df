"""How long judging the differences of many systems takes, beside reading and scoring their files.

    python benchmarks/resampling.py [DOCUMENTS [SYSTEMS [TRIALS]]]

Two files are read and scored; what all would take is their time times the number of files. The systems that are judged
have the counts of that response with the documents in other orders: what they hold changes no time. Times on a shared
machine wander; the best of a few runs is taken, and the ratio is measured in one go.
"""

from __future__ import annotations

import sys
import tempfile
import tracemalloc
from dataclasses import replace
from pathlib import Path

import numpy as np

from corefscope.formats import load
from corefscope.metrics import Tally
from corefscope.scoring.pipeline import score
from corefscope.scoring.result import Result
from corefscope.statistics.judgement import judge
from corefscope.statistics.plan import Plan
from corefscope.statistics.samples import Samples
from corefscope.statistics.tests import anchors, randomization
from corpora import pair
from reading import timed


def many(result: Result, systems: int) -> Result:
    """The result with so many systems, each of which has the documents in an order of its own."""
    first = result.system
    made = []
    for number in range(systems):
        order = np.random.default_rng(number).permutation(len(result.documents))
        tallies = {
            name: Tally({column: values[order] for column, values in tally.columns.items()})
            for name, tally in first.tallies.items()
        }
        made.append(replace(first, name=f"system {number}", tallies=tallies))
    return replace(result, systems=tuple(made))


def main(documents: int, systems: int, trials: int) -> None:
    with tempfile.TemporaryDirectory() as folder:
        paths = [Path(folder, "key.conll"), Path(folder, "response.conll")]
        for path, text in zip(paths, pair(documents, tokens=500, mentions=85), strict=True):
            path.write_text(text, encoding="utf-8")
        read, corpora = timed(lambda: [load.read_corpus(path) for path in paths])
        scored, result = timed(lambda: score(*corpora))
    samples = Samples.of_result(many(result, systems))
    randomized, _ = timed(lambda: randomization(samples, anchors(systems), trials, seed=1))
    judged, _ = timed(lambda: judge(samples, Plan(trials=trials)))
    reading = read / 2 * (systems + 1)
    pairs = systems * (systems - 1) // 2
    print(f"{documents} documents, {systems} systems, {pairs} pairs, {len(samples.metrics)} metrics, {trials:,} trials")
    print(f"{'step':<42}{'seconds':>9}{'of reading':>12}")
    steps = [
        (f"reading {systems + 1} files", reading),
        ("pairing, matching, counting", scored * systems),
        ("randomizations of all pairs", randomized),
        ("the same with intervals of scores and pairs", judged),
    ]
    for name, seconds in steps:
        print(f"{name:<42}{seconds:>9.2f}{seconds / reading:>12.2f}")
    for times in (1, 4):
        tracemalloc.start()
        randomization(samples, anchors(systems), times * trials // 4, seed=1)
        print(f"memory at most, {times * trials // 4:,} trials: {tracemalloc.get_traced_memory()[1] / 1e6:.0f} MB")
        tracemalloc.stop()


if __name__ == "__main__":
    given = [int(text) for text in sys.argv[1:]]
    main(*given, *(350, 30, 10_000)[len(given) :])
