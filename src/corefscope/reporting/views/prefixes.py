"""Prefixes: one row a prefix, with what happened to the entities."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from corefscope.analysis.prefix_scores import Prefixes
from corefscope.reporting.report import Records, Report, View, count, sheet
from corefscope.reporting.views.scores import cell, headline

CHURN = ("new", "grown", "switched")
NOTE = (
    "New: entities with a first mention in the step; grown: with more mentions; switched: that now share most mentions "
    "with another key entity than before."
)


def view(found: Prefixes) -> View:
    return View(lambda: report(found), data=found.as_object, records=lambda: _records(found))


def report(found: Prefixes) -> Report:
    result = found.result
    titles = [metric.title for metric in result.metrics]
    tables = []
    for system in found.systems:
        rows = [
            (
                count(each.length),
                count(each.documents),
                *(cell(each.scores[metric.name]) for metric in result.metrics),
                *(count(getattr(each.churn, name)) for name in CHURN),
            )
            for each in system.prefixes
        ]
        columns = (f"First {found.unit}", "Documents", *titles, *(name.capitalize() for name in CHURN))
        tables.append(sheet(f"{system.name}, F1 of each prefix in steps of {found.step} {found.unit}", columns, rows))
    warnings = tuple(map(str, result.warnings))
    return Report(headline(result), tuple(tables), (NOTE,), result.signature, warnings, "Prefixes")


def _records(found: Prefixes) -> Records:
    columns = ("system", "length", "documents", "metric", "recall", "precision", "f1", *CHURN, "step", "signature")
    return columns, _rows(found)


def _rows(found: Prefixes) -> Iterator[Sequence[object]]:
    for system in found.systems:
        for each in system.prefixes:
            churn = [getattr(each.churn, name) for name in CHURN]
            for name, score in each.scores.items():
                numbers = (score.recall, score.precision, score.f1)
                yield (
                    system.name,
                    each.length,
                    each.documents,
                    name,
                    *numbers,
                    *churn,
                    found.step,
                    found.result.signature,
                )
