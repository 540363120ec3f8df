"""The metrics, slowly: word for word from the papers, in exact fractions, on lists of clusters.

Every function takes one document (key clusters, response clusters; each side a partition of its own
mentions) and gives what its tally should hold. Nothing here is shared with the package.
"""

from fractions import Fraction
from itertools import combinations, permutations


def owner(clusters):
    """The entity of each mention."""
    return {mention: set(cluster) for cluster in clusters for mention in cluster}


def quotient_counts(one_side, key, response):
    """Recall by a definition, precision by the same definition with the roles exchanged."""
    recall, precision = one_side(key, response), one_side(response, key)
    return {
        "recall_num": recall[0],
        "recall_den": recall[1],
        "precision_num": precision[0],
        "precision_den": precision[1],
    }


def mentions(key, response):
    """Mention identification (Pradhan et al. 2014): common mentions over the mentions of a side.

    And Moosavi & Strube (2016), §6: “gold mentions … that have not a single correct coreference link”.
    """
    counts = quotient_counts(
        lambda mine, theirs: (len(owner(mine).keys() & owner(theirs).keys()), len(owner(mine))), key, response
    )
    right = coreference_links(key) & coreference_links(response)
    found = [mention for entity in key if len(entity) > 1 for mention in entity if mention in owner(response)]
    return {**counts, "unlinked": sum(not any(mention in link for link in right) for mention in found)}


def muc(key, response):
    """Vilain et al. (1995): Σ |K| − |p(K)| over Σ |K| − 1, p(K) the parts into which the other side cuts K."""

    def one_side(mine, theirs):
        found = owner(theirs)
        kept = links = 0
        for entity in mine:
            parts = {frozenset(found.get(mention, {mention}) & set(entity)) for mention in entity}
            kept += len(entity) - len(parts)
            links += len(entity) - 1
        return kept, links

    return quotient_counts(one_side, key, response)


def b3(key, response):
    """Bagga & Baldwin (1998): per mention, the share of its entity that the other side has around it."""

    def one_side(mine, theirs):
        here, there = owner(mine), owner(theirs)
        credit = sum(
            (Fraction(len(here[mention] & there.get(mention, set())), len(here[mention])) for mention in here),
            Fraction(0),
        )
        return credit, len(here)

    return quotient_counts(one_side, key, response)


def phi3(one, two):
    """Luo (2005), φ3: common mentions."""
    return Fraction(len(set(one) & set(two)))


def phi4(one, two):
    """Luo (2005), φ4: common mentions, relative to the mean size."""
    return Fraction(2 * len(set(one) & set(two)), len(one) + len(two))


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


def best_alignment_by_scipy(key, response, similarity):
    """The same by SciPy's solver on the whole matrix, for more entities; the chosen cells are added up exactly."""
    from scipy.optimize import linear_sum_assignment

    if not key or not response:
        return Fraction(0)
    matrix = [[similarity(one, two) for two in response] for one in key]
    rows, columns = linear_sum_assignment([[float(value) for value in row] for row in matrix], maximize=True)
    return sum((matrix[row][column] for row, column in zip(rows, columns, strict=True)), Fraction(0))


def ceafm(key, response, align=best_alignment):
    """Luo (2005) with φ3: an entity compared with itself gives its size, so the denominators are mentions."""
    total = align(key, response, phi3)
    return {
        "recall_num": total,
        "recall_den": sum(phi3(entity, entity) for entity in key),
        "precision_num": total,
        "precision_den": sum(phi3(entity, entity) for entity in response),
    }


def ceafe(key, response, align=best_alignment):
    """Luo (2005) with φ4: an entity compared with itself gives 1, so the denominators are entities."""
    total = align(key, response, phi4)
    return {
        "recall_num": total,
        "recall_den": sum(phi4(entity, entity) for entity in key),
        "precision_num": total,
        "precision_den": sum(phi4(entity, entity) for entity in response),
    }


def coreference_links(clusters):
    return {frozenset(link) for cluster in clusters for link in combinations(cluster, 2)}


def non_coreference_links(clusters):
    """Every two mentions of different entities."""
    return {frozenset((a, b)) for one, two in combinations(clusters, 2) for a in one for b in two}


def blanc(key, response):
    """Recasens & Hovy (2011) and, on predicted mentions, Luo et al. (2014): the sets of links themselves."""
    counts = {}
    for kind, links in (("coreference", coreference_links), ("non_coreference", non_coreference_links)):
        mine, theirs = links(key), links(response)
        counts[f"{kind}_both"] = len(mine & theirs)
        counts[f"{kind}_key"] = len(mine)
        counts[f"{kind}_response"] = len(theirs)
    return counts


def pairwise(key, response):
    """Recasens & Hovy (2011), §3.1: recall and precision over all pairs of coreferent mentions."""
    return quotient_counts(
        lambda mine, theirs: (len(coreference_links(mine) & coreference_links(theirs)), len(coreference_links(mine))),
        key,
        response,
    )


def lea(key, response):
    """Moosavi & Strube (2016), §4: importance × resolution score; a singleton has one link, to itself."""

    def links(entity):
        return {frozenset(link) for link in combinations(entity, 2)} if len(entity) > 1 else {frozenset(entity)}

    def one_side(mine, theirs):
        score = Fraction(0)
        for entity in mine:
            resolved = sum(len(links(entity) & links(other)) for other in theirs)
            score += len(entity) * Fraction(resolved, len(links(entity)))
        return score, sum(len(entity) for entity in mine)

    return quotient_counts(one_side, key, response)


SLOW = {
    "mentions": mentions,
    "muc": muc,
    "b3": b3,
    "ceafm": ceafm,
    "ceafe": ceafe,
    "blanc": blanc,
    "lea": lea,
    "pairwise": pairwise,
}


def ratio(numerator, denominator):
    """A quotient; with denominator 0 it counts as 0."""
    return Fraction(numerator) / Fraction(denominator) if denominator else Fraction(0)


def harmonic(recall, precision):
    return 2 * recall * precision / (recall + precision) if recall + precision else Fraction(0)


def finished(counts):
    """Recall, precision and F1 of summed counts."""
    recall = ratio(counts["recall_num"], counts["recall_den"])
    precision = ratio(counts["precision_num"], counts["precision_den"])
    return recall, precision, harmonic(recall, precision)


def finished_blanc(counts, alpha=Fraction(1, 2)):
    """The averages of both kinds of link; a kind that the key has none of is left out (official scorer)."""
    halves = {}
    for kind in ("coreference", "non_coreference"):
        recall = ratio(counts[f"{kind}_both"], counts[f"{kind}_key"])
        precision = ratio(counts[f"{kind}_both"], counts[f"{kind}_response"])
        halves[kind] = (recall, precision, harmonic(recall, precision))
    if not counts["coreference_key"] and not counts["non_coreference_key"]:
        return Fraction(0), Fraction(0), Fraction(0)
    if not counts["coreference_key"]:
        return halves["non_coreference"]
    if not counts["non_coreference_key"]:
        return halves["coreference"]
    both = zip(halves["coreference"], halves["non_coreference"], strict=True)
    return tuple(alpha * one + (1 - alpha) * two for one, two in both)
