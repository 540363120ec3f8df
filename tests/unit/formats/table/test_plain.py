"""Rows are plain only if every parser splits them as `csv` does."""

from __future__ import annotations

import csv
import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from corefscope.formats.table.plain import plain_rows

CELLS = st.sampled_from(["", "a", "b c", '"d"', '""', '"e,f"', '"g\nh"', 'i"j', '"k""l"', '"m', " n", "ö"])
ROWS = st.lists(st.lists(CELLS, min_size=2, max_size=4).map(",".join), min_size=1, max_size=6)


@given(rows=ROWS, end=st.sampled_from(["\n", "\r\n"]), ended=st.booleans(), width=st.integers(2, 3))
def test_csv_takes_plain_rows_apart_at_each_separator(rows, end, ended, width):
    content = (end.join(rows) + end * ended).encode()
    plain = plain_rows(content, width, ",")
    if plain is not None:
        read = list(csv.reader(io.StringIO(content.decode(), newline=""), strict=True))
        assert list(map(list, zip(*map(plain.cells, range(width)), strict=True))) == read
        assert {len(row) for row in read} == {width}


def test_most_tables_are_plain():
    plain = plain_rows(b'tale,3,"x",e1\r\n' * 5, 4, ",")
    assert [plain.cells(column) for column in range(4)] == [[cell] * 5 for cell in ("tale", "3", "x", "e1")]


@pytest.mark.parametrize("row", ['"a,b",c', 'a,"b\nc"', "a", "", 'a,b"c"', "a,b,c", '"a""b",c', "a,b\rc"])
def test_what_is_not_plain(row):
    assert plain_rows(f"{row}\nd,e\n".encode(), 2, ",") is None
