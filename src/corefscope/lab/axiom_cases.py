"""Random cases for each axiom: partitions of which something is demanded.

Every generator takes a source of randomness and a rough number of mentions, and returns a key and the responses whose
scores are compared, by custom the worse one first; nothing where the random partitions do not fit.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence
from random import Random

from corefscope.lab.partitions import (
    Clusters,
    clusters,
    links,
    mentions,
    owners,
    random_partition,
    replaced,
    singletons,
    sized,
)

Sides = tuple[Clusters, ...]  # a key and its responses
Generator = Callable[[Random, int], Sides]


def _sample(random: Random, size: int) -> list[int]:
    """Return few, most or all mentions."""
    rate = random.choice([0.0, 0.2, 0.5])
    return [mention for mention in range(size) if random.random() >= rate]


def _two(random: Random, these: Sequence[int]) -> tuple[Clusters, Clusters]:
    """Return two partitions of the same mentions."""
    return random_partition(random, these), random_partition(random, these)


def _around(random: Random, first: int, size: int) -> tuple[Clusters, Clusters]:
    """Return key and response entities of further mentions, so that an axiom is not only tried in isolation."""
    return _two(random, range(first, first + max(size - first, 0) * random.randint(0, 1)))


def anything(random: Random, size: int) -> Sides:
    """Two partitions whose mentions agree in part."""
    return tuple(random_partition(random, _sample(random, size)) for _ in range(2))


def perfect(random: Random, size: int) -> Sides:
    return (random_partition(random, range(size)),) * 2


def all_singletons(random: Random, size: int) -> Sides:
    key = random_partition(random, range(size))
    return (key, singletons(range(size))) if links(key) else ()


def all_one(random: Random, size: int) -> Sides:
    key = random_partition(random, range(size))
    return (key, sized(size)) if len(key) > 1 else ()


def dominated(random: Random, size: int) -> Sides:
    """Two responses to one key, the second with at least the right links and at most the wrong ones of the first."""
    key, one = _two(random, range(size))
    moved = random.randrange(size)
    rest: list[list[int]] = [*([mention for mention in entity if mention != moved] for entity in one), []]
    random.choice(rest).append(moved)
    two = clusters(rest)
    for worse, better in ((one, two), (two, one)):
        right, wrong = links(worse) & links(key), links(worse) - links(key)
        if worse != better and right <= links(better) & links(key) and links(better) - links(key) <= wrong:
            return key, worse, better
    return ()


def same_links(random: Random, size: int) -> Sides:
    """u·v wrong links by a merger, against u·v missing links by a split; all else is right."""
    u, v = (random.randint(1, max(size // 4, 1)) for _ in range(2))
    one, two, both = sized(u, v, u + v)
    key = clusters([one, two, both, *_around(random, 2 * (u + v), size)[0]])
    return key, replaced(key, (one, two), one + two), replaced(key, (both,), both[:u], both[u:])


def singleton_right(random: Random, size: int) -> Sides:
    """A singleton of the key is missing from the response, or in a wrong entity; then it stands there alone."""
    around = random_partition(random, range(1, size))
    response = [list(entity) for entity in random_partition(random, range(1, size))]
    right = clusters([[0], *response])
    if random.random() < 0.5 and response:
        random.choice(response).append(0)
    return clusters([[0], *around]), clusters(response), right


def large_right(random: Random, size: int) -> Sides:
    """Of two entities, the small one is right and the mentions of the large one are left alone; and conversely."""
    small = random.randint(2, max(size // 2, 2))
    one, two = sized(small, small + random.randint(1, max(size // 2, 1)))
    around, answered = _around(random, len(one) + len(two), size)
    responses = (clusters([right, *singletons(alone), *answered]) for right, alone in ((one, two), (two, one)))
    return clusters([one, two, *around]), *responses


def large_wrong(random: Random, size: int) -> Sides:
    """A singleton of the key is wrongly added to the larger, or to the smaller, of two right entities."""
    small = random.randint(1, max(size // 3, 1))
    one, two = sized(small, small + random.randint(1, max(size // 3, 1)))
    stray = (len(one) + len(two),)
    key = clusters([one, two, stray, *_around(random, stray[0] + 1, size)[0]])
    return key, replaced(key, (two, stray), two + stray), replaced(key, (one, stray), one + stray)


def homogeneity(random: Random, size: int) -> Sides:
    """An entity of the response that mixes two of the key is split into its two parts."""
    key, response = _two(random, range(size))
    owner = owners(key)
    mixed = [entity for entity in response if len({owner[mention] for mention in entity}) == 2]
    if not mixed:
        return ()
    entity = random.choice(mixed)
    part = [mention for mention in entity if owner[mention] == owner[entity[0]]]
    return key, response, replaced(response, (entity,), part, set(entity).difference(part))


def completeness(random: Random, size: int) -> Sides:
    """Two entities of the response that lie within one of the key are merged."""
    key, response = _two(random, range(size))
    owner = owners(key)
    pure = [entity for entity in response if len({owner[mention] for mention in entity}) == 1]
    pairs = [(a, b) for a, b in itertools.combinations(pure, 2) if owner[a[0]] == owner[b[0]]]
    if not pairs:
        return ()
    one, two = random.choice(pairs)
    return key, response, replaced(response, (one, two), one + two)


def rag_bag(random: Random, size: int) -> Sides:
    """A singleton is added to a clean entity, or to one of as many miscellaneous mentions."""
    n = random.randint(2, max(size // 2, 2))
    clean, noisy, stray = sized(n, n, 1)
    return clusters([clean, *singletons(noisy + stray)]), (clean + stray, noisy), (clean, noisy + stray)


def size_against_quantity(random: Random, size: int) -> Sides:
    """n entities of two are split, or one mention is lost from an entity of n + 1."""
    n = random.randint(2, max(size // 2, 2))
    large, *small = key = sized(n + 1, *[2] * n)
    return key, (large, *singletons(mentions(tuple(small)))), replaced(key, (large,), large[:n], large[n:])


def no_links(random: Random, size: int) -> Sides:
    """The key has no singletons, the response not one right link; it may have mentions that the key lacks."""
    key = random_partition(random, range(size), max(size // 2, 1))
    if any(len(entity) == 1 for entity in key):
        return ()
    owner = owners(key)
    response: list[list[int]] = []
    for mention in _sample(random, size + 1):
        free = [e for e in response if owner.get(mention, -1) not in {owner.get(other, -1) for other in e}]
        if free and random.random() < 0.7:
            random.choice(free).append(mention)
        else:
            response.append([mention])
    return (key, clusters(response)) if response else ()


def wrong_addition(random: Random, size: int) -> Sides:
    """An entity of mentions that the response had missed is added; no two of them corefer."""
    key = random_partition(random, range(size))
    missing = [random.choice(entity) for entity in key if random.random() < 0.6]
    response = random_partition(random, [mention for mention in range(size) if mention not in missing])
    return (key, response, clusters([*response, missing])) if len(missing) > 1 and response else ()


def repeated(random: Random, size: int) -> Sides:
    """A mention of the key gets a copy in another entity of the response, where nothing corefers with it."""
    key, response = _two(random, range(size))
    owner = owners(key)
    mention = random.randrange(size)
    places = [e for e in response if owner[mention] not in {owner[other] for other in e}]
    place = random.choice(places) if places else ()
    return (key, response, tuple((*e, mention) if e == place else e for e in response)) if place else ()
