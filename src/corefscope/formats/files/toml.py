"""TOML files: values, and the lines of their names."""

from __future__ import annotations

import re
import tomllib
from typing import Any

from corefscope.formats.files.sources import Source
from corefscope.problems import FormatError


def decoded(path: str, what: str) -> str:
    """The text of a file, which messages call `what`."""
    content = Source(path, path).read()
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise FormatError("not-utf8", f"the {what} is not UTF-8", path, line, "save it as UTF-8") from None


class Toml:
    """A TOML file, with the lines of its names as far as they can be found."""

    def __init__(self, text: str, path: str) -> None:
        self.lines, self.path = text.splitlines(), path
        try:
            self.values: dict[str, Any] = tomllib.loads(text)
        except tomllib.TOMLDecodeError as error:
            where = re.search(r"line (\d+)", str(error))
            line = int(where[1]) if where else text.count("\n") + 1
            fact = re.sub(r" \(at .*\)$", "", str(error))
            raise FormatError("bad-toml", f"not valid TOML: {fact[:1].lower()}{fact[1:]}", path, line) from None

    def line(self, name: str) -> int | None:
        """The last line that sets this name or begins its table."""
        pattern = re.compile(rf"^\W*([\w\"'-]+\.)*[\"']?{re.escape(name)}[\"']?\s*[\]=.]")
        numbers = [number for number, line in enumerate(self.lines, 1) if pattern.match(line)]
        return numbers[-1] if numbers else None

    def error(self, fact: str, name: str, hint: str | None = None) -> FormatError:
        return FormatError("bad-toml", fact, self.path, self.line(name), hint)
