"""Jobs: each is a process with a folder, in which it writes its step, its outcome and the files to download."""

from __future__ import annotations

import json
import logging
import multiprocessing
import os
import secrets
import shutil
import signal
import sys
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from corefscope.problems import CorefscopeError, quiet_doubts
from corefscope.scoring.checking import problems_of
from corefscope.web.guard import Refusal, fault
from corefscope.web.tasks import Work, write_json, write_text

AT_ONCE = 4
KEPT = 6  # finished jobs of each task
STEP, OUTCOME = "step", "outcome.json"
ENDED = "the process ended before the task was done, probably because memory ran out"


@dataclass
class Job:
    """A process and the state that its folder shows."""

    task: str
    folder: Path
    process: Any
    time: float
    is_cancelled: bool = False

    @property
    def is_running(self) -> bool:
        return bool(self.process.is_alive()) and not (self.folder / OUTCOME).exists()

    def as_object(self) -> dict[str, Any]:
        running = self.is_running  # read first: a job that has ended has written its outcome
        about = {"job": self.folder.name, "task": self.task, "time": self.time}
        if self.is_cancelled:
            return {**about, "state": "cancelled"}
        try:
            return {**about, **json.loads((self.folder / OUTCOME).read_text(encoding="ascii"))}
        except FileNotFoundError:
            if not running:
                return {**about, "state": "failed", "problems": [{"text": ENDED, "setting": None}]}
        step = self.folder / STEP
        return {**about, "state": "running", "step": step.read_text("utf-8", "replace") if step.exists() else ""}

    def end(self) -> None:
        self.is_cancelled = self.is_cancelled or self.is_running
        self.process.kill()
        self.process.join()


class Jobs:
    """All jobs of the application, below one folder."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self._jobs: dict[str, Job] = {}
        self._lock = threading.Lock()
        self._context: Any = multiprocessing.get_context("spawn" if sys.platform == "win32" else "forkserver")
        if sys.platform != "win32":
            self._context.set_forkserver_preload(["corefscope.web.jobs"])  # imports the package once for all processes
        root.mkdir()

    def start(self, task: str, function: Callable[..., Any], work: Work) -> Job:
        """Start `function(work, folder, note)` in a process, unless too many are running."""
        with self._lock:
            if sum(job.is_running for job in self._jobs.values()) >= AT_ONCE:
                raise Refusal("too-much", "too many jobs are running", 429, "wait for it to end, or cancel some")
            for old in [job for job in self._jobs.values() if job.task == task and not job.is_running][: 1 - KEPT]:
                del self._jobs[old.folder.name]
                shutil.rmtree(old.folder, ignore_errors=True)
            folder = self.root / secrets.token_hex(8)
            folder.mkdir()
            process = self._context.Process(target=_perform_alone, args=(function, work, folder), daemon=True)
            process.start()
            job = self._jobs[folder.name] = Job(task, folder, process, time.time())
            return job

    def get(self, number: str) -> Job:
        if number not in self._jobs:
            raise Refusal("no-longer-held", "this result has expired", 404, hint="score the files again")
        return self._jobs[number]

    def all(self) -> list[Job]:
        """All jobs, the newest first."""
        return list(self._jobs.values())[::-1]

    def close(self) -> None:
        for job in self.all():
            job.end()


def _perform_alone(*task: Any) -> None:
    """Run a task in a separate process, which ignores Ctrl-C and ends with the server."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_server, daemon=True).start()
    _perform(*task)


@quiet_doubts()
def _perform(function: Callable[..., Any], work: Work, folder: Path) -> None:
    """Run a task in this process, and write its outcome."""
    logging.basicConfig(format="corefscope: %(message)s", level=logging.WARNING, stream=sys.stderr)
    try:
        value = function(work, folder, lambda step: write_text(folder / STEP, work.label(step)))
        outcome = {"state": "done", "value": value}
    except CorefscopeError as error:
        problems = [{"text": work.label(each.text), "setting": each.setting} for each in problems_of(error)]
        outcome = {"state": "failed", "problems": problems}
    except Exception as error:
        outcome = {"state": "failed", "problems": [{"text": fault(error), "setting": None}]}
    write_json(folder / f"{OUTCOME}.part", outcome)
    os.replace(folder / f"{OUTCOME}.part", folder / OUTCOME)


def _end_with_server() -> None:
    server = multiprocessing.parent_process()
    if server is not None:
        server.join()
        os._exit(1)
