"""Tables in Parquet: the same as in CSV, and files that are none."""

from __future__ import annotations

import csv
import io
import sys

import numpy as np
import pytest

import corefscope as cs
from corefscope.formats.files.blocks import BLOCK
from corefscope.formats.load import read_corpus
from corefscope.formats.table.writer import write
from corefscope.model import UNKNOWN
from corefscope.problems import Notices
from support.inputs.table_texts import SPANS, entities, load, parquet, refusal


def test_parquet_is_the_same_table(put):
    rows = list(csv.DictReader(io.StringIO(SPANS)))
    columns = {name: [row[name] or None for row in rows] for name in rows[0]}
    for name in ("start", "end", "head"):
        columns[name] = [None if value is None else int(value) for value in columns[name]]
    stored, plain = read_corpus(put(parquet(columns), "table.parquet")), load(SPANS)[0]
    assert entities(stored) == entities(plain)
    assert stored.head.tolist() == plain.head.tolist()
    assert stored.type.tolist() == plain.type.tolist()
    assert stored.entity_type.tolist() == plain.entity_type.tolist()
    assert stored.groups == plain.groups
    assert stored.line.tolist() == [1, 2, 3, 4]


def test_parquet_integers_are_ids():
    corpus, _ = load(parquet({"document": [7, 7, 8], "mention": [5, -6, 5], "entity": [10, 10, 10]}))
    assert (corpus.label.dtype, corpus.label.tolist()) == (np.int64, [5, -6, 5])
    assert (corpus.names, [corpus.entity_name(entity) for entity in (0, 1)]) == (["7", "8"], ["10", "10"])


def test_parquet_of_other_types():
    arrow = pytest.importorskip("pyarrow")
    columns = {
        "document": arrow.array(["a ", "a", " b"]).dictionary_encode(),
        "Mention": arrow.array(["x", "y", "x"], arrow.large_string()),
        "entity": arrow.array([1.0, 2.0, 1.0]),
        "head": arrow.array([1.0, float("nan"), None]),
        "year": arrow.array([2**64 - 1, 2**64 - 1, 1], arrow.uint64()),
        "weight": arrow.array([0.5, 0.5, None]),
        "__index_level_0__": arrow.array([1, 2, 3]),
    }
    corpus, warnings = load(parquet(columns))
    assert entities(corpus) == {("a", "1"): ["x"], ("a", "2"): ["y"], ("b", "1"): ["x"]}
    assert corpus.head.tolist() == [1, UNKNOWN, UNKNOWN]
    assert (corpus.groups, warnings) == ({"year": ["18446744073709551615", "1"], "weight": ["0.5", ""]}, {})


@pytest.mark.parametrize(
    ("columns", "message"),
    [
        ({"mention": ["a", None], "entity": ["x", "x"]}, ":2: the row has no mention"),
        ({"mention": [1, None], "entity": ["x", "x"]}, ":2: the row has no mention"),
        ({"mention": ["a", " "], "entity": ["x", "x"]}, ":2: the row has no mention"),
        ({"mention": [1, 2], "entity": [None, None]}, ":1: the row has no entity"),
        ({"mention": [[1], [2]], "entity": ["x", "x"]}, ":1: the column 'mention' holds list<"),
        ({"start": [0, 1], "end": [1, 1], "entity": ["x", "x"]}, ":2: the mention starts at 1 and ends before 1"),
        ({"start": [0, -1], "end": [1, 1], "entity": ["x", "x"]}, ":2: the column 'start' has '-1'"),
        ({"start": [0, None], "end": [1, 1], "entity": ["x", "x"]}, ":2: the row has no start"),
        ({"start": [0, 2**40], "end": [1, 2**41], "entity": ["x", "x"]}, ":2: the column 'start' has '1099511627776'"),
        ({"start": ["0", "b"], "end": [1, 1], "entity": ["x", "x"]}, ":2: the column 'start' has 'b'"),
        ({"mention": [], "entity": []}, ":1: the table has a header and no rows"),
        ({"mention": ["a"]}, ":1: the table has no column 'entity'"),
    ],
)
def test_parquet_tables_that_make_no_sense(columns, message):
    assert refusal(parquet(columns)).startswith(message)


def test_parquet_columns_of_lists_are_counted():
    assert load(parquet({"mention": ["a"], "entity": ["x"], "tokens": [["a", "b"]]}))[1] == {"column not kept": 1}


def test_parquet_that_announces_more_rows_than_it_can_hold():
    content = parquet({"mention": np.zeros(5_000_000, np.int64), "entity": np.zeros(5_000_000, np.int64)})
    assert len(content) < 50_000
    assert "5000000 rows in" in refusal(content)


@pytest.mark.parametrize("content", [b"PAR1", b"PAR1" + b"x" * 100, b"PAR1" + b"\0" * 50 + b"PAR1"])
def test_parquet_that_is_none(content):
    pytest.importorskip("pyarrow")
    assert refusal(content).startswith(": the Parquet table cannot be read: ")


def test_without_pyarrow_one_sentence_says_what_to_install(monkeypatch):
    for name in ("pyarrow", "pyarrow.parquet"):
        monkeypatch.setitem(sys.modules, name, None)
    message = ': a Parquet table needs pyarrow, which is not installed (pip install "corefscope[parquet]")'
    assert refusal(b"PAR1 and so on PAR1") == message
    with pytest.raises(cs.CorefscopeError, match="a Parquet table needs pyarrow, which is not installed"):
        write([], Notices(), "parquet")


def test_a_parquet_table_larger_than_a_block(tmp_path):
    """It has no lines, so it is read at once, however large."""
    arrow, parquet = pytest.importorskip("pyarrow"), pytest.importorskip("pyarrow.parquet")
    count = 600_000
    ids = np.random.default_rng(1).permutation(1 << 20)[:count]
    path = tmp_path / "large.parquet"
    columns = {"document": np.zeros(count, int), "mention": ids, "entity": ids.astype(np.int64) << 40}
    parquet.write_table(arrow.table(columns), path, compression="none", use_dictionary=False)
    assert path.stat().st_size > BLOCK
    assert read_corpus(path).mention_count == count
