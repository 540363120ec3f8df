"""Read a path (a file, a folder, a glob, `-`) as one Corpus, in the named format or the one of its content."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Any

from corefscope.basics.arguments import path as argument_path
from corefscope.basics.arguments import text
from corefscope.basics.escaping import quoted
from corefscope.formats.detect import (
    FALLBACKS,
    MARKUP_EXPECTED,
    NO_MARKUP,
    SNIFFED_BYTES,
    is_prose,
    lists_of_values,
    unread_kind,
)
from corefscope.formats.files.blocks import BLOCK, Block, Blocks
from corefscope.formats.files.sources import Source, WatchedPath, find
from corefscope.formats.registry import (
    FORMATS,
    Format,
    Options,
    SeveralFields,
    detected,
    format_named,
    load,
    register_installed,
)
from corefscope.model import Corpus, Document, concatenate
from corefscope.problems import CorefscopeError, FormatError, Notices, SettingsError, UnreadableFile

# What is wrong with the answer of a language model that has no markup, or that is empty, as files of other formats go.
UNMARKED = {"unknown-format", "empty-file"}
BOTH_SIDES = ("json", "mention-list")  # formats of which one file may hold key and response
PYTHON_OBJECT = "given"  # what messages call a Python object


def read(
    path: Any, format: str | None = None, clusters: str | None = None, annotator: str | None = None
) -> list[Document]:
    """Read the documents of a path (a file, a folder, a glob, `-` for standard input), or of a Python object.

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
    table_columns: str | None = None,
    chunks: str | None = None,
    readable: list[Corpus] | None = None,
) -> Corpus:
    """Read a path as one Corpus, for scoring.

    Every file is read as far as possible, so that the error that is raised lists all others; `notices`, if given,
    also collects the warnings, and `readable` the files without errors. The result does not depend on
    `block_size`, in bytes.
    """
    notices = Notices() if notices is None else notices
    if isinstance(path, Corpus):
        return path
    if not isinstance(path, str | os.PathLike):
        from corefscope.formats.objects import reader as objects
        from corefscope.formats.objects.shapes import is_object, shape

        if is_object(path):
            if clusters is not None:
                text(clusters, "clusters")
            for option, value in (("format", format), ("annotator", annotator)):
                refuse_for_object(option, value)
            corpus = objects.from_shape(
                shape(path, PYTHON_OBJECT, clusters), PYTHON_OBJECT, clusters, None, table_columns
            )
            notices.extend(corpus.notices)
            return corpus
    watch = path.watch if isinstance(path, WatchedPath) else None
    path = argument_path(path, "the path")
    for name, value in (("clusters", clusters), ("annotator", annotator)):
        if value is not None:
            text(value, name)
    named = None if format is None else format_named(format)
    sources = find(path, notices, format is not None, watch)
    options = Options(clusters, table_columns, chunks, annotator, among_answers=len(sources) > 1)
    corpora: dict[int, Corpus] = {}
    problems: list[Notices] = []
    refused: dict[int, str] = {}
    for number, source in enumerate(sources):
        own = Notices(limit=notices.limit)
        try:
            blocks = Blocks(source, block_size or BLOCK)
            form = named or _detected(blocks.head(), source, own)
            corpus = _parse(form, blocks, source, own, options)
            corpora[number] = replace(corpus, files=(blocks.record(form.name), *source.read_beside))
        except CorefscopeError as error:
            if isinstance(error, UnreadableFile):  # no other error matters
                own = Notices(limit=notices.limit)
            own.refuse(error)
            refused[number] = error.code
        problems.append(own)
        if progress:
            progress(source.path)
    if refused and len(sources) > 1:
        unmarked = {number: sources[number] for number, code in refused.items() if code in UNMARKED}
        forms = [named] if named else [FORMATS[str(corpus.files[0].format)] for corpus in corpora.values()]
        if unmarked and forms and all(form.is_answer for form in forms):
            _read_unmarked(unmarked, forms[0], options, corpora, problems)
    if readable is not None:
        readable += (corpora[number] for number, own in enumerate(problems) if not own.refused)
    for own in problems:
        notices.add_file(own)
    lacking = list(filter(None, options.lacking))
    if lacking and len(lacking) == len(options.lacking):
        notices.refuse(lacking[0])
    for each in lacking if len(lacking) < len(options.lacking) else ():
        notices.add("no-coreference", each.message, each.source)
    corpus = as_one(list(map(corpora.__getitem__, sorted(corpora))), notices)
    if annotator is not None and not corpus.document_count:
        raise FormatError("no-such-annotator", f"no document was annotated by {quoted(annotator)}", path)
    return corpus


def fields_of_both_sides(side: Any, format: str | None, is_alone: bool) -> tuple[str, str] | None:
    """Return the fields of the key and of the prediction, if one file, or list of records, holds both."""
    try:
        if isinstance(side, str | os.PathLike):
            watch = side.watch if isinstance(side, WatchedPath) else None
            first = find(os.fspath(side), Notices(), format is not None, watch)[0]
            form = format_named(format) if format else _detected(Blocks(first).head(), first, Notices())
            if form.name not in BOTH_SIDES:
                return None
        read_corpus(side, format)
    except CorefscopeError as error:
        if is_alone and not isinstance(error, SeveralFields):  # with others, it is refused where it is read as a side
            raise
        return error.sides if isinstance(error, SeveralFields) else None
    return None


def refuse_for_object(option: str, value: str | None) -> None:
    """Refuse file options for Python objects."""
    if value is not None:
        fact = f"{option}= is about a file, not a Python object"
        raise SettingsError("conflicting-options", fact, hint="leave it out")


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
                if not first.startswith(f"{source}:"):
                    hint += "; the files of a folder or pattern are one system: name each file of several systems"
                notices.refuse(FormatError("repeated-document", fact, source, line, hint))
    notices.stop()
    return replace(concatenate(corpora), notices=tuple(notices))


def _read_unmarked(
    sources: dict[int, Source], form: Format, options: Options, corpora: dict[int, Corpus], problems: list[Notices]
) -> None:
    """Read files of unknown format: next to answers of a language model, they are answers without mentions."""
    for number, source in sources.items():
        blocks, notices = Blocks(source), Notices(limit=problems[number].limit)
        content = b""
        with suppress(UnreadableFile):
            content = blocks.whole()
        with suppress(CorefscopeError):
            corpus = _parse(form, content, source, notices, options)
            corpora[number] = replace(corpus, files=(blocks.record(form.name),))
            problems[number] = notices


def read_content(
    content: bytes,
    source: Source,
    notices: Notices,
    options: Options,
    named: str | None = None,
    answers_only: bool = False,
) -> Corpus:
    """Read a text, such as a file inside another one, in the named format or that of its beginning.

    With `answers_only`, formats that no model answers in are refused.
    """
    format = format_named(named) if named is not None else _detected(content[:SNIFFED_BYTES], source, notices)
    if answers_only and not format.is_answer and format.name != "json":
        raise source.error("unknown-format", f"this is {format.name}, not an answer of a model", 1, MARKUP_EXPECTED)
    return _parse(format, content, source, notices, options)


def _parse(format: Format, content: bytes | Blocks, source: Source, notices: Notices, options: Options) -> Corpus:
    """Read a content in a format, unless an option does not apply to it."""
    if options.clusters is not None and "named_clusters" not in format.features:
        options.refuse_clusters(f"a file of {format.name}", source.path)
    if options.annotator is not None and "annotators" not in format.features:
        fact = f"{quoted(options.annotator)} is to be the annotator, but a file of {format.name} has no annotators"
        raise source.error("no-such-annotator", fact)
    reader = load(format.reader)
    starts = getattr(reader, "BEGINS", None)
    parts: Any = content  # bytes, or blocks if the reader says where to cut
    if isinstance(content, Blocks):
        parts = content.whole() if starts is None else content.of(starts)
    elif starts is not None:
        parts = iter([Block.of(content)])
    corpus: Corpus = reader.read(parts, source, notices, options)
    empty_nodes = "empty_nodes" in format.features and corpus.empty_nodes
    return replace(corpus, empty_nodes=empty_nodes, own_ids="no_ids" not in format.features)


def _detected(head: bytes, source: Source, notices: Notices) -> Format:
    """Return the format that the beginning of a file looks like."""
    if (unread := unread_kind(head)) is not None:
        raise source.error("unread-format", f"this is {unread[0]}, which is not read", 1, unread[1])
    formats = detected(head)
    if not formats:
        for problem in register_installed():
            notices.add("broken-plugin", problem)
        formats = detected(head)
    if len(formats) > 1:
        names = " or ".join(format.name for format in formats)
        raise source.error("ambiguous-format", f"the file could be {names}", hint="say which with --format")
    formats = formats or [FORMATS[name] for name, might_be in FALLBACKS.items() if might_be(head, source.path)]
    if formats:
        return formats[0]
    reason = "no coreference column can be found, and it is not JSON"
    hint = "name its format with --format to see where reading it fails; corefscope list formats shows all"
    if lists_of_values(head):
        reason = "no coreference column can be found, and its JSON has neither objects nor lists of strings"
        hint = 'expected objects such as {"doc_key": "a", "clusters": [[[0, 1], [3, 3]]]}, or a list of them'
    elif is_prose(head):
        reason, hint = NO_MARKUP, MARKUP_EXPECTED
    raise source.error("unknown-format", f"corefscope does not know this format: {reason}", 1, hint)
