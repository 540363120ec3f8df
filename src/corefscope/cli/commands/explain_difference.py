"""`corefscope explain-difference`: two saved results with different numbers."""

from __future__ import annotations

import argparse

from corefscope.cli import options as score_options
from corefscope.cli.output import emit

NAME = "explain-difference"
SUMMARY = "say why two saved results have different numbers"
DESCRIPTION = """Compare two results saved by `score -o json` (best with --per-document): which settings, files,
documents or counts differ. Exit status 0 whether they differ or not."""
EXAMPLES = """examples:
  corefscope score examples/key.conll examples/response-a.conll --per-document -o json > a.json
  corefscope score examples/key.conll examples/response-a.conll --per-document -o json --singletons drop > b.json
  corefscope explain-difference a.json b.json
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("one", metavar="A.json", help="a saved result")
    parser.add_argument("two", metavar="B.json", help="another")
    score_options.add_output(parser)


def run(arguments: argparse.Namespace) -> int:
    from corefscope.reporting.outputs import check_output
    from corefscope.reporting.views.difference import view
    from corefscope.scoring.differences import differences
    from corefscope.scoring.saved import load

    check_output(arguments.output)
    found = differences(load(arguments.one), load(arguments.two))
    emit(view(found), arguments.output, arguments.raw_csv)
    return 0
