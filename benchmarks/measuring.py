"""Runs a whole command, start-up included, and measures its time and its peak memory, with what it began."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass, replace

STOPPED = -1000  # no exit status
PAUSE = 0.01  # seconds between two looks at memory
SHORT = 15  # seconds; what takes no longer can run once more to be looked at


@dataclass(frozen=True)
class Run:
    """What one command took; `seconds` is None where it was stopped at the limit or failed."""

    seconds: float | None
    megabytes: float
    output: str
    failure: str = ""
    cpu: float = 0.0  # seconds of processor time, with the processes that it began and waited for


def run(command: Sequence[str], limit: float, look: bool = False) -> Run:
    """One run, stopped after `limit` seconds; to look at its memory slows it down where it begins other processes."""
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as problems, tempfile.TemporaryFile() as measured:
        launcher = [sys.executable, "-S", "-E", __file__, str(measured.fileno()), str(limit), str(int(look)), *command]
        files = {"stdin": subprocess.DEVNULL, "stdout": out, "stderr": problems, "pass_fds": [measured.fileno()]}
        subprocess.run(launcher, check=True, env=_environment(), **files)
        texts = []
        for stream in (out, problems, measured):
            stream.seek(0)
            texts.append(stream.read().decode("utf-8", "replace"))
    seconds, kilobytes, status, cpu = (float(number) for number in texts[2].split())
    if status == STOPPED:
        return Run(None, kilobytes / 1024, texts[0], f"stopped after {limit:g} s")
    if status:
        last = texts[1].strip().splitlines()[-1:] or ["no message"]
        return Run(None, kilobytes / 1024, texts[0], f"exit status {status:g}: {last[0][:120]}")
    return Run(seconds, kilobytes / 1024, texts[0], cpu=cpu)


def launch(measured: int, limit: float, look: bool, command: Sequence[str]) -> None:
    """Runs a command and writes its seconds, peak memory in kB, exit status and processor time into an open file.

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
    family = Family(process.pid)
    if look:
        family.start()
    # wait4 alone tells the peak memory of this one child.
    _, status, usage = os.wait4(process.pid, 0)
    seconds = time.perf_counter() - start
    timer.cancel()
    family.ended.set()
    if look:
        family.join()
    process.returncode = os.waitstatus_to_exitcode(status)
    ended = STOPPED if stopped.is_set() else process.returncode
    cpu = usage.ru_utime + usage.ru_stime
    os.write(measured, f"{seconds} {max(usage.ru_maxrss, family.peak)} {ended} {cpu}".encode())


class Family(threading.Thread):
    """Looks from time to time at how much memory a process and those that it began hold together, in kB."""

    def __init__(self, process: int) -> None:
        super().__init__(daemon=True)
        self.process, self.peak, self.ended = process, 0, threading.Event()

    def run(self) -> None:
        while not self.ended.wait(PAUSE):
            family = [self.process, *_descendants(self.process)]
            if len(family) > 1:  # of a single one the system knows the peak
                self.peak = max(self.peak, sum(map(_share, family)))


def _descendants(process: int) -> list[int]:
    try:
        with open(f"/proc/{process}/task/{process}/children", encoding="ascii") as stream:
            children = [int(word) for word in stream.read().split()]
    except OSError:  # it has ended, or this is not Linux
        return []
    return [*children, *(below for child in children for below in _descendants(child))]


def _share(process: int) -> int:
    """What a process holds, of memory that it shares its share."""
    try:
        with open(f"/proc/{process}/smaps_rollup", encoding="ascii") as stream:
            return next((int(line.split()[1]) for line in stream if line.startswith("Pss:")), 0)
    except OSError:
        return 0


def _environment() -> dict[str, str]:
    """As it is, but compiled modules are kept: otherwise scripts would be compiled anew in every run."""
    return {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}


def quicker(one: Run, two: Run) -> Run:
    """Of two runs of one command the one that took less time, with the most memory that any took."""
    times = [float("inf") if each.seconds is None else each.seconds for each in (one, two)]
    return replace(one if times[0] <= times[1] else two, megabytes=max(one.megabytes, two.megabytes))


def best_of(repeats: int, command: Sequence[str], limit: float) -> Run:
    """The quickest of several runs; one that takes long or fails is not repeated."""
    best = run(command, limit)
    for _ in range(repeats - 1):
        if best.seconds is None or best.seconds > limit / 10:
            break
        best = quicker(best, run(command, limit))
    if best.seconds is None or best.seconds > min(limit, SHORT):
        return best
    return replace(best, megabytes=max(best.megabytes, run(command, limit, look=True).megabytes))


if __name__ == "__main__":
    launch(int(sys.argv[1]), float(sys.argv[2]), bool(int(sys.argv[3])), sys.argv[4:])
