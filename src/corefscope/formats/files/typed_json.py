"""JSON as typed objects, by msgspec: only the fields that are read become Python objects."""

from __future__ import annotations

from typing import Any

import msgspec

from corefscope.formats.files.sources import Source
from corefscope.formats.files.text import not_utf8
from corefscope.problems import FormatError


def decoded_as(kind: Any, content: bytes, source: Source, hint: str) -> Any:
    """The content as an object of this type; what else it is, is an error with the hint."""
    line = not_utf8(content)
    if line is not None:
        raise FormatError("not-utf8", "the file is not UTF-8", source.path, line, "save it as UTF-8")
    try:
        return msgspec.json.decode(content, type=kind)
    except msgspec.ValidationError as error:
        raise source.error("bad-record", f"not what is expected: {error}", 1, hint) from None
    except msgspec.DecodeError as error:
        raise _malformed(content, source, str(error)) from None
    except RecursionError as error:
        raise source.error("bad-json", f"not usable JSON: {error}", 1) from None


def _malformed(content: bytes, source: Source, said: str) -> FormatError:
    """Where content is no JSON, by Python's parser, which knows the line."""
    import json

    try:
        json.loads(content)
    except json.JSONDecodeError as error:
        return source.error("bad-json", f"not valid JSON: {error.msg}", error.lineno, f"at column {error.colno}")
    except (RecursionError, ValueError) as error:
        return source.error("bad-json", f"not usable JSON: {error}", 1)
    return source.error("bad-json", f"not valid JSON: {said}", 1)
