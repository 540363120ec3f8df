"""What functions in public code compute under the name of a metric: a table of known deviations from the definitions.

A deviation belongs to one place of the computation, so that deviations of different places go together: which side
loses its singletons, how a metric counts, how documents are put together, or which metric it is at all. Where code
differs in details, a deviation has several variants.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from itertools import product
from typing import Any

from . import metrics
from .alignment import Weights, best_total
from .metrics import Counts, Entities, ratios, shared_only, size
from .readers import once
from .scoring import CONLL, FIELDS, Document, Score, finish, quotient, total

MEANINGS = {
    "b3-gold-mentions": "B³ over the mentions of the key only",
    "b3-union-zero": "B³ over the mentions of either side; what a side lacks counts 0",
    "b3-union-singletons": "B³ over the mentions of either side; what a side lacks is a singleton there",
    "b3-item-f1": "B³ as the mean of an F1 for each mention",
    "b3-entity-mean": "B³ as a mean over entities instead of mentions",
    "b3-shared-items": "B³ over the mentions of both sides only",
    "ceaf-jaccard": "CEAF with the Jaccard index |K ∩ R| / |K ∪ R| as similarity",
    "ceaf-greedy": "CEAF without the optimal alignment",
    "muc-shared-only": "MUC over the mentions of both sides only",
    "singletons-one-side": "singletons left out on one side only",
    "documents-pooled": "mentions of different documents with the same span taken for one",
    "macro-average": "a mean over documents instead of counts that add",
    "lea-as-conll": "LEA under the name of CoNLL",
    "mentions-as-conll": "the F1 of mentions under the name of CoNLL",
}
DOCUMENTS = ("documents-pooled", "macro-average")  # cannot be seen in a function for one document
Count = Callable[[Entities, Entities], Counts]


def b3_over(items: str, missing: str, combine: str = "", within: bool = False) -> Count:
    """B³ over the mentions `items`; where a side lacks one, it counts 0 there or is a singleton.

    With `within`, entities are cut to these mentions first. `combine` takes F1 of each mention, or divides precision by
    the mentions that are found.
    """

    def count(key: Entities, response: Entities) -> Counts:
        mine, theirs = ({mention: set(entity) for entity in side for mention in entity} for side in (key, response))
        chosen = {"key": mine.keys(), "shared": mine.keys() & theirs.keys(), "union": mine.keys() | theirs.keys()}[
            items
        ]
        recall = precision = f1 = Fraction()
        for mention in chosen:
            alone = {mention} if missing == "singleton" else set()
            one, two = mine.get(mention, alone), theirs.get(mention, alone)
            if within:
                one, two = one & chosen, two & chosen
            r, p = quotient(len(one & two), len(one)), quotient(len(one & two), len(two))
            recall, precision, f1 = recall + r, precision + p, f1 + quotient(2 * r * p, r + p)
        found = len(chosen & theirs.keys()) if combine == "found" else len(chosen)
        counts = ratios((recall, len(chosen)), (precision, found))
        return {**counts, "f1_num": f1, "f1_den": Fraction(len(chosen))} if combine == "f1" else counts

    return count


def b3_by_mention(key: Entities, response: Entities) -> Counts:
    """B³ that looks up the entity of each different mention, the last one that has it."""
    recall, precision = (b3_over("key", "zero")(*sides) for sides in ((key, response), (response, key)))
    return ratios((recall["recall_num"], recall["recall_den"]), (precision["recall_num"], precision["recall_den"]))


def b3_by_occurrence(key: Entities, response: Entities) -> Counts:
    """The same, for every mention of every entity."""

    def side(mine: Entities, theirs: Entities) -> tuple[Fraction, int]:
        there = {mention: set(entity) for entity in theirs for mention in entity}
        shares = [Fraction(len({*each} & there.get(m, set())), len({*each})) for each in mine for m in each]
        return sum(shares, Fraction()), size(mine)

    return ratios(side(key, response), side(response, key))


def b3_completed(key: Entities, response: Entities) -> Counts:
    """B³ whose recall has missing mentions as singletons of the response, and precision the reverse."""
    mine, theirs = metrics.owners(key), metrics.owners(response)
    recall = metrics.b3(key, [*response, *([mention] for mention in mine if mention not in theirs)])
    precision = metrics.b3([*key, *([mention] for mention in theirs if mention not in mine)], response)
    return {name: (recall if name.startswith("recall") else precision)[name] for name in recall}


def b3_of_entities(key: Entities, response: Entities) -> Counts:
    """B³ as a mean over entities: Σ |K ∩ R|² / |K|² of each."""

    def side(mine: Entities, theirs: Entities) -> tuple[Fraction, int]:
        cells = metrics.overlaps(mine, theirs).items()
        return sum((Fraction(n * n, len(mine[i]) ** 2) for (i, _), n in cells), Fraction()), len(mine)

    return ratios(side(key, response), side(response, key))


def ceaf(metric: str, similarity: str = "", how: str = "best") -> Count:
    """CEAF with another similarity, or by greedy choices."""

    def count(key: Entities, response: Entities) -> Counts:
        weights: dict[tuple[int, int], Fraction] = {}
        for (i, j), n in metrics.overlaps(key, response).items():
            both = len(key[i]) + len(response[j])
            jaccard = Fraction(n, both - n)
            weights[i, j] = jaccard if similarity else Fraction(2 * n, both) if metric == "ceafe" else Fraction(n)
        if how == "best":
            recall = precision = best_total(weights)
        elif how == "again":  # each entity takes its best partner, however often that is taken
            recall, precision = (sum(map(max, each.values()), Fraction()) for each in by_entity(weights))
        else:
            chosen: list[tuple[int, int]] = []
            first = {"key": 0, "response": 1}.get(how)  # the side whose entities choose in their order
            for cell in sorted(weights, key=lambda c: (0 if first is None else c[first], -weights[c], c)):
                if all(cell[0] != i and cell[1] != j for i, j in chosen):
                    chosen.append(cell)
            recall = precision = sum((weights[cell] for cell in chosen), Fraction())
        sizes = (size(key), size(response)) if metric == "ceafm" else (len(key), len(response))
        return ratios((recall, sizes[0]), (precision, sizes[1]))

    return count


def by_entity(weights: Weights) -> tuple[dict[int, list[Fraction]], dict[int, list[Fraction]]]:
    """Return the weights of the cells of each key entity, and of each response entity."""
    sides: tuple[dict[int, list[Fraction]], dict[int, list[Fraction]]] = ({}, {})
    for cell, weight in weights.items():
        for entities, entity in zip(sides, cell, strict=True):
            entities.setdefault(entity, []).append(weight)
    return sides


def ceafe_of_sets(key: Entities, response: Entities) -> Counts:
    """CEAFe where a mention may be in several entities of a side."""
    pairs = {(i, j): (one, two) for i, one in enumerate(key) for j, two in enumerate(response)}
    shared = {cell: len({*one} & {*two}) for cell, (one, two) in pairs.items()}
    total = best_total({c: Fraction(2 * n, len(pairs[c][0]) + len(pairs[c][1])) for c, n in shared.items() if n})
    return ratios((total, len(key)), (total, len(response)))


def muc_over(parts: str) -> Count:
    """MUC where mentions that the other side lacks are no parts of the entities that have them."""

    def side(mine: Entities, theirs: Entities) -> tuple[int, int]:
        there = metrics.owners(theirs)
        cut = [len({there[mention] for mention in entity if mention in there}) for entity in mine]
        least = 1 if parts == "at least one" else 0
        return sum(len(each) - max(n, least) for each, n in zip(mine, cut, strict=True)), size(mine) - len(mine)

    return lambda key, response: ratios(side(key, response), side(response, key))


COUNTING: dict[str, dict[str, list[Count]]] = {
    "muc": {
        "muc-shared-only": [
            lambda key, response: metrics.muc(*shared_only(key, response)),
            muc_over("any"),
            muc_over("at least one"),
        ]
    },
    "b3": {
        "b3-gold-mentions": [
            *(b3_over("key", missing, combine, within) for missing, combine, within in
              product(("zero", "singleton"), ("", "found"), (False, True))),
        ],
        "b3-union-zero": [b3_over("union", "zero")],
        "b3-union-singletons": [b3_over("union", "singleton"), b3_completed],
        "b3-item-f1": [b3_over(*each, "f1") for each in product(("key", "union", "shared"), ("zero", "singleton"))],
        "b3-entity-mean": [b3_of_entities],
        "b3-shared-items": [b3_over("shared", "zero"), b3_over("shared", "zero", within=True)],
    },
    **{
        name: {
            "ceaf-jaccard": [ceaf(name, "jaccard")],
            "ceaf-greedy": [ceaf(name, how=how) for how in ("all", "key", "response", "again")],
        }
        for name in ("ceafm", "ceafe")
    },
}  # fmt: skip


def without_singletons(side: int) -> Callable[[Document], Document]:
    """Leave out the singletons of one side."""

    def changed(document: Document) -> Document:
        one, two = ([e for e in each if len(e) > 1] if side == n else each for n, each in enumerate(document))
        return one, two

    return changed


def pooled(which: str) -> Callable[[Sequence[Document]], list[Document]]:
    """Put the entities of all documents together; a mention of two stays in the first, the last, or in both."""

    def changed(documents: Sequence[Document]) -> list[Document]:
        sides: list[Any] = [[entity for document in documents for entity in document[side]] for side in (0, 1)]
        if which == "last":
            sides = [once(side[::-1])[::-1] for side in sides]
        elif which == "first":
            sides = [once(side) for side in sides]
        return [(sides[0], sides[1])]

    return changed


SIDES: dict[str, list[Any]] = {"singletons-one-side": [without_singletons(0), without_singletons(1)]}
# How metrics count that look up the mentions of pooled documents in their last entity, or in all.
POOLED: dict[str, dict[str, Count]] = {
    "by entity": {"ceafe": ceafe_of_sets},
    "by mention": {"b3": b3_by_mention, "ceafe": ceafe_of_sets},
    "by occurrence": {"b3": b3_by_occurrence, "ceafe": ceafe_of_sets},
}
JOINING: dict[str, list[Any]] = {
    "documents-pooled": [pooled("both"), pooled("first"), pooled("last"), *POOLED],
    "macro-average": ["macro", "macro of parts", "macro of all", "means"],
}
Choice = tuple[tuple[str, ...], Any, dict[str, Count], Any]  # codes, side, counting, joining


def choices(metric: str) -> Iterator[Choice]:
    """Give every deviation of a metric in each of its variants, then every two of different places."""
    parts = CONLL if metric == "conll" else (metric,)
    single: list[tuple[str, str, Any]] = [("side", code, v) for code, each in SIDES.items() for v in each]
    single += [("joining", code, variant) for code, each in JOINING.items() for variant in each]
    single += [(part, code, v) for part in parts for code, each in COUNTING.get(part, {}).items() for v in each]
    pairs = [(one, two) for n, one in enumerate(single) for two in single[n + 1 :] if one[0] != two[0]]
    for several in [*((each,) for each in single), *pairs]:
        place = {each[0]: each[2] for each in several}
        counting = {part: place[part] for part in parts if part in place}
        yield tuple(each[1] for each in several), place.get("side"), counting, place.get("joining")


def deviating(documents: Sequence[Document], metric: str, choice: Choice | None = None) -> Score:
    """Score documents by a metric with a deviation; of a mean, recall and precision are means too.

    >>> deviating([metrics.PRADHAN], "b3", (("b3-union-zero",), None, {"b3": b3_over("union", "zero")}, None)).recall
    Fraction(35, 108)
    """
    _, side, counting, joining = choice or ((), None, {}, None)
    if joining in POOLED:
        counting, joining = {**POOLED[joining], **counting}, pooled("both")
    if callable(joining):
        documents = joining(documents)
    documents = [side(document) for document in documents] if side else list(documents)
    names = CONLL if metric == "conll" else (metric,)
    rows = [[counting.get(part, getattr(metrics, part))(*document) for part in names] for document in documents]
    columns = [[row[place] for row in rows] for place in range(len(names))]
    if joining == "macro":  # of the score of each document
        return averaged([mean([finished(*each) for each in zip(names, row, strict=True)]) for row in rows], joining)
    if isinstance(joining, str):
        return mean([averaged([finished(part, row) for row in column], joining)
                     for part, column in zip(names, columns, strict=True)])  # fmt: skip
    return mean([finished(part, total(column)) for part, column in zip(names, columns, strict=True)])


def mean(scores: Sequence[Score]) -> Score:
    """Average several scores; a number is undefined only if it is in all of them."""
    sums = [sum((getattr(each, name) for each in scores), Fraction()) / len(scores) for name in FIELDS]
    undefined = tuple(name for name in FIELDS if all(name in each.undefined for each in scores))
    return Score(sums[0], sums[1], sums[2], undefined)


def finished(metric: str, counts: Counts) -> Score:
    """Divide; a mean of F1 is one, whatever recall and precision are."""
    score = finish(metric, counts)
    return score._replace(f1=quotient(counts["f1_num"], counts["f1_den"])) if "f1_num" in counts else score


def averaged(scores: Sequence[Score], how: str) -> Score:
    """Average over documents: where a quotient is defined, over all of them, or only recall and precision."""
    means = {}
    for name in FIELDS:
        is_counted = [name not in each.undefined or how in ("macro of all", "means") for each in scores]
        values = [getattr(each, name) for each, counts in zip(scores, is_counted, strict=True) if counts]
        means[name] = quotient(sum(values, Fraction()), len(values))
    if how == "means":
        means["f1"] = quotient(2 * means["recall"] * means["precision"], means["recall"] + means["precision"])
    return Score(means["recall"], means["precision"], means["f1"])
