"""`corefscope report`: scores, errors and texts in one HTML file."""

from __future__ import annotations

import argparse

from corefscope.cli import options
from corefscope.cli.output import put, show_warnings

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
    options.add_files(parser)
    options.add_metric(parser)
    shown = options.group(parser, options.OUTPUT)
    shown.add_argument(
        "-o",
        "--output",
        default="report.html",
        metavar="FILE",
        help="the file to write (default report.html), or -",
    )
    options.add_names(parser)
    shown.add_argument(
        "--language",
        default="en",
        metavar="NAME",
        help="whose pronouns and articles error types know: en (default), de or none",
    )
    shown.add_argument(
        "--paths",
        choices=("short", "full"),
        default="short",
        help="absolute paths of files on the page: without their folders (default), or whole",
    )
    options.add_settings(parser)


def run(arguments: argparse.Namespace) -> int:
    from corefscope.analysis.language import language
    from corefscope.basics.escaping import visible
    from corefscope.basics.writing import write_file
    from corefscope.cli.progress import Progress
    from corefscope.cli.requested import requested
    from corefscope.metrics import DEFAULT
    from corefscope.page import render
    from corefscope.reporting.report import counted
    from corefscope.scoring.score import score

    _check_output(arguments.output)
    call = requested(arguments, arguments.key, *arguments.responses)
    spoken = language(arguments.language)
    with Progress(steps=2 + 2 * len(arguments.responses)) as progress:
        result = score(
            arguments.key,
            *arguments.responses,
            metrics=call.metrics or DEFAULT,
            names=arguments.names,
            settings=call.settings,
            strict=arguments.strict,
            progress=progress.step,
        )
        progress.step("looking for errors")
        page = render(result, spoken, arguments.paths)
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
    """Refuse what cannot be written before any work is done for it, and the file of an input by its ending."""
    import os

    from corefscope.problems import FormatError

    if path == "-":
        return
    if not path.lower().endswith(ENDINGS):
        raise FormatError("unknown-report-ending", f"a report is written as {ENDINGS[0]}", path, hint=f"-o {path}.html")
    folder = os.path.dirname(path) or "."
    if not os.path.isdir(folder):
        raise FormatError("cannot-write", "the report cannot be written: there is no such folder", folder)
