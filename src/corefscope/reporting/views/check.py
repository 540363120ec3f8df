"""The problems of submissions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict

from corefscope.basics.escaping import visible
from corefscope.reporting.report import Report, View, counted, sheet
from corefscope.scoring import checking

COLUMNS = ("path", "severity", "kind", "text", "source", "line", "hint")


def view(reports: Sequence[checking.CheckedFile]) -> View:
    return View(
        lambda: report(reports),
        data=lambda: [asdict(each) for each in reports],
        records=lambda: (COLUMNS, _rows(reports)),
        lines=lambda: _lines(reports),
    )


def report(reports: Sequence[checking.CheckedFile]) -> Report:
    """A table of the problems of each submission that has some."""
    tables = []
    for each in reports:
        rows = [(problem.severity, _text(problem)) for problem in each.problems]
        tables.append(sheet(_headline(each), ("Severity", "Problem") if rows else (), rows, left=(0, 1)))
    return Report(_verdict(reports), tuple(tables), title="Check")


def _lines(reports: Sequence[checking.CheckedFile]) -> Iterator[str]:
    """A heading and the problems of each submission, then a summary of several."""
    for each in reports:
        yield visible(_headline(each))
        for problem in each.problems:
            yield f"  {problem.severity}: {visible(_text(problem))}"
    if len(reports) > 1:
        yield _verdict(reports)


def _headline(found: checking.CheckedFile) -> str:
    if found.problems:
        warnings = counted(len(found.problems) - found.errors, "warning")
        return f"{found.path}: {counted(found.errors, 'error')}, {warnings}"
    return f"{found.path}: no problems ({counted(found.documents, 'document')}, {counted(found.mentions, 'mention')})"


def _text(problem: checking.Problem) -> str:
    return problem.text if problem.severity == "error" else f"{problem.kind}: {problem.text}"


def _verdict(reports: Sequence[checking.CheckedFile]) -> str:
    return f"{sum(bool(each.problems) for each in reports)} of {len(reports)} have problems"


def _rows(reports: Sequence[checking.CheckedFile]) -> Iterator[Sequence[object]]:
    for each in reports:
        for problem in each.problems:
            yield [each.path, *(getattr(problem, name) for name in COLUMNS[1:])]
