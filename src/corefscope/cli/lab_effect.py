"""`corefscope lab effect`."""

from __future__ import annotations

import argparse

NAME = "effect"
SUMMARY = ""
DESCRIPTION = ""
EXAMPLES = ""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    pass


def run(arguments: argparse.Namespace) -> int:
    raise NotImplementedError
