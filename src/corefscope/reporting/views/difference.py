"""What differs between two saved results."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import asdict

from corefscope.basics.escaping import on_screen
from corefscope.reporting.report import Entry, Report, Sheet, View, number, percent, sheet
from corefscope.scoring.differences import SHOWN_DOCUMENTS, Difference
from corefscope.scoring.explained_difference import ExplainedDifference, PartsOfDifference

SAME = "the two results are the same: version, settings, files and all numbers agree"
REST = "no rule of a dialect: another model, data set or rounding"


def view(explained: ExplainedDifference) -> View:
    rows = [*explained.differences, *_of_parts(explained)]
    return View(
        lambda: report(explained),
        data=lambda: [asdict(each) for each in rows],
        records=lambda: (("heading", "what", "one", "two"), ([*asdict(each).values()] for each in rows)),
        lines=lambda: _lines(explained),
    )


def report(explained: ExplainedDifference) -> Report:
    tables, left_out = _tables(explained.differences)
    heading = "What differs between two results" if explained.differences or explained.nearest else SAME
    notes = (*([left_out] if left_out else []), *_unknown(explained))
    return Report(heading, (*tables, *_part_tables(explained)), notes, title="Difference")


def _unknown(explained: ExplainedDifference) -> list[str]:
    return [f"what part each rule makes is not known: {explained.unknown}"] if explained.unknown else []


def _of_parts(explained: ExplainedDifference) -> Iterator[Difference]:
    """The parts as rows like all others, for programs: the part, and the whole difference."""
    for near in explained.nearest:
        heading = f"{near.metric} of {near.system} under each dialect"
        yield from (Difference(heading, name, f1, near.number) for name, f1, _ in near.distances)
    for each in explained.parts:
        whole = each.two - each.one
        rows = [*((part.rule, part.part) for part in each.parts), *([(REST, each.rest)] if each.rest else [])]
        yield from (Difference(_title(each), words, part, whole) for words, part in rows)


def _title(each: PartsOfDifference) -> str:
    towards = f", by the rules of {each.dialect}" if each.dialect else ""
    return f"what makes the difference in {each.metric} of {each.system}{towards}"


def _part_tables(explained: ExplainedDifference) -> Iterator[Sheet]:
    for near in explained.nearest:
        rows = [(name, percent(f1), number(100 * above, 2, "+")) for name, f1, above in near.distances]
        title = f"{near.metric} of {near.system} under each dialect, and how far {100 * near.number:.2f} is above it"
        yield sheet(title, ("Dialect", "F1", "Above it"), rows)
    for each in explained.parts:
        whole = Entry(f"of {100 * (each.two - each.one):+.2f} points")
        rows = [(part.rule, number(100 * part.part, 2, "+"), whole) for part in each.parts]
        rows += [(REST, number(100 * each.rest, 2, "+"), whole)] if each.rest else []
        yield sheet(f"{_title(each)}: {100 * each.one:.2f} → {100 * each.two:.2f}", ("What", "Part", "Whole"), rows)


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
    """The differences below each heading, as `what  one  →  two`; then the parts, as `-1.90 of -2.54 points: rule`."""
    tables, left_out = _tables(explained.differences)
    for each in tables:
        yield on_screen(each.title)
        rows = [list(map(on_screen, row)) for row in each.grid()[1:]]
        widths = [max(len(row[column]) for row in rows) for column in range(2)]
        yield from (f"  {what.ljust(widths[0])}  {one.rjust(widths[1])}  →  {two}" for what, one, two in rows)
    yield from [left_out] if left_out else []
    yield from [] if explained.differences or explained.nearest else [SAME]
    for each in _part_tables(explained):
        yield on_screen(each.title)
        for first, *numbers in (list(map(on_screen, row)) for row in each.grid()[1:]):
            if each.columns[0] == "What":
                yield f"  {' '.join(numbers)}: {first}"
            else:
                yield f"  {first:<10} {numbers[0]:>6} {numbers[1]:>7}"
    yield from _unknown(explained)


def _shown(value: object) -> str:
    if value is None:
        return "none"
    if isinstance(value, bool):
        return "there" if value else "missing"
    return f"{value:.6g}" if isinstance(value, float) else str(value)
