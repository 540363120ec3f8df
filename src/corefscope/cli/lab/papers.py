"""`corefscope lab papers`: the papers' numbers, recomputed."""

from __future__ import annotations

import argparse

from corefscope.cli import options
from corefscope.cli.output import Outcome, say

SUMMARY = "recompute the papers behind the metrics"
DESCRIPTION = """Recompute every number of four papers that can be recomputed, and print table by table what the
paper has, what comes out, and where the two differ the arithmetic of why: Pradhan et al. 2014 (pradhan2014),
Recasens & Hovy 2011 (recasens2011), Chen & Ng 2013 (chen2013), Moosavi & Strube 2016 (moosavi2016).

Exit status 1 if a number differs that is not on the list of known differences."""
EXAMPLES = """examples:
  corefscope lab papers
  corefscope lab papers chen2013
  corefscope lab papers --differences
  corefscope lab papers pradhan2014 -o json
  corefscope lab papers --write reproduction.md
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("papers", metavar="PAPER", nargs="*", help="only these papers; default: all four")
    parser.add_argument("--differences", action="store_true", help="show only what differs")
    options.add_output(parser)
    parser.add_argument("--write", metavar="FILE", help="also write all of it into a Markdown page")


def run(arguments: argparse.Namespace) -> Outcome:
    from corefscope.lab.papers.registry import recompute
    from corefscope.reporting.outputs import render
    from corefscope.reporting.views.lab.papers import view

    reproduction = recompute(arguments.papers)
    shown = view(reproduction, arguments.differences)
    if arguments.write:
        from corefscope.basics.writing import write_file

        write_file(arguments.write, render(shown, "markdown"), "page")
    for section, item in reproduction.unexplained:
        what = f"{section.paper}, {section.name}: {' '.join(filter(None, (item.row, item.column)))}"
        say(f"differs: {what}: printed {item.printed}, ours {item.ours}")
    return shown, 1 if reproduction.unexplained else 0
