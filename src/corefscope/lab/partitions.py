"""Small partitions of numbered mentions, many scored at once: the test tubes of the lab.

A mention is a number; what a metric may ask of it follows from the number, so that every registered metric can be
tried: it is one token long, its own head, and a name, a nominal or a pronoun in turn. Every entity is a person.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Mapping, Sequence
from random import Random

from corefscope.metrics import Score
from corefscope.model import Document, Mention
from corefscope.scoring.score import score

Clusters = tuple[tuple[int, ...], ...]
Pair = tuple[Clusters, Clusters]  # a key and a response
PARTITION_KINDS = ("name", "nominal", "pronoun")
ENTITY_TYPE = "PER::SPC"  # type, subtype and class as ACE has them
EQUAL = 1e-9  # scores that differ less are equal
LETTERS = "abcdefghijklmnopqrstuvwxyz"


def clusters(entities: Iterable[Iterable[int]]) -> Clusters:
    """Sort entities by their first mention; empty ones disappear.

    >>> clusters([[3, 2], [], [1]])
    ((1,), (2, 3))
    """
    return tuple(sorted(tuple(sorted(entity)) for entity in entities if entity))


def mentions(partition: Clusters) -> list[int]:
    return sorted(itertools.chain(*partition))


def sized(*sizes: int) -> Clusters:
    """Return consecutive mentions in entities of these sizes.

    >>> sized(2, 1)
    ((0, 1), (2,))
    """
    return tuple(tuple(range(end - size, end)) for end, size in zip(itertools.accumulate(sizes), sizes, strict=True))


def singletons(these: Iterable[int]) -> Clusters:
    return tuple((mention,) for mention in these)


def replaced(partition: Clusters, old: Iterable[tuple[int, ...]], *new: Iterable[int]) -> Clusters:
    """Return a partition with new entities in place of old ones."""
    return clusters([*set(partition).difference(old), *new])


def owners(partition: Clusters) -> dict[int, int]:
    """Return the entity of each mention, by number."""
    return {mention: number for number, entity in enumerate(partition) for mention in entity}


def links(partition: Clusters) -> set[tuple[int, int]]:
    """Return all pairs of mentions of one entity."""
    return {pair for entity in partition for pair in itertools.combinations(sorted(entity), 2)}


def random_partition(random: Random, these: Sequence[int], most: int | None = None) -> Clusters:
    """Return a partition of these mentions into at most `most` entities; few and many entities are equally common."""
    parts = random.randint(1, most or max(len(these), 1))
    entities: dict[int, list[int]] = {}
    for mention in these:
        entities.setdefault(random.randrange(parts), []).append(mention)
    return clusters(entities.values())


def small_pairs() -> Iterator[Pair]:
    """Yield all pairs of partitions of up to three mentions, any of which may be missing from either side."""
    places = itertools.product(range(4), repeat=3)  # the entity of each mention; 3 where it is missing
    sides = {clusters([m for m in range(3) if place[m] == entity] for entity in range(3)) for place in places}
    yield from ((key, response) for key in sorted(sides) if key for response in sorted(sides))


def written(partition: Clusters) -> str:
    """Write a partition as people do: letters for mentions, a word for each entity.

    >>> written(((0, 1), (2,))), written(((0, 30),)), written(())
    ('{a b} {c}', '{1 31}', 'nothing')
    """
    letters = all(mention < len(LETTERS) for mention in mentions(partition))
    words = [[LETTERS[mention] if letters else str(mention + 1) for mention in entity] for entity in partition]
    return " ".join("{" + " ".join(entity) + "}" for entity in words) or "nothing"


def scores(
    pairs: Sequence[Pair], metrics: Sequence[str], types: Mapping[int, str] | None = None
) -> list[dict[str, Score]]:
    """Score each (key, response) by itself, all in one run of the scorer.

    >>> [one["muc"].recall for one in scores([(sized(3), sized(2, 1)), (sized(2), sized(2))], ["muc"])]
    [0.5, 1.0]
    """
    if not pairs:
        return []
    key = [_document(number, one, types) for number, (one, _) in enumerate(pairs)]
    response = [_document(number, two, types) for number, (_, two) in enumerate(pairs)]
    result = score(key, response, metrics=metrics, names=["response"], per_document=True)
    return [dict(row) for row in result.system.per_document]


def f1(key: Clusters, responses: Sequence[Clusters], metrics: Sequence[str]) -> list[dict[str, float]]:
    """Return F1 by metric of each response to one key, in percent as papers print it."""
    rows = scores([(key, response) for response in responses], metrics)
    return [{name: 100 * one.f1 for name, one in row.items()} for row in rows]


def _document(number: int, partition: Clusters, types: Mapping[int, str] | None) -> Document:
    def mention(at: int) -> Mention:
        return Mention(
            at, at + 1, head=at, type=types[at] if types else PARTITION_KINDS[at % len(PARTITION_KINDS)], minimum=(at,)
        )

    entities = [list(map(mention, entity)) for entity in partition]
    return Document(f"pair {number}", entities, entity_types=[ENTITY_TYPE] * len(entities))
