"""The worker processes of the application: started before they are needed, killed when a job is stopped."""

from __future__ import annotations

import json
import os
import pickle
import subprocess
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

from corefscope.problems import CorefscopeError
from corefscope.web.jobs import Cancelled, Fault, Job
from corefscope.web.refusals import fault_of
from corefscope.web.worker import DONE, REFUSED, STEP, Task

READY = 1  # workers kept waiting for tasks
# The path comes from this process: an empty entry would be the folder that the worker starts in.
START = "import json, sys; sys.path[:] = json.loads(sys.argv[1]); from corefscope.web.worker import main; main({})"


class WorkerPool:
    """Run each task in a worker that is free, or in a new one."""

    def __init__(self, folder: Path, memory: int) -> None:
        self.folder, self.memory = folder, memory
        self._free: list[subprocess.Popen[bytes]] = []
        self._all: set[subprocess.Popen[bytes]] = set()
        self._closed = False
        self._lock = threading.Lock()

    def run(self, job: Job, function: Callable[..., Any], *arguments: Any) -> Any:
        """Return `function(note, *arguments)` from a worker; steps go to the job, which can kill the worker.

        `function` belongs to a module; arguments and result are pickled.
        """
        worker = self._acquire()
        usable = False
        try:
            job.end_with(worker.kill)
            kind, value = _outcome(worker, job, (function, arguments))
            usable = True
        except (EOFError, OSError, pickle.UnpicklingError):
            job.check()
            raise CorefscopeError(
                "worker-ended",
                "the process that did this ended before it was done, probably because memory ran out",
                hint="score it on the command line",
            ) from None
        finally:
            stopped = job.release()
            self._release(worker, usable and not stopped)
        if kind == DONE:
            return value
        raise value if kind == REFUSED else Fault(fault_of(*value))

    def prepare(self) -> None:
        """Start a worker, so that the first job does not wait for it."""
        with self._lock:
            if not self._closed and len(self._free) < READY:
                self._free.append(self._start())

    def close(self) -> None:
        with self._lock:
            self._closed = True
            for worker in self._all:
                _kill(worker)
            self._all.clear()
            self._free.clear()

    def _acquire(self) -> subprocess.Popen[bytes]:
        with self._lock:
            if self._closed:
                raise Cancelled
            while self._free:
                worker = self._free.pop()
                if worker.poll() is None:
                    return worker
                self._all.discard(worker)
            return self._start()

    def _release(self, worker: subprocess.Popen[bytes], usable: bool) -> None:
        with self._lock:
            if usable and not self._closed and len(self._free) < READY:
                self._free.append(worker)
                return
            self._all.discard(worker)
        _kill(worker)
        self.prepare()

    def _start(self) -> subprocess.Popen[bytes]:
        path = [os.path.abspath(entry) for entry in sys.path]
        group: dict[str, Any] = {"start_new_session": True}  # only the server handles Ctrl-C
        if sys.platform == "win32":
            group = {"creationflags": subprocess.CREATE_NEW_PROCESS_GROUP}
        worker = subprocess.Popen(
            [sys.executable, "-c", START.format(self.memory), json.dumps(path)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            cwd=self.folder,
            **group,
        )
        self._all.add(worker)
        return worker


def _outcome(worker: subprocess.Popen[bytes], job: Job, task: Task) -> tuple[str, Any]:
    if worker.stdin is None or worker.stdout is None:
        raise EOFError  # both are pipes
    pickle.dump(task, worker.stdin, protocol=5)
    worker.stdin.flush()
    while True:
        kind, value = pickle.load(worker.stdout)
        if kind != STEP:
            return kind, value
        job.note(value)


def _kill(worker: subprocess.Popen[bytes]) -> None:
    worker.kill()
    for stream in (worker.stdin, worker.stdout):
        with suppress(OSError):
            if stream is not None:
                stream.close()
    worker.wait()
