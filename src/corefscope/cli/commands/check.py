"""`corefscope check`: what an organiser runs on submissions."""

from __future__ import annotations

import argparse
from dataclasses import asdict
from typing import TYPE_CHECKING

from corefscope.cli import options as score_options
from corefscope.cli.output import put, put_json

if TYPE_CHECKING:
    from corefscope.scoring.checking import Report

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
    parser.add_argument("-o", "--output", default="text", metavar="KIND", help="text (default) or json")
    score_options.add_reading(parser, "the files", key=True)
    score_options.add_jobs(parser, "check so many submissions")


def run(arguments: argparse.Namespace) -> int:
    from corefscope.basics.checksums import check_read_once
    from corefscope.cli.inputs import check_inputs
    from corefscope.cli.progress import Progress
    from corefscope.formats import load, registry
    from corefscope.problems import UnknownName
    from corefscope.scoring.checking import Against, check_all

    if arguments.output not in ("text", "json"):
        raise UnknownName("output", arguments.output, ("text", "json"))
    for name in (arguments.format, arguments.key_format):
        if name is not None and name not in registry.FORMATS:
            raise UnknownName("format", name, registry.FORMATS)
    check_read_once([*arguments.files, arguments.against])
    check_inputs(arguments.against)  # a submission that is not there is a problem of its own
    with Progress(steps=len(arguments.files)) as progress:
        key = None
        if arguments.against:
            key = load.read_corpus(arguments.against, arguments.key_format, arguments.key_clusters)
        against = Against(key, arguments.format, arguments.clusters)
        jobs = score_options.jobs(arguments, arguments.files)
        reports = check_all(arguments.files, against, jobs, progress.step)
    if arguments.output == "json":
        put_json([asdict(report) for report in reports])
    else:
        _print(reports)
    return int(any(report.problems for report in reports))


def _print(reports: list[Report]) -> None:
    """A heading and the problems of each submission, then how many there are if there are several."""
    from corefscope.basics.escaping import visible
    from corefscope.reporting.sheet import counted

    lines: list[str] = []
    for report in reports:
        path = visible(report.path)
        if report.problems:
            warnings = counted(len(report.problems) - report.errors, "warning")
            lines.append(f"{path}: {counted(report.errors, 'error')}, {warnings}")
        else:
            held = f"{counted(report.documents, 'document')}, {counted(report.mentions, 'mention')}"
            lines.append(f"{path}: no problems ({held})")
        for problem in report.problems:
            kind = "" if problem.severity == "error" else problem.kind + ": "
            lines.append(f"  {problem.severity}: {visible(kind + problem.text)}")
    if len(reports) > 1:
        wrong = sum(bool(report.problems) for report in reports)
        lines.append(f"{wrong} of {len(reports)} have problems")
    put("".join(f"{line}\n" for line in lines))
