"""`corefscope compare`: is the difference real?"""

from __future__ import annotations

import argparse

from corefscope.cli import options
from corefscope.cli.output import Outcome, say, show_warnings

SUMMARY = "rank systems: intervals, significance of differences, tables for papers"
DESCRIPTION = """Compare systems: each one's score with its confidence interval and its rank, which is 1 + the number of
systems that are significantly better; and every pair with difference, p-value and effect size.

Instead of KEY and SYSTEMs, results saved by `score --per-document -o json` may be given, if they have the same key."""
EXAMPLES = """examples:
  corefscope compare examples/tales/key.jsonl examples/tales/small.jsonl examples/tales/large.jsonl -m conll -m lea
  corefscope compare examples/tales/key.jsonl examples/tales/small.jsonl examples/tales/string.jsonl -o latex -m lea
  corefscope compare examples/tales/key.jsonl examples/tales/small.jsonl -o latex --columns recall,precision,f1
  corefscope compare examples/key.conll examples/response-a.conll examples/response-b.jsonl --names a,b --baseline a
  corefscope score examples/tales/key.jsonl examples/tales/small.jsonl --per-document -o json > small.json
  corefscope score examples/tales/key.jsonl examples/tales/large.jsonl --per-document -o json > large.json
  corefscope compare small.json large.json --test bootstrap --seed 7
"""

PAPER = ("muc", "b3", "ceafe", "conll")  # the metrics of most tables


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("key", metavar="KEY", help="the annotation that counts as right, or a saved result")
    parser.add_argument("systems", metavar="SYSTEM", nargs="*", help="the output of a system, or a saved result")
    options.add_metric(parser)
    options.add_output(parser)
    options.add_names(parser)
    shown = options.group(parser, options.OUTPUT)
    shown.add_argument("--baseline", metavar="NAME", help="compare every system with this one only")
    shown.add_argument("--by", metavar="WHAT", help="also compare within groups of documents, as in score")
    shown.add_argument("--plot", metavar="FILE", help="draw scores and intervals into an .svg, .png or .html")
    shown.add_argument("--rank-plot", metavar="FILE", help="draw the ranks under each metric likewise")
    options.add_columns(parser, "each metric, of muc, b3, ceafe and conll unless -m names others")
    options.add_plan(parser)
    options.add_settings(parser)
    options.add_jobs(parser, "score so many systems")


def run(arguments: argparse.Namespace) -> Outcome:
    from corefscope import plots
    from corefscope.cli.progress import Progress
    from corefscope.cli.requested import requested
    from corefscope.problems import SettingsError
    from corefscope.reporting.views.comparison import view
    from corefscope.scoring.saved import is_saved
    from corefscope.statistics.comparison import compare

    for path in (arguments.plot, arguments.rank_plot):
        if path:
            plots.check(path)
    if arguments.plot and arguments.plot == arguments.rank_plot:
        raise SettingsError(
            "conflicting-options", "--plot and --rank-plot name the same file", hint="one would overwrite the other"
        )
    if arguments.rank_plot and arguments.baseline:
        raise SettingsError(
            "conflicting-options",
            "--rank-plot needs all pairs, not only those with a baseline",
            hint="leave --baseline out",
        )
    if not arguments.systems and not is_saved(arguments.key):
        raise SettingsError(
            "no-response", "there is no system to compare", hint="give a key and systems, or saved results"
        )
    call = requested(arguments, arguments.key, *arguments.systems)
    with Progress(steps=2 + 2 * len(arguments.systems)) as progress:
        found = compare(
            arguments.key,
            arguments.systems,
            metrics=call.metrics or (PAPER if arguments.columns and not is_saved(arguments.key) else None),
            names=arguments.names,
            baseline=arguments.baseline,
            by=arguments.by,
            settings=call.settings if call.given else None,
            plan=call.plan,
            strict=arguments.strict,
            progress=progress.step,
            jobs=options.jobs(arguments, arguments.systems),
        )
    show_warnings(found.result)
    for notice in found.judgement.notices:
        say(f"warning: {notice}")
    if arguments.plot or arguments.rank_plot:
        from corefscope.plots import charts

        if arguments.plot:
            plots.save(charts.forest(found), arguments.plot)
        if arguments.rank_plot:
            plots.save(charts.rank_chart(found), arguments.rank_plot)
    return view(found, arguments.columns)
