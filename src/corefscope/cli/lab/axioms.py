"""`corefscope lab axioms`: which desiderata each metric satisfies."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from corefscope.cli.lab import options as lab_options
from corefscope.cli.output import put, put_json

if TYPE_CHECKING:
    from corefscope.lab.axioms.judging import Axioms

NAME = "axioms"
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
PER_SHEET = 10


def add_arguments(parser: argparse.ArgumentParser) -> None:
    lab_options.add_metrics(parser, "all registered ones")
    parser.add_argument("--trials", type=int, default=300, metavar="N", help="random cases per axiom (default 300)")
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="another seed draws other cases (default 1)")
    parser.add_argument("--no-examples", action="store_true", help="only the tables, no counterexamples")
    parser.add_argument("--write", metavar="FILE", help="also write the tables into a Markdown page")
    lab_options.add_output(parser)


def run(arguments: argparse.Namespace) -> int:
    from corefscope.cli.requested import requested_metrics
    from corefscope.lab.axioms.judging import axioms

    as_json = lab_options.as_json(arguments)
    found = axioms(requested_metrics(arguments), arguments.trials, arguments.seed)
    if arguments.write:
        from corefscope.basics.writing import write_file
        from corefscope.lab.axioms.page import render

        write_file(arguments.write, render(found), "page")
    if as_json:
        put_json(found.as_object())
    else:
        put("\n".join(lines(found, not arguments.no_examples)) + "\n")
    return 0


def lines(found: Axioms, examples: bool = True) -> list[str]:
    """The tables, in pieces that fit a page, then the counterexamples axiom by axiom."""
    from corefscope.lab.axioms.judging import AXIOMS
    from corefscope.lab.axioms.page import MARKS, SPREAD, kinds_of_mentions
    from corefscope.reporting.render.text import lines as plain
    from corefscope.reporting.sheet import Sheet

    out: list[str] = []
    for first in range(0, len(found.metrics), PER_SHEET):
        metrics = found.metrics[first : first + PER_SHEET]
        rows = [(name, *(MARKS[found.verdicts[metric, name].outcome] for metric in metrics)) for name in AXIOMS]
        rows += [(title, *(str(value(found.granularity[metric])) for metric in metrics)) for title, value in SPREAD]
        out += [*plain(Sheet("", ("axiom", *metrics), tuple(rows))), ""]
    out += _examples(found)
    if examples:
        out += _counterexamples(found)
    out += [f"not tried: {name}: {why}" for name, why in found.refused.items()]
    return [
        *out,
        "✓ no counterexample found   = sometimes the same score where it should differ   ✗ a counterexample   "
        "– not defined",
        f"for metrics that look at mention types, {kinds_of_mentions()}, and so on",
    ]


def _examples(found: Axioms) -> list[str]:
    from corefscope.lab.axioms.examples import EXAMPLES as FIXED

    out = []
    for name, example in FIXED.items():
        out.append(f"{example.title}: {example.said}")
        orders: dict[str, list[str]] = {}
        for metric in found.metrics:
            orders.setdefault(example.order(found.examples[metric, name]), []).append(metric)
        out += [f"  {order}: {', '.join(metrics)}" for order, metrics in orders.items()]
    return [*out, ""]


def _counterexamples(found: Axioms) -> list[str]:
    from corefscope.lab.axioms.judging import AXIOMS
    from corefscope.lab.axioms.page import MARKS

    out = []
    for axiom in AXIOMS.values():
        out.append(f"{axiom.name}: {axiom.demand} ({axiom.source})")
        for metric in found.metrics:
            verdict = found.verdicts[metric, axiom.name]
            if verdict.case is not None:
                mark, share = MARKS[verdict.outcome], f"{verdict.against} of {verdict.tried}"
                out.append(f"  {mark} {metric} ({share}): {verdict.example()}")
        if not any(found.verdicts[metric, axiom.name].case for metric in found.metrics):
            out.append("  no counterexample found")
    return [*out, ""]
