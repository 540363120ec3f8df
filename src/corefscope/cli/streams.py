"""Standard output and error that fail in one place: at the end of a command, when its exit status is decided."""

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
    """Pass bytes on until that fails once; keep the failure, and drop what comes after it.

    So a command whose reader has left goes on to its end, and nothing is left in a buffer that the interpreter
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
        sys.stdout, self._output = _guarded(sys.stdout)
        sys.stderr, _ = _guarded(sys.stderr)
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


def _guarded(stream: TextIO | None) -> tuple[TextIO, Outlet]:
    """A stream like the one given that writes into an Outlet; the one given, if it has no file behind it."""
    buffer = getattr(stream, "buffer", None)
    raw = getattr(buffer, "raw", buffer)  # without buffering, as with PYTHONUNBUFFERED, there is only the raw one
    outlet = Outlet(raw if isinstance(raw, io.RawIOBase) else None)
    if stream is not None and not isinstance(stream, io.TextIOWrapper):
        return stream, outlet
    if stream is not None:
        stream.flush()
        if not isinstance(raw, io.RawIOBase):
            stream.reconfigure(errors=PLAIN)
            return stream, outlet
    target: io.RawIOBase = outlet
    guarded = io.TextIOWrapper(
        io.BufferedWriter(target),
        encoding=stream.encoding if stream is not None else "utf-8",
        errors=PLAIN,
        line_buffering=stream is not None and stream.line_buffering,
        write_through=stream is not None and stream.write_through,
    )
    return guarded, outlet


def _occupy() -> None:
    """Occupy the descriptors of closed streams, so that no file which is opened later is mistaken for one."""
    while (descriptor := os.open(os.devnull, os.O_RDWR)) <= 2:
        pass
    os.close(descriptor)
