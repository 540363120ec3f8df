"""`corefscope agreement`: how far annotators agree."""

from __future__ import annotations

import argparse

from corefscope.cli import options as score_options
from corefscope.cli.output import emit, say

NAME = "agreement"
SUMMARY = "how far two or more annotators agree"
DESCRIPTION = """Agreement of two or more annotations of the same documents: every metric between every two annotators,
each of them once as the key, and the mean of their F1; and Krippendorff's α, where a mention's value is the set of
mentions that an annotator puts it with. Only mentions that at least two annotators have count for α; how many were
left out is shown. Intervals are drawn over documents."""
EXAMPLES = """examples:
  corefscope agreement examples/key.conll examples/response-a.conll
  corefscope agreement examples/key.conll examples/response-a.conll examples/response-b.jsonl -m conll -m lea
  corefscope agreement examples/key.conll examples/response-a.conll --singletons drop -o json
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("annotations", metavar="FILE", nargs="+", help="an annotation: a file, a folder, a quoted glob")
    score_options.add_metric(parser)
    score_options.add_output(parser)
    score_options.add_names(parser, "annotators")
    score_options.add_plan(parser, ("interval", "alpha", "trials", "seed"))
    score_options.add_settings(parser)
    score_options.add_strict(parser)


def run(arguments: argparse.Namespace) -> int:
    from corefscope.annotators.agreement import agreement
    from corefscope.cli.inputs import check_inputs
    from corefscope.cli.progress import Progress
    from corefscope.cli.requested import requested
    from corefscope.metrics import DEFAULT
    from corefscope.problems import SettingsError
    from corefscope.reporting.outputs import check_output
    from corefscope.reporting.views.agreement import view

    check_output(arguments.output)
    if len(arguments.annotations) < 2:
        raise SettingsError("too-few-annotators", "agreement takes two annotations or more", hint="name another file")
    check_inputs(*arguments.annotations, metrics=True)
    asked = requested(arguments)
    count = len(arguments.annotations)
    with Progress(steps=count * count) as progress:
        found = agreement(
            *arguments.annotations,
            metrics=asked.metrics or DEFAULT,
            names=score_options.names(arguments),
            settings=asked.settings,
            plan=asked.plan(),
            strict=arguments.strict,
            progress=progress.step,
        )
    for notice in found.warnings:
        say(f"warning: {notice}")
    emit(view(found), arguments.output, arguments.raw_csv)
    return 0
