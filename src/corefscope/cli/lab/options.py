"""What the experiments of the lab have in common on the command line."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Protocol

from corefscope.cli import options as score_options
from corefscope.cli.output import put, put_json

if TYPE_CHECKING:
    from corefscope.scoring.result import Result


class Found(Protocol):
    """What an experiment on the user's data gives."""

    @property
    def result(self) -> Result: ...

    def as_object(self) -> dict[str, Any]: ...


SETTINGS = {
    "match": "when two mentions are the same: exact (default), head, partial, partial-craft or min",
    "singletons": "keep (default) or drop entities of one mention, on both sides and before anything else",
    "repeated": "a mention in two entities stays in the first (default) or last; or merge them, or error",
    "scope": "what is scored as one: document (default), corpus, a column or a pattern on names",
    "types": "a table of document, start, end, type: mention types",
    "format": "a format, where content does not tell",
}


def add_metrics(parser: argparse.ArgumentParser, default: str) -> None:
    parser.add_argument(
        "-m", "--metric", action="append", metavar="NAME", help=f"a metric; repeatable. Default: {default}"
    )


def add_output(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("-o", "--output", default="table", metavar="KIND", help="table (default) or json")


def add_settings(parser: argparse.ArgumentParser) -> None:
    for name, meaning in SETTINGS.items():
        parser.add_argument(f"--{name}", metavar="FILE" if name == "types" else "HOW", help=meaning)


def settings(arguments: argparse.Namespace) -> dict[str, Any]:
    return {name: getattr(arguments, name) for name in SETTINGS if getattr(arguments, name) is not None}


def add_experiment(parser: argparse.ArgumentParser) -> None:
    """What every experiment on the user's own data takes: metrics, output, settings."""
    add_metrics(parser, "as in score")
    add_output(parser)
    add_settings(parser)


def experiment(arguments: argparse.Namespace) -> dict[str, Any]:
    """What `add_experiment` took, as the experiments of the lab want it."""
    from corefscope.metrics import DEFAULT

    return {"metrics": score_options.metrics(arguments) or list(DEFAULT), **settings(arguments)}


def show(arguments: argparse.Namespace, found: Found, lines: Callable[[Any], list[str]]) -> None:
    """The warnings of the data, then JSON or the lines of a table."""
    from corefscope.cli.commands.score import show_warnings

    show_warnings(found.result)
    if as_json(arguments):
        put_json(found.as_object())
    else:
        put("\n".join(lines(found)) + "\n")


def as_json(arguments: argparse.Namespace) -> bool:
    from corefscope.problems import UnknownName

    if arguments.output not in ("table", "json"):
        raise UnknownName("output", arguments.output, ("table", "json"))
    return bool(arguments.output == "json")
