"""`corefscope corpora`: the public corpora that `--corpus` knows, and what is known of one."""

from __future__ import annotations

import argparse

from corefscope.cli import options
from corefscope.cli.output import Outcome

SUMMARY = "list public corpora that --corpus checks, or show what is known of one"
DESCRIPTION = """List the public corpora whose conventions and sizes are known, or show all that is known of one: by
which preset it is scored, its licence, where to get it, by what files are checked, and the source of each fact.

`--corpus NAME` of commands that score checks the key, uses the preset and puts the name into the signature. No
data of a corpus comes with corefscope."""
EXAMPLES = """examples:
  corefscope corpora
  corefscope corpora ontonotes-5.0-test
  corefscope corpora litbank-fold0-test -o json
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("name", metavar="NAME", nargs="?", help="a corpus; without it, all are listed")
    options.add_output(parser)


def run(arguments: argparse.Namespace) -> Outcome:
    from corefscope.catalogue.entries import known_corpora, known_corpus
    from corefscope.reporting.views.corpora import corpora_view, corpus_view

    if arguments.name is None:
        return corpora_view(known_corpora().values())
    return corpus_view(known_corpus(arguments.name))
