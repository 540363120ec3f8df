"""`corefscope lab agreement`: how far metrics rank systems alike."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from corefscope.cli.lab import options as lab_options

if TYPE_CHECKING:
    from corefscope.lab.agreement import Agreement

NAME = "agreement"
SUMMARY = "how far the metrics rank systems alike"
DESCRIPTION = """Score several systems and compare the order in which each metric puts them: Kendall's τ between every
two metrics (1 the same order, -1 the opposite, corrected for ties), each metric's ranks, and the pairs of systems
about which metrics disagree."""
EXAMPLES = """examples:
  corefscope lab agreement examples/key.conll examples/response-a.conll examples/response-b.jsonl
  corefscope lab agreement examples/key.conll examples/response-a.conll examples/response-b.jsonl --by precision
  corefscope lab agreement examples/key.conll examples/response-a.conll examples/response-b.jsonl --plot tau.svg
"""
MANY = 10


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("key", metavar="KEY", help="the annotation that counts as right")
    parser.add_argument("systems", metavar="SYSTEM", nargs="+", help="the output of a system; two or more")
    lab_options.add_experiment(parser)
    parser.add_argument("--by", default="f1", metavar="WHAT", help="rank by f1 (default), recall or precision")
    parser.add_argument("--plot", metavar="FILE", help="draw τ as a heat map into an .svg, .png or .html")


def run(arguments: argparse.Namespace) -> int:
    from corefscope.cli.inputs import check_inputs
    from corefscope.lab.agreement import agreement

    lab_options.as_json(arguments)  # an unknown output is said before anything is scored
    check_inputs(arguments.key, *arguments.systems, metrics=True)
    found = agreement(arguments.key, *arguments.systems, by=arguments.by, **lab_options.experiment(arguments))
    if arguments.plot:
        from corefscope import plots
        from corefscope.plots.heat_map import heat_map

        cells = [[found.tau[one, two] for two in found.metrics] for one in found.metrics]
        systems = len(found.systems)
        plots.save(
            heat_map(f"Agreement of metrics on {systems} systems", found.metrics, cells, "Kendall's τ"), arguments.plot
        )
    lab_options.show(arguments, found, lines)
    return 0


def lines(found: Agreement) -> list[str]:
    """τ between metrics, ranks of systems, and what is disputed."""
    from corefscope.basics.escaping import visible
    from corefscope.reporting.render.text import lines as plain
    from corefscope.reporting.sheet import Sheet, counted, headline

    def shown(value: float | None) -> str:
        return "–" if value is None else f"{value:.2f}"

    rows = [
        (one, *(shown(found.tau[one, two]) for two in found.metrics), shown(found.mean(one))) for one in found.metrics
    ]
    title = f"Kendall's τ over {counted(len(found.systems), 'system')}, by {found.by}"
    out = [headline(found.result), "", *plain(Sheet(title, ("", *found.metrics, "mean"), tuple(rows))), ""]
    ranks = {metric: found.ranks(metric) for metric in found.metrics}
    ranked = [
        (name, *(str(ranks[metric][place]) for metric in found.metrics)) for place, name in enumerate(found.systems)
    ]
    out += [*plain(Sheet("Ranks", ("System", *found.metrics), tuple(ranked))), ""]
    disputed = found.disputed()
    for one, two, first, second in disputed[:MANY]:
        out.append(f"{visible(one)} above {visible(two)}: {', '.join(first)}; below: {', '.join(second)}")
    if len(disputed) > MANY:
        out.append(f"and {len(disputed) - MANY} more pairs on which metrics disagree (-o json lists all)")
    if not disputed:
        out.append("no two systems are ranked differently")
    return [*out, "", visible(found.result.signature)]
