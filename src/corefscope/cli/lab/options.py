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


def add_metrics(parser: argparse.ArgumentParser, default: str) -> None:
    score_options.group(parser, score_options.OUTPUT).add_argument(
        "-m", "--metric", action="append", metavar="NAME", help=f"a metric; repeatable. Default: {default}"
    )


def add_output(parser: argparse.ArgumentParser) -> None:
    score_options.group(parser, score_options.OUTPUT).add_argument(
        "-o", "--output", default="table", metavar="KIND", help="table (default) or json"
    )


def add_experiment(parser: argparse.ArgumentParser) -> None:
    """What every experiment on the user's own data takes: metrics, output, settings."""
    add_metrics(parser, "as in score")
    add_output(parser)
    score_options.add_settings(parser)


def experiment(arguments: argparse.Namespace) -> dict[str, Any]:
    """What `add_experiment` took, as the experiments of the lab want it."""
    from corefscope.cli.requested import requested
    from corefscope.metrics import DEFAULT

    asked = requested(arguments)
    return {"metrics": asked.metrics or list(DEFAULT), "settings": asked.settings}


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
