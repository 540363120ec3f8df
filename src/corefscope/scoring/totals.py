"""From evidence to tallies, and from tallies to the scores of all units together or of each."""

from __future__ import annotations

import re
from array import array
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import repeat
from typing import Any

import numpy as np
from numpy.typing import NDArray

from corefscope.metrics import Metric, Score, Tally
from corefscope.metrics.base import Floats, Totals, quotients
from corefscope.metrics.evidence import HasAlignment, HasTable
from corefscope.metrics.scores import Values
from corefscope.scoring.steps import VARIANTS, steps_of

ALWAYS_ADDS = ("lea",)  # metrics whose counts Stanza adds where it takes means of others


def rescored(evidence: HasAlignment, metrics: Sequence[Metric], average: str) -> dict[str, Score]:
    """Score modified evidence, such as a response with some errors repaired."""
    return scores_of(tallies_of(evidence, metrics), metrics, average, evidence.alignment.units)


def tallies_of(evidence: HasTable, metrics: Sequence[Metric]) -> dict[str, Tally]:
    """Return one tally for each metric, or part of a mean; parameters that change counts are in its name.

    Each is counted by the first variant that applies to it, or as usual.
    """
    changed = {"singletons"} if evidence.table.settings.singletons not in ("keep", "drop") else set()
    if isinstance(evidence, HasAlignment) and evidence.alignment.sets is not None:
        changed.add("split")
    variants = tuple(steps_of(VARIANTS, changed))
    tallies: dict[str, Tally] = {}
    for metric in metrics:
        for part in metric.parts:
            if part.tally_name not in tallies:
                tally: Tally | None = None
                for variant in variants:
                    tally = tally or variant(part, evidence)
                tallies[part.tally_name] = tally or part.count(evidence)
    return tallies


def scores_of(tallies: Mapping[str, Tally], metrics: Sequence[Metric], average: str, units: int) -> dict[str, Score]:
    """Return the scores of all units together: of summed counts, or the mean over units."""
    if average == "macro":
        return _macro(DocumentScores(tallies, metrics, units), metrics)
    if average == "means":
        return _of_means(tallies, metrics)
    totals = dict(zip(tallies, map(Tally.total, tallies.values()), strict=True))
    return {metric.name: metric.score(totals) for metric in metrics}


def flat_scores(scores: Mapping[str, Score]) -> dict[str, float]:
    """All numbers in one dict, as loggers take them: `conll_f1`, `muc_recall`, …, fractions of 1.

    Names have letters, digits, dots and underscores only: `blanc(alpha=0.2)` gives `blanc_alpha_0.2_f1`.
    """
    names = {metric: re.sub(r"[^\w.]+", "_", metric).strip("_") for metric in scores}
    numbers = ((names[metric], score.numbers) for metric, score in scores.items())
    return {f"{name}_{field}": value for name, fields in numbers for field, value in fields.items()}


def mean_tally(metric: Metric, tally: Tally) -> Tally:
    """Recall and precision of each unit as counts that add: their quotients are means over units, 0 where undefined."""
    values = _of_units(metric, tally)
    units = np.ones(len(values.recall), np.int64)
    return Tally.of(recall=(values.recall, units), precision=(values.precision, units))


def f1_of_units(metric: Metric, tally: Tally) -> tuple[Floats, NDArray[np.bool_]]:
    """F1 of each unit by itself, and whether it is defined; not of a mean, but of each of its parts."""
    f1 = _of_units(metric, tally).f1
    if metric.family.finish is quotients:
        return f1, (tally.columns["recall_den"] != 0) | (tally.columns["precision_den"] != 0)
    defined = np.ones(len(f1), bool)
    for unit in np.flatnonzero(f1 == 0).tolist():  # what is undefined is 0
        defined[unit] = "f1" not in metric.finish(tally.unit(unit)).undefined
    return f1, defined


def _of_units(metric: Metric, tally: Tally) -> Values:
    return metric.finish_columns({name: np.asarray(column, float) for name, column in tally.columns.items()})


def _of_means(tallies: Mapping[str, Tally], metrics: Sequence[Metric]) -> dict[str, Score]:
    """Return the F1 of mean recall and mean precision, as Stanza reports it."""

    def score(part: Metric) -> Score:
        tally = tallies[part.tally_name]
        if part.family.name in ALWAYS_ADDS:
            return part.finish(tally.total())
        return quotients(mean_tally(part, tally).total(), part.beta)

    return {metric.name: metric.mean(list(map(score, metric.parts))) for metric in metrics}


def _macro(documents: Iterable[Mapping[str, Score]], metrics: Sequence[Metric]) -> dict[str, Score]:
    """Means over the documents in which each quotient is defined, with their number."""
    columns = {metric.name: {field: array("d") for field in metric.fields} for metric in metrics}
    for row in documents:
        for name, fields in columns.items():
            for field, values in fields.items():
                if field not in row[name].undefined:
                    values.append(getattr(row[name], field))
    scores: dict[str, Score] = {}
    for name, fields in columns.items():
        means = {field: sum(values) / len(values) if values else 0.0 for field, values in fields.items()}
        counts = {f"{field}_documents": len(values) for field, values in fields.items()}
        undefined = tuple(field for field, values in fields.items() if not values)
        scores[name] = Score(means.get("recall"), means.get("precision"), means["f1"], counts, undefined)
    return scores


@dataclass(frozen=True, repr=False)
class DocumentScores(Sequence[Mapping[str, Score]]):
    """The scores of each unit, computed on access, since those of a million units would fill gigabytes."""

    tallies: Mapping[str, Tally]
    metrics: Sequence[Metric]
    units: int

    def __len__(self) -> int:
        return self.units

    def __getitem__(self, unit: Any) -> Any:
        if isinstance(unit, slice):
            return [self[number] for number in range(self.units)[unit]]
        place = [range(self.units)[unit]]
        return next(iter(replace(self, tallies={name: tally.of_units(place) for name, tally in self.tallies.items()})))

    def __iter__(self) -> Iterator[Mapping[str, Score]]:
        for scores, _ in self.with_counts():
            yield scores

    def with_counts(self) -> Iterator[tuple[Mapping[str, Score], Mapping[str, Totals]]]:
        """The scores of each unit, and its counts by tally."""
        # The parts of a mean are often requested as metrics too.
        parts = {part.name: part for metric in self.metrics for part in metric.parts}
        rows = zip(*(tally.rows() for tally in self.tallies.values()), strict=True)
        for row in rows if self.tallies else repeat((), self.units):
            counts = dict(zip(self.tallies, row, strict=True))
            done = {name: part.finish(counts[part.tally_name]) for name, part in parts.items()}
            yield {each.name: each.mean([done[part.name] for part in each.parts]) for each in self.metrics}, counts
