"""Rows that are taken apart without `csv` come out as `csv` would have them, and the others are left to it."""

from __future__ import annotations

import csv
import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from corefscope.formats.table import plain as table_plain
from corefscope.formats.table.plain import PlainRows

CELLS = st.sampled_from(["", "a", "b c", '"d"', '""', '"e,f"', '"g\nh"', 'i"j', '"k""l"', '"m', " n", "ö"])
ROWS = st.lists(st.lists(CELLS, min_size=2, max_size=4).map(",".join), max_size=6)


@given(rows=ROWS, end=st.sampled_from(["\n", "\r\n"]), ended=st.booleans(), width=st.integers(2, 3))
def test_what_is_taken_is_what_csv_reads(rows, end, ended, width):
    content = (end.join(rows) + end * ended).encode()
    plain = PlainRows(content, width, ",", 0)
    taken = [row for piece in plain for row in zip(*piece.values(), strict=True)]
    before = content[: plain.start].decode()
    # Quotes are known to be in order there, and a value that is taken has no blank that is not stripped later.
    read = list(csv.reader(io.StringIO(before, newline=""), strict=True))
    assert [list(row) for row in taken] == read


def test_most_tables_are_plain():
    text = b'tale,3,"x",e1\r\n' * 5
    plain = PlainRows(text, 4, ",", 0)
    (piece,) = plain
    assert piece.rows == 5
    assert piece.values()[2] == ["x"] * 5
    assert plain.start == len(text)


@pytest.mark.parametrize("row", ['"a,b",c', 'a,"b\nc"', "a", "", 'a,b"c"', "a,b,c", '"a""b",c', "a,b\rc"])
def test_what_is_not_plain_is_left(row):
    plain = PlainRows(f"{row}\nd,e\n".encode(), 2, ",", 0)
    assert list(plain) == []
    assert plain.start == 0


def test_rows_before_what_is_not_plain_are_taken(monkeypatch):
    monkeypatch.setattr(table_plain, "PIECE", 10)
    plain = PlainRows(b"a,b\n" * 4 + b'"c,d",e\n', 2, ",", 0)
    assert sum(piece.rows for piece in plain) == 4
