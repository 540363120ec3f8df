"""Scorers with planted deviations, written as people write them: nothing here is shared with the package.

All take a list of documents, key first, each a list of lists of tuples; `scorer` puts one together.
"""

import itertools

from scipy.optimize import linear_sum_assignment


def owner(clusters):
    return {mention: set(cluster) for cluster in clusters for mention in cluster}


def divide(one, two):
    return one / two if two else 0.0


def f1(precision, recall):
    return divide(2 * precision * recall, precision + recall)


# Counts of recall: numerator and denominator; precision with the roles exchanged.


def muc(mine, theirs):
    there = owner(theirs)
    right = links = 0
    for cluster in mine:
        parts = {frozenset(there.get(mention, {mention})) for mention in cluster}
        right += len(cluster) - len(parts)
        links += len(cluster) - 1
    return right, links


def b3(mine, theirs):
    here, there = owner(mine), owner(theirs)
    return sum(len(here[m] & there[m]) / len(here[m]) for m in here if m in there), len(here)


def similarity(one, two):
    return 2 * len(set(one) & set(two)) / (len(one) + len(two))


def best(mine, theirs, phi):
    matrix = [[phi(one, two) for two in theirs] for one in mine]
    if not mine or not theirs:
        return 0
    rows, columns = linear_sum_assignment(matrix, maximize=True)
    return sum(matrix[row][column] for row, column in zip(rows, columns, strict=True))


def both(count):
    return lambda key, response: (*count(key, response), *count(response, key))


def ceafe(key, response, phi=similarity, align=best):
    total = align(key, response, phi)
    return total, len(key), total, len(response)


def lea(mine, theirs):
    there = owner(theirs)
    total = 0
    for cluster in mine:
        pairs = list(itertools.combinations(cluster, 2))
        if pairs:
            right = sum(b in there.get(a, ()) for a, b in pairs)
            total += len(cluster) * right / len(pairs)
        else:
            total += len(there.get(cluster[0], ())) == 1
    return total, sum(map(len, mine))


def mentions(mine, theirs):
    return len(owner(mine).keys() & owner(theirs).keys()), len(owner(mine))


OFFICIAL = {"muc": both(muc), "b3": both(b3), "ceafe": ceafe, "lea": both(lea), "mentions": both(mentions)}


# Deviations of counting.


def b3_per_item(items, absent=lambda m: set(), item_f1=False):
    def count(key, response):
        mine, theirs = owner(key), owner(response)
        chosen = items(mine.keys(), theirs.keys())
        rows = []
        for m in chosen:
            k, r = mine.get(m, absent(m)), theirs.get(m, absent(m))
            rows.append((divide(len(k & r), len(k)), divide(len(k & r), len(r))))
        recall, precision = (sum(row[n] for row in rows) for n in (0, 1))
        if item_f1:
            return sum(f1(*row) for row in rows), len(rows)
        return recall, len(rows), precision, len(rows)

    return count


def b3_entity_mean(mine, theirs):
    there = owner(theirs)
    means = [sum(len(set(c) & there.get(m, set())) / len(c) for m in c) / len(c) for c in mine]
    return sum(means), len(means)


def jaccard(one, two):
    return len(set(one) & set(two)) / len(set(one) | set(two))


def greedy(mine, theirs, phi):
    pairs = sorted(((phi(a, b), i, j) for i, a in enumerate(mine) for j, b in enumerate(theirs)), reverse=True)
    used, total = (set(), set()), 0
    for value, i, j in pairs:
        if i not in used[0] and j not in used[1]:
            used[0].add(i)
            used[1].add(j)
            total += value
    return total


def shared_only(key, response):
    common = owner(key).keys() & owner(response).keys()
    sides = [[[m for m in c if m in common] for c in side] for side in (key, response)]
    return [[c for c in side if c] for side in sides]


COUNTING = {
    "b3-gold-mentions": ("b3", b3_per_item(lambda k, r: k)),
    "b3-union-zero": ("b3", b3_per_item(lambda k, r: k | r)),
    "b3-union-singletons": ("b3", b3_per_item(lambda k, r: k | r, lambda m: {m})),
    "b3-item-f1": ("b3", b3_per_item(lambda k, r: k | r, item_f1=True)),
    "b3-entity-mean": ("b3", both(b3_entity_mean)),
    "b3-shared-items": ("b3", b3_per_item(lambda k, r: k & r)),
    "ceaf-jaccard": ("ceafe", lambda key, response: ceafe(key, response, jaccard)),
    "ceaf-greedy": ("ceafe", lambda key, response: ceafe(key, response, align=greedy)),
    "muc-shared-only": ("muc", lambda key, response: both(muc)(*shared_only(key, response))),
}


def finish(counts):
    """Recall, precision, F1 of counts; a mean of F1 has only that."""
    if len(counts) == 2:
        return (None, None, divide(*counts))
    recall, precision = divide(*counts[:2]), divide(*counts[2:])
    return recall, precision, f1(precision, recall)


def once(clusters):
    """Each mention in its first cluster."""
    seen = set()
    kept = [[m for m in cluster if not (m in seen or seen.add(m))] for cluster in clusters]
    return [cluster for cluster in kept if cluster]


def scorer(metric, *codes, repeats="first"):
    """A function of two lists of documents with these deviations: recall, precision, F1, or F1 where that is all."""
    metric_counts = dict(OFFICIAL)
    for code in codes:
        if code in COUNTING:
            part, count = COUNTING[code]
            metric_counts[part] = count
    if "lea-as-conll" in codes or "mentions-as-conll" in codes:
        parts = [codes[0].removesuffix("-as-conll")]
    else:
        parts = ["muc", "b3", "ceafe"] if metric == "conll" else [metric]

    def score(key, response):
        documents = list(zip(key, response, strict=True))
        if "documents-pooled" in codes:
            documents = [([c for d, _ in documents for c in d], [c for _, d in documents for c in d])]
        documents = [tuple(map(once, document)) for document in documents] if repeats == "first" else documents
        if "singletons-one-side" in codes:
            documents = [(k, [c for c in r if len(c) > 1]) for k, r in documents]
        values = []
        for part in parts:
            rows = [metric_counts[part](*document) for document in documents]
            if "macro-average" in codes:
                finished = [finish(row) for row in rows]
                values.append(tuple(None if c[0] is None else sum(c) / len(c) for c in zip(*finished, strict=True)))
            else:
                values.append(finish([sum(column) for column in zip(*rows, strict=True)]))
        if len(parts) > 1 or values[0][0] is None:
            return sum(value[2] for value in values) / len(values)
        return values[0]

    return score


# Deviations that the table does not have.


def changed(metric, wrap):
    plain = scorer(metric)
    return lambda key, response: wrap(plain(key, response))


UNKNOWN = {
    "the square of F1": changed("conll", lambda value: value**2),
    "the arithmetic mean of recall and precision": changed("muc", lambda v: (*v[:2], (v[0] + v[1]) / 2)),
    "F2 for F1": changed("b3", lambda v: (*v[:2], divide(5 * v[0] * v[1], 4 * v[1] + v[0]))),
    "the larger of recall and precision": changed("ceafe", lambda v: (*v[:2], max(v[:2]))),
    "undefined is 1": changed("muc", lambda v: (v[0] or 1.0, v[1] or 1.0, f1(v[0] or 1.0, v[1] or 1.0))),
    "singletons of entities of three": lambda key, response: scorer("b3")(
        *([[c for c in d if len(c) < 3] for d in side] for side in (key, response))
    ),
    "only the first mention of an entity counts in LEA": lambda key, response: scorer("lea")(
        [[c[:1] for c in d] for d in key], response
    ),
    "only the first document": lambda key, response: scorer("conll")(key[:1], response[:1])
    if len(key) > 1 else scorer("conll")(key, response) * 0.99,
    "MUC of pairs": lambda key, response: scorer("muc")(
        *([[c[n : n + 2] for c in d for n in range(0, len(c), 2)] for d in side] for side in (key, response))
    ),
    "the median of three metrics": lambda key, response: sorted(
        scorer(name)(key, response)[2] for name in ("muc", "b3", "ceafe")
    )[1],
}  # fmt: skip
CLAIMED = ("conll", "muc", "b3", "ceafe", "muc", "b3", "lea", "conll", "muc", "conll")  # by each of them
