"""From evidence to tallies, and from tallies to the scores of all units together or of each."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from corefscope.evidence import Evidence
from corefscope.metrics import Metric, Score, Tally, parts


def rescored(evidence: Evidence, wanted: Sequence[Metric], average: str) -> dict[str, Score]:
    """The scores of other evidence than was read, such as a response with some errors repaired."""
    return scores_of(tallies_of(evidence, wanted), wanted, average, evidence.alignment.units)


def tallies_of(evidence: Evidence, wanted: Sequence[Metric]) -> dict[str, Tally]:
    """One tally for each metric asked for or needed by a mean; parameters that change counts are in its name."""
    tallies: dict[str, Tally] = {}
    for metric in wanted:
        for part in parts(metric):
            if part.tally_name not in tallies:
                tallies[part.tally_name] = part.tally(evidence)
    return tallies


def scores_of(tallies: Mapping[str, Tally], wanted: Sequence[Metric], average: str, units: int) -> dict[str, Score]:
    """The scores of all units together: of summed counts, or the mean over units."""
    if average == "macro":
        return _macro(document_scores(tallies, wanted, units), wanted)
    totals = {name: tally.total() for name, tally in tallies.items()}
    return {metric.name: _finish(metric, totals) for metric in wanted}


def document_scores(tallies: Mapping[str, Tally], wanted: Sequence[Metric], units: int) -> list[dict[str, Score]]:
    """The scores of each unit by itself."""
    rows = {name: _rows(tally) for name, tally in tallies.items()}
    return [
        {metric.name: _finish(metric, {name: row[unit] for name, row in rows.items()}) for metric in wanted}
        for unit in range(units)
    ]


def _rows(tally: Tally) -> list[dict[str, int | float]]:
    names = list(tally.columns)
    return [
        dict(zip(names, values, strict=True))
        for values in zip(*(column.tolist() for column in tally.columns.values()), strict=True)
    ]


def _finish(metric: Metric, totals: Mapping[str, Mapping[str, int | float]]) -> Score:
    if not metric.family.mean_of:
        return metric.score(totals[metric.tally_name])
    scores = [part.score(totals[part.tally_name]) for part in parts(metric)]
    undefined = ("f1",) if all("f1" in score.undefined for score in scores) else ()
    return Score(0.0, 0.0, sum(score.f1 for score in scores) / len(scores), undefined=undefined)


def _macro(documents: Sequence[Mapping[str, Score]], wanted: Sequence[Metric]) -> dict[str, Score]:
    """Means over the documents in which each quotient is defined, with their number."""
    scores: dict[str, Score] = {}
    for metric in wanted:
        means: dict[str, float] = {}
        counts: dict[str, int] = {}
        for field in ("f1",) if metric.family.mean_of else ("recall", "precision", "f1"):
            values = [getattr(row[metric.name], field) for row in documents if field not in row[metric.name].undefined]
            means[field] = sum(values) / len(values) if values else 0.0
            counts[f"{field}_documents"] = len(values)
        undefined = tuple(field for field in means if not counts[f"{field}_documents"])
        scores[metric.name] = Score(
            means.get("recall", 0.0), means.get("precision", 0.0), means["f1"], counts, undefined
        )
    return scores
