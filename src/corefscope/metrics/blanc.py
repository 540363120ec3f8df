"""BLANC: recall and precision of coreference links and of non-coreference links, averaged."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from corefscope.metrics.base import BETA, Family, Parameter, between, one_of
from corefscope.metrics.scores import FIELDS, Score, Tally, Totals, Values, quotient_values, quotients
from corefscope.table import Table, pairs

KINDS = ("coreference", "non_coreference")


def blanc(table: Table, mentions: str = "all") -> Tally:
    """Count both kinds of links in the key, in the response and in both, without listing them.

    Two shared mentions are a right non-coreference link unless one side has them in one entity. All mentions count,
    or only those both sides have (Recasens & Hovy 2011, §4.2).
    """
    counts = links(table.of_shared_mentions if mentions == "shared" else table)
    return Tally(with_either(counts) if table.settings.boundary == "either" else counts)


def links(table: Table) -> dict[str, Any]:
    """Count the links of both kinds per unit."""
    key, response, both = table.mentions
    key_links = table.key.per_unit(pairs(table.key.size))
    response_links = table.response.per_unit(pairs(table.response.size))
    right = table.per_unit(pairs(table.shared))
    in_one_entity = table.key.per_unit(pairs(table.key_shared)) + table.response.per_unit(pairs(table.response_shared))
    return {
        "coreference_both": right,
        "coreference_key": key_links,
        "coreference_response": response_links,
        "non_coreference_both": pairs(both) - in_one_entity + right,
        "non_coreference_key": pairs(key) - key_links,
        "non_coreference_response": pairs(response) - response_links,
    }


def with_either(counts: Mapping[str, Any]) -> dict[str, Any]:
    """Add the links of both sides, so that the sum is 0 only if neither has any."""
    return {**counts, **{f"{kind}_either": counts[f"{kind}_key"] + counts[f"{kind}_response"] for kind in KINDS}}


def finish(counts: Totals, alpha: float = 0.5, beta: float = 1.0) -> Score:
    """Recasens & Hovy (2011) on predicted mentions (Luo et al. 2014), with the official boundary cases.

    The key decides them: a half counts only if the key has links of its kind. With the setting `boundary`, links of
    either side suffice.
    `alpha` weighs coreference links in recall, precision and F1 alike.
    """
    one, two = quotients(half(counts, KINDS[0]), beta), quotients(half(counts, KINDS[1]), beta)
    weights = _weights(counts, alpha)
    undefined = set(FIELDS)
    for each, weight in zip((one, two), weights, strict=True):
        if weight:
            undefined &= set(each.undefined)
    ordered, halves = tuple(sorted(undefined, key=FIELDS.index)), dict(zip(KINDS, (one, two), strict=True))
    return Score(*_mean(one, two, weights), counts, ordered, halves)


def finish_columns(columns: Mapping[str, Any], alpha: float = 0.5, beta: float = 1.0) -> Values:
    """`finish` of many totals."""
    one, two = (quotient_values(half(columns, kind), beta) for kind in KINDS)
    return _mean(one, two, _weights(columns, alpha))


def _mean(one: Any, two: Any, weights: tuple[Any, Any]) -> Values:
    weight, rest = weights
    recall = weight * one.recall + rest * two.recall
    precision = weight * one.precision + rest * two.precision
    return Values(recall, precision, weight * one.f1 + rest * two.f1)


def _weights(counts: Mapping[str, Any], alpha: float) -> tuple[Any, Any]:
    """Return the weights of both halves: alpha and the rest, or 1 for the only kind of link there is."""
    links = counts.get("coreference_either", counts["coreference_key"]) > 0
    others = counts.get("non_coreference_either", counts["non_coreference_key"]) > 0
    weight = links * (others * alpha + (1 - others))
    return weight, (links | others) * (1 - weight)


def half(counts: Mapping[str, Any], kind: str) -> dict[str, Any]:
    """Return numerators and denominators of one kind of link."""
    both, key, response = counts[f"{kind}_both"], counts[f"{kind}_key"], counts[f"{kind}_response"]
    return {"recall_num": both, "recall_den": key, "precision_num": both, "precision_den": response}


BLANC = Family(
    "blanc", "BLANC", "coreference and non-coreference links", ("recasens2011", "luo2014"), blanc, finish,
    {
        "alpha": Parameter(0.5, between(0, 1), "the weight of coreference links, a number from 0 to 1"),
        "mentions": Parameter("all", one_of("all", "shared"), "which mentions count", changes_counts=True),
        "beta": BETA,
    },
    finish_columns=finish_columns,
)  # fmt: skip
