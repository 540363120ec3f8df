"""Split antecedents, slowly: a set is compared by the metric's definition, links and mentions are listed one by one.

A side is a list of entities, each (mentions, members): members are places of other entities in the list, and an entity
without members is an atom. Written from Paun, Yu, Moosavi & Poesio (2022); nothing here is shared with the package.
"""

from fractions import Fraction
from itertools import combinations, permutations

from corefscope.reference import metrics as plain
from support.definitions.metrics import quotient_counts


def atoms(side, place):
    members = side[place][1]
    return {frozenset(side[place][0])} if not members else set().union(*(atoms(side, each) for each in members))


def prepared(side, singletons=False):
    """Entities as (mentions, set or None), equal sets merged; by their size, singletons left out."""
    found = []
    for place, (mentions, members) in enumerate(side):
        own = frozenset(atoms(side, place)) if members else None
        same = next((each for each in found if own is not None and each[1] == own), None)
        if same:
            same[0].extend(mentions)
        else:
            found.append((list(mentions), own))
    return [each for each in found if not singletons or len(each[0]) + (each[1] is not None) > 1]


def muc_of_atoms(key, response):
    """MUC with a link to itself for every entity of one mention."""

    def one_side(mine, theirs):
        kept = links = 0
        alone = [each for each in theirs if len(each) == 1]
        for entity in mine:
            if len(entity) == 1:
                links, kept = links + 1, kept + (entity in alone)
            else:
                found = plain.muc([list(entity)], [list(each) for each in theirs])
                links, kept = links + found["recall_den"], kept + found["recall_num"]
        return kept, links

    return quotient_counts(one_side, key, response)


def half(kind):
    def counts(key, response):
        found = plain.blanc([list(each) for each in key], [list(each) for each in response])
        both, mine, theirs = (found[f"{kind}_{side}"] for side in ("both", "key", "response"))
        return {"recall_num": both, "recall_den": mine, "precision_num": both, "precision_den": theirs}

    return counts


def lists(function):
    return lambda key, response: function([list(each) for each in key], [list(each) for each in response])


INNER = {
    "muc": muc_of_atoms,
    "b3": lists(plain.b3),
    "ceafm": lists(plain.ceafm),
    "ceafe": lists(plain.ceafe),
    "lea": lists(plain.lea),
    "coreference": half("coreference"),
    "non_coreference": half("non_coreference"),
}


def quotient(one, two):
    return Fraction(one) / Fraction(two) if two else Fraction(0)


def values(key, response, metric):
    """Recall, precision and F1 of two sets."""
    found = INNER[metric](sorted(key, key=sorted), sorted(response, key=sorted))
    recall = quotient(found["recall_num"], found["recall_den"])
    precision = quotient(found["precision_num"], found["precision_den"])
    return recall, precision, quotient(2 * recall * precision, recall + precision)


def best_pairings(key, response, metric):
    """All pairings of sets with the largest sum of F1: (key entity, response entity, recall, precision, F1) each."""
    mine = [place for place, each in enumerate(key) if each[1] is not None]
    theirs = [place for place, each in enumerate(response) if each[1] is not None]
    weight = {(i, j): values(key[i][1], response[j][1], metric) for i in mine for j in theirs}
    swap = len(mine) > len(theirs)
    few, many = (theirs, mine) if swap else (mine, theirs)
    found = {}
    for chosen in permutations(many, len(few)):
        cells = [(j, i) if swap else (i, j) for i, j in zip(few, chosen, strict=True)]
        pairs = tuple((i, j, *weight[i, j]) for i, j in cells if weight[i, j][2] > 0)
        found.setdefault(sum(pair[4] for pair in pairs), set()).add(pairs)
    return found[max(found)]


def with_equal(pairs, key, response):
    """BLANC: a set without a pair is paired with an equal one."""
    taken = {pair[0] for pair in pairs}, {pair[1] for pair in pairs}
    equal = [
        (i, j, 1, 1, 1)
        for i, one in enumerate(key)
        for j, two in enumerate(response)
        if one[1] is not None and one[1] == two[1] and i not in taken[0] and j not in taken[1]
    ]
    return [*pairs, *equal]


def shared(one, two):
    return len(set(one[0]) & set(two[0]))


def size(entity):
    return len(entity[0]) + (entity[1] is not None)


def one_side(metric, mine, theirs, delta):
    """Numerator and denominator of MUC, B³ or LEA; `delta` is the weight of each pair of sets."""
    top, bottom = Fraction(0), 0
    for i, one in enumerate(mine):
        together = [(shared(one, two), delta.get((i, j), 0)) for j, two in enumerate(theirs)]
        bottom += size(one) - (metric == "muc")
        if metric == "muc":
            top += sum(n - 1 + weight for n, weight in together if n)
        elif metric == "b3":
            top += sum(Fraction(n + weight) ** 2 / size(one) for n, weight in together)
        elif size(one) == 1:
            top += any(n and size(two) == 1 for (n, _), two in zip(together, theirs, strict=True))
        else:
            links = sum(Fraction(n * (n - 1), 2) + weight * n for n, weight in together)
            top += size(one) * links / Fraction(size(one) * (size(one) - 1), 2)
    return top, bottom


def ceaf(metric, key, response, delta):
    def similarity(i, j):
        common = shared(key[i], response[j]) + delta.get((i, j), 0)
        return common if metric == "ceafm" else Fraction(2 * common) / (size(key[i]) + size(response[j]))

    swap = len(key) > len(response)
    few, many = (len(response), len(key)) if swap else (len(key), len(response))
    best = max(
        sum(similarity(*((j, i) if swap else (i, j))) for i, j in enumerate(chosen))
        for chosen in permutations(range(many), few)
    )
    count = size if metric == "ceafm" else lambda entity: 1
    return best, sum(map(count, key)), best, sum(map(count, response))


def links(entities, same):
    """All links of mentions and sets, by whether both are in one entity; a set is called by its entity."""
    members = [(place, mention) for place, each in enumerate(entities) for mention in each[0]]
    members += [(place, ("set", place)) for place, each in enumerate(entities) if each[1] is not None]
    return [(one[1], two[1]) for one, two in combinations(members, 2) if (one[0] == two[0]) is same]


def blanc_half(key, response, delta, same):
    """Weights of links that both have: 1 for two mentions, δ for a mention and a set, δ·δ' for two sets."""
    partner = {j: (i, weight) for (i, j), weight in delta.items()}

    def in_key(member):
        if not isinstance(member, tuple):
            return member, Fraction(1)
        i, weight = partner.get(member[1], (None, 0))
        return ("set", i), weight

    mine = {frozenset(link) for link in links(key, same)}
    both = Fraction(0)
    for one, two in links(response, same):
        (one, first), (two, second) = in_key(one), in_key(two)
        if one != two and frozenset((one, two)) in mine:
            both += first * second
    return both, len(mine), len(links(response, same))


def outcomes(metric, key, response):
    """What each of the best pairings gives: usually there is one; a tie may have several."""
    found = []
    for pairs in best_pairings(key, response, metric) if metric != "blanc" else ((),):
        by = [{(pair[0], pair[1]): pair[place] for pair in pairs} for place in (2, 3, 4)]
        if metric in ("muc", "b3", "lea"):
            back = {(j, i): weight for (i, j), weight in by[1].items()}
            found.append((*one_side(metric, key, response, by[0]), *one_side(metric, response, key, back)))
        elif metric != "blanc":
            found.append(ceaf(metric, key, response, by[2]))
    if metric == "blanc":
        halves = []
        for kind, same in (("coreference", True), ("non_coreference", False)):
            pairings = [with_equal(pairs, key, response) for pairs in best_pairings(key, response, kind)]
            halves.append([blanc_half(key, response, {(p[0], p[1]): p[4] for p in pairs}, same) for pairs in pairings])
        found = [(*one, *two) for one in halves[0] for two in halves[1]]
    return found


def bridging(entities, key, response, level):
    """Pairs of anaphor and antecedent that are right, one for each anaphor, and how many pairs each side has.

    `entities` are the key's, sets of mentions; `key` and `response` map an anaphor to its antecedent.
    """
    right = 0
    for anaphor, antecedent in key.items():
        if anaphor in response:
            given = response[anaphor]
            together = level == "entity" and any({given, antecedent} <= set(entity) for entity in entities)
            right += level == "anaphor" or given == antecedent or together
    return right, len(key), right, len(response)


def nonreferring(key, response):
    """Markables that refer to nothing on both sides."""
    return len(set(key) & set(response)), len(set(key)), len(set(key) & set(response)), len(set(response))
