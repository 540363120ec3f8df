"""`corefscope list`: what there is to choose from, plug-ins included."""

from __future__ import annotations

import argparse

from corefscope.cli import options
from corefscope.cli.output import Outcome, say

SUMMARY = "list all metrics, formats, presets or settings"
DESCRIPTION = """List what there is to choose from: metrics with their parameters and defaults, formats with the
endings by which they are written, presets with their settings, or settings with their values. Metrics and
formats of installed plug-ins are listed too."""
EXAMPLES = """examples:
  corefscope list metrics
  corefscope list formats
  corefscope list presets -o json
  corefscope list settings
"""
KINDS = ("metrics", "formats", "presets", "settings")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("kind", metavar="WHAT", choices=KINDS, help="metrics, formats, presets or settings")
    options.add_output(parser)


def run(arguments: argparse.Namespace) -> Outcome:
    from corefscope.reporting.views import registries

    problems: list[str] = []
    if arguments.kind == "metrics":
        from corefscope.metrics.lookup import all_families

        families, problems = all_families()
        view = registries.metrics_view(families.values())
    elif arguments.kind == "formats":
        from corefscope.formats.registry import FORMATS, register_installed

        problems = register_installed()
        view = registries.formats_view(FORMATS.values())
    else:
        view = registries.presets_view() if arguments.kind == "presets" else registries.settings_view()
    for problem in problems:
        say(f"warning: {problem}")
    return view
