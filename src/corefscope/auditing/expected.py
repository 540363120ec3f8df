"""What a case is by the definitions, by a dialect, with a deviation; and the arithmetic by hand."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

from corefscope.auditing.cases import REPEATED, Case
from corefscope.presets import DIALECTS
from corefscope.problems import quiet_doubts
from corefscope.reference import deviations
from corefscope.reference.metrics import links, overlaps, owners
from corefscope.reference.readers import once
from corefscope.reference.scoring import CONLL, FIELDS, Document, count, total

# The metrics that a function is tried as if it claims none.
METRICS = ("conll", "muc", "b3", "ceafe", "lea", "ceafm", "blanc", "mentions", "pairwise")
Numbers = dict[str, float]  # recall, precision and F1


def official(metric: str, case: Case, swapped: bool) -> tuple[Numbers, ...]:
    """Return the official numbers; for a repeated mention, by the definitions or as the official scorer has it."""
    exact = deviating(metric, (), case, swapped)
    return (*exact, *dialect("conll2012", metric, case, swapped)) if case.kind == REPEATED else exact


@cache
def deviating(metric: str, choice: deviations.Choice, case: Case, swapped: bool) -> tuple[Numbers]:
    """Return what a metric with deviations is on a case, in which a repeated mention stays in its first entity."""
    score = deviations.deviating(ordered(case.documents, swapped), metric, choice)
    return ({name: float(getattr(score, name)) for name in FIELDS},)


def dialect(name: str, metric: str, case: Case, swapped: bool) -> tuple[Numbers]:
    """Return what a dialect makes of a metric on a case."""
    return (of_dialect(name, case, swapped)[metric],)


@cache
@quiet_doubts()
def of_dialect(name: str, case: Case, swapped: bool) -> dict[str, Numbers]:
    """Return our own numbers under a dialect by metric; of CoNLL, recall and precision are means."""
    from corefscope.scoring.score import score

    sides: list[dict[str, Any]] = [{f"d{n}": d[side] for n, d in enumerate(case.documents)} for side in (0, 1)]
    options: dict[str, Any] = {**DIALECTS[name].values, "match": "exact", "zeros": "linear", "objects": "spans"}
    scores = score(sides[swapped], sides[not swapped], metrics=METRICS, **options).scores
    numbers: dict[str, Any] = {name: {each: getattr(one, each) for each in FIELDS} for name, one in scores.items()}
    numbers["conll"] |= {each: sum(numbers[part][each] for part in CONLL) / 3 for each in FIELDS[:2]}
    return numbers


def ordered(documents: Sequence[Document], swapped: bool) -> list[Document]:
    """Exchange the sides, if the response comes first; a repeated mention stays in its first entity."""
    return [(once(two), once(one)) if swapped else (once(one), once(two)) for one, two in documents]


def texts(case: Case) -> list[str]:
    """Return the documents of a case as people read them: {a b} {c} against {a b c}."""

    def side(entities: Any) -> str:
        words = (" ".join(chr(97 + first // 2) for first, _ in entity) for entity in entities)
        return " ".join(f"{{{word}}}" for word in words) or "nothing"

    return [f"key {side(key)}, response {side(response)}" for key, response in case.documents]


def steps(metric: str, case: Case) -> list[str]:
    """Return the official recall and precision of a case, with the terms that are added up."""
    if metric == "conll":
        return [line for part in CONLL for line in steps(part, case)]
    documents = ordered(case.documents, False)
    sums = total(count(metric, document) for document in documents)
    lines = []
    for side, name in enumerate(FIELDS[:2]):
        if f"{name}_num" in sums:
            terms = [term for document in documents for term in terms_of(metric, document[side], document[1 - side])]
            numerator, denominator = sums[f"{name}_num"], sums[f"{name}_den"]
            added = f", {numerator} = {' + '.join(terms)}" if terms else ""
            lines.append(f"{metric} {name}: {numerator} of {denominator}{added}")
    return lines


def terms_of(metric: str, mine: Any, theirs: Any) -> list[str]:
    """Return the terms of a numerator: kept links, squares by sizes, or resolved links of each entity."""
    there, cells = owners(theirs), overlaps(mine, theirs).items()
    if metric == "muc":
        return [f"({len(entity)} − {len({there.get(mention, mention) for mention in entity})})" for entity in mine]
    if metric == "b3":
        return [f"{n}²/{len(mine[i])}" for (i, _), n in cells]
    if metric == "lea":
        return [f"{len(mine[i])}·{links(n)}/{links(len(mine[i])) or 1}" for (i, _), n in cells if n > 1]
    return []
