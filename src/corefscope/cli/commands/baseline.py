"""`corefscope baseline`: what a system has to beat, on the mentions of a file."""

from __future__ import annotations

import argparse

from corefscope.cli import options
from corefscope.cli.output import say

SUMMARY = "write a baseline on the mentions of a key or a system"
DESCRIPTION = """Group the mentions of FILE anew and write them to OUT: every mention alone, all of a document in one
entity, or those with the same head, the same lemma of the head, or the same words (in lower case). With --scope topic,
mentions of all documents of a topic are grouped together. The ending of OUT, or --to, names the format."""
EXAMPLES = """examples:
  corefscope baseline examples/key.conll singletons.conll --kind singletons
  corefscope baseline examples/key.conll one.jsonl --kind one-entity
  corefscope baseline examples/topics/key.conllu lemma.csv --kind head-lemma --scope topic
  corefscope baseline examples/response-a.conll - --kind string-match --to conll
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("source", metavar="FILE", help="a key or a response: a file, a folder, a quoted glob or -")
    parser.add_argument("target", metavar="OUT", help="the file to write, or -")
    parser.add_argument(
        "--kind", required=True, metavar="KIND", help="singletons, one-entity, head-match, head-lemma or string-match"
    )
    parser.add_argument(
        "--scope",
        metavar="WHAT",
        default="document",
        help="what is grouped as one: document (default), corpus, topic or another column, or a pattern on names",
    )
    options.add_target(parser)
    options.add_reading(parser, "FILE")


def run(arguments: argparse.Namespace) -> int:
    from corefscope.analysis.baselines import baseline
    from corefscope.cli.inputs import check_not_overwritten
    from corefscope.formats import load, save
    from corefscope.problems import FormatError
    from corefscope.reporting.report import counted

    check_not_overwritten(arguments.source, arguments.target)
    corpus = load.read_corpus(arguments.source, arguments.format, arguments.clusters)
    if corpus.label is not None:
        raise FormatError(
            "mentions-without-place",
            "the mentions of a baseline are written by their place in the text, but these are only ids",
            corpus.sources[0],
            hint="give the table columns start and end",
        )
    made = baseline(corpus, arguments.kind, arguments.scope)
    lost = save.write(made, arguments.target, arguments.to, lossy=True)
    for notice in corpus.notices:
        say(f"warning: {notice}")
    for notice in lost:
        say(f"not expressed: {notice}")
    # Across documents an entity is counted once, by its id.
    shared = arguments.scope != "document"
    entities = counted(len(set(made.entity_id.tolist())) if shared else made.entity_count, "entity", "entities")
    say(f"{counted(made.mention_count, 'mention')} in {entities} written")
    return 0
