"""Links grow with the square of mentions: counts stay whole and exact where floats and 64 bits end."""

import numpy as np
import pytest

from corefscope.metrics import METRICS, metric
from corefscope.metrics.blanc import blanc
from corefscope.metrics.mentions import mentions
from corefscope.table import Entities, Table, pairs


def exact_pairs(count):
    return count * (count - 1) // 2


def table_of(key, response, cells, units=1):
    """From (unit, size) of each entity and (key entity, response entity, shared) of each cell."""
    sides = [
        Entities(units, np.array([unit for unit, _ in side], np.int64), np.array([size for _, size in side], np.int64))
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
    whole = {"muc": size - 1, "ceafm": size, "pairwise": exact_pairs(size)}
    for name, count in whole.items():
        assert METRICS[name].count(table).total() == {
            "recall_num": count,
            "recall_den": count,
            "precision_num": count,
            "precision_den": count,
        }, name
    assert blanc(table).total() == {
        "coreference_both": exact_pairs(size),
        "coreference_key": exact_pairs(size),
        "coreference_response": exact_pairs(size),
        "non_coreference_both": 0,
        "non_coreference_key": 0,
        "non_coreference_response": 0,
    }
    assert mentions(table).total() == {
        **dict.fromkeys(("recall_num", "recall_den", "precision_num", "precision_den"), size),
        "unlinked": 0,
    }
    for name in METRICS:
        if METRICS[name].count and not metric(name).needs:
            assert METRICS[name].finish(METRICS[name].count(table).total()).f1 == 1, name


def test_one_huge_entity_cut_in_three():
    """Sums of links beyond 2⁵³, which a float cannot hold, and odd, so that rounding would show."""
    sizes = [10**8 + 1, 10**8 + 3, 10**8 + 4]
    whole = sum(sizes)
    key, response = [(0, whole)], [(0, size) for size in sizes]
    table = table_of(key, response, [(0, number, size) for number, size in enumerate(sizes)])
    kept = sum(map(exact_pairs, sizes))
    assert kept > 2**53
    assert kept % 2 == 1
    assert METRICS["pairwise"].count(table).total() == {
        "recall_num": kept,
        "recall_den": exact_pairs(whole),
        "precision_num": kept,
        "precision_den": kept,
    }
    counts = blanc(table).total()
    assert counts["coreference_both"] == counts["coreference_response"] == kept
    assert counts["non_coreference_response"] == exact_pairs(whole) - kept
    assert counts["non_coreference_both"] == counts["non_coreference_key"] == 0


def test_links_of_many_units_are_added_without_overflow():
    """Four units of nearly 2⁶² links: more than 64 bits hold."""
    size, units = 3 * 10**9, 4
    entities = [(unit, size) for unit in range(units)]
    table = table_of(entities, entities, [(unit, unit, size) for unit in range(units)], units)
    assert METRICS["pairwise"].count(table).total()["recall_num"] == units * exact_pairs(size) > 2**63
    assert blanc(table).total()["coreference_key"] == units * exact_pairs(size)


def test_non_coreference_links_of_millions_of_mentions():
    """Two entities of n mentions on both sides: n² links apart."""
    size = 10**7 + 3
    entities = [(0, size), (0, size)]
    counts = blanc(table_of(entities, entities, [(0, 0, size), (1, 1, size)])).total()
    assert counts["non_coreference_both"] == counts["non_coreference_key"] == size**2


def test_links_of_one_unit_beyond_64_bits():
    """Three entities of 3·10⁹ mentions, one of which the response has cut in two: every count is exact."""
    size, part = 3 * 10**9, 10**9 + 1
    key = [(0, size)] * 3
    response = [(0, size), (0, size), (0, part), (0, size - part)]
    table = table_of(key, response, [(0, 0, size), (1, 1, size), (2, 2, part), (2, 3, size - part)])
    kept = 2 * exact_pairs(size) + exact_pairs(part) + exact_pairs(size - part)
    assert blanc(table).total() == {
        "coreference_both": kept,
        "coreference_key": 3 * exact_pairs(size),
        "coreference_response": kept,
        "non_coreference_both": 3 * size**2,
        "non_coreference_key": 3 * size**2,
        "non_coreference_response": exact_pairs(3 * size) - kept,
    }
    assert exact_pairs(3 * size) > 2**64
    assert blanc(table).unit(0) == blanc(table).total()
    assert METRICS["pairwise"].count(table).total()["recall_num"] == kept
    whole = sum(count**2 for count in (size, size, part, size - part)) / size
    assert METRICS["b3"].count(table).total()["recall_num"] == pytest.approx(whole, rel=1e-15)
    resolved = 2 + (exact_pairs(part) + exact_pairs(size - part)) / exact_pairs(size)
    assert METRICS["lea"].count(table).total()["recall_num"] == pytest.approx(size * resolved, rel=1e-14)


@pytest.mark.parametrize("size", [2**31 - 1, 2**31, 2**31 + 1, 2**32 + 1, 6 * 10**9, 10**12])
def test_one_entity_of_any_size(size):
    """Around the sizes at which links, and links doubled, leave 64 bits."""
    table = table_of([(0, size)], [(0, size)], [(0, 0, size)])
    assert blanc(table).total()["coreference_both"] == exact_pairs(size)
    assert blanc(table).total()["non_coreference_key"] == 0
    for name in ("muc", "b3", "ceafm", "ceafe", "blanc", "lea", "pairwise", "mentions"):
        family = METRICS[name]
        tally = mentions(table) if name == "mentions" else blanc(table) if name == "blanc" else family.count(table)
        assert family.finish(tally.total()).f1 == 1, name


def test_the_score_of_ten_million_mentions():
    """C(10⁷, 2) links of one entity, cut in two."""
    size = 10**7
    key = [(0, size)]
    half = size // 2
    table = table_of(key, [(0, half), (0, half)], [(0, 0, half), (0, 1, half)])
    counts = METRICS["pairwise"].count(table).total()
    assert counts["recall_den"] == 49_999_995_000_000
    assert counts["recall_num"] == 2 * exact_pairs(half) == 24_999_995_000_000
