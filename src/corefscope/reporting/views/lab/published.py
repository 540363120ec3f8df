"""The papers' result tables, and whether they add up."""

from __future__ import annotations

from corefscope.lab.papers.registry import Reproduction
from corefscope.lab.published.checks import checks_of
from corefscope.lab.published.tables import SOURCE, Published, names
from corefscope.lab.published.tables import table as published
from corefscope.metrics import METRICS
from corefscope.reporting.report import Paragraph, Records, Report, View, count, paragraph, sheet
from corefscope.reporting.views.lab.papers_text import section_lines, summary, wrapped

SHORT = {"recall": "R", "precision": "P", "f1": "F1", "percent": "%", "count": "#"}


def view(name: str | None, reproduction: Reproduction, check: bool = False) -> View:
    """One table, or a list of all; or what does not add up in them."""
    chosen = [name] if name else names()
    return View(
        lambda: _check(reproduction) if check else _show(published(name)) if name else _index(),
        data=lambda: {
            "tables": [published(each).as_object() for each in chosen],
            "checks": reproduction.as_object()["sections"],
        },
        records=(lambda: _records(published(name))) if name and not check else None,
    )


def _index() -> Report:
    """All tables, a line each, with what does not add up in each."""
    rows = []
    for name in names():
        source = published(name)
        wrong = sum(not item.agrees for section in checks_of(name) for item in section.all())
        rows.append(
            (name, source.source, count(len(source.rows), ""), count(wrong, "") if wrong else "–", source.title)
        )
    columns = ("name", "source", "rows", "differences", "what it shows")
    return Report("", (sheet("", columns, rows, left=(0, 1, 4)),), title="Published tables")


def _show(source: Published) -> Report:
    """One table as it is printed, its notes, and what does not add up in it."""
    heading = paragraph([f"{source.name}: {source.title}", f"{source.source}; percentages {source.digits}"])
    where = [SOURCE] if SOURCE in source.columns else []
    columns = [*source.labels, *map(_title, source.values), *where]
    rows = [[row[column] or " " for column in (*source.labels, *source.values, *where)] for row in source.rows]
    left = (*range(len(source.labels)), *range(len(columns) - len(where), len(columns)))
    shown = sheet("", columns, rows, left=left)
    notes = paragraph(line for note in source.notes for line in wrapped(f"note: {note}", "", "  "))
    reproduction = Reproduction(tuple(checks_of(source.name)))
    items = [item for section in reproduction.sections for item in section.all()]
    wrong = sum(not item.agrees for item in items)
    verdict = f"{wrong} do not add up" if wrong > 1 else "1 does not add up" if wrong else "all add up"
    checked = f"checked: {len(items)} numbers and statements, {verdict}"
    return Report(heading, (shown,), (*filter(None, [notes]), *_wrong(reproduction), checked), title=source.source)


def _wrong(reproduction: Reproduction) -> list[Paragraph]:
    """A paragraph for each section in which something does not add up."""
    return [
        paragraph(section_lines(reproduction, section, only_differences=True))
        for section in reproduction.sections
        if section.differs
    ]


def _check(reproduction: Reproduction) -> Report:
    """Everything that does not add up, table by table."""
    return Report(
        Paragraph("\n\n".join(_wrong(reproduction))), (summary(reproduction),), title="Published tables, checked"
    )


def _records(source: Published) -> Records:
    """The table as it is in its file."""
    return source.columns, ([row[column] for column in source.columns] for row in source.rows)


def _title(column: str) -> str:
    """`muc.f1` → MUC F1, as people write it."""
    name, _, field = column.partition(".")
    known = METRICS[name].title if name in METRICS else name
    return f"{known} {SHORT.get(field, field)}".strip()
