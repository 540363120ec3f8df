"""`corefscope formats`: all formats that are read and written, those of plug-ins too."""

from __future__ import annotations

import argparse
from dataclasses import fields
from typing import TYPE_CHECKING, Any

from corefscope.cli.output import put, put_json, say

if TYPE_CHECKING:
    from corefscope.formats.registry import Format

NAME = "formats"
SUMMARY = "list all formats, and which can be written"
DESCRIPTION = """List all formats that can be read, those of installed plug-ins too, and the endings by which they are
written. What a file is in is found out from its content; --format names it where that is not enough."""
EXAMPLES = """examples:
  corefscope formats
  corefscope formats -o json
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("-o", "--output", default="table", metavar="KIND", help="table (default) or json")


def run(arguments: argparse.Namespace) -> int:
    from corefscope.cli.lab.options import as_json
    from corefscope.formats.registry import FORMATS, register_installed

    machine = as_json(arguments)
    for problem in register_installed():
        say(f"warning: {problem}")
    if machine:
        put_json([_as_object(format) for format in FORMATS.values()])
    else:
        put("\n".join(map(_line, FORMATS.values())) + "\n")
    return 0


def _as_object(format: Format) -> dict[str, Any]:
    values = {each.name: getattr(format, each.name) for each in fields(format) if each.name not in _CODE}
    return {**values, "written": format.writer is not None}


_CODE = ("looks_like", "might_be", "reader", "writer")


def _line(format: Format) -> str:
    from corefscope.basics.escaping import visible

    endings = f" as {', '.join('.' + ending for ending in format.endings)}" if format.endings else ""
    written = f"; written{endings}" if format.writer else ""
    plugin = f" [plug-in, version {format.version}]" if format.version else ""
    return f"{format.name:<10}{visible(format.title)}{written}{plugin}"
