"""From a path (a file, a folder, a glob, `-`) to one Corpus, in the format that was named or that the content shows."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from dataclasses import replace

from corefscope.basics.arguments import optional_text
from corefscope.basics.arguments import path as argument_path
from corefscope.basics.escaping import quoted
from corefscope.formats.files.blocks import Beginning, Blocks
from corefscope.formats.files.sources import Source, WatchedPath, find
from corefscope.formats.joining import concatenate
from corefscope.formats.registry import FORMATS, Format, Options, format_named, register_installed
from corefscope.model import Corpus, Document
from corefscope.problems import CorefscopeError, FormatError, Notices, UnreadableFile


def read(path: str | os.PathLike[str], format: str | None = None, clusters: str | None = None) -> list[Document]:
    """The documents that a path means (a file, a folder, a glob, `-` for standard input)."""
    return read_corpus(path, format, clusters).documents()


def read_corpus(
    path: str | os.PathLike[str],
    format: str | None = None,
    clusters: str | None = None,
    progress: Callable[[str], None] | None = None,
    notices: Notices | None = None,
    block_size: int | None = None,
) -> Corpus:
    """The same as one Corpus: what scoring works on.

    Every file is read as far as it can be, so that the error that is raised brings all others along;
    `notices`, if given, collects the warnings too. What comes out does not depend on `block_size`, in bytes.
    """
    notices = Notices() if notices is None else notices
    watch = path.watch if isinstance(path, WatchedPath) else None
    path, clusters = argument_path(path, "the path"), optional_text(clusters, "clusters")
    chosen = format_named(format) if format is not None else None
    corpora = []
    for found in find(path, notices, any_suffix=format is not None):
        source = replace(found, watch=watch)
        blocks, own = None, Notices(limit=notices.limit)
        try:
            blocks = Blocks(source) if block_size is None else Blocks(source, block_size)
            corpora.append(_read(blocks, source, chosen, clusters, own))
        except CorefscopeError as error:
            own = _refused(error, blocks, own)
        notices.add_file(own)
        if progress:
            progress(source.path)
    return joined(corpora, notices)


def joined(corpora: Sequence[Corpus], notices: Notices) -> Corpus:
    """What was read as one corpus with its warnings; the errors that were found on the way are raised now."""
    _check_names(corpora, notices)
    notices.stop()
    return replace(concatenate(corpora), notices=tuple(notices))


def _read(blocks: Blocks, source: Source, chosen: Format | None, clusters: str | None, notices: Notices) -> Corpus:
    """The documents of one file, in the format that was chosen or that its beginning shows."""
    format = chosen or _sniffed(blocks.head, source, notices)
    if clusters is not None and not format.named_clusters:
        text = f"the field {quoted(clusters)} is to hold the clusters, but the file is {format.name}, not JSON"
        raise FormatError("not-json", text, source.path)
    reader = format.reading()
    begins: Beginning | None = getattr(reader, "BEGINS", None)
    content = blocks.whole() if begins is None else blocks.of(begins)
    corpus: Corpus = reader.read(content, source, notices, Options(clusters))
    return replace(
        corpus,
        files=(blocks.record(format.name), *source.read_beside),
        empty_nodes=format.empty_nodes and corpus.empty_nodes,
        own_ids=format.own_ids,
    )


def _refused(error: CorefscopeError, blocks: Blocks | None, notices: Notices) -> Notices:
    """What is to be said of a file that was not read to its end: if no block could be text, nothing else."""
    try:
        if blocks is not None and not isinstance(error, UnreadableFile):
            blocks.check_rest()
    except UnreadableFile as worse:
        error = worse
    if isinstance(error, UnreadableFile):
        notices = Notices(limit=notices.limit)
    notices.refuse(error)
    return notices


def _sniffed(head: bytes, source: Source, notices: Notices) -> Format:
    found = [format for format in FORMATS.values() if format.looks_like(head)]
    if not found:
        for problem in register_installed():
            notices.add("broken-plugin", problem)
        found = [format for format in FORMATS.values() if format.looks_like(head)]
    if len(found) == 1:
        return found[0]
    if found:
        names = " or ".join(format.name for format in found)
        raise FormatError("ambiguous-format", f"the file could be {names}", source.path, hint="say which with --format")
    for format in FORMATS.values():
        if format.might_be is not None and format.might_be(head, source.path):
            return format
    raise FormatError(
        "unknown-format",
        "this is no format that corefscope knows: no coreference column can be found, and it is not JSON",
        source.path,
        1,
        f"formats: {', '.join(FORMATS)}; name one with --format to see where reading it fails",
    )


def _check_names(corpora: Sequence[Corpus], notices: Notices) -> None:
    """Each document may occur only once."""
    seen: dict[str, str] = {}
    for corpus in corpora:
        for name, source, line, named in zip(
            corpus.names, corpus.sources, corpus.document_line.tolist(), corpus.named.tolist(), strict=True
        ):
            place = f"{source}:{line}"
            first = seen.setdefault(name, place)
            if first is not place and named:
                fact, hint = f"the document {quoted(name)} occurs twice", f"first at {first}"
                notices.refuse(FormatError("repeated-document", fact, source, line, hint))
