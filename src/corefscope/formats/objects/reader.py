"""Python objects as corpora: Documents, records, or clusters of anything hashable (`shapes` says which)."""

from __future__ import annotations

import re
from collections.abc import Hashable, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from corefscope.basics.escaping import quoted, shown
from corefscope.formats.builder import CorpusBuilder
from corefscope.formats.files.sources import Source
from corefscope.formats.objects.documents import checked, checked_mention
from corefscope.formats.objects.frames import Frame, read_records
from corefscope.formats.objects.nesting import Clusters
from corefscope.formats.objects.shapes import ListedDocuments, Records, Shape
from corefscope.formats.registry import Options
from corefscope.model import LARGEST, TOKENS, Corpus, Document, Mention
from corefscope.problems import FormatError, Notices

UNNAMED = "document"


def from_shape(side: Shape, source: str, field: str | None, interner: dict[Hashable, int] | None) -> Corpus:
    """What an object holds as a corpus; an interner is for clusters that are compared with clusters only."""
    if isinstance(side, ListedDocuments):
        return replace(from_documents(side.listed, source), notices=side.notices)
    if isinstance(side, Frame):
        from corefscope.formats.load import as_one
        from corefscope.formats.table.reader import from_columns

        notices = Notices()
        return as_one([from_columns(side.table, Source(source, UNNAMED), notices)], notices)
    if isinstance(side, Records):
        return from_records(side, source, field)
    return from_clusters(side, source, interner)


def from_documents(documents: Sequence[Document], source: str) -> Corpus:
    documents = checked(documents, source)
    builder = CorpusBuilder(source, documents[0].unit if documents else TOKENS)
    for document in documents:
        if document.unit != builder.unit:
            fact = f"document {quoted(document.name)} counts {document.unit}, those before it count {builder.unit}"
            raise FormatError("mixed-formats", fact, source, hint="score them apart")
        text = {"words": document.words, "sentences": document.sentences, "raw": document.raw_text}
        known = {"length": document.token_count, "groups": document.groups}
        builder.add_document(document.name, 0, **text, **known)  # type: ignore[arg-type]
        for part, into in _with_annotations(document, builder):
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


def _with_annotations(document: Document, builder: CorpusBuilder) -> list[tuple[Document, CorpusBuilder]]:
    annotations = [(each, builder.annotation(name)) for name, each in document.annotations.items()]
    return [(document, builder), *annotations]


def from_records(records: Records, source: str, field: str | None) -> Corpus:
    """Records as the JSON reader reads them; the line of a message is the number of a record."""
    if not records.listed:
        return from_documents([], source)
    from corefscope.formats.load import as_one

    notices = Notices()
    try:
        corpus = read_records(records.listed, Source(source, UNNAMED), notices, Options(field))
        return as_one([replace(corpus, empty_nodes=False, own_ids=False)], notices)
    except FormatError as error:
        for each in error.all():  # who gives objects has keywords, not options
            each.hint = each.hint and re.sub("--(key|response)-clusters", r"\1_clusters=", each.hint)
        raise


def from_clusters(clusters: Clusters, source: str, interner: dict[Hashable, int] | None) -> Corpus:
    """Clusters by document.

    With an interner, mentions are opaque: equal objects are equal mentions. Without one they are
    `(first, last)` token pairs, last included, to be compared with the spans of a file.
    """
    builder = CorpusBuilder(source)
    labels: list[int] = []
    for name, entities in clusters.documents:
        builder.add_document(name)
        for number, mentions in enumerate(entities):
            if interner is None:
                builder.add_entity(str(number), [_span(mention, source) for mention in mentions])
            else:
                labels.extend([interner.setdefault(mention, len(interner)) for mention in mentions])
                kinds = [mention.type if isinstance(mention, Mention) else None for mention in mentions]
                builder.add_entity(str(number), [Mention(0, 1, type=kind) for kind in kinds])
    corpus = replace(builder.corpus(UNNAMED, Notices()), own_ids=False)
    return corpus if interner is None else replace(corpus, label=np.array(labels, np.int64), labelled=list(interner))


def _span(mention: Any, source: str) -> tuple[int, int] | Mention:
    if isinstance(mention, Mention):
        return checked_mention(mention, source)
    if (
        isinstance(mention, Sequence)
        and len(mention) == 2
        and all(isinstance(part, int | np.integer) for part in mention)
    ):
        start, last = int(mention[0]), int(mention[1])
        if 0 <= start <= last < LARGEST:
            return start, last + 1
    raise FormatError(
        "bad-mention",
        f"the mention {shown(mention)} cannot be compared with the spans of a file",
        source,
        hint="use (first token, last token), from 0, last included",
    )
