"""Matching and the metrics of spans, slowly: word for word from their definitions, over all pairs of mentions.

A side is a list of mentions; what is said of entities takes lists of such lists. Nothing here is shared with the
package but the Mention itself.
"""

from fractions import Fraction

import numpy as np
from scipy.optimize import linear_sum_assignment

from corefscope.model import text_order


def words(mention):
    return set(mention.tokens())


def by_head(key, response):
    """The same head; the more of the key mention the response has, the better."""
    if key.head != response.head:
        return Fraction(0)
    return Fraction(len(words(key) & words(response)), len(words(key)))


def partial(key, response):
    """The response has the head of the key mention and nothing outside it."""
    if not {key.head} <= words(response) <= words(key):
        return Fraction(0)
    return Fraction(len(words(key) & words(response)), len(words(key)))


def by_minimum(key, response):
    """The response has the minimum span of the key mention and nothing outside it."""
    if not set(key.minimum) <= words(response) <= words(key):
        return Fraction(0)
    return Fraction(len(words(key) & words(response)), len(words(key)))


SIMILARITY = {"head": by_head, "partial": partial, "min": by_minimum}


def exact(key, response, how):
    """Pairs of equal mentions; under head matching their heads have to be equal too."""
    return [
        (one, two)
        for one in key
        for two in response
        if words(one) == words(two) and (how != "head" or one.head == two.head)
    ]


def best_total(key, response, similarity):
    """The largest total over all one-to-one maps, by SciPy on the dense matrix, added up in fractions."""
    if not key or not response:
        return Fraction(0)
    matrix = [[similarity(one, two) for two in response] for one in key]
    rows, columns = linear_sum_assignment(np.array(matrix, float), maximize=True)
    return sum((matrix[row][column] for row, column in zip(rows, columns, strict=True)), Fraction(0))


def in_text(mention):
    """Where a mention starts and ends in the text, and its length; mentions with gaps may be alike in all that."""
    order = sorted(map(text_order, mention.tokens()))
    return order[0], order[-1], len(order), order


def mor(key, response):
    """Žabokrtský et al. (2022): groups of ranges that overlap transitively; in each the largest overlap in words."""
    mine = [mention for entity in key for mention in entity]
    theirs = [mention for entity in response for mention in entity]
    sides = [(mention, 0) for mention in mine] + [(mention, 1) for mention in theirs]
    groups, reach = [], None
    for mention, side in sorted(sides, key=lambda item: in_text(item[0])):
        first, last, *_ = in_text(mention)
        if reach is None or first > reach:
            groups.append(([], []))
            reach = last
        groups[-1][side].append(mention)
        reach = max(reach, last)
    shared = sum(best_total(*group, lambda one, two: Fraction(len(words(one) & words(two)))) for group in groups)
    return {
        "recall_num": shared,
        "recall_den": sum(len(words(mention)) for mention in mine),
        "precision_num": shared,
        "precision_den": sum(len(words(mention)) for mention in theirs),
    }


def is_zero(mention):
    return mention.head < 0


def zeros(key, response, pairs, chosen=is_zero):
    """Žabokrtský et al. (2022): the anaphor-decomposable score; `pairs` are mentions taken for the same."""
    twin = {one.tokens(): two.tokens() for one, two in pairs}
    entity_of = {mention.tokens(): number for number, entity in enumerate(response) for mention in entity}
    first = {min(entity, key=in_text).tokens() for entity in response}
    right = wrong = missed = spurious = 0
    covered = set()
    for entity in key:
        in_order = sorted(entity, key=in_text)
        for place, mention in enumerate(in_order):
            if not place or not chosen(mention):
                continue
            counterpart = twin.get(mention.tokens())
            covered.add(counterpart)
            antecedents = {twin[each.tokens()] for each in in_order[:place] if each.tokens() in twin}
            if counterpart is None or counterpart in first:
                missed += 1
            elif entity_of[counterpart] in {entity_of[each] for each in antecedents}:
                right += 1
            else:
                wrong += 1
    for entity in response:
        for mention in entity:
            if mention.tokens() not in first and mention.tokens() not in covered and chosen(mention):
                spurious += 1
    return {
        "recall_num": right,
        "recall_den": right + wrong + missed,
        "precision_num": right,
        "precision_den": right + wrong + spurious,
    }
