"""Standard output and error that fail in one place: at the end of a command, when its verdict is known."""

from __future__ import annotations

import codecs
import io
import os
import sys
from types import TracebackType
from typing import TextIO

from corefscope.basics.escaping import PLAIN, show_in

CLOSED = "it is closed"


class Outlet(io.RawIOBase):
    """Passes bytes on until that fails once; keeps the failure, and drops what comes after it.

    So a command whose reader has left goes on to its verdict, and nothing is left in a buffer that the interpreter
    would try to write once more when it ends.
    """

    def __init__(self, raw: io.RawIOBase | None) -> None:
        self._raw = raw
        self.failure: OSError | None = None

    def writable(self) -> bool:
        return True

    def isatty(self) -> bool:
        return self._raw is not None and self._raw.isatty()

    def fileno(self) -> int:
        if self._raw is None:
            raise io.UnsupportedOperation("fileno")
        return self._raw.fileno()

    def write(self, data: memoryview, /) -> int:  # type: ignore[override]
        if self.failure is None:
            try:
                return self._written(data)
            except OSError as failure:
                self.failure = failure
        return len(data)

    def _written(self, data: memoryview) -> int:
        if self._raw is None:
            raise OSError(0, CLOSED)
        while (count := self._raw.write(data)) is None:  # somebody made the pipe non-blocking, and it is full
            import select

            select.select([], [self._raw], [])
        return count


class Streams:
    """While a command runs, its standard output and error; afterwards those that were there before.

    Streams without a file behind them, such as a notebook's, stay what they are.
    """

    def __enter__(self) -> Streams:
        self._before = sys.stdout, sys.stderr
        if None in (sys.stdin, sys.stdout, sys.stderr):
            _occupy()
        self._screen = show_in(codecs.lookup(getattr(sys.stdout, "encoding", None) or "utf-8").name)
        self._output, self._messages = Outlet(_raw(sys.stdout)), Outlet(_raw(sys.stderr))
        sys.stdout = _guarded(sys.stdout, self._output)
        sys.stderr = _guarded(sys.stderr, self._messages)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        sys.stdout.flush()
        sys.stderr.flush()
        sys.stdout, sys.stderr = self._before
        show_in(self._screen)

    def lost_output(self) -> str | None:
        """Why output was lost, if that was not its reader's wish: one that leaves, as `head` does, has seen enough."""
        sys.stdout.flush()
        failure = self._output.failure
        return None if failure is None or isinstance(failure, BrokenPipeError) else failure.strerror or str(failure)


def _raw(stream: TextIO | None) -> io.RawIOBase | None:
    buffer = getattr(stream, "buffer", None)
    raw = getattr(buffer, "raw", buffer)  # without buffering, as PYTHONUNBUFFERED asks for, there is only the raw one
    return raw if isinstance(raw, io.RawIOBase) else None


def _guarded(stream: TextIO | None, outlet: io.RawIOBase) -> TextIO:
    """A stream like the one given that writes into the outlet; the one given, if it has no file behind it."""
    if isinstance(stream, io.TextIOWrapper):
        stream.flush()
    elif stream is not None:
        return stream
    if stream is not None and _raw(stream) is None:
        stream.reconfigure(errors=PLAIN)
        return stream
    return io.TextIOWrapper(
        io.BufferedWriter(outlet),
        encoding=stream.encoding if stream is not None else "utf-8",
        errors=PLAIN,
        line_buffering=stream is not None and stream.line_buffering,
        write_through=stream is not None and stream.write_through,
    )


def _occupy() -> None:
    """Takes the numbers of closed streams, so that no file which is opened later is mistaken for one."""
    while (descriptor := os.open(os.devnull, os.O_RDWR)) <= 2:
        pass
    os.close(descriptor)
