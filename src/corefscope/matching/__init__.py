"""Matching decides which mentions of key and response are the same; its outcome is an Alignment.

Nobody downstream asks about spans again.
"""

from __future__ import annotations

from dataclasses import dataclass

from corefscope.model import Integers

MATCHINGS = ("exact",)


@dataclass(frozen=True)
class Alignment:
    """One row per mention of either side: its unit, its key entity and its response entity (-1: none)."""

    units: int
    unit: Integers
    key_entity: Integers
    response_entity: Integers
    key_entity_unit: Integers
    response_entity_unit: Integers
