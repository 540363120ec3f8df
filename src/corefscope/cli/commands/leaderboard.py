"""`corefscope leaderboard`: many systems on many data sets."""

from __future__ import annotations

import argparse
import sys
from typing import TYPE_CHECKING

from corefscope.cli import options as score_options
from corefscope.cli.output import put, put_json, say

if TYPE_CHECKING:
    from corefscope.boards.board import Board

NAME = "leaderboard"
SUMMARY = "rank many systems on many data sets"
DESCRIPTION = """Score many systems on many data sets and rank them by the macro average over data sets.

FOLDER holds FOLDER/DATASET/key.* and FOLDER/DATASET/SYSTEM.*, or FOLDER/keys/DATASET.* and FOLDER/SYSTEM/DATASET.*;
a manifest lists the same in TOML or CSV. A submission that is missing or malformed is marked with its reason and counts
as 0 in the average. The rank is 1 + the number of systems that are significantly better; documents are drawn or
exchanged within data sets. Under --strict a submission with warnings is malformed too, and the exit status is 1 if
anything could not be scored."""
EXAMPLES = """examples:
  corefscope leaderboard examples/leaderboard
  corefscope leaderboard examples/leaderboard/manifest.toml -m conll -m lea --missing skip
  corefscope leaderboard examples/leaderboard -o html > board.html
"""
OUTPUTS = ("table", "json", "csv", "html")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("entries", metavar="FOLDER|MANIFEST", help="a folder, or a manifest in .toml or .csv")
    score_options.add_metric(parser)
    shown = score_options.group(parser, score_options.OUTPUT)
    shown.add_argument(
        "--rank-by", metavar="METRIC", help="the metric to rank by (default: conll if it is there, else the first)"
    )
    shown.add_argument("-o", "--output", default="table", metavar="KIND", help="table (default), json, csv or html")
    score_options.add_raw_csv(parser)
    shown.add_argument(
        "--missing",
        metavar="HOW",
        help="a submission that is missing or malformed enters the average as zero (default), or skip: not at all; "
        "then only systems that are scored on every data set are ranked",
    )
    score_options.add_plan(parser, ("test", "tail", "correction", "interval", "alpha", "trials", "seed"))
    score_options.add_settings(parser)
    score_options.add_strict(parser)
    score_options.add_jobs(parser, "score so many data sets")


def run(arguments: argparse.Namespace) -> int:
    from corefscope.boards.board import leaderboard
    from corefscope.boards.entries import find_entries
    from corefscope.cli.progress import Progress
    from corefscope.cli.requested import missing, requested
    from corefscope.metrics import DEFAULT
    from corefscope.problems import UnknownName

    if arguments.output not in OUTPUTS:
        raise UnknownName("output", arguments.output, OUTPUTS)
    asked = requested(arguments)
    entries = find_entries(arguments.entries)
    with Progress(steps=len(entries.datasets) * (len(entries.systems) + 1)) as progress:
        board = leaderboard(
            entries,
            metrics=asked.metrics or DEFAULT,
            rank_by=arguments.rank_by,
            missing=missing(arguments),
            plan=asked.plan(),
            settings=asked.settings,
            strict=arguments.strict,
            progress=progress.step,
            jobs=score_options.jobs(arguments, [path for each in entries.datasets for path in each.paths]),
        )
    for notice in board.warnings:
        say(f"warning: {notice}")
    _put(board, arguments.output, arguments.raw_csv)
    return 1 if arguments.strict and board.problems else 0


def _put(board: Board, output: str, raw_csv: bool) -> None:
    from corefscope.reporting.views import board as report

    if output == "json":
        put_json(report.as_object(board))
    elif output == "csv":
        put(report.as_csv(board, raw_csv), "csv")
    elif output == "html":
        from corefscope.reporting.views.board_html import render

        put(render(board), "html")
    else:
        _show(board)


def _show(board: Board) -> None:
    from corefscope.reporting.views.board import headline, remarks, sheets

    found = remarks(board)
    if sys.stdout.isatty():
        from rich.console import Console
        from rich.text import Text

        from corefscope.reporting.render.terminal import show_sheets

        console = Console()
        show_sheets(headline(board), sheets(board), board.signature, console)
        for line in found:
            console.print(Text(line, style="red" if line.startswith(" ") else "bold"), soft_wrap=True)
        return
    from corefscope.reporting.render.text import page

    shown = page(headline(board), sheets(board), board.signature)
    put(shown + ("\n" + "\n".join(found) + "\n" if found else ""))
