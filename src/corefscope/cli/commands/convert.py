"""`corefscope convert`: from one format into another, with what is lost."""

from __future__ import annotations

import argparse

from corefscope.cli import options
from corefscope.cli.output import say

SUMMARY = "write a corpus in another format"
DESCRIPTION = """Read IN and write OUT in another format, and say what that format cannot express. The ending of OUT,
or --to, names the format; - is standard input or output. For brat, OUT is a folder. Running text is cut into tokens
where the other format has tokens."""
EXAMPLES = """examples:
  corefscope convert examples/key.conll key.jsonl
  corefscope convert examples/response-b.jsonl - --to conll
  corefscope convert examples/key.conll key.conllu
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("source", metavar="IN", help="a file, a folder, a quoted glob or -")
    parser.add_argument("target", metavar="OUT", help="the file to write, or -")
    options.add_target(parser)
    options.add_reading(parser, "IN")
    options.add_annotator(parser)


def run(arguments: argparse.Namespace) -> int:
    from corefscope.cli.inputs import check_not_overwritten
    from corefscope.reporting.report import counted
    from corefscope.scoring.conversion import convert, target_format

    target_format(arguments.target, arguments.to)
    check_not_overwritten(arguments.source, arguments.target)
    reading = arguments.format, arguments.clusters, arguments.annotator
    done = convert(arguments.source, arguments.target, arguments.to, *reading)
    for notice in done.warnings:
        say(f"warning: {notice}")
    for notice in done.not_expressed:
        say(f"not expressed: {notice}")
    altered = f", {done.changed:,} changed" if done.changed else ""
    read = f"{counted(done.documents, 'document')}, {counted(done.mentions, 'mention')} read"
    say(f"{read}, {f'{done.lost:,}' if done.lost else 'none'} lost{altered}")
    return 0
