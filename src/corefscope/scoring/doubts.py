"""Warnings about correct but misleading numbers: identical sides or systems, and a key that is only a sample."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from corefscope.alignment.mentions.exact import codes
from corefscope.alignment.mentions.shifts import FEWEST, POOR, notice_nothing_left, notice_poor_matching
from corefscope.arrays import distinct
from corefscope.basics.checksums import checksum_of_all
from corefscope.basics.escaping import quoted
from corefscope.metrics.evidence import Evidence, Whole
from corefscope.model import Corpus, Integers
from corefscope.problems import Notice, Notices
from corefscope.scoring.result import System
from corefscope.scoring.steps import Run
from corefscope.table import Table

FEW = 10  # so few mentions may be equal on both sides by merit, unless they are from one file or object
MATCHED = 0.8  # share of a sample's mentions that a response has; few systems match as many of a complete key


@dataclass
class Overlap:
    """How far the entities of both sides are the same, counted over the Tables of all units."""

    key: int = 0  # mentions
    response: int = 0
    shared: int = 0
    elsewhere: int = 0  # mentions of the response in entities, not singletons, without any mention of the key
    same: bool = True  # whether each entity with a shared mention has no other

    def add(self, table: Table) -> None:
        key, response, cell = table.key, table.response, table.shared
        mentions = table.mentions
        self.key += int(mentions[0].sum())
        self.response += int(mentions[1].sum())
        self.shared += int(mentions[2].sum())
        elsewhere = np.where((response.size > 1) & (table.response_shared == 0), response.size, 0)
        self.elsewhere += int(response.per_unit(elsewhere).sum())
        self.same &= np.array_equal(cell, key.size[table.key_entity])
        self.same &= np.array_equal(cell, response.size[table.response_entity])

    def notice(self, source: str | None, is_copy: bool, notices: Notices) -> None:
        """Warn if both sides are the same, or if the key seems to lack most entities of its documents."""
        if self.same and (0 if is_copy else FEW - 1) < self.key == self.response == self.shared:
            fact = f"its mentions ({self.shared:,}) and entities are those of the key"
            why = "both are one file or object, or a copy of it" if is_copy else "is one a copy of the other?"
            notices.add("identical-sides", f"{fact} ({why})", source)
        elif self.elsewhere >= max(FEWEST, self.response / 2) and self.shared >= MATCHED * self.key > 0:
            fact = f"{self.elsewhere:,} of {self.response:,} mentions are in entities that the key lacks"
            matched = f"{self.shared:,} of the key's {self.key:,} mentions are matched"
            hint = "if it is a sample, --mentions shared scores these alone, and hides missed and invented mentions"
            notices.add("sampled-key", f"{fact}, and count as wrong; {matched} ({hint})", source)


def notice_overlap(evidence: Evidence, run: Run, is_same_object: bool, notices: Notices) -> None:
    """Warn if both sides are the same, or the key a sample; not where a unit has no Table."""
    if run.metrics and not evidence.repeating.any():
        overlap = Overlap()
        overlap.add(evidence.table)
        key, response = evidence.matched_key, evidence.matched_response
        overlap.key, overlap.response = key.mention_count, response.mention_count
        is_copy = is_same_object
        if key.files and overlap.same:
            is_copy |= checksum_of_all(key.files) == checksum_of_all(response.files) is not None
        overlap.notice(response.source, is_copy, notices)


def notice_few_matches(
    whole: Whole, key: Corpus, response: Corpus, partner: Integers, shared: int, notices: Notices, drops: bool
) -> None:
    """Warn if hardly any mention is matched, or if a side lost all of its mentions because they are singletons."""
    if key.mention_count and response.mention_count:
        if shared < POOR * response.mention_count:
            notice_poor_matching(key, response, partner, shared, notices)
    elif drops:
        notice_nothing_left(whole.key.mention_count, key.mention_count, "key", whole.key.source, notices)
        notice_nothing_left(whole.response.mention_count, response.mention_count, "response", response.source, notices)


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
