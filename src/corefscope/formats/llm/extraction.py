"""The JSON in a model's answer: alone, in a code fence or in prose, with a comma too many, or cut off."""

from __future__ import annotations

import contextlib
import json
import re
from collections.abc import Callable
from typing import Any, NamedTuple

from corefscope.formats.files.text import FileReader
from corefscope.formats.llm.answers import TRUNCATED

STRING_DEEPEST = 20  # brackets in each other; no answer needs more
MOST_FAILURES = 1_000  # brackets where no JSON begins; a model that loops writes more
# A model may repeat anything endlessly, so nothing is looked at twice (`*+`).
_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*+(?P<end>")?|[\[\]{}]|[^"\[\]{}]+', re.DOTALL)
_OPENING = re.compile(r"[\[{]")
_BRACKET = re.compile(r"[\[\]{}]")
_COMMA = re.compile(r",(?=\s*[\]}])")
_CLOSES = {"[": "]", "{": "}"}


class Extracted(NamedTuple):
    """The pieces of JSON in an answer, and whether they are all that it holds."""

    values: list[Any]
    is_all: bool


def extract(text: str, line: int, is_answer: Callable[[Any], bool], reader: FileReader) -> Extracted:
    """Return the JSON in an answer: all of it, or what begins at brackets in its text and can be an answer."""
    text = text.replace("\v", "\n")  # line breaks of a text that stands in one line of a file
    with contextlib.suppress(ValueError, RecursionError):
        if isinstance(whole := json.loads(text), list | dict):
            return Extracted([whole], True)
    pieces, has_prose, position, failures = list[_Piece](), False, 0, 0
    while match := _OPENING.search(text, position):
        piece = _piece(text, match.start())
        failures += piece is None
        if failures > MOST_FAILURES:
            if pieces:
                break  # prose after the answer
            fact = f"no JSON begins at more than {MOST_FAILURES:,} of its brackets"
            raise reader.source.error("bad-json", fact, line, "the model may have repeated itself")
        if pieces and piece is not None and text.find('"', match.start(), piece.end) < 0:
            piece = None  # prose after the answer
        is_read = piece is not None and (isinstance(piece.value, dict) or is_answer(piece.value))
        has_prose |= not is_read or bool(text[position : match.start()].strip())
        if piece is not None and is_read:
            pieces.append(piece)
        # Where no JSON begins, some may begin at the next bracket.
        position = match.end() if piece is None or (piece.is_cut_off and not is_read) else piece.end
    if not pieces:
        hint = 'expected [["Ann", "she"], …] or an object'
        raise reader.source.error("bad-json", "the answer has no JSON that can be read", line, hint)
    for piece in pieces:
        if piece.is_repaired:
            reader.warn("trailing-comma", "before a closing bracket of the JSON", line)
    if is_cut_off := pieces[-1].is_cut_off:
        reader.warn(TRUNCATED, "the JSON is not complete", line)
    return Extracted([piece.value for piece in pieces], not (is_cut_off or has_prose or text[position:].strip()))


class _Piece(NamedTuple):
    """JSON in a text: its value, where it ends, and whether it was cut off, or had a comma before a closing bracket."""

    value: Any
    end: int
    is_cut_off: bool
    is_repaired: bool


def _piece(text: str, start: int) -> _Piece | None:
    """Return the JSON that begins at this bracket, of what is cut off all up to its last complete string.

    None if there is none: too deep, with a quote missing somewhere, or not JSON.
    """
    opened: list[str] = []
    end = start
    for match in _TOKEN.finditer(text, start):
        token = match[0]
        if token in _CLOSES:
            opened.append(_CLOSES[token])
            if len(opened) > STRING_DEEPEST:
                return None
        elif token in "]}":
            if token != opened[-1]:
                break
            opened.pop()
        elif token[0] == '"' and not match["end"]:
            bracket = _BRACKET.search(token)
            if bracket is not None and bracket[0] in (*_CLOSES, opened[-1]):
                return None  # not the last string was cut off
            break
        elif token[0] != '"' or len(opened) < 2:
            continue
        end = match.end()
        if not opened:
            break
    missing = "".join(reversed(opened))
    part = text[start:end] + missing
    for is_repaired in (False, True):
        try:
            value = json.loads(_COMMA.sub("", part) if is_repaired else part)
            return _Piece(value, len(text) if missing else end, bool(missing), is_repaired)
        except ValueError:
            continue
    return None
