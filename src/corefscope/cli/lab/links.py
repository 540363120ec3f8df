"""`corefscope lab links`: right and wrong links of both kinds."""

from __future__ import annotations

import argparse

from corefscope.cli import options as score_options
from corefscope.cli.output import emit

NAME = "links"
SUMMARY = "right and wrong links, entities and singletons of each system"
DESCRIPTION = """Count what Recasens & Hovy (2011) count in their Tables 5, 9 and 15, for each system: entities and
singletons; rc and wc, right and wrong coreference links; rn and wn, right and wrong non-coreference links. A link is
a pair of mentions of one document that a system puts into one entity, or keeps apart; it is right if the key does the
same. Then the table of what the system and the key say of the same pairs: absent if one of the two mentions is not
there."""
EXAMPLES = """examples:
  corefscope lab links examples/key.conll examples/response-a.conll examples/response-b.jsonl
  corefscope lab links examples/key.conll examples/response-a.conll --singletons drop -o json
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("key", metavar="KEY", help="the annotation that counts as right")
    parser.add_argument("systems", metavar="SYSTEM", nargs="+", help="the output of a system")
    score_options.add_output(parser)
    score_options.add_settings(parser)


def run(arguments: argparse.Namespace) -> int:
    from corefscope.cli.commands.score import show_warnings
    from corefscope.cli.inputs import check_inputs
    from corefscope.cli.requested import requested
    from corefscope.lab.links import links
    from corefscope.reporting.outputs import check_output
    from corefscope.reporting.views.lab.links import view

    check_output(arguments.output)
    check_inputs(arguments.key, *arguments.systems)
    found = links(arguments.key, *arguments.systems, settings=requested(arguments).settings)
    show_warnings(found.result)
    emit(view(found), arguments.output, arguments.raw_csv)
    return 0
