"""Large files read while another is being worked on: most of that is done by NumPy, which lets two threads run."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Generic, TypeVar

from corefscope.parallel import cores

Found = TypeVar("Found")
# Below this a thread gains nothing that anybody would notice.
LARGE = 4_000_000


class Ahead(Generic[Found]):
    """What a function gives, begun now and waited for when it is asked for, errors included."""

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


def is_worth_it(path: str) -> bool:
    """Whether a path is a file large enough, and there is a core to spare."""
    return cores() > 1 and os.path.isfile(path) and os.path.getsize(path) >= LARGE
