"""Jobs: a few run at once, each shows its progress and can be cancelled.

A thread waits for each job; a worker process does the work, and is killed when the job is cancelled.
"""

from __future__ import annotations

import secrets
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from corefscope.problems import CorefscopeError
from corefscope.scoring.checking import problems_of
from corefscope.web.refusals import Refusal, fault

AT_ONCE = 2
UNFINISHED = 40  # running or waiting
KEPT = 40  # finished jobs, for pages that poll


class Cancelled(Exception):
    """The job was cancelled."""


class Fault(Exception):
    """An unexpected error in a worker; its text is the sentence for the user."""


@dataclass
class Job:
    """The state of one job: its current step, then its value or its problems."""

    number: str
    steps: int
    state: str = "waiting"
    step: str = ""
    done: int = 0
    value: Any = None
    problems: list[dict[str, Any]] = field(default_factory=list)  # with text, code and setting
    stopping: threading.Event = field(default_factory=threading.Event)
    _end: Callable[[], None] | None = None  # kills the worker
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def end_with(self, end: Callable[[], None]) -> None:
        """Set what `stop` calls from now on."""
        with self._lock:
            self._end = end
        self.check()

    def release(self) -> bool:
        """Forget what `stop` calls; return whether the job was stopped."""
        with self._lock:
            self._end = None
            return self.stopping.is_set()

    def stop(self) -> None:
        with self._lock:
            self.stopping.set()
            if self._end is not None:
                self._end()

    def check(self) -> None:
        if self.stopping.is_set():
            raise Cancelled

    def note(self, step: str) -> None:
        """Start the next step; raise Cancelled if the job was stopped."""
        self.step, self.done = step, self.done + 1
        self.steps = max(self.steps, self.done + 1)  # a folder has several files
        self.check()

    def as_object(self) -> dict[str, Any]:
        shown: dict[str, Any] = {"job": self.number, "state": self.state, "step": self.step}
        shown |= {"done": self.done, "steps": self.steps, "problems": self.problems}
        return shown | ({"value": self.value} if self.state == "done" else {})


class Jobs:
    """All jobs of the application."""

    def __init__(self) -> None:
        self._jobs: dict[str, Job] = {}
        self._alive: set[str] = set()
        self._lock = threading.Lock()
        self._room = threading.Semaphore(AT_ONCE)

    def start(self, work: Callable[[Job], Any], steps: int, shown: Callable[[str], str]) -> Job:
        """Start a job, unless too many are unfinished; `shown` replaces paths in the texts of errors."""
        job = Job(secrets.token_hex(8), steps)
        with self._lock:
            if len(self._alive) >= UNFINISHED:
                hint = "wait for it to end, or cancel some of it"
                raise Refusal("too-much", "too much is being done at once", 429, hint)
            self._alive.add(job.number)
            for old in [number for number in self._jobs if number not in self._alive][:-KEPT]:
                del self._jobs[old]
            self._jobs[job.number] = job
        threading.Thread(target=self._run, args=(job, work, shown), daemon=True).start()
        return job

    @property
    def unfinished(self) -> int:
        return len(self._alive)

    def get(self, number: str) -> Job:
        if number not in self._jobs:
            raise Refusal("no-longer-held", "there is no such job", 404)
        return self._jobs[number]

    def cancel(self, number: str) -> Job:
        """Stop a job and kill its worker."""
        job = self.get(number)
        job.stop()
        with self._lock:
            if job.state in ("waiting", "running"):
                job.state = "cancelled"
        return job

    def cancel_all(self) -> None:
        for number in list(self._alive):
            self.cancel(number)

    def _run(self, job: Job, work: Callable[[Job], Any], shown: Callable[[str], str]) -> None:
        try:
            with self._room:
                if self._set(job, "running"):
                    job.value = work(job)
                    self._set(job, "done")
        except Cancelled:
            self._set(job, "cancelled")
        except CorefscopeError as error:
            job.problems = [_problem(shown(each.text), each.code, each.setting) for each in problems_of(error)]
            self._set(job, "failed")
        except BaseException as error:
            job.problems = [_problem(str(error) if isinstance(error, Fault) else fault(error), "internal-error")]
            self._set(job, "failed")
        finally:
            with self._lock:
                self._alive.discard(job.number)

    def _set(self, job: Job, state: str) -> bool:
        """Set the state unless the job was cancelled; return whether it was set."""
        with self._lock:
            if job.state != "cancelled":
                job.state = state
            return job.state == state


def _problem(text: str, code: str, setting: str | None = None) -> dict[str, Any]:
    return {"text": text, "code": code, "setting": setting}
