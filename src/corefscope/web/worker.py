"""A worker process of the application: it reads tasks from standard input and writes steps and outcomes.

It can be killed at any moment and its memory is limited, so no file can harm the server. It exits with the server,
whose exit closes its standard input. The processes of `basics.processes` do not fit: a server with threads cannot
fork, and a pool cannot stop one task.
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
    """Run tasks until standard input is closed."""
    _limit(memory)
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # whatever else is printed in this process goes to standard error
    waiting: queue.SimpleQueue[Task] = queue.SimpleQueue()
    threading.Thread(target=_receive, args=(sys.stdin.buffer, waiting), daemon=True).start()

    def send(kind: str, value: Any) -> None:
        try:
            message = pickle.dumps((kind, value), protocol=5)
        except Exception as error:
            message = pickle.dumps((FAULT, kind_and_places(error)))
        answers.write(message)
        answers.flush()

    while True:
        send(*_outcome(waiting.get(), lambda step: send(STEP, step)))


def _outcome(task: Task, note: Callable[[str], None]) -> tuple[str, Any]:
    """What a task returns, or the user's error, or kind and places of an unexpected one."""
    function, arguments = task
    try:
        return DONE, function(note, *arguments)
    except CorefscopeError as error:
        return REFUSED, error
    except Exception as error:
        return FAULT, kind_and_places(error)


def _receive(tasks: IO[bytes], waiting: queue.SimpleQueue[Task]) -> None:
    """Read tasks in a thread, so that the end of the server is noticed during a task."""
    try:
        while True:
            waiting.put(pickle.load(tasks))
    finally:
        os._exit(0)


def _limit(memory: int) -> None:
    """Make the system refuse more memory with a MemoryError; only Linux counts the right kind."""
    if sys.platform == "linux":
        import resource

        _, hard = resource.getrlimit(resource.RLIMIT_DATA)
        most = memory if hard == resource.RLIM_INFINITY else min(memory, hard)
        resource.setrlimit(resource.RLIMIT_DATA, (most, hard))
