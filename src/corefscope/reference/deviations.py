"""What functions in public code compute under the name of a metric: a table of known deviations from the definitions.

A deviation changes one place of the computation, so that deviations of different places go together: which side loses
its singletons, how a metric counts, or how documents are put together. Where code differs in details, it has variants.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import cache, partial
from itertools import combinations, product
from typing import Any

from . import metrics
from .alignment import Weights, best_total
from .metrics import Align, Counts, Entities, overlaps, owners, ratios, shared_only, size
from .readers import once
from .scoring import CONLL, Document, ExactScore, averaged, finish, quotient, total

# How a metric counts a document instead, from its definition, the key and the response.
Count = Callable[[Callable[..., Counts], Entities, Entities], Counts]


def of_sides(side: Callable[[Entities, Entities], tuple[Any, Any]]) -> Count:
    """Count precision as recall with the sides exchanged."""
    return lambda metric, key, response: ratios(side(key, response), side(response, key))


def mixed(recall: Count, precision: Count) -> Count:
    """Count recall in one way and precision in another."""

    def count(*arguments: Any) -> Counts:
        ways = {"recall": recall(*arguments), "precision": precision(*arguments)}
        return {name: ways[name.partition("_")[0]][name] for name in ways["recall"]}

    return count


def only_shared(metric: Callable[..., Counts], *sides: Entities) -> Counts:
    return metric(*shared_only(*sides))


def b3(items: str, alone: bool = False, mean: str = "", within: bool = False) -> Count:
    """B³ over the mentions `items`; what a side lacks counts 0 there, or is alone there.

    With `within`, entities are cut to these mentions first. The mean may be one of F1 of each mention, and that of
    precision may be one over the mentions that the response has (`matched`).
    """

    def count(metric: Any, key: Entities, response: Entities) -> Counts:
        mine, theirs = ({mention: {*entity} for entity in side for mention in entity} for side in (key, response))
        k, r = mine.keys(), theirs.keys()
        chosen = {"key": k, "response": r, "shared": k & r, "union": k | r}[items]
        rows = []
        for mention in chosen:
            one, two = (side.get(mention, {mention} if alone else set()) for side in (mine, theirs))
            if within:
                one, two = one & chosen, two & chosen
            rows.append((quotient(len(one & two), len(one)), quotient(len(one & two), len(two))))
        recall, precision = (sum((row[side] for row in rows), Fraction()) for side in (0, 1))
        counts = ratios((recall, len(rows)), (precision, len(chosen & r) if mean == "matched" else len(rows)))
        if mean == "f1":
            f1 = sum((quotient(2 * one * two, one + two) for one, two in rows), Fraction())
            counts |= {"f1_num": f1, "f1_den": Fraction(len(rows))}
        return counts

    return count


def b3_of_entities(mine: Entities, theirs: Entities, is_mean: bool = True) -> tuple[Fraction, int]:
    """B³ as a mean over entities, or over every mention of every entity, however many entities have it."""
    there = {mention: {*entity} for entity in theirs for mention in entity}
    shares = [Fraction(sum(len({*entity} & there.get(m, set())) for m in entity), len({*entity})) for entity in mine]
    if is_mean:
        return sum((share / len(entity) for share, entity in zip(shares, mine, strict=True)), Fraction()), len(mine)
    return sum(shares, Fraction()), size(mine)


def muc_over(least: int) -> Count:
    """MUC where mentions that the other side lacks form no part; an entity has at least 0 or 1 parts."""

    def recall(mine: Entities, theirs: Entities) -> tuple[int, int]:
        there = owners(theirs)
        parts = [len({there[mention] for mention in entity if mention in there}) for entity in mine]
        return size(mine) - sum(max(number, least) for number in parts), size(mine) - len(mine)

    return of_sides(recall)


def jaccard(metric: Callable[..., Counts], key: Entities, response: Entities) -> Counts:
    """CEAF by |K ∩ R| / |K ∪ R|."""
    cells = overlaps(key, response).items()
    weights = {(i, j): Fraction(n, len(key[i]) + len(response[j]) - n) for (i, j), n in cells}
    return metric(key, response, align=lambda _: best_total(weights))


def ceafe_of_sets(metric: Callable[..., Counts], key: Entities, response: Entities) -> Counts:
    """CEAFe where a mention may be in several entities of a side."""
    cells = {(i, j): len({*one} & {*two}) for i, one in enumerate(key) for j, two in enumerate(response)}
    weights = {(i, j): Fraction(2 * n, len(key[i]) + len(response[j])) for (i, j), n in cells.items() if n}
    return metric(key, response, align=lambda _: best_total(weights))


def aligned(align: Align) -> Count:
    return lambda metric, key, response: metric(key, response, align=align)


def greedy(side: int | None, again: bool = False) -> Count:
    """Align the best cells of all first, or let the entities of a side choose in their order, or a partner `again`."""

    def align(weights: Weights) -> Fraction:
        chosen: list[tuple[int, int]] = []
        for cell in sorted(weights, key=lambda cell: (0 if side is None else cell[side], -weights[cell], cell)):
            if all(cell[n] != other[n] for other in chosen for n in (0, 1) if n == side or not again):
                chosen.append(cell)
        return sum((weights[cell] for cell in chosen), Fraction())

    return aligned(align)


# The code of each deviation, the metrics that it concerns, what it means, and its variants.
TABLE: list[tuple[str, tuple[str, ...], str, list[Count]]] = [
    ("b3-gold-mentions", ("b3",), "B³ over the mentions of the key only",
     [b3("key", *each) for each in product((False, True), ("", "matched"), (False, True))]),
    ("b3-union-zero", ("b3",), "B³ over the mentions of either side; what a side lacks counts 0", [b3("union")]),
    ("b3-union-singletons", ("b3",), "B³ over the mentions of either side; what a side lacks is a singleton there",
     [b3("union", alone=True), mixed(b3("key", alone=True), b3("response", alone=True))]),
    ("b3-item-f1", ("b3",), "B³ as the mean of an F1 for each mention",
     [b3(*each, "f1") for each in product(("key", "union", "shared"), (False, True))]),
    ("b3-entity-mean", ("b3",), "B³ as a mean over entities instead of mentions", [of_sides(b3_of_entities)]),
    ("b3-shared-items", ("b3",), "B³ over the mentions of both sides only", [b3("shared"), b3("shared", within=True)]),
    ("ceaf-jaccard", ("ceafm", "ceafe"), "CEAF with the Jaccard index |K ∩ R| / |K ∪ R| as similarity", [jaccard]),
    ("ceaf-greedy", ("ceafm", "ceafe"), "CEAF without the optimal alignment",
     [*map(greedy, (None, 0, 1)), mixed(greedy(0, again=True), greedy(1, again=True))]),
    ("muc-shared-only", ("muc",), "MUC over the mentions of both sides only", [only_shared, muc_over(0), muc_over(1)]),
]  # fmt: skip
MEANINGS = {code: meaning for code, _, meaning, _ in TABLE} | {
    "singletons-one-side": "singletons left out on one side only",
    "documents-pooled": "mentions of different documents with the same span taken for one",
    "macro-average": "a mean over documents instead of counts that add (corefscope: --average macro or means)",
    "lea-as-conll": "LEA under the name of CoNLL",
    "mentions-as-conll": "the F1 of mentions under the name of CoNLL",
}
DOCUMENTS = ("documents-pooled", "macro-average")  # cannot be seen in a function for one document
# What becomes of mentions of several documents, and the metrics that look them up in another way then.
POOLED: dict[str, dict[str, Count]] = {
    "both": {},
    "first": {},
    "last": {},
    "by entity": {"ceafe": ceafe_of_sets},
    "by mention": {"b3": mixed(b3("key"), b3("response")), "ceafe": ceafe_of_sets},
    "by occurrence": {"b3": of_sides(partial(b3_of_entities, is_mean=False)), "ceafe": ceafe_of_sets},
}
# A mean of the documents' scores; of each metric where it is defined, or everywhere; or of recall and precision only.
AVERAGES = ("scores", "defined", "all", "means")
Choice = tuple[tuple[str, str, Any], ...]  # the place, the code and the variant of each deviation


@cache
def choices(metric: str) -> list[Choice]:
    """Return every deviation of a metric in each of its variants, then every two of different places."""
    single: list[tuple[str, str, Any]] = [("side", "singletons-one-side", side) for side in (0, 1)]
    single += [("joining", "documents-pooled", way) for way in POOLED]
    single += [("joining", "macro-average", way) for way in AVERAGES]
    for part in CONLL if metric == "conll" else (metric,):
        single += [(part, code, way) for code, concerned, _, ways in TABLE if part in concerned for way in ways]
    return [*((one,) for one in single), *(pair for pair in combinations(single, 2) if pair[0][0] != pair[1][0])]


def pool(documents: Sequence[Document], repeats: str) -> list[Document]:
    """Put the entities of all documents together; a mention of two stays in the first, the last, or in both."""
    key, response = ([entity for document in documents for entity in document[side]] for side in (0, 1))
    if repeats == "last":
        return [(once(key[::-1])[::-1], once(response[::-1])[::-1])]
    return [(once(key), once(response))] if repeats == "first" else [(key, response)]


def deviating(documents: Sequence[Document], metric: str, choice: Choice = ()) -> ExactScore:
    """Score documents by a metric with deviations; of a mean, recall and precision are means too.

    >>> deviating([metrics.PRADHAN], "b3", (("b3", "b3-union-zero", b3("union")),)).recall
    Fraction(35, 108)
    """
    counting = {place: way for place, _, way in choice}
    side, joining = counting.pop("side", None), counting.pop("joining", None)
    if joining in POOLED:
        documents, counting = pool(documents, joining), {**POOLED[joining], **counting}
    pairs = [
        [[e for e in each if len(e) > 1 or n != side] for n, each in enumerate(document)] for document in documents
    ]
    scores = []
    for name in CONLL if metric == "conll" else (metric,):
        official, way = getattr(metrics, name), counting.get(name, lambda metric, *sides: metric(*sides))
        rows = [way(official, *pair) for pair in pairs]
        scores.append([finished(name, counts) for counts in (rows if joining in AVERAGES else [total(rows)])])
    if joining == "scores":
        return averaged([averaged(row, "all") for row in zip(*scores, strict=True)], "defined")
    return averaged([averaged(column, joining) if joining in AVERAGES else column[0] for column in scores], "all")


def finished(metric: str, counts: Counts) -> ExactScore:
    """Divide; a mean of F1 is one, whatever recall and precision are."""
    score = finish(metric, counts)
    return score._replace(f1=quotient(counts["f1_num"], counts["f1_den"])) if "f1_num" in counts else score
