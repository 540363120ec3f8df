"""Scores over the threshold of scored links, the best points, and calibration."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from corefscope.lab.confidence import Calibration, Confidence
from corefscope.reporting.report import Records, Report, Sheet, View, count, number, percent, sheet
from corefscope.reporting.views.scores import cell, headline

MOST_ROWS = 20


def view(found: Confidence) -> View:
    return View(lambda: report(found), data=found.as_object, records=lambda: _records(found))


def report(found: Confidence) -> Report:
    result = found.result
    links = found.points[-1].links if found.points else 0
    best = [
        (
            metric.title,
            number(found.best(metric.name).threshold, 4),
            *[""] * (3 - len(metric.fields)),
            *(cell(found.best(metric.name).scores[metric.name], field) for field in metric.fields),
            percent(found.area(metric.name)),
        )
        for metric in result.metrics
        if found.points
    ]
    summary = (
        f"{found.right_links:,} of {links:,} links are right; average precision {100 * found.average_precision:.2f}"
    )
    tables = [
        sheet(
            f"{result.system.name}, the threshold of the best F1",
            ("Metric", "Threshold", "Recall", "Precision", "F1", "Area"),
            best,
            summary,
        ),
        _curve(found),
    ]
    notes = []
    if found.calibration is not None:
        tables.append(_calibration(found.calibration))
    else:
        notes.append("The scores are not all between 0 and 1, so there is no calibration.")
    notes.append("Area: under F1 over the share of links that count, from the surest to the least sure.")
    warnings = tuple(map(str, result.warnings))
    return Report(headline(result), tuple(tables), tuple(notes), result.signature, warnings, "Confidence")


def _curve(found: Confidence) -> Sheet:
    """At most so many rows, evenly chosen; all are in JSON and CSV."""
    step = max(1, -(-len(found.points) // MOST_ROWS))
    chosen = [*found.points[step - 1 :: step]]
    if found.points and chosen[-1:] != [found.points[-1]]:
        chosen.append(found.points[-1])
    rows = [
        (
            number(point.threshold, 4),
            count(point.links),
            *(cell(point.scores[metric.name]) for metric in found.result.metrics),
        )
        for point in chosen
    ]
    titles = [metric.title for metric in found.result.metrics]
    shown = f" ({len(rows)} of {len(found.points)})" if len(rows) < len(found.points) else ""
    return sheet(f"F1 over the threshold{shown}", ("Threshold", "Links", *titles), rows)


def _calibration(found: Calibration) -> Sheet:
    rows = [
        (f"{each.low:.1f}–{each.high:.1f}", count(each.links), percent(each.score), percent(each.right))
        for each in found.bins
    ]
    note = f"expected calibration error {100 * found.expected_error:.2f}, Brier score {found.brier:.4f}"
    return sheet("Calibration of links", ("Scores", "Links", "Mean score", "Right"), rows, note)


def _records(found: Confidence) -> Records:
    columns = ("system", "threshold", "links", "metric", "recall", "precision", "f1", "signature")
    return columns, _rows(found)


def _rows(found: Confidence) -> Iterator[Sequence[object]]:
    for point in found.points:
        for name, score in point.scores.items():
            numbers = (score.recall, score.precision, score.f1)
            yield found.result.system.name, point.threshold, point.links, name, *numbers, found.result.signature
