"""`corefscope lab chance`."""

from __future__ import annotations

import argparse

NAME = "chance"
SUMMARY = ""
DESCRIPTION = ""
EXAMPLES = ""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    pass


def run(arguments: argparse.Namespace) -> int:
    raise NotImplementedError
