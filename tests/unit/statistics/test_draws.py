"""Draws come from raw bits, the same whatever the block, and are what they should be."""

import numpy as np
import pytest

from corefscope.statistics import draws
from support.definitions import statistics as slow


def joined(blocks):
    return np.concatenate(list(blocks), axis=1)


@pytest.mark.parametrize("groups", [1, 2, 63, 64, 65, 130])
def test_swaps_are_the_bits_of_the_generator(groups):
    expected = np.array(slow.swaps(5, groups, 20)).T
    for block in (1, 7, 20, 100):
        assert np.array_equal(joined(draws.swaps(5, groups, 20, block)), expected)


@pytest.mark.parametrize("strata", [[0], [0, 0, 0], [0, 0, 1, 1, 1], [0, 1, 2], [0] * 64 + [1] * 9])
def test_resamples_stay_in_their_stratum(strata):
    drawn = slow.resamples(9, strata, 30)
    expected = np.array([[row.count(group) for row in drawn] for group in range(len(strata))])
    for block in (1, 8, 30):
        assert np.array_equal(joined(draws.resamples(9, np.array(strata), 30, block)), expected)
    for stratum in set(strata):
        own = np.array(strata) == stratum
        assert (expected[own].sum(axis=0) == own.sum()).all()


def test_every_swap_is_every_one_once():
    made = joined(draws.every_swap(5, 7))
    assert made.shape == (5, 32)
    assert len({tuple(column) for column in made.T}) == 32
    assert not made[:, 0].any()


def test_the_first_draws_are_known():
    # Written down once: other digits mean that published results can no longer be repeated.
    assert next(draws.swaps(1, 12, 3, 3)).astype(int).T.tolist() == FIRST_SWAPS
    assert next(draws.resamples(1, np.zeros(6, int), 3, 3)).astype(int).T.tolist() == FIRST_RESAMPLES


FIRST_SWAPS = [
    [1, 1, 1, 1, 1, 1, 1, 1, 0, 0, 1, 0],
    [0, 1, 1, 0, 0, 1, 1, 0, 0, 0, 0, 1],
    [1, 0, 1, 1, 0, 0, 1, 1, 0, 0, 0, 1],
]
FIRST_RESAMPLES = [[2, 0, 1, 1, 1, 1], [0, 2, 1, 0, 1, 2], [0, 2, 1, 2, 1, 0]]


def test_draws_are_even():
    swapped = joined(draws.swaps(3, 50, 4000, 500)).mean()
    assert abs(swapped - 0.5) < 0.01
    counts = joined(draws.resamples(3, np.zeros(50, int), 4000, 500)).mean(axis=1)
    assert np.abs(counts - 1).max() < 0.1
