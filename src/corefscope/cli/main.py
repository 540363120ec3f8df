"""The command line: each command parses, calls one function and returns what to print.

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
from corefscope.basics.escaping import message as message_of
from corefscope.cli.arguments import Command, Outcome, add_arguments, check_output
from corefscope.cli.output import emit, lost_output, prepared_streams, say, write_error

# What each command does, and its Command in a module of this package, which is imported when it is needed.
COMMANDS = {
    "score": ("score one or more responses against a key", "scoring:score"),
    "compare": ("rank systems: intervals, significance of differences, tables for papers", "comparing:compare"),
    "leaderboard": ("rank many systems on many data sets", "comparing:leaderboard"),
    "agreement": ("how far two or more annotators agree", "comparing:agreement"),
    "challenge": ("score systems on GAP, WinoBias, Winogender or WinoPron", "comparing:challenge"),
    "errors": ("say what systems did wrong, where, and what it costs", "explaining:errors"),
    "report": ("write scores, errors and the text of both sides into one HTML file", "explaining:report"),
    "serve": ("choose files, score, compare and read errors in the browser, on this machine", "explaining:serve"),
    "check": ("list all problems of files at once", "files:check"),
    "convert": ("write a corpus in another format", "files:convert"),
    "stats": ("describe a corpus: mentions, entities, sizes, types", "files:stats"),
    "baseline": ("write a baseline on the mentions of a key or a system", "files:baseline"),
    "lab papers": ("recompute the papers behind the metrics", "lab:papers"),
    "lab figures": ("draw the papers' figures and check what is said about them", "lab:figures"),
    "lab effect": ("the mention identification effect on your own data", "lab:effect"),
    "lab links": ("right and wrong links, entities and singletons of each system", "lab:links"),
    "lab axioms": ("which desiderata of the literature each metric satisfies", "lab:axioms"),
    "official": ("print what the official Perl scorer prints", "scoring:official"),
    "explain-difference": ("say why two saved results have different numbers", "explaining:explain_difference"),
    "list": ("list all metrics, formats, presets or settings", "files:listing"),
    "cite": ("print BibTeX for corefscope and for metrics", "files:cite"),
    "example": ("write small example files into a folder", "files:example"),
}
LAB = "recompute the papers behind the metrics, and try the metrics out on data and on random partitions"

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

    def __init__(self, **keywords: Any) -> None:
        super().__init__(formatter_class=argparse.RawDescriptionHelpFormatter, allow_abbrev=False, **keywords)

    def error(self, message: str) -> NoReturn:
        import difflib

        from corefscope.reporting.report import OUTPUTS

        wrong, right = [], [flag for action in self._actions for flag in action.option_strings]
        if "unrecognized" in message:
            words = message.rsplit(":", 1)[-1].split()
            wrong = [word.partition("=")[0] for word in words if word.startswith("-")]
        if choice := re.search(r"invalid choice: '(.*?)' \(choose from (.*)\)", message):
            wrong, right = [choice[1]], re.findall(r"[\w-]+", choice[2])
        for word in wrong:
            # The dashes would make all options alike.
            bare, names = word.lstrip("-"), {flag.lstrip("-"): flag for flag in right}
            near = [f"-o {bare}"] if bare in OUTPUTS and "-o" in right and word != bare else []
            near = near or [names[each] for each in difflib.get_close_matches(bare, names, 1, 0.66)]
            near = near or [flag for name, flag in names.items() if len(name) > 2 and bare.startswith(name)]
            message += f" (did you mean {near[0]}?)" if near else ""
        self.exit(2, f"{self.prog}: error: {message_of(message)}\ntry '{self.prog} --help'\n")

    def _print_message(self, message: str, file: Any = None) -> None:
        """Print help on standard output, where failure is noticed, and the rest on standard error."""
        if file is not None and file is sys.stdout:
            file.write(message)
        else:
            write_error(message)


def load(name: str) -> Command:
    """Import a command; not yet what it needs to run."""
    module, _, attribute = COMMANDS[name][1].partition(":")
    loaded: Command = getattr(import_module(f"corefscope.cli.{module}"), attribute)
    return loaded


def command_parser(name: str) -> Parser:
    command = load(name)
    parser = Parser(prog=f"corefscope {name}", description=command.description, epilog=command.examples)
    add_arguments(parser, command.arguments)
    return parser


def top_parser() -> Parser:
    """Return the parser that knows the commands, but not what they take."""
    top = Parser(prog="corefscope", description=DESCRIPTION, epilog=EXAMPLES)
    top.add_argument("--version", action="version", version=f"corefscope {__version__}")
    commands = top.add_subparsers(metavar="COMMAND", required=True)
    experiments: Any = None
    for name, (summary, _) in COMMANDS.items():
        group, _, experiment = name.partition(" ")
        if experiment and experiments is None:
            lab = commands.add_parser(group, help="experiments on the metrics themselves", description=LAB)
            experiments = lab.add_subparsers(metavar="EXPERIMENT", required=True)
        (experiments if experiment else commands).add_parser(experiment or name, help=summary)
    return top


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command; turn our errors, and output that cannot be written, into one line and exit status 2."""
    from corefscope.problems import CorefscopeError, described, quiet_doubts

    # NumPy's library begins a thread for each core, which takes longer than to score a small file; no work here is its.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    status = 0
    with prepared_streams(), quiet_doubts():  # commands show all warnings themselves
        try:
            try:
                outcome, output = _run(sys.argv[1:] if arguments is None else list(arguments))
                view, status = outcome if isinstance(outcome, tuple) else (outcome, 0)
                emit(view, *output)
            except SystemExit as end:  # argparse has printed help, or what is wrong with the call
                status = end.code if isinstance(end.code, int) else 0
            except (CorefscopeError, MemoryError, RecursionError) as error:
                others = getattr(error, "others", 0)
                more = f" — and {others:,} more; corefscope check lists them" if others else ""
                say(f"error: {described(error)}{more}")
                status = 2
            sys.stdout.flush()
        except OSError as failure:
            if failure.filename is not None:  # not of standard output
                raise
            status = lost_output(failure, status)
        except KeyboardInterrupt:
            say("interrupted")
            status = 130
    return status


def _run(words: list[str]) -> tuple[Outcome, tuple[str, str | None]]:
    """Run the command that words name; return its outcome, the kind of output and the file for it."""
    name = " ".join(words[: 2 if words[:1] == ["lab"] else 1])
    if name not in COMMANDS:
        top = top_parser()
        if words:
            top.parse_args(words)
        write_error(top.format_help())
        raise SystemExit(2)
    # Files may follow an option.
    arguments = command_parser(name).parse_intermixed_args(words[1 + name.count(" ") :])
    check_output(arguments)
    return load(name).run(arguments), getattr(arguments, "rendering", ("table", None))
