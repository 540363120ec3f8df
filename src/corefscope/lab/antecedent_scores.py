"""Antecedent scores as span rankers have them: for each span its antecedents, and a score for each and for having none.

AllenNLP      top_spans                          antecedent_indices   coreference_scores
e2e-coref     top_span_starts, top_span_ends     top_antecedents      top_antecedent_scores
coref-hoi     span_starts, span_ends             antecedent_idx       antecedent_scores
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from corefscope.basics.escaping import cut
from corefscope.problems import FormatError

SCORES = ("coreference_scores", "top_antecedent_scores", "antecedent_scores")
ANTECEDENTS = ("antecedent_indices", "top_antecedents", "antecedent_idx")
SPANS = ("top_spans",)
BOUNDS = (("top_span_starts", "top_span_ends"), ("span_starts", "span_ends"))
Refuse = Callable[[str], FormatError]


def has_antecedents(record: Mapping[str, Any]) -> bool:
    return any(name in record for name in SCORES)


def likeliest_links(record: Mapping[str, Any], refuse: Refuse) -> list[tuple[Any, Any, float]]:
    """Each span's likeliest antecedent with its probability: the softmax of its scores, of which the first is of none.

    >>> spans = {"top_spans": [[0, 0], [2, 2]], "top_antecedents": [[0], [0]]}
    >>> likeliest_links({**spans, "top_antecedent_scores": [[0, None], [0, 0]]}, ValueError)
    [([2, 2], [0, 0], 0.5)]
    """
    spans = _spans(record, refuse)
    antecedents, scores = (_table(record, names, len(spans), refuse) for names in (ANTECEDENTS, SCORES))
    links = []
    for place, (others, row) in enumerate(zip(antecedents, scores, strict=True)):
        if len(row) != len(others) + 1:
            fact = f"span {place} has {len(others)} antecedents and {len(row)} scores"
            raise refuse(f"{fact}; it has one more, the first: that of no antecedent")
        values = [_number(value, refuse) for value in row]
        # What is masked has the score minus infinity, or stands for a span that does not come before.
        known = [
            (value, other)
            for value, other in zip(values[1:], others, strict=True)
            if value > -math.inf and _is_before(other, place, refuse)
        ]
        if known:
            best, other = max(known, key=lambda each: each[0])
            top = max(best, values[0])
            total = sum(math.exp(value - top) for value in (values[0], *(value for value, _ in known)))
            links.append((spans[place], spans[other], math.exp(best - top) / total))
    return links


def _field(record: Mapping[str, Any], names: Sequence[str], refuse: Refuse) -> list[Any]:
    found = next((record[name] for name in names if name in record), None)
    if not isinstance(found, list | tuple):
        raise refuse(f"a document with antecedent scores has no list {' or '.join(names)}")
    return list(found)


def _spans(record: Mapping[str, Any], refuse: Refuse) -> list[Any]:
    for names in BOUNDS:
        if all(name in record for name in names):
            starts, ends = (_field(record, [name], refuse) for name in names)
            if len(starts) != len(ends):
                raise refuse(f"there are {len(starts)} {names[0]} and {len(ends)} {names[1]}")
            return [list(each) for each in zip(starts, ends, strict=True)]
    return _field(record, SPANS, refuse)


def _table(record: Mapping[str, Any], names: Sequence[str], spans: int, refuse: Refuse) -> list[Any]:
    rows = _field(record, names, refuse)
    if len(rows) != spans or not all(isinstance(row, list | tuple) for row in rows):
        raise refuse(f"{' or '.join(names)} is not a list for each of {spans} spans")
    return rows


def _number(value: Any, refuse: Refuse) -> float:
    """A score; `null` is minus infinity, which JSON cannot write."""
    if value is None:
        return -math.inf
    if not isinstance(value, int | float) or isinstance(value, bool) or not value < math.inf:
        raise refuse(f"the score {cut(repr(value))} of an antecedent is not a number")
    return float(value)


def _is_before(other: Any, place: int, refuse: Refuse) -> bool:
    if not isinstance(other, int) or isinstance(other, bool):
        raise refuse(f"the antecedent {cut(repr(other))} is not the place of a span")
    return 0 <= other < place
