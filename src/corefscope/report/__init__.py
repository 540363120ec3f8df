"""Reports: every one is a view of a Result; none reads files."""

from __future__ import annotations

from importlib import import_module

from corefscope.errors import UnknownName
from corefscope.result import Result

# The modules that render each kind, loaded when used.
REPORTS = {"table": "text", "json": "json", "csv": "csv", "latex": "latex", "markdown": "markdown"}


def render(result: Result, output: str) -> str:
    """The result as text of the kind asked for, with a line break at its end."""
    if output not in REPORTS:
        raise UnknownName("output", output, REPORTS)
    return str(import_module(f"corefscope.report.{REPORTS[output]}").render(result))


__all__ = ["REPORTS", "render"]
