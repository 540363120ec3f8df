"""One document of a JSON file: its raw fields, each decoded by msgspec when it is looked at, by its usual type.

What msgspec refuses is decoded by `json`: for the message, and because it accepts more (NaN, half a surrogate pair).
"""

from __future__ import annotations

import json
from typing import Annotated, Any

import msgspec

from corefscope.basics.codes import WarningCode
from corefscope.formats.files.sources import Source
from corefscope.formats.files.text import check_utf8
from corefscope.model import LARGEST
from corefscope.problems import FormatError, Notices

Position = Annotated[int, msgspec.Meta(ge=0, lt=LARGEST - 1)]  # the end of a mention fits 32 bits
_PAIRS = list[list[tuple[Position, Position]]]
_pairs = msgspec.json.Decoder(_PAIRS).decode
_fields = msgspec.json.Decoder(dict[str, msgspec.Raw]).decode
_list_of_fields = msgspec.json.Decoder(list[dict[str, msgspec.Raw]]).decode
_anything = msgspec.json.Decoder().decode
decode_sentences = msgspec.json.Decoder(list[list[str]]).decode
_WORDS: dict[str, Any] = {"sentences": decode_sentences, "tokens": msgspec.json.Decoder(list[str]).decode}
_NULL = memoryview(b"null")
_REFUSED = (msgspec.MsgspecError, UnicodeDecodeError, RecursionError)


class Record:
    """The fields of a document, and where it stands."""

    __slots__ = ("_values", "are_words", "fields", "line", "notices", "source")

    def __init__(self, fields: dict[str, Any], source: Source, line: int, notices: Notices) -> None:
        self.fields, self.source, self.line, self.notices = fields, source, line, notices
        self._values: dict[str, Any] = {}
        self.are_words: set[str] = set()  # fields that surely hold strings, and were looked at

    def __getitem__(self, name: str) -> Any:
        """Return the value of a field; None if there is none."""
        if name not in self._values:
            value = self.fields.get(name)
            if isinstance(value, msgspec.Raw):
                try:
                    value = _WORDS.get(name, _anything)(value)
                    self.are_words.update({name} & _WORDS.keys())
                except _REFUSED:
                    value = plain_json(value, self.source, self.line)
            self._values[name] = value
        return self._values[name]

    def pairs(self, name: str) -> list[list[tuple[int, int]]] | None:
        """Return the clusters of a field if all their mentions are pairs of positions."""
        value = self.fields[name]
        try:
            return _pairs(value) if isinstance(value, msgspec.Raw) else msgspec.convert(value, _PAIRS)
        except _REFUSED:
            return None

    def is_null(self, name: str) -> bool:
        """Whether there is no such field, or it has no value."""
        value = self.fields.get(name)
        return value is None or (isinstance(value, msgspec.Raw) and memoryview(value)[:] == _NULL)

    def error(self, fact: str, hint: str | None = None, code: str = "bad-record") -> FormatError:
        return self.source.error(code, fact, self.line, hint)

    def refuse(self, fact: str, hint: str | None = None) -> None:
        self.notices.refuse(self.error(fact, hint))

    def warn(self, code: WarningCode, text: str) -> None:
        self.notices.add(code, text, self.source.path, self.line)


def parse(content: bytes, source: Source, line: int) -> Any:
    """Return a JSON value; of an object, or of those in a list, the fields, which may be raw."""
    check_utf8(content, source, line)
    try:
        return (_list_of_fields if content[:100].lstrip()[:1] == b"[" else _fields)(content)
    except _REFUSED:
        return plain_json(content, source, line)


def plain_json(content: Any, source: Source, line: int) -> Any:
    """A JSON value as Python's own decoder reads it: it accepts NaN and half a surrogate pair, and knows the column."""
    try:
        return json.loads(bytes(content).decode("utf-8"))
    except json.JSONDecodeError as error:
        ends = error.msg.startswith("Unterminated string") or not error.doc[error.pos :].strip()
        hint = f"at column {error.colno}{', where it ends: is the file whole?' if ends else ''}"
        raise source.error("bad-json", f"not valid JSON: {error.msg}", line + error.lineno - 1, hint) from None
    except (RecursionError, ValueError) as error:
        raise source.error("bad-json", f"not usable JSON: {error}", line) from None


def excerpt(value: Any) -> str:
    """Return a value as messages show it: short."""
    try:
        text = json.dumps(value, ensure_ascii=False, default=lambda raw: json.loads(bytes(raw)))
    except (RecursionError, ValueError):
        return f"a {type(value).__name__} nested too deeply"
    return text if len(text) <= 40 else text[:37] + "…"
