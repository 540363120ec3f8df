"""The best alignment: components against union-find, and every solver against every other."""

import numpy as np
import pytest
from scipy.optimize import linear_sum_assignment

from corefscope import assignment
from corefscope.arrays import components, distinct
from corefscope.assignment import auction
from corefscope.table import Entities, Table


def cells(pairs):
    """Distinct cells ordered by key entity, as a Table has them."""
    rows = np.array(sorted(set(pairs)), np.int64).reshape(-1, 2)
    return rows[:, 0], rows[:, 1]


def union_find(key, response, keys, responses):
    """The component of each cell, numbered by the smallest key entity in it."""
    parent = list(range(keys + responses))

    def root(node):
        while parent[node] != node:
            parent[node] = parent[parent[node]]
            node = parent[node]
        return node

    for one, two in zip(key.tolist(), response.tolist(), strict=True):
        low, high = sorted((root(one), root(keys + two)))
        parent[high] = low
    return [root(one) for one in key.tolist()]


def assert_same_components(pairs, keys, responses):
    key, response = cells(pairs)
    labels = components(key, response, keys, responses).tolist()
    expected = union_find(key, response, keys, responses)
    assert len(labels) == len(expected)
    # A one-to-one correspondence of labels, and no label left out.
    assert len(set(zip(labels, expected, strict=True))) == len(set(labels)) == len(set(expected))
    assert set(labels) == set(range(len(set(labels))))


def test_components_of_random_graphs():
    random = np.random.default_rng(3)
    for _ in range(600):
        keys, responses = random.integers(1, 40, 2)
        count = random.integers(1, 60)
        pairs = zip(
            random.integers(0, keys, count).tolist(), random.integers(0, responses, count).tolist(), strict=True
        )
        assert_same_components(pairs, int(keys), int(responses))


@pytest.mark.parametrize("length", [1, 2, 3, 10, 1000, 20_000])
@pytest.mark.parametrize("order", ["forwards", "backwards", "shuffled", "alternating"])
def test_components_of_long_chains(length, order):
    """Key 0 – response 0 – key 1 – response 1 – …: labels have far to travel."""
    number = np.arange(length)
    if order == "backwards":
        number = number[::-1]
    elif order == "shuffled":
        number = np.random.default_rng(4).permutation(length)
    elif order == "alternating":
        number = np.argsort(np.argsort(number % 2, kind="stable"), kind="stable")
    key = number.tolist()
    pairs = [(key[step], step) for step in range(length)] + [(key[step + 1], step) for step in range(length - 1)]
    assert_same_components(pairs, length, length)


def random_table(random, keys, responses, count, units=1):
    """Cells with shared mentions; every entity belongs to a unit, and cells stay within one."""
    key_unit, response_unit = (np.sort(random.integers(0, units, size)) for size in (keys, responses))
    pairs = zip(random.integers(0, keys, count).tolist(), random.integers(0, responses, count).tolist(), strict=True)
    key, response = cells([(one, two) for one, two in pairs if key_unit[one] == response_unit[two]])
    shared = random.integers(1, 6, len(key))
    sizes = [
        np.bincount(entity, shared, minlength=length).astype(np.int64) + random.integers(0, 3, length)
        for entity, length in ((key, keys), (response, responses))
    ]
    mine, theirs = Entities(units, key_unit, sizes[0]), Entities(units, response_unit, sizes[1])
    return Table(units, mine, theirs, key, response, shared)


def similarities(table):
    """The weights of CEAFm, with many ties, and of CEAFe."""
    sizes = table.key.size[table.key_entity] + table.response.size[table.response_entity]
    return [table.shared.astype(float), 2 * table.shared / sizes]


def by_scipy(table, weight):
    """Per unit, the whole matrix at once."""
    dense = np.zeros((len(table.key.size), len(table.response.size)))
    dense[table.key_entity, table.response_entity] = weight
    totals = []
    for unit in range(table.units):
        block = dense[np.ix_(table.key.unit == unit, table.response.unit == unit)]
        totals.append(block[linear_sum_assignment(block, maximize=True)].sum())
    return totals


@pytest.fixture
def used(monkeypatch):
    """Which solvers were called, for what folding leaves."""
    calls = set()

    def watched(name, solver):
        def call(*arguments, **options):
            calls.add(name)
            return solver(*arguments, **options)

        return call

    for name in ("best_columns", "_auction", "_sparse"):
        monkeypatch.setattr(assignment, name, watched(name.strip("_"), getattr(assignment, name)))
    return calls


PLAIN_WORK = {"best_columns": 10**15, "auction": -1, "sparse": -1}


def forced(monkeypatch, solver):
    monkeypatch.setattr(assignment, "PLAIN_WORK", PLAIN_WORK[solver])
    if solver == "sparse":  # what takes over if the auction cannot prove its outcome
        monkeypatch.setattr(auction, "LAST_STEP", 1.0)


def expected_calls(solver):
    return {"auction", "sparse"} if solver == "sparse" else {solver}


@pytest.mark.parametrize("solver", PLAIN_WORK)
def test_every_solver_finds_the_best_total_of_random_tables(solver, used, monkeypatch):
    forced(monkeypatch, solver)
    random = np.random.default_rng(6)
    for _ in range(300):
        keys, responses, count, units = random.integers(1, [25, 25, 80, 4])
        table = random_table(random, keys, responses, count, units)
        for weight in similarities(table):
            np.testing.assert_allclose(table.aligned_total(weight), by_scipy(table, weight), rtol=0, atol=1e-12)
    assert used == expected_calls(solver)


@pytest.mark.parametrize("solver", PLAIN_WORK)
@pytest.mark.parametrize(("keys", "responses", "count"), [(120, 160, 3000), (160, 120, 3000), (600, 600, 2400)])
def test_every_solver_finds_the_best_total_of_a_large_component(solver, keys, responses, count, used, monkeypatch):
    forced(monkeypatch, solver)
    table = random_table(np.random.default_rng(keys), keys, responses, count)
    for weight in similarities(table):
        np.testing.assert_allclose(table.aligned_total(weight), by_scipy(table, weight), rtol=0, atol=1e-9)
    assert used == expected_calls(solver)


def any_weights(random, rows, columns):
    """Cells with weights that are all equal, small and whole, or any; every row and column has one."""
    chosen = random.random((rows, columns)) < random.choice([0.2, 0.5, 1.0])
    chosen[np.arange(rows), random.integers(0, columns, rows)] = True
    chosen[random.integers(0, rows, columns), np.arange(columns)] = True
    row, column = np.nonzero(chosen)
    kind = random.integers(4)
    weight = np.ones(len(row)) if kind == 0 else random.integers(1, 4, len(row)).astype(float)
    if kind == 2:
        weight = random.random(len(row)) + 1e-9
    elif kind == 3:  # far apart
        weight = 10.0 ** random.integers(-6, 7, len(row))
    return row, column, weight


def best_dense(row, column, weight, rows, columns):
    dense = np.zeros((rows, columns))
    dense[row, column] = weight
    return dense[linear_sum_assignment(dense, maximize=True)].sum()


@pytest.mark.parametrize("solver", ["best_columns", "_auction", "best_cells"])
def test_solvers_agree_on_any_weights(solver):
    """By themselves, also where rows outnumber what they can get and where all weights are equal."""
    random = np.random.default_rng(7)
    for _ in range(500):
        rows, columns = random.integers(1, 14, 2).tolist()
        row, column, weight = any_weights(random, rows, columns)
        if solver == "best_cells":
            chosen = assignment.best_cells(row, column, weight, rows, columns)
        else:
            (used_rows, mine), (used_columns, theirs) = distinct(row), distinct(column)
            partner = getattr(assignment, solver)(mine, theirs, weight, len(used_rows), len(used_columns))
            chosen = partner[mine] == theirs
        assert len(set(row[chosen])) == len(row[chosen])
        assert len(set(column[chosen])) == len(column[chosen])
        best = best_dense(row, column, weight, rows, columns)
        assert weight[chosen].sum() == pytest.approx(best, rel=1e-11)


def test_the_solver_is_chosen_by_size(used):
    random = np.random.default_rng(8)
    for (keys, responses, count), expected in (
        ((20, 20, 200), {"best_columns"}),
        ((120, 120, 12_000), {"auction"}),
        ((300, 300, 200_000), {"auction"}),
        ((600, 600, 4000), {"auction"}),
    ):
        table = random_table(random, keys, responses, count)
        table.aligned_total(similarities(table)[1])
        assert used == expected
        used.clear()


def test_what_hangs_together_like_a_tree_is_solved_at_sight(used):
    """One-to-one, one-to-many, many-to-one and chains need no solver."""
    for pairs, total in (
        ([(0, 0, 3), (1, 1, 2), (2, 2, 5)], 10),
        ([(0, 0, 3), (0, 1, 2), (0, 2, 5)], 5),
        ([(0, 0, 3), (1, 0, 2), (2, 0, 5)], 5),
        ([(0, 0, 3), (0, 1, 2), (1, 1, 4)], 7),
        ([(0, 0, 1), (1, 0, 3), (1, 1, 4), (2, 1, 2)], 5),
    ):
        key, response, shared = np.array(pairs, np.int64).T
        mine, theirs = (
            Entities(1, np.zeros(each.max() + 1, np.int64), np.bincount(each, shared).astype(np.int64))
            for each in (key, response)
        )
        assert Table(1, mine, theirs, key, response, shared).aligned_total(shared.astype(float)).tolist() == [total]
    assert not used
