"""`corefscope lab axioms`."""

from __future__ import annotations

import argparse

NAME = "axioms"
SUMMARY = ""
DESCRIPTION = ""
EXAMPLES = ""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    pass


def run(arguments: argparse.Namespace) -> int:
    raise NotImplementedError
