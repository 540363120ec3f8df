"""Krippendorff's α as it is defined: every value against every other, no sums rearranged.

An annotation is a dict from mention to the frozenset of mentions that it is put with.
"""

from fractions import Fraction
from itertools import permutations

THIRD = Fraction(1, 3)


def kind(one, two):
    if one == two:
        return 1
    if one <= two or two <= one:
        return 2 * THIRD
    return THIRD if one & two else 0


def jaccard(one, two):
    return Fraction(len(one & two), len(one | two))


DISTANCES = {
    "nominal": lambda one, two: int(one != two),
    "passonneau": lambda one, two: 1 - kind(one, two),
    "jaccard": lambda one, two: 1 - jaccard(one, two),
    "dice": lambda one, two: 1 - Fraction(2 * len(one & two), len(one) + len(two)),
    "masi": lambda one, two: 1 - kind(one, two) * jaccard(one, two),
}


def as_values(annotators):
    """From lists of clusters to values: mentions that one annotator alone has are left out, of sets too."""
    counts = {}
    for clusters in annotators:
        for mention in (mention for cluster in clusters for mention in cluster):
            counts[mention] = counts.get(mention, 0) + 1
    out = []
    for clusters in annotators:
        kept = [frozenset(mention for mention in cluster if counts[mention] > 1) for cluster in clusters]
        out.append({mention: cluster for cluster in kept for mention in cluster})
    return out


def disagreement(annotators, distance):
    """Observed and expected disagreement of one document, each times its number of values (Krippendorff 2011)."""
    annotators = as_values(annotators)
    measure = DISTANCES[distance]
    mentions = {mention for values in annotators for mention in values}
    by_mention = {mention: [values[mention] for values in annotators if mention in values] for mention in mentions}
    everything = [value for values in by_mention.values() for value in values]
    observed = sum(
        Fraction(measure(one, two), len(values) - 1)
        for values in by_mention.values()
        for one, two in permutations(values, 2)
    )
    if not everything:
        return 0, 0
    expected = Fraction(sum(measure(one, two) for one, two in permutations(everything, 2)), len(everything) - 1)
    return observed, expected


def alpha(documents, distance):
    """Of several documents, each a list of annotators' clusters: disagreements are summed before they are divided."""
    sums = [disagreement(document, distance) for document in documents]
    observed, expected = sum(one for one, _ in sums), sum(two for _, two in sums)
    return 1 - observed / expected if expected else None
