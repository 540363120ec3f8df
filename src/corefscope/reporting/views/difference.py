"""What differs between two saved results."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import asdict

from corefscope.basics.escaping import on_screen
from corefscope.reporting.report import Report, Sheet, View, number, percent, sheet
from corefscope.scoring.explained_difference import Difference, ExplainedDifference

SHOWN_DOCUMENTS = 10
SAME = "the two results are the same: version, settings, files and all numbers agree"


def view(explained: ExplainedDifference) -> View:
    rows = [*explained.differences, *_dialect_rows(explained)]
    return View(
        lambda: report(explained),
        data=lambda: [asdict(each) for each in rows],
        records=lambda: (("heading", "what", "one", "two"), ([*asdict(each).values()] for each in rows)),
        lines=lambda: _lines(explained),
    )


def report(explained: ExplainedDifference) -> Report:
    tables, left_out = _tables(explained.differences)
    heading = "What differs between two results" if explained.differences or explained.nearest else SAME
    notes = (left_out,) if left_out else ()
    return Report(heading, (*tables, *_nearest_tables(explained)), notes, title="Difference")


def _dialect_rows(explained: ExplainedDifference) -> Iterator[Difference]:
    """The F1 of each dialect beside the number, then the settings of the nearest."""
    for near in explained.nearest:
        heading = f"{near.metric} of {near.system} under each dialect"
        yield from (Difference(heading, name, f1, near.number) for name, f1 in near.f1.items())
        yield from near.settings


def _nearest_tables(explained: ExplainedDifference) -> Iterator[Sheet]:
    for near in explained.nearest:
        rows = [(name, percent(f1), number(100 * (near.number - f1), 2, "+")) for name, f1 in near.f1.items()]
        title = f"{near.metric} of {near.system} under each dialect, and how far {100 * near.number:.2f} is above it"
        yield sheet(title, ("Dialect", "F1", "Above it"), rows)
        yield from _tables(near.settings)[0]


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


def _lines(explained: ExplainedDifference) -> Iterator[str]:
    """The differences below each heading, as `what  one  →  two`."""
    tables, left_out = _tables(explained.differences)
    for each in (*tables, *_nearest_tables(explained)):
        yield on_screen(each.title)
        rows = [list(map(on_screen, row)) for row in each.grid()[1:]]
        if each.columns[0] == "Dialect":
            yield from (f"  {name:<10} {f1:>6} {above:>7}" for name, f1, above in rows)
        else:
            widths = [max(len(row[column]) for row in rows) for column in range(2)]
            yield from (f"  {what.ljust(widths[0])}  {one.rjust(widths[1])}  →  {two}" for what, one, two in rows)
    yield from [left_out] if left_out else []
    yield from [] if explained.differences or explained.nearest else [SAME]


def _shown(value: object) -> str:
    if value is None:
        return "none"
    if isinstance(value, bool):
        return "there" if value else "missing"
    return f"{value:.6g}" if isinstance(value, float) else str(value)
