"""The reproduction as text: each table with two lines a row, the paper's and ours, and why they differ below it."""

from __future__ import annotations

import textwrap

from corefscope.lab.papers.items import Item, Section
from corefscope.lab.papers.registry import AGREES, DIFFERS, KNOWN_DIFFERENCE, Reproduction
from corefscope.lab.published.tables import PAPERS

WIDTH = 110
MARKS = {AGREES: " ", KNOWN_DIFFERENCE: "*", DIFFERS: "!"}


def render(reproduction: Reproduction, only_differences: bool = False) -> str:
    parts = []
    for paper, sections in reproduction.papers.items():
        parts.append(f"{PAPERS[paper]}\n{'=' * len(PAPERS[paper])}")
        for section in sections:
            if only_differences and all(item.agrees for item in section.all()):
                continue
            parts.append("\n".join(section_lines(reproduction, section, only_differences)))
    return "\n\n".join([*parts, "\n".join(summary(reproduction))]) + "\n"


def section_lines(reproduction: Reproduction, section: Section, only_differences: bool = False) -> list[str]:
    """Heading, numbers, statements, and the differences explained."""
    lines = wrapped(f"{section.name}: {section.title}")
    if section.items and not only_differences:
        lines += _grid(reproduction, section)
    for item in section.claims:
        if not (only_differences and item.agrees):
            lines += _statement(reproduction, section, item)
    if section.note and not only_differences:
        lines += wrapped(section.note, "  ")
    for items, known in explanations(reproduction, section):
        lines += _difference(items, known)
    return lines


def explanations(reproduction: Reproduction, section: Section) -> list[tuple[list[Item], str]]:
    """The numbers that differ, those with one explanation together; the explanation is empty where none is known."""
    found: dict[str, list[Item]] = {}
    for item in section.items:
        if not item.agrees:
            known = reproduction.why(section, item)
            found.setdefault(known.why if known else "", []).append(item)
    return [(items, why) for why, items in found.items()]


def columns_and_rows(section: Section) -> tuple[list[str], list[str], dict[tuple[str, str], Item]]:
    """The section's numbers as a grid: its columns, its rows, and what stands where."""
    columns = list(dict.fromkeys(item.column for item in section.items))
    rows = list(dict.fromkeys(item.row for item in section.items))
    return columns, rows, {(item.row, item.column): item for item in section.items}


def _grid(reproduction: Reproduction, section: Section) -> list[str]:
    columns, rows, cells = columns_and_rows(section)
    if len(columns) == 1:
        return _list(reproduction, section)
    grid = [["", "", *(column + " " for column in columns)]]
    for row in rows:
        items = [cells.get((row, column)) for column in columns]
        marks = [MARKS[reproduction.verdict(section, item)] if item else " " for item in items]
        grid.append([row, "printed", *((item.printed if item else "") + " " for item in items)])
        ours = [(item.ours if item else "") + mark for item, mark in zip(items, marks, strict=True)]
        grid.append(["", "ours", *ours])
    widths = [max(len(line[place]) for line in grid) for place in range(len(grid[0]))]
    return [
        "  "
        + "  ".join(
            cell.ljust(width) if place < 2 else cell.rjust(width)
            for place, (cell, width) in enumerate(zip(line, widths, strict=True))
        ).rstrip()
        for line in grid
    ]


def _list(reproduction: Reproduction, section: Section) -> list[str]:
    """A table of one column: one line a row."""
    grid = [[section.items[0].column, "printed", "ours "]]
    grid += [[item.row, item.printed, item.ours + MARKS[reproduction.verdict(section, item)]] for item in section.items]
    widths = [max(len(line[place]) for line in grid) for place in range(3)]
    return [
        f"  {row.ljust(widths[0])}  {printed.rjust(widths[1])}  {ours.rjust(widths[2])}".rstrip()
        for row, printed, ours in grid
    ]


def _statement(reproduction: Reproduction, section: Section, item: Item) -> list[str]:
    known = reproduction.why(section, item)
    word = {AGREES: "holds", KNOWN_DIFFERENCE: "does not hold *", DIFFERS: "DOES NOT HOLD"}
    evidence = f" ({item.ours})" if item.ours else ""
    lines = wrapped(f"- {item.column}: {word[reproduction.verdict(section, item)]}{evidence}", "  ", "    ")
    return lines + (wrapped(f"* {known.why}.", "    ", "      ") if known else [])


def _difference(items: list[Item], why: str) -> list[str]:
    places = "; ".join(f"{item.row}, {item.column}: printed {item.printed}, ours {item.ours}" for item in items)
    mark, reason = ("*", why) if why else ("!", "NOT ON THE LIST of known differences")
    return wrapped(f"{mark} {places}. Why: {reason}.", "  ", "    ")


def summary(reproduction: Reproduction) -> list[str]:
    """How much of each paper agrees."""
    head = ["", "agree", "known differences", "unexplained"]
    grid = [head]
    for paper, sections in reproduction.papers.items():
        grid.append([PAPERS[paper], *_counted(reproduction, sections)])
    if len(reproduction.papers) > 1:
        grid.append(["all", *_counted(reproduction, list(reproduction.sections))])
    widths = [max(len(line[place]) for line in grid) for place in range(len(head))]
    return [
        "  ".join(
            cell.rjust(width) if place else cell.ljust(width)
            for place, (cell, width) in enumerate(zip(line, widths, strict=True))
        )
        for line in grid
    ]


def _counted(reproduction: Reproduction, sections: list[Section]) -> list[str]:
    counts = reproduction.counts(sections)
    return [str(counts[verdict]) for verdict in (AGREES, KNOWN_DIFFERENCE, DIFFERS)]


def wrapped(text: str, first: str = "", rest: str | None = None) -> list[str]:
    """Lines that fit a terminal."""
    return textwrap.wrap(text, WIDTH, initial_indent=first, subsequent_indent=first if rest is None else rest)
