"""Refused requests and unexpected errors: always one sentence, never a traceback."""

from __future__ import annotations

import logging
import secrets
from pathlib import Path
from traceback import walk_tb

from corefscope.problems import CorefscopeError

LOG = logging.getLogger("corefscope.web")
DEEPEST = 6  # stack frames that are logged


class Refusal(CorefscopeError):
    """A refused request, with its HTTP status."""

    status = 400  # for instances that were unpickled

    def __init__(self, code: str, message: str, status: int = 400, hint: str | None = None) -> None:
        super().__init__(code, message, hint=hint)
        self.status = status


def fault(error: BaseException) -> str:
    """Return the sentence for an unexpected error. The log gets its type and places, but no data."""
    return fault_of(*kind_and_places(error))


def kind_and_places(error: BaseException) -> tuple[str, str]:
    """Return what may be logged of an error: its type, and its places in the code."""
    frames = [f"{Path(frame.f_code.co_filename).name}:{line}" for frame, line in walk_tb(error.__traceback__)]
    kind = MemoryError.__name__ if isinstance(error, MemoryError) else type(error).__name__
    return kind, " < ".join(reversed(frames[-DEEPEST:]))


def fault_of(kind: str, places: str) -> str:
    number = secrets.token_hex(4)
    LOG.error("error %s: %s at %s", number, kind, places)
    if kind == MemoryError.__name__:
        return f"this takes more memory than it may (error {number}; allow more with --memory-limit, in MB)"
    return f"something went wrong in corefscope itself; its log on the terminal says where (error {number})"
