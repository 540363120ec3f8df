"""Write output: text for people is escaped, data for programs stays exact, and lost output is an error."""

from __future__ import annotations

import codecs
import errno
import io
import os
import re
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, TextIO

from corefscope.basics.escaping import PLAIN, cut, visible_lines

if TYPE_CHECKING:
    from corefscope.cli.arguments import Printable
    from corefscope.reporting.report import View
    from corefscope.scoring.result import Result

OUTPUT_WIDTH = 70  # of the line that shows progress
EXACT = ("json", "csv", "html")  # in other outputs, control characters are escaped, since they must not act


@contextmanager
def prepared_streams() -> Iterator[None]:
    """While a command runs, write characters that its streams cannot encode as plain signs or escapes."""
    if None in (sys.stdin, sys.stdout, sys.stderr):
        _replace_closed_streams()
    before = []
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            before.append((stream, stream.errors))
            stream.reconfigure(errors=PLAIN)
    try:
        yield
    finally:
        for stream, errors in before:
            stream.reconfigure(errors=errors)


def _replace_closed_streams() -> None:
    """Occupy the descriptors of closed streams, so that no file which is opened later is mistaken for one."""
    while (descriptor := os.open(os.devnull, os.O_RDONLY)) <= 2:
        pass
    os.close(descriptor)
    sys.stdout = sys.stdout or os.fdopen(1, "w", encoding="utf-8", closefd=False)  # refuses to be written to
    sys.stderr = sys.stderr or os.fdopen(os.open(os.devnull, os.O_WRONLY), "w", encoding="utf-8")


def lost_output(failure: OSError, status: int) -> int:
    """Return the exit status of a command whose output could not be written.

    It is the command's own status if the reader has just stopped reading, like `head`.
    """
    _discard(sys.stdout)
    if isinstance(failure, BrokenPipeError):
        return status
    say(f"error: standard output: {'it is closed' if failure.errno == errno.EBADF else failure.strerror or failure}")
    return 2


def _discard(stream: TextIO) -> None:
    """Discard the rest of a stream, so that the interpreter does not fail to write it at exit."""
    null = os.open(os.devnull, os.O_WRONLY)
    os.dup2(null, stream.fileno())
    os.close(null)


def write_error(text: str) -> None:
    """Write to standard error; ignore failures."""
    try:
        sys.stderr.write(text)
        sys.stderr.flush()
    except OSError:
        _discard(sys.stderr)


def say(text: str) -> None:
    """Print a message for people on standard error: `corefscope: warning: …`."""
    write_error(f"corefscope: {visible_lines(text)}\n")


def warn(notices: Iterable[object]) -> None:
    for notice in notices:
        say(f"warning: {notice}")


def show_warnings(result: Result) -> None:
    """Write every warning with its count and first places; once where one file is both sides."""
    for side in (result.key, *result.systems):
        known = result.key.warnings if side is not result.key and side.path == result.key.path else ()
        for notice in side.warnings:
            if notice not in known:
                say("\n  also ".join([f"warning: {notice}", *notice.places[1:]]))


def put(text: str, kind: str = "table") -> None:
    """Write to standard output: a table, Markdown or LaTeX, or data, which stays exact."""
    text = text if kind in EXACT else visible_lines(text)
    if kind == "html" and hasattr(sys.stdout, "buffer"):
        sys.stdout.flush()
        sys.stdout.buffer.write(text.encode("utf-8", "backslashreplace"))  # the encoding that the page declares
        return
    if kind == "json" and _encoding() != "utf-8":  # beyond ASCII there are only strings, which may escape any character
        import json

        text = re.sub(r"[^\x00-\x7f]", lambda match: json.dumps(match[0])[1:-1], text)
    sys.stdout.write(text)


def emit(outcome: Printable, rendering: str, path: str | None = None) -> None:
    """Write text, or a result in the chosen rendering; a terminal gets colour, and tables that fit it."""
    if outcome is None or isinstance(outcome, str):
        put(outcome or "")
        return
    view: View = outcome._view() if hasattr(outcome, "_view") else outcome
    if path is not None:
        from corefscope.basics.writing import write_file
        from corefscope.reporting.report import render

        text = render(view, rendering)
        write_file(path, text if rendering in EXACT else visible_lines(text))
        say(f"{path} written")
    elif rendering == "table" and sys.stdout.isatty():
        from rich.console import Console

        from corefscope.reporting.render.terminal import show

        show(view.report(), Console())
    else:
        from corefscope.reporting.report import parts

        for part in parts(view, rendering):
            put(part, rendering)


def _encoding() -> str:
    return codecs.lookup(getattr(sys.stdout, "encoding", None) or "utf-8").name


@contextmanager
def progress() -> Iterator[Callable[[str], None] | None]:
    """Yield a function that shows progress on a terminal, or None elsewhere."""
    if not sys.stderr.isatty():
        yield None
        return

    def step(what: str) -> None:
        write_error(f"\r{cut(what, OUTPUT_WIDTH):{OUTPUT_WIDTH}}")

    step("reading")
    try:
        yield step
    finally:
        write_error(f"\r{'':{OUTPUT_WIDTH}}\r")
