"""Which entity of a repeated mention is the first: the smallest id, whatever the order of the rows."""

import pytest

import corefscope
from corefscope.engines import score_tables
from engines.relations import assert_same, write_csv, write_parquet

KEY = [("text 0", 1, 9), ("text 0", 2, 9), ("text 0", 3, 10), ("text 0", 4, 10)]
# Mention 2 is in the entities 10 and 9; as text, 10 comes before 9.
RESPONSE = [("text 0", 1, 9), ("text 0", 2, 10), ("text 0", 2, 9), ("text 0", 3, 10), ("text 0", 4, 10)]


@pytest.mark.parametrize("ids", [int, str])
@pytest.mark.parametrize("turned", [False, True])
def test_the_smallest_id_is_first_in_memory_and_in_engines(tmp_path, ids, turned):
    response = RESPONSE[::-1] if turned else RESPONSE
    paths = [write_parquet(tmp_path / f"{n}.parquet", rows, ids) for n, rows in enumerate((KEY, response))]
    expected = 2 if ids is int else 1
    for result in (corefscope.score(*paths, metrics="muc"), score_tables(*paths, metrics="muc")):
        assert result.system.tallies["muc"].total()["recall_num"] == expected
        assert [(notice.kind, notice.count) for notice in result.warnings] == [("mention repeated in two entities", 1)]


def test_csv_has_text_only(tmp_path):
    paths = [write_csv(tmp_path / f"{n}.csv", rows) for n, rows in enumerate((KEY, RESPONSE))]
    for result in (corefscope.score(*paths, metrics="muc"), score_tables(*paths, metrics="muc")):
        assert result.system.tallies["muc"].total()["recall_num"] == 1


def test_a_column_may_say_which_is_first(tmp_path):
    key = write_parquet(tmp_path / "key.parquet", KEY, when=[1, 2, 3, 4])
    found = {}
    for number, when in enumerate(([1, 2, 3, 4, 5], [1, 3, 2, 4, 5])):
        path = write_parquet(tmp_path / f"{number}.parquet", RESPONSE, when=when)
        result = score_tables(key, path, metrics="muc", order="When")
        found[number] = result.system.tallies["muc"].total()["recall_num"]
        assert "order:When" in result.signature
        assert [notice.kind for notice in result.warnings] == ["mention repeated in two entities"]
    assert found == {0: 1, 1: 2}


def test_a_row_without_its_order(tmp_path):
    path = write_parquet(tmp_path / "key.parquet", KEY, when=[1, None, 3, 4])
    with pytest.raises(corefscope.CorefscopeError, match=r"1 row has no when \(the first of them has document text 0"):
        score_tables(path, path, order="when")


def test_the_same_row_twice(tmp_path):
    path = write_parquet(tmp_path / "key.parquet", [*KEY, KEY[0]])
    assert_same(corefscope.score(path, path), score_tables(path, path))
