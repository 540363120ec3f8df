"""`corefscope agreement`: how far annotators agree."""

from __future__ import annotations

import argparse

from corefscope.cli import options
from corefscope.cli.output import Outcome, say

SUMMARY = "how far two or more annotators agree"
DESCRIPTION = """Agreement of two or more annotations of the same documents: every metric between every two annotators,
each of them once as the key, and the mean of their F1; and Krippendorff's α, where a mention's value is the set of
mentions that an annotator puts it with. Only mentions that at least two annotators have count for α; how many were
left out is shown. Intervals are drawn over documents. One file alone is that of a tool, with several annotators in it:
Label Studio, Prodigy, or the ZIP that INCEpTION or doccano exports."""
EXAMPLES = """examples:
  corefscope agreement examples/key.conll examples/response-a.conll
  corefscope agreement examples/key.conll examples/response-a.conll examples/response-b.jsonl -m conll -m lea
  corefscope agreement examples/key.conll examples/response-a.conll --singletons drop -o json
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("annotations", metavar="FILE", nargs="+", help="an annotation: a file, a folder, a quoted glob")
    options.add_metric(parser)
    options.add_output(parser)
    options.add_names(parser, "annotators")
    options.add_plan(parser, ("interval", "alpha", "trials", "seed"))
    options.add_settings(parser)


def run(arguments: argparse.Namespace) -> Outcome:
    from corefscope.annotators.agreement import agreement
    from corefscope.cli.progress import Progress
    from corefscope.cli.requested import requested
    from corefscope.metrics import DEFAULT
    from corefscope.reporting.views.agreement import view

    call = requested(arguments, *arguments.annotations)
    count = len(arguments.annotations)
    with Progress(steps=count * count) as progress:
        found = agreement(
            *arguments.annotations,
            metrics=call.metrics or DEFAULT,
            names=arguments.names,
            settings=call.settings,
            plan=call.plan,
            strict=arguments.strict,
            progress=progress.step,
        )
    for notice in found.warnings:
        say(f"warning: {notice}")
    return view(found)
