"""The processes that work for the application: begun before they are needed, ended when a job is to stop."""

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
from corefscope.web.worker import DONE, REFUSED, STEP

READY = 1  # kept waiting for work
# The path comes from this process: an empty entry would be the folder that the process begins in.
BEGIN = "import json, sys; sys.path[:] = json.loads(sys.argv[1]); from corefscope.web.worker import main; main({})"


class Workers:
    """Does tasks in processes of their own, each in one that is free or new."""

    def __init__(self, folder: Path, memory: int) -> None:
        self.folder, self.memory = folder, memory
        self._free: list[subprocess.Popen[bytes]] = []
        self._all: set[subprocess.Popen[bytes]] = set()
        self._closed = False
        self._lock = threading.Lock()

    def do(self, job: Job, function: Callable[..., Any], *given: Any) -> Any:
        """What `function(note, *given)` gives in a worker; the job hears of its steps, and ends it when it stops.

        `function` belongs to a module; what is given and found is pickled.
        """
        worker = self._taken()
        sound = False
        try:
            job.end_with(worker.kill)
            value = self._done(worker, job, function, given)
            sound = True
            return value
        except (CorefscopeError, Fault):
            sound = True
            raise
        except (EOFError, OSError, pickle.UnpicklingError):
            job.check()
            raise CorefscopeError(
                "worker-ended",
                "the process that did this ended before it was done, probably because memory ran out",
                hint="score it on the command line",
            ) from None
        finally:
            stopped = job.release()
            self._give_back(worker, sound and not stopped)

    def _done(
        self, worker: subprocess.Popen[bytes], job: Job, function: Callable[..., Any], given: tuple[Any, ...]
    ) -> Any:
        if worker.stdin is None or worker.stdout is None:
            raise EOFError  # both are pipes
        pickle.dump((function, given), worker.stdin, protocol=5)
        worker.stdin.flush()
        while True:
            kind, value = pickle.load(worker.stdout)
            if kind == STEP:
                job.note(value)
            elif kind == DONE:
                return value
            elif kind == REFUSED:
                raise value
            else:
                raise Fault(fault_of(*value))

    def prepare(self) -> None:
        """Begins a process, so that the first job need not wait for it."""
        with self._lock:
            if not self._closed and len(self._free) < READY:
                self._free.append(self._begun())

    def close(self) -> None:
        with self._lock:
            self._closed = True
            for worker in self._all:
                _end(worker)
            self._all.clear()
            self._free.clear()

    def _taken(self) -> subprocess.Popen[bytes]:
        with self._lock:
            if self._closed:
                raise Cancelled
            while self._free:
                worker = self._free.pop()
                if worker.poll() is None:
                    return worker
                self._all.discard(worker)
            return self._begun()

    def _give_back(self, worker: subprocess.Popen[bytes], sound: bool) -> None:
        with self._lock:
            if sound and not self._closed and len(self._free) < READY:
                self._free.append(worker)
                return
            self._all.discard(worker)
        _end(worker)
        self.prepare()

    def _begun(self) -> subprocess.Popen[bytes]:
        path = [os.path.abspath(entry) for entry in sys.path]
        apart: dict[str, Any] = {"start_new_session": True}  # Ctrl-C is the server's to answer
        if sys.platform == "win32":
            apart = {"creationflags": subprocess.CREATE_NEW_PROCESS_GROUP}
        worker = subprocess.Popen(
            [sys.executable, "-c", BEGIN.format(self.memory), json.dumps(path)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            cwd=self.folder,
            **apart,
        )
        self._all.add(worker)
        return worker


def _end(worker: subprocess.Popen[bytes]) -> None:
    worker.kill()
    for stream in (worker.stdin, worker.stdout):
        with suppress(OSError):
            if stream is not None:
                stream.close()
    worker.wait()
