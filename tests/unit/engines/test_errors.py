"""Errors in tables, folders and calls have a code, a place and the facts, in one sentence."""

import os
import sys

import pytest

import corefscope
from corefscope.engines import duck, score_tables
from corefscope.engines.sides import explained
from corefscope.problems import CorefscopeError
from unit.engines.relations import assert_same, random_rows, write_csv, write_parquet

pyarrow = pytest.importorskip("pyarrow", reason="pyarrow is not installed")
parquet = pytest.importorskip("pyarrow.parquet", reason="pyarrow is not installed")

ROW = {"document": ["a"], "mention": [1], "entity": [1]}


@pytest.fixture
def tables(tmp_path):
    rows = random_rows(1, 9)
    return [write_parquet(tmp_path / f"{name}.parquet", side) for name, side in zip("kr", rows, strict=True)]


def table(path, **columns):
    parquet.write_table(pyarrow.table(columns), path)
    return str(path)


def refused(*paths, score=score_tables, **options):
    """The code, the file and the words of the error."""
    with pytest.raises(CorefscopeError) as caught:
        score(*paths, **options)
    text = str(caught.value)
    assert "\n" not in text
    return caught.value.code, caught.value.source, text


def test_missing_ids(tmp_path, tables):
    path = table(tmp_path / "null.parquet", document=["b", "a", "a"], mention=[1, 2, 3], entity=[1, None, None])
    code, place, text = refused(path, path)
    assert (code, place) == ("bad-row", path)
    assert "2 of 3 rows have no entity (one is of document 'a')" in text
    path = table(tmp_path / "blank.parquet", document=["b", " "], mention=["x", "y"], entity=[1, 2])
    for key in (path, tables[0]):
        code, place, text = refused(key, path)
        assert (code, place) == ("bad-row", path)
        assert "1 of 2 rows have no document" in text


def test_spans_that_are_none(tmp_path):
    path = tmp_path / "spans.csv"
    path.write_text("document,start,last,entity\na,3,2,1\na,x,4,2\na,5,5,3\n")
    assert refused(path, path) == refused(path, path, score=corefscope.score)
    for start in (["3", "x", "5"], ["3", "-1", "5"], [3, -1, 5]):
        last = [type(start[0])(number) for number in (2, 4, 5)]
        path = table(tmp_path / "spans.parquet", document=["a"] * 3, start=start, last=last, entity=[1, 2, 3])
        code, place, text = refused(path, path)
        assert (code, place) == ("bad-row", path)
        assert "2 of 3 rows" in text


def test_a_mention_in_two_entities(tmp_path):
    path = table(tmp_path / "two.parquet", document=["a", "a"], mention=[7, 7], entity=[2, 10])
    code, place, text = refused(path, path, repeated="error")
    assert (code, place) == ("repeated-mention", path)
    assert "document 'a', mention 7 of entity 2 is also in entity 10" in text


def test_ids_of_different_kinds(tmp_path, tables):
    texts = write_parquet(tmp_path / "text.parquet", random_rows(1, 9)[1], str)
    assert refused(tables[0], texts)[:2] == ("different-mention-ids", texts)
    with pytest.raises(CorefscopeError, match="the mentions of the key are whole numbers"):
        corefscope.score(tables[0], texts)


@pytest.mark.parametrize(
    ("columns", "code", "fact"),
    [
        ({"mention": [1], "document": ["a"]}, "missing-column", "'entity'"),
        ({"entity": [1], "document": ["a"]}, "missing-column", "'mention'"),
        ({"entity": [1], "start": [1]}, "missing-column", "'start' and either 'end'"),
        ({"entity": [1], "mention": [1], " Entity": [2]}, "bad-column", "two columns are called 'entity'"),
        ({"entity": [1], "mention": [0.5]}, "bad-column", "'mention' holds double"),
        ({"entity": [[1]], "mention": [1]}, "bad-column", "'entity' holds bigint[]"),
    ],
)
def test_columns(tmp_path, columns, code, fact):
    path = table(tmp_path / "columns.parquet", **columns)
    error = refused(path, path)
    assert error[:2] == (code, path)
    assert fact in error[2]


def test_a_table_without_rows(tmp_path, tables):
    none = pyarrow.array([], pyarrow.int64())
    path = table(tmp_path / "empty.parquet", document=none, mention=none, entity=none)
    assert refused(path, tables[1])[:2] == ("empty-file", path)
    for name, content in (("empty.csv", "document,mention,entity\n"), ("nothing.csv", ""), ("blank.csv", "\n \n")):
        path = tmp_path / name
        path.write_text(content)
        assert refused(path, path) == refused(path, path, score=corefscope.score)


def test_documents_that_do_not_pair(tmp_path, tables):
    path = table(tmp_path / "other.parquet", **{**ROW, "document": ["other"]})
    code, place, text = refused(tables[0], path)
    assert (code, place) == ("no-common-document", path)
    assert "begins with 'other', the key with 'text 0'" in text
    path = table(tmp_path / "without.parquet", mention=[1], entity=[1])
    assert refused(tables[0], path)[:2] == ("missing-column", path)
    key = table(tmp_path / "key.parquet", document=["x", "y"], mention=[1, 1], entity=[1, 1])
    response = table(tmp_path / "response.parquet", document=["x", "(y); part 000"], mention=[1, 1], entity=[1, 1])
    code, place, text = refused(key, response)
    assert (code, place) == ("ambiguous-document", response)
    assert "'(y); part 000'" in text
    both = table(tmp_path / "both.parquet", document=["x", "x_0"], mention=[1, 1], entity=[1, 1])
    assert refused(both, key) == refused(key, both)
    assert refused(both, key)[:2] == ("ambiguous-document", both)


def test_documents_of_one_side_only(tmp_path):
    key = table(tmp_path / "{key}.parquet", document=["a", "b", "c"], mention=[1] * 3, entity=[1] * 3)
    response = table(tmp_path / "response.parquet", document=["a", "z"], mention=[1, 1], entity=[1, 1])
    result = score_tables(key, response)
    assert [(each.code, each.count) for each in result.systems[0].warnings] == [
        ("document-only-in-response", 1),
        ("document-missing", 2),
    ]
    assert result.systems[0].warnings[1].first.startswith(f"{response}: 'b' ({key})")
    assert refused(key, response, strict=True)[0] == "document-only-in-response"


def test_files_that_are_none(tmp_path, tables):
    assert refused(tmp_path / "k.parquett", tables[1])[2].endswith(f"(did you mean {tables[0]}?)")
    assert refused(tmp_path / "*.csv", tables[1])[0] == "no-such-file"
    assert refused("-", tables[1])[0] == "read-once"
    for name, code in (("nowhere.duckdb::x", "no-such-file"), ("::x", "no-such-file"), ("x.duckdb::", "bad-file-name")):
        assert refused(name, tables[1])[0] == code
    name = os.fsdecode(b"\xff.duckdb::x")
    assert refused(name, name)[0] == "bad-file-name"
    damaged = tmp_path / "damaged.parquet"
    damaged.write_bytes(b"PAR1 and no more")
    assert refused(damaged, tables[1])[:2] == ("unreadable-file", str(damaged))
    mixed = tmp_path / "mixed"
    mixed.mkdir()
    assert refused(mixed, tables[1])[:2] == ("empty-folder", str(mixed))
    write_csv(mixed / "a.csv", [("a", 1, 1)])
    table(mixed / "b.parquet", **ROW)
    assert refused(mixed, tables[1])[:2] == ("mixed-formats", str(mixed))


def test_a_table_that_the_database_lacks(tmp_path, tables):
    import duckdb

    path = tmp_path / "store.duckdb"
    duckdb.connect(str(path)).close()
    code, place, text = refused(f"{path}::gold", tables[1])
    assert (code, place) == ("unreadable-file", f"{path}::gold")
    assert "Table with name gold" in text


@pytest.mark.parametrize(
    "metric", ["lmuc", "lea(importance=type)", "mor", "ace", "mentions(match=head)", "b3(twinless=all)", "nec"]
)
def test_metrics_that_need_more_than_the_table(tables, metric):
    code, _, text = refused(*tables, metrics=metric)
    assert code == "engine-cannot"
    assert metric in text


@pytest.mark.parametrize(
    ("options", "code", "fact"),
    [
        ({"match": "head"}, "engine-cannot", "match='head'"),
        ({"repeated": "merge"}, "engine-cannot", "repeated='merge'"),
        ({"preset": "conll2012"}, "engine-cannot", "repeated='official'"),
        ({"singletons": "e2e"}, "engine-cannot", "singletons='e2e'"),
        ({"align": "characters"}, "engine-cannot", "align='characters'"),
        ({"names_strip": "x"}, "engine-cannot", "names_strip='x'"),
        ({"format": "conll"}, "engine-cannot", "format='conll'"),
        ({"scope": r"(\d+)_"}, "missing-column", "scope="),
        ({"scope": "mention"}, "missing-column", "scope='mention'"),
        ({"engine": "duck"}, "unknown-name", "did you mean duckdb?"),
        ({"spark_master": "local[1]"}, "needs-engine", "spark_master"),
        ({"memory_limit": "much"}, "wrong-value", "memory_limit='much'"),
    ],
)
def test_calls_that_make_no_sense(tables, options, code, fact):
    error = refused(*tables, **options)
    assert error[0] == code
    assert fact in error[2]


@pytest.mark.parametrize(("engine", "module"), [("duckdb", "duckdb"), ("spark", "pyspark.sql"), ("spark", "pyarrow")])
def test_libraries_that_are_not_installed(tables, monkeypatch, engine, module):
    monkeypatch.setitem(sys.modules, module, None)
    code, _, text = refused(*tables, engine=engine)
    assert code == "not-installed"
    assert f"needs {module.partition('.')[0]}" in text
    assert f"pip install 'corefscope[{engine}]'" in text


def test_a_spill_folder(tmp_path, tables):
    (tmp_path / "file").write_text("")
    place = str(tmp_path / "file" / "below")
    code, _, text = refused(*tables, spill=place)
    assert code == "no-space-to-spill"
    assert f"spill='{place}'" in text
    score_tables(*tables, spill=str(tmp_path / "spill"), memory_limit="1GB")
    assert list((tmp_path / "spill").iterdir()) == []


def test_too_little_memory_and_no_room_to_spill(tmp_path, monkeypatch):
    """A table of which the groups do not fit into a hundred megabytes."""
    ids = [f"mention number {number}" for number in range(300_000)]
    path = table(tmp_path / "wide.parquet", document=["a"] * len(ids), mention=ids, entity=ids)
    assert refused(path, path, memory_limit="2MB", spill=str(tmp_path))[0] == "engine-out-of-memory"
    monkeypatch.setitem(duck.OPTIONS, "max_temp_directory_size", "1MB")
    assert refused(path, path, memory_limit="120MB", spill=str(tmp_path))[0] == "no-space-to-spill"


@pytest.mark.parametrize(
    ("message", "code", "fact"),
    [
        ("An error occurred while calling o1.x.\n: java.lang.OutOfMemoryError: heap", "engine-out-of-memory", "memory"),
        ("Job aborted\nCaused by: java.io.IOException: No space left on device", "no-space-to-spill", "spill="),
        ("An error occurred while calling o1.x.\n: A: b\n\tat x\nCaused by: C: d\n\tat y", "unreadable-file", "C: d"),
        ("[UNRESOLVED] A column\nat line 2", "unreadable-file", "[UNRESOLVED] A column"),
    ],
)
def test_what_engines_say(message, code, fact):
    def work():
        raise ValueError(message)

    error = refused(score=lambda: explained(work, "key.parquet"))
    assert error[:2] == (code, "key.parquet")
    assert fact in error[2]


def test_not_one_shared_mention_is_a_warning(tmp_path):
    for name, mention in (("key", "m"), ("response", "n")):
        write_csv(tmp_path / f"{name}.csv", [("d", f"{mention}{number}", "e") for number in range(3)])
    paths = tmp_path / "key.csv", tmp_path / "response.csv"
    [notice] = score_tables(*paths).warnings
    assert notice.code == "no-mention-shared"
    assert "0 of 3 mentions" in notice.first
    assert refused(*paths, strict=True)[0] == "no-mention-shared"


@pytest.mark.parametrize(
    "rows", ["a,1,1\na,2\n", "a,1,1\n\na,2,\n", 'a,1,1\na,"2"x,1\n', "a,1,1\na,\0,1\n", "a,1,1\na,\udcff,1\n"]
)
def test_a_line_of_text_that_is_wrong_is_named_as_in_memory(tmp_path, rows):
    good, path = write_csv(tmp_path / "good.csv", [("a", 1, 1)]), tmp_path / "wrong.csv"
    path.write_bytes(("document,mention,entity\n" + rows).encode("utf-8", "surrogateescape"))
    error = refused(good, path)
    assert f"{path}:{3 if rows.count(chr(10)) == 2 else 4}: " in error[2]
    assert error == refused(good, path, score=corefscope.score)


def test_what_duckdb_would_guess_is_read_as_written(tmp_path):
    """Comments, headers of numbers, skipped lines and quoted lines, all of which DuckDB's reader misreads."""
    rows = [("#1", "m", "1"), ("#1", '"a\nb"', "2"), ("# 2", "'m'", "NULL"), ("3", "\\", "1")]
    path = write_csv(tmp_path / "odd.csv", rows)
    result = score_tables(path, path)
    assert_same(corefscope.score(path, path), result)
    assert (result.key.mentions, result.documents) == (len(rows), ("# 2", "#1", "3"))


def test_files_of_a_folder_may_have_their_columns_in_any_order(tmp_path):
    folder = tmp_path / "parts"
    folder.mkdir()
    (folder / "a.csv").write_text("document,mention,entity\na,1,1\na,2,1\n")
    (folder / "b.csv").write_text("topic,entity,mention,document\nt,1,1,b\n")
    (folder / "c.csv").write_text('entity,mention,document,\n"1"," 1","c",\n\n')
    whole = write_csv(tmp_path / "whole.csv", [("a", 1, 1), ("a", 2, 1), ("b", 1, 1), ("c", 1, 1)])
    result = score_tables(whole, folder, metrics=("muc", "mentions"))
    assert result.system.scores["mentions"].f1 == result.system.scores["muc"].f1 == 1
