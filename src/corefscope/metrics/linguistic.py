"""LMUC, LB³, LCEAFm and LCEAFe: links weigh more, the more they tell about who is meant (Chen & Ng 2013)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from corefscope.basics.escaping import quoted
from corefscope.metrics.base import BETA, MENTION_TYPES, TWINLESS, Family, Floats, Parameter, Tally
from corefscope.metrics.parameters import one_of, positive
from corefscope.metrics.weights import KINDS, NAMED_WEIGHTS, Weights, named_weights
from corefscope.problems import SettingsError
from corefscope.table import Table


def _lmuc(table: Table, weights: Weights) -> Tally:
    return _of_all_links(table, weights, table.per_unit(weights.cell))


def _lb3(table: Table, weights: Weights) -> Tally:
    key, response, _ = table.mentions
    credit = table.shared * weights.cell
    return Tally.of(
        recall=(table.per_unit(credit / weights.key[table.key_entity]), key),
        precision=(table.per_unit(credit / weights.response[table.response_entity]), response),
    )


def _lceafm(table: Table, weights: Weights) -> Tally:
    return _of_all_links(table, weights, table.aligned_total(weights.cell))


def _of_all_links(table: Table, weights: Weights, kept: Floats) -> Tally:
    key, response = table.key.per_unit(weights.key), table.response.per_unit(weights.response)
    return Tally.of(recall=(kept, key), precision=(kept, response))


def _lceafe(table: Table, weights: Weights) -> Tally:
    sizes = weights.key[table.key_entity] + weights.response[table.response_entity]
    aligned = table.aligned_total(2 * weights.cell / sizes)
    key, response = (side.per_unit(np.ones(len(side.size), np.int64)) for side in (table.key, table.response))
    return Tally.of(recall=(aligned, key), precision=(aligned, response))


def weights_of(metric: str, table: Table, weights: str = "W4", symmetric: str = "false", **given: Any) -> Weights:
    """What cells and entities weigh under a metric with these parameters."""
    named = NAMED_WEIGHTS[weights]
    if not callable(named):
        chosen = dict(zip(KINDS, named, strict=True)) | given
        return Weights.by_type(table, tuple(chosen[kind] for kind in KINDS), symmetric == "true")
    if given or symmetric == "true":
        extra = ", ".join([*given, *(["symmetric"] if symmetric == "true" else [])])
        raise SettingsError(
            "bad-parameter", f"{metric}: the weights {quoted(weights)} are functions, which {extra} cannot change"
        )
    return Weights.of_functions(table, weights, named)


def _family(name: str, title: str, formula: Callable[[Table, Weights], Tally]) -> Family:
    def count(table: Table, **parameters: Any) -> Tally:
        return formula(table, weights_of(name, table, **parameters))

    def weight(of: str) -> Parameter:
        return Parameter(None, positive, f"a {of}'s weight, a number above 0", changes_counts=True)

    parameters = {
        "weights": Parameter(
            "W4", named_weights, "one of the paper's weightings, or a registered one", changes_counts=True
        ),
        **{kind: weight(kind if kind == "singleton" else f"{kind} link") for kind in KINDS},
        "symmetric": Parameter("false", one_of("true", "false"), "true for their equation 10", changes_counts=True),
        "twinless": TWINLESS,
        "beta": BETA,
    }
    summary = f"{title[1:]} with links weighed by mention types"
    return Family(name, title, summary, ("chen2013",), count, parameters=parameters, needs=frozenset({MENTION_TYPES}))


LMUC = _family("lmuc", "LMUC", _lmuc)
LB3 = _family("lb3", "LB³", _lb3)
LCEAFM = _family("lceafm", "LCEAFm", _lceafm)
LCEAFE = _family("lceafe", "LCEAFe", _lceafe)
