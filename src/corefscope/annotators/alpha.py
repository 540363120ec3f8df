"""Krippendorff's α for coreference: the value of a mention is its entity as a set of mentions.

Observed and expected disagreement are sums over pairs of annotators and of entities that share mentions, so they need
time linear in mentions, and they add over documents.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import combinations
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from corefscope.arrays import distinct
from corefscope.model import Floats, Integers


class Annotation(NamedTuple):
    """One annotator's mentions: the item of each (equal for matched mentions), its entity and unit."""

    item: Integers
    entity: Integers
    unit: Integers


def alpha(observed: float, expected: float) -> float | None:
    """Return 1 – observed / expected; None if all values are the same set, so that no disagreement is possible."""
    return 1 - observed / expected if expected > 0 else None


def _monotonicity(one: Integers, two: Integers, both: Integers) -> Floats:
    """1 for the same set, 2/3 for a subset, 1/3 for an overlap, 0 otherwise (Passonneau 2004)."""
    same, held = (one == both) & (two == both), (one == both) | (two == both)
    return np.select([both == 0, same, held], [0.0, 1.0, 2 / 3], 1 / 3)


# Each takes the sizes of two sets and of their intersection, and is 0 for equal and 1 for disjoint sets.
DISTANCES: Mapping[str, Callable[[Integers, Integers, Integers], Floats]] = {
    # Jaccard similarity times monotonicity (Passonneau 2006)
    "masi": lambda one, two, both: 1 - _monotonicity(one, two, both) * both / (one + two - both),
    # the share of the union that is in one set only
    "jaccard": lambda one, two, both: 1 - both / (one + two - both),
    # the share of the summed sizes that is in one set only (as in Artstein & Poesio 2008)
    "dice": lambda one, two, both: 1 - 2 * both / (one + two),
    "passonneau": lambda one, two, both: 1 - _monotonicity(one, two, both),
    "nominal": lambda one, two, both: np.where((one == both) & (two == both), 0.0, 1.0),
}


def _annotators(annotations: Sequence[Annotation]) -> Integers:
    """Count the annotators of each item."""
    items = 1 + max((int(each.item.max(initial=-1)) for each in annotations), default=-1)
    return sum((np.bincount(each.item, minlength=items) for each in annotations), np.zeros(items, np.int64))


def counted(annotations: Sequence[Annotation]) -> list[NDArray[np.bool_]]:
    """Mark the mentions that count: those of at least two annotators."""
    coders = _annotators(annotations)
    return [coders[each.item] > 1 for each in annotations]


def disagreements(annotations: Sequence[Annotation], units: int) -> dict[str, tuple[Floats, Floats]]:
    """Compute observed and expected disagreement under each of DISTANCES, without mentions of a single annotator.

    Both are per unit, times its number of values; α is 1 – the quotient of their sums.
    """
    marked = zip(annotations, counted(annotations), strict=True)
    kept = [Annotation(*(column[rows] for column in each)) for each, rows in marked]
    coders = _annotators(kept)
    size = [np.bincount(each.entity, minlength=1) for each in kept]
    values = sum((np.bincount(each.unit, minlength=units) for each in kept), np.zeros(units, np.int64))
    # All ordered pairs of values except those in the same entity of one annotator; corrected below.
    pairs = values.astype(float) ** 2
    for each, sizes in zip(kept, size, strict=True):
        pairs -= np.bincount(each.unit, sizes[each.entity], minlength=units)
    observed = {name: np.zeros(units) for name in DISTANCES}
    expected = {name: pairs.copy() for name in DISTANCES}
    for one, two in combinations(range(len(kept)), 2):
        # Cells are pairs of entities of the two that share mentions.
        items, rows, others = np.intersect1d(kept[one].item, kept[two].item, assume_unique=True, return_indices=True)
        width = int(kept[two].entity.max(initial=0)) + 1
        code = kept[one].entity[rows] * width + kept[two].entity[others]
        first, cell = distinct(code)
        shared = np.bincount(cell)
        weight = np.bincount(cell, 1 / (coders[items] - 1), minlength=len(first)).astype(float)
        mine, theirs = size[one][code[first] // width], size[two][code[first] % width]
        unit = kept[one].unit[rows][first]
        for name, distance in DISTANCES.items():
            difference = distance(mine, theirs, shared)
            observed[name] += np.bincount(unit, 2 * weight * difference, minlength=units)
            expected[name] -= np.bincount(unit, 2 * mine * theirs * (1 - difference), minlength=units)
    rest = np.maximum(values - 1, 1)
    # Differences of equal sums are rounding errors.
    tiny = 1e-12 * values.astype(float) ** 2
    return {name: (observed[name], np.where(expected[name] > tiny, expected[name], 0.0) / rest) for name in DISTANCES}
