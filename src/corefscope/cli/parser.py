"""The parser of a command and its help: short with the options that most calls need, or all of it."""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Mapping
from typing import Any, NoReturn

from corefscope.basics.escaping import message as message_of
from corefscope.cli.arguments import OUTPUT, Command
from corefscope.cli.output import write_error

# The options in short help, besides a command's own and those of its output.
COMMON = {
    "--preset", "--match", "--singletons", "--format", "--clusters", "--test", "--rule", "--fail-under", "--strict",
}  # fmt: skip
SHORT_EXAMPLES = 3
HELP = {"-h", "--help", "--help-all"}
SHAPES = {None: "{}", "?": "[{}]", "*": "[{} ...]", "+": "{0} [{0} ...]"}  # of positional arguments, by nargs


class _Formatter(argparse.HelpFormatter):
    def _fill_text(self, text: str, width: int, indent: str) -> str:
        """Wrap paragraphs, and leave indented examples and lists as they are."""
        blocks = text.split("\n\n")
        return "\n\n".join(each if "\n  " in each else super(_Formatter, self)._fill_text(each, width, indent)
                           for each in blocks)  # fmt: skip

    def _format_action_invocation(self, action: argparse.Action) -> str:
        """Name the value of an option once: `-m, --metric NAME`."""
        names = ", ".join(action.option_strings)
        return f"{names} {action.metavar}" if names and action.metavar else super()._format_action_invocation(action)


class Parser(argparse.ArgumentParser):
    """An argument parser that suggests what a mistyped flag or command may have meant."""

    def __init__(self, **keywords: Any) -> None:
        super().__init__(formatter_class=_Formatter, allow_abbrev=False, **keywords)

    def error(self, message: str) -> NoReturn:
        import difflib

        from corefscope.reporting.report import OUTPUTS

        wrong, right = [], [flag for action in self._actions for flag in action.option_strings]
        if "unrecognized" in message:
            words = message.rsplit(":", 1)[-1].split()
            wrong = [word.partition("=")[0] for word in words if word.startswith("-")]
            if not wrong:
                expected = (f"{each.metavar}, {each.help}" for each in self._actions if not each.option_strings)
                message += f" (expected {'; '.join(expected)})"
        if choice := re.search(r"argument (.*): invalid choice: '(.*?)' \(choose from (.*)\)", message):
            wrong, right = [choice[2]], re.findall(r"[\w-]+", choice[3])
            if choice[1] == "COMMAND":
                message = f"there is no command {choice[2]!r}"
        for word in wrong:
            # With their dashes, all options would look similar.
            bare, names = word.lstrip("-"), {flag.lstrip("-"): flag for flag in right}
            near = [f"-o {bare}"] if bare in OUTPUTS and "-o" in right and word != bare else []
            likely = [name for name in names if name[:1] == bare[:1] or name in bare]
            near = near or [names[each] for each in difflib.get_close_matches(bare, likely, 1, 0.66)]
            near = near or [flag for name, flag in names.items() if len(name) > 2 and bare.startswith(name)]
            hint = f" (did you mean {near[0]}?)" if near else ""
            if bare.upper() in (action.metavar for action in self._actions if not action.option_strings):
                hint = f" (give {bare.upper()} without --{bare})"
            message += hint if hint not in message else ""
        self.exit(2, f"{self.prog}: error: {message_of(message)}\ntry '{self.prog} --help'\n")

    def _print_message(self, message: str, file: Any = None) -> None:
        """Print help on standard output, where failure is noticed, and the rest on standard error."""
        if file is not None and file is sys.stdout:
            file.write(message)
        else:
            write_error(message)


def choice_parser(
    prog: str, description: str, groups: Mapping[str, Mapping[str, tuple[str, str]]], examples: str = ""
) -> Parser:
    """Return a parser of nothing but the name of a command, whose help lists the commands in groups."""
    for title, commands in groups.items():
        description += f"\n\n{title}" + "".join(f"\n  {name:<20}{entry[0]}" for name, entry in commands.items())
    parser = Parser(prog=prog, usage="%(prog)s COMMAND ...", description=description, epilog=examples)
    names = [name for commands in groups.values() for name in commands]
    parser.add_argument("command", metavar="COMMAND", choices=names, help=argparse.SUPPRESS)
    return parser


def command_parser(name: str, command: Command, short: bool = False) -> Parser:
    """Return the parser of a command; for short help, with its common options only and without groups."""
    declared, examples, usage, common = command.arguments, command.examples, "%(prog)s", []
    for each in declared:
        if not each.flags[0].startswith("-"):
            usage += " " + SHAPES[each.keywords.get("nargs")].format(each.keywords["metavar"])
        if each.group in ("", OUTPUT) or COMMON & {*each.flags}:
            common.append(each._replace(group=""))
    has_more = len(common) < len(declared)
    if short and has_more:
        declared, examples = common, "\n".join(examples.splitlines()[: 1 + SHORT_EXAMPLES])
    parser = Parser(
        prog=f"corefscope {name}", usage=f"{usage} [options]", description=command.description, epilog=examples
    )
    if has_more:
        parser.add_argument("--help-all", action="store_true", help="show all options and exit")
    groups: dict[str, Any] = {"": parser}
    for flags, title, help, keywords in declared:
        if title not in groups:
            groups[title] = parser.add_argument_group(title)
        groups[title].add_argument(*flags, help=help.replace("%", "%%"), **keywords)
    return parser
