"""Chen & Ng's metrics, slowly: spanning trees by Kruskal over lists of all links, as the paper words them (§2, §3)."""

from fractions import Fraction
from itertools import combinations

from support.definitions.metrics import best_alignment


def link_weight(one, two, types, weights):
    """Rules 1 to 3: the first that applies."""
    for kind in ("name", "nominal"):
        if kind in (types[one], types[two]):
            return weights[kind]
    return weights["pronoun"]


def maximum_spanning_tree(pieces, types, weights):
    """The weight of the heaviest links that connect these sets of mentions; links within a set do not count."""
    links = [
        (link_weight(a, b, types, weights), first, second)
        for (first, one), (second, two) in combinations(enumerate(pieces), 2)
        for a in one
        for b in two
    ]
    root = list(range(len(pieces)))

    def find(piece):
        while root[piece] != piece:
            piece = root[piece]
        return piece

    total = Fraction(0)
    for weight, one, two in sorted(links, key=lambda link: -link[0]):
        if find(one) != find(two):
            root[find(one)] = find(two)
            total += weight
    return total


class LiteralWeights:
    """The three weight functions; `symmetric` takes equation 10 for the response instead of 11."""

    def __init__(self, key, types, weights, symmetric=False):
        self.key, self.types, self.weights, self.symmetric = [set(each) for each in key], types, weights, symmetric

    def tree(self, mentions):
        return maximum_spanning_tree([{mention} for mention in sorted(mentions)], self.types, self.weights)

    def common(self, one, two):
        """Equation 8."""
        both = set(one) & set(two)
        if len(both) > 1:
            return self.tree(both)
        alone = len(both) == len(one) == len(two) == 1
        return self.weights["singleton"] if alone else Fraction(0)

    def of_key(self, entity):
        """Equation 9."""
        return self.tree(entity) if len(entity) > 1 else self.weights["singleton"]

    def of_response(self, entity):
        """Equation 11; a mention that the key does not have is a piece of its own that holds no right link."""
        if self.symmetric or len(entity) == 1:
            return self.of_key(entity)
        pieces = [set(entity) & other for other in self.key if set(entity) & other]
        right = sum((self.common(other, entity) for other in self.key), Fraction(0))
        unknown = [{mention} for mention in entity if not any(mention in other for other in self.key)]
        return right + maximum_spanning_tree(pieces + unknown, self.types, self.weights)


def counts(recall, precision):
    return dict(zip(("recall_num", "recall_den", "precision_num", "precision_den"), (*recall, *precision), strict=True))


def lmuc(key, response, literal):
    common = sum((literal.common(one, two) for one in key for two in response), Fraction(0))
    return counts((common, sum(map(literal.of_key, key))), (common, sum(map(literal.of_response, response))))


def lb3(key, response, literal):
    """Per mention; one that the other side does not have has no common subset."""
    sides = []
    for mine, theirs, whole in ((key, response, literal.of_key), (response, key, literal.of_response)):
        credit = Fraction(0)
        for entity in mine:
            for mention in entity:
                for other in theirs:
                    if mention in other:
                        one, two = (entity, other) if mine is key else (other, entity)
                        credit += Fraction(literal.common(one, two)) / Fraction(whole(entity))
        sides.append((credit, sum(map(len, mine))))
    return counts(*sides)


def lceafm(key, response, literal):
    total = best_alignment_of(key, response, literal.common)
    return counts((total, sum(map(literal.of_key, key))), (total, sum(map(literal.of_response, response))))


def lceafe(key, response, literal):
    def similarity(one, two):
        return 2 * literal.common(one, two) / (literal.of_key(one) + literal.of_response(two))

    total = best_alignment_of(key, response, similarity)
    return counts((total, len(key)), (total, len(response)))


def best_alignment_of(key, response, similarity):
    """As for CEAF; `similarity` wants the key's entity first, whichever side is the smaller."""
    numbered_key = [(0, tuple(entity)) for entity in key]
    numbered_response = [(1, tuple(entity)) for entity in response]

    def ordered(one, two):
        (_, mine), (_, theirs) = sorted((one, two), key=lambda each: each[0])
        return similarity(mine, theirs)

    return best_alignment(numbered_key, numbered_response, ordered)


SLOW_LINGUISTIC = {"lmuc": lmuc, "lb3": lb3, "lceafm": lceafm, "lceafe": lceafe}
NAMED = {
    "W1": (Fraction(1), Fraction(1), Fraction(1), Fraction(1, 10**20)),
    "W2": (Fraction(1), Fraction(1), Fraction(1), Fraction(1, 2)),
    "W3": (Fraction(1), Fraction(1), Fraction(1), Fraction(1)),
    "W4": (Fraction(1), Fraction(3, 4), Fraction(1, 2), Fraction(1)),
    "W5": (Fraction(1), Fraction(1, 2), Fraction(1, 4), Fraction(1)),
}


def weights_of(values):
    return dict(zip(("name", "nominal", "pronoun", "singleton"), map(Fraction, values), strict=True))
