"""Python objects as corpora: Documents, records, tables, or clusters of anything hashable (`shapes` says which)."""

from __future__ import annotations

import json
import re
from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

import msgspec
import numpy as np

from corefscope.basics.escaping import quoted, short_repr
from corefscope.formats.builder import CorpusBuilder
from corefscope.formats.files.sources import Source
from corefscope.formats.json.variants import CLUSTER_FIELDS
from corefscope.formats.objects.documents import checked, checked_mention
from corefscope.formats.objects.labels import Labels, corpus_of_labels
from corefscope.formats.objects.nesting import Clusters
from corefscope.formats.objects.shapes import Shape
from corefscope.formats.registry import Options
from corefscope.model import LARGEST, TOKENS, TYPES, Corpus, Document, Integers, Mention
from corefscope.problems import FormatError, Notices

UNNAMED = "document"


def from_shape(
    side: Shape, source: str, field: str | None, interner: dict[Hashable, int] | None, columns: str | None = None
) -> Corpus:
    """Return what an object holds as a corpus; an interner is for clusters that are compared with clusters only."""
    if isinstance(side, Clusters | Labels) or (side.documents is not None and side.library is None):
        Options(field).refuse_clusters("this object", source)
    if isinstance(side, Labels):
        return corpus_of_labels(side, source, interner)
    if isinstance(side, Clusters):
        return _of_spans(side, source) if interner is None else _of_values(side, source, interner)
    if side.documents is not None:
        return replace(from_documents(side.documents, source), notices=side.notices)
    if side.table is None and not side.records:
        return from_documents([], source)
    from corefscope.formats.load import as_one
    from corefscope.formats.table.reader import from_columns

    notices = Notices()
    if side.table is not None:
        return as_one([from_columns(side.table, Source(source, UNNAMED), notices, Options(field, columns))], notices)
    try:
        corpus = read_records(side.records or [], Source(source, UNNAMED), notices, Options(field))
        return as_one([replace(corpus, empty_nodes=False, own_ids=False)], notices)
    except FormatError as error:
        for each in error.all():  # who gives objects has keywords, not options
            each.hint = each.hint and re.sub("--(key|response)-clusters", r"\1_clusters=", each.hint)
        raise


def from_documents(documents: Sequence[Document], source: str) -> Corpus:
    """Return Documents as a corpus, once they are checked."""
    documents = checked(documents, source)
    builder = CorpusBuilder(source, documents[0].unit if documents else TOKENS)
    for document in documents:
        if document.unit != builder.unit:
            fact = f"document {quoted(document.name)} counts {document.unit}, those before it count {builder.unit}"
            raise FormatError("mixed-formats", fact, source, hint="score them apart")
        text = {"words": document.words, "sentences": document.sentences, "raw": document.raw_text}
        builder.add_document(document.name, **text, length=document.token_count, groups=document.groups)  # type: ignore[arg-type]
        others = [(each, builder.annotation(name)) for name, each in document.annotations.items()]
        for part, into in [(document, builder), *others]:
            for name, entity, kind in zip(part.entity_ids, part.entities, part.entity_types, strict=True):
                into.add_entity(name, entity, type=kind)
            for relation in part.relations:
                into.add_relation(relation)
    notices = Notices()
    corpus = builder.corpus(UNNAMED, notices)
    notices.stop()
    # Documents that were read keep the columns beside their words, unless the words were changed since.
    texts = [
        document._text if document._text and document._text[0].words(document._text[1]) == document.words else own
        for document, own in zip(documents, corpus.texts, strict=True)
    ]
    return replace(corpus, texts=texts)


def read_records(records: Sequence[Mapping[str, Any]], source: Source, notices: Notices, options: Options) -> Corpus:
    """Read the documents of records as the JSON reader does; the line of a message is the number of a record."""
    from corefscope.formats.json import reader

    lines = [_json_fields(record, number, source, options.clusters) for number, record in enumerate(records, 1)]
    return reader.read_records(lines, source, notices, options)


def _json_fields(record: Mapping[str, Any], number: int, source: Source, field: str | None) -> dict[str, msgspec.Raw]:
    """Return the fields of a record as a file would hold them; without what only Python can hold and nobody reads."""
    fields = {}
    for name, value in record.items():
        try:
            fields[str(name)] = msgspec.Raw(json.dumps(value, default=_as_json).encode())
        except (TypeError, ValueError, RecursionError) as error:
            if name == field or name in CLUSTER_FIELDS:
                hint = "take plain lists and numbers, for example with .tolist()"
                fact = f"the field {quoted(name, 40)} cannot be read: {error}"
                raise source.error("bad-record", fact, number, hint) from None
    return fields


def _as_json(value: Any) -> Any:
    if callable(getattr(value, "tolist", None)):
        return value.tolist()
    if isinstance(value, Mapping):
        return dict(value)
    if isinstance(value, Iterable) and not isinstance(value, bytes):
        return list(value)
    raise TypeError(f"{short_repr(value)} is not a list, number or string")


def _of_values(clusters: Clusters, source: str, interner: dict[Hashable, int]) -> Corpus:
    """Return clusters of opaque mentions, which are equal if the objects are; each gets a number."""
    own_names = [name.strip() for name, _ in clusters.documents]
    several = own_names.count("") > 1
    documents, ids, sizes, mentions = list[int](), list[str](), list[int](), list[Any]()
    for document, (_, listed) in enumerate(clusters.documents):
        for number, cluster in enumerate(listed):
            if cluster:
                documents.append(document)
                ids.append(str(number))
                sizes.append(len(cluster))
                mentions += cluster
    kinds = [checked_mention(each, source).type if isinstance(each, Mention) else None for each in mentions]
    label = np.array([interner.setdefault(mention, len(interner)) for mention in mentions], np.int64)
    names = [name or (f"{UNNAMED}_{number}" if several else UNNAMED) for number, name in enumerate(own_names)]
    corpus = corpus_of_values(source, names, np.array(documents, np.int64), ids, sizes, label, list(interner))
    corpus = replace(corpus, named=np.array(list(map(bool, own_names)), bool))
    if any(kinds):
        corpus = replace(corpus, type=np.array([TYPES.index(kind or TYPES[0]) for kind in kinds], np.int8))
    return corpus


def corpus_of_values(
    source: str,
    names: list[str],
    entity_document: Integers,
    ids: Any,
    sizes: list[int],
    label: Integers,
    labelled: Sequence[Hashable],
) -> Corpus:
    """Return documents whose mentions are numbers, entity after entity; `labelled` are what they stand for."""
    entity = np.repeat(np.arange(len(ids)), np.array(sizes, np.int64))
    nothing = np.zeros(len(label), np.int64)
    return Corpus(
        names=names,
        sources=[source] * len(names),
        document_line=np.zeros(len(names), np.int64),
        tokens=np.full(len(names), -1, np.int64),
        document=entity_document[entity],
        start=nothing,
        end=nothing + 1,
        entity=entity,
        line=nothing,
        entity_document=entity_document,
        entity_id=np.array(ids, object),
        named=np.ones(len(names), bool),
        label=label,
        labelled=labelled,
        texts=[None] * len(names),
        own_ids=False,
    )


def _of_spans(clusters: Clusters, source: str) -> Corpus:
    """Return clusters of (first, last) token pairs, last included, to be compared with the spans of a file."""
    builder = CorpusBuilder(source)
    for name, entities in clusters.documents:
        builder.add_document(name)
        for number, mentions in enumerate(entities):
            builder.add_entity(str(number), [_span(mention, source) for mention in mentions])
    return replace(builder.corpus(UNNAMED, Notices()), own_ids=False)


def _span(mention: Any, source: str) -> tuple[int, int] | Mention:
    if isinstance(mention, Mention):
        return checked_mention(mention, source)
    is_pair = isinstance(mention, Sequence) and len(mention) == 2
    if is_pair and all(isinstance(part, int | np.integer) for part in mention):
        start, last = int(mention[0]), int(mention[1])
        if 0 <= start <= last < LARGEST:
            return start, last + 1
    fact = f"the mention {short_repr(mention)} cannot be compared with the spans of a file"
    raise FormatError("bad-mention", fact, source, hint="use (first token, last token), from 0, last included")
