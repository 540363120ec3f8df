"""The reproduction as a page of the documentation, in Markdown."""

from __future__ import annotations

from corefscope.lab.papers.items import Item, Section
from corefscope.lab.papers.registry import AGREES, DIFFERS, KNOWN_DIFFERENCE, Reproduction
from corefscope.lab.published.tables import PAPERS
from corefscope.reporting.render.markdown import escape
from corefscope.reporting.views.lab.papers_text import columns_and_rows, explanations

MISSING = "not on the list of known differences"
HEAD = """# The papers, recomputed

<!-- written by: corefscope lab papers --write docs/reproduction.md -->

Every number of four papers that can be recomputed: by corefscope's metrics where the paper gives the partitions, by
arithmetic where it gives only scores. A cell reads *printed / ours*; ours has two digits more, so that rounding can
be seen. A number agrees if it is ours rounded to the printed digits (Moosavi & Strube quote the official scorer, which
cuts them off). A number made of other printed numbers agrees if some values behind those give it. What differs is
**bold** and explained below its table.
"""


def render(reproduction: Reproduction) -> str:
    parts = [HEAD, "\n".join(_summary(reproduction))]
    for paper, sections in reproduction.papers.items():
        parts.append(f"## {PAPERS[paper]}")
        parts += ["\n\n".join(_section(reproduction, section)) for section in sections]
    return "\n\n".join(part.strip("\n") for part in parts) + "\n"


def _summary(reproduction: Reproduction) -> list[str]:
    lines = ["| paper | agree | known differences | unexplained |", "|---|---:|---:|---:|"]
    for paper, sections in reproduction.papers.items():
        lines.append(_counts(PAPERS[paper], reproduction, sections))
    return [*lines, _counts("all", reproduction, list(reproduction.sections))]


def _counts(name: str, reproduction: Reproduction, sections: list[Section]) -> str:
    counts = reproduction.counts(sections)
    return f"| {name} | {' | '.join(str(counts[verdict]) for verdict in (AGREES, KNOWN_DIFFERENCE, DIFFERS))} |"


def _section(reproduction: Reproduction, section: Section) -> list[str]:
    parts = [f"### {section.name}: {escape(section.title)}"]
    if section.items:
        parts.append("\n".join(_grid(section)))
    if section.claims:
        parts.append("\n".join(_statement(reproduction, section, item) for item in section.claims))
    if section.note:
        parts.append(escape(section.note))
    explained = [_difference(items, why) for items, why in explanations(reproduction, section)]
    return [*parts, *(["\n".join(explained)] if explained else [])]


def _grid(section: Section) -> list[str]:
    columns, rows, cells = columns_and_rows(section)
    lines = ["| | " + " | ".join(map(escape, columns)) + " |", "|---" + "|---:" * len(columns) + "|"]
    for row in rows:
        items = [cells.get((row, column)) for column in columns]
        lines.append(f"| {escape(row)} | " + " | ".join(map(_cell, items)) + " |")
    return lines


def _cell(item: Item | None) -> str:
    if item is None:
        return ""
    text = f"{escape(item.printed)} / {escape(item.ours)}"
    return text if item.agrees else f"**{text}**"


def _statement(reproduction: Reproduction, section: Section, item: Item) -> str:
    evidence = f" ({escape(item.ours)})" if item.ours else ""
    if item.agrees:
        return f"- {escape(item.column)}: holds{evidence}."
    return f"- {escape(item.column)}: **does not hold**{evidence}. {_why(reproduction, section, item)}"


def _difference(items: list[Item], why: str) -> str:
    places = "; ".join(
        f"**{escape(item.row)}, {escape(item.column)}**: printed {escape(item.printed)}, ours {escape(item.ours)}"
        for item in items
    )
    return f"- {places}. Why: {escape(why or MISSING)}."


def _why(reproduction: Reproduction, section: Section, item: Item) -> str:
    known = reproduction.why(section, item)
    return f"Why: {escape(known.why if known else MISSING)}."
