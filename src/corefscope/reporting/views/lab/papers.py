"""The papers' numbers beside ours, as a report, and as a page of the documentation in Markdown."""

from __future__ import annotations

from collections.abc import Iterator

from corefscope.lab.papers.items import Item, Section
from corefscope.lab.papers.registry import AGREES, DIFFERS, KNOWN_DIFFERENCE, Reproduction
from corefscope.lab.published.tables import SOURCES
from corefscope.reporting.render.markdown import escape
from corefscope.reporting.report import BAD, Entry, Report, Sheet, View, paragraph, sheet
from corefscope.reporting.views.lab import papers_text

MISSING = "not on the list of known differences"
HEAD = """# The papers, recomputed

<!-- written by: corefscope lab papers --write docs/reproduction.md -->

Every number of four papers that can be recomputed: by corefscope's metrics where the paper gives the partitions, by
arithmetic where it gives only scores. A cell reads *printed / ours*; ours has two digits more, so that rounding can
be seen. A number agrees if it is ours rounded to the printed digits (Moosavi & Strube quote the official scorer, which
cuts them off). A number made of other printed numbers agrees if some values behind those give it. What differs is
**bold** and explained below its table.
"""


def view(reproduction: Reproduction, only_differences: bool = False) -> View:
    return View(
        lambda: report(reproduction, only_differences),
        data=reproduction.as_object,
        text=lambda: papers_text.render(reproduction, only_differences),
        markdown=lambda: page(reproduction),
    )


def report(reproduction: Reproduction, only_differences: bool = False) -> Report:
    """A table for each section, whose cells read `printed / ours`, then how much of each paper agrees."""
    tables = [
        _table(reproduction, section, only_differences)
        for section in reproduction.sections
        if not only_differences or section.differs
    ]
    return Report("printed / ours", (*tables, papers_text.summary(reproduction)), title="The papers, recomputed")


def _table(reproduction: Reproduction, section: Section, only_differences: bool) -> Sheet:
    columns, rows = papers_text.grid(section)
    shown = [
        (row, *(Entry(_both(item), style="" if item.agrees else BAD) if item else Entry() for item in items))
        for row, items in ({} if only_differences else rows).items()
    ]
    title = f"{SOURCES[section.paper]}, {section.name}: {section.title}"
    note = paragraph(papers_text.below(reproduction, section, only_differences))
    return sheet(title, ("", *columns) if shown else (), shown, note)


def _both(item: Item) -> str:
    return f"{item.printed} / {item.ours}"


def page(reproduction: Reproduction) -> str:
    """The page of the documentation."""
    counts = ["| paper | agree | known differences | unexplained |", "|---|---:|---:|---:|"]
    papers = {SOURCES[paper]: sections for paper, sections in reproduction.papers.items()}
    for name, sections in {**papers, "all": list(reproduction.sections)}.items():
        found = reproduction.counts(sections)
        counts.append(f"| {name} | {found[AGREES]} | {found[KNOWN_DIFFERENCE]} | {found[DIFFERS]} |")
    parts = [HEAD.strip("\n"), "\n".join(counts)]
    for name, sections in papers.items():
        parts.append(f"## {name}")
        for section in sections:
            parts += _page_section(reproduction, section)
    return "\n\n".join(parts) + "\n"


def _page_section(reproduction: Reproduction, section: Section) -> Iterator[str]:
    yield f"### {section.name}: {escape(section.title)}"
    if section.items:
        columns, rows = papers_text.grid(section)
        lines = ["| | " + " | ".join(map(escape, columns)) + " |", "|---" + "|---:" * len(columns) + "|"]
        lines += [f"| {escape(row)} | " + " | ".join(map(_page_cell, items)) + " |" for row, items in rows.items()]
        yield "\n".join(lines)
    if section.claims:
        yield "\n".join(_statement(reproduction, section, item) for item in section.claims)
    if section.note:
        yield escape(section.note)
    explained = papers_text.explanations(reproduction, section)
    if explained:
        yield "\n".join(_difference(items, why) for items, why in explained)


def _page_cell(item: Item | None) -> str:
    if item is None:
        return ""
    return escape(_both(item)) if item.agrees else f"**{escape(_both(item))}**"


def _statement(reproduction: Reproduction, section: Section, item: Item) -> str:
    evidence = f" ({escape(item.ours)})" if item.ours else ""
    if item.agrees:
        return f"- {escape(item.column)}: holds{evidence}."
    known = reproduction.why(section, item)
    why = escape(known.why if known else MISSING)
    return f"- {escape(item.column)}: **does not hold**{evidence}. Why: {why}."


def _difference(items: list[Item], why: str) -> str:
    places = "; ".join(
        f"**{escape(item.row)}, {escape(item.column)}**: printed {escape(item.printed)}, ours {escape(item.ours)}"
        for item in items
    )
    return f"- {places}. Why: {escape(why or MISSING)}."
