"""`corefscope lab`: experiments on the metrics themselves, one file per experiment."""

from __future__ import annotations

import argparse

from corefscope.cli import (
    lab_agreement,
    lab_axioms,
    lab_chance,
    lab_effect,
    lab_figures,
    lab_links,
    lab_papers,
    lab_published,
)
from corefscope.cli.registration import add_commands

NAME = "lab"
SUMMARY = "experiments on the metrics themselves"
DESCRIPTION = "Recompute the papers behind the metrics, and try the metrics out on data and on random partitions."
EXAMPLES = """examples:
  corefscope lab papers
  corefscope lab effect examples/key.conll examples/response-a.conll
"""
EXPERIMENTS = (lab_papers, lab_figures, lab_effect, lab_links, lab_axioms, lab_agreement, lab_chance, lab_published)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_commands(parser, "experiment", EXPERIMENTS)


def run(arguments: argparse.Namespace) -> int:
    return int(arguments.run(arguments))
