"""`corefscope lab agreement`."""

from __future__ import annotations

import argparse

NAME = "agreement"
SUMMARY = ""
DESCRIPTION = ""
EXAMPLES = ""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    pass


def run(arguments: argparse.Namespace) -> int:
    raise NotImplementedError
