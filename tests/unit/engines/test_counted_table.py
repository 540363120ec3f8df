"""Tables of equal cells stored once have the sums of the full Table, of any size."""

import numpy as np
import pytest

from corefscope.engines.run import MOST_MENTIONS, counted_table
from corefscope.metrics import metric
from corefscope.metrics.evidence import TableOnly
from corefscope.metrics.scores import RECALL_AND_PRECISION
from corefscope.problems import SettingsError


def pairs(count):
    return count * (count - 1) // 2


def ratios(*counts):
    return dict(zip(RECALL_AND_PRECISION, counts, strict=True))


def columns(rows, *names):
    return {name: np.array([row[number] for row in rows], np.int64) for number, name in enumerate(names)}


CELL = ("unit", "n", "key_size", "key_shared", "response_size", "response_shared", "times", "key", "response")


def table(cells, key, response):
    """From rows of CELL, in which -1 is an entity of no other cell, and of (unit, size, shared, times) of entities."""
    parts = {"cell": columns(cells, *CELL)}
    for side, rows in (("key", key), ("response", response)):
        parts[side] = columns(rows, "unit", f"{side}_size", f"{side}_shared", "times")
    return counted_table(1, parts)


def total(name, counted):
    return metric(name).count(TableOnly(counted)).total()


def test_links_of_ten_million_mentions_are_exact():
    """A key entity of n mentions is cut in two unequal parts: all counts are known."""
    n, first = 10**7 + 1, 6 * 10**6
    parts = [first, n - first]
    cells = [(0, part, n, n, part, part, 1, 0, number) for number, part in enumerate(parts)]
    counted = table(cells, [(0, n, n, 1)], [(0, part, part, 1) for part in parts])
    kept = sum(map(pairs, parts))
    assert total("pairwise", counted) == ratios(kept, pairs(n), kept, kept)
    blanc = total("blanc", counted)
    assert blanc["coreference_both"] == kept
    assert blanc["non_coreference_response"] == pairs(n) - kept
    assert blanc["non_coreference_both"] == blanc["non_coreference_key"] == 0
    assert total("rand", counted) == {"agreeing": kept, "pairs": pairs(n)}


def test_a_billion_equal_cells_are_one_row():
    """Pairs that both sides have alike, and singletons that only the key has."""
    times = 10**9
    counted = table([(0, 2, 2, 2, 2, 2, times, -1, -1)], [(0, 2, 2, times), (0, 1, 0, 5)], [(0, 2, 2, times)])
    assert counted.key.times.sum() == times + 5
    assert counted.mentions[0].tolist() == [2 * times + 5]
    assert total("muc", counted) == ratios(*[times] * 4)
    assert total("ceafm", counted) == ratios(2 * times, 2 * times + 5, 2 * times, 2 * times)
    assert total("ceafe", counted)["recall_num"] == times
    assert total("ceafe", counted)["recall_den"] == times + 5
    blanc = total("blanc", counted)
    assert blanc["coreference_both"] == times
    assert blanc["non_coreference_both"] == pairs(2 * times) - times
    assert blanc["non_coreference_key"] == pairs(2 * times + 5) - times


def test_cells_with_an_entity_in_common_are_aligned_once():
    """One key entity in two response entities, and three cells that share no entity."""
    joined = [(0, 3, 5, 5, 3, 3, 1, 1, 1), (0, 2, 5, 5, 2, 2, 1, 1, 2)]
    key = [(0, 5, 5, 1), (0, 4, 4, 3)]
    response = [(0, 3, 3, 1), (0, 2, 2, 1), (0, 4, 4, 3)]
    counted = table([*joined, (0, 4, 4, 4, 4, 4, 3, -1, -1)], key, response)
    assert total("ceafm", counted)["recall_num"] == 3 + 3 * 4
    assert total("muc", counted)["recall_num"] == 2 + 1 + 3 * 3


def test_units_whose_links_64_bits_do_not_hold():
    with pytest.raises(SettingsError) as caught:
        table([], [(0, MOST_MENTIONS + 1, 0, 1)], [])
    assert caught.value.code == "unit-too-large"
    assert str(MOST_MENTIONS + 1) in str(caught.value)


@pytest.mark.slow
def test_ten_million_mentions_of_one_entity(tmp_path):
    """Through DuckDB itself: C(n, 2) links for n = 10⁷."""
    import duckdb

    from corefscope.engines import score_tables

    n = 10**7
    with duckdb.connect() as connection:
        for name, entity in (("key", "0"), ("response", "CASE WHEN range < 4 THEN 1 ELSE 0 END")):
            query = f"SELECT 0 AS document, range AS mention, {entity} AS entity FROM range({n})"
            connection.execute(f"COPY ({query}) TO '{tmp_path / name}.parquet'")
    paths = [str(tmp_path / f"{name}.parquet") for name in ("key", "response")]
    tally = score_tables(*paths, metrics=["pairwise", "blanc"]).system.tallies["pairwise"].total()
    assert tally["recall_den"] == pairs(n)
    assert tally["recall_num"] == pairs(n - 4) + pairs(4)
