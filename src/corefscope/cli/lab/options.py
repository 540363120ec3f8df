"""What the experiments of the lab have in common on the command line."""

from __future__ import annotations

import argparse
from typing import Any

from corefscope.cli import options


def add_experiment(parser: argparse.ArgumentParser) -> None:
    """What every experiment on the user's own data takes: metrics, output, settings."""
    options.add_metric(parser, help="a metric; repeatable. Default: as in score")
    options.add_output(parser)
    options.add_settings(parser, strict=False)


def experiment(arguments: argparse.Namespace, *paths: str | None) -> dict[str, Any]:
    """What `add_experiment` parsed, as keyword arguments of experiments on files."""
    from corefscope.cli.requested import requested
    from corefscope.metrics import DEFAULT

    wanted = requested(arguments, *paths)
    return {"metrics": wanted.metrics or list(DEFAULT), "settings": wanted.settings}
