"""How far metrics rank systems alike: Kendall's τ between metrics, and the pairs of systems they disagree about.

“The agreement between all these metrics is relatively low” (Moosavi & Strube 2016, §1, after Holen 2013).
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from corefscope.metrics import DEFAULT, AnyMetrics
from corefscope.problems import SettingsError, UnknownName
from corefscope.scoring.inputs import Input
from corefscope.scoring.pipeline import score
from corefscope.scoring.result import Result
from corefscope.settings import Settings

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from corefscope.basics.keywords import SettingsKeywords

FIELDS = ("f1", "recall", "precision")
EQUAL = 1e-12


@dataclass(frozen=True)
class Agreement:
    """Each metric's scores and ranks of the systems, and τ between every two metrics."""

    result: Result
    by: str
    metrics: tuple[str, ...]
    values: dict[str, tuple[float, ...]]  # by metric, in the order of the systems
    tau: dict[tuple[str, str], float | None]  # None where a metric ranks all systems alike

    @property
    def systems(self) -> tuple[str, ...]:
        return tuple(system.name for system in self.result.systems)

    def ranks(self, metric: str) -> list[int]:
        """Rank the systems, 1 for the highest; those of one score share the better rank."""
        values = self.values[metric]
        return [1 + sum(other > value + EQUAL for other in values) for value in values]

    def mean(self, metric: str) -> float | None:
        """Return the mean τ of a metric with the others."""
        found = (self.tau[metric, other] for other in self.metrics if other != metric)
        defined = [value for value in found if value is not None]
        return sum(defined) / len(defined) if defined else None

    def disputed(self) -> list[tuple[str, str, list[str], list[str]]]:
        """Return pairs of systems with the metrics that prefer the one and those that prefer the other."""
        out = []
        for one, two in itertools.combinations(range(len(self.systems)), 2):
            first = [name for name in self.metrics if self.values[name][one] > self.values[name][two] + EQUAL]
            second = [name for name in self.metrics if self.values[name][two] > self.values[name][one] + EQUAL]
            if first and second:
                out.append((self.systems[one], self.systems[two], first, second))
        return out

    def as_object(self) -> dict[str, Any]:
        return {
            "signature": self.result.signature,
            "by": self.by,
            "systems": list(self.systems),
            "values": {name: list(values) for name, values in self.values.items()},
            "ranks": {name: self.ranks(name) for name in self.metrics},
            "tau": {one: {two: self.tau[one, two] for two in self.metrics} for one in self.metrics},
            "mean_tau": {name: self.mean(name) for name in self.metrics},
            "disputed": [
                {"systems": [one, two], "for_first": first, "for_second": second}
                for one, two, first, second in self.disputed()
            ],
        }


def agreement(
    key: Input,
    *systems: Input,
    metrics: AnyMetrics = DEFAULT,
    by: str = "f1",
    settings: Settings | None = None,
    **options: Unpack[SettingsKeywords],
) -> Agreement:
    """Score the systems and compare the order in which each metric puts them."""
    if by not in FIELDS:
        raise UnknownName("quantity", by, FIELDS)
    if len(systems) < 2:
        raise SettingsError("too-few-systems", "one system has no ranking", hint="give two or more")
    result = score(key, *systems, metrics=metrics, settings=settings, **options)
    values = {
        metric.name: tuple(float(getattr(system.scores[metric.name], by)) for system in result.systems)
        for metric in result.metrics
        if by in metric.fields
    }
    names = tuple(values)
    tau = {(one, two): kendall(values[one], values[two]) for one in names for two in names}
    return Agreement(result, by, names, values, tau)


def kendall(one: Sequence[float], two: Sequence[float]) -> float | None:
    """Return Kendall's τ-b: pairs in the same order less pairs in opposite order, corrected for ties; None if all tie.

    >>> kendall([1, 2, 3], [1, 3, 2]), kendall([1, 1], [1, 2])
    (0.3333333333333333, None)
    """

    def sign(low: float, high: float) -> int:
        return 0 if abs(high - low) <= EQUAL else 1 if high > low else -1

    pairs = list(itertools.combinations(range(len(one)), 2))
    mine = [sign(one[a], one[b]) for a, b in pairs]
    theirs = [sign(two[a], two[b]) for a, b in pairs]
    untied = sum(map(abs, mine)) * sum(map(abs, theirs))
    return sum(a * b for a, b in zip(mine, theirs, strict=True)) / math.sqrt(untied) if untied else None
