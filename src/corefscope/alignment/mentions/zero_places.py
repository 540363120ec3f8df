"""Where a zero stands: its sentence, and the parents and relations of its head."""

from __future__ import annotations

from typing import NamedTuple

UNKNOWN_RELATION = "_"


class ZeroPlace(NamedTuple):
    """The sentence of a zero, and the parents of its head with their relations."""

    sentence: int
    links: frozenset[tuple[int, str]]


NO_PLACE = ZeroPlace(-1, frozenset())


def preceding_word(word: int) -> frozenset[tuple[int, str]]:
    """Return the links of a zero whose dependencies are not known: the word before it, if there is one."""
    return frozenset({(word, UNKNOWN_RELATION)}) if word >= 0 else frozenset()
