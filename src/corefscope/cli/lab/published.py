"""`corefscope lab published`: the papers' result tables."""

from __future__ import annotations

import argparse

from corefscope.cli import options
from corefscope.cli.output import Outcome

SUMMARY = "the papers' result tables, and whether they add up"
DESCRIPTION = """List the result tables of the papers that come with corefscope, show one as it is printed, or check the
arithmetic in all of them: averages, ranks, F from recall and precision, and what one table says of another.
`corefscope score --beside NAME` shows where a system would stand in one; NAME:CORPUS takes the rows of one corpus.
Tables after 2016 are from repositories and model cards, and each row names its place.

With --check, exit status 1 if something does not add up that is not on the list of known differences."""
EXAMPLES = """examples:
  corefscope lab published
  corefscope lab published conll2012-en
  corefscope lab published moosavi2016-table5 -o csv
  corefscope lab published recasens2011-table14 -o json
  corefscope lab published ontonotes-en
  corefscope lab published corefud-1.2:en_gum
  corefscope lab published --check
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("table", metavar="NAME", nargs="?", help="a table; without it, all are listed")
    parser.add_argument("--check", action="store_true", help="list what does not add up")
    options.add_output(parser)


def run(arguments: argparse.Namespace) -> Outcome:
    from corefscope.lab.papers.registry import Reproduction
    from corefscope.lab.published.checks import checks_of
    from corefscope.lab.published.tables import names, table
    from corefscope.reporting.views.lab.published import view

    chosen = [table(arguments.table).name] if arguments.table else names()
    reproduction = Reproduction(tuple(section for name in chosen for section in checks_of(name)))
    shown = view(arguments.table, reproduction, arguments.check)
    return shown, 1 if arguments.check and reproduction.unexplained else 0
