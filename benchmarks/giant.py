"""One document with very many mentions, as in cross-document coreference and entity resolution."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from numpy.typing import NDArray

Integers = NDArray[np.int64]
SINGLETONS = 0.3


def entities(mentions: int, chance: np.random.Generator) -> Integers:
    """The entity of each mention: heavy-tailed sizes, and three mentions in ten alone in theirs."""
    entity = np.empty(mentions, np.int64)
    alone = int(mentions * SINGLETONS)
    sizes = np.minimum(chance.zipf(1.8, mentions // 4 + 1) + 1, max(mentions // 20, 2))
    shared = np.repeat(np.arange(len(sizes)), sizes)[: mentions - alone]
    if len(shared) < mentions - alone:
        shared = np.concatenate([shared, chance.integers(0, len(sizes), mentions - alone - len(shared))])
    entity[: len(shared)] = shared
    entity[len(shared) :] = len(sizes) + np.arange(alone)
    return entity[chance.permutation(mentions)]


def noisy(key: Integers, chance: np.random.Generator) -> Integers:
    """A response with three mentions in twenty moved to another entity."""
    response = key.copy()
    moved = chance.random(len(key)) < 0.15
    response[moved] = key[chance.integers(0, len(key), int(moved.sum()))]
    return response


def hostile(key: Integers, chance: np.random.Generator) -> Integers:
    """A response of pure noise: nearly all entities hang together."""
    return key[chance.permutation(len(key))]


def pair(mentions: int, kind: str = "noisy", seed: int = 1) -> tuple[Integers, Integers]:
    """The entity of each mention in the key and in the response."""
    chance = np.random.Generator(np.random.PCG64(seed))
    key = entities(mentions, chance)
    return key, {"noisy": noisy, "hostile": hostile}[kind](key, chance)


def write(mentions: int, folder: Path, kind: str = "noisy") -> tuple[Path, Path]:
    """Writes both sides as Parquet: document, mention, entity."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    paths = []
    for side, entity in zip(("key", "response"), pair(mentions, kind), strict=True):
        path = folder / f"{side}-{kind}-{mentions}.parquet"
        columns = {"document": pa.array(["all"] * mentions), "mention": np.arange(mentions), "entity": entity}
        pq.write_table(pa.table(columns), path)
        paths.append(path)
    return paths[0], paths[1]
