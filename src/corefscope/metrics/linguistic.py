"""LMUC, LB³, LCEAFm and LCEAFe: links weigh more, the more they tell about who is meant (Chen & Ng 2013)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from corefscope.assignment import best_total
from corefscope.basics.escaping import quoted
from corefscope.metrics.base import BETA, MENTION_TYPES, Family, Parameter, Tally
from corefscope.metrics.parameters import one_of, positive
from corefscope.metrics.twinless import TWINLESS
from corefscope.metrics.weights import KINDS, NAMED_WEIGHTS, Floats, Weights, named_weights
from corefscope.problems import SettingsError
from corefscope.table import Table


def _lmuc(table: Table, weights: Weights) -> Tally:
    kept = table.per_unit(weights.cell)
    return Tally.of(
        recall=(kept, table.key.per_unit(weights.key)),
        precision=(kept, table.response.per_unit(weights.response)),
    )


def _lb3(table: Table, weights: Weights) -> Tally:
    key, response, _ = table.mentions
    credit = table.shared * weights.cell
    return Tally.of(
        recall=(table.per_unit(credit / weights.key[table.key_entity]), key),
        precision=(table.per_unit(credit / weights.response[table.response_entity]), response),
    )


def _aligned(table: Table, similarity: Floats) -> Floats:
    worth = similarity > 0  # a cell of one mention may weigh nothing
    cells = (table.key_entity[worth], table.response_entity[worth], similarity[worth])
    return best_total(*cells, table.key.unit, len(table.response.size), table.units)


def _lceafm(table: Table, weights: Weights) -> Tally:
    aligned = _aligned(table, weights.cell)
    return Tally.of(
        recall=(aligned, table.key.per_unit(weights.key)),
        precision=(aligned, table.response.per_unit(weights.response)),
    )


def _lceafe(table: Table, weights: Weights) -> Tally:
    sizes = weights.key[table.key_entity] + weights.response[table.response_entity]
    aligned = _aligned(table, 2 * weights.cell / sizes)
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


def _asks(values: Mapping[str, Any]) -> frozenset[str]:
    return frozenset({MENTION_TYPES})


def _family(name: str, title: str, summary: str, count: Callable[[Table, Weights], Tally]) -> Family:
    def tally(table: Table, **parameters: Any) -> Tally:
        return count(table, weights_of(name, table, **parameters))

    meaning = "{} weight, a number above 0"
    parameters = {
        "weights": Parameter("W4", named_weights, "one of the paper's weightings, or a registered one", of_tally=True),
        **{
            kind: Parameter(
                None, positive, meaning.format(f"a {kind}'s" if kind == "singleton" else f"a {kind} link's"), True
            )
            for kind in KINDS
        },
        "symmetric": Parameter("false", one_of("true", "false"), "true for their equation 10", of_tally=True),
        "twinless": TWINLESS,
        "beta": BETA,
    }
    return Family(name, title, summary, ("chen2013",), tally, parameters=parameters, asks=_asks)


LMUC = _family("lmuc", "LMUC", "MUC with links weighed by mention types", _lmuc)
LB3 = _family("lb3", "LB³", "B³ with links weighed by mention types", _lb3)
LCEAFM = _family("lceafm", "LCEAFm", "CEAFm with links weighed by mention types", _lceafm)
LCEAFE = _family("lceafe", "LCEAFe", "CEAFe with links weighed by mention types", _lceafe)
