"""What `metrics/repeated.py` documents about the official scorer, taken literally: lists and sets of links.

In the key both copies of a mention stay. In the response a later copy of a mention that the key has is
removed; copies of other mentions stay. Where an entity is looked up by mention, the last one wins.
"""

from fractions import Fraction
from itertools import combinations

from support.definitions.metrics import best_alignment


def without_later_copies(key, response):
    in_key = [mention for chain in key for mention in chain]
    kept, seen = [], []
    for chain in response:
        rest = []
        for mention in chain:
            if mention in in_key and mention in seen:
                continue
            seen.append(mention)
            rest.append(mention)
        kept.append(rest)
    return [chain for chain in kept if chain]


def entity_of(mention, chains):
    """The last chain with this mention, or nothing."""
    entity = []
    for chain in chains:
        if mention in chain:
            entity = chain
    return entity


def counted(recall, precision):
    return {
        "recall_num": recall[0],
        "recall_den": recall[1],
        "precision_num": precision[0],
        "precision_den": precision[1],
    }


def mentions(key, response):
    """By spans, however often each occurs."""
    one, two = ({mention for chain in chains for mention in chain} for chains in (key, response))
    # The official scorer does not count what has no right link; a mention belongs to its last entity, as in B³.
    unlinked = 0
    for mention in one & two:
        mine, theirs = entity_of(mention, key), entity_of(mention, response)
        others = [other for other in set(mine) - {mention} if other in two]
        right = [other for other in others if entity_of(other, key) is mine and entity_of(other, response) is theirs]
        unlinked += len(set(mine)) > 1 and not right
    return {**counted((len(one & two), len(one)), (len(one & two), len(two))), "unlinked": unlinked}


def muc(key, response):
    """A mention of a response chain is a right link if a later one of the chain has the same key entity."""
    right = 0
    for chain in response:
        for position, mention in enumerate(chain):
            mine = entity_of(mention, key)
            right += any(mine and entity_of(other, key) is mine for other in chain[position + 1 :])
    return counted((right, sum(len(chain) - 1 for chain in key)), (right, sum(len(chain) - 1 for chain in response)))


def b3(key, response):
    """Per response mention, the mentions of its chain that are in its key entity."""
    recall = precision = Fraction(0)
    for chain in response:
        for mention in chain:
            mine = entity_of(mention, key)
            common = sum(other in mine for other in chain)
            recall += Fraction(common, len(mine)) if mine else 0
            precision += Fraction(common, len(chain))
    return counted((recall, sum(map(len, key))), (precision, sum(map(len, response))))


def overlap(one, two):
    """Counts the key's copies."""
    return sum(mention in two for mention in one)


def ceafm(key, response):
    total = aligned(key, response, lambda one, two: Fraction(overlap(one, two)))
    return counted((total, sum(map(len, key))), (total, sum(map(len, response))))


def ceafe(key, response):
    total = aligned(key, response, lambda one, two: Fraction(2 * overlap(one, two), len(one) + len(two)))
    return counted((total, len(key)), (total, len(response)))


def aligned(key, response, similarity):
    """The overlap is not symmetric, so the key must stay the key however many entities either side has."""
    if len(key) <= len(response):
        return best_alignment(key, response, similarity)
    return best_alignment(response, key, lambda two, one: similarity(one, two))


def together(chains):
    """Links within chains: sorted pairs; a mention that is twice in a chain is linked to itself."""
    return {tuple(sorted(link)) for chain in chains for link in combinations(chain, 2)}


def apart(chains):
    """Links across chains; a mention that is in two chains is apart from itself."""
    return {tuple(sorted((one, two))) for mine, theirs in combinations(chains, 2) for one in mine for two in theirs}


def blanc(key, response):
    counts = {}
    for kind, links in (("coreference", together), ("non_coreference", apart)):
        counts[f"{kind}_both"] = len(links(key) & links(response))
        counts[f"{kind}_key"] = len(links(key))
        counts[f"{kind}_response"] = len(links(response))
    return counts


def pairwise(key, response):
    right = len(together(key) & together(response))
    return counted((right, len(together(key))), (right, len(together(response))))


def lea(key, response):
    """Pairs of positions in a chain whose mentions have one entity on the other side."""

    def one_side(mine, theirs):
        score = Fraction(0)
        for chain in mine:
            if len(chain) == 1:
                score += len(entity_of(chain[0], theirs)) == 1
                continue
            resolved = links = 0
            for one, two in combinations(chain, 2):
                there = entity_of(one, theirs)
                links += 1
                resolved += bool(there) and entity_of(two, theirs) is there
            score += len(chain) * Fraction(resolved, links)
        return score, sum(map(len, mine))

    return counted(one_side(key, response), one_side(response, key))


SLOW_OFFICIAL = {
    "mentions": mentions,
    "muc": muc,
    "b3": b3,
    "ceafm": ceafm,
    "ceafe": ceafe,
    "blanc": blanc,
    "lea": lea,
    "pairwise": pairwise,
}
