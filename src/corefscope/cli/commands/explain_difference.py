"""`corefscope explain-difference`: two saved results with different numbers."""

from __future__ import annotations

import argparse

from corefscope.cli import options
from corefscope.cli.output import Outcome

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
    options.add_output(parser)


def run(arguments: argparse.Namespace) -> Outcome:
    from corefscope.reporting.views.difference import view
    from corefscope.scoring.differences import differences
    from corefscope.scoring.saved import load

    found = differences(load(arguments.one), load(arguments.two))
    return view(found)
