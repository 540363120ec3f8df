"""Rand, adjusted Rand and H: measures of clusterings, on the mentions both sides have or on all."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from corefscope.alignment.mentions import Alignment
from corefscope.metrics.base import (
    BETA,
    Family,
    Floats,
    Parameter,
    Score,
    Tally,
    Totals,
    Values,
    f_measure,
    f_measures,
    quotient,
)
from corefscope.metrics.evidence import HasAlignment
from corefscope.metrics.parameters import one_of
from corefscope.metrics.twinless import adjusted
from corefscope.table import Entities, Table, pairs


def _completed(source: HasAlignment, mentions: str) -> tuple[Alignment, Alignment]:
    """Every mention on both sides: those of the key first, then those of the response."""
    for_recall, _ = adjusted(source.alignment, "all")
    _, completed = adjusted(for_recall, "all")
    return completed, completed


WHICH = Parameter(
    "shared",
    one_of("shared", "all"),
    "which mentions: shared, or all with an unmatched one as a singleton of the other side",
    of_tally=True,
    adjust=_completed,
    input=HasAlignment,
)


def rand(table: Table) -> Tally:
    """Pairs of mentions on which both sides agree, together or apart, of all pairs (Rand 1971)."""
    together, key, response, total = _links(table.of_shared_mentions)
    return Tally({"agreeing": total - key - response + 2 * together, "pairs": total})


def _links(table: Table) -> tuple[np.ndarray, ...]:
    return (
        table.per_unit(pairs(table.shared)),
        table.key.per_unit(pairs(table.key.size)),
        table.response.per_unit(pairs(table.response.size)),
        pairs(table.mentions[2]),
    )


def _rand_score(counts: Totals) -> Score:
    value = counts["agreeing"] / counts["pairs"] if counts["pairs"] else 0.0
    return Score.all_equal(value, counts, bool(counts["pairs"]))


def _rand_columns(columns: Mapping[str, Floats]) -> Values:
    return Values(*[quotient(columns["agreeing"], columns["pairs"])] * 3)


def ari(table: Table) -> Tally:
    """Links in common beyond chance, of the most there could be beyond chance (Hubert & Arabie 1985).

    Both are taken per unit, because chance is, and then added.
    """
    table = table.of_shared_mentions
    together, key, response, total = _links(table)
    chance = key * (response / np.maximum(total, 1))  # the product of two counts of links need not fit 64 bits
    return Tally(
        {"beyond_chance": together - chance, "possible": (key + response) / 2 - chance, "mentions": table.mentions[2]}
    )


def _ari_score(counts: Totals) -> Score:
    """Identical partitions score 1, also where there is nothing beyond chance to be had; none score nothing."""
    if not counts["mentions"]:
        return Score.all_equal(0.0, counts, defined=False)
    value = counts["beyond_chance"] / counts["possible"] if counts["possible"] else 1.0
    return Score.all_equal(value, counts)


def _ari_columns(columns: Mapping[str, Floats]) -> Values:
    possible = columns["possible"]
    value = np.where(possible == 0, 1.0, quotient(columns["beyond_chance"], possible))
    return Values(*[np.where(columns["mentions"] == 0, 0.0, value)] * 3)


def h(table: Table) -> Tally:
    """Mutual information of the two partitions, times mentions, so that it adds (Popescu-Belis 2000)."""
    table = table.of_shared_mentions
    total = table.mentions[2]

    def entropy(parts: Table | Entities, size: np.ndarray) -> np.ndarray:
        return np.asarray(parts.per_unit(size * np.log(total[parts.unit] / np.maximum(size, 1))))

    key, response = entropy(table.key, table.key.size), entropy(table.response, table.response.size)
    joint = entropy(table, table.shared)
    return Tally(
        {"mutual": key + response - joint, "key_entropy": key, "response_entropy": response, "mentions": total}
    )


def _h_score(counts: Totals) -> Score:
    """A side without entropy is predicted by anything: 1; without mentions there is nothing to predict."""
    if not counts["mentions"]:
        return Score.all_equal(0.0, counts, defined=False)
    sides = [
        counts["mutual"] / counts[name] if counts[name] > 1e-12 else 1.0 for name in ("key_entropy", "response_entropy")
    ]
    recall, precision = (min(max(side, 0.0), 1.0) for side in sides)
    return Score(recall, precision, f_measure(recall, precision), counts)


def _h_columns(columns: Mapping[str, Floats]) -> Values:
    def side(entropy: Floats) -> Floats:
        known = np.where(entropy > 1e-12, entropy, 0.0)
        value = np.where(known == 0, 1.0, np.clip(quotient(columns["mutual"], known), 0.0, 1.0))
        return np.where(columns["mentions"] == 0, 0.0, value)

    recall, precision = (side(columns[name]) for name in ("key_entropy", "response_entropy"))
    return Values(recall, precision, f_measures(recall, precision))


RAND = Family("rand", "Rand", "pairs of mentions treated alike", ("rand1971",), rand, _rand_score,
              {"mentions": WHICH}, finish_columns=_rand_columns)  # fmt: skip
ARI = Family("ari", "ARI", "links in common beyond chance", ("hubert1985",), ari, _ari_score,
             {"mentions": WHICH}, finish_columns=_ari_columns,
             below_zero=("beyond_chance",))  # fmt: skip
H = Family("h", "H", "mutual information of the partitions", ("popescubelis2000",), h, _h_score,
           {"mentions": WHICH, "beta": BETA}, finish_columns=_h_columns)  # fmt: skip
