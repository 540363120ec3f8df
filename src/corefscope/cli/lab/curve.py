"""`corefscope lab curve`: scores over the size of windows, over distance, over an entity's range."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

from corefscope.cli import options
from corefscope.cli.lab import options as lab_options
from corefscope.cli.output import Outcome, show_warnings

if TYPE_CHECKING:
    from corefscope.lab.curve import Curve

SUMMARY = "scores by window, distance or range"
DESCRIPTION = """Score over a number: over the size of windows that texts are cut into (--over window), over the
distance of a mention from the one before it (--over distance), over the range of its entity (--over range), or over
another number of --by bins:. Places can be stated: --over window=100,500,20s, --over distance=0,50,500."""
EXAMPLES = """examples:
  corefscope lab curve examples/tales/key.jsonl examples/tales/large.jsonl examples/tales/small.jsonl
  corefscope lab curve examples/tales/key.jsonl examples/tales/large.jsonl --over distance -m b3
  corefscope lab curve examples/tales/key.jsonl examples/tales/large.jsonl --over range=0,20,40 -o csv
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    options.add_files(parser)
    parser.add_argument("--over", default="window", metavar="WHAT", help="window (default), distance, range, …")
    parser.add_argument("--plot", metavar="FILE", help="draw F1 into an .svg, .png or .html")
    options.add_names(parser)
    options.add_metric(parser, help="a metric; repeatable. Default: muc, b3, ceafe and lea")
    options.add_output(parser)
    options.add_settings(parser, strict=False)


def run(arguments: argparse.Namespace) -> Outcome:
    from corefscope import plots
    from corefscope.lab.curve import USUAL, curve
    from corefscope.reporting.views.lab.curve import view

    if arguments.plot:
        plots.check(arguments.plot)
    files = (arguments.key, *arguments.responses)
    call = lab_options.experiment(arguments, *files)
    metrics = call["metrics"] if arguments.metric else USUAL
    found = curve(*files, over=arguments.over, metrics=metrics, names=arguments.names, settings=call["settings"])
    show_warnings(found.result)
    if arguments.plot:
        plots.save(_drawing(found), arguments.plot)
    return view(found)


def _drawing(found: Curve) -> dict[str, Any]:
    """A line per system and metric; first mentions have no distance, so they stand beside it."""
    from corefscope.analysis.attribution.mention_groups import FIRST
    from corefscope.plots.curves import steps

    several = len(found.result.systems) > 1
    titles = {metric.name: metric.title for metric in found.result.metrics}
    values = [
        {
            "series": f"{system}, {titles[name]}" if several else titles[name],
            "x": point.label,
            "y": 100 * score.f1,
            "joined": point.label != FIRST,
        }
        for point in found.points
        for system, scores in point.scores.items()
        for name, score in scores.items()
        if "f1" not in score.undefined
    ]
    series = list(dict.fromkeys(str(value["series"]) for value in values))
    labels = [point.label for point in found.points]
    return steps(f"F1 over {found.over}", values, series, labels, found.meaning)
