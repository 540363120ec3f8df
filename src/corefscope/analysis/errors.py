"""Error types: what a system did wrong, in terms that say what to work on (Kummerfeld & Klein 2013).

Operations on mentions turn the response into the key: correct a span, split a part from an entity, remove or add a
mention, merge parts. Operations that belong together are one error. One part of an entity does not move, its base:
the part with the earliest mention that is not a pronoun (or the earliest mention, if all are pronouns).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from corefscope.analysis.attribution import check_repeats
from corefscope.analysis.mentions import ENGLISH, Language, MentionInfo, MentionWords
from corefscope.arrays import changes, distinct, order
from corefscope.metrics.evidence import Evidence
from corefscope.model import TOKENS, Integers

# In the order in which Kummerfeld & Klein correct them.
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
class Errors:
    """All errors of a response in text order, as columns.

    Each has a kind, the entity that its part comes from or belongs to, and its part: the alignment rows between its
    entry in `bounds` and the next.
    """

    info: MentionInfo
    spans: tuple[Integers, Integers]  # rows of the key's mentions, and of the response's with wrong boundaries
    response_entity: Integers  # of each row of the alignment, with correct boundaries
    kind: Integers  # a number in KINDS
    entity: Integers
    bounds: Integers
    rows: Integers

    @property
    def evidence(self) -> Evidence:
        return self.info.evidence

    def __len__(self) -> int:
        return len(self.kind)

    @cached_property
    def errors(self) -> tuple[Error, ...]:
        entities = self.evidence.alignment.key_entity[self.rows], self.response_entity[self.rows]
        columns = [column.tolist() for column in (*self.mentions, *entities)]
        errors = []
        spans = pairwise(self.bounds.tolist())
        for kind, document, (first, end) in zip(self.kind.tolist(), self.documents.tolist(), spans, strict=True):
            parts = (dict.fromkeys(value for value in column[first:end] if value >= 0) for column in columns)
            errors.append(Error(_NAMES[kind], document, *map(tuple, parts)))
        return tuple(errors)

    @cached_property
    def counts(self) -> dict[str, int]:
        """Count the errors of each kind."""
        return dict(zip(KINDS, np.bincount(self.kind, minlength=len(KINDS)).tolist(), strict=True))

    def of(self, kind: str) -> list[Error]:
        return [error for error in self.errors if error.kind == kind]

    def parts_of(self, kind: str) -> tuple[Integers, Integers, Integers]:
        """The entity of each error of a kind, and the rows of all their parts with the number of each row's error."""
        chosen, size = self.kind == _NAMES.index(kind), np.diff(self.bounds)
        number = np.repeat(np.arange(int(chosen.sum())), size[chosen])
        return self.entity[chosen], self.rows[np.repeat(chosen, size)], number

    @cached_property
    def documents(self) -> Integers:
        """The key document of each error."""
        return self.info.documents[self.rows[self.bounds[:-1]]]

    @cached_property
    def mentions(self) -> tuple[Integers, Integers]:
        """The mentions of key and response in the rows of all parts; -1 where a side has none."""
        alignment = self.evidence.alignment
        right = np.arange(len(alignment.key_row))
        right[self.spans[0]] = self.spans[1]
        return alignment.key_row[self.rows], alignment.response_row[right[self.rows]]


def find_errors(evidence: Evidence, language: Language = ENGLISH) -> Errors:
    """Find every error of a response.

    >>> from corefscope import score
    >>> result = score([["a", "b", "c"]], [["a", "b"], ["c", "x"]], metrics="muc")
    >>> {kind: count for kind, count in find_errors(result.system.evidence).counts.items() if count}
    {'extra mention': 1, 'divided': 1}
    """
    check_repeats(evidence)
    info = MentionInfo(evidence, language)
    alignment = evidence.alignment
    right, wrong = spans = _span_errors(info)
    response_entity = alignment.response_entity.copy()
    response_entity[right] = response_entity[wrong]
    counts = np.ones(len(response_entity), bool)
    counts[wrong] = False  # the key's mention replaces it
    rows = order(info.rank)
    rows = rows[counts[rows]]
    operations = [(0, right, alignment.key_entity[right], np.arange(len(right)))]
    sides = (response_entity, alignment.key_entity)
    for (mine, others), kinds in zip((sides, sides[::-1]), (EXTRA, MISSING), strict=True):
        operations += _operations(mine, others, rows[mine[rows] >= 0], info.is_pronoun, kinds)
    return Errors(info, spans, response_entity, *_in_text_order(operations, info.rank))


def _span_errors(info: MentionInfo) -> tuple[Integers, Integers]:
    """Pair unmatched rows of the alignment, key with response, that differ only in their boundaries.

    First come pairs equal without articles and punctuation at their ends; then pairs whose head no other unmatched
    mention of either side has (Kummerfeld & Klein 2013). Earlier mentions choose first.
    """
    alignment, rows, documents = info.evidence.alignment, order(info.rank), info.documents.tolist()
    sides = (
        (info.sides["key"], alignment.key_row, rows[alignment.response_row[rows] < 0].tolist()),
        (info.sides["response"], alignment.response_row, rows[alignment.key_row[rows] < 0].tolist()),
    )
    pairs: list[tuple[int, int]] = []
    places: list[Callable[[MentionWords, int], Hashable]] = [lambda words, row: _core(words, row, info.language), _head]
    for only_unique, place in enumerate(places if info.key.label is None and info.response.label is None else ()):
        taken = {row for pair in pairs for row in pair}
        mine: dict[Hashable, list[int]] = defaultdict(list)
        theirs: dict[Hashable, list[int]] = defaultdict(list)
        for rows_at, (words, mention, unmatched) in zip((mine, theirs), sides, strict=True):
            for row in unmatched:
                if row not in taken:
                    rows_at[documents[row], place(words, int(mention[row]))].append(row)
        for where in mine.keys() & theirs.keys():
            if not only_unique or len(mine[where]) == len(theirs[where]) == 1:
                pairs += zip(mine[where], theirs[where], strict=False)
    columns = np.array(sorted(pairs), np.int64).reshape(-1, 2)
    return columns[:, 0], columns[:, 1]


def _core(words: MentionWords, row: int, language: Language) -> Hashable:
    """Return the positions of a mention without articles and punctuation at its ends; a range if possible."""
    corpus = words.corpus
    positions, text = corpus.positions(row), words.text(int(corpus.document[row]))
    if text is not None and corpus.unit == TOKENS and positions and positions[-1] < len(text):
        positions = language.strip(text, positions)
    if isinstance(positions, tuple) and positions[0] >= 0 and positions[-1] + 1 - positions[0] == len(positions):
        return range(positions[0], positions[-1] + 1)
    return positions


def _head(words: MentionWords, row: int) -> Hashable:
    """The head of a mention, or its last token if no rule gives one."""
    head = words.corpus.head_of(row)
    return words.corpus.positions(row)[-1] if head is None else head


# Operations of one kind: the kind, rows of all parts in text order, and the entity and the number of each row's part.
_OperationsOfKind = tuple[int, Integers, Integers, Integers]


def _operations(
    entity: Integers, others: Integers, rows: Integers, pronoun: NDArray[np.bool_], kinds: tuple[str, str, str]
) -> Iterator[_OperationsOfKind]:
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
    # The base is the first mention that is not a pronoun, else the first.
    stays = np.minimum.reduceat(np.where(speaks, np.arange(len(rows)), len(rows)), begin)
    stays = np.where(stays < len(rows), stays, begin)
    unmatched = other < 0
    is_whole = (np.add.reduceat(unmatched, begin) > 1) & (np.add.reduceat(speaks & ~unmatched, begin) == 0)
    concerned = is_whole[number] & (unmatched if kinds is EXTRA else True)
    yield whole, rows[concerned], of_row[concerned], number[concerned]
    # The base stays even if it is unmatched, unless it is the only mention.
    moved = unmatched & ~is_whole[number] & ((np.arange(len(rows)) != stays[number]) | (size[number] == 1))
    yield mention, rows[moved], of_row[moved], np.flatnonzero(moved)
    moved = ~unmatched & (other != other[stays][number])
    part = number[moved] * (int(other.max(initial=0)) + 1) + other[moved]
    yield part_of, rows[moved], of_row[moved], part


def _in_text_order(
    operations: list[_OperationsOfKind], rank: Integers
) -> tuple[Integers, Integers, Integers, Integers]:
    """Sort operations by their first mentions, those with the same by kind; return the columns of Errors."""
    columns: list[tuple[Integers, ...]] = []
    count = 0
    for kind, rows, entity, part in operations:
        first, number = distinct(part)
        columns.append((np.full(len(first), kind), entity[first], rows[first], rows, number + count))
        count += len(first)
    kinds, entities, firsts, all_rows, numbers = map(np.concatenate, zip(*columns, strict=True))
    ordered = order(rank[firsts] * len(KINDS) + kinds)
    place = np.empty(count, np.int64)
    place[ordered] = np.arange(count)
    numbers = place[numbers]
    bounds = np.append(0, np.cumsum(np.bincount(numbers, minlength=count)))
    return kinds[ordered], entities[ordered], bounds, all_rows[order(numbers)]
