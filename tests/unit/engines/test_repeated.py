"""The first entity of a repeated mention is the smallest id, independent of the order of rows."""

import re
from itertools import pairwise

import pytest

import corefscope
from corefscope.engines import score_tables
from unit.engines.relations import assert_same, write_csv, write_parquet

pyarrow = pytest.importorskip("pyarrow", reason="pyarrow is not installed")
parquet = pytest.importorskip("pyarrow.parquet", reason="pyarrow is not installed")

KEY = [("text 0", 1, 9), ("text 0", 2, 9), ("text 0", 3, 10), ("text 0", 4, 10)]
# Mention 2 is in the entities 10 and 9; as text, 10 comes before 9.
RESPONSE = [("text 0", 1, 9), ("text 0", 2, 10), ("text 0", 2, 9), ("text 0", 3, 10), ("text 0", 4, 10)]


@pytest.mark.parametrize("ids", [int, str])
@pytest.mark.parametrize("turned", [False, True])
def test_the_smallest_id_is_first_in_memory_and_in_engines(tmp_path, ids, turned):
    response = RESPONSE[::-1] if turned else RESPONSE
    paths = [write_parquet(tmp_path / f"{n}.parquet", rows, ids) for n, rows in enumerate((KEY, response))]
    for result in (corefscope.score(*paths, metrics="muc"), score_tables(*paths, metrics="muc")):
        assert result.system.tallies["muc"].total()["recall_num"] == 2
        assert [(notice.kind, notice.count) for notice in result.warnings] == [("mention repeated in two entities", 1)]


# Ids of the entities of a repeated mention, the first of them first, and another id of the column.
SMALLEST = [
    ("9", "10", "3"),
    ("10", "9", "x"),  # not all are whole numbers, so all are text
    ("e10", "e9", "e3"),
    ("-10", "-9", "3"),
    ("-10", "-9", "-3"),
    ("+9", "10", "3"),
    ("+9", "+10", "+3"),
    ("9", "010", "3"),
    ("09", "010", "0"),
    ("01", "1", "3"),  # one number, so the text decides
    ("+0", "-0", "3"),
    ("-1", "-0", "3"),
    ("10", "9", "1.0"),
    ("10", "9", "1_0"),
    ("10", "9", "٣"),  # digits beyond ASCII are text
    ("99999999999999999999", "100000000000000000000", "3"),
    ("-100000000000000000000", "-99999999999999999999", "3"),
    ("9223372036854775807", "9223372036854775808", "3"),
    ("9" * 5000, "1" + "0" * 5000, "3"),
    (" 9\t", "10", "3 "),  # ASCII blanks are no part of an id
    ("10", "9", "3\xa0"),  # others are
    ("9", "９", "3"),
    ("\ue000", "😀", "x"),  # by code point
]


def memory_and_duckdb(folder, rows):
    """Results from CSV and from Parquet of text, and of numbers where they fit, each in memory and by DuckDB."""
    sides = [[("text 0", "m1", rows[0][0]), ("text 0", "m2", rows[0][0])], [("text 0", *row) for row in rows[1]]]
    names = ("document", "mention", "entity")
    writers = [
        ("csv", lambda path, side: write_csv(path, side)),
        ("parquet", lambda path, side: write(path, side, str)),
    ]
    if all(re.fullmatch("-?[0-9]{1,18}", id_) and str(int(id_)) == id_ for _, id_ in rows[1]):
        writers.append(("parquet", lambda path, side: write(path, side, int)))

    def write(path, side, kind):
        columns = dict(zip(names, zip(*side, strict=True), strict=True))
        columns["entity"] = [kind(id_) for id_ in columns["entity"]]
        parquet.write_table(pyarrow.table(columns), path)
        return str(path)

    for number, (ending, writer) in enumerate(writers):
        paths = [writer(folder / f"{name}-{number}.{ending}", side) for name, side in zip("kr", sides, strict=True)]
        yield corefscope.score(*paths, metrics="muc")
        yield score_tables(*paths, metrics="muc")


@pytest.mark.parametrize(("first", "second", "other"), SMALLEST, ids=lambda id_: ascii(id_)[:12])
@pytest.mark.parametrize("turned", [False, True])
def test_ids_are_ordered_as_numbers_if_all_are(tmp_path, first, second, other, turned):
    repeated = [("m1", second), ("m1", first)]
    response = [("m2", first), ("m3", second), ("m4", other), *(repeated[::-1] if turned else repeated)]
    for result in memory_and_duckdb(tmp_path, ((first,), response)):
        assert result.system.tallies["muc"].total()["recall_num"] == 1
        (notice,) = result.warnings
        assert notice.kind == "mention repeated in two entities"
        for said, id_ in (("of entity ", first), ("is also in entity ", second)):
            assert said + id_.strip()[:60] in str(notice)  # long ids are cut


def test_a_folder_is_ordered_as_numbers_only_if_all_its_files_are(tmp_path):
    folder = tmp_path / "parts"
    folder.mkdir()
    write_csv(folder / "a.csv", RESPONSE)
    write_csv(folder / "b.csv", [("text 1", 1, 9)])
    key = write_csv(tmp_path / "key.csv", [*KEY, ("text 1", 1, 9)])
    for links, entity in ((2, "9"), (1, "x")):
        write_csv(folder / "b.csv", [("text 1", 1, entity)])
        for result in (corefscope.score(key, folder, metrics="muc"), score_tables(key, folder, metrics="muc")):
            assert result.system.tallies["muc"].total()["recall_num"] == links


BLANKS = [" ", "\t", "\v", "\f"]
LETTERS = ["\xa0", "\u2028", "\x85", "\x1c", "\ufeff"]


@pytest.mark.parametrize("sign", [*BLANKS, *LETTERS], ids=ascii)
@pytest.mark.parametrize("column", ["document", "mention", "entity"])
def test_blanks_that_are_not_ascii_belong_to_ids(tmp_path, sign, column):
    """Two documents, mentions or entities that differ in such a sign only are two; in an ASCII blank, one."""
    place = ("document", "mention", "entity").index(column)
    rows = [["text 0", "m1", "e"], ["text 0", "m2", "e"]]
    rows[1][place] = rows[0][place] + sign
    expected = (rows, [[cell.strip(" \t\n\r\v\f") for cell in row] for row in rows])[sign in BLANKS]
    paths = [write_csv(tmp_path / "t.csv", rows), tmp_path / "t.parquet"]
    names = ("document", "mention", "entity")
    parquet.write_table(pyarrow.table(dict(zip(names, zip(*rows, strict=True), strict=True))), paths[1])
    for path in paths:
        for score in (corefscope.score, score_tables):
            result = score(path, path, metrics="muc")
            documents = {row[0] for row in expected}
            assert set(result.documents) == documents
            assert result.key.mentions == len({(row[0], row[1]) for row in expected})
            assert result.key.entities == len({(row[0], row[2]) for row in expected})


def test_the_same_row_twice(tmp_path):
    path = write_parquet(tmp_path / "key.parquet", [*KEY, KEY[0]])
    assert_same(corefscope.score(path, path), score_tables(path, path))


@pytest.mark.parametrize("ids", [("-12", "-3", "+9", "010", "9" * 30), ("10", "9", "x")])
def test_spark_knows_the_same_order(tmp_path, spark, ids):
    """Every mention is in an entity and in the next one."""
    rows = [("text 0", place, id_) for place, pair in enumerate(pairwise(ids)) for id_ in pair[::-1]]
    key = write_csv(tmp_path / "key.csv", [("text 0", place, id_) for place, id_ in enumerate(ids[:-1])])
    response = write_csv(tmp_path / "response.csv", rows)
    result = score_tables(key, response, metrics=("b3", "mentions"), engine="spark", session=spark)
    assert result.system.scores["b3"].f1 == 1
    assert_same(corefscope.score(key, response, metrics=("b3", "mentions")), result)
    first = re.search("of entity (.*) is also in entity (.*)", result.warnings[0].first.splitlines()[0])
    assert first.groups() == ids[:2]
