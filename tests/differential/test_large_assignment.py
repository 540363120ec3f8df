"""Folding, the auction and its proof: exact wherever it can be checked, and work linear in cells."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.optimize import linear_sum_assignment

from corefscope.assignment import auction, best_cells, fold
from corefscope.assignment.auction import GroupedCells, bound, solve, whole_prices
from differential.test_assignment import any_weights, best_dense
from support.inputs.hostile import cells, even, heavy_tailed, noisy

SHAPES = {
    "noisy": lambda random, size: (lambda key: (key, noisy(random, key)))(heavy_tailed(random, size)),
    "noise": lambda random, size: (heavy_tailed(random, size), heavy_tailed(random, size)),
    "noise without singletons": lambda random, size: (heavy_tailed(random, size, 0), heavy_tailed(random, size, 0)),
    "even noise": lambda random, size: (even(random, size), even(random, size)),
}


def numbered(entity):
    return np.unique(entity, return_inverse=True)[1].reshape(-1)


def value_of(row, column, weight, proven):
    """The total weight of the alignment that gives each row this column."""
    assert proven is not None, "not proven"
    return weight[proven.column_of[row] == column].sum()


def auctioned(one, two, weight):
    one, two = numbered(one), numbered(two)
    return value_of(one, two, weight, solve(one, two, weight, int(one.max()) + 1, int(two.max()) + 1))


@pytest.fixture
def visited(monkeypatch):
    """How many cells the auction and its proof look at."""
    counts = []
    cells_of = GroupedCells.of

    def counted(self, entities):
        total = cells_of(self, entities)
        counts.append(len(total[0]))
        return total

    monkeypatch.setattr(GroupedCells, "of", counted)
    return counts


@pytest.mark.parametrize("shape", SHAPES)
def test_the_best_cells_weigh_what_the_dense_solution_does(shape):
    one, two, *weights = cells(*SHAPES[shape](np.random.default_rng(1), 4000))
    rows, columns = int(one.max()) + 1, int(two.max()) + 1
    for weight in weights:
        best = best_dense(one, two, weight, rows, columns)
        assert weight[best_cells(one, two, weight, rows, columns)].sum() == pytest.approx(best, rel=1e-12)
        assert auctioned(one, two, weight) == pytest.approx(best, rel=1e-12)  # without folding


@given(st.integers(0, 2**32), st.integers(1, 12), st.integers(1, 12))
def test_the_auction_proves_what_it_gives(seed, rows, columns):
    row, column, weight = any_weights(np.random.default_rng(seed), rows, columns)
    proven = solve(row, column, weight, rows, columns)
    aligned = proven.column_of[proven.column_of >= 0]
    assert len(set(aligned.tolist())) == len(aligned)
    best = best_dense(row, column, weight, rows, columns)
    assert value_of(row, column, weight, proven) == pytest.approx(best, rel=1e-11)
    gap = 0.5 if (weight == np.rint(weight)).all() else 0.0  # whole numbers that differ by less than 1 are equal
    proof = bound(GroupedCells.grouped(row, column, weight, rows), proven.price)
    assert best * (1 - 1e-11) <= proof <= best * (1 + 2e-11) + gap


def test_an_auction_without_proof_says_so(monkeypatch):
    row, column, weight = any_weights(np.random.default_rng(3), 8, 8)
    monkeypatch.setattr(auction, "TOLERANCE", -1.0)
    assert solve(row, column, weight + 0.25, 8, 8) is None


@given(st.integers(0, 2**32), st.integers(1, 8), st.integers(1, 8))
def test_no_prices_bound_less_than_the_best(seed, rows, columns):
    random = np.random.default_rng(seed)
    row, column, weight = any_weights(random, rows, columns)
    by_row = GroupedCells.grouped(row, column, weight, rows)
    best = best_dense(row, column, weight, rows, columns)
    assert bound(by_row, random.random(columns) * weight.max()) >= best * (1 - 1e-12)


@given(st.integers(0, 2**32), st.integers(1, 8), st.integers(1, 8))
def test_whole_prices_exist_for_the_best_alignment_and_for_no_other(seed, rows, columns):
    """Any alignment is tried: prices are found only if it is the best, and then they bound just its weight."""
    random = np.random.default_rng(seed)
    row, column, weight = any_weights(random, rows, columns)
    weight = np.ceil(weight)
    dense = np.zeros((rows, columns))
    dense[row, column] = weight
    judged = dense if seed % 2 else dense * random.random(dense.shape)  # every other time a wrong one
    column_of, row_of = np.full(rows, -1), np.full(columns, -1)
    for one, two in zip(*linear_sum_assignment(judged, maximize=True), strict=True):
        if judged[one, two] > 0:
            column_of[one], row_of[two] = two, one
    by_row = GroupedCells.grouped(row, column, weight, rows)
    pair_weight = by_row.paired(column_of)
    prices = whole_prices(by_row, pair_weight, column_of, row_of, np.zeros(columns), 0.0)
    best = best_dense(row, column, weight, rows, columns)
    if prices is not None:
        assert bound(by_row, prices) == pytest.approx(pair_weight.sum(), rel=1e-9)
        assert pair_weight.sum() == pytest.approx(best, rel=1e-9)
    if pair_weight.sum() < best * (1 - 1e-9):
        assert prices is None
    elif seed % 2:
        assert prices is not None


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
        total = weight[order][best_cells(key[order], response[order], weight[order], length, length)].sum()
        assert total == pytest.approx(best, rel=1e-12)


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


# Cells looked at by the auction per cell that folding left.
WORK = {"noisy": 40, "noise": 100, "noise without singletons": 150, "even noise": 150}


def assert_linear_work(shape, random, size, visited, factor=1):
    one, two, *weights = cells(*SHAPES[shape](random, size))
    for weight in weights:
        folded = fold(one, two, weight, int(one.max()) + 1, int(two.max()) + 1)
        if len(folded.left):
            visited.clear()
            assert auctioned(one[folded.left], two[folded.left], folded.gain) > 0
            assert sum(visited) <= factor * WORK[shape] * len(folded.left)


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("size", [10_000, 50_000])
def test_work_is_linear_in_cells(shape, size, visited):
    assert_linear_work(shape, np.random.default_rng(size), size, visited)


@pytest.mark.slow
@pytest.mark.parametrize("shape", SHAPES)
def test_a_million_mentions_are_aligned_with_proof(shape, visited):
    assert_linear_work(shape, np.random.default_rng(6), 1_000_000, visited, factor=2)
