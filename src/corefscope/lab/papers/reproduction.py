"""Every number of the four papers that can be recomputed, beside ours: the papers' definitions put to the test."""

from __future__ import annotations

import textwrap
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple

from corefscope._version import __version__
from corefscope.lab.papers import AGREES, DIFFERS, KNOWN_DIFFERENCE, PAPERS, Item, Row, examples, table, tables
from corefscope.problems import UnknownName
from corefscope.reporting.report import Entry, Report, Sheet, Value, View, paragraph, sheet

PAPER_MARKS = {AGREES: "", KNOWN_DIFFERENCE: "*", DIFFERS: "!"}
HOLDS = {AGREES: "holds", KNOWN_DIFFERENCE: "does not hold *", DIFFERS: "DOES NOT HOLD"}
PAPER_WIDTH = 110
NOTES = {("recasens2011", "Table 14"): tables.note_14, ("moosavi2016", "§3.1"): examples.parts_note}


class Section(NamedTuple):
    """A table or passage of a paper: the numbers in it that can be recomputed, and the statements made about it."""

    paper: str
    name: str
    title: str
    numbers: list[Item]
    statements: list[Item]
    note: str

    def all(self) -> list[Item]:
        return [*self.numbers, *self.statements]


def recompute(papers: Sequence[str] = ()) -> list[Section]:
    """Recompute these papers, or all: by the metrics where they give partitions, by arithmetic where only scores."""
    for name in papers:
        if name not in PAPERS:
            raise UnknownName("paper", name, PAPERS)
    # A difference is known only with both values, the printed one and ours.
    known = {tuple(row.values())[:-1]: row["why"] for row in table("known")}
    return [_section(row, known) for row in table("sections") if not papers or row["paper"] in papers]


def _section(row: Row, known: Mapping[tuple[str, ...], str]) -> Section:
    place = row["paper"], row["section"]
    module, _, call = row["code"].partition(":")
    function, *arguments = call.split(":")
    items = [
        *(getattr({"examples": examples, "tables": tables}[module], function)(*arguments) if module else ()),
        *examples.numbers(row),
        *examples.statements(*place, partial(examples.percent, row["example"])),
    ]
    items = [item if item.agrees else item._replace(why=known.get((*place, *item[:4]), "")) for item in items]
    numbers, statements = ([item for item in items if bool(item.printed) is printed] for printed in (True, False))
    return Section(*place, row["title"], numbers, statements, NOTES[place]() if place in NOTES else row["note"])


def unexplained(sections: Iterable[Section]) -> list[tuple[Section, Item]]:
    """Return the differences that are not known: a mistake of ours, or one of a paper that is not explained yet."""
    return [(section, item) for section in sections for item in section.all() if item.verdict == DIFFERS]


def view(sections: Sequence[Section], only_differences: bool = False) -> View:
    """A table for each section, then how much of each paper agrees."""

    def report() -> Report:
        differing = [each for each in sections if not only_differences or not all(one.agrees for one in each.all())]
        return Report("", [*(_sheet(each, only_differences) for each in differing), _summary(sections)])

    return View(report, data=lambda: _data(sections))


def _sheet(section: Section, only_differences: bool) -> Sheet:
    """Two lines a row, the paper's and ours; one line where there is one column. Below it the statements."""
    items = {} if only_differences else {(item.row, item.column): item for item in section.numbers}
    columns = list(dict.fromkeys(column for _, column in items))
    single = len(columns) == 1
    rows: list[Sequence[Value]] = []
    for row in dict.fromkeys(row for row, _ in items):
        cells = [items.get((row, column)) for column in columns]
        printed = [Entry(item.printed if item else "", mark=" ") for item in cells]
        ours = [Entry(item.ours, mark=PAPER_MARKS[item.verdict] or " ") if item else "" for item in cells]
        rows += [(row, *printed, *ours)] if single else [(row, "printed", *printed), ("", "ours", *ours)]
    if rows:
        columns = [*columns, "printed", "ours"] if single else ["", "", *columns]
    title = f"{PAPERS[section.paper]}, {section.name}: {section.title}"
    note = paragraph(_below(section, only_differences))
    return sheet(title, columns, rows, note, left=(0,) if single else (0, 1))


def _below(section: Section, only_differences: bool) -> Iterator[str]:
    """Statements, a note, and the numbers that differ, grouped by their explanation."""
    for item in section.statements:
        if not (only_differences and item.agrees):
            evidence = f" ({item.ours})" if item.ours else ""
            yield from _wrapped(f"- {item.column}: {HOLDS[item.verdict]}{evidence}")
            if item.why:
                yield from _wrapped(f"  * {item.why}.")
    if section.note and not only_differences:
        yield from textwrap.wrap(section.note, PAPER_WIDTH)
    differing = [item for item in section.numbers if not item.agrees]
    for why in dict.fromkeys(item.why for item in differing):
        places = "; ".join(
            f"{item.row}, {item.column}: printed {item.printed}, ours {item.ours}"
            for item in differing
            if item.why == why
        )
        reason = why or "NOT ON THE LIST of known differences"
        yield from _wrapped(f"{'*' if why else '!'} {places}. Why: {reason}.")


def _wrapped(text: str) -> list[str]:
    """Lines that fit a terminal, the first with a bullet."""
    indent = len(text) - len(text.lstrip()) + 2
    return textwrap.wrap(text, PAPER_WIDTH, subsequent_indent=" " * indent)


def _summary(sections: Sequence[Section]) -> Sheet:
    counts: dict[str, Counter[str]] = {}
    for section in sections:
        counts.setdefault(PAPERS[section.paper], Counter()).update(item.verdict for item in section.all())
    if len(counts) > 1:
        counts["all"] = sum(counts.values(), Counter())
    rows = [(name, *(verdicts[each] for each in PAPER_MARKS)) for name, verdicts in counts.items()]
    return sheet("", ("", "agree", "known differences", "unexplained"), rows)


def _data(sections: Sequence[Section]) -> dict[str, Any]:
    def ours(item: Item) -> dict[str, str]:
        return {"ours": item.ours, "verdict": item.verdict} | ({"why": item.why} if item.why else {})

    return {
        "version": __version__,
        "counts": dict(Counter(item.verdict for section in sections for item in section.all())),
        "sections": [
            {
                "paper": section.paper,
                "section": section.name,
                "title": section.title,
                "note": section.note,
                "numbers": [dict(zip(Item._fields[:3], item, strict=False)) | ours(item) for item in section.numbers],
                "statements": [{"statement": item.column, **ours(item)} for item in section.statements],
            }
            for section in sections
        ],
    }
