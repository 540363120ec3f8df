"""`corefscope explain-difference`: two saved results with different numbers."""

from __future__ import annotations

import argparse
import itertools

from corefscope.basics.escaping import on_screen
from corefscope.cli.output import put

NAME = "explain-difference"
SUMMARY = "say why two saved results have different numbers"
DESCRIPTION = """Compare two results saved by `score -o json` (best with --per-document): which settings, files,
documents or counts differ. Exit status 0 whether they differ or not."""
EXAMPLES = """examples:
  corefscope score examples/key.conll examples/response-a.conll --per-document -o json > a.json
  corefscope score examples/key.conll examples/response-a.conll --per-document -o json --singletons drop > b.json
  corefscope explain-difference a.json b.json
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("one", metavar="A.json", help="a saved result")
    parser.add_argument("two", metavar="B.json", help="another")


def run(arguments: argparse.Namespace) -> int:
    from corefscope.scoring.differences import SHOWN_DOCUMENTS, differences
    from corefscope.scoring.saved import load

    found = differences(load(arguments.one), load(arguments.two))
    if not found:
        put("the two results are the same: version, settings, files and all numbers agree\n")
        return 0
    documents = 0
    lines: list[str] = []
    for heading, group in itertools.groupby(found, key=lambda difference: difference.heading):
        rows = [(on_screen(each.what), _shown(each.one), _shown(each.two)) for each in group]
        if heading.startswith("document "):
            documents += 1
            if documents > SHOWN_DOCUMENTS:
                continue
        lines.append(on_screen(heading))
        widths = [max(len(row[column]) for row in rows) for column in range(2)]
        for what, one, two in rows:
            lines.append(f"  {what.ljust(widths[0])}  {one.rjust(widths[1])}  →  {two}")
    if documents > SHOWN_DOCUMENTS:
        lines.append(f"… and {documents - SHOWN_DOCUMENTS} more documents")
    put("".join(f"{line}\n" for line in lines))
    return 0


def _shown(value: object) -> str:
    if value is None:
        return "none"
    if isinstance(value, bool):
        return "there" if value else "missing"
    return f"{value:.6g}" if isinstance(value, float) else on_screen(str(value))
