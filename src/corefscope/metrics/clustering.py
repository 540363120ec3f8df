"""Rand, adjusted Rand and H: measures of clusterings, on the mentions both sides have or on all."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from corefscope.metrics.base import ALIGNMENT, BETA, Family, Parameter, one_of
from corefscope.metrics.blanc import links
from corefscope.metrics.scores import Tally, Values, f_measure, finish_by, quotient
from corefscope.model import Integers
from corefscope.table import Entities, Table


def rand(table: Table) -> Tally:
    """Count pairs of mentions that are linked on both sides or on neither, and all pairs (Rand 1971)."""
    counts = links(table.of_shared_mentions)
    agreeing = counts["coreference_both"] + counts["non_coreference_both"]
    return Tally({"agreeing": agreeing, "pairs": counts["coreference_key"] + counts["non_coreference_key"]})


def ari(table: Table) -> Tally:
    """Count common links beyond chance, and their largest possible number (Hubert & Arabie 1985).

    Both are computed per unit, because chance is, and then added.
    """
    table = table.of_shared_mentions
    counts = links(table)
    both, key, response = (counts[f"coreference_{side}"] for side in ("both", "key", "response"))
    # The product of two counts of links need not fit 64 bits.
    chance = key * (response / np.maximum(key + counts["non_coreference_key"], 1))
    possible = (key + response) / 2 - chance
    return Tally({"beyond_chance": both - chance, "possible": possible, "mentions": table.mentions[2]})


def _rand_values(counts: Mapping[str, Any]) -> Values:
    return Values(*[quotient(counts["agreeing"], counts["pairs"])] * 3)


def _ari_values(counts: Mapping[str, Any]) -> Values:
    """Identical partitions score 1, also where nothing is possible beyond chance."""
    possible = counts["possible"]
    value = np.where(possible == 0, 1.0, quotient(counts["beyond_chance"], possible))
    return Values(*[np.where(counts["mentions"] == 0, 0.0, value)] * 3)


def h(table: Table) -> Tally:
    """Mutual information of the two partitions, times mentions, so that it adds (Popescu-Belis 2000)."""
    table = table.of_shared_mentions
    total = table.mentions[2]

    def entropy(parts: Table | Entities, size: Integers) -> Any:
        return parts.per_unit(size * np.log(total[parts.unit] / np.maximum(size, 1)))

    key, response = entropy(table.key, table.key.size), entropy(table.response, table.response.size)
    mutual = key + response - entropy(table, table.shared)
    return Tally({"mutual": mutual, "key_entropy": key, "response_entropy": response, "mentions": total})


def _h_values(counts: Mapping[str, Any], beta: float = 1.0) -> Values:
    """Return 1 for a side without entropy, which anything predicts; undefined without mentions."""

    def side(entropy: Any) -> Any:
        positive = np.where(entropy > 1e-12, entropy, 0.0)
        value = np.where(positive == 0, 1.0, np.clip(quotient(counts["mutual"], positive), 0.0, 1.0))
        return np.where(counts["mentions"] == 0, 0.0, value)

    recall, precision = side(counts["key_entropy"]), side(counts["response_entropy"])
    return Values(recall, precision, f_measure(recall, precision, beta))


_MEANING = "which mentions: shared, or all, with unmatched ones as singletons of the other side"
WHICH = Parameter(
    "shared", one_of("shared", "all"), _MEANING, changes_counts=True,
    realign="corefscope.conventions.variants:complete", needs={"all": ALIGNMENT},
)  # fmt: skip
RAND = Family("rand", "Rand", "pairs of mentions treated alike", ("rand1971",), rand,
              finish_by(_rand_values, "pairs"), {"mentions": WHICH}, finish_columns=_rand_values)  # fmt: skip
ARI = Family("ari", "ARI", "links in common beyond chance", ("hubert1985",), ari,
             finish_by(_ari_values, "mentions"), {"mentions": WHICH}, finish_columns=_ari_values)  # fmt: skip
H = Family("h", "H", "mutual information of the partitions", ("popescubelis2000",), h,
           finish_by(_h_values, "mentions"), {"mentions": WHICH, "beta": BETA}, finish_columns=_h_values)  # fmt: skip
