"""What the application does not do, and what went wrong in it: always one sentence, never a traceback."""

from __future__ import annotations

import logging
import secrets
from pathlib import Path
from traceback import walk_tb

from corefscope.problems import CorefscopeError

LOG = logging.getLogger("corefscope.web")
DEEPEST = 6  # places of the code that are logged


class Refusal(CorefscopeError):
    """A request that is not answered, with the status that says so to a browser."""

    status = 400  # also of one that comes from a worker

    def __init__(self, code: str, message: str, status: int = 400, hint: str | None = None) -> None:
        super().__init__(code, message, hint=hint)
        self.status = status


def fault(error: BaseException) -> str:
    """The sentence for an error that nobody foresaw. The log gets its kind and place but nothing of the data."""
    return fault_of(*kind_and_places(error))


def kind_and_places(error: BaseException) -> tuple[str, str]:
    """What may be logged of an error: what it is called, and where in the code it happened."""
    frames = [f"{Path(frame.f_code.co_filename).name}:{line}" for frame, line in walk_tb(error.__traceback__)]
    kind = MemoryError.__name__ if isinstance(error, MemoryError) else type(error).__name__
    return kind, " < ".join(reversed(frames[-DEEPEST:]))


def fault_of(kind: str, places: str) -> str:
    number = secrets.token_hex(4)
    LOG.error("error %s: %s at %s", number, kind, places)
    if kind == MemoryError.__name__:
        return f"this takes more memory than it may (error {number}; allow more with --memory-limit, in MB)"
    return f"something went wrong in corefscope itself; its log on the terminal says where (error {number})"
