"""`corefscope convert`: from one format into another, with what is lost."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from corefscope.basics.escaping import quoted
from corefscope.cli import options
from corefscope.cli.output import say

if TYPE_CHECKING:
    from collections.abc import Sequence

    from corefscope.formats.registry import Format
    from corefscope.model import Corpus, Document
    from corefscope.problems import Notices

SUMMARY = "write a corpus in another format"
DESCRIPTION = """Read IN and write OUT in another format, and say what that format cannot express. The ending of OUT,
or --to, names the format; - is standard input or output. For brat, OUT is a folder. Running text is cut into tokens
where the other format has tokens."""
EXAMPLES = """examples:
  corefscope convert examples/key.conll key.jsonl
  corefscope convert examples/response-b.jsonl - --to conll
  corefscope convert examples/key.conll key.conllu
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("source", metavar="IN", help="a file, a folder, a quoted glob or -")
    parser.add_argument("target", metavar="OUT", help="the file to write, or -")
    options.add_target(parser)
    options.add_reading(parser, "IN")


def run(arguments: argparse.Namespace) -> int:
    from corefscope.basics.codes import CHANGED, LOST
    from corefscope.cli.inputs import check_not_overwritten
    from corefscope.formats import load, save
    from corefscope.problems import Notices

    target = _target(arguments)
    check_not_overwritten(arguments.source, arguments.target)
    corpus = load.read_corpus(arguments.source, arguments.format, arguments.clusters)
    cut, unknown = Notices(), Notices()
    documents = _documents(corpus, target, arguments.source, cut)
    for document in documents:
        if document.words is None and document.raw_text is None and (target is None or target.needs_words):
            unknown.add("words-unknown", f"document {quoted(document.name)} is written with _ for every word")
    lost = [*cut, *save.write(documents, arguments.target, target.name if target else None, lossy=True)]
    said = any(notice.code == "words-unknown" for notice in lost)
    for notice in (*corpus.notices, *(() if said else unknown)):
        say(f"warning: {notice}")
    for notice in lost:
        say(f"not expressed: {notice}")
    gone, changed = (sum(notice.count for notice in lost if notice.code in codes) for codes in (LOST, CHANGED))
    _summary(corpus.document_count, corpus.mention_count, gone, changed)
    return 0


def _summary(documents: int, mentions: int, gone: int, changed: int) -> None:
    from corefscope.reporting.report import counted

    altered = f", {changed:,} changed" if changed else ""
    read = f"{counted(documents, 'document')}, {counted(mentions, 'mention')} read"
    say(f"{read}, {f'{gone:,}' if gone else 'none'} lost{altered}")


def _target(arguments: argparse.Namespace) -> Format | None:
    """The format to write, if it can be told; what cannot work is refused before anything is read."""
    import os

    from corefscope.formats.registry import FORMATS, register_installed, writable, written_to
    from corefscope.problems import FormatError, SettingsError, UnknownName

    if arguments.to is not None and arguments.to not in FORMATS:
        register_installed()
    known = writable()
    if arguments.to in FORMATS and arguments.to not in known:
        raise SettingsError(
            "cannot-be-written", f"{arguments.to} can be read but not written", hint=f"formats: {', '.join(known)}"
        )
    if arguments.to is not None and arguments.to not in known:
        raise UnknownName("format", arguments.to, known)
    target = written_to(arguments.target) if arguments.to is None else known[arguments.to]
    if target is not None and target.several_files and arguments.target == "-":
        fact = f"{target.name} has several files, which cannot go to standard output"
        raise SettingsError("needs-folder", fact, hint="name a folder")
    if target is not None and target.several_files and os.path.isfile(arguments.target):
        raise FormatError("needs-folder", f"this is a file, and {target.name} needs a folder", arguments.target)
    if target is None and arguments.target == "-":
        raise SettingsError(
            "unknown-ending", "standard output has no ending that names a format", hint=f"--to {', '.join(known)}"
        )
    return target


def _documents(corpus: Corpus, target: Format | None, source: str, notices: Notices) -> Sequence[Document]:
    """What a writer gets: in tokens, unless the format keeps running text."""
    from corefscope.alignment.texts.tokenization import tokenize
    from corefscope.model import CHARACTERS
    from corefscope.problems import FormatError

    if corpus.label is not None:
        raise FormatError(
            "mentions-without-place",
            "the mentions are ids that stand for no tokens, so no format can hold them",
            source,
            hint="give the table columns start and end",
        )
    documents = corpus.documents()
    if target is not None and target.counts == CHARACTERS:
        return documents
    return [tokenize(document, notices) for document in documents]
