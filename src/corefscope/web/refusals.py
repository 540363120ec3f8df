"""What the application does not do, and what went wrong in it: always one sentence, never a traceback."""

from __future__ import annotations

import logging
import secrets
from pathlib import Path
from traceback import walk_tb

from corefscope.errors import CorefscopeError

LOG = logging.getLogger("corefscope.web")
DEEPEST = 6  # places of the code that are logged


class Refusal(CorefscopeError):
    """A request that is not answered, with the status that says so to a browser."""

    def __init__(self, message: str, status: int = 400, hint: str | None = None) -> None:
        super().__init__(message, hint=hint)
        self.status = status


def fault(error: BaseException) -> str:
    """The sentence for an error that nobody foresaw. The log gets its kind and place but nothing of the data."""
    number = secrets.token_hex(4)
    frames = [f"{Path(frame.f_code.co_filename).name}:{line}" for frame, line in walk_tb(error.__traceback__)]
    LOG.error("error %s: %s at %s", number, type(error).__name__, " < ".join(reversed(frames[-DEEPEST:])))
    if isinstance(error, MemoryError):
        return f"the memory of this machine does not suffice (error {number})"
    return f"something went wrong in corefscope itself; its log on the terminal says where (error {number})"
