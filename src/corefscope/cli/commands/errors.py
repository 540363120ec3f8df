"""`corefscope errors`: why did it score so?"""

from __future__ import annotations

import argparse

from corefscope.cli import options
from corefscope.cli.output import Outcome, show_warnings

SUMMARY = "say what systems did wrong, where, and what it costs"
DESCRIPTION = """Say what one or more systems did wrong, where, and how many points it costs.

Errors are typed as Kummerfeld & Klein (2013) do, with the score that repairing each type would give; the points of
recall and precision that a metric finds missing are shared out exactly among mentions and entities. With several
responses: which errors all of them make, which only one, and which documents and entities make up the difference
between their scores.

Tables for people show the first metric asked for that shares out its points; -o json has all, with every place."""
EXAMPLES = """examples:
  corefscope errors examples/key.conll examples/response-a.conll
  corefscope errors examples/key.conll examples/response-a.conll --show errors --kind divided --top 3
  corefscope errors examples/key.conll examples/response-a.conll -m lea --show costs --show breakdowns
  corefscope errors examples/key.conll examples/response-a.conll examples/response-b.jsonl --show differences
  corefscope errors examples/key.conll examples/response-a.conll --show links -o csv
  corefscope errors examples/key.conll examples/response-a.conll -o json
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    from corefscope.metrics.registry import OF_ERRORS

    options.add_files(parser)
    options.add_metric(parser, OF_ERRORS)
    options.add_output(parser)
    shown = options.group(parser, options.OUTPUT)
    shown.add_argument(
        "--show",
        action="append",
        metavar="PART",
        help="errors, repairs, gaps, costs, breakdowns, links, anaphora, differences or all; repeatable. "
        " Default: repairs, errors, gaps, costs, links, differences; all for json, errors for csv",
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
    shown.add_argument(
        "--plot",
        metavar="FILE",
        help="draw errors by type and repaired scores into .svg, .png, .html",
    )
    options.add_settings(parser)


def run(arguments: argparse.Namespace) -> Outcome:
    from corefscope import plots
    from corefscope.analysis.mistakes.explanation import errors
    from corefscope.cli.progress import Progress
    from corefscope.cli.requested import requested
    from corefscope.metrics.registry import OF_ERRORS
    from corefscope.problems import SettingsError
    from corefscope.reporting.views.errors import check_parts, view

    check_parts(arguments.show or ())
    if arguments.output == "csv" and (len(set(arguments.show or ["errors"])) != 1 or "all" in (arguments.show or ())):
        raise SettingsError("several-tables", "a csv holds one table", hint="give one --show, such as --show errors")
    if arguments.plot:
        plots.check(arguments.plot)
    call = requested(arguments, arguments.key, *arguments.responses)
    with Progress(steps=1 + 2 * len(arguments.responses)) as progress:
        explanation = errors(
            arguments.key,
            *arguments.responses,
            metrics=call.metrics or OF_ERRORS,
            show=arguments.show,
            top=arguments.top,
            kinds=arguments.kind,
            by=arguments.by or None,
            language=arguments.language,
            settings=call.settings,
            strict=arguments.strict,
            progress=progress.step,
        )
    show_warnings(explanation.result)
    if arguments.plot:
        from corefscope.plots.charts import error_chart

        plots.save(error_chart(explanation), arguments.plot)
    return view(explanation)
