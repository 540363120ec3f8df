"""Scores over a number: a table for each system."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from corefscope.lab.curve import Curve
from corefscope.reporting.report import Records, Report, View, count, sheet
from corefscope.reporting.views.scores import cell, headline


def view(found: Curve) -> View:
    return View(lambda: report(found), data=found.as_object, records=lambda: _records(found))


def report(found: Curve) -> Report:
    result = found.result
    tables = []
    for system in result.systems:
        rows = [
            (
                point.label,
                count(point.size),
                *(cell(point.scores[system.name][metric.name]) for metric in result.metrics),
            )
            for point in found.points
        ]
        columns = (found.over.capitalize(), found.counted.capitalize(), *(metric.title for metric in result.metrics))
        tables.append(sheet(f"{system.name}, F1 over {found.over} ({found.meaning})", columns, rows))
    warnings = tuple(map(str, result.warnings))
    return Report(headline(result), tuple(tables), (), result.signature, warnings, "Curve")


def _records(found: Curve) -> Records:
    columns = ("system", found.over, found.counted, "metric", "recall", "precision", "f1", "undefined", "signature")
    return columns, _rows(found)


def _rows(found: Curve) -> Iterator[Sequence[object]]:
    for point in found.points:
        for system, scores in point.scores.items():
            for name, one in scores.items():
                numbers = (one.recall, one.precision, one.f1, " ".join(one.undefined))
                yield system, point.label, point.size, name, *numbers, found.result.signature
