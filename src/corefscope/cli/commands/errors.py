"""`corefscope errors`: why did it score so?"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import TYPE_CHECKING

from corefscope.cli import options
from corefscope.cli.output import Outcome, show_warnings

if TYPE_CHECKING:
    from corefscope.analysis.mistakes.explanation import ErrorOptions, Explanation, Groups
    from corefscope.model import Corpus

SUMMARY = "say what systems did wrong, where, and what it costs"
DESCRIPTION = """Say what one or more systems did wrong, where, and how many points it costs.

Errors are typed as Kummerfeld & Klein (2013) do, with the score that repairing each type would give; the points of
recall and precision that a metric finds missing are shared out exactly among mentions and entities; antecedent errors
are as in cort (Martschat & Strube 2014), and ARCS as in Tuggener (2014). With several responses: which errors all of
them make, which only one, and which documents and entities make up the difference between their scores.

Tables for people show the first metric asked for that shares out its points; -o json has all, with every place."""
EXAMPLES = """examples:
  corefscope errors examples/key.conll examples/response-a.conll
  corefscope errors examples/key.conll examples/response-a.conll --show errors --kind divided --top 3
  corefscope errors examples/key.conll examples/response-a.conll -m lea --show costs --show breakdowns
  corefscope errors examples/key.conll examples/response-a.conll examples/response-b.jsonl --show differences
  corefscope errors examples/key.conll examples/response-a.conll --show links -o csv
  corefscope errors examples/key.conll examples/response-a.conll -o json
"""
# What a first look shows; the rest on demand.
FIRST = ("repairs", "errors", "gaps", "costs", "links", "differences")
METRICS = ("conll", "b3", "muc", "ceafm", "ceafe", "blanc", "lea")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    options.add_files(parser)
    options.add_metric(parser, METRICS)
    options.add_output(parser)
    shown = options.group(parser, options.OUTPUT)
    shown.add_argument(
        "--show",
        action="append",
        metavar="PART",
        help="errors, repairs, gaps, costs, breakdowns, links, antecedents, confusions, arcs, differences or all; "
        f"repeatable. Default: {', '.join(FIRST)}; all for json, errors for csv",
    )
    shown.add_argument("--top", type=int, default=5, metavar="N", help="how long lists may be (default 5)")
    shown.add_argument(
        "--kind",
        action="append",
        metavar="KIND",
        help="only these errors: span, conflated, extra mention, extra entity, divided, missing mention, "
        "missing entity; repeatable",
    )
    shown.add_argument(
        "--by",
        metavar="WHAT",
        help="also break down by file, genre, a table of document and group, or a pattern on document names",
    )
    kinds = parser.add_argument_group("how errors are told apart")
    kinds.add_argument(
        "--language", default="en", metavar="NAME", help="articles, marks and pronouns of en (default), de or none"
    )
    for name, what in (("articles", "articles"), ("marks", "marks after a mention, as 's"), ("pronouns", "pronouns")):
        kinds.add_argument(f"--{name}", metavar="WORDS", help=f"other {what} than the language's, comma-separated")
    kinds.add_argument(
        "--tree",
        default="accessibility",
        metavar="RULE",
        help="which antecedents the key's mentions pick: accessibility (default) or closest",
    )
    kinds.add_argument(
        "--antecedents", metavar="FILE", help="the system's own antecedents: document, (first, last), (first, last)"
    )
    shown.add_argument(
        "--plot",
        metavar="FILE",
        help="draw errors by type and repaired scores into .svg, .png, .html",
    )
    options.add_settings(parser)


def run(arguments: argparse.Namespace) -> Outcome:
    from corefscope import plots
    from corefscope.analysis.mistakes.explanation import explain
    from corefscope.cli.progress import Progress
    from corefscope.cli.requested import requested
    from corefscope.problems import SettingsError, UnknownName
    from corefscope.reporting.views.error_rows import PARTS
    from corefscope.reporting.views.errors import view
    from corefscope.scoring.pipeline import score

    for part in arguments.show or ():
        if part not in (*PARTS, "all"):
            raise UnknownName("part", part, (*PARTS, "all"))
    if arguments.top < 1:
        raise SettingsError("wrong-value", f"--top {arguments.top}: a list has at least one row")
    if arguments.plot:
        plots.check(arguments.plot)
    call = requested(arguments, arguments.key, *arguments.responses)
    chosen = _options(arguments)
    with Progress(steps=1 + 2 * len(arguments.responses)) as progress:
        result = score(
            arguments.key,
            *arguments.responses,
            metrics=call.metrics or METRICS,
            settings=call.settings,
            strict=arguments.strict,
            progress=progress.step,
        )
        if arguments.by:
            from dataclasses import replace

            evidence = result.systems[0].evidence
            chosen = replace(chosen, groups=_groups(evidence.key, arguments.by) if evidence else ())
        explanation = explain(result, chosen)
        _check_parts(explanation, arguments.show or ())
        shown = view(explanation, _parts(arguments), arguments.top)
    show_warnings(result)
    if arguments.plot:
        from corefscope.plots.errors import error_chart

        plots.save(error_chart(explanation), arguments.plot)
    return shown


def _check_parts(explanation: Explanation, asked: Sequence[str]) -> None:
    """What was asked for and cannot be given is an error; what was not asked for is left out."""
    from corefscope.analysis.attribution.attribution import has_rule, no_rule
    from corefscope.problems import SettingsError

    metrics = explanation.result.metrics
    if {"gaps", "costs", "breakdowns"} & set(asked) and not any(map(has_rule, metrics)):
        raise no_rule(metrics[0])
    if "differences" in asked and len(explanation.systems) == 1:
        raise SettingsError("too-few-systems", "differences are between systems", hint="give two responses or more")


def _options(arguments: argparse.Namespace) -> ErrorOptions:
    from dataclasses import replace

    from corefscope.analysis.mistakes.antecedents import TREES
    from corefscope.analysis.mistakes.explanation import ErrorOptions
    from corefscope.analysis.mistakes.language import language
    from corefscope.problems import UnknownName

    if arguments.tree not in TREES:
        raise UnknownName("tree", arguments.tree, TREES)
    chosen = language(arguments.language)
    lists = {
        name: frozenset(word.strip().lower() for word in getattr(arguments, name).split(",") if word.strip())
        for name in ("articles", "marks", "pronouns")
        if getattr(arguments, name) is not None
    }
    chosen = replace(chosen, **lists)  # type: ignore[arg-type]
    kinds = {"kinds": tuple(dict.fromkeys(arguments.kind))} if arguments.kind else {}
    return ErrorOptions(language=chosen, tree=arguments.tree, antecedents=arguments.antecedents, **kinds)


def _groups(key: Corpus, by: str) -> Groups:
    from corefscope.scoring.groups import Labelled, grouping

    found = grouping(Labelled.of(key), by)
    return () if by == "document" or by in key.groups else [(found.what, found.names, found.of_document)]


def _parts(arguments: argparse.Namespace) -> list[str]:
    """What was asked for; else a first look for people, everything for JSON, and one table for CSV."""
    from corefscope.problems import SettingsError
    from corefscope.reporting.views.error_rows import PARTS

    asked = arguments.show or {"json": ["all"], "csv": ["errors"]}.get(arguments.output, FIRST)
    parts = list(PARTS) if "all" in asked else list(dict.fromkeys(asked))
    if arguments.output == "csv" and len(parts) != 1:
        raise SettingsError("several-tables", "a csv holds one table", hint="give one --show, such as --show errors")
    return parts
