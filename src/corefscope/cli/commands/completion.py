"""`corefscope completion`: a script that completes commands, options, values and files in a shell."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable
from typing import Any

SUMMARY = "print a script for completion in bash, zsh, fish or tcsh"
DESCRIPTION = """Print a script that completes commands, options, their values and files. Save it where the shell looks
for such scripts; docs/options.md says where that is. Completing starts no Python."""
EXAMPLES = """examples:
  corefscope completion bash > corefscope.bash
  corefscope completion zsh > _corefscope
"""
SHELLS = ("bash", "zsh", "fish", "tcsh")
# The words by which arguments that are files or folders are called in help.
FILES = ("KEY", "RESPONSE", "SYSTEM", "FILE", "IN", "OUT", "FOLDER|MANIFEST", "A.json", "B.json")
FOLDERS = ("FOLDER",)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("shell", metavar="SHELL", help="bash, zsh, fish or tcsh")


def run(arguments: argparse.Namespace) -> int:
    from corefscope.cli.main import parser
    from corefscope.problems import CorefscopeError, UnknownName

    if arguments.shell not in SHELLS:
        raise UnknownName("shell", arguments.shell, SHELLS)
    try:
        import shtab
    except ModuleNotFoundError:
        raise CorefscopeError(
            "not-installed",
            "completion needs shtab, which is not installed",
            hint='pip install "corefscope[completion]"',
        ) from None
    whole = parser()
    for action in _actions(whole):
        _complete(action, shtab)
    sys.stdout.write(shtab.complete(whole, arguments.shell) + "\n")
    return 0


def _actions(parser: argparse.ArgumentParser) -> Iterable[argparse.Action]:
    """The arguments of a command and of the commands below it."""
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            for command in action.choices.values():
                yield from _actions(command)
        else:
            yield action


def _complete(action: Any, shtab: Any) -> None:
    """Tell shtab the values that an argument may have."""
    if hasattr(action, "lazy_help"):
        action.help = action.lazy_help()
    values = _values(action)
    if values:
        action.choices = values
    elif action.metavar in FILES:
        action.complete = shtab.FILE
    elif action.metavar in FOLDERS:
        action.complete = shtab.DIRECTORY


def _values(action: argparse.Action) -> list[str]:
    from corefscope.basics.options import options_of
    from corefscope.catalogue.entries import known_corpora
    from corefscope.challenges.rule import Rule
    from corefscope.engines import ENGINES
    from corefscope.formats.registry import FORMATS, writable
    from corefscope.metrics.registry import METRICS
    from corefscope.presets import PRESETS
    from corefscope.reporting.outputs import OUTPUTS
    from corefscope.settings import Settings
    from corefscope.statistics.plan import Plan

    rule = {name: option for name, option in options_of(Rule).items() if name != "missing"}  # leaderboard has another
    declared = {**options_of(Settings), **options_of(Plan), **rule}
    listed: dict[str, Iterable[str]] = {
        **{option.flag: option.choices for option in declared.values() if option.choices},
        "--preset": PRESETS,
        "--corpus": known_corpora(),
        "--metric": METRICS,
        "--engine": ("memory", *ENGINES),
        "--to": writable(),
        "--output": OUTPUTS if action.metavar == "KIND" else (),
        **dict.fromkeys(("--format", "--key-format", "--response-format"), FORMATS),
    }
    return [value for flag in action.option_strings for value in listed.get(flag, ())]
