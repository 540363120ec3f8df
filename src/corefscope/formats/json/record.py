"""One document of a JSON file: its raw fields, each decoded by msgspec when it is looked at, by its usual type.

What msgspec refuses is decoded by `json`: for the message, and because it accepts more (NaN, half a surrogate pair).
"""

from __future__ import annotations

import json
from typing import Annotated, Any, NamedTuple

import msgspec

from corefscope.formats.files.text import is_not_utf8, not_utf8
from corefscope.model import LARGEST
from corefscope.problems import FormatError

Position = Annotated[int, msgspec.Meta(ge=0, lt=LARGEST - 1)]  # the end of a mention fits 32 bits
_PAIRS = list[list[tuple[Position, Position]]]
_pairs = msgspec.json.Decoder(_PAIRS).decode
_fields = msgspec.json.Decoder(dict[str, msgspec.Raw]).decode
_list_of_fields = msgspec.json.Decoder(list[dict[str, msgspec.Raw]]).decode
_anything = msgspec.json.Decoder().decode
decode_sentences = msgspec.json.Decoder(list[list[str]]).decode
_WORDS = {"sentences": decode_sentences, "tokens": msgspec.json.Decoder(list[str]).decode}
_NULL = memoryview(b"null")
_REFUSED = (msgspec.MsgspecError, UnicodeDecodeError, RecursionError)


class Place(NamedTuple):
    """Where in a file a document stands."""

    path: str
    line: int

    def error(self, fact: str, hint: str | None = None, code: str = "bad-record") -> FormatError:
        return FormatError(code, fact, self.path, self.line, hint)


class Record:
    """The fields of a document."""

    __slots__ = ("_typed", "_values", "fields", "place")

    def __init__(self, fields: dict[str, Any], place: Place) -> None:
        self.fields, self.place = fields, place
        self._values: dict[str, Any] = {}
        self._typed: set[str] = set()

    def __contains__(self, name: object) -> bool:
        return name in self.fields

    def __getitem__(self, name: str) -> Any:
        return self.get(name)

    def get(self, name: str) -> Any:
        """Return the value of a field; None if there is none."""
        if name not in self._values:
            value = self.fields.get(name)
            if isinstance(value, msgspec.Raw):
                value = self._words(name, value) if name in _WORDS else parse(value, self.place, _anything)
            self._values[name] = value
        return self._values[name]

    def _words(self, name: str, value: msgspec.Raw) -> Any:
        try:
            words = _WORDS[name](value)
        except _REFUSED:
            return parse(value, self.place, _anything)
        self._typed.add(name)
        return words

    def is_typed(self, name: str) -> bool:
        """Whether a field that was looked at surely holds strings."""
        return name in self._typed

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
        return self.place.error(fact, hint, code)


def parse(content: bytes | msgspec.Raw, place: Place, decode: Any = _fields) -> Any:
    """Return a JSON value; of an object the fields, which may be raw."""
    if decode is not _anything and (wrong := not_utf8(content, place.line - 1)) is not None:
        raise is_not_utf8(place.path, wrong)
    try:
        return decode(content)
    except _REFUSED:
        pass
    try:
        return json.loads(bytes(content).decode("utf-8"))
    except json.JSONDecodeError as error:
        ends = error.msg.startswith("Unterminated string") or not error.doc[error.pos :].strip()
        hint = f"at column {error.colno}{', where it ends: is the file whole?' if ends else ''}"
        place = place._replace(line=place.line + error.lineno - 1)
        raise place.error(f"not valid JSON: {error.msg}", hint, "bad-json") from None
    except (RecursionError, ValueError) as error:
        raise place.error(f"not usable JSON: {error}", code="bad-json") from None


def parse_whole(content: bytes, place: Place) -> list[Any]:
    """Return the fields of each object of a file that is one list, or one object."""
    value = parse(content, place, _list_of_fields if content.lstrip()[:1] == b"[" else _fields)
    return value if isinstance(value, list) else [value]


def excerpt(value: Any) -> str:
    """Return a value as messages show it: short."""
    try:
        text = json.dumps(value, ensure_ascii=False)
    except (RecursionError, ValueError):
        return f"a {type(value).__name__} nested too deeply"
    return text if len(text) <= 40 else text[:37] + "…"
