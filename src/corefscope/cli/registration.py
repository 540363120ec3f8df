"""How commands, and the experiments of the lab, get onto the command line."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from types import ModuleType


class Help(argparse.RawDescriptionHelpFormatter):
    """Help as wide as the terminal is; to find that out argparse would load three modules, for every option."""

    def __init__(self, prog: str) -> None:
        super().__init__(prog, width=_columns() - 2)


def _columns() -> int:
    """As COLUMNS says, else as the terminal has, else 80."""
    told = os.environ.get("COLUMNS", "")
    if told.isdigit() and int(told):
        return int(told)
    try:
        return os.get_terminal_size(sys.__stdout__.fileno()).columns or 80  # type: ignore[union-attr]
    except (AttributeError, ValueError, OSError):  # closed, or no terminal
        return 80


def add_commands(parser: argparse.ArgumentParser, kind: str, modules: Sequence[ModuleType]) -> None:
    """One command for each module, with its help and its arguments; `kind` is what one of them is called."""
    commands = parser.add_subparsers(dest=kind, metavar=kind.upper(), required=True, parser_class=type(parser))
    for module in modules:
        added = commands.add_parser(
            module.NAME,
            help=module.SUMMARY,
            description=module.DESCRIPTION,
            epilog=module.EXAMPLES,
            formatter_class=Help,
            allow_abbrev=False,
        )
        module.add_arguments(added)
        added.set_defaults(run=module.run, parser=added)
