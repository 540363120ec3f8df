"""`corefscope metrics`: all metrics with their parameters, those of plug-ins too."""

from __future__ import annotations

import argparse

from corefscope.cli import options
from corefscope.cli.output import Outcome, say

SUMMARY = "list all metrics and their parameters"
DESCRIPTION = """List all metrics with their parameters and what these are by default, those of installed plug-ins too.
Parameters stand in the name, as blanc(alpha=0.2)."""
EXAMPLES = """examples:
  corefscope metrics
  corefscope metrics -o json
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    options.add_output(parser)


def run(arguments: argparse.Namespace) -> Outcome:
    from corefscope.metrics.lookup import all_families
    from corefscope.reporting.views.registries import metrics_view

    families, problems = all_families()
    for problem in problems:
        say(f"warning: {problem}")
    return metrics_view(families.values())
