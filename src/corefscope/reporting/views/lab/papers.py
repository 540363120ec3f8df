"""The papers' numbers beside ours."""

from __future__ import annotations

from corefscope.lab.papers.items import Section
from corefscope.lab.papers.registry import Reproduction
from corefscope.lab.published.tables import PAPERS
from corefscope.reporting.report import BAD, Entry, Report, Sheet, View, paragraph, sheet
from corefscope.reporting.views.lab import papers_page, papers_text


def view(reproduction: Reproduction, only_differences: bool = False) -> View:
    return View(
        lambda: report(reproduction, only_differences),
        data=reproduction.as_object,
        text=lambda: papers_text.render(reproduction, only_differences),
        markdown=lambda: papers_page.render(reproduction),
    )


def report(reproduction: Reproduction, only_differences: bool = False) -> Report:
    """A table for each section, whose cells read `printed / ours`, then how much of each paper agrees."""
    sections = [
        section
        for section in reproduction.sections
        if not (only_differences and all(item.agrees for item in section.all()))
    ]
    tables = [_section(reproduction, section, only_differences) for section in sections]
    return Report("printed / ours", (*tables, papers_text.summary(reproduction)), title="The papers, recomputed")


def _section(reproduction: Reproduction, section: Section, only_differences: bool) -> Sheet:
    columns, rows, cells = papers_text.columns_and_rows(section)
    grid = []
    for row in rows if not only_differences else ():
        items = [cells.get((row, column)) for column in columns]
        shown = [
            Entry(f"{item.printed} / {item.ours}", style="" if item.agrees else BAD) if item else Entry()
            for item in items
        ]
        grid.append((row, *shown))
    title = f"{PAPERS[section.paper]}, {section.name}: {section.title}"
    note = paragraph(papers_text.below(reproduction, section, only_differences))
    return sheet(title, ("", *columns) if grid else (), grid, note)
