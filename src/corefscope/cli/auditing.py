"""`corefscope verify` and `corefscope audit`: saved results, and scorers of others, checked by the reference."""

from __future__ import annotations

from argparse import Namespace

from corefscope.cli import arguments as declare
from corefscope.cli.arguments import Outcome, command, option, positional


@command(positional("saved", "SAVED.json", "a saved result"), declare.output())
def verify(arguments: Namespace) -> Outcome:
    """Compute every number of a result saved by `score -o json` a second time: from its files, after a check that they
    have not changed, in the exact fractions of the reference, which shares no code with the rest of corefscope. Print
    how many numbers were verified, which differ, and what lies outside the reference.

    Exit status: 0 if all numbers that could be verified are right, 1 if one differs, 2 if none could be verified.

    examples:
      corefscope score examples/key.conll examples/response-a.conll -o json > saved.json
      corefscope verify saved.json
    """
    from corefscope.auditing.verification import verify

    verification = verify(arguments.saved)
    return verification, verification.status


CALL = "how to call it, if inference fails"


@command(
    positional(
        "target", "TARGET", "package.module:function, a class with update, or a command with {key} and {response}"
    ),
    option(
        "--as",
        "METRIC",
        "the metric that it claims to compute; default: its key in a dict, else its name",
        dest="metric",
    ),
    option("--accept", "DIALECT", "also exit with 0 for this dialect"),
    option("--key", "KEY", "your own data, to measure the difference there"),
    option("--response", "RESPONSE", "the response to KEY"),
    option("--order", "ORDER", "key-first or response-first", CALL),
    option("--fields", "A,B,C", "fields of a tuple, e.g. precision,recall,f1", CALL),
    option("--scale", "SCALE", "percent or fraction", CALL),
    option("--decimals", "N", "decimals that its numbers are rounded to", CALL, type=int),
    option("--time-limit", "SECONDS", "time limit (default: 120)", type=float, default=120.0),
    declare.output(),
)
def audit(arguments: Namespace) -> Outcome:
    """Test somebody else's scorer on some sixty tiny cases, each of which isolates one decision.

    The verdict is the first that fits on every case: the official metric, a dialect, known deviations, or unknown; with
    the smallest case that differs. A function takes the entities of key and response, of one document or of a list of
    documents, and returns a number, a tuple or a dict. A command reads two files, as CoNLL or JSON Lines, and prints
    numbers or JSON. Both run in a separate process.

    Exit status: 0 if it is official, 1 if not.

    examples:
      corefscope audit corefscope:score
      corefscope audit "corefscope score {key} {response} -o csv" --as muc
    """
    from corefscope.auditing.audit import audit

    names = ("metric", "accept", "key", "response", "order", "fields", "scale", "decimals", "time_limit")
    result = audit(arguments.target, **declare.values_of(arguments, *names))
    return result, result.status
