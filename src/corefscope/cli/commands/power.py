"""`corefscope power`: what could this test set have shown?"""

from __future__ import annotations

import argparse

from corefscope.cli import options
from corefscope.cli.output import Outcome, say, show_warnings

SUMMARY = "the smallest difference a test set can show, and how many documents would show this one"
DESCRIPTION = """Simulate test sets from the documents of this one: how often they would show the difference between two
systems (power), the smallest difference that would be shown in 80 and 90 of 100 such sets, and how many documents would
show the observed difference as often.

Instead of KEY and two SYSTEMs, results saved by `score --per-document -o json` may be given, if they have one key."""
EXAMPLES = """examples:
  corefscope power examples/tales/key.jsonl examples/tales/small.jsonl examples/tales/large.jsonl
  corefscope power examples/tales/key.jsonl examples/tales/string.jsonl examples/tales/large.jsonl -m lea -o csv
  corefscope power examples/tales/key.jsonl examples/tales/small.jsonl examples/tales/large.jsonl --alpha 0.01
"""
PLAN = ("field", "test", "tail", "alpha", "trials", "seed", "group")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("key", metavar="KEY", help="the annotation that counts as right, or a saved result")
    parser.add_argument("systems", metavar="SYSTEM", nargs="*", help="the output of a system, or a saved result")
    options.add_metric(parser, ("conll",))
    options.add_output(parser)
    options.add_names(parser)
    shown = options.group(parser, options.OUTPUT)
    shown.add_argument("--plot", metavar="FILE", help="draw power over documents into an .svg, .png or .html")
    options.add_plan(parser, PLAN)
    options.add_settings(parser)
    options.add_jobs(parser, "score so many systems")


def run(arguments: argparse.Namespace) -> Outcome:
    from corefscope import plots
    from corefscope.cli.progress import Progress
    from corefscope.cli.requested import requested
    from corefscope.reporting.views.power import view
    from corefscope.statistics.power import power

    if arguments.plot:
        plots.check(arguments.plot)
    call = requested(arguments, arguments.key, *arguments.systems)
    with Progress(steps=2 + 2 * len(arguments.systems)) as progress:
        found = power(
            arguments.key,
            *arguments.systems,
            metrics=call.metrics or None,
            names=arguments.names,
            settings=call.settings if call.given else None,
            plan=call.plan,
            strict=arguments.strict,
            progress=progress.step,
            jobs=options.jobs(arguments, arguments.systems),
        )
    show_warnings(found.result)
    for notice in found.notices:
        say(f"warning: {notice}")
    if arguments.plot:
        from corefscope.plots.power import power_curves

        plots.save(power_curves(found), arguments.plot)
    return view(found)
