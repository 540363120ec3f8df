"""What a response did to the words of the key's text: copied, changed, missing, invented."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from corefscope.alignment.texts.word_diff import CHANGED, DELETED, EQUAL, INSERTED, WordBlock


class Differences(NamedTuple):
    """Counts of words and punctuation marks: of the key copied, changed and missing, of the response invented."""

    copied: int = 0
    changed: int = 0
    missing: int = 0
    invented: int = 0
    ends_early: bool = False

    @staticmethod
    def of(blocks: Sequence[WordBlock], ends_early: bool) -> Differences:
        """Count the words of an alignment.

        >>> Differences.of([WordBlock(EQUAL, 0, 2, 0, 2), WordBlock(CHANGED, 2, 3, 2, 3)], False)
        Differences(copied=2, changed=1, missing=0, invented=0, ends_early=False)
        """
        counts = dict.fromkeys((EQUAL, CHANGED, DELETED, INSERTED), 0)
        for kind, low, high, start, stop in blocks:
            counts[kind] += stop - start if kind == INSERTED else high - low
        return Differences(counts[EQUAL], counts[CHANGED], counts[DELETED], counts[INSERTED], ends_early)
