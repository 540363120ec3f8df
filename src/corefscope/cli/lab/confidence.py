"""`corefscope lab confidence`: from which score on should links count?"""

from __future__ import annotations

import argparse

from corefscope.cli import options
from corefscope.cli.output import Outcome, show_warnings

SUMMARY = "scores over the threshold of scored links, and calibration"
DESCRIPTION = """Score a response of scored links over the threshold from which they count. RESPONSE is JSON Lines, a
document a line: doc_key, links (each a mention, an antecedent and a score; a mention is its first and last token) and,
if mentions without a link count too, mentions. Links of the threshold and above join mentions into entities. Shown are
the threshold of the best F1 of each metric, the curve, the area under it, the average precision of links, and how far
the scores are the probabilities that links are right."""
EXAMPLES = """examples:
  corefscope lab confidence examples/key.conll examples/links.jsonl
  corefscope lab confidence examples/key.conll examples/links.jsonl -m lea --thresholds 10 -o csv
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("key", metavar="KEY", help="the annotation that counts as right")
    parser.add_argument("response", metavar="RESPONSE", help="a response of scored links, in JSON Lines")
    parser.add_argument(
        "--thresholds", type=int, default=100, metavar="N", help="at most so many points (default: 100)"
    )
    parser.add_argument("--plot", metavar="FILE", help="draw F1 over the threshold into an .svg, .png or .html")
    parser.add_argument("--calibration-plot", metavar="FILE", help="draw the share of right links over their score")
    options.add_metric(parser, help="a metric; repeatable. Default: muc, b3, ceafe and conll")
    options.add_output(parser)
    options.add_settings(parser, strict=False)


def run(arguments: argparse.Namespace) -> Outcome:
    from corefscope import plots
    from corefscope.cli.requested import requested
    from corefscope.lab.confidence import USUAL, confidence
    from corefscope.problems import SettingsError
    from corefscope.reporting.views.lab.confidence import view

    for path in filter(None, (arguments.plot, arguments.calibration_plot)):
        plots.check(path)
    call = requested(arguments, arguments.key, arguments.response)
    found = confidence(
        arguments.key, arguments.response, call.metrics or USUAL, arguments.thresholds, settings=call.settings
    )
    show_warnings(found.result)
    name = found.result.system.name
    if arguments.plot:
        from corefscope.plots.confidence import threshold_curves

        curves = {
            metric.title: [(point.threshold, point.scores[metric.name].f1) for point in found.points]
            for metric in found.result.metrics
        }
        plots.save(threshold_curves(f"F1 over the threshold, {name}", curves), arguments.plot)
    if arguments.calibration_plot:
        from corefscope.plots.confidence import calibration_plot

        if found.calibration is None:
            fact = "--calibration-plot: the scores are not all between 0 and 1"
            raise SettingsError("wrong-value", fact, hint="give probabilities, such as a softmax gives")
        shares = [(each.score, each.right) for each in found.calibration.bins]
        plots.save(calibration_plot(f"Calibration, {name}", shares), arguments.calibration_plot)
    return view(found)
