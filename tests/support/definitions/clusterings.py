"""Rand, adjusted Rand and H by their definitions, pair by pair and mention by mention, and other variants."""

import math
from fractions import Fraction
from itertools import combinations

from support.definitions.metrics import coreference_links, owner, quotient_counts


def sides(key, response, which):
    """Both partitions over the same mentions: those both have, or all, the missing ones as singletons."""
    one, two = ({mention for cluster in side for mention in cluster} for side in (key, response))
    if which == "shared":
        kept = [[[m for m in cluster if m in one & two] for cluster in side] for side in (key, response)]
        return [[cluster for cluster in side if cluster] for side in kept]
    return [[*key, *([m] for m in sorted(two - one))], [*response, *([m] for m in sorted(one - two))]]


def together(clusters):
    of = {mention: number for number, cluster in enumerate(clusters) for mention in cluster}
    return {pair: of[pair[0]] == of[pair[1]] for pair in combinations(sorted(of), 2)}


def rand(key, response, which="shared"):
    mine, theirs = map(together, sides(key, response, which))
    return {"agreeing": sum(mine[pair] == theirs[pair] for pair in mine), "pairs": len(mine)}


def ari(key, response, which="shared"):
    """Hubert & Arabie 1985, equation 5: index and expected index in numbers of pairs."""
    key, response = sides(key, response, which)
    mine, theirs = together(key), together(response)
    index = sum(mine[pair] and theirs[pair] for pair in mine)
    in_key, in_response = sum(mine.values()), sum(theirs.values())
    expected = Fraction(in_key * in_response, len(mine)) if mine else Fraction(0)
    return {
        "beyond_chance": index - expected,
        "possible": Fraction(in_key + in_response, 2) - expected,
        "mentions": sum(map(len, key)),
    }


def h(key, response, which="shared"):
    """I = Σ p log p/(p·p), H = Σ p log 1/p, in nats; times mentions."""
    key, response = sides(key, response, which)
    total = sum(map(len, key))
    mutual = sum(
        len({*one} & {*two}) * math.log(total * len({*one} & {*two}) / (len(one) * len(two)))
        for one in key
        for two in response
        if {*one} & {*two}
    )
    entropy = [sum(len(each) * math.log(total / len(each)) for each in side) for side in (key, response)]
    return {"mutual": mutual, "key_entropy": entropy[0], "response_entropy": entropy[1], "mentions": total}


def unlinked(key, response):
    """Mentions found, of key entities of two and more, not one of whose key links is in the response."""
    theirs = coreference_links(response)
    found = owner(response).keys()
    return sum(
        mention in found and not any(frozenset((mention, other)) in theirs for other in entity if other != mention)
        for entity in key
        if len(entity) > 1
        for mention in entity
    )


def links_in_common(one, two):
    return Fraction(len(coreference_links([one]) & coreference_links([two])))


def ceafm_by_links(key, response, align):
    total = align(key, response, links_in_common)
    return {
        "recall_num": total, "recall_den": len(coreference_links(key)),
        "precision_num": total, "precision_den": len(coreference_links(response)),
    }  # fmt: skip


def ceafe_by_links(key, response, align):
    """Entities without links have no similarity with anything, not even with themselves."""

    def similarity(one, two):
        links = len(coreference_links([one])) + len(coreference_links([two]))
        return 2 * links_in_common(one, two) / links if links else Fraction(0)

    total = align(key, response, similarity)
    return {
        "recall_num": total, "recall_den": sum(similarity(each, each) for each in key),
        "precision_num": total, "precision_den": sum(similarity(each, each) for each in response),
    }  # fmt: skip


def lea_by(importance):
    """Moosavi & Strube 2016, §4, with another importance: a function of an entity."""

    def links(entity):
        return coreference_links([entity]) if len(entity) > 1 else {frozenset(entity)}

    def one_side(mine, theirs):
        score = Fraction(0)
        for entity in mine:
            resolved = sum(len(links(entity) & links(other)) for other in theirs)
            score += importance(entity) * Fraction(resolved, len(links(entity)))
        return score, sum((importance(entity) for entity in mine), Fraction(0))

    return lambda key, response: quotient_counts(one_side, key, response)
