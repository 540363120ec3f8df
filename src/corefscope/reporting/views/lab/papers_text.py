"""The reproduction as text: each table with two lines a row, the paper's and ours, and why they differ below it."""

from __future__ import annotations

import textwrap

from corefscope.lab.papers.items import Item, Section
from corefscope.lab.papers.registry import AGREES, DIFFERS, KNOWN_DIFFERENCE, Reproduction
from corefscope.lab.published.tables import SOURCES
from corefscope.reporting.render.text import lines
from corefscope.reporting.report import Entry, Sheet, count, sheet

WIDTH = 110
MARKS = {AGREES: " ", KNOWN_DIFFERENCE: "*", DIFFERS: "!"}


def render(reproduction: Reproduction, only_differences: bool = False) -> str:
    parts = []
    for paper, sections in reproduction.papers.items():
        parts.append(f"{SOURCES[paper]}\n{'=' * len(SOURCES[paper])}")
        for section in sections:
            if section.differs or not only_differences:
                parts.append("\n".join(section_lines(reproduction, section, only_differences)))
    return "\n\n".join([*parts, "\n".join(lines(summary(reproduction)))]) + "\n"


def section_lines(reproduction: Reproduction, section: Section, only_differences: bool = False) -> list[str]:
    """Heading, numbers, statements, and explained differences."""
    out = wrapped(f"{section.name}: {section.title}")
    if section.items and not only_differences:
        out += _table(reproduction, section)
    return [*out, *below(reproduction, section, only_differences)]


def below(reproduction: Reproduction, section: Section, only_differences: bool = False) -> list[str]:
    """Below the numbers: statements, a note, and explained differences."""
    out = []
    for item in section.claims:
        if not (only_differences and item.agrees):
            out += _statement(reproduction, section, item)
    if section.note and not only_differences:
        out += wrapped(section.note, "  ")
    for items, known in explanations(reproduction, section):
        out += _difference(items, known)
    return out


def explanations(reproduction: Reproduction, section: Section) -> list[tuple[list[Item], str]]:
    """The numbers that differ, grouped by their explanation; an unexplained one has an empty explanation."""
    found: dict[str, list[Item]] = {}
    for item in section.items:
        if not item.agrees:
            known = reproduction.why(section, item)
            found.setdefault(known.why if known else "", []).append(item)
    return [(items, why) for why, items in found.items()]


def grid(section: Section) -> tuple[list[str], dict[str, list[Item | None]]]:
    """The columns of a section's numbers, and what stands in each row."""
    columns = list(dict.fromkeys(item.column for item in section.items))
    cells = {(item.row, item.column): item for item in section.items}
    return columns, {item.row: [cells.get((item.row, column)) for column in columns] for item in section.items}


def _table(reproduction: Reproduction, section: Section) -> list[str]:
    """Two lines a row, the paper's and ours; one line where there is one column."""
    columns, rows = grid(section)
    single = len(columns) == 1
    shown: list[tuple[str | Entry, ...]] = []
    for row, items in rows.items():
        marks = [MARKS[reproduction.verdict(section, item)] if item else " " for item in items]
        ours = [Entry(item.ours if item else "", mark=mark) for item, mark in zip(items, marks, strict=True)]
        printed = [item.printed if item else "" for item in items]
        if single:
            shown.append((row, *printed, *ours))
        else:
            shown.append((row, "printed", *(Entry(text, mark=" ") for text in printed)))
            shown.append(("", "ours", *ours))
    titles = (columns[0], "printed", "ours") if single else ("", "", *columns)
    return [f"  {line}" for line in lines(sheet("", titles, shown, left=(0,) if single else (0, 1)))]


def _statement(reproduction: Reproduction, section: Section, item: Item) -> list[str]:
    known = reproduction.why(section, item)
    word = {AGREES: "holds", KNOWN_DIFFERENCE: "does not hold *", DIFFERS: "DOES NOT HOLD"}
    evidence = f" ({item.ours})" if item.ours else ""
    out = wrapped(f"- {item.column}: {word[reproduction.verdict(section, item)]}{evidence}", "  ", "    ")
    return out + (wrapped(f"* {known.why}.", "    ", "      ") if known else [])


def _difference(items: list[Item], why: str) -> list[str]:
    places = "; ".join(f"{item.row}, {item.column}: printed {item.printed}, ours {item.ours}" for item in items)
    mark, reason = ("*", why) if why else ("!", "NOT ON THE LIST of known differences")
    return wrapped(f"{mark} {places}. Why: {reason}.", "  ", "    ")


def summary(reproduction: Reproduction) -> Sheet:
    """How much of each paper agrees."""
    papers = {SOURCES[paper]: sections for paper, sections in reproduction.papers.items()}
    rows = []
    for name, sections in {**papers, **({"all": list(reproduction.sections)} if len(papers) > 1 else {})}.items():
        counts = reproduction.counts(sections)
        rows.append((name, *(count(counts[verdict], "") for verdict in (AGREES, KNOWN_DIFFERENCE, DIFFERS))))
    return sheet("", ("", "agree", "known differences", "unexplained"), rows)


def wrapped(text: str, first: str = "", rest: str | None = None) -> list[str]:
    """Lines that fit a terminal."""
    return textwrap.wrap(text, WIDTH, initial_indent=first, subsequent_indent=first if rest is None else rest)
