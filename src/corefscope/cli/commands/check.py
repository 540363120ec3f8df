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
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("files", metavar="FILE", nargs="+", help="a file, a folder, a quoted glob or -")
    parser.add_argument("--against", metavar="KEY", help="the key that the files are to be scored against")
    options.add_output(parser, type=lambda kind: "table" if kind == "text" else kind)  # its first name
    options.add_reading(parser, "the files", key=True)
    options.add_jobs(parser, "check so many submissions")


def run(arguments: argparse.Namespace) -> Outcome:
    from corefscope.basics.checksums import check_read_once
    from corefscope.cli.inputs import check_inputs
    from corefscope.cli.progress import Progress
    from corefscope.formats import load, registry
    from corefscope.reporting.views.check import view
    from corefscope.scoring.checking import Against, check_all

    for name in (arguments.format, arguments.key_format):
        if name is not None:
            registry.format_named(name)
    check_read_once([*arguments.files, arguments.against])
    check_inputs(arguments.against)  # a submission that is not there is a problem of its own
    with Progress(steps=len(arguments.files)) as progress:
        key = None
        if arguments.against:
            key = load.read_corpus(arguments.against, arguments.key_format, arguments.key_clusters)
        against = Against(key, arguments.format, arguments.clusters)
        jobs = options.jobs(arguments, arguments.files)
        reports = check_all(arguments.files, against, jobs, progress.step)
    return view(reports), int(any(report.problems for report in reports))
