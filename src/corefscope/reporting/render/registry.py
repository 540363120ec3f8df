"""Reports: every one is a view of a Result; none reads files."""

from __future__ import annotations

from importlib import import_module

from corefscope.problems import UnknownName
from corefscope.scoring.result import Result

# The modules that render each kind, loaded when used.
REPORTS = {"table": "text", "json": "json", "csv": "csv", "latex": "latex", "markdown": "markdown"}


def render(result: Result, output: str, raw_csv: bool = False) -> str:
    """The result as text of the kind asked for, with a line break at its end.

    In CSV, text that a spreadsheet would run as a formula gets an apostrophe before it, unless `raw_csv`.
    """
    if output not in REPORTS:
        raise UnknownName("output", output, REPORTS)
    if output == "json":
        from corefscope.scoring.saved import pieces

        return "".join(pieces(result))
    renderer = import_module(f"corefscope.reporting.render.{REPORTS[output]}")
    return str(renderer.render(result, raw_csv) if output == "csv" else renderer.render(result))


__all__ = ["REPORTS", "render"]
