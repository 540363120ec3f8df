"""`corefscope lab agreement`: how far metrics rank systems alike."""

from __future__ import annotations

import argparse

from corefscope.cli.lab import options as lab_options
from corefscope.cli.output import Outcome, show_warnings

SUMMARY = "how far the metrics rank systems alike"
DESCRIPTION = """Score several systems and compare the order in which each metric puts them: Kendall's τ between every
two metrics (1 the same order, -1 the opposite, corrected for ties), each metric's ranks, and the pairs of systems
about which metrics disagree."""
EXAMPLES = """examples:
  corefscope lab agreement examples/key.conll examples/response-a.conll examples/response-b.jsonl
  corefscope lab agreement examples/key.conll examples/response-a.conll examples/response-b.jsonl --by precision
  corefscope lab agreement examples/key.conll examples/response-a.conll examples/response-b.jsonl --plot tau.svg
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("key", metavar="KEY", help="the annotation that counts as right")
    parser.add_argument("systems", metavar="SYSTEM", nargs="+", help="the output of a system; two or more")
    lab_options.add_experiment(parser)
    parser.add_argument("--by", default="f1", metavar="WHAT", help="rank by f1 (default), recall or precision")
    parser.add_argument("--plot", metavar="FILE", help="draw τ as a heat map into an .svg, .png or .html")


def run(arguments: argparse.Namespace) -> Outcome:
    from corefscope.lab.agreement import agreement
    from corefscope.reporting.views.lab.metric_agreement import view

    files = (arguments.key, *arguments.systems)
    found = agreement(*files, by=arguments.by, **lab_options.experiment(arguments, *files))
    if arguments.plot:
        from corefscope import plots
        from corefscope.plots.heat_map import heat_map

        cells = [[found.tau[one, two] for two in found.metrics] for one in found.metrics]
        systems = len(found.systems)
        plots.save(
            heat_map(f"Agreement of metrics on {systems} systems", found.metrics, cells, "Kendall's τ"), arguments.plot
        )
    show_warnings(found.result)
    return view(found)
