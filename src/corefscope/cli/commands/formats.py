"""`corefscope formats`: all formats that are read and written, those of plug-ins too."""

from __future__ import annotations

import argparse

from corefscope.cli import options as score_options
from corefscope.cli.output import emit, say

NAME = "formats"
SUMMARY = "list all formats, and which can be written"
DESCRIPTION = """List all formats that can be read, those of installed plug-ins too, and the endings by which they are
written. What a file is in is found out from its content; --format names it where that is not enough."""
EXAMPLES = """examples:
  corefscope formats
  corefscope formats -o json
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    score_options.add_output(parser)


def run(arguments: argparse.Namespace) -> int:
    from corefscope.formats.registry import FORMATS, register_installed
    from corefscope.reporting.outputs import check_output
    from corefscope.reporting.views.registries import formats_view

    check_output(arguments.output)
    problems = register_installed()
    for problem in problems:
        say(f"warning: {problem}")
    emit(formats_view(FORMATS.values()), arguments.output, arguments.raw_csv)
    return 0
