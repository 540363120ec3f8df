"""Read a path (a file, a folder, a glob, `-`) as one Corpus, in the named format or the one of its content."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from itertools import chain
from types import ModuleType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from corefscope.basics.arguments import path as argument_path
from corefscope.basics.arguments import text
from corefscope.basics.checksums import ReadFile
from corefscope.basics.escaping import quoted
from corefscope.formats.files.blocks import Block, Blocks
from corefscope.formats.files.sources import SNIFFED_BYTES, Source, WatchedPath, find
from corefscope.formats.registry import FORMATS, Format, Options, format_named, register_installed
from corefscope.formats.sniffing import JSON_BYTES, is_undecided, lists_of_values, zip_archive
from corefscope.formats.unread import known_as
from corefscope.model import UNKNOWN, Corpus, Document
from corefscope.problems import CorefscopeError, FormatError, Notices, UnreadableFile

# What is wrong with the answer of a language model that has no markup, or that is empty, as files of other formats go.
UNMARKED = {"unknown-format", "empty-file"}
GIVEN = "given"  # what messages call a Python object


def read(
    path: Any, format: str | None = None, clusters: str | None = None, annotator: str | None = None
) -> list[Document]:
    """The documents that a path means (a file, a folder, a glob, `-` for standard input), or a Python object holds.

    `clusters` names the field, layer or relation that holds the clusters, and `annotator` whose annotation is read,
    where there are several.
    """
    return read_corpus(path, format, clusters, annotator=annotator).documents()


def read_corpus(
    path: Any,
    format: str | None = None,
    clusters: str | None = None,
    progress: Callable[[str], None] | None = None,
    notices: Notices | None = None,
    block_size: int | None = None,
    annotator: str | None = None,
) -> Corpus:
    """Read a path as one Corpus, for scoring.

    Every file is read as far as possible, so that the error that is raised lists all others; `notices`, if given,
    also collects the warnings. The result does not depend on `block_size`, in bytes.
    """
    notices = Notices() if notices is None else notices
    if isinstance(path, Corpus):
        return path
    if not isinstance(path, str | os.PathLike):
        from corefscope.formats.objects import reader as objects
        from corefscope.formats.objects.shapes import is_object, shape

        if is_object(path):
            if clusters is not None and not hasattr(clusters, "pipe_names"):  # a pipeline of spaCy knows its Docs
                text(clusters, "clusters")
            corpus = objects.from_shape(shape(path, GIVEN, clusters), GIVEN, clusters, None)
            notices.extend(corpus.notices)
            return corpus
    watch = path.watch if isinstance(path, WatchedPath) else None
    path = argument_path(path, "the path")
    for name, value in (("clusters", clusters), ("annotator", annotator)):
        if value is not None:
            text(value, name)
    options = Options(clusters, annotator)
    chosen = format_named(format) if format is not None else None
    sources = [replace(found, watch=watch) for found in find(path, notices, any_suffix=format is not None)]
    options = replace(options, among_answers=len(sources) > 1)
    read: list[Corpus | None] = []
    problems: list[Notices] = []
    refused: dict[int, str] = {}
    for number, source in enumerate(sources):
        blocks, own = None, Notices(limit=notices.limit)
        try:
            blocks = Blocks(source) if block_size is None else Blocks(source, block_size)
            read.append(_read(blocks, source, chosen, options, own))
        except CorefscopeError as error:
            own = _refused(error, blocks, own)
            read.append(None)
            refused[number] = error.code
        problems.append(own)
        if progress:
            progress(source.path)
    form = _form_of_answers(read, chosen) if UNMARKED & set(refused.values()) else None
    for number, code in refused.items():
        if form is None or code not in UNMARKED:
            continue
        with suppress(CorefscopeError):
            own = Notices(limit=notices.limit)
            read[number] = _read_unmarked(sources[number], form, options, own)
            problems[number] = own
    for own in problems:
        notices.add_file(own)
    corpora = [corpus for corpus in read if corpus is not None]
    corpus = as_one(corpora, notices)
    if annotator is not None and not corpus.document_count:
        raise FormatError("no-such-annotator", f"no document was annotated by {quoted(annotator)}", path)
    return corpus


def read_annotators(
    path: Any, format: str | None = None, clusters: str | None = None, progress: Callable[[str], None] | None = None
) -> dict[str, Corpus]:
    """The annotators of one path, each with a Corpus; empty if there is only one."""
    try:
        read_corpus(path, format, clusters)
    except CorefscopeError as error:
        if any(each.code != "several-annotators" for each in error.all()):
            raise
        names = [name for each in error.all() for name in getattr(each, "names", ())]
        return {name: read_corpus(path, format, clusters, progress, annotator=name) for name in dict.fromkeys(names)}
    return {}


def as_one(corpora: Sequence[Corpus], notices: Notices) -> Corpus:
    """Concatenate what was read, with its warnings; raises the errors found so far."""
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
    notices.stop()
    return replace(concatenate(corpora), notices=tuple(notices))


def _read(blocks: Blocks, source: Source, chosen: Format | None, options: Options, notices: Notices) -> Corpus:
    """Read one file in the chosen format, or that of its beginning."""
    format = chosen or _sniffed(blocks.head, source, notices, blocks.longer_head)
    reader = _reader(format, source, options)
    begins = getattr(reader, "BEGINS", None)
    content = blocks.whole() if begins is None else blocks.of(begins)
    corpus = reader.read(content, source, notices, options)
    return _as_format(corpus, format, (blocks.record(format.name), *source.read_beside))


def _form_of_answers(read: Sequence[Corpus | None], chosen: Format | None) -> Format | None:
    """The form of a language model's answers, if there are several files and all that could be read are answers."""
    forms = [FORMATS.get(corpus.files[0].format or "") for corpus in read if corpus is not None]
    form = chosen or next(iter(forms), None)
    is_answer = form is not None and all(each is not None and each.is_answer for each in [form, *forms])
    return form if is_answer and len(read) > 1 else None


def _read_unmarked(source: Source, form: Format, options: Options, notices: Notices) -> Corpus:
    """Read an answer in which no form is found: a refusal, an empty one, or a text without any mention."""
    blocks = Blocks(source)
    try:
        content = blocks.whole()
    except UnreadableFile as error:
        if error.code != "empty-file":
            raise
        content = b""
    corpus = form.reading().read(content, source, notices, options)
    return _as_format(corpus, form, (blocks.record(form.name),))


def read_content(block: Block, source: Source, notices: Notices, options: Options) -> Corpus:
    """Read a file in another one, whose content is a block, in the format of its beginning."""
    format = _sniffed(block.content[:SNIFFED_BYTES], source, notices, lambda size: block.content[:size])
    reader = _reader(format, source, options)
    content = block.content if getattr(reader, "BEGINS", None) is None else iter([block])
    return _as_format(reader.read(content, source, notices, options), format, ())


def _reader(format: Format, source: Source, options: Options) -> ModuleType:
    """The reader of a format, if it knows what the user has chosen."""
    if options.clusters is not None and not format.named_clusters:
        fact = f"the field {quoted(options.clusters)} is to hold the clusters, but the file is {format.name}, not JSON"
        raise source.error("not-json", fact)
    if options.annotator is not None and not format.annotators:
        fact = f"{quoted(options.annotator)} is to be the annotator, but a file of {format.name} has no annotators"
        raise source.error("no-such-annotator", fact)
    return format.reading()


def _as_format(corpus: Corpus, format: Format, files: tuple[ReadFile, ...]) -> Corpus:
    empty_nodes = format.empty_nodes and corpus.empty_nodes
    return replace(corpus, empty_nodes=empty_nodes, own_ids=format.own_ids, files=files or corpus.files)


def _refused(error: CorefscopeError, blocks: Blocks | None, notices: Notices) -> Notices:
    """The errors of a file that was not read to its end; only one if it is unreadable."""
    try:
        if blocks is not None and not isinstance(error, UnreadableFile):
            blocks.check_rest()
    except UnreadableFile as worse:
        error = worse
    if isinstance(error, UnreadableFile):
        notices = Notices(limit=notices.limit)
    notices.refuse(error)
    return notices


def _sniffed(head: bytes, source: Source, notices: Notices, longer: Callable[[int], bytes]) -> Format:
    """The one format that the beginning of a file looks like."""
    if zip_archive(head):  # what it holds may look like anything
        return FORMATS["zip"]
    if (known := known_as(head)) is not None:
        raise source.error("unread-format", f"this is {known[0]}, which is not read", 1, known[1])
    if len(head) >= SNIFFED_BYTES and is_undecided(head):
        head = longer(JSON_BYTES)
    found = [format for format in FORMATS.values() if format.looks_like(head)]
    if not found:
        for problem in register_installed():
            notices.add("broken-plugin", problem)
        found = [format for format in FORMATS.values() if format.looks_like(head)]
    if len(found) > 1:
        names = " or ".join(format.name for format in found)
        raise source.error("ambiguous-format", f"the file could be {names}", hint="say which with --format")
    found = found or [each for each in FORMATS.values() if each.might_be and each.might_be(head, source.path)]
    if found:
        return found[0]
    reason = "no coreference column can be found, and it is not JSON"
    hint = f"formats: {', '.join(FORMATS)}; name one with --format to see where reading it fails"
    if lists_of_values(head):
        reason = "no coreference column can be found, and its JSON has neither objects nor lists of strings"
        hint = 'expected objects such as {"doc_key": "a", "clusters": [[[0, 1], [3, 3]]]}, or a list of them'
    raise source.error("unknown-format", f"this is no format that corefscope knows: {reason}", 1, hint)


# The value of columns that a corpus does not have.
ABSENT: dict[str, Any] = {"shape": -1, "head": UNKNOWN, "type": np.int8(0), "minimum": -1, "entity_type": ""}


def concatenate(corpora: Sequence[Corpus]) -> Corpus:
    """Make one corpus of several, documents in order."""
    if len(corpora) == 1:
        return corpora[0]
    if len({corpus.label_prefix for corpus in corpora}) > 1:
        corpora = [corpus.with_plain_labels() for corpus in corpora]
    if len({corpus.unit for corpus in corpora}) > 1:
        fact = "some files count tokens and others characters, so they cannot be one corpus"
        raise CorefscopeError("different-units", fact)
    documents, entities, shapes = (
        np.cumsum([0, *(len(getattr(corpus, name)) for corpus in corpora[:-1])]).tolist()
        for name in ("names", "entity_document", "shapes")
    )

    def column(name: str, shift: Sequence[int] | None = None) -> NDArray[Any]:
        values = [getattr(corpus, name) for corpus in corpora]
        if shift is not None:
            values = [value + by if by else value for value, by in zip(values, shift, strict=True)]
        if len({value.dtype.kind for value in values}) > 1:  # ids as bytes and as text
            values = [value.astype(object) for value in values]
        return np.concatenate(values)

    def optional(name: str, shift: Sequence[int] | None = None) -> NDArray[Any] | None:
        if all(getattr(corpus, name) is None for corpus in corpora):
            return None
        found = []
        for number, corpus in enumerate(corpora):
            value = getattr(corpus, name)
            if value is None:
                count = corpus.entity_count if name.startswith("entity") else corpus.mention_count
                value = np.full(count, ABSENT[name], object if name == "entity_type" else None)
            found.append(value if shift is None else np.where(value >= 0, value + shift[number], value))
        return np.concatenate(found)

    def listed(name: str) -> list[Any]:
        return list(chain.from_iterable(getattr(corpus, name) for corpus in corpora))

    plain = ("document_line", "tokens", "start", "end", "line", "entity_id", "named")
    columns: dict[str, Any] = {name: column(name) for name in plain}
    columns |= {name: optional(name) for name in ("head", "type", "entity_type")}
    columns |= {name: optional(name, shapes) for name in ("shape", "minimum")}
    groups = sorted({name for corpus in corpora for name in corpus.groups})
    return Corpus(
        **columns,
        names=listed("names"),
        sources=listed("sources"),
        document=column("document", documents),
        entity=column("entity", entities),
        entity_document=column("entity_document", documents),
        label=None if any(corpus.label is None for corpus in corpora) else column("label"),
        label_prefix=corpora[0].label_prefix,
        shapes=tuple(listed("shapes")),
        entity_rank=_ranks(corpora),
        ranked_as_numbers=all(corpus.ranked_as_numbers for corpus in corpora),
        relations=tuple(
            (document + shift, relation)
            for corpus, shift in zip(corpora, documents, strict=True)
            for document, relation in corpus.relations
        ),
        groups={
            name: [value for corpus in corpora for value in corpus.groups.get(name, [""] * corpus.document_count)]
            for name in groups
        },
        texts=[text for corpus in corpora for text in (corpus.texts or [None] * corpus.document_count)],
        unit=corpora[0].unit,
        inexact_text=any(corpus.inexact_text for corpus in corpora),
        empty_nodes=any(corpus.empty_nodes for corpus in corpora),
        own_ids=all(corpus.own_ids for corpus in corpora),
        annotations={
            name: concatenate([corpus.annotation(name) for corpus in corpora])
            for name in sorted({name for corpus in corpora for name in corpus.annotations})
        },
        repaired=None
        if all(corpus.repaired is None for corpus in corpora)
        else concatenate([corpus.repaired or corpus for corpus in corpora]),
        notices=tuple(listed("notices")),
        files=tuple(dict.fromkeys(listed("files"))),  # documents may share a file beside them
    )


def _ranks(corpora: Sequence[Corpus]) -> NDArray[Any] | None:
    """The ranks of entities within their documents: numeric only if all ids of all files are numbers."""
    if all(corpus.entity_rank is None for corpus in corpora):
        return None
    mixed = len({corpus.ranked_as_numbers for corpus in corpora if corpus.entity_rank is not None}) > 1
    ranks: list[Any] = []
    for corpus in corpora:
        rank: Any = corpus.entity_rank
        if mixed and corpus.ranked_as_numbers:
            ids = np.array([str(each) for each in corpus.entity_id.tolist()], object)
            _, rank = np.unique(ids, return_inverse=True)
        ranks.append(np.arange(corpus.entity_count) if rank is None else rank)
    return np.concatenate(ranks)
