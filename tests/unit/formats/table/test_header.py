"""A table that lacks a column is told which, with what it has instead, however it is read."""

import pytest

from corefscope.engines import score_tables
from corefscope.formats.load import read
from corefscope.problems import FormatError

HEADER = "the header has doc, mention, cluster"
REMEDY = "name columns entity and mention, or entity, start and end"


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("a.csv", "doc,mention,cluster\nx,1,2\n", "no column 'entity' (the header has doc, mention, cluster; "),
        ("a.csv", "document,entity\nx,1\n", "no column 'mention' (the header has document, entity; "),
        ("a.tsv", "doc\tid\tchain\nx\t1\t2\n", "no column 'entity' (the header has doc, id, chain; "),
        ("a.csv", "x,1,2\n", "no column 'entity' (the header has x, 1, 2; "),
        ("a.txt", "Document;Mention;chain\nx;1;2\n", "no column 'entity' (the header has document, mention, chain; "),
    ],
)
def test_the_missing_column_is_named(tmp_path, name, content, message):
    (tmp_path / name).write_text(content, encoding="utf-8")
    with pytest.raises(FormatError) as caught:
        read(tmp_path / name)
    assert str(caught.value) == f"{tmp_path / name}:1: the table has {message}{REMEDY})"


def test_an_engine_reads_the_header_of_any_csv(tmp_path):
    """Its columns are checked where all are, so that the message is the same."""
    pytest.importorskip("duckdb")
    (tmp_path / "a.csv").write_text("doc,mention,cluster\nx,1,2\n", encoding="utf-8")
    with pytest.raises(FormatError) as caught:
        score_tables(tmp_path / "a.csv", tmp_path / "a.csv")
    assert str(caught.value) == f"{tmp_path / 'a.csv'}:1: the table has no column 'entity' ({HEADER}; {REMEDY})"


@pytest.mark.parametrize(
    ("name", "content"), [("a.txt", "The mill, the river\nand the end\n"), ("a.tsv", "#FORMAT=Other TSV\n\nx\ty\n")]
)
def test_what_is_no_table_is_not_called_one(tmp_path, name, content):
    (tmp_path / name).write_text(content, encoding="utf-8")
    with pytest.raises(FormatError, match="no format that corefscope knows"):
        read(tmp_path / name)
