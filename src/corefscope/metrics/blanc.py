"""BLANC: recall and precision of coreference links and of non-coreference links, averaged."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from corefscope.metrics.base import (
    BETA,
    Family,
    Floats,
    Parameter,
    Score,
    Tally,
    Totals,
    Values,
    quotient_columns,
    quotients,
)
from corefscope.metrics.parameters import between, one_of
from corefscope.table import Table, pairs

KINDS = ("coreference", "non_coreference")


def blanc(table: Table) -> Tally:
    """Links of both kinds in key, response and both, counted from the Table and never listed.

    Two shared mentions are a right non-coreference link unless one side has them in one entity.
    """
    key, response, both = table.mentions
    key_links = table.key.per_unit(pairs(table.key.size))
    response_links = table.response.per_unit(pairs(table.response.size))
    right = table.per_unit(pairs(table.shared))
    apart = (
        pairs(both)
        - table.key.per_unit(pairs(table.key_shared))
        - table.response.per_unit(pairs(table.response_shared))
        + right
    )
    return Tally(
        {
            "coreference_both": right,
            "coreference_key": key_links,
            "coreference_response": response_links,
            "non_coreference_both": apart,
            "non_coreference_key": pairs(key) - key_links,
            "non_coreference_response": pairs(response) - response_links,
        }
    )


def finish(counts: Totals, alpha: float = 0.5, beta: float = 1.0) -> Score:
    """Recasens & Hovy (2011) on predicted mentions (Luo et al. 2014), with the official boundary cases.

    They are decided by the key alone: without coreference links in it only the non-coreference
    half counts, without non-coreference links only the coreference half, without both nothing.
    `alpha` weighs coreference links in recall, precision and F1 alike.
    """
    halves = {kind: _half(counts, kind, beta) for kind in KINDS}
    weights = [weight if counts[f"{kind}_key"] else 0.0 for kind, weight in zip(KINDS, (alpha, 1 - alpha), strict=True)]
    present = [kind for kind in KINDS if counts[f"{kind}_key"]]
    if not present:
        return Score(0.0, 0.0, 0.0, counts, ("recall", "precision", "f1"), halves)
    if len(present) == 1:
        weights = [float(kind in present) for kind in KINDS]

    def mean(field: str) -> float:
        return sum(
            weight * float(getattr(half, field))
            for weight, half in zip(weights, halves.values(), strict=True)
            if weight
        )

    undefined = tuple(
        field
        for field in ("recall", "precision", "f1")
        if all(field in half.undefined for weight, half in zip(weights, halves.values(), strict=True) if weight)
    )
    return Score(mean("recall"), mean("precision"), mean("f1"), counts, undefined, halves)


def finish_columns(columns: Mapping[str, Floats], alpha: float = 0.5, beta: float = 1.0) -> Values:
    """`finish` of many totals."""
    halves = [_half_columns(columns, kind, beta) for kind in KINDS]
    links, others = (columns[f"{kind}_key"] > 0 for kind in KINDS)
    weight = np.where(links & others, alpha, links.astype(float))
    rest = np.where(links | others, 1 - weight, 0.0)
    return Values(*(weight * one + rest * two for one, two in zip(*halves, strict=True)))


def _half_columns(columns: Mapping[str, Floats], kind: str, beta: float) -> Values:
    both, key, response = (columns[f"{kind}_{side}"] for side in ("both", "key", "response"))
    sides = {"recall_num": both, "recall_den": key, "precision_num": both, "precision_den": response}
    return quotient_columns(sides, beta)


def _half(counts: Totals, kind: str, beta: float) -> Score:
    both = counts[f"{kind}_both"]
    return quotients(
        {
            "recall_num": both,
            "recall_den": counts[f"{kind}_key"],
            "precision_num": both,
            "precision_den": counts[f"{kind}_response"],
        },
        beta,
    )


def _tally(table: Table, mentions: str = "all") -> Tally:
    """All mentions, or only those both sides have (Recasens & Hovy 2011, §4.2)."""
    return blanc(table if mentions == "all" else table.of_shared_mentions)


BLANC = Family(
    "blanc",
    "BLANC",
    "coreference and non-coreference links",
    ("recasens2011", "luo2014"),
    _tally,
    finish,
    {
        "alpha": Parameter(0.5, between(0, 1), "the weight of coreference links, a number from 0 to 1"),
        "mentions": Parameter("all", one_of("all", "shared"), "which mentions count", of_tally=True),
        "beta": BETA,
    },
    own_beta=True,
    finish_columns=finish_columns,
)
