"""`corefscope stats`: what a corpus holds."""

from __future__ import annotations

import argparse
import json
import os
import sys

NAME = "stats"
SUMMARY = "say what files hold: mentions, entities, sizes, types"
DESCRIPTION = """Describe corpora: documents, tokens, mentions, entities, sizes, types and how mentions lie in the text.
With --key, also the best score that could be reached with each file's mentions."""
EXAMPLES = """examples:
  corefscope stats examples/key.conll
  corefscope stats examples/key.conll examples/response-a.conll --key examples/key.conll
  corefscope stats examples/key.conll -o json
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("files", metavar="FILE", nargs="+", help="a file, a folder, a quoted glob or -")
    parser.add_argument(
        "--key", metavar="KEY", help="the key to compare with: the best score reachable with the mentions"
    )
    parser.add_argument("-o", "--output", default="table", metavar="KIND", help="table (default) or json")
    parser.add_argument("--plot", metavar="FILE", help="draw the sizes of entities into an .svg, .png or .html")
    parser.add_argument("--format", metavar="NAME", help="a format, where content does not tell")
    parser.add_argument("--types", metavar="FILE", help="a table of document, start, end, type")


def run(arguments: argparse.Namespace) -> int:
    from corefscope import formats
    from corefscope.analysis.corpus import describe
    from corefscope.errors import UnknownName
    from corefscope.report.statistics import lines

    if arguments.output not in ("table", "json"):
        raise UnknownName("output", arguments.output, ("table", "json"))
    names = _short_names(arguments.files)
    found = {
        name: describe(formats.read_corpus(path, arguments.format), arguments.types)
        for name, path in zip(names, arguments.files, strict=True)
    }
    best = _best(arguments) if arguments.key else {}
    if arguments.plot:
        from corefscope import plots
        from corefscope.plots.sizes import sizes

        plots.save(sizes(found), arguments.plot)
    if arguments.output == "json":
        shown = {
            name: {**description.as_object(), **({"best": best[name]} if best else {})}
            for name, description in found.items()
        }
        sys.stdout.write(json.dumps(shown, ensure_ascii=False, indent=1) + "\n")
    else:
        sys.stdout.write("\n".join(lines(found, best)) + "\n")
    return 0


def _short_names(paths: list[str]) -> list[str]:
    short = [os.path.basename(os.path.normpath(path)) for path in paths]
    return short if len(set(short)) == len(short) else list(paths)


def _best(arguments: argparse.Namespace) -> dict[str, dict[str, float]]:
    from corefscope.analysis.oracle import best_scores
    from corefscope.scoring import score

    result = score(arguments.key, *arguments.files, names=_short_names(arguments.files), format=arguments.format)
    return {
        system.name: {name: best.f1 for name, best in best_scores(system.evidence, result.metrics).items()}
        for system in result.systems
        if system.evidence is not None
    }
