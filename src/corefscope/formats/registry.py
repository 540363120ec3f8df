"""Formats: one file each, registered below by a literal, told apart by content (`sniffing`).

`read` takes what a user names and gives Documents; `write` goes the other way. A format's module is
loaded when it is used: `read(content, source, notices, options) -> Corpus`, where content is the bytes of the
file, or an iterator of Blocks if the module says what BEGINS its documents (`blocks`), and
`write(documents, notices) -> str | bytes | dict of file names to contents`. A reader gives `notices.refuse`
the errors that it can go past: what it then returns is not used, but all errors of the file are known.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from importlib import import_module

from corefscope.basics.arguments import flag, optional_text
from corefscope.basics.arguments import path as argument_path
from corefscope.basics.escaping import quoted
from corefscope.basics.writing import write_file, write_folder
from corefscope.formats import sniffing
from corefscope.formats.files.blocks import Beginning, Blocks
from corefscope.formats.files.sources import STANDARD_INPUT, Source, find
from corefscope.formats.joining import concatenate
from corefscope.model import CHARACTERS, Corpus, Document
from corefscope.problems import CorefscopeError, FormatError, Notice, Notices, UnknownName, UnreadableFile


@dataclass(frozen=True)
class Options:
    """What a reader may need to be told."""

    clusters: str | None = None  # the JSON field that holds the clusters


@dataclass(frozen=True)
class Format:
    """How a format is recognised, and the modules that read and write it."""

    name: str
    title: str
    looks_like: Callable[[bytes], bool]
    reader: str
    writer: str | None = None
    endings: tuple[str, ...] = ()  # what a file to be written may end in
    empty_nodes: bool = False  # whether zeros can stand in it
    own_ids: bool = True  # whether entities have ids in it

    @property
    def needs_words(self) -> bool:
        return self.name not in ("json", "table")

    @property
    def counts_tokens(self) -> bool:
        return self.name in ("conll", "corefud", "json", "preco")

    def read(self, blocks: Blocks, source: Source, notices: Notices, options: Options) -> Corpus:
        module = import_module(f"corefscope.formats.{self.reader}")
        begins: Beginning | None = getattr(module, "BEGINS", None)
        content = blocks.whole() if begins is None else blocks.of(begins)
        corpus: Corpus = module.read(content, source, notices, options)
        return replace(corpus, empty_nodes=self.empty_nodes and corpus.empty_nodes, own_ids=self.own_ids)


FORMATS = {
    format.name: format
    for format in (
        Format(
            "conll",
            "CoNLL-2011/2012, SemEval-2010, LitBank and GUM columns with brackets in the last",
            sniffing.conll,
            "conll.reader",
            "conll.writer",
            ("conll",),
        ),
        Format(
            "corefud",
            "CorefUD 1.x: CoNLL-U with Entity= in its last column",
            sniffing.corefud,
            "corefud.reader",
            "corefud.writer",
            ("conllu",),
            empty_nodes=True,
        ),
        Format(
            "json",
            "JSON or JSON Lines: e2e-coref, SpanBERT, wl-coref, PreCo, coref-data, fastcoref, Maverick",
            sniffing.json,
            "json.reader",
            "json.writer",
            ("jsonl", "jsonlines", "json"),
            own_ids=False,
        ),
        Format(
            "preco",
            "PreCo's JSON Lines, read as json too",
            sniffing.never,
            "json.reader",
            "json.preco_writer",
            own_ids=False,
        ),
        Format("litbank", "LitBank's tsv: MENTION and COREF rows beside a text", sniffing.litbank, "standoff.litbank"),
        Format(
            "brat",
            "brat's .ann beside .txt, LitBank's too",
            sniffing.brat,
            "standoff.brat",
            "standoff.brat_writer",
            ("ann",),
            own_ids=False,
        ),
        Format(
            "webanno",
            "WebAnno TSV 3 with a coreference layer, GUM's too",
            sniffing.webanno,
            "standoff.webanno",
            empty_nodes=True,
        ),
        Format("apf", "ACE APF XML", sniffing.apf, "xml.apf"),
        Format("muc", "MUC SGML with inline COREF tags", sniffing.muc, "xml.muc_sgml"),
        Format(
            "table",
            "a table of document, mention, entity: CSV, TSV or Parquet with any ids",
            sniffing.table,
            "table.reader",
            "table.writer",
            ("csv", "tsv", "parquet"),
        ),
        Format("markdown", "a language model's text with [mention](#entity)", sniffing.markdown, "llm.markdown"),
        Format(
            "tagged",
            "a language model's text with word|[e1 … word|e1]",
            sniffing.tagged,
            "llm.tagged",
            empty_nodes=True,
        ),
        Format("marked", "a language model's text with <m> mention | 3 </m>", sniffing.marked, "llm.marked"),
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
    notices: Notices | None = None,
    block_size: int | None = None,
) -> Corpus:
    """The same as one Corpus: what scoring works on.

    Every file is read as far as it can be, so that the error that is raised brings all others along;
    `notices`, if given, collects the warnings too. What comes out does not depend on `block_size`, in bytes.
    """
    notices = Notices() if notices is None else notices
    path, clusters = argument_path(path, "the path"), optional_text(clusters, "clusters")
    chosen = _named(format) if format is not None else None
    corpora = []
    for source in find(path, notices, any_suffix=format is not None):
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
    format = chosen or _sniffed(blocks.head, source)
    if clusters is not None and format.reader != "json_clusters":
        text = f"the field {quoted(clusters)} is to hold the clusters, but the file is {format.name}, not JSON"
        raise FormatError(text, source.path)
    corpus = format.read(blocks, source, notices, Options(clusters))
    return replace(corpus, files=(blocks.read,) if blocks.read else ())


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


def _named(format: str) -> Format:
    if not isinstance(format, str) or format not in FORMATS:
        raise UnknownName("format", format, FORMATS)
    return FORMATS[format]


def _sniffed(head: bytes, source: Source) -> Format:
    found = [format for format in FORMATS.values() if format.looks_like(head)]
    if len(found) == 1:
        return found[0]
    if found:
        names = " or ".join(format.name for format in found)
        raise FormatError(f"the file could be {names}", source.path, hint="say which with --format")
    if sniffing.incomplete_table(head, source.path):
        return FORMATS["table"]
    raise FormatError(
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
                notices.refuse(
                    FormatError(f"the document {quoted(name)} occurs twice", source, line, f"first at {first}")
                )


def write(
    documents: Sequence[Document] | Corpus,
    path: str | os.PathLike[str],
    format: str | None = None,
    lossy: bool = False,
) -> list[Notice]:
    """Writes documents in the format that the file's ending or `format` names; `-` is standard output.

    Gives back what the format cannot express. Mentions that would be lost or changed are an error
    unless `lossy` says that they may be.
    """
    from corefscope.formats.objects.documents import check_placeholders, checked

    text, lossy = argument_path(path, "the path"), flag(lossy, "lossy")
    chosen = _format_for(text, format)
    notices = Notices()
    listed = checked(documents.documents() if isinstance(documents, Corpus) else documents, text)
    if chosen.needs_words:
        check_placeholders(listed, text, chosen.name)
    if chosen.counts_tokens and any(document.unit == CHARACTERS for document in listed):
        raise FormatError(
            f"the documents count characters, and {chosen.name} counts tokens",
            text,
            hint="corefscope convert cuts running text into tokens",
        )
    grouped = [document.name for document in listed if document.groups]
    if grouped and chosen.name not in ("json", "corefud", "table"):
        notices.add("group not written", f"of document {quoted(grouped[0])}", count=len(grouped))
    writer = import_module(f"corefscope.formats.{chosen.writer}")
    if chosen.name == "table":  # its ending says which kind of table
        content = writer.write(listed, notices, _ending(text, chosen))
    else:
        content = writer.write(listed, notices)
    for notice in notices:
        if notice.kind.startswith("mention") and not lossy:
            raise FormatError(
                f"{chosen.name} cannot express everything: {notice}", text, hint="allow it with lossy=True"
            )
    _put(content, text)
    return list(notices)


def _ending(path: str, format: Format) -> str:
    return next((ending for ending in format.endings if path.lower().endswith(ending)), format.endings[0])


def _put(content: str | bytes | dict[str, str], path: str) -> None:
    import sys

    if isinstance(content, dict):
        write_folder(path, {name: _encoded(part, os.path.join(path, name)) for name, part in content.items()})
    elif path == STANDARD_INPUT:
        sys.stdout.flush()
        sys.stdout.buffer.write(_encoded(content, path))
    else:
        write_file(path, _encoded(content, path))


def _encoded(content: str | bytes, path: str) -> bytes:
    try:
        return content if isinstance(content, bytes) else content.encode()
    except UnicodeEncodeError:
        raise FormatError("a word holds half a surrogate pair, which UTF-8 cannot express", path) from None


def _format_for(path: str, format: str | None) -> Format:
    writable = {known.name: known for known in FORMATS.values() if known.writer}
    if format is not None:
        if not isinstance(format, str) or format not in writable:
            raise UnknownName("format", format, writable)
        return writable[format]
    for known in writable.values():
        if known.endings and path.lower().endswith(known.endings):
            return known
    endings = ", ".join("." + ending for known in writable.values() for ending in known.endings)
    raise FormatError(
        "the ending does not say which format to write",
        path,
        hint=f"use one of {endings}, or name a format: {', '.join(writable)}",
    )


__all__ = ["FORMATS", "Format", "Options", "read", "read_corpus", "write"]
