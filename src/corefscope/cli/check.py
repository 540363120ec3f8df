"""`corefscope check`: what an organiser runs on submissions."""

from __future__ import annotations

import argparse
import json
import sys
from dataclasses import asdict

NAME = "check"
SUMMARY = "list all problems of files at once"
DESCRIPTION = """List all problems of each FILE with place and remedy. With --against KEY, also check that it can be
scored against that key: the same documents, the same tokens. Exit status 1 if any file has a problem."""
EXAMPLES = """examples:
  corefscope check examples/response-a.conll examples/response-b.jsonl --against examples/key.conll
  corefscope check examples/broken.conll
  corefscope check examples/broken.conll -o json
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("files", metavar="FILE", nargs="+", help="a file, a folder, a quoted glob or -")
    parser.add_argument("--against", metavar="KEY", help="the key that the files are to be scored against")
    parser.add_argument("-o", "--output", default="text", metavar="KIND", help="text (default) or json")
    parser.add_argument("--format", metavar="NAME", help="a format, where content does not tell")
    parser.add_argument("--clusters", metavar="FIELD", help="the JSON field that holds the clusters")


def run(arguments: argparse.Namespace) -> int:
    from corefscope import formats
    from corefscope.checking import check
    from corefscope.errors import UnknownName
    from corefscope.report.sheet import counted

    if arguments.output not in ("text", "json"):
        raise UnknownName("output", arguments.output, ("text", "json"))
    key = formats.read_corpus(arguments.against) if arguments.against else None
    reports = [check(path, key, arguments.format, arguments.clusters) for path in arguments.files]
    if arguments.output == "json":
        sys.stdout.write(json.dumps([asdict(report) for report in reports], ensure_ascii=False, indent=1) + "\n")
    for report in reports if arguments.output == "text" else ():
        if not report.problems:
            held = f"{counted(report.documents, 'document')}, {counted(report.mentions, 'mention')}"
            print(f"{report.path}: no problems ({held})")
        for problem in report.problems:
            print(f"{problem.severity}: {'' if problem.severity == 'error' else problem.kind + ': '}{problem.text}")
    return int(any(report.problems for report in reports))
