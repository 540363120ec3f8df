"""Links grow with the square of mentions: counts stay whole and exact where floats and 64 bits end."""

import numpy as np
import pytest

from corefscope.metrics import METRICS, metric
from corefscope.table import Entities, Table, pairs

HUGE, ODD = 3 * 10**9, (10**8 + 1, 10**8 + 3, 10**8 + 4)
# Sizes of key entities, and of the parts into which the response cuts each; units, all of which look like this.
CASES = {
    **{f"one entity of {size}": ([[size]], 1) for size in (1, 10**7, 2**31 - 1, 2**31, 2**32 + 1, HUGE, 10**12)},
    "one entity in halves": ([[10**7 // 2] * 2], 1),
    "links above 2⁵³, which are odd, so that a float would be rounded": ([ODD], 1),
    "two large entities apart": ([[10**7 + 3]] * 2, 1),
    "links of one unit above 2⁶⁴": ([[HUGE], [HUGE], [10**9 + 1, 2 * 10**9 - 1]], 1),
    "links of four units above 2⁶³": ([[HUGE]], 4),
}


def exact_pairs(count):
    return count * (count - 1) // 2


def table_of(entities, units):
    """The cells of a response that cuts entities up, so that every part is a cell."""
    cut = [(unit, parts) for unit in range(units) for parts in entities]
    cells = [(key, size) for key, (_, parts) in enumerate(cut) for size in parts]
    columns = [[unit for unit, _ in cut], list(map(sum, (parts for _, parts in cut)))]
    columns += [[cut[key][0] for key, _ in cells], [size for _, size in cells], [key for key, _ in cells]]
    key_unit, key_size, unit, size, key = (np.array(each, np.int64) for each in columns)
    return Table(
        units, Entities(units, key_unit, key_size), Entities(units, unit, size), key, np.arange(len(key)), size
    )


@pytest.mark.parametrize("count", [0, 1, 2, 10**5, 10**7, 10**7 + 1, HUGE])
def test_pairs_are_exact(count):
    assert pairs(np.array([count], np.int64)).tolist() == [exact_pairs(count)]


@pytest.mark.parametrize("case", CASES)
def test_counts_are_exact(case):
    entities, units = CASES[case]
    table, sizes, parts = (
        table_of(entities, units),
        list(map(sum, entities)),
        [part for entity in entities for part in entity],
    )
    whole, linked, right = sum(sizes), sum(map(exact_pairs, sizes)), sum(map(exact_pairs, parts))
    apart = exact_pairs(whole) - linked
    expected = {
        "muc": (whole - len(parts), whole - len(sizes), whole - len(parts), whole - len(parts)),
        "ceafm": (sum(map(max, entities)), whole) * 2,
        "pairwise": (right, linked, right, right),
        "blanc": (right, linked, right, apart, apart, exact_pairs(whole) - right),
        "mentions": (whole,) * 4,
    }
    for name, counts in expected.items():
        tally = METRICS[name].count(table)
        total = tally.total()
        total.pop("unlinked", None)
        assert tuple(total.values()) == tuple(units * count for count in counts), name
        assert units > 1 or tally.unit(0) == tally.total()
    shares = [(sum(entity), part) for entity in entities for part in entity]
    b3 = sum(part * part / size for size, part in shares)
    lea = sum(size * (exact_pairs(part) / exact_pairs(size) if size > 1 else 1) for size, part in shares)
    for name, recall in (("b3", b3), ("lea", lea)):
        assert METRICS[name].count(table).total()["recall_num"] == pytest.approx(units * recall, rel=1e-14), name
    if parts == sizes and min(sizes) > 1 and len(sizes) == 1:
        for name, family in METRICS.items():
            if family.count and not metric(name).needs:
                assert family.finish(family.count(table).total()).f1 == 1, name
