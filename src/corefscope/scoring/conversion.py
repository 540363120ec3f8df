"""A corpus written in another format, and what that format cannot express."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from corefscope.alignment.texts.letter_text import tokenize
from corefscope.basics.arguments import path as argument_path
from corefscope.basics.arguments import text
from corefscope.basics.codes import CHANGED, LOST
from corefscope.basics.escaping import quoted
from corefscope.formats import load, save
from corefscope.formats.files.sources import STANDARD_INPUT
from corefscope.formats.registry import FORMATS, Format, output_format, writable
from corefscope.model import Corpus, Document
from corefscope.problems import FormatError, Notice, Notices, SettingsError
from corefscope.scoring.inputs import Input, path_of


@dataclass(frozen=True)
class Conversion:
    """What was read and written: warnings of reading, and what the format could not express."""

    documents: int
    mentions: int
    warnings: tuple[Notice, ...]
    not_expressed: tuple[Notice, ...]

    @property
    def lost(self) -> int:
        """How many mentions are not there any more."""
        return sum(notice.count for notice in self.not_expressed if notice.code in LOST)

    @property
    def changed(self) -> int:
        """How many mentions became others."""
        return sum(notice.count for notice in self.not_expressed if notice.code in CHANGED)


def convert(
    source: Input,
    target: str | os.PathLike[str],
    to: str | None = None,
    format: str | None = None,
    clusters: str | None = None,
    annotator: str | None = None,
) -> Conversion:
    """Write a file, or Python objects as `read` takes them, in the format that `to` or the ending of `target` names.

    Running text is cut into tokens where the format has tokens. What cannot be expressed is left out and counted.
    `annotator` is the one whose annotation is taken, where a file has several.
    """
    path, to = argument_path(target, "the path"), None if to is None else text(to, "to")
    chosen = target_format(path, to)
    given = path_of(source)
    if given is not None and os.path.exists(path) and os.path.exists(given) and os.path.samefile(given, path):
        fact = "source and target are the same, and what was read would be gone"
        raise FormatError("would-overwrite-input", fact, path, hint="name another target")
    corpus = load.read_corpus(source, format, clusters, annotator=annotator)
    cut, unknown = Notices(), Notices()
    documents = _documents(corpus, chosen, path_of(source) or load.GIVEN, cut)
    needs_words = chosen is None or "no_words" not in chosen.features
    for document in documents:
        if needs_words and document.words is None and document.raw_text is None:
            unknown.add("words-unknown", f"document {quoted(document.name)} is written with _ for every word")
    if chosen is not None and "no_ids" in chosen.features:
        _count_divided(corpus, chosen, cut)
    lost = (*cut, *save.write(documents, path, to or (chosen.name if chosen else None), lossy=True))
    return Conversion(corpus.document_count, corpus.mention_count, (*corpus.notices, *unknown), lost)


def _count_divided(corpus: Corpus, target: Format, notices: Notices) -> None:
    """Count the entities of several documents that a format without ids of entities divides."""
    read_as = {file.format for file in corpus.files}
    if not any("across_documents" in format.features for format in FORMATS.values() if format.name in read_as):
        return
    documents = Counter(map(str, corpus.entity_id))
    divided = [name for name, count in documents.items() if count > 1]
    if divided:
        text = f"entity {quoted(divided[0])} is in {documents[divided[0]]} documents, and {target.name} has no ids"
        notices.add("divided-by-documents", text, count=len(divided))


def target_format(path: str, to: str | None) -> Format | None:
    """The format to write, if it can be told; what cannot work is refused before anything is read."""
    target = output_format(path, to)
    if target is not None and "several_files" in target.features and path == STANDARD_INPUT:
        fact = f"{target.name} has several files, which cannot go to standard output"
        raise SettingsError("needs-folder", fact, hint="name a folder")
    if target is not None and "several_files" in target.features and os.path.isfile(path):
        raise FormatError("needs-folder", f"this is a file, and {target.name} needs a folder", path)
    if target is None and path == STANDARD_INPUT:
        raise SettingsError(
            "unknown-ending", "standard output has no ending that names a format", hint=f"--to {', '.join(writable())}"
        )
    return target


def _documents(corpus: Corpus, target: Format | None, source: str, notices: Notices) -> Sequence[Document]:
    """What a writer gets: in tokens, unless the format keeps running text."""
    if corpus.label is not None:
        raise FormatError(
            "mentions-without-place",
            "the mentions are ids that stand for no tokens, so they cannot be written in another format",
            source,
            hint="a table needs columns start and end",
        )
    documents = corpus.documents()
    if target is not None and "characters" in target.features:
        return documents
    return [tokenize(document, notices) for document in documents]
