"""Corrections for making many comparisons at once: of many true nulls, some look false by luck."""

from __future__ import annotations

import numpy as np

from corefscope.model import Floats
from corefscope.statistics.plan import CORRECTIONS


def holm(p: Floats) -> Floats:
    """The chance of even one false finding in the family stays below alpha (Holm 1979).

    >>> holm(np.array([0.01, 0.04, 0.03])).tolist()
    [0.03, 0.06, 0.06]
    """
    order = np.argsort(p, kind="stable")
    return _restored(np.maximum.accumulate(p[order] * np.arange(len(p), 0, -1)), order)


def benjamini_hochberg(p: Floats) -> Floats:
    """The expected share of false findings among all findings stays below alpha (Benjamini & Hochberg 1995).

    >>> benjamini_hochberg(np.array([0.01, 0.04, 0.03])).tolist()
    [0.03, 0.04, 0.04]
    """
    order = np.argsort(p, kind="stable")
    scaled = p[order] * len(p) / np.arange(1, len(p) + 1)
    return _restored(np.minimum.accumulate(scaled[::-1])[::-1], order)


def none(p: Floats) -> Floats:
    """Each comparison for itself: right only if it was the only one planned."""
    return p.copy()


def _restored(sorted_values: Floats, order: np.ndarray) -> Floats:
    values = np.empty_like(sorted_values)
    values[order] = np.minimum(sorted_values, 1.0)
    return values


def smallest_possible(p: Floats, smallest: Floats, correction: str, alpha: float) -> Floats:
    """The smallest corrected p that each comparison could have had, given the p of all the others.

    Where even that is not below alpha, no data could have shown a difference: too few documents or trials.
    """
    correct = CORRECTIONS[correction].load()
    best = np.minimum(smallest * len(p), 1.0)
    for place in np.flatnonzero(best >= alpha):
        with_it = p.copy()
        with_it[place] = smallest[place]
        best[place] = correct(with_it)[place]
    return best
