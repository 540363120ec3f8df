"""How commands, and the experiments of the lab, get onto the command line."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from types import ModuleType


def add_commands(parser: argparse.ArgumentParser, kind: str, modules: Sequence[ModuleType]) -> None:
    """One command for each module, with its help and its arguments; `kind` is what one of them is called."""
    commands = parser.add_subparsers(dest=kind, metavar=kind.upper(), required=True, parser_class=type(parser))
    for module in modules:
        added = commands.add_parser(
            module.NAME,
            help=module.SUMMARY,
            description=module.DESCRIPTION,
            epilog=module.EXAMPLES,
            formatter_class=argparse.RawDescriptionHelpFormatter,
            allow_abbrev=False,
        )
        module.add_arguments(added)
        added.set_defaults(run=module.run, parser=added)
