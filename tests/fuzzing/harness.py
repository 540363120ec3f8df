"""Runs numbered cases of a campaign: each is repeatable from its seed and number, bounded in time and memory."""

from __future__ import annotations

import contextlib
import os
import resource
import signal
import tempfile
import time
import traceback
import warnings
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path
from random import Random

from corefscope.problems import ScoreWarning

SECONDS = 10  # longer is a hang
BYTES = 2 << 30  # more is unbounded


class Finding(Exception):
    """Something that must never happen."""


class Hang(BaseException):
    """A case that does not come to an end; no `except Exception` of the program may swallow it."""


Case = Callable[[Random, Path], str]  # gives a word for the outcome, or raises


@dataclass
class Outcomes:
    """How often each outcome occurred, and the cases that went wrong."""

    counts: Counter[str] = field(default_factory=Counter)
    findings: list[str] = field(default_factory=list)
    slowest: float = 0.0

    def add(self, other: Outcomes) -> None:
        self.counts += other.counts
        self.findings += other.findings
        self.slowest = max(self.slowest, other.slowest)

    def __str__(self) -> str:
        listed = "; ".join(f"{count:,} {name}" for name, count in self.counts.most_common())
        return f"{sum(self.counts.values()):,} cases: {listed}; slowest {self.slowest:.1f} s"


def run(name: str, case: Case, numbers: Iterator[int] | range, seed: str = "1", keep: int = 20) -> Outcomes:
    """Runs cases; of those that go wrong, the first few are told in full."""
    outcomes = Outcomes()
    with tempfile.TemporaryDirectory(prefix="fuzz-", dir=_quick_folder()) as folder:
        for number in numbers:
            chance = Random(f"{name} {seed} {number}")
            place = Path(folder, str(number))
            place.mkdir()
            begun = time.monotonic()
            try:
                with _inside(place), at_most(SECONDS):
                    outcome = case(chance, place)
            except (Exception, Hang) as error:
                outcome = "WRONG"
                if len(outcomes.findings) < keep:
                    told = "".join(traceback.format_exception(error)[-6:])
                    outcomes.findings.append(f"{name}, seed {seed}, case {number}: {told}")
            outcomes.counts[outcome] += 1
            outcomes.slowest = max(outcomes.slowest, time.monotonic() - begun)
            _empty(place)
    return outcomes


def run_campaign(name: str, numbers: range, seed: str) -> Outcomes:
    """Runs cases of the campaign of this name; what it keeps running for them ends with them."""
    module = import_module(f"fuzzing.{name}")
    warnings.simplefilter("ignore", ScoreWarning)  # random sides often share nothing, or are the same
    try:
        return run(name, module.case, numbers, seed)
    finally:
        if hasattr(module, "close"):
            module.close()


@contextlib.contextmanager
def at_most(seconds: float) -> Iterator[None]:
    """Raises Hang in what takes longer."""

    def stop(*_: object) -> None:
        raise Hang(f"still running after {seconds} s")

    before = signal.signal(signal.SIGALRM, stop)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


@contextlib.contextmanager
def _inside(folder: Path) -> Iterator[None]:
    """Works in a folder: a name that a case makes up is a file in there, and of no other case."""
    before = Path.cwd()
    os.chdir(folder)
    try:
        yield
    finally:
        os.chdir(before)


def bound_memory() -> None:
    """From now on this process gets no more than it has and BYTES; what asks for more meets a MemoryError."""
    with open("/proc/self/statm", encoding="ascii") as stream:
        now = int(stream.read().split()[0]) * resource.getpagesize()
    # Arrow's own pool reserves addresses that it never uses, and ends the process where it gets none.
    os.environ["ARROW_DEFAULT_MEMORY_POOL"] = "system"
    resource.setrlimit(resource.RLIMIT_AS, (now + BYTES, resource.getrlimit(resource.RLIMIT_AS)[1]))


def _quick_folder() -> str | None:
    return "/dev/shm" if Path("/dev/shm").is_dir() else None


def _empty(folder: Path) -> None:
    """Removes a folder of a few files, sooner than shutil does."""
    for entry in folder.iterdir():
        if entry.is_dir() and not entry.is_symlink():
            _empty(entry)
        else:
            entry.unlink()
    folder.rmdir()
