"""The papers' figures: statements about each, and whether they hold."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from corefscope.basics.escaping import visible
from corefscope.lab.figures.base import Figure, Statement
from corefscope.reporting.report import Report, View, sheet

Written = Mapping[str, Sequence[str]]  # the files of each figure


def view(found: Sequence[Figure], written: Written) -> View:
    return View(
        lambda: report(found),
        data=lambda: [{**figure.as_object(), "files": written.get(figure.name, [])} for figure in found],
        lines=lambda: (line for figure in found for line in _lines(figure, written)),
    )


def report(found: Sequence[Figure]) -> Report:
    tables = []
    for figure in found:
        rows = [(one.text, _verdict(one), one.detail) for one in figure.statements]
        note = f"made from: {figure.construction}"
        tables.append(sheet(figure.title, ("Statement", "Verdict", "Detail"), rows, note, left=(0, 1, 2)))
    return Report("", tuple(tables), title="Figures")


def _verdict(one: Statement) -> str:
    return "holds" if one.holds else "does not hold, as is known" if one.known else "does not hold"


def _lines(figure: Figure, written: Written) -> Iterator[str]:
    """Title, construction, statements with their verdicts, files."""
    yield from (figure.title, f"  made from: {figure.construction}")
    for one in figure.statements:
        yield f"  {_verdict(one)}: {one.text}"
        yield from [f"    {one.detail}"] if one.detail else []
    yield from (f"  written: {visible(path)}" for path in written.get(figure.name, ()))
    yield ""
