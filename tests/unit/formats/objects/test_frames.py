"""Tables in memory: by the Arrow stream protocol, by columns, and as rows; and Parquet with nested documents."""

import pytest

import corefscope as cs

pyarrow = pytest.importorskip("pyarrow", reason="pyarrow is not installed")
parquet = pytest.importorskip("pyarrow.parquet", reason="pyarrow is not installed")

KEY = {"document": ["a", "a", "a", "b"], "mention": ["m1", "m2", "m3", "m1"], "entity": [1, 1, 2, 3]}
RESPONSE = {**KEY, "entity": [1, 2, 2, 3]}
RECORDS = [
    {"id": "d", "tokens": ["Ann", "saw", "her"], "clusters": [[[0, 0], [2, 2]]]},
    {"id": "e", "tokens": ["He", "ran"], "clusters": []},
]


class Stream:
    """A frame of a library that knows the protocol."""

    def __init__(self, columns):
        self.table = pyarrow.table(columns)

    def __arrow_c_stream__(self, requested_schema=None):
        return self.table.__arrow_c_stream__(requested_schema)


class Columns:
    """A frame of a library that does not."""

    def __init__(self, columns):
        self.kept = columns

    @property
    def columns(self):
        return list(self.kept)

    def __getitem__(self, name):
        return self.kept[name]


def rows(columns):
    return [dict(zip(columns, row, strict=True)) for row in zip(*columns.values(), strict=True)]


MADE = {"table": pyarrow.table, "stream": Stream, "columns": Columns, "rows": rows}


@pytest.fixture(scope="module")
def expected(tmp_path_factory):
    paths = [tmp_path_factory.mktemp("frames") / f"{name}.parquet" for name in ("key", "response")]
    for path, columns in zip(paths, (KEY, RESPONSE), strict=True):
        parquet.write_table(pyarrow.table(columns), path)
    return cs.score(*paths).scores


@pytest.mark.parametrize("made", MADE.values(), ids=MADE)
def test_a_frame_scores_as_its_parquet_file(made, expected):
    assert cs.score(made(KEY), made(RESPONSE)).scores == expected


@pytest.mark.parametrize("made", MADE.values(), ids=MADE)
def test_spans_are_compared_with_records(made):
    spans = {"document": ["d", "d", "e"], "start": [0, 2, 0], "end": [1, 3, 1], "entity": ["x", "x", "y"]}
    result = cs.score(RECORDS, made(spans))
    assert (result.recall["mentions"], result.precision["mentions"]) == (1, 2 / 3)


@pytest.mark.parametrize("made", MADE.values(), ids=MADE)
@pytest.mark.parametrize(
    ("columns", "fact"),
    [
        ({**KEY, "entity": [1, 1, None, 3]}, "key:3: the row has no entity"),
        (
            {"document": ["a"], "start": [2], "end": [1], "entity": [1]},
            "key:1: the mention starts at 2 and ends before 1",
        ),
        (
            {"document": ["a"], "entity": [1]},
            "key:1: the table has no column 'mention' (the header has document, entity",
        ),
        (
            {"document": ["a"], "start": [-1], "end": [1], "entity": [1]},
            "the column 'start' has '-1', which is not a token",
        ),
        ({"entity": [1, 2], "mention": [1.0, float("nan")]}, "key:2: the row has no mention"),
    ],
)
def test_wrong_rows_are_named(made, columns, fact):
    with pytest.raises(cs.CorefscopeError) as caught:
        cs.score(made(columns), made(columns))
    assert fact in str(caught.value)


def test_a_frame_of_something_else():
    with pytest.raises(cs.CorefscopeError, match=r"the table has no column 'entity' \(the header has x;"):
        cs.score(pyarrow.table({"x": [1]}), RECORDS)
    with pytest.raises(cs.CorefscopeError, match="the row has no 'mention', which the first has"):
        cs.score([{"mention": 1, "entity": 1}, {"entity": 1}], RECORDS)


def test_one_frame_is_one_system(expected):
    result = cs.compare(pyarrow.table(KEY), pyarrow.table(RESPONSE), metrics="b3", names=["a"])
    assert [system.scores["b3"] for system in result] == [expected["b3"]]
    with pytest.raises(cs.CorefscopeError, match="agreement needs at least two annotations"):
        cs.agreement(pyarrow.table(KEY))


def test_one_column_is_no_table():
    column = pyarrow.chunked_array([[1, 2]])
    with pytest.raises(cs.CorefscopeError, match="ChunkedArray is one column, not a table"):
        cs.score(column, column)


def test_rows_that_are_documents(tmp_path):
    table = pyarrow.Table.from_pylist(RECORDS)
    parquet.write_table(table, tmp_path / "file.parquet")
    columns = Columns({name: [record[name] for record in RECORDS] for name in RECORDS[0]})
    for side in (table, columns, tmp_path / "file.parquet"):
        assert cs.read(side) == cs.read(RECORDS)
        assert cs.score(RECORDS, side).documents == ("d", "e")


def test_nested_parquet_of_the_hub(tmp_path):
    shapes = {
        "coref-data": {
            "id": "a/part_1",
            "sentences": [{"id": 0, "speaker": "x", "tokens": [{"id": 1, "text": "Ann"}, {"id": 2, "text": "ran"}]}],
            "coref_chains": [[[0, 0, 0]]],
        },
        "ontonotes": {
            "document_id": "a",
            "sentences": [{"part_id": 1, "words": ["Ann", "ran"], "coref_spans": [[0, 0, 0]]}],
        },
        "wino_bias": {
            "document_id": "a", "part_number": "1", "tokens": ["Ann", "ran"], "coreference_clusters": ["0", "0"],
        },
        "e2e": {"doc_key": "a_1", "sentences": [["Ann", "ran"]], "clusters": [[[0, 0]]]},
    }  # fmt: skip
    for name, record in shapes.items():
        path = tmp_path / f"{name}.parquet"
        parquet.write_table(pyarrow.Table.from_pylist([record]), path)
        (result,) = cs.read(path)
        assert (result.words, result.entities) == (["Ann", "ran"], [[cs.Mention(0, 1)]])
        assert cs.score(path, tmp_path / "coref-data.parquet").f1["mentions"] == 1
        assert cs.score(path, record).key.files[0].path == str(path)


def test_a_named_field_of_nested_parquet(tmp_path):
    record = {"doc_key": "a", "clusters": [[[0, 0]]], "predicted_clusters": [[[1, 1]]]}
    path = tmp_path / "file.parquet"
    parquet.write_table(pyarrow.Table.from_pylist([record]), path)
    with pytest.raises(cs.CorefscopeError, match="the document has both 'clusters' and 'predicted_clusters'"):
        cs.score(path, path)
    result = cs.score(path, path, key_clusters="clusters", response_clusters="predicted_clusters")
    assert result.f1["mentions"] == 0
    parquet.write_table(pyarrow.table(KEY), path)
    with pytest.raises(cs.CorefscopeError, match="the table has no column 'clusters'"):
        cs.score(path, path, key_clusters="clusters")
