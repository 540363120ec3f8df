"""Links grow with the square of mentions: counts stay whole and exact where floats and 64 bits end."""

import numpy as np
import pytest

from corefscope.metrics import METRICS
from corefscope.table import Entities, Table, pairs


def exact_pairs(count):
    return count * (count - 1) // 2


def table_of(key, response, cells, units=1):
    """From (unit, size) of each entity and (key entity, response entity, shared) of each cell."""
    sides = [
        Entities(np.array([unit for unit, _ in side], np.int64), np.array([size for _, size in side], np.int64))
        for side in (key, response)
    ]
    columns = np.array(cells, np.int64).T
    return Table(units, *sides, *columns)


@pytest.mark.parametrize("count", [0, 1, 2, 10**5, 10**7, 10**7 + 1, 3 * 10**9])
def test_pairs_are_exact(count):
    assert pairs(np.array([count], np.int64)).tolist() == [exact_pairs(count)]


@pytest.mark.parametrize("size", [10**7, 10**9 + 1, 3 * 10**9])
def test_one_huge_entity_found(size):
    table = table_of([(0, size)], [(0, size)], [(0, 0, size)])
    whole = {"mentions": size, "muc": size - 1, "ceafm": size, "pairwise": exact_pairs(size)}
    for name, count in whole.items():
        assert METRICS[name].tally(table).total() == {
            "recall_num": count,
            "recall_den": count,
            "precision_num": count,
            "precision_den": count,
        }, name
    assert METRICS["blanc"].tally(table).total() == {
        "coreference_both": exact_pairs(size),
        "coreference_key": exact_pairs(size),
        "coreference_response": exact_pairs(size),
        "non_coreference_both": 0,
        "non_coreference_key": 0,
        "non_coreference_response": 0,
    }
    for name in METRICS:
        if METRICS[name].tally and METRICS[name].needs == "table":
            assert METRICS[name].finish(METRICS[name].tally(table).total()).f1 == 1, name


def test_one_huge_entity_cut_in_three():
    """Sums of links beyond 2⁵³, which a float cannot hold, and odd, so that rounding would show."""
    sizes = [10**8 + 1, 10**8 + 3, 10**8 + 4]
    whole = sum(sizes)
    key, response = [(0, whole)], [(0, size) for size in sizes]
    table = table_of(key, response, [(0, number, size) for number, size in enumerate(sizes)])
    kept = sum(map(exact_pairs, sizes))
    assert kept > 2**53
    assert kept % 2 == 1
    assert METRICS["pairwise"].tally(table).total() == {
        "recall_num": kept,
        "recall_den": exact_pairs(whole),
        "precision_num": kept,
        "precision_den": kept,
    }
    counts = METRICS["blanc"].tally(table).total()
    assert counts["coreference_both"] == counts["coreference_response"] == kept
    assert counts["non_coreference_response"] == exact_pairs(whole) - kept
    assert counts["non_coreference_both"] == counts["non_coreference_key"] == 0


def test_links_of_many_units_are_added_without_overflow():
    """Four units of nearly 2⁶² links: more than 64 bits hold."""
    size, units = 3 * 10**9, 4
    entities = [(unit, size) for unit in range(units)]
    table = table_of(entities, entities, [(unit, unit, size) for unit in range(units)], units)
    assert METRICS["pairwise"].tally(table).total()["recall_num"] == units * exact_pairs(size) > 2**63
    assert METRICS["blanc"].tally(table).total()["coreference_key"] == units * exact_pairs(size)


def test_non_coreference_links_of_millions_of_mentions():
    """Two entities of n mentions on both sides: n² links apart."""
    size = 10**7 + 3
    entities = [(0, size), (0, size)]
    counts = METRICS["blanc"].tally(table_of(entities, entities, [(0, 0, size), (1, 1, size)])).total()
    assert counts["non_coreference_both"] == counts["non_coreference_key"] == size**2
