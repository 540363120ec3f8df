"""A table that lacks a column is told which, with what it has instead, however it is read."""

import pytest

from corefscope.engines import score_tables
from corefscope.formats.load import read
from corefscope.problems import FormatError

HEADER = "the header has doc, mention, cluster; name columns entity and mention, or entity, start and end"
HEADER += ", or say table_columns='item=COLUMN,label=COLUMN'"


def test_an_engine_reads_the_header_of_any_csv(tmp_path):
    """Its columns are checked where all are, so that the message is the same."""
    pytest.importorskip("duckdb")
    (tmp_path / "a.csv").write_text("doc,mention,cluster\nx,1,2\n", encoding="utf-8")
    for call in (lambda: score_tables(tmp_path / "a.csv", tmp_path / "a.csv"), lambda: read(tmp_path / "a.csv")):
        with pytest.raises(FormatError) as caught:
            call()
        assert str(caught.value) == f"{tmp_path / 'a.csv'}:1: the table has no column 'entity' ({HEADER})"


@pytest.mark.parametrize(
    ("name", "content"), [("a.txt", "The mill, the river\nand the end\n"), ("a.tsv", "#FORMAT=Other TSV\n\nx\ty\n")]
)
def test_what_is_no_table_is_not_called_one(tmp_path, name, content):
    (tmp_path / name).write_text(content, encoding="utf-8")
    with pytest.raises(FormatError, match="corefscope does not know this format"):
        read(tmp_path / name)
