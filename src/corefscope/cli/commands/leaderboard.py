"""`corefscope leaderboard`: many systems on many data sets."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import TYPE_CHECKING

from corefscope.cli import options
from corefscope.cli.output import Outcome, say

if TYPE_CHECKING:
    from corefscope.metrics import Metric

SUMMARY = "rank many systems on many data sets"
DESCRIPTION = """Score many systems on many data sets and rank them by the macro average over data sets.

FOLDER holds FOLDER/DATASET/key.* and FOLDER/DATASET/SYSTEM.*, or FOLDER/keys/DATASET.* and FOLDER/SYSTEM/DATASET.*;
a manifest lists the same in TOML. A submission that is missing or malformed is marked with its reason and counts
as 0 in the average. The rank is 1 + the number of systems that are significantly better; documents are drawn or
exchanged within data sets. Under --strict a submission with warnings is malformed too, and the exit status is 1 if
anything could not be scored."""
EXAMPLES = """examples:
  corefscope leaderboard examples/leaderboard
  corefscope leaderboard examples/leaderboard/manifest.toml -m conll -m lea --missing skip
  corefscope leaderboard examples/leaderboard -m lea -o latex --columns recall,precision,f1
  corefscope leaderboard examples/leaderboard -o html > board.html
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("entries", metavar="FOLDER|MANIFEST", help="a folder, or a manifest in .toml")
    options.add_metric(parser)
    shown = options.group(parser, options.OUTPUT)
    shown.add_argument(
        "--rank-by",
        metavar="METRIC",
        help="the metric to rank by (default: conll if it is there, else the first)",
    )
    options.add_output(parser)
    shown.add_argument(
        "--missing",
        metavar="HOW",
        help="a submission that is missing or malformed enters the average as zero (default), or skip: not at all; "
        "then only systems that are scored on every data set are ranked",
    )
    options.add_columns(parser, "each data set in LaTeX")
    options.add_plan(parser, ("test", "tail", "correction", "interval", "alpha", "trials", "seed"))
    options.add_settings(parser)
    options.add_jobs(parser, "score so many data sets")


def check_fields(metric: Metric, columns: Sequence[str]) -> None:
    """Refuse columns that the metric does not have."""
    from corefscope.statistics.samples import check_field

    for field in columns:
        check_field([metric], field)


def run(arguments: argparse.Namespace) -> Outcome:
    from corefscope.boards.board import leaderboard
    from corefscope.boards.entries import find_entries
    from corefscope.cli.progress import Progress
    from corefscope.cli.requested import missing, requested
    from corefscope.metrics import DEFAULT
    from corefscope.reporting.views.board import view

    call = requested(arguments)
    entries = find_entries(arguments.entries)
    with Progress(steps=len(entries.datasets) * (len(entries.systems) + 1)) as progress:
        board = leaderboard(
            entries,
            metrics=call.metrics or DEFAULT,
            rank_by=arguments.rank_by,
            missing=missing(arguments),
            plan=call.plan,
            settings=call.settings,
            strict=arguments.strict,
            progress=progress.step,
            jobs=options.jobs(arguments, [path for each in entries.datasets for path in each.paths]),
        )
    check_fields(board.ranked_by, arguments.columns)
    for notice in board.warnings:
        say(f"warning: {notice}")
    return view(board, arguments.columns), 1 if arguments.strict and board.problems else 0
