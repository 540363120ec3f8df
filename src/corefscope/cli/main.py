"""The command line: one file per command; each parses, calls one function and returns what to print.

Only this package catches the errors that users cause. Exit status: 0 done; 1 a check failed; 2 the input or the call
was wrong.
"""

from __future__ import annotations

import argparse
import os
import re
import sys
from collections.abc import Sequence
from importlib import import_module
from typing import Any, NoReturn

from corefscope._version import __version__
from corefscope.basics.escaping import message as shown
from corefscope.cli.output import emit, say
from corefscope.cli.registration import Help, add_commands
from corefscope.cli.streams import Streams

# Each is a module of this package, loaded when it is needed; `-` in a name is `_` in that of its module.
COMMANDS = (
    "score",
    "compare",
    "leaderboard",
    "agreement",
    "challenge",
    "errors",
    "report",
    "serve",
    "check",
    "convert",
    "stats",
    "baseline",
    "lab",
    "official",
    "explain-difference",
    "list",
    "cite",
    "example",
)

DESCRIPTION = "Evaluate coreference resolution: which mentions of a text refer to the same entity."
EXAMPLES = """examples (the first writes the files of the others):
  corefscope example
  corefscope score examples/key.conll examples/response-a.conll
  corefscope score examples/key.conll examples/response-a.conll examples/response-b.jsonl -m conll -m lea
  corefscope compare examples/key.conll examples/response-a.conll examples/response-b.jsonl -o latex
  corefscope report examples/key.conll examples/response-a.conll examples/response-b.jsonl -o report.html
  corefscope check examples/broken.conll --against examples/key.conll
  corefscope convert examples/key.conll key.jsonl
  corefscope official all examples/key.conll examples/response-a.conll none
  corefscope score --help
"""


class Parser(argparse.ArgumentParser):
    """An argument parser that suggests what a mistyped flag or command may have meant."""

    def format_help(self) -> str:
        """Help, with the registries that options list loaded now."""
        for action in self._actions:
            if hasattr(action, "lazy_help"):
                action.help = action.lazy_help().replace("%", "%%")
        return super().format_help()

    def error(self, message: str) -> NoReturn:
        import difflib

        flags = [flag for action in self._actions for flag in action.option_strings]
        for word in message.rsplit(":", 1)[-1].split() if "unrecognized" in message else ():
            near = difflib.get_close_matches(word.partition("=")[0], flags, n=1)
            if word.startswith("-") and near:
                message += f" (did you mean {near[0]}?)"
        wrong = re.search(r"invalid choice: '(.*?)' \(choose from (.*)\)", message)
        near = difflib.get_close_matches(wrong[1], re.findall(r"[\w-]+", wrong[2]), n=1) if wrong else []
        if near:
            message += f" (did you mean {near[0]}?)"
        self.exit(2, f"{self.prog}: error: {shown(message)}\ntry '{self.prog} --help'\n")


def command_module(name: str) -> Any:
    """The module of a command: SUMMARY, DESCRIPTION, EXAMPLES, add_arguments, and run.

    `run` returns the exit status, a View to print, or both.
    """
    return import_module(f"corefscope.cli.commands.{name.replace('-', '_')}")


def parser(names: Sequence[str] = COMMANDS, arguments: bool = True) -> Parser:
    """The command line of some commands, with or without their arguments; what they need to run is not imported."""
    top = Parser(
        prog="corefscope",
        description=DESCRIPTION,
        epilog=EXAMPLES,
        formatter_class=Help,
        allow_abbrev=False,
    )
    top.add_argument("--version", action="version", version=f"corefscope {__version__}")
    add_commands(top, "command", {name: command_module(name) for name in names}, arguments)
    return top


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command; turn our errors, and output that cannot be written, into one line and exit status 2."""
    with Streams() as streams:
        ended = None
        try:
            status = _run(sys.argv[1:] if arguments is None else list(arguments))
        except SystemExit as end:  # argparse has printed help, or what is wrong with the call
            ended, status = end, 0
        lost = streams.lost_output()
        if lost is not None:
            say(f"error: standard output: {lost}")
            return 2
        if ended is not None:
            raise ended
        return status


def _check_command(words: list[str]) -> None:
    """Refuse a file, an option or a metric of the Perl scorer in place of a command, with the command that does it."""
    import shlex

    from corefscope.basics.escaping import cut, visible
    from corefscope.reporting.official import OURS

    first = words[0]
    if first.startswith("-"):
        if any(word in COMMANDS for word in words) or not any(map(os.path.exists, words)):
            return
        what, command = "is an option of a command, and there is no command", "score"
    elif first.lower() in (*OURS, "all") and len(words) > 2:
        what, command = "is a metric, as `perl scorer.pl` takes it, not a command", "official"
    elif os.path.exists(first) or any(sign in first for sign in "./\\"):
        kind = "folder" if os.path.isdir(first) else "file"
        what, command = f"is a {kind}, not a command", "score" if len(words) > 1 else "check"
    else:
        return
    call = visible(shlex.join(["corefscope", command, *words]))
    say(f"error: {cut(visible(first))} {what}; try: {call if len(call) < 400 else f'corefscope {command} …'}")
    raise SystemExit(2)


def _run(words: list[str]) -> int:
    from corefscope.problems import CorefscopeError, described

    # NumPy's library begins a thread for each core, which takes longer than to score a small file; no work here is its.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    if not words:
        parser(arguments=False).print_help(sys.stderr)
        return 2
    if words[0] not in (*COMMANDS, "-h", "--help", "--version"):
        _check_command(words)
    names = words[:1] if words[0] in COMMANDS else COMMANDS
    chosen, unknown = parser(names, any(word in COMMANDS for word in words)).parse_known_args(words)
    # Files behind an option belong to the argument that takes any number of them, which argparse has closed by then.
    open_ended = [each.dest for each in chosen.parser._actions if each.nargs in ("+", "*") and not each.option_strings]
    if len(open_ended) == 1 and not any(word.startswith("-") and word != "-" for word in unknown):
        getattr(chosen, open_ended[0]).extend(unknown)
    elif unknown:  # said by the command's own parser, which knows the flags that may have been meant
        chosen.parser.error(f"unrecognized arguments: {' '.join(unknown)}")
    try:
        if "renders" in chosen:  # an unknown output is refused before anything is read
            from corefscope.reporting.outputs import check_output

            check_output(chosen.output)
        done = chosen.module.run(chosen)
        view, status = (None, done) if isinstance(done, int) else done if isinstance(done, tuple) else (done, 0)
        if view is not None:
            emit(view, chosen.output)
        return int(status)
    except CorefscopeError as error:
        more = f" — and {error.others:,} more; corefscope check lists them" if error.others else ""
        say(f"error: {error}{more}")
        return 2
    except (MemoryError, RecursionError) as error:
        say(f"error: {described(error)}")
        return 2
    except KeyboardInterrupt:
        say("interrupted")
        return 130
