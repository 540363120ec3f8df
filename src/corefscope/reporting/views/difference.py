"""What differs between two saved results."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import asdict

from corefscope.basics.escaping import on_screen
from corefscope.reporting.report import Report, Sheet, View, sheet
from corefscope.scoring.differences import SHOWN_DOCUMENTS, Difference

SAME = "the two results are the same: version, settings, files and all numbers agree"


def view(found: Sequence[Difference]) -> View:
    return View(
        lambda: report(found),
        data=lambda: [asdict(each) for each in found],
        records=lambda: (("heading", "what", "one", "two"), ([*asdict(each).values()] for each in found)),
        lines=lambda: _lines(found),
    )


def report(found: Sequence[Difference]) -> Report:
    tables, left_out = _tables(found)
    heading = "What differs between two results" if found else SAME
    return Report(heading, tuple(tables), (left_out,) if left_out else (), title="Difference")


def _tables(found: Sequence[Difference]) -> tuple[list[Sheet], str]:
    """A table for each heading, and a line that counts the documents beyond the first ones."""
    tables, documents = [], 0
    for heading, group in itertools.groupby(found, key=lambda difference: difference.heading):
        documents += heading.startswith("document ")
        if documents <= SHOWN_DOCUMENTS or not heading.startswith("document "):
            rows = [(each.what, _shown(each.one), _shown(each.two)) for each in group]
            tables.append(sheet(heading, ("What", "A", "B"), rows))
    more = documents - SHOWN_DOCUMENTS
    return tables, f"… and {more} more documents" if more > 0 else ""


def _lines(found: Sequence[Difference]) -> Iterator[str]:
    """The differences below each heading, as `what  one  →  two`."""
    tables, left_out = _tables(found)
    for each in tables:
        yield on_screen(each.title)
        rows = [list(map(on_screen, row)) for row in each.grid()[1:]]
        widths = [max(len(row[column]) for row in rows) for column in range(2)]
        yield from (f"  {what.ljust(widths[0])}  {one.rjust(widths[1])}  →  {two}" for what, one, two in rows)
    yield from [left_out] if left_out else []
    yield from [] if found else [SAME]


def _shown(value: object) -> str:
    if value is None:
        return "none"
    if isinstance(value, bool):
        return "there" if value else "missing"
    return f"{value:.6g}" if isinstance(value, float) else str(value)
