"""`corefscope lab papers`."""

from __future__ import annotations

import argparse

NAME = "papers"
SUMMARY = ""
DESCRIPTION = ""
EXAMPLES = ""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    pass


def run(arguments: argparse.Namespace) -> int:
    raise NotImplementedError
