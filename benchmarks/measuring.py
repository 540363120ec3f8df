"""Runs a whole command, start-up included, and measures its time and its peak memory."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass

STOPPED = -1000  # no exit status


@dataclass(frozen=True)
class Run:
    """What one command took; `seconds` is None where it was stopped at the limit or failed."""

    seconds: float | None
    megabytes: float
    output: str
    failure: str = ""


def run(command: Sequence[str], limit: float) -> Run:
    """One run, stopped after `limit` seconds."""
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as problems, tempfile.TemporaryFile() as measured:
        launcher = [sys.executable, "-S", "-E", __file__, str(measured.fileno()), str(limit), *command]
        files = {"stdin": subprocess.DEVNULL, "stdout": out, "stderr": problems, "pass_fds": [measured.fileno()]}
        subprocess.run(launcher, check=True, env=_environment(), **files)
        texts = []
        for stream in (out, problems, measured):
            stream.seek(0)
            texts.append(stream.read().decode("utf-8", "replace"))
    seconds, kilobytes, status = (float(number) for number in texts[2].split())
    if status == STOPPED:
        return Run(None, kilobytes / 1024, texts[0], f"stopped after {limit:g} s")
    if status:
        last = texts[1].strip().splitlines()[-1:] or ["no message"]
        return Run(None, kilobytes / 1024, texts[0], f"exit status {status:g}: {last[0][:120]}")
    return Run(seconds, kilobytes / 1024, texts[0])


def launch(measured: int, limit: float, command: Sequence[str]) -> None:
    """Runs a command and writes its seconds, its peak memory in kB and its exit status into an open file.

    In a small process of its own, because the peak of a child is never below what its parent held as it began.
    """
    start = time.perf_counter()
    process = subprocess.Popen(command)
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
    ended = STOPPED if stopped.is_set() else process.returncode
    os.write(measured, f"{seconds} {usage.ru_maxrss} {ended}".encode())


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


if __name__ == "__main__":
    launch(int(sys.argv[1]), float(sys.argv[2]), sys.argv[3:])
