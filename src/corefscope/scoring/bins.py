"""Bins: documents or mentions grouped by a number, such as the size of the entity; `bins:entity-size=1,2,5,10`."""

from __future__ import annotations

from itertools import pairwise
from typing import NamedTuple

import numpy as np

from corefscope.basics.escaping import quoted
from corefscope.model import Integers
from corefscope.problems import SettingsError, UnknownName

PREFIX = "bins:"


class Binned(NamedTuple):
    """What can be put into bins: in words, the bins where none are stated, and whether documents have the number."""

    meaning: str
    usual: str
    of_documents: bool = False


BINNED = {
    "length": Binned("tokens of the document", "0,51,101,201,501,1001,2001,5001", True),
    "mentions": Binned("mentions of the document in the key", "0,11,26,51,101,201,501", True),
    "entity-size": Binned("mentions of the entity", "1,2,3,5,10,20"),
    "distance": Binned("tokens from the start of the mention of its entity before it", "0,11,26,51,101,501"),
    "range": Binned("tokens from the first mention of the entity to its last", "0,1,51,101,501,1001,5001"),
    "mention-length": Binned("tokens of the mention", "1,2,3,5,10"),
}


class Bins(NamedTuple):
    """A number to group by, and where bins begin; below the first is one more if a number lies there."""

    what: str
    begin: list[int]

    @property
    def binned(self) -> Binned:
        return BINNED[self.what]

    @property
    def note(self) -> str:
        return f"{self.what}: {self.binned.meaning}"


def parse_bins(text: str) -> Bins:
    """
    >>> parse_bins("bins:entity-size=1,2,5")
    Bins(what='entity-size', begin=[1, 2, 5])
    """
    what, _, stated = text.removeprefix(PREFIX).partition("=")
    if what not in BINNED:
        raise UnknownName("binned number", what, BINNED)
    stated = stated or BINNED[what].usual
    parts = [part.strip() for part in stated.split(",")]
    begin = [int(part) for part in parts] if all(map(_is_number, parts)) else []
    if not begin or any(low >= high for low, high in pairwise(begin)):
        fact = f"--by {PREFIX}{what}: {quoted(stated)} is not a list of ascending numbers"
        raise SettingsError("wrong-value", fact, hint="where each bin begins, e.g. 1,2,5,10")
    return Bins(what, begin)


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) < 10


def bin_names(begin: list[int]) -> list[str]:
    """
    >>> bin_names([1, 2, 5])
    ['below 1', '1', '2–4', '5 and more']
    """
    pairs = pairwise(begin)
    inner = [f"{low}" if high == low + 1 else f"{low}–{high - 1}" for low, high in pairs]
    return [f"below {begin[0]}", *inner, f"{begin[-1]} and more"]


def in_bins(values: Integers, begin: list[int]) -> Integers:
    """The place of each number in `bin_names`."""
    return np.searchsorted(np.array(begin), values, side="right").astype(np.int64)
