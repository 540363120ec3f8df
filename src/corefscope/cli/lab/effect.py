"""`corefscope lab effect`: does a metric reward the finding of mentions?"""

from __future__ import annotations

import argparse

from corefscope.cli.lab import options as lab_options
from corefscope.cli.output import Outcome, show_warnings

SUMMARY = "the mention identification effect on your own data"
DESCRIPTION = """The experiment of Moosavi & Strube (2016), Table 1, on your own data. The response is scored as it is;
more precise: without the mentions that have wrong links only; less precise: with wrong entities of missed mentions,
in pairs (a) or in few large ones (b); and at its boundaries, all singletons and one entity. Right links never change.

Marked by * is what moves the wrong way: recall that changes at all, precision and F1
that fall when the response becomes more precise or rise when it becomes less so, a boundary whose F1 is above the
base. `mentions` is not judged: finding mentions is what it measures."""
EXAMPLES = """examples:
  corefscope lab effect examples/key.conll examples/response-a.conll
  corefscope lab effect examples/key.conll examples/response-a.conll -m muc,b3,lea
  corefscope lab effect examples/key.conll examples/response-b.jsonl --singletons drop -o json
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("key", metavar="KEY", help="the annotation that counts as right")
    parser.add_argument("response", metavar="RESPONSE", help="the output of a system")
    lab_options.add_experiment(parser)


def run(arguments: argparse.Namespace) -> Outcome:
    from corefscope.lab.effect import effect
    from corefscope.reporting.views.lab.effect import view

    files = (arguments.key, arguments.response)
    found = effect(*files, **lab_options.experiment(arguments, *files))
    show_warnings(found.result)
    return view(found)
