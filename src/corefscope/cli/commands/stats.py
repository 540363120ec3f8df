"""`corefscope stats`: what a corpus holds."""

from __future__ import annotations

import argparse

from corefscope.basics.options import options_of
from corefscope.cli import options
from corefscope.cli.output import Outcome, say
from corefscope.settings import Settings

SUMMARY = "say what files hold: mentions, entities, sizes, types"
DESCRIPTION = """Describe corpora: documents, tokens, mentions, entities, sizes, types and how mentions lie in the text.
With --key, also the scores that each file would have if its right mentions were grouped as in the key and every other
mention were alone. No grouping of these mentions gets higher MUC, B³, CEAFm, LEA or pairwise F1; CEAFe and BLANC, and
with CEAFe the CoNLL mean, can be higher where wrong mentions are together, because they count entities and links."""
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
    options.add_output(parser)
    parser.add_argument("--plot", metavar="FILE", help="draw the sizes of entities into an .svg, .png or .html")
    parser.add_argument("--types", metavar="FILE", help="a table of document, start, end, type")
    guess = options_of(Settings)["guess_types"]
    options.add(parser, guess.group, guess.flag, metavar=guess.metavar, default="auto", help=guess.description)
    options.add_reading(parser, "the files", key=True)


def run(arguments: argparse.Namespace) -> Outcome:
    from corefscope import plots
    from corefscope.analysis.description import stats
    from corefscope.cli.inputs import check_inputs
    from corefscope.plots.charts import sizes
    from corefscope.reporting.views.corpora import statistics as view

    if arguments.plot:
        plots.check(arguments.plot)
    check_inputs(*arguments.files, arguments.key)
    found = stats(
        *arguments.files,
        key=arguments.key,
        types=arguments.types,
        guess_types=arguments.guess_types,
        format=arguments.format,
        clusters=arguments.clusters,
        key_format=arguments.key_format,
        key_clusters=arguments.key_clusters,
    )
    for notice in found.warnings:
        say(f"warning: {notice}")
    if arguments.plot:
        plots.save(sizes(found.corpora), arguments.plot)
    return view(found)
