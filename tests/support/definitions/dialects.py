"""What scorers in use make of "CoNLL F1", slowly: each rule as its repository states it, in exact fractions.

A corpus is a list of (key clusters, response clusters). A mention may be in several clusters and several times in one.
Nothing here is shared with the package, nor taken from the repositories.
"""

from fractions import Fraction
from itertools import combinations

from support.definitions.metrics import best_alignment

MUC, B3, CEAFE, LEA = "muc", "b3", "ceafe", "lea"


def last_cluster(clusters):
    """Dictionaries are filled cluster by cluster: a mention has the last one."""
    return {mention: number for number, cluster in enumerate(clusters) for mention in cluster}


def f1(recall, precision):
    return 2 * recall * precision / (recall + precision) if recall + precision else Fraction(0)


def ratio(numerator, denominator):
    return Fraction(numerator) / denominator if denominator else Fraction(0)


def muc(mine, theirs):
    """Of every cluster: its size, less mentions without a partner, less the different clusters of the others."""
    where, kept, links = last_cluster(theirs), 0, 0
    for cluster in mine:
        partners = [where[mention] for mention in cluster if mention in where]
        kept += len(partners) - len(set(partners))
        links += len(cluster) - 1
    return kept, links


def b3(mine, theirs, skip=False):
    """Squares of overlaps by size; with `skip`, clusters of one mention are no clusters, on either side."""
    where, right, mentions = last_cluster(theirs), Fraction(0), 0
    for cluster in mine:
        if skip and len(cluster) == 1:
            continue
        for number, other in enumerate(theirs):
            overlap = sum(where.get(mention) == number for mention in cluster)
            right += Fraction(overlap**2, len(cluster)) if not (skip and len(other) == 1) else 0
        mentions += len(cluster)
    return right, mentions


def b3_of_sets(mine, theirs):
    overlaps = [Fraction(len({*one} & {*two}) ** 2, len({*one})) for one in mine for two in theirs]
    return sum(overlaps, Fraction(0)), sum(map(len, mine))


def overlap(key_cluster, cluster):
    """Copies of the key's mentions that the other cluster has."""
    return sum(mention in cluster for mention in key_cluster)


def ceafe(key, response, skip_predicted=False):
    response = [cluster for cluster in response if not (skip_predicted and len(cluster) == 1)]
    keys, responses = ([(side, tuple(c)) for c in clusters] for side, clusters in enumerate((key, response)))

    def similarity(one, two):
        (_, gold), (_, predicted) = sorted((one, two), key=lambda each: each[0])
        return Fraction(2 * overlap(gold, predicted), len(gold) + len(predicted))

    total = best_alignment(keys, responses, similarity)
    return (total, len(key)), (total, len(response))


def ceafm(key, response):
    keys, responses = ([(side, tuple(c)) for c in clusters] for side, clusters in enumerate((key, response)))

    def similarity(one, two):
        (_, gold), (_, predicted) = sorted((one, two), key=lambda each: each[0])
        return Fraction(overlap(gold, predicted))

    total = best_alignment(keys, responses, similarity)
    return (total, sum(map(len, key))), (total, sum(map(len, response)))


def lea(mine, theirs, skip=False):
    where, resolved, mentions = last_cluster(theirs), Fraction(0), 0
    for cluster in mine:
        if len(cluster) == 1:
            if skip:
                continue
            resolved += cluster[0] in where and len(theirs[where[cluster[0]]]) == 1
        else:
            links = [where[a] == where[b] for a, b in combinations(cluster, 2) if a in where and b in where]
            resolved += len(cluster) * Fraction(sum(links), len(cluster) * (len(cluster) - 1) // 2)
        mentions += len(cluster)
    return resolved, mentions


def lea_of_sets(mine, theirs):
    where, resolved, mentions = last_cluster(theirs), Fraction(0), 0
    for cluster in mine:
        if len(cluster) > 1:
            links = [b in where and a in theirs[where[b]] for a, b in combinations(cluster, 2)]
            resolved += len(cluster) * Fraction(sum(links), len(links))
            mentions += len(cluster)
    return resolved, mentions


def both(one_side, key, response, **options):
    return one_side(key, response, **options), one_side(response, key, **options)


def summed(corpus, counts):
    """Recall, precision and F1 of counts that are added over documents."""
    rows = [counts(*document) for document in corpus]
    recall, precision = (ratio(sum(row[side][0] for row in rows), sum(row[side][1] for row in rows)) for side in (0, 1))
    return recall, precision, f1(recall, precision)


def of_means(corpus, counts):
    """Recall and precision of each document, 0 where there is nothing to divide by; the F1 of their means."""
    rows = [[ratio(*side) for side in counts(*document)] for document in corpus]
    recall, precision = (sum(row[side] for row in rows) / len(rows) for side in (0, 1))
    return recall, precision, f1(recall, precision)


def with_conll(scores):
    return {**scores, "conll": (None, None, sum(scores[name][2] for name in (MUC, B3, CEAFE)) / 3)}


def e2e(corpus):
    return with_conll(
        {
            MUC: summed(corpus, lambda *document: both(muc, *document)),
            B3: summed(corpus, lambda *document: both(b3, *document, skip=True)),
            CEAFE: summed(corpus, lambda *document: ceafe(*document, skip_predicted=True)),
            LEA: summed(corpus, lambda *document: both(lea, *document, skip=True)),
        }
    )


def coval(corpus):
    return with_conll(
        {
            MUC: summed(corpus, lambda *document: both(muc, *document)),
            B3: summed(corpus, lambda *document: both(b3, *document)),
            CEAFE: summed(corpus, ceafe),
            LEA: summed(corpus, lambda *document: both(lea, *document)),
        }
    )


def stanza(corpus):
    return with_conll(
        {
            MUC: of_means(corpus, lambda *document: both(muc, *document)),
            B3: of_means(corpus, lambda *document: both(b3_of_sets, *document)),
            CEAFE: of_means(corpus, ceafe),
            LEA: summed(corpus, lambda *document: both(lea_of_sets, *document)),
        }
    )


def once_and_large(clusters):
    """corefud-scorer's input: each mention once in its cluster, and no cluster of one."""
    return [cluster for cluster in (list(dict.fromkeys(each)) for each in clusters) if len(cluster) > 1]


def blanc_links(key, response, same):
    """Pairs of places in the key that are linked (or not) there and in the response; and those of both sides."""
    where = last_cluster(response)
    places = [(number, mention) for number, cluster in enumerate(key) for mention in cluster]
    right = sum(
        (one[0] == two[0]) == same and (where[one[1]] == where[two[1]]) == same
        for one, two in combinations(places, 2)
        if one[1] in where and two[1] in where
    )
    totals = []
    for clusters in (key, response):
        numbers = [number for number, cluster in enumerate(clusters) for _ in cluster]
        totals.append(sum((one == two) == same for one, two in combinations(numbers, 2)))
    return (right, totals[0]), (right, totals[1])


def corefud(corpus):
    """Head matching apart, of which clusters of plain mentions have none."""
    corpus = [tuple(map(once_and_large, document)) for document in corpus]
    halves = []
    for same in (True, False):
        rows = [blanc_links(*document, same) for document in corpus]
        if any(side[1] for row in rows for side in row):  # a kind of links that neither side has is left out
            halves.append(summed(corpus, lambda *document, same=same: blanc_links(*document, same)))
    blanc = tuple(sum(column) / len(halves) for column in zip(*halves, strict=True)) if halves else (Fraction(0),) * 3
    return {**coval(corpus), "ceafm": summed(corpus, ceafm), "blanc": blanc}


DIALECTS = {"e2e": e2e, "longdoc": coval, "coval": coval, "stanza": stanza, "corefud": corefud}
