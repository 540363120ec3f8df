"""`corefscope check`: what an organiser runs on submissions."""

from __future__ import annotations

import argparse

from corefscope.cli import options
from corefscope.cli.output import Outcome

SUMMARY = "list all problems of files at once"
DESCRIPTION = """List all problems of each FILE with place and remedy. With --against KEY, also check that it can be
scored against that key: the same documents, the same tokens. A folder or glob in quotes is one submission in several
files. Exit status 1 if any submission has a problem."""
EXAMPLES = """examples:
  corefscope check examples/response-a.conll examples/response-b.jsonl --against examples/key.conll
  corefscope check examples/broken.conll
  corefscope check examples/broken.conll -o json
  corefscope check examples/key.conll --against examples/key.conll --gold-mentions
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("files", metavar="FILE", nargs="+", help="a file, a folder, a quoted glob or -")
    parser.add_argument("--against", metavar="KEY", help="the key that the files are to be scored against")
    parser.add_argument(
        "--gold-mentions",
        action="store_true",
        help="with --against, for systems given the key's mentions: one that only one of the two has is a problem",
    )
    options.add_output(parser, type=lambda kind: "table" if kind == "text" else kind)  # its first name
    options.add_reading(parser, "the files", key=True)
    options.add_pairing(parser)
    options.add_jobs(parser, "check so many submissions")


def run(arguments: argparse.Namespace) -> Outcome:
    from corefscope.basics.checksums import check_read_once
    from corefscope.cli.inputs import check_inputs
    from corefscope.cli.progress import Progress
    from corefscope.formats import registry
    from corefscope.reporting.views.corpora import check as view
    from corefscope.scoring.checking import check

    for name in (arguments.format, arguments.key_format):
        if name is not None:
            registry.format_named(name)
    check_read_once([*arguments.files, arguments.against])
    check_inputs(arguments.against)  # a submission that is not there is a problem of its own
    with Progress(steps=len(arguments.files)) as progress:
        found = check(
            *arguments.files,
            against=arguments.against,
            format=arguments.format,
            clusters=arguments.clusters,
            key_format=arguments.key_format,
            key_clusters=arguments.key_clusters,
            gold_mentions=arguments.gold_mentions,
            names_strip=arguments.names_strip,
            pair_by=arguments.pair_by,
            jobs=options.jobs(arguments, arguments.files),
            progress=progress.step,
        )
    return view(found), int(not found.ok)
