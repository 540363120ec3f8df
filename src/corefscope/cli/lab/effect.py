"""`corefscope lab effect`: does a metric reward the finding of mentions?"""

from __future__ import annotations

import argparse
import sys
from typing import TYPE_CHECKING

from corefscope.basics.escaping import visible
from corefscope.cli.lab import options as lab_options

if TYPE_CHECKING:
    from corefscope.lab.effect import Effect
    from corefscope.reporting.sheet import Sheet

NAME = "effect"
SUMMARY = "the mention identification effect on your own data"
DESCRIPTION = """The experiment of Moosavi & Strube (2016), Table 1, on your own data. The response is scored as it is;
more precise: without the mentions that have wrong links only; less precise: with wrong entities of missed mentions,
in pairs (a) or in few large ones (b); and at its boundaries, all singletons and one entity. Right links never change.

Marked (in colour on a terminal, else by *) is what moves the wrong way: recall that changes at all, precision and F1
that fall when the response becomes more precise or rise when it becomes less so, a boundary whose F1 is above the
base. `mentions` is not judged: finding mentions is what it measures."""
EXAMPLES = """examples:
  corefscope lab effect examples/key.conll examples/response-a.conll
  corefscope lab effect examples/key.conll examples/response-a.conll -m muc,b3,lea
  corefscope lab effect examples/key.conll examples/response-b.jsonl --singletons drop -o json
"""
PER_SHEET = 4
WRONG = "black on bright_red"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("key", metavar="KEY", help="the annotation that counts as right")
    parser.add_argument("response", metavar="RESPONSE", help="the output of a system")
    lab_options.add_experiment(parser)


def run(arguments: argparse.Namespace) -> int:
    from corefscope.cli.commands.score import show_warnings
    from corefscope.cli.inputs import check_inputs
    from corefscope.lab.effect import effect

    as_json = lab_options.as_json(arguments)
    check_inputs(arguments.key, arguments.response, metrics=True)
    found = effect(arguments.key, arguments.response, **lab_options.experiment(arguments))
    if sys.stdout.isatty() and not as_json:
        show_warnings(found.result)
        _show(found)
    else:
        lab_options.show(arguments, found, lines)
    return 0


def sheets(found: Effect) -> list[Sheet]:
    """The table in pieces that fit a page; `best` marks what moves the wrong way."""
    from corefscope.lab.effect import FIELDS
    from corefscope.reporting.sheet import Sheet, percent

    pages = []
    metrics = found.result.metrics
    for first in range(0, len(metrics), PER_SHEET):
        columns = [(metric, field) for metric in metrics[first : first + PER_SHEET] for field in metric.fields]
        titles = [
            f"{metric.title} {dict(zip(FIELDS, ('R', 'P', 'F1'), strict=True))[field]}" for metric, field in columns
        ]
        rows = tuple(
            (row.name, *(percent(row.scores[metric.name], field) for metric, field in columns)) for row in found.rows
        )
        marked = frozenset(
            (place, column)
            for place, row in enumerate(found.rows)
            for column, (metric, field) in enumerate(columns, 1)
            if (metric.name, field) in row.wrong
        )
        pages.append(Sheet("", ("", *titles), rows, marked))
    return pages


def _notes(found: Effect) -> list[str]:
    width = max(len(row.name) for row in found.rows)
    return [f"{row.name.ljust(width)}  {row.change}" for row in found.rows[1:]]


def lines(found: Effect) -> list[str]:
    """Plain text: what moves the wrong way has a * behind it, everything else a blank."""
    from corefscope.reporting.render.text import lines as plain
    from corefscope.reporting.sheet import Sheet, headline

    out = [headline(found.result)]
    for sheet in sheets(found):
        rows = tuple(
            (
                row[0],
                *(f"{cell}{'*' if (place, column) in sheet.best else ' '}" for column, cell in enumerate(row[1:], 1)),
            )
            for place, row in enumerate(sheet.rows)
        )
        titles = (sheet.columns[0], *(f"{title} " for title in sheet.columns[1:]))
        out += ["", *plain(Sheet("", titles, rows))]
    return [*out, "", *_notes(found), "* moves the wrong way", "", visible(found.result.signature)]


def _show(found: Effect) -> None:
    from rich import box
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    from corefscope.reporting.sheet import headline

    console = Console()
    console.print(Text(headline(found.result), style="dim"))
    for sheet in sheets(found):
        table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
        for column, title in enumerate(sheet.columns):
            table.add_column(title, justify="right" if column else "left", no_wrap=True)
        for place, row in enumerate(sheet.rows):
            table.add_row(
                *(Text(cell, style=WRONG if (place, column) in sheet.best else "") for column, cell in enumerate(row))
            )
        console.print(table)
    for note in _notes(found):
        console.print(Text(note, style="dim"))
    console.print(Text.assemble(("in colour", WRONG), (": moves the wrong way", "dim")))
    console.print(Text(visible(found.result.signature), style="dim"), soft_wrap=True)
