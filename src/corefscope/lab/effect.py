"""The mention identification effect (Moosavi & Strube 2016, Table 1), on anyone's own data.

Wrong links are taken out of a response, or put in, in ways that leave its right links as they are. A metric whose
recall moves all the same, or whose precision moves the other way, rewards the finding of mentions instead.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from corefscope.alignment.mentions import Alignment
from corefscope.lab.counting import alignment_of, scores
from corefscope.metrics import DEFAULT, AnyMetrics, Score
from corefscope.model import Integers
from corefscope.scoring.inputs import Input
from corefscope.scoring.pipeline import score
from corefscope.scoring.result import Result
from corefscope.settings import Settings

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from corefscope.basics.keywords import SettingsKeywords

FIELDS = ("recall", "precision", "f1")
SAME = 1e-9


@dataclass(frozen=True)
class Row:
    """One version of the response: what was done to it, its scores, and which of them moved the wrong way."""

    name: str
    change: str
    mentions: int
    entities: int
    scores: dict[str, Score]
    wrong: frozenset[tuple[str, str]] = frozenset()  # (metric, field)


@dataclass(frozen=True)
class Effect:
    """The base response, its changed versions and the boundary rows."""

    result: Result
    rows: tuple[Row, ...]

    def as_object(self) -> dict[str, Any]:
        return {
            "signature": self.result.signature,
            "rows": [
                {
                    "name": row.name,
                    "change": row.change,
                    "mentions": row.mentions,
                    "entities": row.entities,
                    "scores": {
                        name: one.numbers
                        | {"undefined": list(one.undefined)}
                        | {"wrong_way": [field for field in FIELDS if (name, field) in row.wrong]}
                        for name, one in row.scores.items()
                    },
                }
                for row in self.rows
            ],
        }


def effect(
    key: Input,
    response: Input,
    metrics: AnyMetrics = DEFAULT,
    settings: Settings | None = None,
    **options: Unpack[SettingsKeywords],
) -> Effect:
    """Scores the response as it is, more precise, less precise in two ways, and at its two boundaries.

    >>> rows = effect([["a", "b"], ["c", "d"]], [["a", "b", "c"]], ["muc", "b3"]).rows
    >>> [(row.name, sorted(row.wrong)) for row in rows[:2]]
    [('base', []), ('more precise', [('b3', 'recall')])]
    """
    result = score(key, response, metrics=metrics, settings=settings, **options)
    alignment = alignment_of(result)
    rows: list[Row] = []
    for name, (change, judged) in VARIANTS.items():
        changed, said = change(alignment)
        found = scores(changed, result.metrics)
        there = changed.response_entity[changed.response_entity >= 0]
        wrong = _wrong(judged, rows[0].scores, found) if rows else frozenset()
        rows.append(Row(name, said, len(there), len(np.unique(there)), found, wrong))
    return Effect(result, tuple(rows))


def _wrong(judged: str, base: dict[str, Score], found: dict[str, Score]) -> frozenset[tuple[str, str]]:
    """What moved against expectation; finding mentions is what `mentions` measures, so it is not judged."""
    wrong = set()
    for name, one in found.items():
        if name.split("(")[0] == "mentions":
            continue
        moved = {field: value - base[name].numbers[field] for field, value in one.numbers.items()}
        if judged in ("better", "worse"):
            bad = {field: -amount if judged == "better" else amount for field, amount in moved.items()}
            bad["recall"] = abs(moved.get("recall", 0.0))
        else:
            bad = {"f1": moved["f1"]}
        wrong |= {(name, field) for field, amount in bad.items() if amount > SAME}
    return frozenset(wrong)


def _base(alignment: Alignment) -> tuple[Alignment, str]:
    return alignment, "the response as it is"


def more_precise(alignment: Alignment) -> tuple[Alignment, str]:
    """Without the incorrectly resolved mentions: coreferent in the key, linked in the response, never rightly.

    The others of their entities stay, alone if need be, as the paper's own numbers imply. Only a singleton of the
    key that would be left alone goes too, because it would become a right entity and raise recall with reason.
    """
    wrong = _incorrectly_resolved(alignment)
    response = np.where(wrong, -1, alignment.response_entity)
    left = _sizes(response, alignment.response_entity_unit)
    before = _sizes(alignment.response_entity, alignment.response_entity_unit)
    alone = (left[response] == 1) & (before[response] > 1) & (response >= 0)
    unearned = alone & (_sizes(alignment.key_entity, alignment.key_entity_unit)[alignment.key_entity] == 1)
    response = np.where(unearned & (alignment.key_entity >= 0), -1, response)
    removed = int(((alignment.response_entity >= 0) & (response < 0)).sum())
    return _cleaned(alignment, response), f"{removed} mentions without one right link removed"


def _incorrectly_resolved(alignment: Alignment) -> np.ndarray:
    both = (alignment.key_entity >= 0) & (alignment.response_entity >= 0)
    width = len(alignment.response_entity_unit)
    code = np.where(both, alignment.key_entity * width + alignment.response_entity, -1)
    _, place, shared = np.unique(code, return_inverse=True, return_counts=True)
    key = _sizes(alignment.key_entity, alignment.key_entity_unit)[alignment.key_entity]
    response = _sizes(alignment.response_entity, alignment.response_entity_unit)[alignment.response_entity]
    return np.asarray(both & (shared[place.reshape(-1)] == 1) & (key > 1) & (response > 1))


def _sizes(entity: Integers, unit: Integers) -> Integers:
    """Mentions of each entity; at the end a 0, for those that are in none (-1)."""
    return np.append(np.bincount(entity[entity >= 0], minlength=len(unit)), 0)


def less_precise_a(alignment: Alignment) -> tuple[Alignment, str]:
    """With wrong entities of two: mentions that the response missed, paired with others that do not corefer.

    As many pairs as possible: each time, one mention of each of the two key entities with most left.
    """
    added: list[tuple[int, ...]] = []
    for missing in _missing(alignment):
        while len(missing) > 1:
            missing.sort(key=len, reverse=True)
            added.append((missing[0].pop(0), missing[1].pop(0)))
            missing = [rows for rows in missing if rows]
    return _with_entities(alignment, added)


def less_precise_b(alignment: Alignment) -> tuple[Alignment, str]:
    """With few large wrong entities: a missed mention with all missed ones that corefer neither with it nor each other.

    The paper asks only that they do not corefer with the first; its MUC recall, which stays the same, asks the rest.
    """
    added: list[tuple[int, ...]] = []
    for missing in _missing(alignment):
        while len(missing) > 1:
            added.append(tuple(rows.pop(0) for rows in missing))
            missing = [rows for rows in missing if rows]
    return _with_entities(alignment, added)


def _missing(alignment: Alignment) -> list[list[list[int]]]:
    """By unit and key entity, the mentions of the key that the response lacks, in the order of the key."""
    units: dict[int, dict[int, list[int]]] = {}
    for row in np.flatnonzero((alignment.key_entity >= 0) & (alignment.response_entity < 0)).tolist():
        entities = units.setdefault(int(alignment.unit[row]), {})
        entities.setdefault(int(alignment.key_entity[row]), []).append(row)
    return [list(units[unit].values()) for unit in sorted(units)]


def _with_entities(alignment: Alignment, added: Sequence[Sequence[int]]) -> tuple[Alignment, str]:
    response = alignment.response_entity.copy()
    first = len(alignment.response_entity_unit)
    for number, rows in enumerate(added):
        response[list(rows)] = first + number
    units = [int(alignment.unit[rows[0]]) for rows in added]
    joined = np.concatenate([alignment.response_entity_unit, np.array(units, np.int64)])
    mentions = sum(map(len, added))
    said = f"{len(added)} wrong entities of {mentions} missed mentions added"
    return replace(alignment, response_entity=response, response_entity_unit=joined), said


def all_singletons(alignment: Alignment) -> tuple[Alignment, str]:
    there = alignment.response_entity >= 0
    response = np.full(len(there), -1, np.int64)
    response[there] = np.arange(int(there.sum()))
    changed = replace(alignment, response_entity=response, response_entity_unit=alignment.unit[there])
    return changed, "every mention of the response alone"


def one_entity(alignment: Alignment) -> tuple[Alignment, str]:
    there = alignment.response_entity >= 0
    units, place = np.unique(alignment.unit[there], return_inverse=True)
    response = np.full(len(there), -1, np.int64)
    response[there] = place.reshape(-1)
    changed = replace(alignment, response_entity=response, response_entity_unit=units)
    return changed, "all mentions of the response in one entity per document"


def _cleaned(alignment: Alignment, response: Integers) -> Alignment:
    """Rows that are left on no side disappear."""
    return replace(alignment, response_entity=response).keep((alignment.key_entity >= 0) | (response >= 0))


# Each version, and how its scores are judged: it is `better` or `worse` than the base with the same right links,
# or a `boundary`, which decides nothing and should not score above the base.
VARIANTS: dict[str, tuple[Callable[[Alignment], tuple[Alignment, str]], str]] = {
    "base": (_base, "base"),
    "more precise": (more_precise, "better"),
    "less precise a": (less_precise_a, "worse"),
    "less precise b": (less_precise_b, "worse"),
    "singletons": (all_singletons, "boundary"),
    "one entity": (one_entity, "boundary"),
}
