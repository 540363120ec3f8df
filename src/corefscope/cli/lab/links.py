"""`corefscope lab links`: right and wrong links of both kinds."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from corefscope.basics.escaping import visible
from corefscope.cli import options as score_options
from corefscope.cli.lab import options as lab_options

if TYPE_CHECKING:
    from corefscope.lab.links import Confusion, Links
    from corefscope.reporting.sheet import Sheet

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
    lab_options.add_output(parser)
    score_options.add_settings(parser)


def run(arguments: argparse.Namespace) -> int:
    from corefscope.cli.inputs import check_inputs
    from corefscope.cli.requested import requested
    from corefscope.lab.links import links

    lab_options.as_json(arguments)  # an unknown output is said before anything is scored
    check_inputs(arguments.key, *arguments.systems)
    found = links(arguments.key, *arguments.systems, settings=requested(arguments).settings)
    lab_options.show(arguments, found, lines)
    return 0


def lines(found: Links) -> list[str]:
    """One row a system, then a table of pairs for each."""
    from corefscope.reporting.render.text import lines as plain
    from corefscope.reporting.sheet import Sheet, headline

    counted = ("rc", "wc", "rn", "wn")
    rows = [("key", str(found.entities), str(found.singletons), *[""] * (len(counted) + 1))]
    for one in found.systems:
        numbers = (one.entities, one.singletons, *(one.right_and_wrong[name] for name in counted))
        rows.append((one.system, *map(str, numbers), f"{100 * one.blanc:.2f}"))
    columns = ("System", "Entities", "Singletons", *counted, "BLANC")
    out = [headline(found.result), "", *plain(Sheet("", columns, tuple(rows)))]
    for one in found.systems:
        out += ["", *plain(_pairs(one))]
    return [*out, "", visible(found.result.signature)]


def _pairs(one: Confusion) -> Sheet:
    from corefscope.lab.links import ABSENT, APART, COREFERENT
    from corefscope.reporting.sheet import Sheet

    kinds = (COREFERENT, APART, ABSENT)
    rows = []
    for response in kinds:
        counts = [one.pairs.get((response, key)) for key in kinds]
        total = str(sum(count or 0 for count in counts))
        rows.append((response, *("" if count is None else str(count) for count in counts), total))
    sums = [sum(one.pairs.get((response, key), 0) for response in kinds) for key in kinds]
    rows.append(("all", *map(str, sums), str(sum(sums))))
    return Sheet(f"{one.system}, pairs of mentions", ("", *(f"{key} in the key" for key in kinds), "all"), tuple(rows))
