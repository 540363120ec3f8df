"""CEAF: entities are aligned one to one, as well as possible, and only aligned ones count (Luo 2005)."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from corefscope.metrics.base import AS_CEAFM, BETA, TWINLESS, TWINLESS_MODES, Family, Parameter, Tally, one_of
from corefscope.table import Table, pairs


def ceafm(table: Table, links: str = "false") -> Tally:
    """Align by the number of shared mentions (φ3); the denominators are mentions.

    With `links`, similarity is the number of shared links (Moosavi & Strube 2016, §3.3), and singletons do not count.
    """
    key, response, _ = table.mentions
    similarity = table.shared
    if links == "true":
        key, response = (side.per_unit(pairs(side.size)) for side in (table.key, table.response))
        similarity = pairs(table.shared)
    aligned = table.aligned_total(similarity.astype(float))
    if similarity.dtype.kind != "f":  # integers stay integers
        aligned = np.rint(aligned).astype(np.int64)
    return Tally.of(recall=(aligned, key), precision=(aligned, response))


def ceafe(table: Table, links: str = "false") -> Tally:
    """Align by the similarity 2n/(|K|+|R|) (φ4); the denominators are entities.

    Luo (2005): an entity left unaligned still counts in its side's denominator. With `links`, n and the sizes
    are numbers of links, and entities without links do not count.
    """
    key_size, response_size, shared = table.key.size, table.response.size, table.shared
    if links == "true":
        key_size, response_size, shared = pairs(key_size), pairs(response_size), pairs(shared)
    sizes = key_size[table.key_entity] + response_size[table.response_entity]
    aligned = table.aligned_total(2 * shared / np.maximum(sizes, 1))
    key = table.key.per_unit((key_size > 0).astype(np.int64))
    response = table.response.per_unit((response_size > 0).astype(np.int64))
    return Tally.of(recall=(aligned, key), precision=(aligned, response))


def _twinless_of_ceafe(text: str) -> str:
    mode = one_of(*TWINLESS_MODES, AS_CEAFM)(text)
    return AS_CEAFM if mode == "cai-strube" else mode


LINKS = Parameter("false", one_of("true", "false"), "true for similarity by shared links", changes_counts=True)
CEAFM = Family(
    "ceafm", "CEAFm", "mentions in entities aligned one to one", ("luo2005",), ceafm,
    parameters={"links": LINKS, "twinless": TWINLESS, "beta": BETA}, aliases=("ceaf-m",),
)  # fmt: skip
CEAFE = Family(
    "ceafe", "CEAFe", "similarity of entities aligned one to one", ("luo2005",), ceafe,
    parameters={"links": LINKS, "twinless": replace(TWINLESS, parse=_twinless_of_ceafe), "beta": BETA},
    aliases=("ceaf", "ceaf-e"),
)  # fmt: skip
