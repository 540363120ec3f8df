"""Several corpora as one: the files of a folder, or the blocks of a file."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from corefscope.model import UNKNOWN, Corpus, Integers
from corefscope.problems import CorefscopeError

# What stands in a column that a file does not have, when files are joined.
ABSENT = {"shape": -1, "head": UNKNOWN, "type": 0, "minimum": -1}


def concatenate(corpora: Sequence[Corpus]) -> Corpus:
    """One corpus of several, documents in order."""
    if len(corpora) == 1:
        return corpora[0]
    if len({corpus.label_prefix for corpus in corpora}) > 1:
        corpora = [corpus.with_plain_labels() for corpus in corpora]
    if len({corpus.unit for corpus in corpora}) > 1:
        raise CorefscopeError(
            "different-units", "some files count tokens and others characters, so they cannot be one corpus"
        )
    documents = np.cumsum([0] + [corpus.document_count for corpus in corpora])
    entities = np.cumsum([0] + [corpus.entity_count for corpus in corpora])
    shapes = np.cumsum([0] + [len(corpus.shapes) for corpus in corpora])

    def joined(column: str, shift: NDArray[Any] | None = None) -> NDArray[Any]:
        values = [getattr(corpus, column) for corpus in corpora]
        shifts = shift if shift is not None else np.zeros(len(values), np.int64)
        return np.concatenate([value + by if by else value for value, by in zip(values, shifts, strict=False)])

    def optional(column: str, shift: NDArray[Any] | None = None) -> NDArray[Any] | None:
        values = [getattr(corpus, column) for corpus in corpora]
        if all(value is None for value in values):
            return None
        filled = []
        for corpus, value, by in zip(corpora, values, shapes, strict=False):
            absent = np.full(corpus.mention_count, ABSENT[column], np.int8 if column == "type" else np.int64)
            known: NDArray[Any] = absent if value is None else value
            filled.append(np.where(known >= 0, known + by, known) if shift is not None else known)
        return np.concatenate(filled)

    groups = {name for corpus in corpora for name in corpus.groups}
    types = [corpus.entity_type for corpus in corpora]
    # Ranks are compared within a document only, so those of files that have none may begin at 0 again.
    ranks = _ranks(corpora)
    labels = [corpus.label for corpus in corpora]
    return Corpus(
        names=[name for corpus in corpora for name in corpus.names],
        sources=[source for corpus in corpora for source in corpus.sources],
        document_line=joined("document_line"),
        tokens=joined("tokens"),
        document=joined("document", documents),
        start=joined("start"),
        end=joined("end"),
        entity=joined("entity", entities),
        line=joined("line"),
        entity_document=joined("entity_document", documents),
        entity_id=_joined_ids([corpus.entity_id for corpus in corpora]),
        named=joined("named"),
        label=None if any(label is None for label in labels) else _joined_ids(labels),  # type: ignore[arg-type]
        label_prefix=corpora[0].label_prefix,
        shape=optional("shape", shapes),
        head=optional("head"),
        type=optional("type"),
        minimum=optional("minimum", shapes),
        shapes=tuple(shape for corpus in corpora for shape in corpus.shapes),
        entity_type=None
        if all(kind is None for kind in types)
        else np.concatenate(
            [
                np.full(corpus.entity_count, "", object) if kind is None else kind
                for corpus, kind in zip(corpora, types, strict=True)
            ]
        ),
        entity_rank=None
        if all(rank is None for rank in ranks)
        else np.concatenate(
            [
                np.arange(corpus.entity_count) if rank is None else rank
                for corpus, rank in zip(corpora, ranks, strict=True)
            ]
        ),
        ranked_as_numbers=all(corpus.ranked_as_numbers for corpus in corpora),
        relations=tuple(
            (document + int(shift), relation)
            for corpus, shift in zip(corpora, documents, strict=False)
            for document, relation in corpus.relations
        ),
        groups={
            name: [value for corpus in corpora for value in corpus.groups.get(name, [""] * corpus.document_count)]
            for name in sorted(groups)
        },
        texts=[text for corpus in corpora for text in (corpus.texts or [None] * corpus.document_count)],
        unit=corpora[0].unit,
        inexact_text=any(corpus.inexact_text for corpus in corpora),
        empty_nodes=any(corpus.empty_nodes for corpus in corpora),
        own_ids=all(corpus.own_ids for corpus in corpora),
        notices=tuple(notice for corpus in corpora for notice in corpus.notices),
        files=tuple(file for corpus in corpora for file in corpus.files),
    )


def _ranks(corpora: Sequence[Corpus]) -> list[Integers | None]:
    """Ids are ordered as numbers only if all files of a side have nothing else."""
    as_numbers = {corpus.ranked_as_numbers for corpus in corpora if corpus.entity_rank is not None}
    if len(as_numbers) < 2:
        return [corpus.entity_rank for corpus in corpora]
    return [_text_rank(corpus) if corpus.ranked_as_numbers else corpus.entity_rank for corpus in corpora]


def _text_rank(corpus: Corpus) -> Integers:
    texts = [str(id_) for id_ in corpus.entity_id.tolist()]
    number = {text: rank for rank, text in enumerate(sorted(set(texts)))}
    return np.array([number[text] for text in texts], np.int64)


def _joined_ids(columns: Iterable[NDArray[Any]]) -> NDArray[Any]:
    ids = list(columns)
    if len({column.dtype.kind for column in ids}) > 1:
        ids = [column.astype(object) for column in ids]
    return np.concatenate(ids)
