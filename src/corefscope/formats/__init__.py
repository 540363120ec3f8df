"""Formats: one file each, registered below by a literal, told apart by content.

`read` takes what a user names and gives Documents; `write` goes the other way.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from corefscope.errors import FormatError, Notices, UnknownName
from corefscope.formats import conll, conll_writer, json_clusters, json_writer
from corefscope.formats.sources import STANDARD_INPUT, Source, find
from corefscope.model import Corpus, Document, concatenate

SNIFFED_BYTES = 1 << 16


@dataclass(frozen=True)
class Format:
    """How a format is recognised, read and written."""

    name: str
    title: str
    endings: tuple[str, ...]
    sniff: Callable[[bytes], bool]
    read: Callable[[bytes, Source, Notices, str | None], Corpus]
    write: Callable[[Sequence[Document]], str]


FORMATS = {
    format.name: format
    for format in (
        Format(
            "conll",
            "CoNLL-2011/2012, SemEval-2010 and other columns with brackets in the last",
            ("conll",),
            conll.sniff,
            lambda content, source, notices, _: conll.read(content, source, notices),
            conll_writer.write,
        ),
        Format(
            "json",
            "JSON or JSON Lines with clusters of [first, last] token spans",
            ("jsonl", "jsonlines", "json"),
            json_clusters.sniff,
            json_clusters.read,
            json_writer.write,
        ),
    )
}


def read(path: str | os.PathLike[str], format: str | None = None, clusters: str | None = None) -> list[Document]:
    """The documents that a path means (a file, a folder, a glob, `-` for standard input)."""
    return read_corpus(path, format, clusters).documents()


def read_corpus(
    path: str | os.PathLike[str],
    format: str | None = None,
    clusters: str | None = None,
    progress: Callable[[str], None] | None = None,
) -> Corpus:
    """The same as one Corpus: what scoring works on."""
    notices = Notices()
    if format is not None and format not in FORMATS:
        raise UnknownName("format", format, FORMATS)
    corpora = []
    for source in find(path, notices, any_suffix=format is not None):
        content = source.read()
        chosen = FORMATS[format] if format else _sniffed(content, source)
        corpora.append(chosen.read(content, source, notices, clusters))
        if progress:
            progress(source.path)
    corpus = concatenate(corpora)
    _check_names(corpus)
    return replace(corpus, notices=tuple(notices))


def _sniffed(content: bytes, source: Source) -> Format:
    found = [format for format in FORMATS.values() if format.sniff(content[:SNIFFED_BYTES])]
    if len(found) == 1:
        return found[0]
    if found:
        names = " or ".join(format.name for format in found)
        raise FormatError(f"the file could be {names}", source.path, hint="say which with --format")
    raise FormatError(
        "this is no format that corefscope knows: no coreference column can be found, and it is not JSON",
        source.path,
        1,
        f"formats: {', '.join(FORMATS)}; name one with --format to see where reading it fails",
    )


def _check_names(corpus: Corpus) -> None:
    """Each document may occur only once."""
    seen: dict[str, int] = {}
    for number, name in enumerate(corpus.names):
        first = seen.setdefault(name, number)
        if first != number and corpus.named[number]:
            raise FormatError(
                f"the document '{name}' occurs twice",
                corpus.sources[number],
                int(corpus.document_line[number]),
                f"first at {corpus.sources[first]}:{corpus.document_line[first]}",
            )


def write(documents: Sequence[Document] | Corpus, path: str | os.PathLike[str], format: str | None = None) -> None:
    """Writes documents in the format that the file's ending or `format` names; `-` is standard output."""
    import sys

    text = os.fspath(path)
    chosen = _format_for(text, format)
    content = chosen.write(documents.documents() if isinstance(documents, Corpus) else documents)
    if text == STANDARD_INPUT:
        sys.stdout.write(content)
        return
    with open(text, "w", encoding="utf-8", newline="\n") as stream:
        stream.write(content)


def _format_for(path: str, format: str | None) -> Format:
    if format is not None:
        if format not in FORMATS:
            raise UnknownName("format", format, FORMATS)
        return FORMATS[format]
    for known in FORMATS.values():
        if path.lower().endswith(known.endings):
            return known
    endings = ", ".join("." + ending for known in FORMATS.values() for ending in known.endings)
    raise FormatError(
        "the ending does not say which format to write", path, hint=f"use one of {endings}, or name a format"
    )


__all__ = ["FORMATS", "Format", "read", "read_corpus", "write"]
