"""JSON as typed objects, by msgspec: only the fields that are read become Python objects."""

from __future__ import annotations

import re
from typing import Any

import msgspec

from corefscope.formats.files.sources import Source
from corefscope.formats.files.text import is_not_utf8, not_utf8

_BYTE = re.compile(r" \(byte (\d+)\)")
_PATH = re.compile(r" - at `\$?(.*)`$")


def parsed(content: bytes, source: Source, kind: Any = Any, line: int = 1, hint: str | None = None) -> Any:
    """A JSON value of this type; the error names the line, the place in a record, and what is expected (`hint`)."""
    try:
        return msgspec.json.decode(content, type=kind)
    except msgspec.ValidationError as error:
        text = str(error)
        path = _PATH.search(text)
        where = f" in {path[1].lstrip('.')}" if path and path[1] else ""
        fact = f"{_PATH.sub('', text)}{where}".replace("`", "'")
        raise source.error("bad-record", fact[:1].lower() + fact[1:], line, hint) from None
    except (msgspec.DecodeError, RecursionError, UnicodeDecodeError) as error:
        wrong = not_utf8(content, line - 1)
        if wrong is not None:
            raise is_not_utf8(source.path, wrong) from None
        text = str(error)
        found = _BYTE.search(text)
        line += content.count(b"\n", 0, int(found[1]) if found else len(content))
        reason = _BYTE.sub("", text.removeprefix("JSON is malformed: "))
        raise source.error("bad-json", f"not valid JSON: {reason}", line) from None
