"""Error types: what a system did wrong, in terms that say what to work on (Kummerfeld & Klein 2013).

Operations on mentions turn the response into the key: correct a span, split a part from an entity, remove or add a
mention, merge parts. Operations that belong together are one error. One part of an entity does not move, its base:
the part with the earliest mention that is not a pronoun (or the earliest mention, if all are pronouns).
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from corefscope.analysis.attribution.mention_cells import check_repeats
from corefscope.analysis.mistakes.language import ENGLISH, Language
from corefscope.analysis.mistakes.mention_info import MentionInfo
from corefscope.analysis.mistakes.spans import span_errors
from corefscope.analysis.mistakes.text_cache import TextCache
from corefscope.metrics.evidence import Evidence

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


class Operation(NamedTuple):
    """An error in rows of the alignment: the wrong part, and the entity it comes from or belongs to."""

    kind: str
    part: tuple[int, ...]
    entity: int


@dataclass(frozen=True)
class Errors:
    """All errors of a response in text order, and the data to repair them."""

    info: MentionInfo
    spans: dict[int, int]  # response row with wrong boundaries by key row
    operations: tuple[Operation, ...]
    errors: tuple[Error, ...]  # one per operation

    @property
    def evidence(self) -> Evidence:
        return self.info.evidence

    @property
    def counts(self) -> dict[str, int]:
        """Count the errors of each kind."""
        found = Counter(error.kind for error in self.errors)
        return {kind: found[kind] for kind in KINDS}

    def of(self, kind: str) -> list[Error]:
        return [error for error in self.errors if error.kind == kind]


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
    for mine, theirs in spans.items():
        response_entity[mine] = response_entity[theirs]
    counts = np.ones(len(response_entity), bool)
    counts[list(spans.values())] = False  # the key's mention replaces it
    keys, responses = alignment.key_entity.tolist(), response_entity.tolist()
    key_members: dict[int, list[int]] = defaultdict(list)
    response_members: dict[int, list[int]] = defaultdict(list)
    order = np.argsort(info.rank, kind="stable")
    for row in order[counts[order]].tolist():
        if keys[row] >= 0:
            key_members[keys[row]].append(row)
        if responses[row] >= 0:
            response_members[responses[row]].append(row)
    pronoun = info.is_pronoun.tolist()
    operations = [Operation("span", (mine,), keys[mine]) for mine in spans]
    for entity, rows in response_members.items():
        operations += _operations(entity, rows, keys, pronoun, ("extra mention", "extra entity", "conflated"))
    for entity, rows in key_members.items():
        operations += _operations(entity, rows, responses, pronoun, ("missing mention", "missing entity", "divided"))
    rank = info.rank.tolist()
    number = {kind: place for place, kind in enumerate(KINDS)}
    operations.sort(key=lambda operation: (rank[operation.part[0]], number[operation.kind]))
    return Errors(info, spans, tuple(operations), tuple(_errors(info, spans, responses, operations)))


def base(rows: Sequence[int], pronoun: Sequence[bool]) -> int:
    """Return the mention whose part of an entity is the base; `rows` are in text order."""
    return next((row for row in rows if not pronoun[row]), rows[0])


def _operations(
    entity: int, rows: list[int], others: Sequence[int], pronoun: Sequence[bool], kinds: tuple[str, str, str]
) -> Iterable[Operation]:
    """Yield the operations on an entity; `others` is the other side's entity of each row, `kinds` names them."""
    mention, whole, part_of = kinds
    parts: dict[int, list[int]] = defaultdict(list)
    for row in rows:
        parts[others[row]].append(row)
    unmatched = parts.pop(-1, [])
    stays = base(rows, pronoun)
    if len(unmatched) > 1 and all(pronoun[row] for row in rows if others[row] >= 0):
        yield Operation(whole, tuple(unmatched if whole == "extra entity" else rows), entity)
    else:
        # The base stays even if it is unmatched, unless it is the only mention.
        moved = (row for row in unmatched if row != stays or len(rows) == 1)
        yield from (Operation(mention, (row,), entity) for row in moved)
    for part in parts.values():
        if len(part) < len(rows) and stays not in part:
            yield Operation(part_of, tuple(part), entity)


def _errors(
    info: MentionInfo, spans: dict[int, int], responses: Sequence[int], operations: Iterable[Operation]
) -> Iterator[Error]:
    """Convert operations to rows and entities of the two corpora."""
    alignment, documents = info.evidence.alignment, info.documents
    mine, theirs, keys = (
        column.tolist() for column in (alignment.key_row, alignment.response_row, alignment.key_entity)
    )
    for operation in operations:
        part = operation.part
        yield Error(
            operation.kind,
            documents[part[0]],
            tuple(mine[row] for row in part if mine[row] >= 0),
            tuple(there for row in part if (there := theirs[spans.get(row, row)]) >= 0),
            _entities(keys[row] for row in part),
            _entities(responses[row] for row in part),
        )


def _entities(numbers: Iterable[int]) -> tuple[int, ...]:
    return tuple(dict.fromkeys(number for number in numbers if number >= 0))
