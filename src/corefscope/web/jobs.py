"""Work that takes time: a few at once, with progress, and with a way to stop.

A thread waits for each; what takes long is done by a worker process, which is ended when the job is to stop.
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
UNFINISHED = 6  # with those that wait
KEPT = 40  # finished ones, for pages that have yet to ask


class Cancelled(Exception):
    """Somebody asked for the job to stop."""


class Fault(Exception):
    """An error that nobody foresaw, in a worker; its text is the sentence for it."""


@dataclass
class Job:
    """One piece of work: what it does at the moment, and in the end what it gave or what was wrong."""

    number: str
    steps: int
    state: str = "waiting"
    step: str = ""
    done: int = 0
    value: Any = None
    problems: list[dict[str, Any]] = field(default_factory=list)  # with text, code and setting
    stopping: threading.Event = field(default_factory=threading.Event)
    _end: Callable[[], None] | None = None  # ends what is being done for it at once
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def end_with(self, end: Callable[[], None]) -> None:
        """What ends the work, should the job be stopped from now on."""
        with self._lock:
            self._end = end
        self.check()

    def release(self) -> bool:
        """Nothing is to be ended any more; gives whether it was."""
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
        """One step further; ends the work if it is to stop."""
        self.step, self.done = step, self.done + 1
        self.steps = max(self.steps, self.done + 1)  # a folder has more files than were known before
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
        """Begins a job, unless too many have yet to end; `shown` makes what errors say fit to be read."""
        job = Job(secrets.token_hex(8), steps)
        with self._lock:
            if len(self._alive) >= UNFINISHED:
                raise Refusal(
                    "too-much", "too much is being done at once", 429, hint="wait for it to end, or cancel some of it"
                )
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
        """Stops a job, and ends the process that works for it."""
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
        """Whether the job goes on: one that was cancelled stays so."""
        with self._lock:
            if job.state != "cancelled":
                job.state = state
            return job.state == state


def _problem(text: str, code: str, setting: str | None = None) -> dict[str, Any]:
    return {"text": text, "code": code, "setting": setting}
