"""`corefscope signature`: the long form of a signature, its short form, and what it says."""

from __future__ import annotations

import argparse

from corefscope.cli import options
from corefscope.cli.output import Outcome

SUMMARY = "explain a signature, or turn its short form into the long one"
DESCRIPTION = """Print a signature in its long form, in words, and in its short form, which has few signs, can be turned
back, and notices when it is mistyped. TEXT is either form; --signature of other commands takes both."""
EXAMPLES = """examples:
  corefscope signature cs1.0nv0g00.3wt4
  corefscope signature "corefscope:0.1.0|match:head|singletons:drop|repeated:first|average:micro"
  corefscope signature cs1.0nv0g00.3wt4 -o json
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("text", metavar="TEXT", help="a signature as it stands under a table, or its short form")
    options.add_output(parser)


def run(arguments: argparse.Namespace) -> Outcome:
    from corefscope.reporting.signatures import signature
    from corefscope.reporting.views.signature import view

    return view(signature(arguments.text))
