"""Rows are plain only if `csv` and pyarrow cannot differ on them."""

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
        assert [line.replace('"', "").split(",") for line in plain.decode().splitlines()] == read
        assert {len(row) for row in read} == {width}


def test_most_tables_are_plain():
    assert plain_rows(b'tale,3,"x",e1\r\n' * 5, 4, ",") == b'tale,3,"x",e1\n' * 5


@pytest.mark.parametrize("row", ['"a,b",c', 'a,"b\nc"', "a", "", 'a,b"c"', "a,b,c", '"a""b",c', "a,b\rc"])
def test_what_is_not_plain(row):
    assert plain_rows(f"{row}\nd,e\n".encode(), 2, ",") is None
