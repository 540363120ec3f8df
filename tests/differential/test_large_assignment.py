"""Folding and large tables: the best total wherever it can be checked."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.optimize import linear_sum_assignment

from corefscope.assignment import best_cells, fold
from differential.test_assignment import any_weights, best_dense
from support.inputs.hostile import cells, even, heavy_tailed, noisy

SHAPES = {
    "noisy": lambda random, size: (lambda key: (key, noisy(random, key)))(heavy_tailed(random, size)),
    "noise": lambda random, size: (heavy_tailed(random, size), heavy_tailed(random, size)),
    "noise without singletons": lambda random, size: (heavy_tailed(random, size, 0), heavy_tailed(random, size, 0)),
    "even noise": lambda random, size: (even(random, size), even(random, size)),
}


@pytest.mark.parametrize("shape", SHAPES)
def test_the_best_cells_weigh_what_the_dense_solution_does(shape):
    one, two, *weights = cells(*SHAPES[shape](np.random.default_rng(1), 4000))
    rows, columns = int(one.max()) + 1, int(two.max()) + 1
    for weight in weights:
        best = best_dense(one, two, weight, rows, columns)
        assert weight[best_cells(one, two, weight, rows, columns)].sum() == pytest.approx(best, rel=1e-12)


def chain(length):
    """Key 0 – response 0 – key 1 – response 1 – …"""
    number = np.arange(length)
    return np.concatenate([number, number[1:]]), np.concatenate([number, number[:-1]])


@pytest.mark.parametrize("length", [2, 3, 50, 3000])
def test_chains(length):
    random = np.random.default_rng(length)
    key, response = chain(length)
    key = random.permutation(length)[key]
    for weight in (np.ones(len(key)), random.random(len(key)), random.integers(1, 4, len(key)).astype(float)):
        best = best_dense(key, response, weight, length, length)
        order = np.lexsort((response, key))
        found = weight[order][best_cells(key[order], response[order], weight[order], length, length)].sum()
        assert found == pytest.approx(best, rel=1e-12)


@given(st.integers(0, 2**32), st.integers(1, 10), st.integers(1, 10))
def test_folding_keeps_the_best_total(seed, rows, columns):
    """What is left is solved densely; the whole then weighs what the dense solution of the whole does."""
    row, column, weight = any_weights(np.random.default_rng(seed), rows, columns)
    folded = fold(row, column, weight, rows, columns)
    dense = np.zeros((rows, columns))
    dense[row[folded.left], column[folded.left]] = folded.gain
    one, two = linear_sum_assignment(dense, maximize=True)
    chosen = dict(zip(one.tolist(), two.tolist(), strict=True))
    aligned = [cell for cell in folded.left.tolist() if chosen.get(int(row[cell])) == column[cell]]
    cells_of_whole = folded.unfold(np.array(aligned, np.int64), rows, columns)
    best = best_dense(row, column, weight, rows, columns)
    assert weight[cells_of_whole].sum() == pytest.approx(best, rel=1e-11)


@pytest.mark.slow
@pytest.mark.parametrize("shape", SHAPES)
def test_a_million_mentions_are_aligned(shape):
    one, two, *weights = cells(
        *SHAPES[shape](np.random.default_rng(6), 300_000 if shape == "even noise" else 1_000_000)
    )
    for weight in weights:
        best = best_cells(one, two, weight, int(one.max()) + 1, int(two.max()) + 1)
        assert len(set(one[best].tolist())) == len(set(two[best].tolist())) == len(best)
