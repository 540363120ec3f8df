"""`corefscope lab figures`: the papers' figures, drawn from the experiments themselves."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from corefscope.cli import options
from corefscope.cli.output import Outcome

if TYPE_CHECKING:
    from corefscope.lab.figures.base import Figure

SUMMARY = "draw the papers' figures and check what is said about them"
DESCRIPTION = """Draw Moosavi & Strube (2016), Figures 2 to 8, Recasens & Hovy (2011), Figures 6 and 7, and Chen & Ng
(2013), Figure 3, as SVG, PNG and interactive HTML into FOLDER, and say of each statement of the authors whether it
holds. Where a paper does not say how its responses were made, the construction is named, and so is how many of those
tried bear the statement out. Without FOLDER nothing is drawn. Exit status 1 if a statement fails whose construction
the paper gives, and which is not known to contradict the paper's own definitions."""
EXAMPLES = """examples:
  corefscope lab figures --only moosavi-strube-6
  corefscope lab figures figures --only moosavi-strube-7 --kinds svg,png
  corefscope lab figures figures --only chen-ng-3 -o json
"""
KINDS = ("svg", "png", "html")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("folder", metavar="FOLDER", nargs="?", help="where to put the files; made if need be")
    parser.add_argument("--only", action="append", default=[], metavar="NAME", help="a figure; repeatable")
    parser.add_argument(
        "--kinds", default=",".join(KINDS), metavar="LIST", help="svg,png,html (default) or some of them"
    )
    options.add_output(parser)


def run(arguments: argparse.Namespace) -> Outcome:
    from corefscope.lab.figures.registry import figures
    from corefscope.problems import UnknownName
    from corefscope.reporting.views.lab.figures import view

    kinds = [kind.strip() for kind in arguments.kinds.split(",") if kind.strip()]
    for kind in kinds:
        if kind not in KINDS:
            raise UnknownName("kind", kind, KINDS)
    found = figures(arguments.only)
    written = _draw(found, arguments.folder, kinds) if arguments.folder else {}
    unexpected = [one for figure in found for one in figure.statements if one.fixed and not one.holds and not one.known]
    return view(found, written), 1 if unexpected else 0


def _draw(found: list[Figure], folder: str, kinds: list[str]) -> dict[str, list[str]]:
    import os

    from corefscope import plots
    from corefscope.basics.writing import write_folder
    from corefscope.problems import FormatError

    if os.path.lexists(folder) and not os.path.isdir(folder):  # known before anything is drawn
        raise FormatError("cannot-write", "the folder cannot be made: there is a file of this name", folder)
    files: dict[str, str | bytes] = {}
    written: dict[str, list[str]] = {}
    for figure in found:
        for kind in kinds:
            name = f"{figure.name}.{kind}"
            files[name] = plots.rendered(figure.drawing, name)
            written.setdefault(figure.name, []).append(os.path.join(folder, name))
    write_folder(folder, files)
    return written
