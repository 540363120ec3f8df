"""Commands run in this process."""

from support.fixtures import put, run

__all__ = ["put", "run"]
