"""What literal definitions share: links, entities by mention, and alignments tried one after the other.

The metrics of the papers are in `corefscope.reference`, which shares nothing with the rest of the package.
"""

from fractions import Fraction
from itertools import combinations, permutations

from corefscope.reference import metrics as reference

# The metrics that need nothing but two lists of entities.
SLOW = {
    name: getattr(reference, name) for name in ("mentions", "muc", "b3", "ceafm", "ceafe", "blanc", "lea", "pairwise")
}


def owner(clusters):
    """The entity of each mention."""
    return {mention: set(cluster) for cluster in clusters for mention in cluster}


def quotient_counts(one_side, key, response):
    """Recall by a definition, precision by the same definition with the roles exchanged."""
    return reference.ratios(one_side(key, response), one_side(response, key))


def best_alignment(key, response, similarity):
    """The best total over every one-to-one map: one after the other, so for few entities only."""
    few, many = sorted((list(key), list(response)), key=len)
    return max(
        (
            sum((similarity(one, two) for one, two in zip(few, chosen, strict=True)), Fraction(0))
            for chosen in permutations(many, len(few))
        ),
        default=Fraction(0),
    )


def coreference_links(clusters):
    return {frozenset(link) for cluster in clusters for link in combinations(cluster, 2)}


def non_coreference_links(clusters):
    """Every two mentions of different entities."""
    return {frozenset((a, b)) for one, two in combinations(clusters, 2) for a in one for b in two}
