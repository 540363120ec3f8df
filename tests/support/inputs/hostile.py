"""Input that makes work long: tables that are hard to align, and documents that invite to compare all with all."""

import numpy as np


def heavy_tailed(random, mentions, singletons=0.3):
    """An entity for each mention: sizes fall off as a power, and a share of the mentions stands alone."""
    alone = int(singletons * mentions)
    sizes = (2 * random.random(mentions) ** -0.6).astype(np.int64)
    sizes = np.minimum(sizes, mentions // 20 + 1)
    grown = np.repeat(np.arange(len(sizes)), sizes)[: mentions - alone]
    entity = np.concatenate([grown, grown[-1] + 1 + np.arange(alone)])
    return random.permutation(entity)


def even(random, mentions, size=5):
    """Entities of about equal size, hardly any with one cell: folding does not help."""
    return np.unique(random.integers(0, mentions // size, mentions), return_inverse=True)[1].reshape(-1)


def noisy(random, entity):
    """A response to a key: one mention in six is in the wrong entity, one in twenty in a new one."""
    response = entity.copy()
    wrong = np.flatnonzero(random.random(len(entity)) < 1 / 6)
    response[wrong] = entity[random.integers(0, len(entity), len(wrong))]
    new = np.flatnonzero(random.random(len(entity)) < 1 / 20)
    response[new] = entity.max() + 1 + random.integers(0, len(entity) // 20 + 1, len(new))
    return np.unique(response, return_inverse=True)[1].reshape(-1)


def cells(key, response):
    """Key entity, response entity, and the weights of CEAFm and of CEAFe."""
    width = int(response.max()) + 1
    code, shared = np.unique(key * width + response, return_counts=True)
    one, two = code // width, code % width
    return one, two, shared.astype(float), 2 * shared / (np.bincount(key)[one] + np.bincount(response)[two])


def repeated_mentions(lines):
    """CoNLL: every token is twice a mention of the same entity."""
    return "#begin document (d); part 000\n" + "a\t(1)(1)\n" * lines + "#end document\n"


def nested_mentions(count):
    """Each mention lies in the one before it; all of them cover the middle of the text."""
    return [(place, 2 * count - place) for place in range(count)]


def growing_mentions(count):
    """All mentions begin at the beginning."""
    return [(0, end) for end in range(1, count + 1)]


def overlapping_mentions(count, width=50):
    """Each mention begins one token further on."""
    return [(place, place + width) for place in range(count)]


def single_mentions(count):
    """Every token is a mention."""
    return [(place, place + 1) for place in range(count)]


LAYOUTS = {"nested": nested_mentions, "growing": growing_mentions, "overlapping": overlapping_mentions}


def shorter(spans):
    """The same mentions without their last tokens: none is equal, all are similar."""
    return [(start, max(end - 1, start + 1)) for start, end in spans]


def one_entity(count):
    """All mentions belong together."""
    return [0] * count


def blocks_of_neighbours(count):
    """Neighbours belong together, in entities as many as they are large."""
    return [place // int(count**0.5) for place in range(count)]


def every_so_many(count):
    """Each entity takes one mention from everywhere: with `blocks_of_neighbours`, every part is of every other."""
    return [place % int(count**0.5) for place in range(count)]


def chain_of_pairs(count):
    """Pairs that overlap those of `one_entity` shifted by one: all hangs together through all."""
    return [(place + 1) // 2 for place in range(count)]


def pairs_of_neighbours(count):
    """Each mention and the next."""
    return [place // 2 for place in range(count)]


def odd_ones_together(count):
    """One entity takes the second of every pair of `pairs_of_neighbours`: repairs merge it with one after the other."""
    return [0 if place % 2 else place + 1 for place in range(count)]


def words_twice(count):
    """A text without unique words, in which taking one word off at the end makes the next one unique, and so on."""
    return [f"w{number - behind}" for number in range(count // 2) for behind in (0, 1)]
