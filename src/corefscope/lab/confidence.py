"""Confidence: scores over the threshold from which scored links count, and how well the scores are calibrated.

Mentions are matched once. Links are added from the surest to the least sure, entities joined as they come, and all
thresholds counted from that.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from corefscope.alignment.mentions import Alignment
from corefscope.basics.arguments import path, text
from corefscope.basics.escaping import shown
from corefscope.lab.scored_links import LinkedDocument, read_links
from corefscope.metrics import AnyMetrics, Score
from corefscope.metrics import metrics as parse_metrics
from corefscope.model import Floats, Integers
from corefscope.problems import SettingsError
from corefscope.scoring.inputs import Input
from corefscope.scoring.pipeline import score
from corefscope.scoring.result import Result
from corefscope.scoring.states import State, check_countable, counted_states, without_alone
from corefscope.scoring.totals import scores_of
from corefscope.settings import Settings

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from corefscope.basics.keywords import SettingsKeywords

USUAL = ("muc", "b3", "ceafe", "conll")
MOST = 1000  # thresholds
TENTHS = 10


@dataclass(frozen=True)
class Point:
    """The scores with all links of this score and above."""

    threshold: float
    links: int
    scores: Mapping[str, Score]


@dataclass(frozen=True)
class Bin:
    """Links of similar scores: how many, their mean score, and the share of them that is right."""

    low: float
    high: float
    links: int
    score: float
    right: float


@dataclass(frozen=True)
class Calibration:
    """How far scores are the probabilities that links are right; both errors are 0 at best."""

    bins: tuple[Bin, ...]
    expected_error: float  # the mean distance of score and share over the bins, weighted by links (ECE)
    brier: float  # the mean squared distance of a link's score from 1 if it is right, from 0 if not


@dataclass(frozen=True)
class Confidence:
    """The curve of one response, from the highest threshold to the lowest."""

    result: Result
    points: tuple[Point, ...]
    right_links: int
    average_precision: float  # of links, in the order of their scores
    calibration: Calibration | None  # None where scores are not between 0 and 1

    def best(self, metric: str) -> Point:
        """The point of the highest F1; of several, the one with the highest threshold."""
        return max(self.points, key=lambda point: point.scores[metric].f1)

    def area(self, metric: str) -> float:
        """The area under F1 over the share of links that count: the mean F1 while links are added one by one."""
        x = np.array([0, *(point.links for point in self.points)], float)
        y = np.array([point.scores[metric].f1 for point in self.points])
        return float((np.diff(x) * y).sum() / x[-1]) if x[-1] else 0.0

    def as_object(self) -> dict[str, Any]:
        names = [metric.name for metric in self.result.metrics]
        return {
            "signature": self.result.signature,
            "links": self.points[-1].links if self.points else 0,
            "right_links": self.right_links,
            "average_precision": self.average_precision,
            "best": {
                name: {"threshold": self.best(name).threshold, "f1": self.best(name).scores[name].f1} for name in names
            },
            "area": {name: self.area(name) for name in names},
            "points": [
                {
                    "threshold": point.threshold,
                    "links": point.links,
                    "scores": {name: one.numbers for name, one in point.scores.items()},
                }
                for point in self.points
            ],
            "calibration": None if self.calibration is None else asdict(self.calibration),
        }


def confidence(
    key: Input,
    response: str | os.PathLike[str] | Iterable[Mapping[str, Any]],
    metrics: AnyMetrics = USUAL,
    thresholds: int = 100,
    name: str | None = None,
    settings: Settings | None = None,
    **options: Unpack[SettingsKeywords],
) -> Confidence:
    """Score a response of scored links over the threshold; at most so many thresholds, quantiles of the scores.

    >>> key = [{"doc_key": "a", "clusters": [[[0, 0], [2, 2]], [[4, 4]]]}]
    >>> found = confidence(key, [{"doc_key": "a", "links": [[[2, 2], [0, 0], 0.9], [[4, 4], [2, 2], 0.2]]}], "muc")
    >>> [(point.threshold, point.scores["muc"].precision) for point in found.points]
    [(0.9, 1.0), (0.2, 0.5)]
    >>> found.best("muc").threshold
    0.9
    """
    if isinstance(thresholds, bool) or not isinstance(thresholds, int) or not 1 <= thresholds <= MOST:
        raise SettingsError("wrong-value", f"the number of thresholds is a whole number from 1 to {MOST}")
    wanted = tuple(parse_metrics(metrics))
    check_countable(wanted, "over thresholds")
    chosen = Settings.of(settings, None, options)
    if chosen.scope != "document":
        raise SettingsError("conflicting-options", "links are within documents", hint="leave --scope out")
    for setting, usual in (("window", None), ("split", "drop")):
        if getattr(chosen, setting) != usual:
            fact = f"links and --{setting} {getattr(chosen, setting)} cannot be combined"
            raise SettingsError("conflicting-options", fact, hint="give one of them")
    if isinstance(response, str | os.PathLike):
        response = path(response, "response")
    elif not isinstance(response, Iterable):
        raise SettingsError("wrong-type", f"response should be a path or records, not {shown(response)}")
    linked = read_links(response)
    called = os.path.basename(response) if isinstance(response, str) else "response"
    called = called if name is None else text(name, "name")
    # Mentions alone in their entities are dropped when all links are known, not before.
    kept = {"singletons": "keep"} if chosen.singletons == "drop" else {}
    result = score(key, [each.document() for each in linked], metrics=wanted, names=[called],
                   settings=Settings.of(chosen, None, kept))  # fmt: skip
    links = _Links.of(result, linked)
    drop = chosen.singletons == "drop"
    bounds = links.thresholds(thresholds)
    units = links.alignment.units
    counted = counted_states(links.alignment, links.states(bounds, drop), wanted)
    points = [
        Point(float(bound), int((links.score >= bound).sum()), scores_of(tallies, wanted, chosen.average, units))
        for bound, tallies in zip(bounds.tolist(), counted, strict=True)
    ]
    right = links.right()
    result = Result(chosen, wanted, result.key, result.documents, result.systems)
    calibration = _calibration(links.score, right)
    return Confidence(result, tuple(points), int(right.sum()), _average_precision(links.score, right), calibration)


@dataclass(frozen=True)
class _Links:
    """All links as rows of the alignment of a result in which every mention is alone."""

    alignment: Alignment
    one: Integers
    two: Integers
    score: Floats
    given: Integers  # rows that are there without a link

    @staticmethod
    def of(result: Result, linked: Sequence[LinkedDocument]) -> _Links:
        evidence = result.system.evidence
        if evidence is None:
            raise SettingsError("not-saved", "saved results do not keep mentions", hint="score the files again")
        response, alignment = evidence.matched_response, evidence.alignment
        numbers = {name: number for number, name in enumerate(response.names)}
        row_of = np.full(response.mention_count + 1, -1, np.int64)
        there = np.flatnonzero(alignment.response_row >= 0)
        row_of[alignment.response_row[there]] = there
        places = {
            key: int(row_of[row])
            for row, key in enumerate(
                zip(response.document.tolist(), response.start.tolist(), response.end.tolist(), strict=True)
            )
        }
        found: list[tuple[int, int, float]] = []
        given: list[int] = []
        for each in linked:
            document = numbers.get(each.name, -1)
            rows = [places.get((document, *span), -1) for span in each.mentions]
            found += [(rows[one], rows[two], value) for one, two, value in each.links if min(rows[one], rows[two]) >= 0]
            given += [rows[mention] for mention in each.given if rows[mention] >= 0]
        one, two, value = (np.array(column) for column in zip(*found, strict=True)) if found else (np.zeros(0),) * 3
        return _Links(
            alignment, one.astype(np.int64), two.astype(np.int64), value.astype(float), np.array(given, np.int64)
        )

    def thresholds(self, most: int) -> Floats:
        """The scores that links have, from the highest; of many, quantiles of the links and the lowest."""
        values = np.unique(self.score)[::-1]
        if len(values) > most:
            in_order = np.sort(self.score)[::-1]
            places = np.ceil(np.arange(1, most + 1) / most * len(in_order)).astype(int) - 1
            values = np.unique(in_order[places])[::-1]
        return values

    def right(self) -> Integers:
        """Whether each link joins two mentions of one key entity."""
        entity = self.alignment.key_entity
        right = (entity[self.one] == entity[self.two]) & (entity[self.one] >= 0)
        return np.asarray(right, np.int64)

    def states(self, bounds: Floats, drop: bool) -> Iterator[State]:
        """The alignment at each threshold; only units that get links are counted anew."""
        alignment = self.alignment
        order = np.argsort(-self.score, kind="stable")
        ends = np.searchsorted(-self.score[order], -bounds, side="right")
        label = np.arange(len(alignment.unit))
        members: dict[int, list[int]] = {}
        there = np.zeros(len(alignment.unit), bool)
        there[self.given] = True
        first = 0
        for end in ends.tolist():
            added = order[first:end]
            for one, two in zip(self.one[added].tolist(), self.two[added].tolist(), strict=True):
                small, large = sorted((int(label[one]), int(label[two])), key=lambda each: len(members.get(each, (0,))))
                if small != large:
                    moved = members.pop(small, [small])
                    label[moved] = large
                    members.setdefault(large, [large]).extend(moved)
            there[self.one[added]] = there[self.two[added]] = True
            touched = np.zeros(alignment.units, bool)
            touched[alignment.unit[self.one[added]]] = True
            if first == 0:
                touched[:] = True
            first = end
            rows = np.flatnonzero(touched[alignment.unit] & (there | (alignment.key_entity >= 0)))
            key, response = alignment.key_entity[rows], np.where(there[rows], label[rows], -1)
            if drop:
                key, response = without_alone(key), without_alone(response)
            kept = (key >= 0) | (response >= 0)
            yield State(rows[kept], key[kept], response[kept], np.flatnonzero(touched))


def _average_precision(score: Floats, right: Integers) -> float:
    """The mean, over right links, of the share of right ones among the links that are at least as sure."""
    values, place, count = np.unique(-score, return_inverse=True, return_counts=True)
    hits = np.bincount(place.reshape(-1), right, minlength=len(values))
    precision = np.cumsum(hits) / np.maximum(np.cumsum(count), 1)
    return float((hits * precision).sum() / hits.sum()) if hits.sum() else 0.0


def _calibration(score: Floats, right: Integers) -> Calibration | None:
    if not len(score) or score.min() < 0 or score.max() > 1:
        return None
    place = np.minimum((score * TENTHS).astype(np.int64), TENTHS - 1)
    bins = []
    for number in range(TENTHS):
        chosen = place == number
        links = int(chosen.sum())
        if links:
            shares = (float(score[chosen].mean()), float(right[chosen].mean()))
            bins.append(Bin(number / TENTHS, (number + 1) / TENTHS, links, *shares))
    error = sum(each.links * abs(each.score - each.right) for each in bins) / len(score)
    return Calibration(tuple(bins), error, float(((score - right) ** 2).mean()))
