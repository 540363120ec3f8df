"""CSV and TSV read as arrays give the same as through `csv`, for random and damaged bytes."""

from __future__ import annotations

import random
import re
import sys

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import corefscope as cs
from corefscope.formats.files.blocks import ANY_LINE_ONCE, Blocks
from corefscope.formats.files.sources import Source
from corefscope.formats.load import read_corpus
from corefscope.formats.registry import Options
from corefscope.formats.table import reader as table
from corefscope.formats.table import separated
from corefscope.formats.table.ids import DIGITS, numbered, text_rank
from corefscope.formats.table.plain import PlainRows
from corefscope.formats.table.text import TextColumn
from corefscope.problems import CorefscopeError, Notices
from support.inputs.damage import damaged

NUMBERS = st.one_of(st.integers(0, 30), st.integers(0, 10**DIGITS - 1)).map(str)
ODD = st.sampled_from(["", " 1", "1 ", "01", "-1", '"1"', '"a,b"', '"a\nb"', 'a"b', "é1", "m1x", "12345678901234567"])


def column(draw, rows):
    """Mostly numbers behind one prefix, or few values that come in runs."""
    prefix = draw(st.sampled_from(["", "", "m", "doc_", "x0", "é"]))
    values = draw(st.lists(NUMBERS.map(lambda text: prefix + text), min_size=rows, max_size=rows))
    if draw(st.booleans()):
        values = sorted(draw(st.sampled_from(["tale", "song", "a much longer name of one", "2"])) for _ in values)
    if rows and draw(st.integers(0, 3)) == 0:
        values[draw(st.integers(0, rows - 1))] = draw(ODD)
    return values


@st.composite
def tables(draw):
    rows = draw(st.integers(0, 30))
    names = draw(
        st.sampled_from(
            [
                ("document", "mention", "entity"),
                ("mention", "entity"),
                ('"document"', '"mention"', '"entity"', '"topic"'),
                ("entity", "start", "end", "head"),
                ("document", "entity", "start", "last", "type"),
            ]
        )
    )
    columns = []
    for name in names:
        if name in ("start", "end", "last", "head") and draw(st.integers(0, 3)):
            low = 0 if name == "start" else 40
            columns.append(draw(st.lists(st.integers(low, low + 30).map(str), min_size=rows, max_size=rows)))
        elif name == "type":
            columns.append([draw(st.sampled_from(["name", "nominal", ""])) for _ in range(rows)])
        else:
            columns.append(column(draw, rows))
    end = draw(st.sampled_from(["\n", "\r\n"]))
    lines = [",".join(names), *map(",".join, zip(*columns, strict=True))]
    return end.join(lines) + end * draw(st.integers(0, 2))


def outcome(path, monkeypatch, fast, block=1 << 20):
    """All that reading gives, in the same words as arrays (fast) and through `csv`."""
    notices, corpus, said = Notices(limit=1000), None, []
    with monkeypatch.context() as patch:
        if not fast:
            patch.setattr(separated, "plain_rows", lambda *arguments: None)
        try:
            source = Source(str(path), "table")
            corpus = table.read(Blocks(source, block).of(ANY_LINE_ONCE), source, notices, Options())
            notices.stop()
        except CorefscopeError as error:
            said = [str(one) for one in error.all()]
    found = [said, notices.refused, [str(notice) for notice in notices]]
    if corpus is not None and not notices.refused:
        corpus = corpus.with_plain_labels()
        columns = (corpus.document, corpus.start, corpus.end, corpus.entity, corpus.line, corpus.entity_document)
        columns += (corpus.label, corpus.head, corpus.type, corpus.entity_type)
        found += [None if each is None else each.tolist() for each in columns]
        found += [corpus.names, corpus.groups, [corpus.entity_name(entity) for entity in range(corpus.entity_count)]]
        found.append(np.argsort(corpus.entity_rank).tolist())
    return found


@pytest.fixture(scope="module")
def scratch(tmp_path_factory):
    with pytest.MonkeyPatch.context() as patch:
        yield patch, tmp_path_factory.mktemp("tables") / "table.csv"


@settings(max_examples=250, deadline=None)
@given(tables(), st.sampled_from([40, 1 << 20]))
def test_both_paths_read_the_same(scratch, text, block):
    patch, path = scratch
    path.write_bytes(text.encode())
    assert outcome(path, patch, True, block) == outcome(path, patch, False)


def test_no_cell_of_a_plain_table_becomes_an_object(scratch, monkeypatch):
    """Neither numbers nor ids that are numbers behind letters; of other values each different one once."""
    _, path = scratch
    path.write_text("document,mention,entity\n" + "".join(f"tale,m{n},{n % 7}\n" for n in range(500)))
    seen = []
    cells = PlainRows.cells
    monkeypatch.setattr(PlainRows, "cells", lambda rows, column: seen.append(len(rows.start)) or cells(rows, column))
    monkeypatch.setattr(TextColumn, "extend", None)
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    corpus = read_corpus(path, block_size=1000)
    assert (corpus.mention_count, corpus.entity_count, set(seen)) == (500, 7, {1})


def test_long_numbers_are_ordered_as_numbers(scratch):
    patch, path = scratch
    path.write_bytes(b"mention,entity\n0,12345678901234567\n0,13\n")
    found = outcome(path, patch, True)
    assert found == outcome(path, patch, False)
    assert found[-1] == [1, 0]


def test_a_byte_order_mark_in_the_first_value_belongs_to_it(scratch):
    patch, path = scratch
    path.write_bytes("mention,entity\n\ufeffa,1\na,1\n".encode())
    found = outcome(path, patch, True)
    assert found == outcome(path, patch, False)
    assert ["\ufeffa", "a"] in found


def test_both_paths_refuse_the_same_where_a_table_is_damaged(scratch):
    patch, path = scratch
    rows = [f"doc{number // 8},m{number * 7 % 23},{number % 5}" for number in range(40)]
    content = "\n".join(["document,mention,entity", *rows, ""]).encode()
    chance = random.Random("tables")
    ends = {"read": 0, "refused": 0}
    for number in range(200):
        path.write_bytes(damaged(content, chance, b',\n"01m \r\xff').replace(b"\0", b"?") or b"x")
        block = chance.choice([50, 1 << 20])  # of which each says for itself that it is not UTF-8
        found = outcome(path, patch, True, block)
        assert found == outcome(path, patch, False, block), (number, path.read_bytes())
        ends["refused" if found[0] else "read"] += 1
    assert min(ends.values()) > 25


@given(st.lists(st.one_of(st.integers(-3, 9), st.integers(-(2**40), 2**40), st.integers(-(2**62), 2**62)), min_size=1))
def test_numbers_get_codes_in_order_of_first_appearance(numbers):
    seen = {}
    expected = [seen.setdefault(number, len(seen)) for number in numbers]
    codes, first_row = numbered(np.array(numbers, np.int64))
    assert codes.tolist() == expected
    assert first_row.tolist() == [numbers.index(number) for number in seen]


@given(st.lists(st.integers(0, 10**DIGITS - 1), unique=True))
def test_numbers_sort_as_their_text(numbers):
    rank = text_rank(np.array(numbers, np.int64))
    assert [numbers[place] for place in np.argsort(rank).tolist()] == sorted(numbers, key=str)


CANONICAL = re.compile(rf"0|[1-9][0-9]{{0,{DIGITS - 1}}}")


@given(
    st.sampled_from(["", "m", "doc_1_"]),
    NUMBERS,
    st.lists(st.one_of(NUMBERS, ODD, st.text("0129/:m-+", max_size=18))),
)
def test_ids_are_kept_as_numbers_only_if_all_are(prefix, first, values):
    cells = [prefix + value for value in (first, *values)]
    end = np.cumsum([len(cell.encode()) for cell in cells])[:, None]
    rows = PlainRows(np.frombuffer("".join(cells).encode() + b"\n", np.uint8), np.append([[0]], end[:-1], 0), end)
    column = TextColumn()
    column.take(rows, 0)
    found = column.counted()
    assert (found is not None) == all(CANONICAL.fullmatch(value) for value in values)
    assert found is None or found.texts() == cells
    codes, known, _ = column.strings()
    assert [known[code] for code in codes] == [cell.strip(" \n") for cell in cells]


def rows_of(prefix, pairs):
    return "mention,entity\n" + "".join(f"{prefix}{mention},{entity}\n" for mention, entity in pairs)


@pytest.mark.parametrize(
    ("one", "two", "shared"), [("", "", 2), ("m", "m", 2), ("m", "n", 0), ("", "m", 0), ("m1", "m", 1)]
)
def test_ids_are_compared_as_text_whatever_they_are_kept_as(tmp_path, one, two, shared):
    (tmp_path / "key.csv").write_text(rows_of(one, [(1, "a"), (2, "a")]))
    (tmp_path / "response.csv").write_text(rows_of(two, [(1, "a"), (2, "a"), (11, "a")]))
    result = cs.score(tmp_path / "key.csv", tmp_path / "response.csv", metrics=["mentions", "mor"])
    assert result.recall["mentions"] == shared / 2
    assert result.recall["mor"] == shared / 2
