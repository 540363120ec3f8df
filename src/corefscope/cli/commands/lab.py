"""`corefscope lab`: experiments on the metrics themselves, one file per experiment."""

from __future__ import annotations

import argparse

from corefscope.cli.lab import agreement, axioms, chance, confidence, curve, effect, figures, links, papers, published
from corefscope.cli.registration import add_commands

SUMMARY = "experiments on the metrics themselves"
DESCRIPTION = "Recompute the papers behind the metrics, and try the metrics out on data and on random partitions."
EXAMPLES = """examples:
  corefscope lab papers
  corefscope lab effect examples/key.conll examples/response-a.conll
"""
EXPERIMENTS = {
    "papers": papers,
    "figures": figures,
    "effect": effect,
    "links": links,
    "axioms": axioms,
    "agreement": agreement,
    "chance": chance,
    "confidence": confidence,
    "curve": curve,
    "published": published,
}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_commands(parser, "experiment", EXPERIMENTS)
