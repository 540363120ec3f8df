"""What happens to each side before matching: repeated mentions first, then scope, then singletons."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from corefscope.basics.escaping import cut
from corefscope.model import Corpus, Integers, MentionNames
from corefscope.problems import FormatError, Notices, SettingsError

MIXING = 0x1E3779B97F4A7C15  # odd, with bits all over: products of different small numbers rarely agree


@dataclass(frozen=True)
class PreparedCorpus:
    """A corpus in which repeated mentions are resolved; `repeating` marks documents that still hold one twice."""

    corpus: Corpus
    repeating: NDArray[np.bool_]
    types_met: NDArray[np.bool_] | None = None  # which rows of a file of mention types met one of its mentions


def resolve_repeats(corpus: Corpus, repeated: str, notices: Notices) -> PreparedCorpus:
    """Applies the setting `repeated` to one side."""
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
    """The corpus without entities of one mention."""
    size = np.bincount(corpus.entity, minlength=corpus.entity_count)
    return corpus.keep(size[corpus.entity] > 1)


def merge_entities(corpus: Corpus, unit_of_document: Integers) -> Corpus:
    """Entities of one id in documents of one unit become one entity; entities stay sorted by unit.

    `entity_document` then means the first document of the entity's unit that has it.
    """
    if not corpus.own_ids:
        raise SettingsError(
            "missing-entity-ids",
            "entities without ids of their own cannot be joined across documents",
            hint="a table of document, mention, entity has ids; so have CoNLL and CorefUD",
        )
    unit = unit_of_document[corpus.entity_document]
    _, code = np.unique(_comparable(corpus.entity_id), return_inverse=True)
    _, first, merged = np.unique(
        unit * (int(code.max(initial=0)) + 1) + code.reshape(-1), return_index=True, return_inverse=True
    )
    return corpus.with_entities(np.ones(corpus.mention_count, bool), first[merged.reshape(-1)][corpus.entity])


def _comparable(ids: NDArray[Any]) -> NDArray[Any]:
    """Ids as they can be sorted: CoNLL has bytes of any alphabet, other files text, and a folder may have both."""
    if ids.dtype.kind != "O":
        return ids
    texts = [each.decode("utf-8", "surrogateescape") if isinstance(each, bytes) else str(each) for each in ids.tolist()]
    return np.array(texts, object)


def _with_hashes(corpus: Corpus) -> Corpus:
    """The corpus with hashes of mention ids, if those are no numbers: hashes are sorted and compared much quicker."""
    if corpus.label is None or corpus.label.dtype.kind == "i":
        return corpus
    return replace(corpus, label_hash=np.fromiter(map(hash, corpus.label.tolist()), np.int64, corpus.mention_count))


def _repeats(corpus: Corpus) -> tuple[Integers, NDArray[np.bool_]]:
    """Rows ordered by mention, then entity, and for each whether it is the mention of the row before it.

    No rows at all where no mention is repeated, which is quick to find out.
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
    """True if surely no two rows agree in all columns: one number for each row differs from all others."""
    code: Integers = np.zeros(len(columns[0]), np.int64)
    for column in columns:
        code *= MIXING  # may overflow: rows that differ may then agree, never the other way round
        code += column
    code.sort()
    return not np.any(code[1:] == code[:-1])


def _numbered(labels: NDArray[Any]) -> Integers:
    """Labels as numbers, equal for equal labels; sorting strings would take longer than looking them up."""
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
    """What a message says of a mention that is also in another row."""
    one, two = (cut(names.corpus.entity_name(int(names.corpus.entity[each]))) for each in (before, row))
    if names.corpus.entity[row] == names.corpus.entity[before]:
        return f"{names.of(row)} is twice in entity {one}"
    return f"{names.of(row)} of entity {one} is also in entity {two}"


def _without_repeats(corpus: Corpus, order: Integers, same: NDArray[np.bool_], repeated: str) -> Corpus:
    """Each mention once: in its first entity, in its last, or with its entities merged."""
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
