"""Right and wrong links of both kinds, and entities and singletons: what a system does too much of.

Recasens & Hovy (2011), Tables 5, 9 and 15, on predicted mentions too.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from corefscope.model import Corpus
from corefscope.reporting.report import Report, Sheet, Value, View, sheet
from corefscope.reporting.views.scores import headline
from corefscope.scoring.inputs import Input
from corefscope.scoring.result import Result, System
from corefscope.scoring.score import score
from corefscope.settings import Settings

# What a side says of two mentions; absent if it does not have both of them.
COREFERENT, SEPARATE, ABSENT = "coreferent", "apart", "absent"
SHARED = "blanc(mentions=shared)"


class Confusion(NamedTuple):
    """Pairs of mentions by what the response says of them and what the key says, and the response's entities."""

    system: str
    entities: int
    singletons: int
    pairs: dict[tuple[str, str], int]  # (response, key)
    blanc: float

    @property
    def right_and_wrong(self) -> dict[str, int]:
        """Recasens & Hovy's rc, wc, rn and wn: the response's links, right or wrong, of either kind."""
        return {
            "rc": self.pairs[COREFERENT, COREFERENT],
            "wc": self.pairs[COREFERENT, SEPARATE] + self.pairs[COREFERENT, ABSENT],
            "rn": self.pairs[SEPARATE, SEPARATE],
            "wn": self.pairs[SEPARATE, COREFERENT] + self.pairs[SEPARATE, ABSENT],
        }


class Links(NamedTuple):
    """The confusion of each system, and the key's entities."""

    result: Result
    entities: int
    singletons: int
    systems: tuple[Confusion, ...]


def links(key: Input, *responses: Input, settings: Settings | None = None) -> Links:
    """Count the links of each response against the key's.

    >>> links([["a", "b", "c"], ["d"]], [["a", "b"], ["c", "d"]]).systems[0].right_and_wrong
    {'rc': 1, 'wc': 1, 'rn': 2, 'wn': 2}
    """
    result = score(key, *responses, metrics=["blanc", SHARED], settings=settings)
    evidence = result.systems[0].evidence
    entities, singletons = _entities(evidence.key if evidence else None)
    return Links(result, entities, singletons, tuple(_confusion(system) for system in result.systems))


def _confusion(system: System) -> Confusion:
    every, shared = (system.tallies[name].total() for name in ("blanc", SHARED))
    pairs = {
        (COREFERENT, COREFERENT): every["coreference_both"],
        (COREFERENT, SEPARATE): shared["coreference_response"] - every["coreference_both"],
        (COREFERENT, ABSENT): every["coreference_response"] - shared["coreference_response"],
        (SEPARATE, COREFERENT): shared["coreference_key"] - every["coreference_both"],
        (SEPARATE, SEPARATE): every["non_coreference_both"],
        (SEPARATE, ABSENT): every["non_coreference_response"] - shared["non_coreference_response"],
        (ABSENT, COREFERENT): every["coreference_key"] - shared["coreference_key"],
        (ABSENT, SEPARATE): every["non_coreference_key"] - shared["non_coreference_key"],
    }
    sizes = _entities(system.evidence.response if system.evidence else None)
    counts = {place: int(count) for place, count in pairs.items()}
    return Confusion(system.name, *sizes, counts, system.scores["blanc"].f1)


def _entities(corpus: Corpus | None) -> tuple[int, int]:
    if corpus is None:
        return 0, 0
    size = np.bincount(corpus.entity, minlength=corpus.entity_count)
    return int((size > 0).sum()), int((size == 1).sum())


def view(links: Links) -> View:
    """One row a system, then a table of pairs for each."""

    def report() -> Report:
        counts = ("rc", "wc", "rn", "wn")
        rows: list[tuple[Value, ...]] = [("key", links.entities, links.singletons, *[""] * (len(counts) + 1))]
        for one in links.systems:
            rows.append((one.system, one.entities, one.singletons, *one.right_and_wrong.values(), one.blanc))
        first = sheet("", ("System", "Entities", "Singletons", *counts, "BLANC"), rows)
        result = links.result
        return Report(headline(result), (first, *map(_pairs, links.systems)), (), result.signature, title="Links")

    return View(report, data=lambda: _data(links))


def _pairs(one: Confusion) -> Sheet:
    kinds = (COREFERENT, SEPARATE, ABSENT)
    rows: list[tuple[Value, ...]] = []
    for response in kinds:
        counts = {key: one.pairs[response, key] for key in kinds if (response, key) in one.pairs}
        rows.append((response, *(counts.get(key, "") for key in kinds), sum(counts.values())))
    sums = [sum(one.pairs.get((response, key), 0) for response in kinds) for key in kinds]
    rows.append(("all", *sums, sum(sums)))
    return sheet(f"{one.system}, pairs of mentions", ("", *(f"{key} in the key" for key in kinds), "all"), rows)


def _data(links: Links) -> dict[str, Any]:
    systems = [
        {
            "name": one.system,
            "entities": one.entities,
            "singletons": one.singletons,
            **one.right_and_wrong,
            "pairs": [
                {"response": response, "key": key, "count": count} for (response, key), count in one.pairs.items()
            ],
            "blanc": one.blanc,
        }
        for one in links.systems
    ]
    key = {"entities": links.entities, "singletons": links.singletons}
    return {"signature": links.result.signature, "key": key, "systems": systems}
