"""Connected components of entities that share mentions; each is aligned separately."""

from __future__ import annotations

import numpy as np

from corefscope.arrays import distinct, order
from corefscope.model import Integers


def components(key: Integers, response: Integers, keys: int, responses: int) -> Integers:
    """Return the connected component of each cell, numbered from 0.

    Each label becomes the smallest of its neighbours' labels; pointer jumping shortens long chains.
    """
    by_response = order(response)
    key_first = np.flatnonzero(np.diff(key, prepend=-1))
    response_first = np.flatnonzero(np.diff(response[by_response], prepend=-1))
    label = np.arange(keys)
    while True:
        low = np.minimum.reduceat(label[key][by_response], response_first)
        of_response = np.zeros(responses, np.int64)
        of_response[response[by_response][response_first]] = low
        new = label.copy()
        new[key[key_first]] = np.minimum.reduceat(of_response[response], key_first)
        # A label names a key entity of the same component, so its label may replace it.
        np.minimum.at(new, label[key[key_first]], new[key[key_first]])
        new = new[new]
        if np.array_equal(new, label):
            return distinct(label[key])[1]
        label = new
