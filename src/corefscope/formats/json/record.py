"""One document of a JSON file: its raw fields, each decoded by msgspec when it is looked at, by its usual type.

What msgspec refuses is decoded by `json`: for the message, and because it accepts more (NaN, half a surrogate pair).
"""

from __future__ import annotations

import json
from typing import Annotated, Any, NamedTuple

import msgspec

from corefscope.basics.codes import WarningCode
from corefscope.basics.escaping import quoted
from corefscope.formats.files.sources import Source
from corefscope.formats.files.text import check_utf8, type_fault
from corefscope.model import LARGEST
from corefscope.problems import FormatError, Notices

Position = Annotated[int, msgspec.Meta(ge=0, lt=LARGEST - 1)]  # the end of a mention fits 32 bits
Value = str | int | float | bool
Pairs = list[list[tuple[Position, Position]]]
Raw = msgspec.Raw
REFUSED = (msgspec.MsgspecError, UnicodeError, RecursionError)
_fields = msgspec.json.Decoder(dict[str, Raw]).decode
_list_of_fields = msgspec.json.Decoder(list[dict[str, Raw]]).decode
_anything = msgspec.json.Decoder().decode
_pairs = msgspec.json.Decoder(Pairs).decode
decode_sentences = msgspec.json.Decoder(list[list[str]]).decode


class Record(NamedTuple):
    """The fields of a document, and its place."""

    fields: dict[str, Any]
    source: Source
    line: int
    notices: Notices

    def get(self, name: str) -> Any:
        """Return the value of a field; None if there is none."""
        value = self.fields.get(name)
        if type(value) is Raw:
            try:
                value = _anything(value)
            except REFUSED:
                value = _plain_json(value, self.source, self.line)
            self.fields[name] = value
        return value

    def pairs(self, name: str) -> Pairs | None:
        """Return the clusters of a field if all their mentions are pairs of positions."""
        value = self.fields[name]
        try:
            return _pairs(value) if type(value) is Raw else msgspec.convert(value, Pairs)
        except REFUSED:
            return None

    def typed(self, name: str, kind: Any) -> Any:
        """Return the value of a field, if it is of a type."""
        try:
            return msgspec.convert(self.get(name), kind)
        except UnicodeError:
            raise self.error(f"{quoted(name)} holds half a surrogate pair") from None
        except msgspec.ValidationError as error:
            raise self.error(type_fault(error, name)) from None

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
    except REFUSED:
        return _plain_json(content, source, line)


def _plain_json(content: Any, source: Source, line: int) -> Any:
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
