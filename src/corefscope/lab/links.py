"""Right and wrong links of both kinds, and entities and singletons: what a system does too much of.

Recasens & Hovy (2011), Tables 5, 9 and 15, on predicted mentions too.
"""

from __future__ import annotations

from itertools import product
from typing import NamedTuple

import numpy as np

from corefscope.model import Corpus
from corefscope.reporting.report import Report, Sheet, Value, View, sheet
from corefscope.reporting.views.scores import headline
from corefscope.scoring.inputs import Input
from corefscope.scoring.result import Result, System
from corefscope.scoring.score import score
from corefscope.settings import Settings

# What a side says of two mentions; absent if it does not have both of them.
KINDS = COREFERENT, SEPARATE, ABSENT = "coreferent", "apart", "absent"
SHARED = "blanc(mentions=shared)"
COUNTS = ("rc", "wc", "rn", "wn")


class Confusion(NamedTuple):
    """The entities of a system, and its pairs of mentions by what it says of them and what the key says.

    rc, wc, rn and wn are Recasens & Hovy's: the response's links, right or wrong, of either kind.
    """

    name: str
    entities: int
    singletons: int
    rc: int
    wc: int
    rn: int
    wn: int
    pairs: dict[tuple[str, str], int]  # (response, key)
    blanc: float


class Links(NamedTuple):
    """The confusion of each system, and the key's entities."""

    result: Result
    entities: int
    singletons: int
    systems: tuple[Confusion, ...]


def links(key: Input, *responses: Input, settings: Settings | None = None) -> Links:
    """Count the links of each response against the key's.

    >>> links([["a", "b", "c"], ["d"]], [["a", "b"], ["c", "d"]]).systems[0][3:7]
    (1, 1, 2, 2)
    """
    result = score(key, *responses, metrics=["blanc", SHARED], settings=settings)
    evidence = result.systems[0].evidence
    return Links(result, *_entities(None if evidence is None else evidence.key), tuple(map(_confusion, result.systems)))


def _confusion(system: System) -> Confusion:
    every, shared = (system.tallies[name].total() for name in ("blanc", SHARED))
    pairs: dict[tuple[str, str], int] = {}
    for kind, other, name in (COREFERENT, SEPARATE, "coreference"), (SEPARATE, COREFERENT, "non_coreference"):
        pairs[kind, kind] = int(every[f"{name}_both"])
        pairs[kind, other] = int(shared[f"{name}_response"]) - pairs[kind, kind]
        pairs[kind, ABSENT] = int(every[f"{name}_response"] - shared[f"{name}_response"])
        pairs[ABSENT, kind] = int(every[f"{name}_key"] - shared[f"{name}_key"])
    counts = {place: pairs[place] for place in product(KINDS, KINDS) if place in pairs}
    rc, rn = (counts[kind, kind] for kind in (COREFERENT, SEPARATE))
    wc, wn = (int(every[f"{name}_response"]) - right for name, right in (("coreference", rc), ("non_coreference", rn)))
    entities = _entities(None if system.evidence is None else system.evidence.response)
    return Confusion(system.name, *entities, rc, wc, rn, wn, counts, system.scores["blanc"].f1)


def _entities(corpus: Corpus | None) -> tuple[int, int]:
    """Count entities and singletons."""
    size = np.zeros(0) if corpus is None else np.bincount(corpus.entity, minlength=corpus.entity_count)
    return int((size > 0).sum()), int((size == 1).sum())


def view(links: Links) -> View:
    """One row a system, then a table of pairs for each."""

    def report() -> Report:
        rows: list[tuple[Value, ...]] = [("key", links.entities, links.singletons, *[""] * (len(COUNTS) + 1))]
        rows += [(*one[:7], one.blanc) for one in links.systems]
        first = sheet("", ("System", "Entities", "Singletons", *COUNTS, "BLANC"), rows)
        result = links.result
        return Report(headline(result), (first, *map(_pairs, links.systems)), (), result.signature, title="Links")

    def data() -> dict[str, object]:
        systems = []
        for one in links.systems:
            pairs = [{"response": place[0], "key": place[1], "count": count} for place, count in one.pairs.items()]
            systems.append(one._asdict() | {"pairs": pairs})
        key = {"entities": links.entities, "singletons": links.singletons}
        return {"signature": links.result.signature, "key": key, "systems": systems}

    return View(report, data)


def _pairs(one: Confusion) -> Sheet:
    rows: list[tuple[Value, ...]] = []
    for response in KINDS:
        counts = {key: one.pairs[response, key] for key in KINDS if (response, key) in one.pairs}
        rows.append((response, *(counts.get(key, "") for key in KINDS), sum(counts.values())))
    sums = [sum(one.pairs.get((response, key), 0) for response in KINDS) for key in KINDS]
    rows.append(("all", *sums, sum(sums)))
    return sheet(f"{one.name}, pairs of mentions", ("", *(f"{key} in the key" for key in KINDS), "all"), rows)
