"""Every number of the four papers that can be recomputed, beside ours: the papers' definitions put to the test."""

from __future__ import annotations

import textwrap
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from corefscope._version import __version__
from corefscope.lab.papers import PAPERS, Item, Section, examples, known_differences, tables
from corefscope.problems import UnknownName
from corefscope.reporting.report import Entry, Report, Sheet, Value, View, paragraph, sheet

AGREES, KNOWN_DIFFERENCE, DIFFERS = "agrees", "known difference", "differs"
MARKS = {AGREES: "", KNOWN_DIFFERENCE: "*", DIFFERS: "!"}
HOLDS = {AGREES: "holds", KNOWN_DIFFERENCE: "does not hold *", DIFFERS: "DOES NOT HOLD"}
WIDTH = 110


@dataclass(frozen=True)
class Reproduction:
    """Sections in the order of the papers, and the known differences."""

    sections: tuple[Section, ...]
    known: Mapping[tuple[str, ...], str] = field(default_factory=known_differences)

    def why(self, section: Section, item: Item) -> str:
        """Return the arithmetic of a known difference; empty if the item is none."""
        place = (section.paper, section.name, item.row, item.column, item.printed, item.ours)
        return "" if item.agrees else self.known.get(place, "")

    def verdict(self, section: Section, item: Item) -> str:
        return AGREES if item.agrees else KNOWN_DIFFERENCE if self.why(section, item) else DIFFERS

    def counts(self, paper: str = "") -> Counter[str]:
        """Count the verdicts, of one paper or of all."""
        of_paper = [section for section in self.sections if paper in ("", section.paper)]
        return Counter(self.verdict(section, item) for section in of_paper for item in section.all())

    @property
    def unexplained(self) -> list[tuple[Section, Item]]:
        """The differences that are not on the list: a mistake of ours, or one of a paper that is not explained yet."""
        items = [(section, item) for section in self.sections for item in section.all()]
        return [(section, item) for section, item in items if self.verdict(section, item) == DIFFERS]


def recompute(papers: Sequence[str] = ()) -> Reproduction:
    """Recompute these papers, or all: by the metrics where they give partitions, by arithmetic where only scores."""
    for name in papers:
        if name not in PAPERS:
            raise UnknownName("paper", name, PAPERS)
    arithmetic = tables.sections()
    sections: list[Section] = []
    for name in PAPERS:
        if not papers or name in papers:
            sections += (*examples.sections(name), *(section for section in arithmetic if section.paper == name))
    return Reproduction(tuple(sections))


# What people and programs read of it.


def view(papers: Reproduction, only_differences: bool = False) -> View:
    """A table for each section, then how much of each paper agrees."""

    def report() -> Report:
        differing = [
            each for each in papers.sections if not only_differences or not all(one.agrees for one in each.all())
        ]
        return Report("", [*(_section(papers, each, only_differences) for each in differing), _summary(papers)])

    columns = ("paper", "section", "row", "column", "printed", "ours", "verdict", "why")
    return View(report, data=lambda: _data(papers), records=lambda: (columns, _rows(papers, only_differences)))


def _section(papers: Reproduction, section: Section, only_differences: bool) -> Sheet:
    """Two lines a row, the paper's and ours; one line where there is one column. Below it the statements."""
    items = {} if only_differences else {(item.row, item.column): item for item in section.items}
    columns = list(dict.fromkeys(column for _, column in items))
    single = len(columns) == 1
    rows: list[Sequence[Value]] = []
    for row in dict.fromkeys(row for row, _ in items):
        cells = [items.get((row, column)) for column in columns]
        printed = [Entry(item.printed if item else "", mark=" ") for item in cells]
        ours = [Entry(item.ours, mark=MARKS[papers.verdict(section, item)] or " ") if item else "" for item in cells]
        rows += [(row, *printed, *ours)] if single else [(row, "printed", *printed), ("", "ours", *ours)]
    if rows:
        columns = [*columns, "printed", "ours"] if single else ["", "", *columns]
    title = f"{PAPERS[section.paper]}, {section.name}: {section.title}"
    note = paragraph(_below(papers, section, only_differences))
    return sheet(title, columns, rows, note, left=(0,) if single else (0, 1))


def _below(papers: Reproduction, section: Section, only_differences: bool) -> Iterator[str]:
    """Statements, a note, and the numbers that differ, grouped by their explanation."""
    for item in section.claims:
        if not (only_differences and item.agrees):
            evidence = f" ({item.ours})" if item.ours else ""
            yield from _wrapped(f"- {item.column}: {HOLDS[papers.verdict(section, item)]}{evidence}")
            if why := papers.why(section, item):
                yield from _wrapped(f"  * {why}.")
    if section.note and not only_differences:
        yield from textwrap.wrap(section.note, WIDTH)
    explained: dict[str, list[Item]] = {}
    for item in section.items:
        if not item.agrees:
            explained.setdefault(papers.why(section, item), []).append(item)
    for why, items in explained.items():
        places = "; ".join(f"{item.row}, {item.column}: printed {item.printed}, ours {item.ours}" for item in items)
        reason = why or "NOT ON THE LIST of known differences"
        yield from _wrapped(f"{'*' if why else '!'} {places}. Why: {reason}.")


def _wrapped(text: str) -> list[str]:
    """Lines that fit a terminal, the first with a bullet."""
    indent = len(text) - len(text.lstrip()) + 2
    return textwrap.wrap(text, WIDTH, subsequent_indent=" " * indent)


def _summary(papers: Reproduction) -> Sheet:
    names = dict.fromkeys(section.paper for section in papers.sections)
    counts = {PAPERS[paper]: papers.counts(paper) for paper in names}
    counts |= {"all": papers.counts()} if len(names) > 1 else {}
    rows = [(name, *(verdicts[each] for each in MARKS)) for name, verdicts in counts.items()]
    return sheet("", ("", "agree", "known differences", "unexplained"), rows)


def _rows(papers: Reproduction, only_differences: bool) -> Iterator[Sequence[object]]:
    for section in papers.sections:
        for item in section.all():
            if not (only_differences and item.agrees):
                yield (section.paper, section.name, *item[:4], papers.verdict(section, item), papers.why(section, item))


def _data(papers: Reproduction) -> dict[str, Any]:
    def ours(section: Section, item: Item) -> dict[str, str]:
        why = papers.why(section, item)
        return {"ours": item.ours, "verdict": papers.verdict(section, item), **({"why": why} if why else {})}

    return {
        "version": __version__,
        "counts": dict(papers.counts()),
        "sections": [
            {
                "paper": section.paper,
                "section": section.name,
                "title": section.title,
                "note": section.note,
                "numbers": [
                    {"row": item.row, "column": item.column, "printed": item.printed, **ours(section, item)}
                    for item in section.items
                ],
                "statements": [{"statement": item.column, **ours(section, item)} for item in section.claims],
            }
            for section in papers.sections
        ],
    }
