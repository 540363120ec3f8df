"""What a metric gives to chance: random responses with the sizes of a real one, and scores corrected for them.

Recasens & Hovy (2011, §6) ask for “corrections required for chance variation, typical variances of scores under
different conditions and data sizes”. The correction is Hubert & Arabie's (1985): (score - chance) / (1 - chance).
"""

from __future__ import annotations

import statistics
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from corefscope.alignment.mentions import Alignment
from corefscope.arrays import order
from corefscope.lab.counting import alignment_of, tallies
from corefscope.metrics import DEFAULT, AnyMetrics, Metric, Tally
from corefscope.metrics import metrics as parse_metrics
from corefscope.metrics.mentions import MENTIONS
from corefscope.model import Integers
from corefscope.problems import SettingsError
from corefscope.scoring.inputs import Input
from corefscope.scoring.pipeline import score
from corefscope.scoring.result import Result
from corefscope.settings import Settings

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from corefscope.basics.keywords import SettingsKeywords

NEARLY_ONE = 1 - 1e-12


@dataclass(frozen=True)
class Spread:
    """Mean and standard deviation of F1 over random responses."""

    mean: float
    deviation: float

    def as_object(self) -> dict[str, float]:
        return {"mean": self.mean, "variance": self.deviation**2}


@dataclass(frozen=True)
class Chance:
    """By metric: the score itself, what chance gets, the corrected score; and the spread of all three by data size."""

    result: Result
    trials: int
    observed: dict[str, float | None]  # None without a response
    chance: dict[str, Spread]
    sizes: dict[int, dict[str, Spread]]  # by number of documents
    mentions: dict[int, float]  # mentions of the key in so many documents, on average
    scores: dict[int, dict[str, Spread]]  # F1 of the response itself on so many documents; empty without one
    left_out: tuple[str, ...] = ()  # metrics that chance cannot change

    def corrected(self, metric: str) -> float | None:
        """0 for what chance gets, 1 for a perfect response, below 0 for worse than chance."""
        observed, chance = self.observed[metric], self.chance[metric].mean
        return None if observed is None or chance >= NEARLY_ONE else (observed - chance) / (1 - chance)

    def corrected_by_size(self, size: int, metric: str) -> Spread | None:
        """Correct the response's score on so many documents by what chance gets on so many, on average."""
        chance = self.sizes[size][metric].mean
        if not self.scores or chance >= NEARLY_ONE:
            return None
        score = self.scores[size][metric]
        return Spread((score.mean - chance) / (1 - chance), score.deviation / (1 - chance))

    def as_object(self) -> dict[str, Any]:
        return {
            "signature": self.result.signature,
            "trials": self.trials,
            "left_out": list(self.left_out),
            "metrics": {
                name: {
                    "f1": self.observed[name],
                    "chance": spread.mean,
                    "deviation": spread.deviation,
                    "variance": spread.deviation**2,
                    "corrected": self.corrected(name),
                }
                for name, spread in self.chance.items()
            },
            "sizes": [
                {
                    "documents": size,
                    "mentions": self.mentions[size],
                    "chance": {name: one.as_object() for name, one in found.items()},
                    "f1": {name: one.as_object() for name, one in self.scores.get(size, {}).items()},
                    "corrected": {
                        name: one.as_object() for name in found if (one := self.corrected_by_size(size, name))
                    },
                }
                for size, found in self.sizes.items()
            ],
        }


def chance(
    key: Input,
    response: Input | None = None,
    metrics: AnyMetrics = DEFAULT,
    trials: int = 100,
    seed: int = 1,
    settings: Settings | None = None,
    **options: Unpack[SettingsKeywords],
) -> Chance:
    """Deal the mentions of each document out to its entities at random, so that every entity keeps its size.

    Without a response, the key's own mentions and sizes are dealt out. Mentions are dealt out as they were found, so
    a metric of finding them is left out: chance would get what the response gets.
    """
    if trials < 2:
        raise SettingsError("wrong-value", f"--trials {trials}: a deviation needs at least two")
    if seed < 0:
        raise SettingsError("wrong-value", f"--seed {seed}: it must not be negative")
    given = parse_metrics(metrics)
    fixed = tuple(metric.name for metric in given if metric.family is MENTIONS)
    wanted = [metric for metric in given if metric.name not in fixed]
    if not wanted:
        fact = f"{fixed[0]} says which mentions are found, and these are dealt out as they are"
        raise SettingsError("metric-cannot", fact, hint="ask for a metric of entities or links, as -m lea")
    result = score(key, key if response is None else response, metrics=wanted, settings=settings, **options)
    alignment = alignment_of(result)
    random = np.random.default_rng(seed)
    runs = [tallies(dealt(alignment, random), result.metrics) for _ in range(trials)]
    per_unit = np.bincount(alignment.unit[alignment.key_entity >= 0], minlength=alignment.units)
    sizes: dict[int, dict[str, Spread]] = {}
    mentions: dict[int, float] = {}
    scores: dict[int, dict[str, Spread]] = {}
    for size in _doubling(alignment.units):
        chosen = [random.permutation(alignment.units)[:size] for _ in runs]
        sizes[size] = _spreads(result.metrics, runs, chosen)
        if response is not None:
            scores[size] = _spreads(result.metrics, [result.system.tallies] * trials, chosen)
        mentions[size] = float(np.mean([per_unit[units].sum() for units in chosen]))
    observed = {
        metric.name: None if response is None else result.system.scores[metric.name].f1 for metric in result.metrics
    }
    by_chance = _spreads(result.metrics, runs, [np.arange(alignment.units)] * trials)
    return Chance(result, trials, observed, by_chance, sizes, mentions, scores, fixed)


def dealt(alignment: Alignment, random: np.random.Generator) -> Alignment:
    """Deal the mentions of each unit out to response entities of the same sizes."""
    response = alignment.response_entity.copy()
    rows = np.flatnonzero(response >= 0)
    rows = rows[order(alignment.unit[rows])]
    shuffled = rows[np.lexsort((random.random(len(rows)), alignment.unit[rows]))]
    response[rows] = alignment.response_entity[shuffled]
    return replace(alignment, response_entity=response)


def _doubling(units: int) -> list[int]:
    """Return 1, 2, 4, … and all.

    >>> _doubling(6)
    [1, 2, 4, 6]
    """
    return [*(1 << power for power in range(max(units - 1, 0).bit_length())), units]


def _spreads(
    metrics: Iterable[Metric], runs: Sequence[Mapping[str, Tally]], chosen: Sequence[Integers]
) -> dict[str, Spread]:
    """Compute the spread over the runs, each on other documents; counts add, so no document is scored twice."""
    totals = [
        {name: tally.of_units(units).total() for name, tally in run.items()}
        for run, units in zip(runs, chosen, strict=True)
    ]
    values = {metric.name: [metric.score(total).f1 for total in totals] for metric in metrics}
    return {name: Spread(statistics.fmean(each), statistics.pstdev(each)) for name, each in values.items()}
