"""`corefscope metrics`: all metrics with their parameters, those of plug-ins too."""

from __future__ import annotations

import argparse

from corefscope.cli import options as score_options
from corefscope.cli.output import emit, say

NAME = "metrics"
SUMMARY = "list all metrics and their parameters"
DESCRIPTION = """List all metrics with their parameters and what these are by default, those of installed plug-ins too.
Parameters stand in the name, as blanc(alpha=0.2)."""
EXAMPLES = """examples:
  corefscope metrics
  corefscope metrics -o json
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    score_options.add_output(parser)


def run(arguments: argparse.Namespace) -> int:
    from corefscope.metrics.lookup import all_families
    from corefscope.reporting.outputs import check_output
    from corefscope.reporting.views.registries import metrics_view

    check_output(arguments.output)
    families, problems = all_families()
    for problem in problems:
        say(f"warning: {problem}")
    emit(metrics_view(families.values()), arguments.output, arguments.raw_csv)
    return 0
