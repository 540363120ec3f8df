"""Random swaps and resamples from raw random bits, in blocks, the same for a seed on every machine.

NumPy guarantees the raw bits of PCG64, but not what its distributions derive from them, so the
mapping from bits to draws is our own. Trials follow each other in the stream: the size of a block changes nothing.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from corefscope.model import Floats, Integers


def swaps(seed: int, groups: int, trials: int, block: int) -> Iterator[Floats]:
    """Yield groups × trials, in blocks of trials: 1 where the two systems change places, else 0."""
    for raw in _raw(seed, -(-groups // 64), trials, block):
        bits = np.unpackbits(raw.view(np.uint8), axis=1, bitorder="little")[:, :groups]
        yield np.ascontiguousarray(bits.T, dtype=np.float64)


def every_swap(groups: int, block: int) -> Iterator[Floats]:
    """Yield all 2ᴳ ways to exchange two systems in some groups and not in others."""
    places = np.arange(groups, dtype=np.uint64)[:, None]
    for first in range(0, 2**groups, block):
        numbers = np.arange(first, min(first + block, 2**groups), dtype=np.uint64)
        yield ((numbers >> places) & np.uint64(1)).astype(np.float64)


def resamples(seed: int, strata: Integers, trials: int, block: int) -> Iterator[Floats]:
    """Groups × trials, in blocks of trials: how often each group was drawn, from its own stratum, with replacement.

    `strata` gives the stratum of each group in ascending order. A draw is 32 bits times the number of groups, shifted;
    no group is likelier than another by more than one part in 2³² / groups.
    """
    _, start, size_of = np.unique(strata, return_index=True, return_counts=True)
    first = np.repeat(start, size_of).astype(np.int64)
    among = np.repeat(size_of, size_of).astype(np.uint64)
    draws = len(strata)
    for raw in _raw(seed, -(-draws // 2), trials, block):
        size = len(raw)
        places = first + ((raw.view("<u4")[:, :draws] * among) >> np.uint64(32)).astype(np.int64)
        places += draws * np.arange(size)[:, None]
        counts = np.bincount(places.reshape(-1), minlength=size * draws).reshape(size, draws)
        yield np.ascontiguousarray(counts.T, dtype=np.float64)


def _raw(seed: int, words: int, trials: int, block: int) -> Iterator[NDArray[np.uint64]]:
    """Yield `words` words of 64 random bits for each trial, in blocks of trials."""
    source = np.random.PCG64(np.random.SeedSequence(seed))
    for first in range(0, trials, block):
        size = min(block, trials - first)
        yield source.random_raw(size * words).astype("<u8", copy=False).reshape(size, words)
