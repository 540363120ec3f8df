"""Work beside the main thread: a thread, a forked process, or several processes for many tasks.

Of two threads only what NumPy does for them runs at once. A forked process runs beside this one from the start, but
its result is pickled, and of all threads it has only the one that forked it: only a program that knows its threads may
start one, as the command line does. Processes for many tasks are started afresh and cost half a second each.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Sequence
from typing import Any, Generic, NoReturn, TypeVar

from corefscope.basics.arguments import whole
from corefscope.basics.escaping import shown
from corefscope.problems import CorefscopeError, SettingsError

Shared = TypeVar("Shared")
Task = TypeVar("Task")
Outcome = TypeVar("Outcome")
LARGE = 4_000_000  # bytes; below this nothing is gained that anybody would notice
BYTES_PER_PROCESS = 30_000_000  # of input, which takes longer to read than a process to start
_initialised: list[Any] = []  # in a worker: what to do, and what all its tasks share


def cores() -> int:
    """Count the cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def is_worth_it(path: str) -> bool:
    """Tell whether a path is a file large enough to read in the background, and there is a core to spare."""
    return os.path.isfile(path) and os.path.getsize(path) >= LARGE and cores() > 1


def _worker_ended() -> CorefscopeError:
    return CorefscopeError(
        "out-of-memory",
        "a process ended before its work was done, probably because memory ran out",
        hint="use --jobs 1",
    )


class BackgroundThread(Generic[Outcome]):
    """Run a function in a thread; `result` waits for its value, or raises its error."""

    def __init__(self, function: Callable[[], Outcome]) -> None:
        from threading import Thread

        self._function = function
        self._found: Outcome | None = None
        self._error: BaseException | None = None
        # A daemon: if the work that goes on meanwhile fails, nobody waits for this.
        self._thread = Thread(target=self._run, daemon=True)
        self._thread.start()

    def _run(self) -> None:
        try:
            self._found = self._function()
        except BaseException as error:
            self._error = error

    def result(self) -> Outcome:
        self._thread.join()
        if self._error is not None:
            raise self._error
        return self._found  # type: ignore[return-value]


class BackgroundProcess(Generic[Outcome]):
    """Run a function in a forked process, which is killed when nobody holds this object any more."""

    def __init__(self, function: Callable[[], Outcome]) -> None:
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

    def result(self) -> Outcome:
        import pickle

        try:
            found, error = pickle.load(self._pipe)
        except (EOFError, pickle.UnpicklingError):
            raise _worker_ended() from None
        finally:
            self._end()
        if error is not None:
            raise error
        return found  # type: ignore[no-any-return]


def start_process(function: Callable[[], Outcome]) -> BackgroundProcess[Outcome] | None:
    """Start a forked process; None where there can be none: memory may be short, or this may not be Linux.

    Elsewhere libraries of the system may not survive a fork.
    """
    try:
        return BackgroundProcess(function) if sys.platform == "linux" else None
    except OSError:
        return None


def _forked() -> int:
    import warnings

    with warnings.catch_warnings():
        # Python warns of threads that may hold a lock for ever; those of NumPy's library hold none that is wanted.
        warnings.simplefilter("ignore", DeprecationWarning)
        return os.fork()


def _send(function: Callable[[], Any], pipe: int) -> NoReturn:
    """Run the function in the forked process, send its outcome, and exit silently in any case."""
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


def uses_processes(jobs: int) -> bool:
    """Tell whether tasks go to several processes; raise SettingsError if `jobs` is not a number of them."""
    if whole(jobs, "jobs") < 1:
        raise SettingsError("wrong-value", f"{shown(jobs)} processes cannot do anything", hint="jobs is 1 or more")
    return jobs > 1


def useful_processes(paths: Sequence[str]) -> int:
    """Count the processes that pay: one per core, as long as each has enough to read; 1 if the sizes are unknown."""
    if len(paths) < 2:
        return 1
    enough = sum(_size_of(path) for path in paths) // BYTES_PER_PROCESS
    return max(1, min(cores(), len(paths), enough))


def _size_of(path: str) -> int:
    """Count the bytes of a file, or of the files of a folder; 0 for what is neither, such as a glob."""
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
    done: Callable[[Task], None],
) -> list[Outcome]:
    """Return the outcome of each task in order; of several errors raise that of the first task.

    `done` is called with each task as it ends.

    `work` is a function of a module; it, the tasks and the outcomes are pickled, `shared` once per process.
    """
    import multiprocessing
    from concurrent.futures import ProcessPoolExecutor
    from concurrent.futures.process import BrokenProcessPool

    context = multiprocessing.get_context("spawn")  # a fork would copy threads in the middle of their work
    with ProcessPoolExecutor(min(processes, len(tasks)), context, _initialise, (work, shared)) as pool:
        try:
            waiting = [pool.submit(_do, task) for task in tasks]
            for future, task in zip(waiting, tasks, strict=True):
                future.add_done_callback(lambda _, task=task: done(task))  # type: ignore[misc]
            return [future.result() for future in waiting]
        except BrokenProcessPool:
            raise _worker_ended() from None
        except BaseException:
            # An error or Ctrl-C: what has not begun never will, and nobody waits for what has.
            pool.shutdown(wait=False, cancel_futures=True)
            for child in multiprocessing.active_children():
                child.terminate()
            raise


def _initialise(work: Callable[[Any, Any], Any], shared: Any) -> None:
    import signal

    signal.signal(signal.SIGINT, signal.SIG_DFL)  # Ctrl-C ends a worker without a word; its parent says it
    _initialised[:] = [work, shared]


def _do(task: Any) -> Any:
    work, shared = _initialised
    return work(shared, task)
