"""Errors in tables, folders and calls are one sentence with place and remedy."""

import os
import sys
from pathlib import Path

import pyarrow
import pytest
from corefscope.engines.counted_table import MOST_MENTIONS, counted_table
from pyarrow import parquet

import corefscope
from corefscope.engines import duck, score_tables
from corefscope.problems import CorefscopeError, SettingsError
from unit.engines.relations import assert_same, random_rows, write_csv, write_parquet


@pytest.fixture
def tables(tmp_path):
    return [
        write_parquet(tmp_path / f"{name}.parquet", rows) for name, rows in zip("kr", random_rows(1, 9), strict=True)
    ]


def table(path, **columns):
    parquet.write_table(pyarrow.table(columns), path)
    return str(path)


def said(*paths, **options):
    with pytest.raises(CorefscopeError) as raised:
        score_tables(*paths, **options)
    text = str(raised.value)
    assert "\n" not in text
    return text


def test_missing_ids(tmp_path, tables):
    path = table(tmp_path / "null.parquet", document=["b", "a", "a"], mention=[1, 2, 3], entity=[1, None, None])
    assert said(path, path) == f"{path}: 2 rows have no entity (the first of them has document a, mention 2)"
    path = table(tmp_path / "blank.parquet", document=["b", " "], mention=["x", "y"], entity=[1, 2])
    assert said(path, path) == f"{path}: 1 row has no document (the first of them has mention y, entity 2)"
    assert said(tables[0], path).startswith(f"{path}: 1 row has no document")


def test_spans_that_are_none(tmp_path):
    path = tmp_path / "spans.csv"
    path.write_text("document,start,last,entity\na,3,2,1\na,x,4,2\na,5,5,3\n")
    assert said(path, path).startswith(f"{path}:2: the mention starts at 3 and ends before 3, so it is empty")
    columns = {"document": ["a"] * 3, "start": ["3", "x", "5"], "last": ["2", "4", "5"], "entity": [1, 2, 3]}
    path = table(tmp_path / "spans.parquet", **columns)
    assert said(path, path) == (
        f"{path}: 2 rows have no start and end that are whole numbers from 0, one before the other "
        "(the first of them has document a, entity 1)"
    )


def test_a_mention_in_two_entities(tmp_path):
    path = table(tmp_path / "two.parquet", document=["a", "a"], mention=[7, 7], entity=[2, 10])
    assert said(path, path, repeated="error") == (
        f"{path}: document 'a', mention 7 of entity 2 is also in entity 10 (--repeated first would resolve it)"
    )


def test_ids_of_different_kinds(tmp_path, tables):
    texts = write_parquet(tmp_path / "text.parquet", random_rows(1, 9)[1], str)
    message = said(tables[0], texts)
    assert message.startswith(f"{texts}: the mentions of the key are whole numbers, those of the response text")
    from corefscope import score

    with pytest.raises(CorefscopeError, match="the mentions of the key are whole numbers and those of the other side"):
        score(tables[0], texts)


@pytest.mark.parametrize(
    ("columns", "message"),
    [
        ({"mention": [1], "document": ["a"]}, "the table has no column 'entity'"),
        ({"entity": [1], "document": ["a"]}, "the table has no column 'mention'"),
        ({"entity": [1], "start": [1]}, "a mention needs 'start' and either 'end'"),
        ({"entity": [1], "mention": [1], " Entity": [2]}, "two columns are called 'entity'"),
        ({"entity": [1], "mention": [0.5]}, "the column 'mention' holds DOUBLE, not whole numbers or text"),
        ({"entity": [[1]], "mention": [1]}, "the column 'entity' holds BIGINT[], not whole numbers or text"),
    ],
)
def test_columns(tmp_path, columns, message):
    path = table(tmp_path / "columns.parquet", **columns)
    assert said(path, path).startswith(f"{path}:")
    assert message in said(path, path)


def test_a_table_without_rows(tmp_path, tables):
    none = pyarrow.array([], pyarrow.int64())
    path = table(tmp_path / "empty.parquet", document=none, mention=none, entity=none)
    assert said(path, tables[1]) == f"{path}: the table has no rows"
    (tmp_path / "empty.csv").write_text("document,mention,entity\n")
    assert said(tables[0], tmp_path / "empty.csv") == f"{tmp_path / 'empty.csv'}:1: the table has a header and no rows"
    (tmp_path / "nothing.csv").write_text("")
    assert said(tmp_path / "nothing.csv", tables[1]) == f"{tmp_path / 'nothing.csv'}: the file is empty"


def test_no_document_in_common(tmp_path, tables):
    path = table(tmp_path / "other.parquet", document=["other"], mention=[1], entity=[1])
    assert said(tables[0], path) == (
        f"{path}: no document of the response is in the key: it begins with 'other', the key with 'text 0'"
    )
    path = table(tmp_path / "without.parquet", mention=[1], entity=[1])
    assert said(tables[0], path) == f"{path}: the response has no column 'document', but the key has one"


def test_two_spellings_of_one_document(tmp_path):
    key = table(tmp_path / "key.parquet", document=["x", "y"], mention=[1, 1], entity=[1, 1])
    response = table(tmp_path / "response.parquet", document=["x", "(y); part 000"], mention=[1, 1], entity=[1, 1])
    assert "'(y); part 000' is the document that the key calls 'y'" in said(key, response)
    both = table(tmp_path / "both.parquet", document=["x", "x_0"], mention=[1, 1], entity=[1, 1])
    expected = (
        f"{both}: the documents 'x' and 'x_0' have equivalent names (rename one: part 0, _0 and no part mean the same)"
    )
    assert said(both, key) == expected
    assert said(key, both) == expected


def test_files_that_are_none(tmp_path, tables):
    assert said(tmp_path / "k.parquett", tables[1]).endswith("(did you mean " + tables[0] + "?)")
    assert said(tmp_path / "*.csv", tables[1]).endswith("no file matches this pattern")
    assert said("-", tables[1]).startswith("an engine reads a table more than once")
    assert said("nowhere.duckdb::x", tables[1]) == "nowhere.duckdb: there is no such database (as file.duckdb::table)"
    assert "there is no table after the ::" in said("x.duckdb::", tables[1])
    damaged = tmp_path / "damaged.parquet"
    damaged.write_bytes(b"PAR1 and no more")
    assert said(damaged, tables[1]).startswith(f"{damaged}: the table cannot be read: ")
    ragged = tmp_path / "ragged.csv"
    ragged.write_text("document,mention,entity\n" + "a,1,1\n" * 50 + "a,2\n")
    assert "ragged.csv" in said(ragged, ragged)
    mixed = tmp_path / "mixed"
    mixed.mkdir()
    write_csv(mixed / "a.csv", [("a", 1, 1)])
    write_parquet(mixed / "b.parquet", [("a 1", 1, 1)])
    assert "the files are of different kinds" in said(mixed, tables[1])


def test_names_that_are_not_utf8(tmp_path, tables):
    path = tmp_path / os.fsdecode(b"t\xff.parquet")
    path.write_bytes(Path(tables[0]).read_bytes())
    fact = "engines open only files whose names are UTF-8 (give it another name)"
    assert said(str(path), str(path)) == f"{tmp_path}/t\\udcff.parquet: {fact}"
    assert said(str(tmp_path), tables[1]) == f"{tmp_path}/t\\udcff.parquet: {fact}"
    name = os.fsdecode(b"\xff.duckdb::x")
    assert said(name, name) == "\\udcff.duckdb::x: the names of databases and tables are UTF-8"


def test_braces_in_a_name_mean_nothing(tmp_path):
    key = table(tmp_path / "{key}.parquet", document=["a", "b"], mention=[1, 1], entity=[1, 1])
    response = table(tmp_path / "response.parquet", document=["a"], mention=[1], entity=[1])
    (notice,) = score_tables(key, response).systems[0].warnings
    assert notice.first == f"{response}: 'b' ({key}) is not in the response and is scored as empty"


def test_a_table_that_the_database_lacks(tmp_path, tables):
    import duckdb

    path = tmp_path / "store.duckdb"
    duckdb.connect(str(path)).close()
    assert said(f"{path}::gold", tables[1]).startswith(f"{path}::gold: the table cannot be read: Table with name gold")


@pytest.mark.parametrize(
    ("metric", "lacking"),
    [
        ("lmuc", "the types of mentions"),
        ("lea(importance=type)", "the types of mentions"),
        ("mor", "the words of mentions"),
        ("ace", "the words of mentions"),
        ("mentions(match=head)", "the heads and words of mentions"),
        ("b3(twinless=all)", "every mention by itself"),
        ("rand(mentions=all)", "every mention by itself"),
    ],
)
def test_metrics_that_need_more_than_the_table(tables, metric, lacking):
    assert said(*tables, metrics=metric).startswith(f"{metric} needs {lacking}, which --engine duckdb does not keep")


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"match": "head"}, "matches mentions by their ids: --match exact, not head"),
        ({"repeated": "merge"}, "knows --repeated first and error, not merge"),
        ({"preset": "conll2012"}, "knows --repeated first and error, not official"),
        ({"align": "characters"}, "has no use for --align"),
        ({"format": "conll"}, "reads tables, not conll"),
        ({"scope": r"(\d+)_"}, "--scope (\\d+)_: not a column of the table"),
        ({"scope": "mention"}, "--scope mention: not a column of documents"),
        ({"engine": "duck"}, "there is no engine 'duck' (did you mean duckdb?"),
        ({"spark_master": "local[1]"}, "spark_master goes with --engine spark"),
        ({"memory_limit": "much"}, "--memory-limit much: "),
    ],
)
def test_calls_that_make_no_sense(tables, options, message):
    assert message in said(*tables, **options)


@pytest.mark.parametrize(("engine", "module"), [("duckdb", "duckdb"), ("spark", "pyspark.sql"), ("spark", "pyarrow")])
def test_libraries_that_are_not_installed(tables, monkeypatch, engine, module):
    monkeypatch.setitem(sys.modules, module, None)
    name = module.partition(".")[0]
    assert said(*tables, engine=engine) == (
        f"--engine {engine} needs {name}, which is not installed (pip install 'corefscope[{engine}]')"
    )


def test_a_spill_folder_that_cannot_be_written_to(tmp_path, tables):
    (tmp_path / "file").write_text("")
    message = said(*tables, spill=str(tmp_path / "file" / "below"))
    assert message.startswith(f"--spill {tmp_path / 'file' / 'below'}: the folder cannot be written to: ")


def test_a_spill_folder_is_left_as_it_was(tmp_path, tables):
    score_tables(*tables, spill=str(tmp_path / "spill"), memory_limit="1GB")
    assert list((tmp_path / "spill").iterdir()) == []


def wide(folder):
    """A table of which the groups do not fit into a hundred megabytes."""
    count = 300_000
    ids = [f"mention number {number}" for number in range(count)]
    columns = {"document": ["a"] * count, "mention": ids, "entity": ids}
    return table(folder / "wide.parquet", **columns)


def test_a_memory_limit_that_is_too_low(tmp_path):
    path = wide(tmp_path)
    assert said(path, path, memory_limit="2MB", spill=str(tmp_path)).startswith("--memory-limit 2MB is too low: ")


def test_no_room_to_spill(tmp_path, monkeypatch):
    monkeypatch.setattr(duck, "SPILL_LIMIT", "1MB")
    path = wide(tmp_path)
    message = said(path, path, memory_limit="120MB", spill=str(tmp_path))
    assert message.startswith(f"no disk space is left to spill to in {tmp_path}")
    assert message.endswith("(name a folder with more space: --spill FOLDER)")


def test_units_whose_links_64_bits_do_not_hold():
    import numpy as np

    def columns(*names, **values):
        return {**{name: np.zeros(0, np.int64) for name in names}, **{k: np.array([v]) for k, v in values.items()}}

    none = columns(
        "unit", "n", "key_size", "key_shared", "response_size", "response_shared", "times", "key", "response"
    )
    huge = columns(unit=0, size=MOST_MENTIONS + 1, shared=0, times=1)
    empty = columns("unit", "size", "shared", "times")
    with pytest.raises(SettingsError, match="a unit of the key has 3037000500 mentions"):
        counted_table(1, none, none, {"key": huge, "response": empty})


def test_not_one_shared_mention_is_a_warning(tmp_path):
    for name, mention in (("key", "m"), ("response", "n")):
        rows = "".join(f"d,{mention}{number},e\n" for number in range(3))
        (tmp_path / f"{name}.csv").write_text(f"document,mention,entity\n{rows}", encoding="utf-8")
    [notice] = score_tables(tmp_path / "key.csv", tmp_path / "response.csv").warnings
    assert notice.kind == "no mention is shared"
    assert "0 of 3 mentions of the response are in the key" in notice.first
    with pytest.raises(CorefscopeError, match="no mention is shared"):
        score_tables(tmp_path / "key.csv", tmp_path / "response.csv", strict=True)


def test_a_line_of_text_that_is_wrong_is_named_as_in_memory(tmp_path):
    good = write_csv(tmp_path / "good.csv", [("a", 1, 1)])
    header = "document,mention,entity\n"
    for number, (rows, fact) in enumerate(
        (
            ("a,1,1\na,2\n", ":3: the row has 2 columns, the header has 3"),
            ("a,1,1\n\na,2,\n", ":4: the row has no entity"),
            ('a,1,1\na,"2"x,1\n', ":3: not a table: ',' expected after '\"'"),
            ("a,1,1\na,\0,1\n", ":3: the file is binary"),
            ("a,1,1\na,\udcff,1\n", ":3: the file is not UTF-8"),
        )
    ):
        path = tmp_path / f"{number}.csv"
        path.write_bytes((header + rows).encode("utf-8", "surrogateescape"))
        message = said(good, path)
        assert message.startswith(f"{path}{fact}")
        with pytest.raises(CorefscopeError) as raised:
            corefscope.score(good, path)
        assert str(raised.value) == message
    path.write_bytes(b"document,men\0tion,entity\na,1,1\n")
    assert said(good, path) == f"{path}:1: the file is binary"


def test_what_duckdb_would_guess_is_read_as_written(tmp_path):
    """Comments, headers of numbers, skipped lines and quoted lines, all of which DuckDB's reader misreads."""
    rows = [("#1", "m", "1"), ("#1", '"a\nb"', "2"), ("# 2", "'m'", "NULL"), ("3", "\\", "1")]
    path = write_csv(tmp_path / "odd.csv", rows)
    assert_same(corefscope.score(path, path), score_tables(path, path))
    assert score_tables(path, path).key.mentions == len(rows)
    assert score_tables(path, path).documents == ("# 2", "#1", "3")


def test_files_of_a_folder_may_have_their_columns_in_any_order(tmp_path):
    folder = tmp_path / "parts"
    folder.mkdir()
    (folder / "a.csv").write_text("document,mention,entity\na,1,1\na,2,1\n")
    (folder / "b.csv").write_text("topic,entity,mention,document\nt,1,1,b\n")
    (folder / "c.csv").write_text('entity,mention,document\n"1"," 1","c"\n\n')
    whole = write_csv(tmp_path / "whole.csv", [("a", 1, 1), ("a", 2, 1), ("b", 1, 1), ("c", 1, 1)])
    result = score_tables(whole, folder, metrics=("muc", "mentions"))
    assert result.system.scores["mentions"].f1 == result.system.scores["muc"].f1 == 1
