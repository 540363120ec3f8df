"""Split antecedents alone: how far the sets of plural entities are right, by the metric that compares their atoms."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from corefscope.metrics import blanc
from corefscope.metrics.b3 import b3
from corefscope.metrics.base import BETA, Family, Parameter, Tally
from corefscope.metrics.ceaf import ceafe, ceafm
from corefscope.metrics.lea import lea
from corefscope.metrics.muc import muc_of_atoms
from corefscope.metrics.parameters import one_of
from corefscope.metrics.scores import RECALL_AND_PRECISION, Score, Totals, Values, quotient_values, quotients
from corefscope.metrics.set_pairs import Inner, all_sets, paired
from corefscope.table import Table

BY_METRIC = {"muc": muc_of_atoms, "b3": b3, "ceafm": ceafm, "ceafe": ceafe, "lea": lea}


def split(table: Table, metric: str = "lea") -> Tally:
    """What is right in the sets that are paired, of all sets of the key and of all sets of the response."""
    if metric != "blanc":
        return Tally(_counts(table, lambda atoms: BY_METRIC[metric](atoms).columns))
    counts: dict[str, Any] = {}
    for kind in blanc.KINDS:
        half = _counts(table, blanc.of_atoms(kind))
        names = (("both", "recall_num"), ("key", "recall_den"), ("response", "precision_den"))
        counts |= {f"{kind}_{side}": half[name] for side, name in names}
    return Tally(blanc.with_either(counts) if table.conventions.boundary == "either" else counts)


def _counts(table: Table, inner: Inner) -> dict[str, Any]:
    """Recall and precision of one metric, or of one half of BLANC, as counts per unit."""
    sets = table.sets
    if sets is None:
        return dict.fromkeys(RECALL_AND_PRECISION, np.zeros(table.units))
    pairs, _, counts = paired(table, sets, inner)
    unit = table.key.unit[sets.key.entity[pairs.key_set]]
    columns: dict[str, Any] = {
        name: np.bincount(unit, counts[name], minlength=table.units).astype(float)
        for name in ("recall_num", "precision_num")
    }
    for name, side, entities in (
        ("recall_den", sets.key, table.key),
        ("precision_den", sets.response, table.response),
    ):
        whole = np.asarray(inner(all_sets(side))["recall_den"], float)
        columns[name] = np.bincount(entities.unit[side.entity], whole, minlength=table.units).astype(float)
    return {name: columns[name] for name in RECALL_AND_PRECISION}


def finish(counts: Totals, beta: float = 1.0) -> Score:
    """Two quotients, or those of the halves of BLANC."""
    return quotients(counts, beta) if "recall_num" in counts else blanc.finish(counts, beta=beta)


def finish_columns(columns: Mapping[str, Any], beta: float = 1.0) -> Values:
    """`finish` of many totals."""
    return quotient_values(columns, beta) if "recall_num" in columns else blanc.finish_columns(columns, beta=beta)


SPLIT = Family(
    "split",
    "Split antecedents",
    "sets of split antecedents",
    ("paun2022",),
    split,
    finish,
    {
        "metric": Parameter("lea", one_of(*BY_METRIC, "blanc"), "the metric that compares two sets", of_tally=True),
        "beta": BETA,
    },
    own_beta=True,
    finish_columns=finish_columns,
    sets=("metric",),
    beside=True,
)
