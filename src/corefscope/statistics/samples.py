"""The data for resampling: the counts of every system in every group of units, and scores of their sums.

A score is made of sums over groups, so thousands of trials are one matrix product. Counts are kept in fixed point:
multiples of a power of two, so fine that scores keep all printed digits, and so coarse that every sum is exact. The
order in which a machine adds can then not matter.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from corefscope.metrics import Metric, Score
from corefscope.metrics.scores import Tally, quotient, quotient_values
from corefscope.model import Floats, Integers
from corefscope.problems import SettingsError
from corefscope.scoring.result import Result
from corefscope.scoring.steps import Grouping
from corefscope.scoring.totals import ALWAYS_ADDS, DocumentScores, mean_tally

CELLS = 1 << 19  # numbers of a block of trials, drawn or summed: with what they are made of, some 30 MB
_Columns = dict[tuple[str, str], Floats]


@dataclass(frozen=True)
class Samples:
    """Systems × columns × groups. The groups of a stratum (a data set) are adjacent; draws stay within strata.

    A score is the mean over strata of the scores of each. `scored` says which strata each system has; two systems are
    tested on those that both have.
    """

    systems: tuple[str, ...]
    metrics: tuple[Metric, ...]
    field: str
    groups: tuple[str, ...]
    strata: Integers
    average: str  # as in Settings: under macro, columns are scores of units and in how many they are defined
    columns: tuple[tuple[str, str], ...]  # the tally (under macro the metric, under means its part), and its column
    counts: Floats
    exact: tuple[Mapping[str, Score], ...] = ()  # the scores of each system, where they are those of one result
    scored: NDArray[np.bool_] | None = None  # strata × systems; None: every system has all

    @staticmethod
    def of_result(result: Result, field: str = "f1", grouping: Grouping | None = None) -> Samples:
        """The systems of one result; `grouping` says which units are resampled together."""
        names = grouping.names if grouping else result.documents
        group = grouping.of_document if grouping else np.arange(len(names))
        average = result.settings.average
        check_field(result.metrics, field)
        systems = []
        for system in result.systems:
            if average == "macro":
                columns = _macro_columns(system.tallies, result.metrics, field, len(group))
            else:
                columns = _columns(system.tallies, result.metrics, of_means=average == "means")
            systems.append({key: np.bincount(group, column, len(names)) for key, column in columns.items()})
        return Samples(
            tuple(system.name for system in result.systems),
            result.metrics,
            field,
            names,
            np.zeros(len(names), np.int64),
            average,
            tuple(systems[0]),
            fixed_point(np.array([list(columns.values()) for columns in systems])),
            tuple(system.scores for system in result.systems),
        )

    @staticmethod
    def joined(samples: Sequence[Samples]) -> Samples:
        """Combine data sets with the same systems and metrics, each a stratum."""
        return replace(
            samples[0],
            groups=tuple(name for each in samples for name in each.groups),
            strata=np.repeat(np.arange(len(samples)), [len(each.groups) for each in samples]),
            counts=fixed_point(np.concatenate([each.counts for each in samples], axis=2)),
            exact=(),
        )

    @cached_property
    def parts(self) -> tuple[slice, ...]:
        """The groups of each stratum, whose counts are summed before scores are made of them."""
        _, start, size = np.unique(self.strata, return_index=True, return_counts=True)
        return tuple(slice(int(one), int(one + many)) for one, many in zip(start, size, strict=True))

    @property
    def can_be_resampled(self) -> bool:
        """Return whether draws within strata can differ; if not, every interval would be a point."""
        return bool((np.bincount(self.strata) > 1).any())

    @property
    def block(self) -> int:
        """Return the number of trials per block, which limits memory and changes no draw."""
        return max(1, min(4096, CELLS // max(len(self.groups), len(self.systems) * len(self.columns), 1)))

    def totals(self) -> list[Floats]:
        """For each part the sums of all its groups: systems × columns × 1."""
        return [self.counts[:, :, part].sum(axis=2, keepdims=True) for part in self.parts]

    def sums(self, weights: Floats) -> list[Floats]:
        """For each part the sums under each trial, systems × columns × trials; `weights` are groups × trials."""
        return [self.counts[:, :, part] @ weights[part] for part in self.parts]

    def without_each(self) -> Iterator[list[Floats]]:
        """For each part the sums of all parts without one of its groups at a time: systems × columns × groups."""
        totals = self.totals()
        for number, part in enumerate(self.parts):
            yield [*totals[:number], totals[number] - self.counts[:, :, part], *totals[number + 1 :]]

    def scores(self, sums: Sequence[Floats]) -> Floats:
        """Metrics × … × trials: scores from sums … × columns × trials of each part."""
        of_parts = self.part_scores(sums)
        return of_parts[0] if len(of_parts) == 1 else np.asarray(sum(of_parts) / len(of_parts))

    def part_scores(self, sums: Sequence[Floats]) -> list[Floats]:
        """For each part its scores: metrics × … × trials."""
        return [self._scores(part) for part in sums]

    def in_common(self, one: int, others: Integers) -> NDArray[np.bool_]:
        """Strata × others: which strata a system and each of the others both have."""
        if self.scored is None:
            return np.ones((len(self.parts), len(others)), bool)
        return np.asarray(self.scored[:, [one]] & self.scored[:, others])

    def differences(self, scores: Sequence[Floats], one: int, others: Integers) -> Floats:
        """Metrics × others × trials: the scores of one system minus those of others, from the scores of each part."""
        return self.mean_in_common([part[:, [one]] - part[:, others] for part in scores], one, others)

    def mean_in_common(self, differences: Sequence[Floats], one: int, others: Integers) -> Floats:
        """The mean over the strata that both have, 0 if there is none."""
        both = self.in_common(one, others)
        weights = both / np.maximum(both.sum(axis=0), 1)
        return np.asarray(sum(each * weight[:, None] for each, weight in zip(differences, weights, strict=True)))

    def observed(self) -> Floats:
        """Metrics × systems: the scores themselves."""
        return self.scores(self.totals())[..., 0]

    def used(self, metric: Metric) -> list[int]:
        """The columns that a metric is made of."""
        needed = {metric.name} if self.average == "macro" else {self._tally(part) for part in metric.parts}
        return [number for number, (tally, _) in enumerate(self.columns) if tally in needed]

    def _tally(self, part: Metric) -> str:
        """The name of its columns: parameters that change no counts still change means."""
        return part.name if self.average == "means" else part.tally_name

    def _scores(self, sums: Floats) -> Floats:
        tallies: dict[str, dict[str, Floats]] = {}
        for number, (tally, name) in enumerate(self.columns):
            tallies.setdefault(tally, {})[name] = sums[..., number, :]
        if self.average == "macro":
            columns = (tallies[each.name] for each in self.metrics)
            return np.array([quotient(each["sum"], each["documents"]) for each in columns])
        values: dict[str, Floats] = {}
        for part in {part.name: part for metric in self.metrics for part in metric.parts}.values():
            counts = tallies[self._tally(part)]
            of_means = self.average == "means" and part.family.name not in ALWAYS_ADDS
            finished = quotient_values(counts, part.beta) if of_means else part.finish_columns(counts)
            values[part.name] = getattr(finished, self.field)
        return np.array([sum(values[part.name] for part in each.parts) / len(each.parts) for each in self.metrics])


def check_field(metrics: Sequence[Metric], field: str) -> None:
    """Refuse to compare a mean of F1 by recall, or without a metric."""
    if not metrics:
        raise SettingsError("no-metric", "no metric was named to compare by")
    for metric in metrics:
        if field not in metric.fields:
            fact = f"{metric.name} is a mean of F1 and has no {field}"
            raise SettingsError("mean-has-only-f1", fact, hint="leave it out, or compare f1")


def fixed_point(counts: Floats) -> Floats:
    """Systems × columns × groups, rounded so that no sum of a trial is ever rounded.

    A sum has at most as many terms as there are groups, each no larger than the largest; four times that leaves room
    for what is added and subtracted in a swap. Whole numbers stay what they are.
    """
    largest = np.abs(counts).max(axis=(0, 2), initial=0.0) * counts.shape[2] * 4
    _, exponent = np.frexp(largest)
    shift = np.minimum(53 - exponent, 1000)[:, None]
    return np.asarray(np.ldexp(np.rint(np.ldexp(counts, shift)), -shift))


def _columns(tallies: Mapping[str, Tally], metrics: Sequence[Metric], of_means: bool) -> _Columns:
    """The counts of all parts by tally; for means over units, recall and precision of each unit, by part."""
    columns: _Columns = {}
    for part in (part for metric in metrics for part in metric.parts):
        name, tally = part.tally_name, tallies[part.tally_name]
        if of_means:
            name, tally = part.name, tally if part.family.name in ALWAYS_ADDS else mean_tally(part, tally)
        columns |= {(name, column): np.asarray(counts, np.float64) for column, counts in tally.columns.items()}
    return columns


def _macro_columns(tallies: Mapping[str, Tally], metrics: Sequence[Metric], field: str, units: int) -> _Columns:
    columns: _Columns = {(metric.name, what): np.zeros(units) for metric in metrics for what in ("sum", "documents")}
    for unit, row in enumerate(DocumentScores(tallies, metrics, units)):
        for name, score in row.items():
            columns[name, "sum"][unit] = getattr(score, field)
            columns[name, "documents"][unit] = field not in score.undefined
    return columns
