"""Scores: quotients of summed counts, of one total or of many at once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from corefscope.metrics.tally import Totals

Floats = NDArray[np.float64]
FIELDS = ("recall", "precision", "f1")


@dataclass(frozen=True)
class Score:
    """Recall, precision and F1 as fractions of 1, with the counts behind them.

    A quotient with denominator 0 is reported as 0, as the official scorer does, and named in `undefined`.
    F1 is undefined only if recall and precision both are. A mean of F1, such as `conll`, has neither recall nor
    precision: they are None.
    """

    recall: float | None
    precision: float | None
    f1: float
    counts: Totals = field(default_factory=dict)
    undefined: tuple[str, ...] = ()
    parts: Mapping[str, Score] = field(default_factory=dict)

    @staticmethod
    def all_equal(value: float, counts: Totals, defined: bool = True) -> Score:
        """The score of a metric that is one number, reported as recall, precision and F1 alike."""
        return Score(value, value, value, counts, () if defined else FIELDS)

    @property
    def numbers(self) -> dict[str, float]:
        """Recall, precision and F1 by name, those that it has."""
        values = zip(FIELDS, (self.recall, self.precision, self.f1), strict=True)
        return {name: value for name, value in values if value is not None}


def mean_score(scores: Sequence[Score]) -> Score:
    """The mean of the F1 of several metrics; undefined only if all of them are."""
    undefined = ("f1",) if all("f1" in score.undefined for score in scores) else ()
    return Score(None, None, sum(score.f1 for score in scores) / len(scores), undefined=undefined)


def f_measure(recall: float, precision: float, beta: float = 1.0) -> float:
    """The F-measure; `beta` above 1 favours recall, below 1 precision (van Rijsbergen 1979).

    >>> f_measure(0.5, 1.0), f_measure(0.5, 1.0, beta=2)
    (0.6666666666666666, 0.5555555555555556)
    """
    if beta == 1:
        return 2 * recall * precision / (recall + precision) if recall + precision else 0.0
    share = _share_of_precision(beta)
    weighed = share * precision + (1 - share) * recall
    return recall * precision / weighed if weighed else 0.0


def _share_of_precision(beta: float) -> float:
    """β²/(1+β²), its share in the denominator; written so that no β overflows."""
    return 1 / (1 + (1 / beta) ** 2) if beta > 1 else beta * beta / (1 + beta * beta)


def quotients(counts: Totals, beta: float = 1.0) -> Score:
    """Recall, precision and F1 of two numerators and denominators.

    >>> score = quotients({"recall_num": 2, "recall_den": 5, "precision_num": 0, "precision_den": 0})
    >>> score.recall, score.precision, score.undefined
    (0.4, 0.0, ('precision',))
    """
    undefined = [side for side in ("recall", "precision") if not counts[f"{side}_den"]]
    recall, precision = (
        counts[f"{side}_num"] / counts[f"{side}_den"] if counts[f"{side}_den"] else 0.0
        for side in ("recall", "precision")
    )
    if len(undefined) == 2:
        undefined.append("f1")
    return Score(recall, precision, f_measure(recall, precision, beta), counts, tuple(undefined))


class Values(NamedTuple):
    """Recall, precision and F1 of many totals at once, such as those of the trials of a test."""

    recall: Floats
    precision: Floats
    f1: Floats


def quotient(numerator: Floats, denominator: Floats) -> Floats:
    """Divide elementwise; 0 where the denominator is 0.

    >>> quotient(np.array([1.0, 0.0]), np.array([4.0, 0.0]))
    array([0.25, 0.  ])
    """
    if denominator.all():
        return numerator / denominator
    zero = denominator == 0
    return np.where(zero, 0.0, numerator / np.where(zero, 1.0, denominator))


def f_measures(recall: Floats, precision: Floats, beta: float = 1.0) -> Floats:
    """`f_measure` of many recalls and precisions."""
    if beta == 1:
        return quotient(2 * recall * precision, recall + precision)
    share = _share_of_precision(beta)
    return quotient(recall * precision, share * precision + (1 - share) * recall)


def quotient_columns(columns: Mapping[str, Floats], beta: float = 1.0) -> Values:
    """`quotients` of many totals."""
    recall, precision = (quotient(columns[f"{side}_num"], columns[f"{side}_den"]) for side in ("recall", "precision"))
    return Values(recall, precision, f_measures(recall, precision, beta))
