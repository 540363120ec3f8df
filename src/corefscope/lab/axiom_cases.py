"""Random cases for each axiom: pairs of partitions of which something is demanded.

Every generator takes a source of randomness and a rough number of mentions, and returns a case: the (key, response)
pairs whose scores are compared, by custom with the worse response first. It is empty where the random partitions do
not fit.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable
from random import Random

from corefscope.lab.partitions import Clusters, clusters, links, mentions, owners, random_partition, sized

Case = tuple[tuple[Clusters, Clusters], ...]
Generator = Callable[[Random, int], Case]


def _of(key: Clusters, *responses: Clusters) -> Case:
    return tuple((key, response) for response in responses)


def _sample(random: Random, size: int) -> list[int]:
    """Return few, most or all mentions."""
    rate = random.choice([0.0, 0.2, 0.5])
    return [mention for mention in range(size) if random.random() >= rate]


def _two(random: Random, size: int) -> tuple[Clusters, Clusters]:
    """Return two partitions of the same mentions."""
    return random_partition(random, range(size)), random_partition(random, range(size))


def _around(random: Random, first: int, size: int) -> tuple[Clusters, Clusters]:
    """Return key and response entities of further mentions, so that an axiom is not only tried in isolation."""
    rest = range(first, first + max(size - first, 0) * random.randint(0, 1))
    return random_partition(random, rest), random_partition(random, rest)


def anything(random: Random, size: int) -> Case:
    """Two partitions whose mentions agree in part."""
    one, two = (random_partition(random, _sample(random, size)) for _ in range(2))
    return _of(one, two)


def _of_key(response: Callable[[Clusters], Clusters], fits: Callable[[Clusters], object] = bool) -> Generator:
    """Return the generator of a response that follows from a random key, if that fits."""

    def generate(random: Random, size: int) -> Case:
        key = random_partition(random, range(size))
        return _of(key, response(key)) if fits(key) else ()

    return generate


perfect = _of_key(lambda key: key)
all_singletons = _of_key(lambda key: sized(*[1] * len(mentions(key))), links)
all_one = _of_key(lambda key: sized(len(mentions(key))), lambda key: len(key) > 1)


def dominated(random: Random, size: int) -> Case:
    """Two responses to one key, the second with at least the right links and at most the wrong ones of the first."""
    key, one = _two(random, size)
    moved = random.randrange(size)
    rest: list[list[int]] = [*([mention for mention in entity if mention != moved] for entity in one), []]
    random.choice(rest).append(moved)
    two = clusters(rest)
    for worse, better in ((one, two), (two, one)):
        right, wrong = links(worse) & links(key), links(worse) - links(key)
        if worse != better and right <= links(better) & links(key) and links(better) - links(key) <= wrong:
            return _of(key, worse, better)
    return ()


def same_links(random: Random, size: int) -> Case:
    """u·v wrong links by a merger, against u·v missing links by a split; all else is right."""
    u, v = (random.randint(1, max(size // 4, 1)) for _ in range(2))
    one, two, both = sized(u, v, u + v)
    around, _ = _around(random, 2 * (u + v), size)
    key = clusters([one, two, both, *around])
    return _of(key, clusters([one + two, both, *around]), clusters([one, two, both[:u], both[u:], *around]))


def singleton_found(random: Random, size: int) -> Case:
    """A singleton of the key is missing from the response, or in a wrong entity; then it stands there alone."""
    around = random_partition(random, range(1, size))
    response = [list(entity) for entity in random_partition(random, range(1, size))]
    right = clusters([[0], *response])
    if random.random() < 0.5 and response:
        random.choice(response).append(0)
    return _of(clusters([[0], *around]), clusters(response), right)


def large_right(random: Random, size: int) -> Case:
    """Of two entities, the small one is found and the mentions of the large one are left alone; and conversely."""
    small = random.randint(2, max(size // 2, 2))
    one, two = sized(small, small + random.randint(1, max(size // 2, 1)))
    around, answered = _around(random, len(one) + len(two), size)
    alone = [[(mention,) for mention in entity] for entity in (one, two)]
    key = clusters([one, two, *around])
    return _of(key, clusters([one, *alone[1], *answered]), clusters([two, *alone[0], *answered]))


def large_wrong(random: Random, size: int) -> Case:
    """A singleton of the key is wrongly added to the larger, or to the smaller, of two right entities."""
    small = random.randint(1, max(size // 3, 1))
    one, two = sized(small, small + random.randint(1, max(size // 3, 1)))
    stray = len(one) + len(two)
    around, _ = _around(random, stray + 1, size)
    key = clusters([one, two, [stray], *around])
    return _of(key, clusters([one, (*two, stray), *around]), clusters([(*one, stray), two, *around]))


def homogeneity(random: Random, size: int) -> Case:
    """An entity of the response that mixes two of the key is split into its two parts."""
    key, response = _two(random, size)
    owner = owners(key)
    mixed = [entity for entity in response if len({owner[mention] for mention in entity}) == 2]
    if not mixed:
        return ()
    chosen = random.choice(mixed)
    first = [mention for mention in chosen if owner[mention] == owner[chosen[0]]]
    second = [mention for mention in chosen if mention not in first]
    return _of(key, response, clusters([*(entity for entity in response if entity != chosen), first, second]))


def completeness(random: Random, size: int) -> Case:
    """Two entities of the response that lie within one of the key are merged."""
    key, response = _two(random, size)
    owner = owners(key)
    pure = [entity for entity in response if len({owner[mention] for mention in entity}) == 1]
    pairs = [(a, b) for a, b in itertools.combinations(pure, 2) if owner[a[0]] == owner[b[0]]]
    if not pairs:
        return ()
    one, two = random.choice(pairs)
    return _of(key, response, clusters([*(entity for entity in response if entity not in (one, two)), one + two]))


def rag_bag(random: Random, size: int) -> Case:
    """A singleton is added to a clean entity, or to one of as many miscellaneous mentions."""
    n = random.randint(2, max(size // 2, 2))
    clean, noisy = sized(n, n)
    stray = 2 * n
    key = clusters([clean, *((mention,) for mention in (*noisy, stray))])
    return _of(key, clusters([(*clean, stray), noisy]), clusters([clean, (*noisy, stray)]))


def size_against_quantity(random: Random, size: int) -> Case:
    """n entities of two are split, or one mention is lost from an entity of n + 1."""
    n = random.randint(2, max(size // 2, 2))
    large, *small = sized(n + 1, *[2] * n)
    alone = [(mention,) for pair in small for mention in pair]
    return _of(clusters([large, *small]), clusters([large, *alone]), clusters([large[:n], large[n:], *small]))


def no_links(random: Random, size: int) -> Case:
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
    return _of(key, clusters(response)) if response else ()


def wrong_addition(random: Random, size: int) -> Case:
    """An entity of mentions that the response had missed is added; no two of them corefer."""
    key = random_partition(random, range(size))
    missing = [random.choice(entity) for entity in key if random.random() < 0.6]
    response = random_partition(random, [mention for mention in range(size) if mention not in missing])
    return _of(key, response, clusters([*response, missing])) if len(missing) > 1 and response else ()


def repeated(random: Random, size: int) -> Case:
    """A mention of the key gets a copy in another entity of the response, where nothing corefers with it."""
    key, response = _two(random, size)
    owner = owners(key)
    mention = random.randrange(size)
    places = [e for e in response if owner[mention] not in {owner[other] for other in e}]
    place = random.choice(places) if places else ()
    return _of(key, response, tuple((*e, mention) if e == place else e for e in response)) if place else ()
