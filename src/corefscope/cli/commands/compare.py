"""`corefscope compare`: is the difference real?"""

from __future__ import annotations

import argparse

from corefscope.cli import options as score_options
from corefscope.cli.output import emit, say

NAME = "compare"
SUMMARY = "rank systems: intervals, significance of differences, tables for papers"
DESCRIPTION = """Compare systems: each one's score with its confidence interval and its rank, which is 1 + the number of
systems that are significantly better; and every pair with difference, p-value and effect size.

Instead of KEY and SYSTEMs, results saved by `score --per-document -o json` may be given, if they have the same key."""
EXAMPLES = """examples:
  corefscope compare examples/tales/key.jsonl examples/tales/small.jsonl examples/tales/large.jsonl -m conll -m lea
  corefscope compare examples/tales/key.jsonl examples/tales/small.jsonl examples/tales/string.jsonl -o latex -m lea
  corefscope compare examples/key.conll examples/response-a.conll examples/response-b.jsonl --names a,b --baseline a
  corefscope score examples/tales/key.jsonl examples/tales/small.jsonl --per-document -o json > small.json
  corefscope score examples/tales/key.jsonl examples/tales/large.jsonl --per-document -o json > large.json
  corefscope compare small.json large.json --test bootstrap --seed 7
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("key", metavar="KEY", help="the annotation that counts as right, or a saved result")
    parser.add_argument("systems", metavar="SYSTEM", nargs="*", help="the output of a system, or a saved result")
    score_options.add_metric(parser)
    shown = score_options.group(parser, score_options.OUTPUT)
    score_options.add_output(parser)
    score_options.add_names(parser)
    shown.add_argument("--baseline", metavar="NAME", help="compare every system with this one only")
    shown.add_argument("--by", metavar="WHAT", help="also compare within groups of documents, as in score")
    shown.add_argument("--plot", metavar="FILE", help="draw scores and intervals into an .svg, .png or .html")
    shown.add_argument("--rank-plot", metavar="FILE", help="draw the ranks under each metric likewise")
    score_options.add_plan(parser)
    score_options.add_settings(parser)
    score_options.add_strict(parser)
    score_options.add_jobs(parser, "score so many systems")


def run(arguments: argparse.Namespace) -> int:
    from corefscope import plots
    from corefscope.cli.commands.score import show_warnings
    from corefscope.cli.inputs import check_inputs
    from corefscope.cli.progress import Progress
    from corefscope.cli.requested import requested
    from corefscope.problems import SettingsError
    from corefscope.reporting.outputs import check_output
    from corefscope.reporting.views.comparison import view
    from corefscope.scoring.saved import is_saved
    from corefscope.statistics.comparison import compare

    check_output(arguments.output)
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
    asked = requested(arguments)
    check_inputs(arguments.key, *arguments.systems, asked.settings.types, metrics=True)
    with Progress(steps=2 + 2 * len(arguments.systems)) as progress:
        found = compare(
            arguments.key,
            arguments.systems,
            metrics=asked.metrics or None,
            names=score_options.names(arguments),
            baseline=arguments.baseline,
            by=arguments.by,
            settings=asked.settings if asked.given else None,
            plan=asked.plan(),
            strict=arguments.strict,
            progress=progress.step,
            jobs=score_options.jobs(arguments, arguments.systems),
        )
    show_warnings(found.result)
    for notice in found.judgement.notices:
        say(f"warning: {notice}")
    if arguments.plot or arguments.rank_plot:
        from corefscope.plots import ranking

        if arguments.plot:
            plots.save(ranking.forest(found), arguments.plot)
        if arguments.rank_plot:
            plots.save(ranking.rank_chart(found), arguments.rank_plot)
    emit(view(found), arguments.output, arguments.raw_csv)
    return 0
