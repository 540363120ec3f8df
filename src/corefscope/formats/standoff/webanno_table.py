"""WebAnno TSV 3.x as a table: the layers of the header, and a row for each token or part of one.

A layer has columns: one for each feature of a span layer (at least one), two for a chain layer, one for each feature
of a relation layer and one more for its target. A cell is `_` (nothing), or values separated by `|`; `*` is an
annotation without a value, and `value[3]` belongs to annotation 3, which may span many rows. Special characters are
escaped by `\\`. A row such as `1-3.1` is a part of token `1-3`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from corefscope.formats.files.sources import Source
from corefscope.formats.files.text import SHOWN, FileReader, lines_of, shown
from corefscope.problems import FormatError

FORMAT = re.compile(r"#FORMAT=WebAnno TSV 3\.([0-9]+)")
MOST_VALUES = 100_000  # in one row
SPAN, CHAIN, RELATION = "SP", "CH", "RL"
_ROW = re.compile(r"(([0-9]+)-[0-9]+)(\.[0-9]+)?")
_ID = re.compile(r"(?<!\\)\[([0-9]+)\]$")
_ESCAPE = re.compile(r"\\(->|.)", re.DOTALL)
_JAVA = re.compile(r"((?:\\u[0-9a-fA-F]{4})+)|\\.", re.DOTALL)
_BAR = re.compile(r"\\.|\|", re.DOTALL)
_LETTERS = {"t": "\t", "n": "\n", "f": "\f", "r": "\r", "b": "\b"}


@dataclass(frozen=True)
class Layer:
    """A `#T_SP`, `#T_CH` or `#T_RL` line: its name, its features and its first column."""

    kind: str
    name: str
    features: tuple[str, ...]
    base: str  # the span layer that a relation layer connects
    column: int

    @property
    def width(self) -> int:
        return 2 if self.kind == CHAIN else max(1, len(self.features)) if self.kind == SPAN else len(self.features) + 1


class WebannoRow(NamedTuple):
    """A token, or a part of the token before it; `place` is its name in the file."""

    line: int
    place: str
    token: str  # the place of the whole token
    sentence: str
    part: bool
    span: tuple[str, str]
    word: str
    cells: list[str]


def layers_of(text: str, source: Source) -> list[Layer]:
    """The layers of the header, which must be of WebAnno TSV 3."""
    if not FORMAT.match(text):
        begin = shown(text[:100].split("\n")[0])
        raise source.error("unknown-format", f"the file begins with {begin}", 1, "expected #FORMAT=WebAnno TSV 3.x")
    found: list[Layer] = []
    for number, line in lines_of(text):
        if line and line[0] != "#":
            break
        if line.startswith("#T_"):
            kind, _, rest = line[3:].rstrip().partition("=")
            name, *features = rest.split("|")
            if kind not in (SPAN, CHAIN, RELATION) or not name:
                raise source.error("bad-row", f"unknown layer {shown(line)}", number, "expected T_SP, T_CH or T_RL")
            base = features[-1] if kind == RELATION and features and features[-1].startswith("BT_") else ""
            named = tuple(feature for feature in features if feature and feature != base)
            column = found[-1].column + found[-1].width if found else 0
            found.append(Layer(kind, name, named, base.removeprefix("BT_"), column))
    return found


def rows_of(text: str, layers: list[Layer], reader: FileReader, wrong: set[str]) -> Iterator[WebannoRow]:
    """The rows of the file; the first cells of unreadable rows are added to `wrong`."""
    width = 3 + (layers[-1].column + layers[-1].width if layers else 0)
    old = FORMAT.match(text)[1] in ("0", "1")  # type: ignore[index]  # up to 3.1 words are written as in Java
    for number, line in lines_of(text):
        if not line or line[0] == "#":
            continue
        try:
            yield _row(number, line, width, old, reader.source)
        except FormatError as error:
            reader.notices.refuse(error)
            wrong.add(line[:SHOWN].partition("\t")[0])


def _row(number: int, line: str, width: int, old: bool, source: Source) -> WebannoRow:
    if line.count("|") > MOST_VALUES:
        raise source.error("too-large", f"the row has more than {MOST_VALUES} values", number)
    columns = line.split("\t", width + 99)
    place = _ROW.fullmatch(columns[0])
    begin, dash, end = columns[1].partition("-") if len(columns) > 2 else ("", "", "")
    if not place or not dash:
        hint = "such as 1-3, a tab, 8-13, a tab and the word"
        raise source.error("bad-row", f"no row begins with {shown(line)}", number, hint)
    if columns[-1] == "" and len(columns) > 3:  # after a tab at the end of the row; no cell is empty
        columns.pop()
    while len(columns) > width and columns[-1] == "_":  # some files have extra cells
        columns.pop()
    if len(columns) != width:
        hint = f"the layers in the header have {width - 3}, after three for the token"
        raise source.error("bad-row", f"the row has {len(columns)} columns, not {width}", number, hint)
    word = _word(columns[2], old) if "\\" in columns[2] else columns[2]
    return WebannoRow(number, place[0], place[1], place[2], bool(place[3]), (begin, end), word, columns[3:])


def values(cell: str) -> list[tuple[str, str | None]]:
    """The values of a cell, each with the number of its annotation where it has one.

    >>> values("person[4]|place[5]"), values("_"), values("*"), values(r"a\\|b\\[1\\]")
    ([('person', '4'), ('place', '5')], [], [('', None)], [('a|b[1]', None)])
    """
    found = []
    for part in split(cell):
        number = _ID.search(part)
        value = part[: number.start()] if number else part
        found.append(("" if value in ("*", "_") else unescaped(value), number[1] if number else None))
    return found


def split(cell: str) -> list[str]:
    """The parts of a cell between bars that are not escaped; none in an empty cell."""
    if cell == "_" or not cell:
        return []
    if "\\" not in cell:
        return cell.split("|")
    parts, start = [], 0
    for mark in _BAR.finditer(cell):
        if mark[0] == "|":
            parts.append(cell[start : mark.start()])
            start = mark.end()
    return [*parts, cell[start:]]


def unescaped(value: str) -> str:
    return _ESCAPE.sub(lambda match: _LETTERS.get(match[1], match[1]), value) if "\\" in value else value


def _word(word: str, old: bool) -> str:
    """A word without escapes; old files have UTF-16 units written as `\\u00e4`."""

    def from_java(match: re.Match[str]) -> str:
        if not match[1]:
            return unescaped(match[0])
        return bytes.fromhex(match[0].replace("\\u", "")).decode("utf-16-be", "replace")

    return _JAVA.sub(from_java, word) if old else unescaped(word)
