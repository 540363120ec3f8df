"""The outputs of every command; each is a module of `render`, loaded when it is used."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from typing import Any

from corefscope.problems import UnknownName
from corefscope.reporting.report import Records, View

OUTPUTS = ("table", "json", "csv", "latex", "markdown", "html")
AT_ONCE = 4096  # tokens of JSON that are yielded together


def check_output(output: str) -> None:
    """Refuse an unknown output; commands call this before they read files."""
    if output not in OUTPUTS:
        raise UnknownName("output", output, OUTPUTS)


def render(view: View, output: str) -> str:
    """Render a view as text, with a line break at its end."""
    return "".join(parts(view, output))


def parts(view: View, output: str) -> Iterator[str]:
    """The same text in parts, since JSON may be long."""
    check_output(output)
    if output == "json":
        yield from _json(view.data())
    elif output == "csv":
        from corefscope.reporting.render import csv

        yield csv.render(records(view))
    elif output == "table" and view.lines:
        yield "".join(f"{line}\n" for line in view.lines())
    else:
        report = {"latex": view.paper, "html": view.page}.get(output) or view.report
        renderer = import_module(f"corefscope.reporting.render.{'text' if output == 'table' else output}")
        yield str(renderer.render(report()))


def records(view: View) -> Records:
    """The rows of a table for programs: the view's own, or one for each cell of its report."""
    from corefscope.reporting.render.csv import cells

    return view.records() if view.records else cells(view.report())


def _json(data: Any) -> Iterator[str]:
    """Plain data as JSON; an iterator yields JSON already."""
    if isinstance(data, Iterator):
        yield from data
        return
    import json  # takes as long to load as a small file to score

    several: list[str] = []
    for token in json.JSONEncoder(ensure_ascii=False, indent=1).iterencode(data):
        several.append(token)
        if len(several) == AT_ONCE:
            yield "".join(several)
            several.clear()
    yield "".join([*several, "\n"])
