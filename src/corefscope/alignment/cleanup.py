"""Clean up key or response before matching: repeated mentions, then scope, then singletons."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

import numpy as np
from numpy.typing import NDArray

from corefscope.alignment.mentions.exact import codes
from corefscope.arrays import changes, distinct
from corefscope.basics.codes import WarningCode
from corefscope.basics.components import components
from corefscope.basics.escaping import cut
from corefscope.model import Corpus, Integers, MentionNames
from corefscope.problems import FormatError, Notices, SettingsError
from corefscope.settings import KEEPS_DUPLICATES, Settings


def resolve_repeats(corpus: Corpus, settings: Settings, notices: Notices, key: Corpus | None = None) -> Corpus:
    """Apply the setting `repeated` to key or response; `has_repeats` marks documents that keep some."""
    order, same = _repeats(corpus)
    repeated, repeating = settings.repeated, None
    if same.any():
        _notice_repeats(corpus, order, same, repeated, notices)
        if repeated == "corefud":
            twice = same & np.append(False, corpus.entity[order[1:]] == corpus.entity[order[:-1]])
            corpus = _without_repeats(corpus, order, twice, "first")
            order, same = _repeats(corpus)
        if repeated in KEEPS_DUPLICATES:
            repeating = np.isin(np.arange(corpus.document_count), corpus.document[order[same]])
        else:
            corpus = _without_repeats(corpus, order, same, repeated)
    return corpus if corpus.has_repeats is repeating is None else replace(corpus, has_repeats=repeating)


def without_singletons(corpus: Corpus) -> Corpus:
    """Return the corpus without entities of one mention."""
    size = np.bincount(corpus.entity, minlength=corpus.entity_count)
    return corpus.keep(size[corpus.entity] > 1)


def merge_entities(corpus: Corpus, unit_of_document: Integers) -> Corpus:
    """Merge entities that share an id within a unit; entities stay sorted by unit.

    `entity_document` is then the first document of the merged entity.
    """
    if not corpus.own_ids:
        fact = "entities without ids cannot be merged across documents"
        hint = "a table of document, mention, entity has ids; so have CoNLL and CorefUD"
        raise SettingsError("missing-entity-ids", fact, hint=hint)
    unit = unit_of_document[corpus.entity_document]
    ids = corpus.entity_id
    if ids.dtype.kind == "O":  # CoNLL has bytes, other formats text, and a folder may have both
        texts = [str(each, "utf-8", "surrogateescape") if isinstance(each, bytes) else str(each) for each in ids]
        ids = np.array(texts, object)
    code = np.unique(ids, return_inverse=True)[1].reshape(-1)
    first, merged = distinct(unit * (int(code.max(initial=0)) + 1) + code)
    return corpus.keep(np.ones(corpus.mention_count, bool), first[merged][corpus.entity])


def _repeats(corpus: Corpus) -> tuple[Integers, NDArray[np.bool_]]:
    """Sort rows by mention, then entity, and mark each that repeats the mention before it; empty if none does."""
    (code,) = codes((corpus, corpus.document))
    ordered = np.sort(code)
    if not np.any(ordered[1:] == ordered[:-1]):
        return np.zeros(0, np.int64), np.zeros(0, bool)
    order = np.lexsort((corpus.entity if corpus.entity_rank is None else corpus.entity_rank[corpus.entity], code))
    return order, ~changes(code[order])


def _notice_repeats(corpus: Corpus, order: Integers, same: NDArray[np.bool_], repeated: str, notices: Notices) -> None:
    names = MentionNames(corpus)

    def text(row: int, before: int) -> str:
        one, two = (cut(corpus.entity_name(int(corpus.entity[each]))) for each in (before, row))
        if corpus.entity[row] == corpus.entity[before]:
            return f"{names.of(row)} is twice in entity {one}"
        return f"{names.of(row)} of entity {one} is also in entity {two}"

    place = np.flatnonzero(same)
    for row, before in zip(order[place].tolist(), order[place - 1].tolist(), strict=True):
        if repeated == "error":
            hint = "--repeated first, last or merge would resolve it"
            raise FormatError("repeated-mention", text(row, before), *corpus.where(row), hint=hint)
        within = corpus.entity[row] == corpus.entity[before]
        code: WarningCode = "repeated-in-one-entity" if within else "repeated-in-two-entities"
        notices.add(code, partial(text, row, before), *corpus.where(row))


def _without_repeats(corpus: Corpus, order: Integers, same: NDArray[np.bool_], repeated: str) -> Corpus:
    """Keep each mention once: in its first entity, its last, or with its entities merged."""
    before, again = order[np.flatnonzero(same) - 1], order[same]
    keep = np.ones(len(order), bool)
    keep[before if repeated == "last" else again] = False
    if repeated != "merge":
        return corpus.keep(keep)
    links = corpus.entity[np.stack([before, again])]
    merged = np.arange(corpus.entity_count)
    for group in components(np.unique(links).tolist(), zip(*links.tolist(), strict=True)):
        merged[group] = group[0]
    return corpus.keep(keep, merged[corpus.entity])


def drop_zeros(corpus: Corpus, settings: Settings, *_: object) -> Corpus:
    """Leave out empty nodes; with sets of split antecedents, this is done once the sets are made."""
    return without_zeros(corpus) if settings.zeros == "drop" and settings.split == "drop" else corpus


def without_zeros(corpus: Corpus) -> Corpus:
    """Return the corpus, and its annotations, without mentions whose head is an empty node."""
    annotations = {name: without_zeros(each) for name, each in corpus.annotations.items()}
    return replace(corpus.keep(~corpus.is_zero()), annotations=annotations)
