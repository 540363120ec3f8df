"""The command line: each command parses, calls one function and returns what to print.

Only this package catches the errors that users cause. Exit status: 0 done; 1 a check failed; 2 the input or the call
was wrong.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from importlib import import_module

from corefscope._version import __version__
from corefscope.cli.arguments import TABLE, Command, Outcome, check_output
from corefscope.cli.output import emit, lost_output, prepared_streams, say, write_error
from corefscope.cli.parser import HELP, Parser, choice_parser, command_parser

# What each command does, and its Command in a module of this package, which is imported when it is needed.
GROUPS = {
    "Score": {
        "score": ("score one or more responses against a key", "scoring:score"),
        "compare": ("rank systems: intervals, significance tests, tables for papers", "comparing:compare"),
        "leaderboard": ("rank many systems on many data sets", "comparing:leaderboard"),
        "agreement": ("measure how far two or more annotators agree", "comparing:agreement"),
        "challenge": ("score systems on GAP, WinoBias, Winogender or WinoPron", "comparing:challenge"),
        "official": ("print what the official Perl scorer prints", "scoring:official"),
    },
    "Explain": {
        "errors": ("show what systems did wrong, where, and what it costs", "explaining:errors"),
        "report": ("write scores, errors and texts into one HTML file", "explaining:report"),
        "serve": ("score, compare and read errors in the browser, on this machine", "explaining:serve"),
        "explain-difference": ("say why two saved results differ", "explaining:explain_difference"),
    },
    "Files": {
        "check": ("list the problems of files", "files:check"),
        "convert": ("write a corpus in another format", "files:convert"),
        "stats": ("describe a corpus: mentions, entities, sizes, types", "files:stats"),
        "baseline": ("write a baseline on the mentions of a key or a system", "files:baseline"),
    },
    "Metrics": {
        "verify": ("compute a saved result again, in exact fractions", "lab:verify"),
        "audit": ("find out what somebody else's scorer computes", "lab:audit"),
        "lab": ("recompute papers and put metrics to the test", ""),
        "cite": ("print BibTeX for corefscope and for metrics", "files:cite"),
    },
    "Start": {
        "example": ("write small example files into a folder", "files:example"),
        "list": ("list all metrics, formats, presets or settings", "files:listing"),
    },
}
EXPERIMENTS = {
    "papers": ("recompute the papers behind the metrics", "lab:papers"),
    "figures": ("draw the papers' figures and check their statements", "lab:figures"),
    "effect": ("measure the mention identification effect on your own data", "lab:effect"),
    "links": ("count right and wrong links of each system", "lab:links"),
    "axioms": ("find which desiderata of the literature each metric satisfies", "lab:axioms"),
}
COMMANDS = {name: entry for commands in GROUPS.values() for name, entry in commands.items() if entry[1]}
COMMANDS |= {f"lab {name}": entry for name, entry in EXPERIMENTS.items()}
DESCRIPTION = "Evaluate coreference resolution: which mentions of a text refer to the same entity."
LAB = "Recompute the papers behind the metrics, and try the metrics out on data and on random partitions."
EXAMPLES = """examples (the first command writes the files):
  corefscope example
  corefscope score examples/key.conll examples/response-a.conll
  corefscope compare examples/tales/key.jsonl examples/tales/small.jsonl examples/tales/large.jsonl
"""


def load(name: str) -> Command:
    """Import a command, but not what it needs to run."""
    module, _, attribute = COMMANDS[name][1].partition(":")
    loaded: Command = getattr(import_module(f"corefscope.cli.{module}"), attribute)
    return loaded


def top_parser() -> Parser:
    parser = choice_parser("corefscope", DESCRIPTION, GROUPS, EXAMPLES)
    parser.add_argument("--version", action="version", version=f"corefscope {__version__}")
    return parser


def lab_parser() -> Parser:
    return choice_parser("corefscope lab", LAB, {"Experiments": EXPERIMENTS})


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command; turn our errors, and output that cannot be written, into one line and exit status 2."""
    from corefscope.problems import CorefscopeError, described, quiet_doubts

    # NumPy's library starts a thread for each core, which takes longer than scoring a small file and is not needed.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    status = 0
    with prepared_streams(), quiet_doubts():  # commands show all warnings themselves
        try:
            try:
                outcome, output = _run(sys.argv[1:] if arguments is None else list(arguments))
                view, status = outcome if isinstance(outcome, tuple) else (outcome, 0)
                emit(view, *output)
            except SystemExit as end:  # argparse has printed help or an error
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
    is_lab = words[:1] == ["lab"]
    name, others = " ".join(words[: 1 + is_lab]), words[1 + is_lab :]
    if name not in COMMANDS:
        parser = lab_parser() if is_lab else top_parser()
        if words[is_lab:]:
            parser.parse_args(words[is_lab:])
        write_error(parser.format_help())
        raise SystemExit(2)
    command = load(name)
    if HELP & {*others}:
        command_parser(name, command, short="--help-all" not in others).print_help()
        return None, TABLE
    # Files may follow an option.
    arguments = command_parser(name, command).parse_intermixed_args(others)
    output = getattr(arguments, "rendering", TABLE)
    if output[1] is not None:
        check_output(arguments, output[1])
    return command.run(arguments), output
