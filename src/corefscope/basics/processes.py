"""Work spread over processes, with the outcome, the order and the errors of doing it one after the other."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from corefscope.basics.arguments import whole
from corefscope.basics.escaping import shown
from corefscope.problems import CorefscopeError, SettingsError

Shared = TypeVar("Shared")
Task = TypeVar("Task")
Outcome = TypeVar("Outcome")
# A process takes about half a second to begin; input of fewer bytes per process is read sooner than that.
BYTES_PER_PROCESS = 30_000_000
_begun: list[Any] = []  # in a worker: what to do, and what all its tasks share


def are_several(jobs: int) -> bool:
    """Whether work is to be spread; refuses what is no number of processes."""
    if whole(jobs, "jobs") < 1:
        raise SettingsError("wrong-value", f"{shown(jobs)} processes cannot do anything", hint="jobs is 1 or more")
    return jobs > 1


def useful_processes(paths: Sequence[str]) -> int:
    """How many processes pay: one per core, as long as each has enough to read; one if that is not known."""
    enough = sum(size_of(path) for path in paths) // BYTES_PER_PROCESS
    return max(1, min(cores(), len(paths), enough))


def cores() -> int:
    """Those that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def size_of(path: str) -> int:
    """The bytes of a file, or of the files of a folder; 0 for what is neither, such as a glob."""
    try:
        if os.path.isdir(path):
            return sum(entry.stat().st_size for entry in os.scandir(path) if entry.is_file())
        return os.path.getsize(path)
    except OSError:
        return 0


def in_order(
    work: Callable[[Shared, Task], Outcome],
    shared: Shared,
    tasks: Sequence[Task],
    processes: int,
    done: Callable[[Task], None],
) -> list[Outcome]:
    """What `work` gives for each task; of several errors, that of the first task. `done` is told of each as it ends.

    `work` is a function of a module; it, the tasks and the outcomes are pickled, `shared` once per process.
    """
    import multiprocessing
    from concurrent.futures import ProcessPoolExecutor
    from concurrent.futures.process import BrokenProcessPool

    context = multiprocessing.get_context("spawn")  # a fork would copy threads in the middle of their work
    with ProcessPoolExecutor(min(processes, len(tasks)), context, _begin, (work, shared)) as pool:
        try:
            waiting = [pool.submit(_do, task) for task in tasks]
            for future, task in zip(waiting, tasks, strict=True):
                future.add_done_callback(lambda _, task=task: done(task))  # type: ignore[misc]
            return [future.result() for future in waiting]
        except BrokenProcessPool:
            raise CorefscopeError(
                "out-of-memory",
                "a process ended before its work was done, probably because memory ran out",
                hint="use --jobs 1",
            ) from None
        except BaseException:
            # An error or Ctrl-C: what has not begun never will, and nobody waits for what has.
            pool.shutdown(wait=False, cancel_futures=True)
            for child in multiprocessing.active_children():
                child.terminate()
            raise


def _begin(work: Callable[[Any, Any], Any], shared: Any) -> None:
    import signal

    signal.signal(signal.SIGINT, signal.SIG_DFL)  # Ctrl-C ends a worker without a word; its parent says it
    _begun[:] = [work, shared]


def _do(task: Any) -> Any:
    work, shared = _begun
    return work(shared, task)
