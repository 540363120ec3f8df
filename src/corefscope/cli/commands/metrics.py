"""`corefscope metrics`: all metrics with their parameters, those of plug-ins too."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

from corefscope.cli.output import put, put_json, say

if TYPE_CHECKING:
    from corefscope.metrics import Family

NAME = "metrics"
SUMMARY = "list all metrics and their parameters"
DESCRIPTION = """List all metrics with their parameters and what these are by default, those of installed plug-ins too.
Parameters stand in the name, as blanc(alpha=0.2)."""
EXAMPLES = """examples:
  corefscope metrics
  corefscope metrics -o json
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("-o", "--output", default="table", metavar="KIND", help="table (default) or json")


def run(arguments: argparse.Namespace) -> int:
    from corefscope.cli.lab.options import as_json
    from corefscope.metrics.registry import all_families

    machine = as_json(arguments)
    families, problems = all_families()
    for problem in problems:
        say(f"warning: {problem}")
    if machine:
        put_json([_as_object(family) for family in families.values()])
    else:
        put("\n".join(line for family in families.values() for line in _lines(family)) + "\n")
    return 0


def _as_object(family: Family) -> dict[str, Any]:
    from corefscope._version import __version__
    from corefscope.metrics import DEFAULT, metric

    parts = metric(family.name).parts if family.mean_of else ()
    return {
        "name": family.name,
        "title": family.title,
        "summary": family.summary,
        "aliases": list(family.aliases),
        "default": family.name in DEFAULT,
        "mean_of": [part.name for part in parts],
        "citations": list(family.citations),
        "parameters": {
            name: {"default": each.default, "meaning": each.meaning} for name, each in family.parameters.items()
        },
        "plugin": bool(family.version),
        "version": family.version or __version__,
    }


def _lines(family: Family) -> list[str]:
    from corefscope.basics.escaping import visible
    from corefscope.metrics.parameters import as_text

    aliases = f" (also {', '.join(family.aliases)})" if family.aliases else ""
    plugin = f" [plug-in, version {family.version}]" if family.version else ""
    lines = [f"{family.name:<10}{family.title}: {visible(family.summary)}{aliases}{plugin}"]
    for name, each in family.parameters.items():
        usual = "" if each.default is None else f"={as_text(each.default)}"
        lines.append(f"{'':<12}{name + usual:<28}{visible(each.meaning)}")
    return lines
