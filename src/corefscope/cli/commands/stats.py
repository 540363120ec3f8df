"""`corefscope stats`: what a corpus holds."""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from typing import TYPE_CHECKING

from corefscope.cli import options
from corefscope.cli.output import Outcome, say

if TYPE_CHECKING:
    from corefscope.model import Corpus

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
    options.add_reading(parser, "the files", key=True)


def run(arguments: argparse.Namespace) -> Outcome:
    from corefscope import plots
    from corefscope.alignment.attributes.types_file import TypesFile
    from corefscope.analysis.description import describe
    from corefscope.cli.inputs import check_inputs, short_names
    from corefscope.formats import load
    from corefscope.plots.sizes import sizes
    from corefscope.problems import Notices
    from corefscope.reporting.views.statistics import view

    if arguments.plot:
        plots.check(arguments.plot)
    check_inputs(*arguments.files, arguments.key)
    corpora = {
        name: load.read_corpus(path, arguments.format, arguments.clusters)
        for name, path in zip(short_names(arguments.files), arguments.files, strict=True)
    }
    found = {name: describe(corpus, arguments.types) for name, corpus in corpora.items()}
    best = {}
    if arguments.key:
        best = _best(load.read_corpus(arguments.key, arguments.key_format, arguments.key_clusters), corpora)
    used = Notices()
    if arguments.types:
        types = TypesFile.read(arguments.types)
        types.check_used(types.matched_by(corpora.values()), corpora.values(), used)
    for notices in (tuple(used), *(corpus.notices for corpus in corpora.values())):
        for notice in notices:
            say(f"warning: {notice}")
    if arguments.plot:
        plots.save(sizes(found), arguments.plot)
    return view(found, best)


def _best(key: Corpus, corpora: Mapping[str, Corpus]) -> dict[str, dict[str, float]]:
    """The best F1 of each metric by corpus; warnings of pairing are the business of `score` and `check`."""
    from corefscope.analysis.oracle import best_scores
    from corefscope.scoring.pipeline import score

    result = score(key, *corpora.values(), names=list(corpora))
    return {
        system.name: {name: best.f1 for name, best in best_scores(system.evidence, result.metrics).items()}
        for system in result.systems
        if system.evidence is not None
    }
