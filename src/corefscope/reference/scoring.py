"""From counts to scores: counts are added over documents, and divided once."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from . import linguistic, metrics
from .alignment import best_total
from .metrics import Align, Counts, Entities, Types

FIELDS = ("recall", "precision", "f1")
Document = tuple[Entities, Entities]  # key and response
CONLL = ("muc", "b3", "ceafe")
DEFAULT = ("mentions", "muc", "b3", "ceafm", "ceafe", "blanc", "lea", "conll", "pairwise", "rand")
TYPED = ("lmuc", "lb3", "lceafm", "lceafe")
# The parameters that a metric has besides beta, as in `blanc(alpha=0.2)`.
PARAMETERS = {"blanc": ("alpha", "mentions"), **dict.fromkeys(TYPED, ("weights", "symmetric"))}


class ExactScore(NamedTuple):
    """Recall, precision and F1, and which of them are undefined: a quotient by 0 is 0. A mean has only F1."""

    recall: Fraction | None
    precision: Fraction | None
    f1: Fraction
    undefined: tuple[str, ...] = ()


def quotient(numerator: Fraction | int, denominator: Fraction | int) -> Fraction:
    """Divide; a quotient by 0 is 0 (official scorer, v8.01)."""
    return Fraction(numerator) / denominator if denominator else Fraction()


def quotients(counts: Mapping[str, Fraction], beta: Fraction | int = 1) -> ExactScore:
    """Divide, and take F = (1 + β²) R P / (β² P + R) (van Rijsbergen 1979).

    >>> quotients(metrics.ratios((1, 2), (3, 3)), beta=2).f1
    Fraction(5, 9)
    """
    recall, precision = (quotient(counts[f"{side}_num"], counts[f"{side}_den"]) for side in FIELDS[:2])
    undefined = tuple(side for side in FIELDS[:2] if not counts[f"{side}_den"])
    f1 = quotient((1 + beta**2) * recall * precision, beta**2 * precision + recall)
    return ExactScore(recall, precision, f1, FIELDS if len(undefined) == 2 else undefined)


def finish_blanc(
    counts: Mapping[str, Fraction], alpha: Fraction = Fraction(1, 2), beta: Fraction | int = 1
) -> ExactScore:
    """Average both kinds of links: α F_c + (1 − α) F_n (Recasens & Hovy 2011, §4.1.3; α is ½ by default).

    A kind of which the key has no link is left out; with neither, BLANC is 0 (official scorer, v8.01; on a single
    mention that both sides have, their §4.1.2 says 1).

    >>> finish_blanc(metrics.blanc(["ab"], ["ab"])).f1, finish_blanc(metrics.blanc(["a"], ["a"])).f1
    (Fraction(1, 1), Fraction(0, 1))
    """
    halves: list[tuple[Fraction, ExactScore]] = []
    for kind, weight in (("coreference", alpha), ("non_coreference", 1 - alpha)):
        both, key, response = (counts[f"{kind}_{side}"] for side in ("both", "key", "response"))
        if key:
            halves.append((weight, quotients(metrics.ratios((both, key), (both, response)), beta)))
    if len(halves) == 1:
        halves = [(Fraction(1), halves[0][1])]
    mean = {name: sum((weight * getattr(half, name) for weight, half in halves), Fraction()) for name in FIELDS}
    undefined = tuple(name for name in FIELDS if all(name in half.undefined for weight, half in halves if weight))
    return ExactScore(**mean, undefined=undefined)


def finish(name: str, counts: Mapping[str, Fraction]) -> ExactScore:
    """Make the score of a metric from the sums of its counts."""
    family, values = parse(name)
    dividing = {each: Fraction(values[each]) for each in ("alpha", "beta") if each in values}
    if family == "rand":  # one number is recall, precision and F1
        value = quotient(counts["agreeing"], counts["pairs"])
        return ExactScore(value, value, value, () if counts["pairs"] else FIELDS)
    return (finish_blanc if family == "blanc" else quotients)(counts, **dividing)


def parse(name: str) -> tuple[str, dict[str, str]]:
    """Return the metric of a name, and its parameters.

    >>> parse("blanc(alpha=0.2,mentions=shared)")
    ('blanc', {'alpha': '0.2', 'mentions': 'shared'})
    """
    family, _, listed = name.rstrip(")").partition("(")
    values = dict(pair.split("=", 1) for pair in filter(None, listed.split(",")))
    known = (*PARAMETERS.get(family, ()), *(() if family == "rand" else ("beta",)))
    if family not in (*DEFAULT, *TYPED) or not values.keys() <= set(known):
        raise ValueError(f"the reference has no metric {name}")
    return family, values


def parts(name: str) -> list[str]:
    """Return what is counted for a metric: the parts of a mean, with its parameters, or itself.

    >>> parts("conll(beta=2)")
    ['muc(beta=2)', 'b3(beta=2)', 'ceafe(beta=2)']
    """
    family = parse(name)[0]
    return [part + name.removeprefix(family) for part in CONLL] if family == "conll" else [name]


def count(name: str, document: Document, types: Types | None = None, align: Align = best_total) -> Counts:
    """Count a document by a metric other than a mean; `types` has the type of each mention, for those of Chen & Ng."""
    family, values = parse(name)
    aligned: dict[str, Any] = {"align": align} if "ceaf" in family else {}
    if family in TYPED:
        weights = linguistic.WEIGHTS[values.get("weights", "W4")]
        symmetric = values.get("symmetric") == "true"
        counts: Counts = getattr(linguistic, family)(*document, types or {}, weights, symmetric, **aligned)
    else:
        aligned |= {each: value for each, value in values.items() if each == "mentions"}
        counts = getattr(metrics, family)(*document, **aligned)
    return counts


def total(counts: Iterable[Mapping[str, Fraction]]) -> Counts:
    """Add the counts of documents."""
    sums: Counts = {}
    for each in counts:
        for name, number in each.items():
            sums[name] = sums.get(name, Fraction()) + number
    return sums


def averaged(scores: Sequence[ExactScore], how: str) -> ExactScore:
    """Average scores where they are `defined`, or `all` of them; the F1 of `means` is that of the other two means."""
    means: dict[str, Any] = {}
    for name in FIELDS:
        values: list[Any] = [getattr(one, name) for one in scores if how != "defined" or name not in one.undefined]
        means[name] = None if None in values else quotient(sum(values, Fraction()), len(values))
    if how == "means":
        means["f1"] = quotient(2 * means["recall"] * means["precision"], means["recall"] + means["precision"])
    return ExactScore(**means, undefined=tuple(name for name in FIELDS if all(name in one.undefined for one in scores)))


def combine(name: str, rows: Sequence[Sequence[Mapping[str, Fraction]]], average: str = "micro") -> ExactScore:
    """Make a score from the counts of each document, a row with the counts of each part of the metric.

    Counts are added; with average="macro", each number is the mean over the documents in which it is defined.
    """
    if average == "macro":
        return averaged([combine(name, [row]) for row in rows], "defined")
    scores = [finish(part, total(column)) for part, column in zip(parts(name), zip(*rows, strict=True), strict=True)]
    if parts(name) == [name]:
        return scores[0]
    mean = averaged(scores, "all")
    return ExactScore(None, None, mean.f1, ("f1",) if "f1" in mean.undefined else ())


def score(documents: Iterable[Document], name: str, average: str = "micro") -> ExactScore:
    """Score documents by a metric.

    >>> score([metrics.PRADHAN], "conll").f1  # (2/5 + 5/11 + 13/25) / 3, Pradhan et al. 2014, §1
    Fraction(126, 275)
    >>> score([(["ab"], ["ab"]), (["cd", "ef"], ["cd"])], "muc", "macro").recall
    Fraction(3, 4)
    """
    return combine(name, [[count(part, document) for part in parts(name)] for document in documents], average)
