"""`corefscope compare`: is the difference real?"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable
from typing import Any

from corefscope.basics.escaping import cut
from corefscope.cli import options as score_options
from corefscope.cli.output import put, say

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
    parser.add_argument(
        "-o", "--output", default="table", metavar="KIND", help="table (default), json, csv, latex or markdown"
    )
    score_options.add_raw_csv(parser)
    parser.add_argument("--names", metavar="A,B,…", help="what to call the systems, in their order")
    parser.add_argument("--baseline", metavar="NAME", help="compare every system with this one only")
    parser.add_argument("--by", metavar="WHAT", help="also compare within groups of documents, as in score")
    add_plan(parser)
    parser.add_argument("--plot", metavar="FILE", help="draw scores and intervals into an .svg, .png or .html")
    parser.add_argument("--rank-plot", metavar="FILE", help="draw the ranks under each metric likewise")
    score_options.add_settings(parser)
    score_options.add_jobs(parser, "score so many systems")


PLAN = {
    "field": ("WHICH", "compare f1 (default), recall or precision"),
    "test": ("HOW", "randomization (default; exact where documents are few), exact or bootstrap"),
    "tail": ("HOW", "two (default): do they differ? one: is the first better?"),
    "correction": ("HOW", "for many comparisons: holm (default), bh (Benjamini-Hochberg) or none"),
    "interval": ("HOW", "bca (default) or percentile, both by bootstrap"),
    "alpha": ("P", "the level of significance, 0.05 by default; intervals are of 1 - P"),
    "trials": ("N", "random trials: 10000, or 20 for each comparison if that is more"),
    "seed": ("N", "where random numbers begin, 1 by default"),
    "group": (
        "WHAT",
        "what is resampled as one: a unit of scoring (default), or genre or another column of the key, file, "
        "a pattern on document names, or a table file of document and group",
    ),
}


def add_plan(parser: argparse.ArgumentParser, names: Iterable[str] = PLAN) -> None:
    """How differences are judged: all options, or some of them."""
    for name in names:
        metavar, meaning = PLAN[name]
        parser.add_argument(f"--{name}", metavar=metavar, help=meaning)


def plan(arguments: argparse.Namespace) -> dict[str, Any]:
    """The parts of the plan that were given."""
    from corefscope.problems import SettingsError

    given = {}
    for name in PLAN:
        value = getattr(arguments, name, None)
        if value is None:
            continue
        kind = {"alpha": float, "trials": int, "seed": int}.get(name, str)
        try:
            given[name] = kind(value)
        except ValueError:
            wanted = "number" if kind is float else "whole number"
            raise SettingsError(f"--{name} {cut(value)}: expected a {wanted}") from None
    return given


def run(arguments: argparse.Namespace) -> int:
    from corefscope import plots
    from corefscope.cli.commands.score import show_warnings
    from corefscope.cli.inputs import check_inputs
    from corefscope.cli.progress import Progress
    from corefscope.problems import SettingsError, UnknownName
    from corefscope.reporting.views.comparison import OUTPUTS, render, show
    from corefscope.scoring.saved import is_saved
    from corefscope.statistics.comparison import compare

    if arguments.output not in OUTPUTS:
        raise UnknownName("output", arguments.output, OUTPUTS)
    for path in (arguments.plot, arguments.rank_plot):
        if path:
            plots.check(path)
    if arguments.plot and arguments.plot == arguments.rank_plot:
        raise SettingsError("--plot and --rank-plot name the same file", hint="one would overwrite the other")
    if arguments.rank_plot and arguments.baseline:
        raise SettingsError("--rank-plot needs all pairs, not only those with a baseline", hint="leave --baseline out")
    if not arguments.systems and not is_saved(arguments.key):
        raise SettingsError("there is no system to compare", hint="give a key and systems, or saved results")
    check_inputs(arguments.key, *arguments.systems, arguments.types, metrics=True)
    with Progress(steps=2 + 2 * len(arguments.systems)) as progress:
        found = compare(
            arguments.key,
            arguments.systems,
            metrics=score_options.metrics(arguments) or None,
            names=[name.strip() for name in arguments.names.split(",")] if arguments.names else None,
            baseline=arguments.baseline,
            by=arguments.by,
            preset=arguments.preset,
            strict=arguments.strict,
            progress=progress.step,
            jobs=score_options.jobs(arguments, arguments.systems),
            **plan(arguments),
            **score_options.settings(arguments),
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
    if arguments.output == "table" and sys.stdout.isatty():
        from rich.console import Console

        show(found, Console())
    else:
        put(render(found, arguments.output, arguments.raw_csv), arguments.output)
    return 0
