"""How commands, and the experiments of the lab, get onto the command line."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Mapping
from typing import Any


class Help(argparse.RawDescriptionHelpFormatter):
    """Help as wide as COLUMNS or the terminal; to find that out argparse would load three modules, for every option."""

    def __init__(self, prog: str) -> None:
        stated = os.environ.get("COLUMNS", "")
        columns = int(stated) if stated.isdigit() else 0
        if not columns:
            try:
                columns = os.get_terminal_size(sys.__stdout__.fileno()).columns  # type: ignore[union-attr]
            except (AttributeError, ValueError, OSError):  # closed, or no terminal
                columns = 0
        super().__init__(prog, width=(columns or 80) - 2)


def add_commands(
    parser: argparse.ArgumentParser, kind: str, modules: Mapping[str, Any], arguments: bool = True
) -> None:
    """Add a command for each module, or what has the same names; `kind` is what one of them is called.

    Where none of them is called, their `arguments` can be left out: to declare all of them takes longer than the rest.
    """
    commands = parser.add_subparsers(dest=kind, metavar=kind.upper(), required=True, parser_class=type(parser))
    for name, module in modules.items():
        added = commands.add_parser(
            name,
            help=module.SUMMARY,
            description=module.DESCRIPTION,
            epilog=module.EXAMPLES,
            formatter_class=Help,
            allow_abbrev=False,
        )
        added.set_defaults(module=module, parser=added)
        if arguments:
            module.add_arguments(added)
