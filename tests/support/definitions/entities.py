"""Entities one by one: each key entity and its counterpart, under every one-to-one map of entities."""

from fractions import Fraction

from support.definitions.metrics import best_alignment


def f1(one, two):
    """The harmonic mean of the shares of both entities that they have in common."""
    both = len(set(one) & set(two))
    if not both:
        return Fraction(0)
    recall, precision = Fraction(both, len(one)), Fraction(both, len(two))
    return 2 * recall * precision / (recall + precision)


def entities(key, response, align=best_alignment):
    """For each side, the map that gives its own entities, weighted by their mentions, the highest sum of F1."""
    key, response = [("key", tuple(each)) for each in key], [("response", tuple(each)) for each in response]

    def total(side):
        def worth(one, two):
            entity = one[1] if one[0] == side else two[1]
            return len(entity) * f1(one[1], two[1])

        return align(key, response, worth)

    return {
        "recall_num": total("key"),
        "recall_den": sum(len(entity) for _, entity in key),
        "precision_num": total("response"),
        "precision_den": sum(len(entity) for _, entity in response),
    }


def nec(key, response, is_name, align=best_alignment):
    """The mean F1 of named entities; two entities are compared only if they have a name mention in common."""

    def similarity(one, two):
        return f1(one, two) if any(is_name(mention) for mention in set(one) & set(two)) else Fraction(0)

    total = align(list(map(tuple, key)), list(map(tuple, response)), similarity)
    named = [[entity for entity in side if any(map(is_name, entity))] for side in (key, response)]
    names = {mention for entity in response for mention in entity if is_name(mention)}
    return {
        "recall_num": total,
        "recall_den": len(named[0]),
        "precision_num": total,
        "precision_den": len(named[1]),
        "missed": sum(not names & set(entity) for entity in named[0]),
    }
