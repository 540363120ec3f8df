"""Warnings of numbers that are right and mislead: identical sides or systems, and a key that is only a sample."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from corefscope.alignment.mentions.exact import codes
from corefscope.alignment.mentions.shifts import FEWEST
from corefscope.arrays import distinct
from corefscope.basics.escaping import quoted
from corefscope.problems import Notice, Notices
from corefscope.scoring.result import System
from corefscope.table import Table

FEW = 10  # mentions: so few may well be the same on both sides by merit, unless they are from one file or object
FOUND = 0.8  # share of a sample's mentions that a response has; of another key, few of its systems find as many


class Overlap:
    """How far the entities of both sides are the same, counted over the Tables of all units."""

    def __init__(self) -> None:
        self.key = self.response = self.shared = 0  # mentions
        self.elsewhere = 0  # mentions of the response in entities, not singletons, without any mention of the key
        self.same = True  # whether each entity with a shared mention has no other

    def add(self, table: Table) -> None:
        key, response, cell = table.key, table.response, table.shared
        for name, count in zip(("key", "response", "shared"), table.mentions, strict=True):
            setattr(self, name, getattr(self, name) + int(count.sum()))
        elsewhere = np.where((response.size > 1) & (table.response_shared == 0), response.size, 0)
        self.elsewhere += int(response.per_unit(elsewhere).sum())
        sizes = key.size[table.key_entity], response.size[table.response_entity]
        self.same &= all(np.array_equal(cell, size) for size in sizes)

    def notice(self, source: str | None, is_copy: bool, notices: Notices) -> None:
        """Warn if both sides are the same, or if the key seems to lack most entities of its documents."""
        if self.same and (0 if is_copy else FEW - 1) < self.key == self.response == self.shared:
            fact = f"its {self.shared:,} mentions and their entities are those of the key"
            why = "both are one file or object, or a copy of it" if is_copy else "is one a copy of the other?"
            notices.add("identical-sides", f"{fact} ({why})", source)
        elif self.elsewhere >= max(FEWEST, self.response / 2) and self.shared >= FOUND * self.key > 0:
            fact = f"{self.elsewhere:,} of {self.response:,} mentions are in entities that the key lacks"
            found = f"of the key's {self.key:,} mentions {self.shared:,} are found"
            hint = "if it is a sample, --mentions shared scores these alone, and hides missed and invented mentions"
            notices.add("sampled-key", f"{fact}, and count as wrong; {found} ({hint})", source)


def with_identical_systems(systems: Sequence[System]) -> list[System]:
    """Return the systems, with a warning for each that has the entities of one before it."""
    checked: list[System] = []
    for system in systems:
        twin = next((other for other in checked if system.mentions and _have_same_entities(other, system)), None)
        if twin is not None:
            text = f"{quoted(system.name)} has the mentions and entities of {quoted(twin.name)}"
            system = replace(system, warnings=(*system.warnings, Notice("identical-systems", 1, (text,))))
        checked.append(system)
    return checked


def _have_same_entities(one: System, two: System) -> bool:
    """Compare the files of two responses with equal scores, and their entities where the evidence was kept."""
    if (one.mentions, one.entities, one.scores) != (two.mentions, two.entities, two.scores):
        return False
    if one.sha256() == two.sha256() is not None:
        return True
    if one.evidence is None or two.evidence is None or one.mentions < FEW:
        return False
    pairs = [(each.response, each.partner[each.response.document]) for each in (one.evidence, two.evidence)]
    entities = []  # of each, its mentions in order of place, and the first mention of the entity of each
    for (corpus, _), code in zip(pairs, codes(*pairs), strict=True):
        order = np.argsort(code, kind="stable")
        first, place = distinct(corpus.entity[order])
        entities.append(np.array([code[order], first[place]]))
    return np.array_equal(entities[0], entities[1])
