"""The outputs of every command: JSON and CSV for programs here, the others in `render`, loaded when they are used."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from importlib import import_module
from itertools import islice

from corefscope.problems import UnknownName
from corefscope.reporting.report import Heading, Records, Report, View

# Each output and its renderer in `render`; JSON and CSV are written here.
OUTPUTS = {
    "table": "text:render",
    "json": "",
    "csv": "",
    "latex": "latex:render",
    "markdown": "text:render_markdown",
    "html": "html:render",
}
TOKENS = 4096  # of JSON, which are written together
_FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n")


def check_output(output: str) -> None:
    """Refuse an unknown output; commands call this before they read files."""
    if output not in OUTPUTS:
        raise UnknownName("output", output, OUTPUTS)


def render(view: View, output: str) -> str:
    return "".join(parts(view, output))


def parts(view: View, output: str) -> Iterator[str]:
    """The same text in parts, since JSON may be long."""
    if output == "json":
        import json  # takes as long to load as a small file to score

        tokens = json.JSONEncoder(ensure_ascii=False, indent=1).iterencode(view.data())
        while part := "".join(islice(tokens, TOKENS)):
            yield part
        yield "\n"
    elif output == "csv":
        import csv
        import io

        columns, rows = records(view)
        stream = io.StringIO()
        writer = csv.writer(stream, lineterminator="\n")
        writer.writerow(columns)
        writer.writerows(map(harmless, rows))
        yield stream.getvalue()
    elif output == "table" and view.lines:
        yield "".join(f"{line}\n" for line in view.lines())
    else:
        report = {"latex": view.paper, "html": view.page}.get(output) or view.report
        module, _, function = OUTPUTS[output].partition(":")
        yield str(getattr(import_module(f"corefscope.reporting.render.{module}"), function)(report()))


def harmless(row: Sequence[object]) -> list[object]:
    """Put an apostrophe before text that a spreadsheet would run as a formula.

    >>> harmless(["=1+1", -1.5, "the ferry"])
    ["'=1+1", -1.5, 'the ferry']
    """
    return [f"'{cell}" if isinstance(cell, str) and cell.startswith(_FORMULA) else cell for cell in row]


def records(view: View) -> Records:
    """The rows of a table for programs: the view's own, or one for each cell of its report, with exact numbers."""
    if view.records:
        return view.records()
    return ("table", "group", "row", "column", "value", "signature"), _cells(view.report())


def _cells(report: Report) -> Iterator[Sequence[object]]:
    for table in report.tables:
        group = ""
        for row in table.rows:
            if isinstance(row, Heading):
                group = row.name
                continue
            for title, cell in zip(table.columns[1:], row[1:], strict=True):
                value = cell.text if cell.value is None else cell.value
                if value != "":
                    yield table.title, group, row[0].text.strip(), title, value, report.signature
    if report.more is not None:
        yield from _cells(report.more)
