"""How commands write: what people read is made visible, what programs read stays exact."""

from __future__ import annotations

import codecs
import sys
from typing import TYPE_CHECKING, TypeAlias

from corefscope.basics.escaping import visible_lines

if TYPE_CHECKING:
    from corefscope.reporting.report import View
    from corefscope.scoring.result import Result

Outcome: TypeAlias = "int | View | tuple[View, int]"  # of a command: its exit status (0 if left out), what to print
HTML, JSON, CSV = "html", "json", "csv"
_ESCAPED = "corefscope-json"


def put(text: str, kind: str = "table") -> None:
    """Write to standard output: a table, Markdown or LaTeX, or data of one of the kinds above."""
    if kind == HTML and hasattr(sys.stdout, "buffer"):
        sys.stdout.flush()
        sys.stdout.buffer.write(text.encode("utf-8", "backslashreplace"))  # as the page says of itself
        return
    if kind == JSON:
        encoding = codecs.lookup(getattr(sys.stdout, "encoding", None) or "utf-8").name
        text = text if encoding == "utf-8" else text.encode(encoding, _ESCAPED).decode(encoding)
    elif kind != CSV:
        text = visible_lines(text)  # names are visible by now; what was forgotten must not act
    sys.stdout.write(text)


def emit(view: View, output: str) -> None:
    """Write a view in the chosen output; a terminal gets colour, and tables that fit it."""
    from corefscope.reporting.outputs import parts

    if output == "table" and view.lines is None and sys.stdout.isatty():
        from rich.console import Console

        from corefscope.reporting.render.terminal import show

        show(view.report(), Console())
        return
    for part in parts(view, output):
        put(part, output)


def say(text: str) -> None:
    """A message for people, on standard error: `corefscope: warning: …`."""
    print(f"corefscope: {visible_lines(text)}", file=sys.stderr)


def show_warnings(result: Result) -> None:
    """Every warning, with its count and first places, on standard error; once where one file is both sides."""
    for side in (result.key, *result.systems):
        for notice in side.warnings:
            if side is not result.key and side.path == result.key.path and notice in result.key.warnings:
                continue
            more = "".join(f"\n  also {place}" for place in notice.places[1:])
            say(f"warning: {notice}{more}")


def _json_escapes(error: UnicodeError) -> tuple[str, int]:
    """Handle characters that an encoding lacks; in JSON they can only stand in strings, which may escape any."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    import json

    return json.dumps(error.object[error.start : error.end])[1:-1], error.end


codecs.register_error(_ESCAPED, _json_escapes)
