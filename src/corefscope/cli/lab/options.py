"""What the experiments of the lab have in common on the command line."""

from __future__ import annotations

import argparse
from typing import Any

from corefscope.cli import options as score_options


def add_metrics(parser: argparse.ArgumentParser, default: str) -> None:
    score_options.group(parser, score_options.OUTPUT).add_argument(
        "-m",
        "--metric",
        action="append",
        metavar="NAME",
        type=score_options.metric_argument,
        help=f"a metric; repeatable. Default: {default}",
    )


def add_experiment(parser: argparse.ArgumentParser) -> None:
    """What every experiment on the user's own data takes: metrics, output, settings."""
    add_metrics(parser, "as in score")
    score_options.add_output(parser)
    score_options.add_settings(parser)


def experiment(arguments: argparse.Namespace) -> dict[str, Any]:
    """What `add_experiment` took, as the experiments of the lab want it."""
    from corefscope.cli.requested import requested
    from corefscope.metrics import DEFAULT

    asked = requested(arguments)
    return {"metrics": asked.metrics or list(DEFAULT), "settings": asked.settings}
