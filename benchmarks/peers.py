"""The scorers that are compared: where each is found, what it reads, and the numbers in its output.

None of them is part of corefscope. Each is taken from where the caller says; one that is not there is left out
and named.
"""

from __future__ import annotations

import json
import os
import re
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

Numbers = dict[str, tuple[float, float, float]]  # metric → recall, precision, F1 as fractions of 1
METRICS = ("mentions", "muc", "b3", "ceafm", "ceafe", "blanc", "lea")
NAMES = {"bcub": "b3", "b_cubed": "b3", "entity_ceaf": "ceafe", "mention_ceaf": "ceafm"}
HERE = Path(__file__).parent


@dataclass(frozen=True)
class Peer:
    """One scorer: its command for two files, and how to read what it prints."""

    name: str
    reads: str  # the kind of file
    command: Callable[[Path, Path, Path], list[str]]  # its place, key, response
    numbers: Callable[[str], Numbers]
    place: str  # the environment variable that says where it is; empty for ourselves
    tolerance: float  # half of the last digit it prints
    only: str = ""  # how the names of the corpora begin that it scores by the same definitions


def ours(text: str) -> Numbers:
    scores = json.loads(text)["systems"][0]["scores"]
    return {name: tuple(scores[name][part] for part in ("recall", "precision", "f1")) for name in METRICS}


def official(text: str) -> Numbers:
    """The official scorer prints sums, from which the quotients are taken."""
    numbers: Numbers = {}
    metric = ""
    for line in text.splitlines():
        if line.startswith("METRIC"):
            metric = line.split()[1].rstrip(":")
        found = re.findall(r"\(([\d.e+-]+) / ([\d.e+-]+)\)", line)
        percent = re.findall(r"([\d.]+)%", line)
        kind = line.split(":")[0].strip()
        if kind == "Identification of Mentions":
            numbers.setdefault("mentions", _quotients(found))
        elif kind == "Coreference" and metric != "blanc" and found:
            numbers[NAMES.get(metric, metric)] = _quotients(found)
        elif kind == "BLANC" and percent:
            recall, precision, f1 = (float(value) / 100 for value in percent[-3:])
            numbers["blanc"] = (recall, precision, f1)
    return numbers


def _quotients(found: list[tuple[str, str]]) -> tuple[float, float, float]:
    recall, precision = (float(one) / float(all_) if float(all_) else 0.0 for one, all_ in found[:2])
    return recall, precision, 2 * recall * precision / (recall + precision) if recall + precision else 0.0


def lines(text: str) -> Numbers:
    """`muc  Recall: 76.47  Precision: 76.47  F1: 76.47`, as coval and corefud-scorer print."""
    numbers: Numbers = {}
    for name, *values in re.findall(r"^(\w+)\s+Recall: ([\d.]+)\s+Precision: ([\d.]+)\s+F1: ([\d.]+)", text, re.M):
        recall, precision, f1 = (float(value) / 100 for value in values)
        numbers[NAMES.get(name, name)] = (recall, precision, f1)
    return numbers


def dumped(text: str) -> Numbers:
    """One JSON object, as the drivers in this folder print."""
    return {NAMES.get(name, name): tuple(values) for name, values in json.loads(text.splitlines()[-1]).items()}


def _environment(name: str) -> str:
    return os.environ.get(name, "")


def _python(name: str) -> str:
    return _environment(name) or sys.executable


PEERS = (
    Peer(
        "corefscope", "conll conllu jsonl parquet",
        lambda place, key, response: [
            sys.executable, "-m", "corefscope", "score", str(key), str(response), "-o", "json",
            *(part for name in METRICS for part in ("-m", name)),
        ],
        ours, "", 0,
    ),
    Peer(
        "official scorer (Perl)", "conll",
        lambda place, key, response: ["perl", str(place / "scorer.pl"), "all", str(key), str(response), "none"],
        official, "COREFSCOPE_PERL_SCORER", 1e-4,
    ),
    Peer(
        "coval", "conll",
        lambda place, key, response: [
            _python("COREFSCOPE_PEERS_PYTHON"), str(place / "scorer.py"), str(key), str(response), "all",
        ],
        lines, "COREFSCOPE_COVAL", 5.1e-5,
    ),
    Peer(
        "corefud-scorer", "conllu",
        lambda place, key, response: [
            _python("COREFSCOPE_COREFUD_PYTHON"), str(place / "corefud-scorer.py"), str(key), str(response),
            "-s", "-a", "exact", "-m", "muc", "bcub", "ceafe", "ceafm", "blanc", "lea",
        ],
        lines, "COREFSCOPE_COREFUD_SCORER", 5.1e-5,
    ),
    Peer(
        "coreference-eval", "jsonl",
        lambda place, key, response: [
            str(place), str(HERE / "drivers" / "coreference_eval.py"), str(key), str(response),
        ],
        dumped, "COREFSCOPE_PEERS_PYTHON", 1e-9, "OntoNotes",  # it drops singletons from some sums
    ),
    Peer(
        "scorch", "jsonl",
        lambda place, key, response: [
            str(place), str(HERE / "drivers" / "scorch_clusters.py"), str(key), str(response),
        ],
        dumped, "COREFSCOPE_PEERS_PYTHON", 1e-9, "one document",  # over documents it averages quotients
    ),
    Peer(
        "neleval", "parquet",
        lambda place, key, response: [
            str(place), str(HERE / "drivers" / "neleval_tables.py"), str(key), str(response),
        ],
        dumped, "COREFSCOPE_PEERS_PYTHON", 1e-9,
    ),
)  # fmt: skip


def there(peer: Peer) -> Path | None:
    """Where a peer is, or None if the caller has not said so."""
    if not peer.place:
        return Path()
    place = _environment(peer.place)
    return Path(place) if place else None


def differences(mine: Mapping[str, tuple[float, float, float]], theirs: Numbers, tolerance: float) -> list[str]:
    """The numbers both have that are not the same, for people."""
    found = []
    for metric in theirs:
        if metric in mine:
            for part, one, two in zip(("recall", "precision", "F1"), mine[metric], theirs[metric], strict=True):
                if abs(one - two) > max(tolerance, 1e-9):
                    found.append(f"{metric} {part} {100 * one:.4f} / {100 * two:.4f}")
    return found
