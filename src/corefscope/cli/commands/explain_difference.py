"""`corefscope explain-difference`: two saved results with different numbers, or one and a number from a paper."""

from __future__ import annotations

import argparse
import os

from corefscope.cli import options
from corefscope.cli.output import Outcome

SUMMARY = "say why two saved results have different numbers"
DESCRIPTION = """Compare two results saved by `score -o json` (best with --per-document): which settings, files,
documents or counts differ. Instead of the second, a number from a paper can be given: then the files are scored
again under the rules of every known scorer, to find the nearest. Exit status 0 whether they differ or not."""
EXAMPLES = """examples:
  corefscope score examples/key.conll examples/response-a.conll --per-document -o json > a.json
  corefscope score examples/key.conll examples/response-a.conll --per-document -o json --singletons drop > b.json
  corefscope explain-difference a.json b.json
  corefscope explain-difference a.json 61.2 -m conll
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("one", metavar="A.json", help="a saved result")
    parser.add_argument("two", metavar="B.json", help="another, or an F1 in percent, such as 73.4")
    shown = "the metric of the number from a paper; default: conll"
    options.add(parser, options.OUTPUT, "-m", "--metric", default="conll", metavar="NAME", help=shown)
    options.add_output(parser)


def run(arguments: argparse.Namespace) -> Outcome:
    from corefscope.reporting.views.results import difference as view
    from corefscope.scoring.explained_difference import explain_difference

    return view(explain_difference(arguments.one, _second(arguments.two), arguments.metric))


def _second(text: str) -> str | float:
    """A number, unless there is a file of that name."""
    if not os.path.exists(text):
        try:
            return float(text)
        except ValueError:
            pass
    return text
