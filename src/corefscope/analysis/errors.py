"""Error types: what a system did wrong, in terms that say what to work on (Kummerfeld & Klein 2013).

Operations on mentions turn the response into the key: correct a span, split a part from an entity, remove or add a
mention, merge parts. Operations that belong together are one error. One part of an entity does not move, its base:
the part with the earliest mention that is not a pronoun (or the earliest mention, if all are pronouns).
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from corefscope.analysis.attribution import check_repeats
from corefscope.analysis.mentions import ENGLISH, Language, MentionInfo, MentionWords
from corefscope.arrays import order
from corefscope.metrics.evidence import Evidence
from corefscope.model import TOKENS

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


class ErrorPart(NamedTuple):
    """The rows of the alignment that an error is about, in text order, and the entity that they belong to or leave."""

    kind: str
    entity: int
    rows: list[int]


@dataclass(frozen=True)
class Errors:
    """All errors of a response in text order."""

    info: MentionInfo
    spans: tuple[list[int], list[int]]  # rows of the key's mentions, and of the response's with wrong boundaries
    response_entity: list[int]  # of each row of the alignment, with correct boundaries
    parts: list[ErrorPart]

    @property
    def evidence(self) -> Evidence:
        return self.info.evidence

    def __len__(self) -> int:
        return len(self.parts)

    @cached_property
    def errors(self) -> tuple[Error, ...]:
        alignment, documents = self.evidence.alignment, self.info.documents.tolist()
        response_row = alignment.response_row.copy()
        response_row[self.spans[0]] = response_row[self.spans[1]]
        of_rows = (alignment.key_row, response_row, alignment.key_entity)
        columns = [*(column.tolist() for column in of_rows), self.response_entity]
        errors = []
        for kind, _, rows in self.parts:
            values = (dict.fromkeys(column[row] for row in rows if column[row] >= 0) for column in columns)
            errors.append(Error(kind, documents[rows[0]], *map(tuple, values)))
        return tuple(errors)

    @cached_property
    def counts(self) -> dict[str, int]:
        """Count the errors of each kind."""
        counts = Counter(part.kind for part in self.parts)
        return {kind: counts[kind] for kind in KINDS}

    @cached_property
    def key_members(self) -> dict[int, list[int]]:
        """The rows of each key entity in text order; those of mentions that the key lacks under -1."""
        entity, members = self.evidence.alignment.key_entity.tolist(), defaultdict(list)
        for row in order(self.info.rank).tolist():
            members[entity[row]].append(row)
        return members

    def of(self, kind: str) -> list[Error]:
        return [error for error in self.errors if error.kind == kind]


def find_errors(evidence: Evidence, language: Language = ENGLISH) -> Errors:
    """Find every error of a response.

    >>> from corefscope import score
    >>> result = score([["a", "b", "c"]], [["a", "b"], ["c", "x"]], metrics="muc")
    >>> {kind: count for kind, count in find_errors(result.system.evidence).counts.items() if count}
    {'extra mention': 1, 'divided': 1}
    """
    check_repeats(evidence)
    info = MentionInfo(evidence, language)
    right, wrong = spans = _span_errors(info)
    key_entity, response_entity = evidence.alignment.key_entity.tolist(), evidence.alignment.response_entity.tolist()
    parts = []
    for one, two in zip(right, wrong, strict=True):
        response_entity[one] = response_entity[two]
        parts.append(ErrorPart("span", key_entity[one], [one]))
    replaced = set(wrong)  # by the key's mentions
    rows = [row for row in order(info.rank).tolist() if row not in replaced]
    pronoun = info.is_pronoun.tolist()
    parts += _parts(response_entity, key_entity, rows, pronoun, EXTRA)
    parts += _parts(key_entity, response_entity, rows, pronoun, MISSING)
    rank, place = info.rank.tolist(), {kind: number for number, kind in enumerate(KINDS)}
    return Errors(info, spans, response_entity, sorted(parts, key=lambda part: (rank[part.rows[0]], place[part.kind])))


def _span_errors(info: MentionInfo) -> tuple[list[int], list[int]]:
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
    pairs.sort()
    return [one for one, _ in pairs], [two for _, two in pairs]


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


def _parts(
    entity: list[int], others: list[int], rows: list[int], pronoun: list[bool], kinds: tuple[str, str, str]
) -> Iterator[ErrorPart]:
    """Yield the parts of the entities of one side that have to move.

    `others` is the other side's entity of each row; `rows` are in text order; `kinds` names what is done to a mention,
    to a whole entity and to a part.
    """
    mention, whole, part_of = kinds
    members: dict[int, list[int]] = defaultdict(list)
    for row in rows:
        if entity[row] >= 0:
            members[entity[row]].append(row)
    for number, mine in members.items():
        base = next((row for row in mine if not pronoun[row]), mine[0])
        unmatched = [row for row in mine if others[row] < 0]
        if len(unmatched) > 1 and all(others[row] < 0 or pronoun[row] for row in mine):
            yield ErrorPart(whole, number, unmatched if kinds is EXTRA else mine)
        else:  # the base stays even if it is unmatched, unless it is the only mention
            yield from (ErrorPart(mention, number, [row]) for row in unmatched if row != base or len(mine) == 1)
        by_other: dict[int, list[int]] = defaultdict(list)
        for row in mine:
            if others[row] not in (-1, others[base]):
                by_other[others[row]].append(row)
        yield from (ErrorPart(part_of, number, part) for part in by_other.values())
