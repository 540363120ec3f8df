"""The JSON in a model's answer: alone, in a code fence or in prose, with a comma too many, or cut off."""

from __future__ import annotations

import contextlib
import json
import re
from collections.abc import Callable
from typing import Any

from corefscope.formats.files.text import FileReader
from corefscope.formats.llm.answers import TRUNCATED, AnswerText

STRING_DEEPEST = 20  # brackets in each other; no answer needs more
MOST_FAILURES = 1_000  # brackets where no JSON begins; a model that loops writes more
# A model may repeat anything endlessly, so nothing is looked at twice (`*+`).
_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*+(?P<end>")?|[\[\]{}]|[^"\[\]{}]+', re.DOTALL)
_OPENING = re.compile(r"[\[{]")
_BRACKET = re.compile(r"[\[\]{}]")
_COMMA = re.compile(r",(?=\s*[\]}])")
_CLOSES = {"[": "]", "{": "}"}


def extract(answer: AnswerText, is_answer: Callable[[Any], bool], reader: FileReader) -> tuple[list[Any], bool]:
    """Return the JSON in an answer (all of it, or what begins at brackets and can be one), and whether that is all."""
    line, text = answer.line, answer.text.replace("\v", "\n")  # line breaks of a text in one line of a file
    with contextlib.suppress(ValueError, RecursionError):
        if isinstance(whole := json.loads(text), list | dict):
            return [whole], True
    values, has_prose, is_cut_off, position, failures = list[Any](), False, False, 0, 0
    while match := _OPENING.search(text, position):
        piece = _piece(text, match.start())
        failures += piece is None
        if failures > MOST_FAILURES:
            if values:
                break  # prose after the answer
            fact = f"no JSON begins at more than {MOST_FAILURES:,} of its brackets"
            raise reader.source.error("bad-json", fact, line, "the model may have repeated itself")
        value, end, missing, is_repaired = piece or (None, match.end(), "", False)
        is_read = isinstance(value, dict) or (piece is not None and is_answer(value))
        is_read = is_read and not (values and text.find('"', match.start(), end) < 0)  # prose after the answer
        has_prose |= not is_read or bool(text[position : match.start()].strip())
        if is_read:
            values.append(value)
            is_cut_off = bool(missing)
            if is_repaired:
                reader.warn("trailing-comma", "before a closing bracket of the JSON", line)
        # Where no JSON begins, some may begin at the next bracket.
        position = end if is_read or not missing else match.end()
    if not values:
        hint = 'expected [["Ann", "she"], …] or an object'
        raise reader.source.error("bad-json", "the answer has no JSON that can be read", line, hint)
    if is_cut_off:
        reader.warn(TRUNCATED, "the JSON is not complete", line)
    return values, not (is_cut_off or has_prose or text[position:].strip())


def _piece(text: str, start: int) -> tuple[Any, int, str, bool] | None:
    """Return the JSON that begins at this bracket, its end, the brackets it lacks, and whether a comma was too many.

    Of what is cut off, all is read up to its last complete string. None if there is no JSON: it is too deep, a quote is
    missing somewhere, or it is none.
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
    for each in (part, _COMMA.sub("", part)):
        with contextlib.suppress(ValueError):
            return json.loads(each), len(text) if missing else end, missing, each != part
    return None
