"""`corefscope lab axioms`: which desiderata each metric satisfies."""

from __future__ import annotations

import argparse

from corefscope.cli import options
from corefscope.cli.output import Outcome

SUMMARY = "which desiderata of the literature each metric satisfies"
DESCRIPTION = """Search random partitions for cases in which a metric does what a paper says it should not: Recasens &
Hovy's desiderata (2011, §3.2), Amigó et al.'s constraints (2009), Moosavi & Strube's interpretability (2016), boundary
cases, symmetric roles, repeated mentions, and how finely scores spread. Prints axioms × metrics, then the smallest
counterexample of each failure.

✓ no counterexample found; = never the wrong way round, but sometimes the same score where it should differ;
✗ a counterexample; – not defined for the metric. A search proves failures; it does not prove that there are none."""
EXAMPLES = """examples:
  corefscope lab axioms --trials 20
  corefscope lab axioms -m b3,ceafe,lea --trials 50 --seed 7
  corefscope lab axioms -m muc -o json --trials 20
  corefscope lab axioms -m muc,lea --trials 20 --write axioms.md
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    options.add_metric(parser, help="a metric; repeatable. Default: all registered ones")
    parser.add_argument("--trials", type=int, default=300, metavar="N", help="random cases per axiom (default 300)")
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="another seed draws other cases (default 1)")
    parser.add_argument("--no-examples", action="store_true", help="only the tables, no counterexamples")
    parser.add_argument("--write", metavar="FILE", help="also write the tables into a Markdown page")
    options.add_output(parser)


def run(arguments: argparse.Namespace) -> Outcome:
    from corefscope.cli.requested import requested_metrics
    from corefscope.lab.axioms.judging import axioms
    from corefscope.reporting.views.lab.axioms import view

    found = axioms(requested_metrics(arguments), arguments.trials, arguments.seed)
    if arguments.write:
        from corefscope.basics.writing import write_file
        from corefscope.lab.axioms.page import render

        write_file(arguments.write, render(found), "page")
    return view(found, not arguments.no_examples)
