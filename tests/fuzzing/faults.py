"""Campaign: commands that write, on a disk that fills up, killed in the middle, or into a pipe that nobody reads."""

from __future__ import annotations

import contextlib
import os
import resource
import signal
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random

from fuzzing.commands import run
from fuzzing.harness import Finding
from fuzzing.layouts import files_of
from fuzzing.texts import random_pair

OLD = b"what stood here before\n"


def case(chance: Random, folder: Path) -> str:
    """Whatever fails, a file that was there is what it was or what it was to become."""
    key, response = random_pair(chance)
    paths = []
    for name, side in (("key", key), ("response", response)):
        path = folder / f"{name}.conll"
        path.write_bytes(files_of("conll-12", side)["text.conll"])
        paths.append(str(path))
    made = folder / "made"
    made.mkdir()
    words, names = call(chance, made, paths)
    if run(words).status != 0:
        raise Finding(f"{words!r} fails without a fault")
    new = {path.name: path.read_bytes() for path in made.iterdir()} if not names else {
        name: (made / name).read_bytes() for name in names
    }  # fmt: skip
    if not new:
        raise Finding(f"{words!r} writes nothing")
    stood = chance.random() < 0.7
    for name in new:
        (made / name).unlink()
        if stood:
            (made / name).write_bytes(OLD)
    return chance.choice((_full_disk, _full_disk, _killed, _closed_pipe))(chance, words, made, new, stood, paths)


def call(chance: Random, made: Path, paths: list[str]) -> tuple[list[str], tuple[str, ...]]:
    """A command that writes into a folder, and the files that it makes; none are named where they are many."""
    key, response = paths
    to = chance.choice(["conll", "corefud", "json", "table", "brat", "report", "baseline"])
    if to == "report":
        return ["report", key, response, "-o", str(made / "page.html")], ("page.html",)
    if to == "baseline":
        return ["baseline", key, str(made / "out.jsonl"), "--kind", "singletons"], ("out.jsonl",)
    if to == "brat":
        return ["convert", key, str(made), "--to", "brat"], ()
    return ["convert", key, str(made / "out.file"), "--to", to], ("out.file",)


def _full_disk(
    chance: Random, words: list[str], made: Path, new: dict[str, bytes], stood: bool, paths: list[str]
) -> str:
    """No file may grow beyond a random size, so that writing fails as it does on a full disk."""
    longest = max(map(len, new.values()))
    size = chance.randrange(longest + 1)
    with _files_at_most(size):
        done = run(words)
    if done.status != 2 and size < longest:
        raise Finding(f"{words!r} ended with {done.status} where only {size} of {longest} bytes fit")
    if done.status == 2 and "error: " not in done.errors:
        raise Finding(f"{words!r} says nothing of the full disk: {done.errors!r}")
    _check(made, new, stood, done.status == 0, words)
    left = {path.name for path in made.iterdir()} - new.keys()
    if left:
        raise Finding(f"{words!r} leaves {sorted(left)} behind")
    return "full disk, refused" if done.status else "full disk, done"


def _killed(chance: Random, words: list[str], made: Path, new: dict[str, bytes], stood: bool, paths: list[str]) -> str:
    child = os.fork()
    if not child:
        with contextlib.suppress(BaseException):
            run(words)
        os._exit(0)
    time.sleep(chance.random() * 0.03)
    os.kill(child, signal.SIGKILL)
    ended = os.waitpid(child, 0)[1]
    _check(made, new, stood, False, words)
    return "killed" if os.WIFSIGNALED(ended) else "killed too late"


def _closed_pipe(
    chance: Random, words: list[str], made: Path, new: dict[str, bytes], stood: bool, paths: list[str]
) -> str:
    """A check that fails does so whether or not anybody reads what it prints; and so does one that holds."""
    key, response = paths
    broken = made.parent / "broken.conll"
    broken.write_bytes(Path(response).read_bytes().replace(b"#begin", b"#begun") + b"x\t1)\n")
    calls = {("check", str(broken)): 1, ("score", key, str(broken)): 2, ("check", key): 0, ("score", key, response): 0}
    words_of, expected = chance.choice(list(calls.items()))
    reading, writing = os.pipe()
    os.close(reading)
    child = os.fork()
    if not child:
        status = 99
        with contextlib.suppress(BaseException):
            os.dup2(writing, 1)
            os.dup2(writing if chance.random() < 0.3 else os.open(os.devnull, os.O_WRONLY), 2)
            os.execvp(*_python(words_of))
        os._exit(status)
    os.close(writing)
    status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    if status != expected:
        raise Finding(f"{words_of!r} ends with {status} in a pipe that nobody reads, and should with {expected}")
    return "closed pipe"


def _python(words: tuple[str, ...]) -> tuple[str, list[str]]:
    import sys

    return sys.executable, [sys.executable, "-m", "corefscope", *words]


def _check(made: Path, new: dict[str, bytes], stood: bool, must_be_new: bool, words: list[str]) -> None:
    for name, content in new.items():
        path = made / name
        found = path.read_bytes() if path.exists() else None
        allowed = [content] if must_be_new else [content, OLD if stood else None]
        if found not in allowed:
            size = "gone" if found is None else f"{len(found)} of {len(content)} bytes"
            raise Finding(f"{words!r}: {name} is {size} after a fault")


@contextlib.contextmanager
def _files_at_most(size: int) -> Iterator[None]:
    """Writing beyond so many bytes fails with an OSError, as the system raises it."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    before = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
        signal.signal(signal.SIGXFSZ, before)
