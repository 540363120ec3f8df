"""Runs a whole command, start-up included, and measures its time and its peak memory."""

from __future__ import annotations

import os
import subprocess
import tempfile
import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Run:
    """What one command took; `seconds` is None where it was stopped at the limit or failed."""

    seconds: float | None
    megabytes: float
    output: str
    failure: str = ""


def run(command: Sequence[str], limit: float) -> Run:
    """One run, stopped after `limit` seconds."""
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as problems:
        start = time.perf_counter()
        process = subprocess.Popen(command, stdout=out, stderr=problems, stdin=subprocess.DEVNULL, env=_environment())
        stopped = threading.Event()

        def stop() -> None:
            stopped.set()
            process.kill()

        timer = threading.Timer(limit, stop)
        timer.start()
        # wait4 alone tells the peak memory of this one child.
        _, status, usage = os.wait4(process.pid, 0)
        seconds = time.perf_counter() - start
        timer.cancel()
        process.returncode = os.waitstatus_to_exitcode(status)
        out.seek(0)
        text = out.read().decode("utf-8", "replace")
        if stopped.is_set():
            return Run(None, usage.ru_maxrss / 1024, text, f"stopped after {limit:g} s")
        if process.returncode:
            problems.seek(0)
            last = problems.read().decode("utf-8", "replace").strip().splitlines()[-1:] or ["no message"]
            return Run(None, usage.ru_maxrss / 1024, text, f"exit status {process.returncode}: {last[0][:120]}")
        return Run(seconds, usage.ru_maxrss / 1024, text)


def _environment() -> dict[str, str]:
    """As it is, but compiled modules are kept: otherwise scripts would be compiled anew in every run."""
    return {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}


def best_of(repeats: int, command: Sequence[str], limit: float) -> Run:
    """The quickest of several runs; one that takes long or fails is not repeated."""
    best = run(command, limit)
    for _ in range(repeats - 1):
        if best.seconds is None or best.seconds > limit / 10:
            break
        again = run(command, limit)
        if again.seconds is not None and again.seconds < best.seconds:
            best = again
    return best
