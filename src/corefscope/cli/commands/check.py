"""`corefscope check`: what an organiser runs on submissions."""

from __future__ import annotations

import argparse

from corefscope.cli import options as score_options
from corefscope.cli.output import emit

NAME = "check"
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
    score_options.add_output(parser)
    score_options.add_reading(parser, "the files", key=True)
    score_options.add_jobs(parser, "check so many submissions")


def run(arguments: argparse.Namespace) -> int:
    from corefscope.basics.checksums import check_read_once
    from corefscope.cli.inputs import check_inputs
    from corefscope.cli.progress import Progress
    from corefscope.formats import load, registry
    from corefscope.reporting.outputs import check_output
    from corefscope.reporting.views.check import view
    from corefscope.scoring.checking import Against, check_all

    output = "table" if arguments.output == "text" else arguments.output  # its first name
    check_output(output)
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
        jobs = score_options.jobs(arguments, arguments.files)
        reports = check_all(arguments.files, against, jobs, progress.step)
    emit(view(reports), output, arguments.raw_csv)
    return int(any(report.problems for report in reports))
