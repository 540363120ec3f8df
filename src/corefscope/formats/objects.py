"""Python objects as corpora: Documents, clusters of anything hashable, or a dict of such by document."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from corefscope.errors import FormatError, Notices
from corefscope.formats.columns import CorpusBuilder
from corefscope.model import TOKENS, Corpus, Document, Mention

Clusters = Iterable[Iterable[Hashable]]
UNNAMED = "document"


def from_documents(documents: Sequence[Document], source: str) -> Corpus:
    builder = CorpusBuilder(source, documents[0].unit if documents else TOKENS)
    for document in documents:
        text = {"words": document.words, "sentences": document.sentences, "raw": document.raw_text}
        known = {"length": document.token_count, "groups": document.groups}
        builder.add_document(document.name, 0, **text, **known)  # type: ignore[arg-type]
        kinds = document.entity_types
        for name, entity, kind in zip(document.entity_ids, document.entities, kinds, strict=True):
            builder.add_entity(name, entity, type=kind)
        for relation in document.relations:
            builder.add_relation(relation)
    corpus = builder.corpus(UNNAMED, Notices())
    # Documents that were read keep the columns beside their words, unless the words were changed since.
    texts = [
        document._text if document._text and document._text[0].words(document._text[1]) == document.words else own
        for document, own in zip(documents, corpus.texts, strict=True)
    ]
    return replace(corpus, texts=texts)


def from_clusters(
    clusters: Clusters | Mapping[str, Clusters], source: str, interner: dict[Hashable, int] | None
) -> Corpus:
    """Clusters, or a dict of them by document name.

    With an interner, mentions are opaque: equal objects are equal mentions. Without one they are
    `(first, last)` token pairs, last included, to be compared with the spans of a file.
    """
    named = clusters if isinstance(clusters, Mapping) else {"": clusters}
    builder = CorpusBuilder(source)
    labels: list[int] = []
    for name, entities in named.items():
        builder.add_document(str(name))
        for number, cluster in enumerate(_iterable(entities, "clusters", source)):
            mentions = list(_iterable(cluster, "a cluster", source))
            if interner is None:
                builder.add_entity(str(number), [_span(mention, source) for mention in mentions])
            else:
                try:
                    labels.extend([interner.setdefault(mention, len(interner)) for mention in mentions])
                except TypeError:
                    unhashable = next(
                        mention for mention in mentions if not isinstance(mention, Hashable) or _fails(mention)
                    )
                    raise FormatError(
                        f"the mention {unhashable!r} is not hashable",
                        source,
                        hint="use tuples such as (3, 5), not lists",
                    ) from None
                kinds = [mention.type if isinstance(mention, Mention) else None for mention in mentions]
                builder.add_entity(str(number), [Mention(0, 1, type=kind) for kind in kinds])
    corpus = replace(builder.corpus(UNNAMED, Notices()), own_ids=False)
    return corpus if interner is None else replace(corpus, label=np.array(labels, np.int64), labelled=list(interner))


def _fails(mention: Any) -> bool:
    try:
        hash(mention)
    except TypeError:
        return True
    return False


def _iterable(value: Any, what: str, source: str) -> Iterable[Any]:
    if isinstance(value, Iterable) and not isinstance(value, str | bytes):
        return value
    raise FormatError(f"{what} should be iterable, not {value!r}", source)


def _span(mention: Any, source: str) -> tuple[int, int] | Mention:
    if isinstance(mention, Mention):
        return mention
    if (
        isinstance(mention, Sequence)
        and len(mention) == 2
        and all(isinstance(part, int | np.integer) for part in mention)
    ):
        start, last = int(mention[0]), int(mention[1])
        if 0 <= start <= last:
            return start, last + 1
    raise FormatError(
        f"the mention {mention!r} cannot be compared with the spans of a file",
        source,
        hint="use (first token, last token), from 0, last included",
    )
