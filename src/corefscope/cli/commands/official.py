"""`corefscope official`: a drop-in for `perl scorer.pl`."""

from __future__ import annotations

import argparse

from corefscope.cli.output import put, show_warnings

SUMMARY = "print what the official Perl scorer prints"
DESCRIPTION = """A drop-in for `perl scorer.pl METRIC KEY RESPONSE [DOCUMENT]`: the same arguments and the same standard
output, with documents in file order. Without DOCUMENT every document is listed; `none` prints only the totals.
Warnings go to standard error; files that cannot be read give exit status 2 instead of zeros."""
EXAMPLES = """examples:
  corefscope official all examples/key.conll examples/response-a.conll none
  corefscope official muc examples/key.conll examples/response-a.conll
  corefscope official ceafe examples/key.conll examples/response-a.conll "(harbour); part 000"
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "metric", metavar="METRIC", help="muc, bcub, ceafm, ceafe, blanc, lea, or all for the first five"
    )
    parser.add_argument("key", metavar="KEY", help="the key, in CoNLL format")
    parser.add_argument("response", metavar="RESPONSE", help="the response, in CoNLL format")
    parser.add_argument("document", metavar="DOCUMENT", nargs="?", help="one document's name, or none for totals only")


def run(arguments: argparse.Namespace) -> int:
    from corefscope.cli.inputs import check_inputs
    from corefscope.presets import PRESETS
    from corefscope.problems import UnknownName
    from corefscope.reporting.official import ALL, OURS, render
    from corefscope.scoring.score import score
    from corefscope.settings import Settings

    check_inputs(arguments.key, arguments.response)
    metric = arguments.metric.lower()
    if metric != "all" and metric not in OURS:
        raise UnknownName("official metric", arguments.metric, [*OURS, "all"])
    wanted = [OURS[name] for name in (ALL if metric == "all" else (metric,))]
    settings = Settings(**PRESETS["conll2012"].values)
    result = score(arguments.key, arguments.response, metrics=["mentions", *wanted], settings=settings)
    show_warnings(result)
    put(render(result, metric, arguments.document))
    return 0
