"""`corefscope lab links`: right and wrong links of both kinds."""

from __future__ import annotations

import argparse

from corefscope.cli import options
from corefscope.cli.output import Outcome, show_warnings

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
    options.add_files(parser, "systems")
    options.add_output(parser)
    options.add_settings(parser, strict=False)


def run(arguments: argparse.Namespace) -> Outcome:
    from corefscope.cli.requested import requested
    from corefscope.lab.links import links
    from corefscope.reporting.views.lab.links import view

    files = (arguments.key, *arguments.systems)
    found = links(*files, settings=requested(arguments, *files).settings)
    show_warnings(found.result)
    return view(found)
