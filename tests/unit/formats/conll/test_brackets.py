"""The bracket notation, read as the official scorer reads it: singles, then openings, then closings; latest first."""

from __future__ import annotations

import pytest

import corefscope as cs
from corefscope.problems import FormatError


def column(*cells):
    """A document of two columns with these cells."""
    rows = "".join(f"w{number}\t{cell}\n" for number, cell in enumerate(cells))
    return f"#begin document (tale); part 000\n{rows}#end document\n"


@pytest.mark.parametrize("length", [7, 8, 9, 63, 64, 65, 500])
def test_ids_of_any_length_that_differ_in_the_last_character(only, length):
    one, two = "e" * (length - 1) + "1", "e" * (length - 1) + "2"
    assert only(column(f"({one})", f"({two}", f"{two})")) == {one: [(0, 1)], two: [(1, 3)]}


def test_closing_and_opening_at_one_token_is_read_as_official_and_counted(only, warnings_of):
    """`0)|(0`: openings come first, so the closing ends the mention that begins here."""
    cells = ["(0", "-", "0)|(0", "-", "0)"]
    assert only(column(*cells)) == {"0": [(0, 5), (2, 3)]}
    assert warnings_of(column(*cells, *cells)) == {"closed and opened at one token": 2}


def test_split_antecedents_are_discarded_and_counted(only, warnings_of):
    text = column("(3+4)", "(3)", "(3+4", "3+4)")
    assert only(text) == {"3": [(1, 2)]}
    assert warnings_of(text) == {"split antecedent": 3}


def test_entities_come_in_order_of_first_appearance(read_text):
    (document,) = read_text(column("(9", "9)", "(10)", "(2)|(9)"))
    assert document.entity_ids == ["9", "10", "2"]


@pytest.mark.parametrize(
    ("cells", "line", "fact"),
    [
        (["(1)", "-", "7)"], 4, "entity 7 is closed but was never opened"),
        (["(1", "1)|1)"], 3, "entity 1 is closed but was never opened"),
        (["1)", "(1"], 2, "entity 1 is closed but was never opened"),
        (["-", "(12", "-"], 3, "entity 12 is still open at the end of its document"),
        (["(1", "(1", "1)"], 2, "entity 1 is still open at the end of its document"),
        (["(without-1", "-"], 2, "entity without-1 is still open at the end of its document"),
        (["(person-1", "1)"], 2, "entity person-1 is still open at the end of its document"),
    ],
)
def test_brackets_without_partner_are_refused_with_line_and_cell(read_text, put, cells, line, fact):
    text = column(*cells)
    with pytest.raises(FormatError) as caught:
        read_text(text)
    assert str(caught.value) == f"{put(text)}:{line}: {fact} (the last column reads '{cells[line - 2]}')"


def test_the_first_of_several_mistakes_is_shown(read_text):
    with pytest.raises(FormatError) as caught:
        read_text(column("(5", "-", "6)", "7)"))
    assert (caught.value.line, caught.value.message) == (2, "entity 5 is still open at the end of its document")


@pytest.mark.parametrize(
    "cell",
    [
        "()",
        "(",
        ")",
        "(1)(",
        "(1))",
        "((1)",
        "(1)1",
        "1",
        "-|(1)",
        "(1)|-",
        "--",
        "*",
        "(|1)",
        "(3)_)",
        "(_(4)",
        "(1)5",
    ],
)
def test_cells_that_are_no_bracket_notation_are_refused(read_text, put, cell):
    with pytest.raises(FormatError) as caught:
        read_text(column("(7)", cell, "(7)"))
    assert str(caught.value).startswith(f"{put(column('(7)', cell, '(7)'))}:3: the last column reads '{cell}'")
    assert "expected -, _, nothing, or brackets" in str(caught.value)


def test_entities_are_written_as_numbers(tmp_path):
    """The official scorer reads `(e1` as nothing, without a word."""
    document = cs.Document("d", [[(0, 2)], [(1, 2), (2, 3)]], entity_ids=["e1", "7"])
    assert [notice.code for notice in cs.write([document], str(tmp_path / "d.conll"))] == ["entity-ids-changed"]
    cells = [line.split("\t")[-1] for line in (tmp_path / "d.conll").read_text().splitlines() if "\t" in line]
    assert cells == ["(0", "(1)|0)", "(1)"]
