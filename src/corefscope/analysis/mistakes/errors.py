"""Error types: what a system did wrong, in terms that say what to work on (Kummerfeld & Klein 2013).

Operations on mentions turn the response into the key: correct a span, split a part from an entity, remove or add a
mention, merge parts. Operations that belong together are one error. One part of an entity does not move, its base:
the part with the earliest mention that is not a pronoun (or the earliest mention, if all are pronouns).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from corefscope.analysis.attribution.mention_cells import check_repeats
from corefscope.analysis.mistakes.language import ENGLISH, Language
from corefscope.analysis.mistakes.mention_info import MentionInfo
from corefscope.analysis.mistakes.spans import span_errors
from corefscope.analysis.mistakes.text_cache import TextCache
from corefscope.arrays import changes, distinct, order
from corefscope.metrics.evidence import Evidence
from corefscope.model import Integers

# In the order in which Kummerfeld & Klein correct them one after the other.
KINDS = {
    "span": "a mention with wrong boundaries",
    "conflated": "a part of a response entity that belongs to another key entity",
    "extra mention": "a mention that the key does not have, alone or in an entity that it has",
    "extra entity": "a response entity none of whose mentions, except pronouns, is in the key",
    "divided": "a part of a key entity that the response has elsewhere",
    "missing mention": "a mention that the response does not have, alone or of an entity that it has",
    "missing entity": "a key entity none of whose mentions, except pronouns, is in the response",
}
_NAMES = list(KINDS)
EXTRA = ("extra mention", "extra entity", "conflated")
MISSING = ("missing mention", "missing entity", "divided")


class Error(NamedTuple):
    """One error: its kind, its key document, and the mentions and entities concerned.

    Mentions are rows of the key's and the response's corpus in text order; entities are their numbers there. A shared
    mention is in both lists.
    """

    kind: str
    document: int
    key_mentions: tuple[int, ...] = ()
    response_mentions: tuple[int, ...] = ()
    key_entities: tuple[int, ...] = ()
    response_entities: tuple[int, ...] = ()


@dataclass(frozen=True)
class Operations:
    """The operations of all errors as columns, in rows of the alignment.

    Each has a kind, a number in KINDS, the entity that its part comes from or belongs to, and its part: the rows from
    `bounds` of it to `bounds` of the next.
    """

    kind: Integers
    entity: Integers
    bounds: Integers
    rows: Integers

    @property
    def number(self) -> Integers:
        """The operation of each of the rows."""
        return np.repeat(np.arange(len(self.kind)), np.diff(self.bounds))

    def of_kind(self, kind: int) -> Operations:
        wanted = self.kind == kind
        size = np.diff(self.bounds)
        bounds = np.append(0, np.cumsum(size[wanted]))
        return Operations(self.kind[wanted], self.entity[wanted], bounds, self.rows[np.repeat(wanted, size)])


@dataclass(frozen=True)
class Errors:
    """All errors of a response in text order, and the data to repair them."""

    info: MentionInfo
    spans: dict[int, int]  # response row with wrong boundaries by key row
    operations: Operations  # one per error
    response_entity: Integers  # of each row of the alignment, with correct boundaries

    @property
    def evidence(self) -> Evidence:
        return self.info.evidence

    def __len__(self) -> int:
        return len(self.operations.kind)

    @cached_property
    def errors(self) -> tuple[Error, ...]:
        return tuple(map(self.error, range(len(self))))

    @cached_property
    def counts(self) -> dict[str, int]:
        """Count the errors of each kind."""
        return dict(zip(KINDS, np.bincount(self.operations.kind, minlength=len(KINDS)).tolist(), strict=True))

    def numbers(self, kind: str) -> Integers:
        """Return the numbers of the errors of a kind."""
        return np.flatnonzero(self.operations.kind == list(KINDS).index(kind))

    def of(self, kind: str, most: int | None = None) -> list[Error]:
        """Return the errors of a kind, or as many of them."""
        return [self.error(number) for number in self.numbers(kind)[:most].tolist()]

    @cached_property
    def _columns(self) -> tuple[list[Any], ...]:
        """Kind, document and bounds of each operation; mentions and entities of both sides of each of their rows."""
        made, alignment = self.operations, self.evidence.alignment
        entities = alignment.key_entity[made.rows], self.response_entity[made.rows]
        columns = (made.kind, self.documents, made.bounds, *self.mentions, *entities)
        return tuple(column.tolist() for column in columns)

    @cached_property
    def documents(self) -> Integers:
        """The key document of each error."""
        made = self.operations
        return np.array(self.info.documents, np.int64)[made.rows[made.bounds[:-1]]]

    @cached_property
    def mentions(self) -> tuple[Integers, Integers]:
        """The mentions of key and response, for each of the operations' rows; -1 where a side has none."""
        alignment, rows = self.evidence.alignment, self.operations.rows
        right = np.arange(len(alignment.key_row))
        right[list(self.spans)] = list(self.spans.values())
        return alignment.key_row[rows], alignment.response_row[right[rows]]

    def error(self, number: int) -> Error:
        kind, document, bounds, *columns = self._columns
        parts = ([value for value in column[bounds[number] : bounds[number + 1]] if value >= 0] for column in columns)
        key, response, key_entities, response_entities = parts
        entities = (tuple(dict.fromkeys(each)) for each in (key_entities, response_entities))
        return Error(_NAMES[kind[number]], document[number], tuple(key), tuple(response), *entities)


def find_errors(evidence: Evidence, language: Language = ENGLISH, texts: TextCache | None = None) -> Errors:
    """Find every error of a response; systems that are analysed together share `texts`.

    >>> from corefscope import score
    >>> result = score([["a", "b", "c"]], [["a", "b"], ["c", "x"]], metrics="muc")
    >>> {kind: count for kind, count in find_errors(result.system.evidence).counts.items() if count}
    {'extra mention': 1, 'divided': 1}
    """
    check_repeats(evidence)
    info = MentionInfo.of(evidence, language, texts)
    spans = dict(span_errors(info))
    alignment = evidence.alignment
    response_entity = alignment.response_entity.copy()
    response_entity[list(spans)] = response_entity[list(spans.values())]
    counts = np.ones(len(response_entity), bool)
    counts[list(spans.values())] = False  # the key's mention replaces it
    ordered = order(info.rank)
    ordered = ordered[counts[ordered]]
    corrected = np.array(list(spans), np.int64)
    made = [_Made(0, corrected, alignment.key_entity[corrected], np.arange(len(corrected)))]
    sides = (response_entity, alignment.key_entity)
    for (mine, others), kinds in zip((sides, sides[::-1]), (EXTRA, MISSING), strict=True):
        made += _operations(mine, others, ordered[mine[ordered] >= 0], info.is_pronoun, kinds)
    return Errors(info, spans, _in_text_order(made, info.rank), response_entity)


class _Made(NamedTuple):
    """Operations of one kind: the rows of all parts in text order, each with its entity and the number of its part."""

    kind: int
    rows: Integers
    entity: Integers
    part: Integers


def _operations(
    entity: Integers, others: Integers, rows: Integers, pronoun: NDArray[np.bool_], kinds: tuple[str, str, str]
) -> Iterator[_Made]:
    """Yield the operations on the entities of one side.

    `others` is the other side's entity of each row; `rows` are those of entities, in text order; `kinds` names what
    is done to a mention, to a whole entity and to a part.
    """
    mention, whole, part_of = map(_NAMES.index, kinds)
    rows = rows[order(entity[rows])]
    of_row = entity[rows]
    begin = np.flatnonzero(changes(of_row))
    if not len(begin):
        return
    size = np.diff(np.append(begin, len(rows)))
    number = np.repeat(np.arange(len(begin)), size)  # of the entity, without gaps
    other, speaks = others[rows], ~pronoun[rows]
    # The base is the first mention that is no pronoun, else the first.
    stays = np.minimum.reduceat(np.where(speaks, np.arange(len(rows)), len(rows)), begin)
    stays = np.where(stays < len(rows), stays, begin)
    unmatched = other < 0
    is_whole = (np.add.reduceat(unmatched, begin) > 1) & (np.add.reduceat(speaks & ~unmatched, begin) == 0)
    concerned = is_whole[number] & (unmatched if kinds is EXTRA else True)
    yield _Made(whole, rows[concerned], of_row[concerned], number[concerned])
    # The base stays even if it is unmatched, unless it is the only mention.
    moved = unmatched & ~is_whole[number] & ((np.arange(len(rows)) != stays[number]) | (size[number] == 1))
    yield _Made(mention, rows[moved], of_row[moved], np.flatnonzero(moved))
    moved = ~unmatched & (other != other[stays][number])
    part = number[moved] * (int(other.max(initial=0)) + 1) + other[moved]
    yield _Made(part_of, rows[moved], of_row[moved], part)


def _in_text_order(made: list[_Made], rank: Integers) -> Operations:
    """Sort operations by their first mentions, those with the same by kind."""
    columns: list[tuple[Integers, ...]] = []
    count = 0
    for each in made:
        first, number = distinct(each.part)
        kinds = np.full(len(first), each.kind)
        columns.append((kinds, each.entity[first], each.rows[first], each.rows, number + count))
        count += len(first)
    kind, entity, first, row, number = map(np.concatenate, zip(*columns, strict=True))
    ordered = order(rank[first] * len(KINDS) + kind)
    place = np.empty(count, np.int64)
    place[ordered] = np.arange(count)
    number = place[number]
    bounds = np.append(0, np.cumsum(np.bincount(number, minlength=count)))
    return Operations(kind[ordered], entity[ordered], bounds, row[order(number)])
