"""The verdict of a comparison in words, and the documents that make a difference."""

from __future__ import annotations

from typing import Any

from corefscope.basics.escaping import visible
from corefscope.reporting.views import comparison_words as words
from corefscope.statistics.comparison import Comparison
from corefscope.statistics.judgement import TOO_FEW
from corefscope.statistics.plan import FIELDS

SHOWN_DOCUMENTS = 8


def verdict(comparison: Comparison, metric: str) -> list[str]:
    """Who is best, whether that is real, and on what evidence; a sentence each."""
    return list(map(visible, _sentences(comparison, metric)))


def _sentences(comparison: Comparison, metric: str) -> list[str]:
    title = next(each.title for each in comparison.result.metrics if each.name == metric)
    title = f"{title} {FIELDS[comparison.plan.field].title}"
    over = words.sampled(comparison)
    standings = sorted(comparison.standings[metric], key=lambda each: -each.score)
    best = standings[0]
    level = f"{100 * (1 - comparison.plan.alpha):g}%"
    if len(standings) == 1:
        interval = (
            f", {level} interval {words.bounds(best.interval)}" if best.interval else f"; {TOO_FEW} for an interval"
        )
        return [f"{best.system} has {100 * best.score:.2f} {title} over {over}{interval}."]
    baseline = comparison.judgement.baseline
    said = [f"{best.system} scores highest: {100 * best.score:.2f} {title} over {over}."]
    if baseline is None:
        others = [each.system for each in standings[1:]]
        said += _judged(comparison, metric, best.system, others)
    else:
        for standing in standings:
            if standing.system != baseline:
                said += _judged(comparison, metric, standing.system, [baseline])
    return said


def _judged(comparison: Comparison, metric: str, system: str, others: list[str]) -> list[str]:
    """What the tests say of one system against others, those with the same verdict together."""
    found: dict[str, list[str]] = {}
    for other in others:
        judgement = comparison.judgement
        pair = judgement.pair(metric, system, other) or judgement.pair(metric, other, system)
        if pair is None:
            continue
        difference = pair.difference if pair.first == system else -pair.difference
        standing = pair.standing
        if pair.first != system:
            standing = {"better": "worse", "worse": "better"}.get(standing, standing)
        points = f"{other} (by {abs(100 * difference):.2f} points, corrected p {words.probability(pair.corrected)})"
        found.setdefault(standing, []).append(points)
    alpha = f"{comparison.plan.alpha:g}"
    beginnings = {
        "better": f"{system} is significantly better than",
        "worse": f"{system} is significantly worse than",
        "no difference": f"The difference may be chance (p is not below {alpha}) between {system} and",
        "cannot be shown": f"With so few documents or trials no test could show a difference between {system} and",
    }
    return [f"{text} {_listed(found[standing])}." for standing, text in beginnings.items() if standing in found]


def _listed(names: list[str]) -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


def deciding_documents(comparison: Comparison, metric: str) -> list[dict[str, Any]]:
    """For the best two systems, or the best and the baseline: the documents whose scores differ most.

    Scores are each document's own; a document counts as much as it has mentions, so those are given too.
    """
    systems, field = comparison.result.systems, comparison.plan.field
    if len(systems) < 2 or any(len(each.per_document) != len(comparison.result.documents) for each in systems):
        return []
    order = sorted(comparison.standings[metric], key=lambda each: -each.score)
    second = comparison.judgement.baseline
    if second is None or second == order[0].system:
        second = order[1].system
    chosen = {each.name: each for each in systems if each.name in (order[0].system, second)}
    first, other = chosen[order[0].system], chosen[second]
    rows: list[dict[str, Any]] = []
    for number, name in enumerate(comparison.result.documents):
        scores = first.per_document[number][metric], other.per_document[number][metric]
        if any(field in each.undefined for each in scores):
            continue
        values = [float(getattr(each, field)) for each in scores]
        rows.append(
            {"number": number, "document": visible(name), "values": values, "difference": values[0] - values[1]}
        )
    rows.sort(key=lambda row: -abs(row["difference"]))
    shown = [row for row in rows[:SHOWN_DOCUMENTS] if row["difference"]]
    return [{**row, "systems": [visible(first.name), visible(other.name)]} for row in shown]
