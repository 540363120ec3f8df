"""`corefscope lab chance`: what a metric gives to random responses."""

from __future__ import annotations

import argparse

from corefscope.cli.lab import options as lab_options
from corefscope.cli.output import Outcome, show_warnings

SUMMARY = "scores of random responses, and scores corrected for chance"
DESCRIPTION = """Deal the mentions of each document of RESPONSE out to its entities at random, so that every entity
keeps its size, and score the outcome many times. Shown are F1, what chance gets (mean and standard deviation), and the
corrected score, (F1 - chance) / (1 - chance): 0 for chance, 1 for a perfect response. Then the same by data size, for
random choices of 1, 2, 4, … documents: of chance, and of RESPONSE's own F1, as it is and corrected. Without RESPONSE,
the key's own mentions and sizes are dealt out. The metric mentions is left out, since chance cannot change it."""
EXAMPLES = """examples:
  corefscope lab chance examples/key.conll
  corefscope lab chance examples/key.conll examples/response-a.conll --trials 50
  corefscope lab chance examples/key.conll examples/response-a.conll -m b3,ari,lea --seed 7 -o json
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("key", metavar="KEY", help="the annotation that counts as right")
    parser.add_argument("response", metavar="RESPONSE", nargs="?", help="the output of a system")
    lab_options.add_experiment(parser)
    parser.add_argument("--trials", type=int, default=100, metavar="N", help="random responses (default 100)")
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="another seed deals otherwise (default 1)")


def run(arguments: argparse.Namespace) -> Outcome:
    from corefscope.lab.chance import chance
    from corefscope.reporting.views.lab.chance import view

    files = (arguments.key, arguments.response)
    given = lab_options.experiment(arguments, *files)
    found = chance(*files, trials=arguments.trials, seed=arguments.seed, **given)
    show_warnings(found.result)
    return view(found)
