"""Reports: every one is a view of a Result; none reads files."""

from __future__ import annotations

from collections.abc import Callable

from corefscope.errors import UnknownName
from corefscope.report import csv, json, latex, markdown, text
from corefscope.result import Result

REPORTS: dict[str, Callable[[Result], str]] = {
    "table": text.render,
    "json": json.render,
    "csv": csv.render,
    "latex": latex.render,
    "markdown": markdown.render,
}


def render(result: Result, output: str) -> str:
    """The result as text of the kind asked for, with a line break at its end."""
    if output not in REPORTS:
        raise UnknownName("output", output, REPORTS)
    return REPORTS[output](result)


__all__ = ["REPORTS", "render"]
