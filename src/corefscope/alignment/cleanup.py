"""Clean up key or response before matching: repeated mentions, then scope, then singletons."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from corefscope.basics.escaping import cut
from corefscope.model import Corpus, Integers, MentionNames
from corefscope.problems import FormatError, Notices, SettingsError

MIXING = 0x1E3779B97F4A7C15  # odd, with well-mixed bits: products of different small numbers rarely collide


@dataclass(frozen=True)
class PreparedCorpus:
    """A corpus with repeated mentions resolved; `repeating` marks documents that still have some."""

    corpus: Corpus
    repeating: NDArray[np.bool_]
    types_met: NDArray[np.bool_] | None = None  # which rows of the types file matched a mention


def resolve_repeats(corpus: Corpus, repeated: str, notices: Notices) -> PreparedCorpus:
    """Apply the setting `repeated` to key or response."""
    corpus = _with_hashes(corpus)
    repeating = np.zeros(corpus.document_count, bool)
    order, same = _repeats(corpus)
    if same.any():
        _notice_repeats(corpus, order, same, repeated, notices)
        if repeated == "official":
            repeating[corpus.document[order[same]]] = True
        else:
            corpus = _without_repeats(corpus, order, same, repeated)
    return PreparedCorpus(corpus, repeating)


def without_singletons(corpus: Corpus) -> Corpus:
    """Return the corpus without entities of one mention."""
    size = np.bincount(corpus.entity, minlength=corpus.entity_count)
    return corpus.keep(size[corpus.entity] > 1)


def merge_entities(corpus: Corpus, unit_of_document: Integers) -> Corpus:
    """Merge entities that share an id within a unit; entities stay sorted by unit.

    `entity_document` is then the first document of the merged entity.
    """
    if not corpus.own_ids:
        raise SettingsError(
            "missing-entity-ids",
            "entities without ids cannot be merged across documents",
            hint="a table of document, mention, entity has ids; so have CoNLL and CorefUD",
        )
    unit = unit_of_document[corpus.entity_document]
    _, code = np.unique(_comparable(corpus.entity_id), return_inverse=True)
    _, first, merged = np.unique(
        unit * (int(code.max(initial=0)) + 1) + code.reshape(-1), return_index=True, return_inverse=True
    )
    return corpus.with_entities(np.ones(corpus.mention_count, bool), first[merged.reshape(-1)][corpus.entity])


def _comparable(ids: NDArray[Any]) -> NDArray[Any]:
    """Return ids in a sortable form: CoNLL has bytes, other formats text, and a folder may have both."""
    if ids.dtype.kind != "O":
        return ids
    texts = [each.decode("utf-8", "surrogateescape") if isinstance(each, bytes) else str(each) for each in ids.tolist()]
    return np.array(texts, object)


def _with_hashes(corpus: Corpus) -> Corpus:
    """Add hashes of mention ids that are not integers; hashes sort and compare much faster."""
    if corpus.label is None or corpus.label.dtype.kind == "i":
        return corpus
    return replace(corpus, label_hash=np.fromiter(map(hash, corpus.label.tolist()), np.int64, corpus.mention_count))


def _repeats(corpus: Corpus) -> tuple[Integers, NDArray[np.bool_]]:
    """Sort rows by mention, then entity, and mark each that repeats the mention before it.

    Returns empty arrays if no mention is repeated, which a hash finds out quickly.
    """
    columns: tuple[Integers, ...] = (corpus.end, corpus.start, corpus.document)
    if corpus.label is not None:
        columns = (corpus.label if corpus.label_hash is None else corpus.label_hash, corpus.document)
    elif corpus.shape is not None:
        columns = (corpus.shape, *columns)
    if columns[0].dtype.kind == "i" and _all_different(columns):
        return np.zeros(0, np.int64), np.zeros(0, bool)
    if corpus.label is not None:
        columns = (_numbered(corpus.label), corpus.document)
    rank = corpus.entity if corpus.entity_rank is None else corpus.entity_rank[corpus.entity]
    order = np.lexsort((rank, *columns))
    same = np.ones(len(order), bool)
    for column in columns:
        same[1:] &= column[order[1:]] == column[order[:-1]]
    same[:1] = False
    return order, same


def _all_different(columns: tuple[Integers, ...]) -> bool:
    """Return True if a hash proves that no two rows are equal in all columns."""
    code: Integers = np.zeros(len(columns[0]), np.int64)
    for column in columns:
        code *= MIXING  # overflow may make different rows equal, never equal rows different
        code += column
    code.sort()
    return not np.any(code[1:] == code[:-1])


def _numbered(labels: NDArray[Any]) -> Integers:
    """Number the labels, equal ones alike; a dictionary is faster than sorting strings."""
    if labels.dtype.kind == "i":
        return labels
    seen: dict[object, int] = {}
    return np.array([seen.setdefault(label, len(seen)) for label in labels.tolist()], np.int64)


def _notice_repeats(corpus: Corpus, order: Integers, same: NDArray[np.bool_], repeated: str, notices: Notices) -> None:
    names = MentionNames(corpus)
    for position in np.flatnonzero(same).tolist():
        row, before = int(order[position]), int(order[position - 1])
        within = bool(corpus.entity[row] == corpus.entity[before])
        kind = "repeated-in-one-entity" if within else "repeated-in-two-entities"
        place = (corpus.sources[corpus.document[row]], int(corpus.line[row]))
        text = partial(_repeat, names, row, before)
        if repeated == "error":
            raise FormatError(
                "repeated-mention", text(), *place, hint="--repeated first, last or merge would resolve it"
            )
        notices.add(kind, text, *place)


def _repeat(names: MentionNames, row: int, before: int) -> str:
    """Describe a repeated mention for a message."""
    one, two = (cut(names.corpus.entity_name(int(names.corpus.entity[each]))) for each in (before, row))
    if names.corpus.entity[row] == names.corpus.entity[before]:
        return f"{names.of(row)} is twice in entity {one}"
    return f"{names.of(row)} of entity {one} is also in entity {two}"


def _without_repeats(corpus: Corpus, order: Integers, same: NDArray[np.bool_], repeated: str) -> Corpus:
    """Keep each mention once: in its first entity, its last, or with its entities merged."""
    keep = np.ones(len(order), bool)
    if repeated == "last":
        keep[order[np.flatnonzero(same) - 1]] = False
        return corpus.keep(keep)
    keep[order[same]] = False
    if repeated == "first":
        return corpus.keep(keep)
    merged = list(range(corpus.entity_count))

    def root(entity: int) -> int:
        while merged[entity] != entity:
            merged[entity] = merged[merged[entity]]
            entity = merged[entity]
        return entity

    for position in np.flatnonzero(same).tolist():
        one, two = root(int(corpus.entity[order[position - 1]])), root(int(corpus.entity[order[position]]))
        merged[max(one, two)] = min(one, two)
    roots = np.array([root(entity) for entity in range(corpus.entity_count)], np.int64)
    return corpus.with_entities(keep, roots[corpus.entity])
