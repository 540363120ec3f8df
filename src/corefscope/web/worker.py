"""A process that works for the application: tasks come in on its standard input, steps and outcomes go out.

It can be ended at any moment, and takes no more memory than it may: what a file does to it, it does not do to the
server. It ends with the server, whose end closes its standard input.
"""

from __future__ import annotations

import os
import pickle
import queue
import sys
import threading
from collections.abc import Callable
from typing import IO, Any

from corefscope.problems import CorefscopeError
from corefscope.web.refusals import kind_and_places

Task = tuple[Callable[..., Any], tuple[Any, ...]]
STEP, DONE, REFUSED, FAULT = "step", "done", "refused", "fault"


def main(memory: int) -> None:
    """Works until nothing comes in any more."""
    _limit(memory)
    tasks, answers = _streams()
    waiting: queue.SimpleQueue[Task] = queue.SimpleQueue()
    threading.Thread(target=_receive, args=(tasks, waiting), daemon=True).start()

    def tell(kind: str, value: Any) -> None:
        try:
            message = pickle.dumps((kind, value), protocol=5)
        except Exception as error:
            message = pickle.dumps((FAULT, kind_and_places(error)))
        answers.write(message)
        answers.flush()

    while True:
        function, given = waiting.get()
        tell(*outcome(function, given, lambda step: tell(STEP, step)))


def outcome(function: Callable[..., Any], given: tuple[Any, ...], note: Callable[[str], None]) -> tuple[str, Any]:
    """What a task gives, or what is wrong: an error of the user's, or one that nobody foresaw."""
    try:
        return DONE, function(note, *given)
    except CorefscopeError as error:
        return REFUSED, error
    except Exception as error:
        return FAULT, kind_and_places(error)


def _receive(tasks: IO[bytes], waiting: queue.SimpleQueue[Task]) -> None:
    """In a thread, so that the end of the server is seen in the middle of the work."""
    try:
        while True:
            waiting.put(pickle.load(tasks))
    finally:
        os._exit(0)


def _streams() -> tuple[IO[bytes], IO[bytes]]:
    """Both ends; whatever else is printed in this process goes to standard error."""
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    return sys.stdin.buffer, answers


def _limit(memory: int) -> None:
    """More memory than this is refused by the system, as a MemoryError; only Linux counts so that it can be."""
    if sys.platform == "linux":
        import resource

        _, hard = resource.getrlimit(resource.RLIMIT_DATA)
        most = memory if hard == resource.RLIM_INFINITY else min(memory, hard)
        resource.setrlimit(resource.RLIMIT_DATA, (most, hard))
