"""Columns, blanks and line ends as they occur in the wild; the coreference cell is always the last column."""

from __future__ import annotations

import pytest

from corefscope.problems import FormatError

HEADER = "#begin document (tale); part 000\n"
# One document in two sentences, as rows of word and cell.
ROWS = [("The", "(1"), ("mill", "1)"), ("stands", "-"), None, ("It", "(1)"), ("turns", "-")]
ENTITIES = {"1": [(0, 2), (3, 4)]}


def table(separator="\t", columns=12, none="-", line_end="\n", blank=""):
    """Return the document with this many columns."""
    lines = [HEADER.rstrip("\n")]
    number = 0
    for row in ROWS:
        if row is None:
            lines.append(blank)
            number = 0
            continue
        word, cell = row
        cells = [word] if columns == 2 else ["tale", "0", str(number), word] + ["*"] * (columns - 5)
        lines.append(separator.join([*cells, none if cell == "-" else cell]))
        number += 1
    return line_end.join([*lines, "#end document", ""])


def test_rows_of_different_width_in_one_document(only):
    """Each predicate adds a column to its sentence, so official files have rows of different width."""
    text = HEADER + "tale 0 0 It NN * - - - - * (ARG0*) (1)\n\ntale 0 0 It NN * - - - - * (1)\n"
    assert only(text) == {"1": [(0, 1), (1, 2)]}


@pytest.mark.parametrize("line_end", ["\n", "\r\n", "\r", " \n", "  \r\n", "\r\r\n"])
def test_line_ends_of_all_platforms_and_trailing_blanks(read_text, line_end):
    (document,) = read_text(table(line_end=line_end))
    assert document.entities == [ENTITIES["1"]]
    assert document.words == ["The", "mill", "stands", "It", "turns"]
    assert document.sentences == [(0, 3), (3, 5)]


def test_old_mac_line_ends_with_one_newline_at_the_end(only):
    """Some editors add a final newline; no token may vanish."""
    assert only(table(line_end="\r") + "\n") == ENTITIES


@pytest.mark.parametrize("blank", ["", " ", "   ", "\t", " \t ", "\t\t\t"])
def test_blank_lines_end_a_sentence(read_text, blank):
    (document,) = read_text(table(blank=blank))
    assert document.sentences == [(0, 3), (3, 5)]
    assert document.entities == [ENTITIES["1"]]


def test_a_blank_after_the_tab_of_an_empty_cell(only):
    assert only("mill\t(1)\nit\t \nturns\t(1) \n") == {"1": [(0, 1), (2, 3)]}


def test_many_blank_lines_are_one_sentence_break(read_text):
    (document,) = read_text("\n\na\t(1)\n\n\n\nb\t(1)\n\n")
    assert document.sentences == [(0, 1), (1, 2)]


@pytest.mark.parametrize("name", ["text.conll", "text.txt", "text"])
def test_byte_order_mark_before_the_header(read_text, name):
    (document,) = read_text(b"\xef\xbb\xbf" + table().encode(), name)
    assert document.name == "(tale); part 000"
    assert document.entities == [ENTITIES["1"]]


def test_tabs_and_blanks_mixed_in_one_document(read_text):
    (document,) = read_text("0\tmill\t(1)\n1 it (1)\n")
    assert document.entities == [[(0, 1), (1, 2)]]
    assert document.words == ["mill", "it"]


@pytest.mark.parametrize(
    "text",
    [
        "mill\t(1)\t\nit\t(1)\t\n",
        "mill (1)\t\nit (1)\t\n",
        "0\tmill\t(1)\n1\tit\t(1)\t\n2\tit\t(1)\n",
    ],
    ids=["after tabs", "after blanks", "on one line only"],
)
def test_a_tab_behind_the_brackets_never_hides_them(read_text, text):
    """The file may be refused, but the cell must not silently count as empty."""
    try:
        (document,) = read_text(text)
    except FormatError:
        return
    assert document.mention_count == text.count("(1)")
