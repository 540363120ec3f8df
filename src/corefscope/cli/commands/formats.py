"""`corefscope formats`: all formats that are read and written, those of plug-ins too."""

from __future__ import annotations

import argparse

from corefscope.cli import options
from corefscope.cli.output import Outcome, say

SUMMARY = "list all formats, and which can be written"
DESCRIPTION = """List all formats that can be read, those of installed plug-ins too, and the endings by which they are
written. What a file is in is found out from its content; --format names it where that is not enough."""
EXAMPLES = """examples:
  corefscope formats
  corefscope formats -o json
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    options.add_output(parser)


def run(arguments: argparse.Namespace) -> Outcome:
    from corefscope.formats.registry import FORMATS, register_installed
    from corefscope.reporting.views.registries import formats_view

    problems = register_installed()
    for problem in problems:
        say(f"warning: {problem}")
    return formats_view(FORMATS.values())
