"""The mention identification effect."""

from __future__ import annotations

from collections.abc import Iterator

from corefscope.lab.effect import Effect
from corefscope.reporting.report import BAD, Report, Sheet, View, paragraph, sheet
from corefscope.reporting.views.scores import cell, headline

PER_TABLE = 4
TITLES = {"recall": "R", "precision": "P", "f1": "F1"}


def view(found: Effect) -> View:
    return View(lambda: report(found), data=found.as_object)


def report(found: Effect) -> Report:
    width = max(len(row.name) for row in found.rows)
    notes = [f"{row.name.ljust(width)}  {row.change}" for row in found.rows[1:]]
    below = paragraph([*notes, "* moves the wrong way"])
    result = found.result
    return Report(headline(result), tuple(_tables(found)), (below,), result.signature, title="Effect")


def _tables(found: Effect) -> Iterator[Sheet]:
    """A few metrics each, with marks on scores that move the wrong way."""
    metrics = found.result.metrics
    for first in range(0, len(metrics), PER_TABLE):
        columns = [(metric, field) for metric in metrics[first : first + PER_TABLE] for field in metric.fields]
        rows = []
        for row in found.rows:
            wrong = [(metric.name, field) in row.wrong for metric, field in columns]
            cells = (
                cell(row.scores[metric.name], field, mark="*" if marked else " ", style=BAD if marked else "")
                for (metric, field), marked in zip(columns, wrong, strict=True)
            )
            rows.append((row.name, *cells))
        yield sheet("", ("", *(f"{metric.title} {TITLES[field]}" for metric, field in columns)), rows)
