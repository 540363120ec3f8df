"""`corefscope verify`, which computes a saved result again by the reference."""

from __future__ import annotations

from argparse import Namespace

from corefscope.cli import arguments as declare
from corefscope.cli.arguments import Outcome, command, positional


@command(positional("saved", "SAVED.json", "a saved result"), declare.output())
def verify(arguments: Namespace) -> Outcome:
    """Compute every number of a result saved by `score -o json` a second time: from its files, after a check that they
    have not changed, in the exact fractions of the reference, which shares no code with the product. It prints how many
    numbers were verified, which differ, and what lies outside the reference.

    Exit status: 0 if all numbers that could be verified are right, 1 if one differs, 2 if none could be verified.

    examples:
      corefscope score examples/key.conll examples/response-a.conll -o json > saved.json
      corefscope verify saved.json
    """
    from corefscope.auditing.verification import verify

    verification = verify(arguments.saved)
    return verification, verification.status
