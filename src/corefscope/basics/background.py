"""Work begun now and waited for later, while something else is done: in a thread, or in a process of its own.

Of two threads only what NumPy does for them runs at once. A process waits for nobody, but what it finds has to be
sent. It is a copy of this one, which begins at once, but of all threads it has only the one that began it; so only a
program that knows its threads may begin one: the command line does.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from typing import Any, Generic, NoReturn, TypeVar

from corefscope.basics.processes import cores
from corefscope.problems import CorefscopeError

Found = TypeVar("Found")
# Below this nothing is gained that anybody would notice.
LARGE = 4_000_000


def is_worth_it(path: str) -> bool:
    """Whether a path is a file large enough, and there is a core to spare."""
    return cores() > 1 and os.path.isfile(path) and os.path.getsize(path) >= LARGE


class Ahead(Generic[Found]):
    """What a function gives, waited for when it is asked for, errors included; in a thread."""

    def __init__(self, function: Callable[[], Found]) -> None:
        from threading import Thread

        self._function = function
        self._found: Found | None = None
        self._error: BaseException | None = None
        # A daemon: if the work that goes on meanwhile fails, nobody waits for this.
        self._thread = Thread(target=self._run, daemon=True)
        self._thread.start()

    def _run(self) -> None:
        try:
            self._found = self._function()
        except BaseException as error:
            self._error = error

    def result(self) -> Found:
        self._thread.join()
        if self._error is not None:
            raise self._error
        return self._found  # type: ignore[return-value]


class Apart(Generic[Found]):
    """The same in a process, which ends when nobody waits for it any more; what it gives is pickled."""

    def __init__(self, function: Callable[[], Found]) -> None:
        import weakref

        reading, writing = os.pipe()
        try:
            process = _forked()
        except OSError:
            os.close(reading)
            os.close(writing)
            raise
        if not process:
            os.close(reading)
            _send(function, writing)
        os.close(writing)
        self._pipe = os.fdopen(reading, "rb")
        self._end = weakref.finalize(self, _end, process, self._pipe)

    def result(self) -> Found:
        import pickle

        try:
            found, error = pickle.load(self._pipe)
        except (EOFError, pickle.UnpicklingError):
            raise CorefscopeError(
                "out-of-memory",
                "a process ended before its work was done, probably because memory ran out",
                hint="use --jobs 1",
            ) from None
        finally:
            self._end()
        if error is not None:
            raise error
        return found  # type: ignore[no-any-return]


def begun_apart(function: Callable[[], Found]) -> Apart[Found] | None:
    """Work in a process of its own, or None where there can be none: memory may be short, or this may not be Linux.

    Elsewhere libraries of the system may not bear to be copied.
    """
    try:
        return Apart(function) if sys.platform == "linux" else None
    except OSError:
        return None


def _forked() -> int:
    import warnings

    with warnings.catch_warnings():
        # Python warns of threads that may hold a lock for ever; those of NumPy's library hold none that is wanted.
        warnings.simplefilter("ignore", DeprecationWarning)
        return os.fork()


def _send(function: Callable[[], Any], pipe: int) -> NoReturn:
    """In the process: does the work, sends what it gives, and ends without a word whatever happens."""
    try:
        import pickle
        import signal

        signal.signal(signal.SIGINT, signal.SIG_DFL)  # Ctrl-C reaches all processes; one says it
        outcome: tuple[Any, BaseException | None]
        try:
            outcome = function(), None
        except BaseException as error:
            outcome = None, error
        with os.fdopen(pipe, "wb") as stream:
            pickle.dump(outcome, stream, protocol=5)
    finally:
        os._exit(0)


def _end(process: int, pipe: Any) -> None:
    import signal

    pipe.close()
    os.kill(process, signal.SIGKILL)  # until it is waited for, its number is nobody else's
    os.waitpid(process, 0)
