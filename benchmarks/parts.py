"""How long windows, prefixes, bins, scored links, power and challenge sets take beside a plain score.

    python benchmarks/parts.py [DOCUMENTS]

Files like OntoNotes' test set (348 documents of 490 tokens and 57 mentions), and one text of as many tokens, are read
and scored by one call each; reading is part of it. So is a challenge set of GAP's size, of six times as many questions
as documents, 70 words each. The best processor time of seven runs, one beside the other.
"""

from __future__ import annotations

import json
import sys
import tempfile
import time
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path

import corefscope as cs
from corefscope.challenges.sets import questions
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


def _add_pair(calls: dict[str, Callable[[], object]], paths: list[Path], folder: Path) -> None:
    """Power and a comparison of two systems; the second is the first with every third entity cut off."""
    third = folder / "third.jsonl"
    systems = [
        cs.Document(each.name, [entity for place, entity in enumerate(each.entities) if place % 3], words=each.words)
        for each in cs.read(paths[1])
    ]
    cs.write(systems, third)
    calls["compare, 10,000 trials"] = lambda: cs.compare(*paths, third, metrics="conll")
    calls["power, 10,000 simulated tests of each size"] = lambda: cs.power(*paths, third)


def _add_challenge(calls: dict[str, Callable[[], object]], count: int, folder: Path) -> None:
    """Questions as GAP's, and clusters that answer most of them."""
    data, response = folder / "gap.tsv", folder / "gap.jsonl"
    names = ("ID", "Text", "Pronoun", "Pronoun-offset", "A", "A-offset", "A-coref", "B", "B-offset", "B-coref", "URL")
    rows, records = ["\t".join(names)], []
    for number in range(count):
        words = [f"word{place}" for place in range(70)]
        words[10], words[30], words[50] = "Ann", "Bea", ("she", "he")[number % 2]
        text = " ".join(words)
        places = [text.index(f" {words[place]} ") + 1 for place in (50, 10, 30)]
        right = ("TRUE", "FALSE") if number % 3 else ("FALSE", "TRUE")
        rows.append(
            f"test-{number}\t{text}\t{words[50]}\t{places[0]}\tAnn\t{places[1]}\t{right[0]}"
            f"\tBea\t{places[2]}\t{right[1]}\tx"
        )
        others = [[[place, place + 1], [place + 20, place + 20]] for place in (0, 3, 6, 12, 15, 33, 36)]
        records.append(
            {"doc_key": f"test-{number}", "sentences": [words], "clusters": [[[10, 10], [50, 50]], [[30, 30]], *others]}
        )
    data.write_text("\n".join(rows) + "\n", encoding="utf-8")
    response.write_text("".join(json.dumps(record) + "\n" for record in records), encoding="utf-8")
    calls[f"challenge gap, {count:,} questions: reading alone"] = lambda: (questions("gap", data), cs.read(response))
    calls[f"challenge gap, {count:,} questions"] = lambda: cs.challenge("gap", data, response)


def main(documents: int) -> None:
    print("| data | what | CPU seconds | of a plain score |\n|---|---|---:|---:|")
    for title, shape, *steps in (
        (f"{documents} documents of 490 tokens", (documents, 490, 57), "100", "20", "3"),
        (
            f"1 text of {490 * documents:,} tokens",
            (1, 490 * documents, 57 * documents),
            *(str(-(-490 * documents // prefixes)) for prefixes in (10, 35, 171, 999)),
        ),
    ):
        step = steps[0]
        with tempfile.TemporaryDirectory() as folder:
            paths = [Path(folder, "key.conll"), Path(folder, "response.conll")]
            for path, text in zip(paths, pair(shape[0], tokens=shape[1], mentions=shape[2]), strict=True):
                path.write_text(text, encoding="utf-8")
            links = links_of(paths[1])
            calls: dict[str, Callable[[], object]] = {
                "score": lambda paths=paths: cs.score(*paths),
                f"--window {step}": lambda paths=paths, step=step: cs.score(*paths, window=step),
                "--window 10s": lambda paths=paths: cs.score(*paths, window="10s"),
                **{
                    f"--prefixes {each}": lambda paths=paths, step=each: cs.prefixes(*paths, step=step)
                    for each in steps
                },
                "--by bins:length": lambda paths=paths: cs.score(*paths, by="bins:length"),
                "--by bins:entity-size": lambda paths=paths: cs.score(*paths, by="bins:entity-size"),
                "--by bins:distance": lambda paths=paths: cs.score(*paths, by="bins:distance"),
                "--by bins:range": lambda paths=paths: cs.score(*paths, by="bins:range"),
                "--by bins:mentions": lambda paths=paths: cs.score(*paths, by="bins:mentions"),
                "--entities top=20": lambda paths=paths: cs.score(*paths, entities="top=20"),
                "--drop nested": lambda paths=paths: cs.score(*paths, drop="nested"),
                "lab confidence, 20 thresholds": lambda paths=paths, links=links: confidence(
                    paths[0], links, thresholds=20
                ),
            }
            if shape[0] > 1:
                _add_pair(calls, paths, Path(folder))
                _add_challenge(calls, 6 * documents, Path(folder))
            found = measured(calls)
        for name, seconds in found.items():
            print(f"| {title} | `{name}` | {seconds:.3f} | {seconds / found['score']:.2f} |")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 348)
