"""`corefscope report`: scores, errors and texts in one HTML file."""

from __future__ import annotations

import argparse

from corefscope.cli import options as score_options
from corefscope.cli.output import put

NAME = "report"
SUMMARY = "write scores, errors and the text of both sides into one HTML file"
DESCRIPTION = """Write one self-contained HTML file: scores, errors by type with examples, and the text with the
mentions of key and response, to follow chains, filter and search. It opens from disk and asks no network.

KEY and RESPONSE are what `corefscope score` takes; each RESPONSE is one system, and the page changes between them."""
EXAMPLES = """examples:
  corefscope report examples/key.conll examples/response-a.conll
  corefscope report examples/key.conll examples/response-a.conll examples/response-b.jsonl -o systems.html
  corefscope report examples/key.conll examples/response-a.conll -m lea -m b3 --singletons drop -o chains.html
"""
ENDINGS = (".html", ".htm")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("key", metavar="KEY", help="the annotation that counts as right")
    parser.add_argument("responses", metavar="RESPONSE", nargs="+", help="the output of a system")
    parser.add_argument(
        "-o", "--output", default="report.html", metavar="FILE", help="the file to write (default report.html), or -"
    )
    score_options.add_metric(parser)
    parser.add_argument("--names", metavar="NAMES", help="what to call the systems, separated by commas")
    parser.add_argument(
        "--language",
        default="en",
        metavar="NAME",
        help="whose pronouns and articles error types know: en (default), de or none",
    )
    score_options.add_settings(parser)


def run(arguments: argparse.Namespace) -> int:
    from corefscope.analysis.mistakes.language import language
    from corefscope.basics.escaping import visible
    from corefscope.basics.writing import write_file
    from corefscope.cli.commands.score import show_warnings
    from corefscope.cli.inputs import check_inputs
    from corefscope.cli.progress import Progress
    from corefscope.metrics import DEFAULT
    from corefscope.page import render
    from corefscope.reporting.sheet import counted
    from corefscope.scoring.pipeline import score

    _check_output(arguments.output)
    check_inputs(arguments.key, *arguments.responses, arguments.types, metrics=True)
    spoken = language(arguments.language)
    with Progress(steps=2 + 2 * len(arguments.responses)) as progress:
        result = score(
            arguments.key,
            *arguments.responses,
            metrics=score_options.metrics(arguments) or DEFAULT,
            names=[name.strip() for name in arguments.names.split(",")] if arguments.names else None,
            preset=arguments.preset,
            strict=arguments.strict,
            progress=progress.step,
            **score_options.settings(arguments),
        )
        progress.step("looking for errors")
        page = render(result, spoken)
    show_warnings(result)
    if arguments.output == "-":
        put(page, "html")
        return 0
    write_file(arguments.output, page, "report")
    held = f"{counted(len(result.systems), 'system')}, {counted(result.key.documents, 'document')}"
    size = len(page.encode("utf-8", "backslashreplace"))
    put(f"{visible(arguments.output)}: {held}, {size / 1000:,.0f} kB\n")
    return 0


def _check_output(path: str) -> None:
    """Refuses what cannot be written before any work is done for it, and the file of an input by its ending."""
    import os

    from corefscope.problems import FormatError

    if path == "-":
        return
    if not path.lower().endswith(ENDINGS):
        raise FormatError(f"a report is written as {ENDINGS[0]}", path, hint=f"-o {path}.html")
    folder = os.path.dirname(path) or "."
    if not os.path.isdir(folder):
        raise FormatError("the report cannot be written: there is no such folder", folder)
