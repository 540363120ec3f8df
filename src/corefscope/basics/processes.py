"""Run tasks in several processes, each of which takes half a second to start; and pause garbage collection."""

from __future__ import annotations

import gc
import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, TypeVar

from corefscope.basics.arguments import integer
from corefscope.basics.escaping import short_repr
from corefscope.problems import CorefscopeError, SettingsError

Shared = TypeVar("Shared")
Task = TypeVar("Task")
Outcome = TypeVar("Outcome")
BYTES_PER_PROCESS = 30_000_000  # of input: reading them takes longer than starting a process
_initialised: list[Any] = []  # in a worker: its function, and the data that all tasks share


def cores() -> int:
    """Count the cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def uses_processes(jobs: int) -> bool:
    """Return whether tasks go to several processes; raise SettingsError if `jobs` is invalid."""
    if integer(jobs, "jobs") < 1:
        raise SettingsError("wrong-value", f"jobs must be at least 1, got {short_repr(jobs)}")
    return jobs > 1


def useful_processes(paths: Sequence[str]) -> int:
    """Choose a number of processes: one per core if each has enough to read; 1 if the sizes are unknown."""
    if len(paths) < 2:
        return 1
    enough = sum(_size_of(path) for path in paths) // BYTES_PER_PROCESS
    return max(1, min(cores(), len(paths), enough))


def _size_of(path: str) -> int:
    """Return the size of a file, or of the files of a folder, in bytes; 0 for anything else, such as a glob."""
    try:
        if os.path.isdir(path):
            return sum(entry.stat().st_size for entry in os.scandir(path) if entry.is_file())
        return os.path.getsize(path)
    except OSError:
        return 0


def map_in_processes(
    work: Callable[[Shared, Task], Outcome],
    shared: Shared,
    tasks: Sequence[Task],
    processes: int,
    done: Callable[[Task], None] | None = None,
) -> list[Outcome]:
    """Return the outcome of each task in order; of several errors, raise that of the first task.

    `work` is a module-level function. It, the tasks and the outcomes are pickled, `shared` once per process. `done` is
    called with each task as it ends.
    """
    import multiprocessing
    from concurrent.futures import Future, ProcessPoolExecutor
    from concurrent.futures.process import BrokenProcessPool

    context = multiprocessing.get_context("spawn")  # a fork would copy threads in the middle of their work
    with ProcessPoolExecutor(min(processes, len(tasks)), context, _initialise, (work, shared)) as pool:
        futures: list[Future[Outcome]] = []
        try:
            for task in tasks:
                futures.append(pool.submit(_do, task))
                if done is not None:
                    futures[-1].add_done_callback(lambda _, task=task: done(task))  # type: ignore[misc]
            return [future.result() for future in futures]
        except BrokenProcessPool:
            fact = "a process ended before its work was done, probably because memory ran out"
            raise CorefscopeError("out-of-memory", fact, hint="use --jobs 1") from None
        except BaseException:
            # An error or Ctrl-C: end running tasks too. The pool is then closed as usual: if Python closed it at exit,
            # its thread could write to a closed pipe, and print an error after our message.
            for future in futures:
                future.cancel()
            for child in multiprocessing.active_children():
                child.terminate()
            raise


def _initialise(work: Callable[[Any, Any], Any], shared: Any) -> None:
    import signal

    signal.signal(signal.SIGINT, signal.SIG_DFL)  # Ctrl-C ends a worker silently; its parent reports it
    _initialised[:] = [work, shared]


def _do(task: Any) -> Any:
    work, shared = _initialised
    return work(shared, task)


@contextmanager
def paused_collection() -> Iterator[None]:
    """Pause cyclic garbage collection while many lists without cycles are built: it would visit them repeatedly.

    >>> with paused_collection():
    ...     gc.isenabled()
    False
    """
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()
