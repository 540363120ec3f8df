"""The published tables as text."""

from __future__ import annotations

from corefscope.lab.papers.registry import Reproduction
from corefscope.lab.papers.text import section_lines, summary, wrapped
from corefscope.lab.published.checks import checks_of
from corefscope.lab.published.tables import Published, names, table
from corefscope.metrics import METRICS


def index() -> list[str]:
    """All tables, a line each, with what does not add up in each."""
    grid = [["name", "source", "rows", "differences", "what it shows"]]
    for name in names():
        source = table(name)
        wrong = sum(not item.agrees for section in checks_of(name) for item in section.all())
        grid.append([name, source.source, str(len(source.rows)), str(wrong) if wrong else "–", source.title])
    return _columns(grid, right=(2, 3))


def show(name: str) -> list[str]:
    """One table as it is printed, its notes, and what does not add up in it."""
    source = table(name)
    head = [f"{source.name}: {source.title}", f"{source.source}; percentages {source.digits}"]
    grid = [[*source.labels, *map(_title, source.values)]]
    for row in source.rows:
        grid.append([*(row[column] for column in source.labels), *(row[column] or " " for column in source.values)])
    right = range(len(source.labels), len(source.columns))
    notes = [line for note in source.notes for line in wrapped(f"note: {note}", "", "  ")]
    return [*head, "", *_columns(grid, tuple(right)), *(["", *notes] if notes else []), *_checked(source)]


def _checked(source: Published) -> list[str]:
    reproduction = Reproduction(tuple(checks_of(source.name)))
    lines: list[str] = []
    for section in reproduction.sections:
        if any(not item.agrees for item in section.all()):
            lines += ["", *section_lines(reproduction, section, only_differences=True)]
    items = [item for section in reproduction.sections for item in section.all()]
    wrong = sum(not item.agrees for item in items)
    verdict = f"{wrong} do not add up" if wrong > 1 else "1 does not add up" if wrong else "all add up"
    return [*lines, "", f"checked: {len(items)} numbers and statements, {verdict}"]


def check(reproduction: Reproduction) -> list[str]:
    """Everything that does not add up, table by table."""
    lines: list[str] = []
    for section in reproduction.sections:
        if any(not item.agrees for item in section.all()):
            lines += [*section_lines(reproduction, section, only_differences=True), ""]
    return [*lines, *summary(reproduction)]


def _title(column: str) -> str:
    """`muc.f1` → MUC F1, as people write it."""
    name, _, field = column.partition(".")
    known = METRICS[name].title if name in METRICS else name
    short = {"recall": "R", "precision": "P", "f1": "F1", "percent": "%", "count": "#"}
    return f"{known} {short.get(field, field)}".strip()


def _columns(grid: list[list[str]], right: tuple[int, ...]) -> list[str]:
    widths = [max(len(line[number]) for line in grid) for number in range(len(grid[0]))]
    return [
        "  ".join(
            cell.rjust(width) if number in right else cell.ljust(width)
            for number, (cell, width) in enumerate(zip(line, widths, strict=True))
        ).rstrip()
        for line in grid
    ]
