"""ARCS: scores for what applications look up (Tuggener 2014).

Applications rarely need whole chains: they need the mention before a pronoun, the noun it refers to, or all mentions
of an entity with a name. Each score counts mentions that are right (`tp`), linked to a wrong mention (`wl`), not
linked (`fn`), and wrongly linked (`fp`).
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import pairwise

from corefscope.analysis.links.chains import Chain, Chains
from corefscope.analysis.mistakes.mention_info import MentionInfo
from corefscope.metrics.base import f_measure
from corefscope.model import TYPES


@dataclass(frozen=True)
class Arcs:
    """One score: its counts, also by type of mention and by pronoun."""

    counts: Mapping[str, int]
    by_type: Mapping[str, Arcs] = field(default_factory=dict)
    by_pronoun: Mapping[str, Arcs] = field(default_factory=dict)

    def _quotient(self, *others: str) -> float:
        right = self.counts.get("tp", 0)
        total = right + sum(self.counts.get(name, 0) for name in others)
        return right / total if total else 0.0

    @property
    def recall(self) -> float:
        return self._quotient("wl", "fn")

    @property
    def precision(self) -> float:
        return self._quotient("wl", "fp")

    @property
    def f1(self) -> float:
        return f_measure(self.recall, self.precision)

    @property
    def accuracy(self) -> float:
        """The share of mentions linked on both sides whose link is right."""
        return self._quotient("wl")


@dataclass(frozen=True)
class ArcsScores:
    """The scores for three uses of coreference; `harmonic` is the harmonic mean of the two anchor F1."""

    immediate: Arcs
    inferred: Arcs
    anchor_entities: Arcs
    anchor_mentions: Arcs

    @property
    def harmonic(self) -> float:
        return f_measure(self.anchor_entities.f1, self.anchor_mentions.f1)


_Outcome = tuple[str, int]  # tp, wl, fn or fp, and the row


def arcs(info: MentionInfo) -> ArcsScores:
    """Compute all ARCS scores; a mention is nominal if it has several tokens or is a noun; singletons do not count.

    A single token of unknown type counts as a noun unless it is a listed pronoun.
    """
    key, response = Chains.of(info)
    pronoun: list[bool] = info.is_pronoun.tolist()
    nominals = (_closest_nominals(key, pronoun), _closest_nominals(response, pronoun))
    links = [*_recalled(key, response, pronoun, *nominals), *_spurious(key, response, pronoun, *nominals)]
    immediate = [(outcome, row) for outcome, _, row in links if outcome]
    inferred = [(outcome, row) for _, outcome, row in links if outcome]
    anchors = _anchors(key, response, pronoun)
    return ArcsScores(_counted(info, immediate), _counted(info, inferred), *map(Arcs, anchors))


def _long(chains: Chains) -> Iterator[Chain]:
    return (chain for chain in chains.by_entity.values() if len(chain) > 1)


def _closest_nominals(chains: Chains, pronoun: list[bool]) -> list[int]:
    """Return the closest nominal before each mention in its chain, or -1."""
    closest = [-1] * len(pronoun)
    for chain in chains.by_entity.values():
        last = -1
        for row in chain:
            closest[row] = last
            last = last if pronoun[row] else row
    return closest


def _recalled(
    key: Chains, response: Chains, pronoun: list[bool], mine: list[int], theirs: list[int]
) -> Iterator[tuple[str, str, int]]:
    """Yield the outcomes (of the immediate and of the inferred antecedent) of each mention that recall counts.

    These are not first, not in a chain of pronouns, and not cataphoric; `mine` and `theirs` are the closest nominals
    on either side.
    """
    for chain in _long(key):
        if all(pronoun[row] for row in chain):
            continue
        for before, row in pairwise(chain):
            if pronoun[row] and mine[row] < 0:
                continue
            if response.place[row] <= 0:  # the response lacks it, or has it first in its chain
                yield "fn", "fn", row
                continue
            found = response.by_entity[response.entity[row]][response.place[row] - 1]
            inferred = "fn" if mine[row] >= 0 else ""
            if theirs[row] >= 0:
                inferred = "tp" if key.entity[theirs[row]] == key.entity[row] else "wl"
            yield "tp" if found == before else "wl", inferred, row


def _spurious(
    key: Chains, response: Chains, pronoun: list[bool], mine: list[int], theirs: list[int]
) -> Iterator[tuple[str, str, int]]:
    """Yield the false positives of either score among the mentions that the response links."""
    for chain in _long(response):
        nominal = not all(pronoun[row] for row in chain)
        for row in chain[1:]:
            inferred = nominal and (key.entity[row] < 0 or mine[row] < 0 <= theirs[row])
            yield "fp" if key.place[row] <= 0 else "", "fp" if inferred else "", row


def _counted(info: MentionInfo, outcomes: list[_Outcome]) -> Arcs:
    """Count outcomes in total, by type, and by lower-case pronoun."""
    types, pronoun = info.types.tolist(), info.is_pronoun.tolist()
    by_type: dict[str, Counter[str]] = defaultdict(Counter)
    by_pronoun: dict[str, Counter[str]] = defaultdict(Counter)
    for outcome, row in outcomes:
        by_type[TYPES[types[row]]][outcome] += 1
        if pronoun[row]:
            by_pronoun[" ".join(info.words(row)).lower()][outcome] += 1
    ordered = sorted(by_pronoun.items(), key=lambda item: (-item[1].total(), item[0]))
    return Arcs(
        Counter(outcome for outcome, _ in outcomes),
        {name: Arcs(by_type[name]) for name in TYPES if name in by_type},
        {form: Arcs(counts) for form, counts in ordered if form},
    )


def _anchors(key: Chains, response: Chains, pronoun: list[bool]) -> tuple[Counter[str], Counter[str]]:
    """Count entities and mentions; an entity is found if a response chain has its first nominal, each chain once."""
    entities: Counter[str] = Counter()
    mentions: Counter[str] = Counter()
    free = {response.entity[chain[0]] for chain in _long(response) if not all(pronoun[row] for row in chain)}
    for chain in _long(key):
        anchor = next((row for row in chain if not pronoun[row]), None)
        if anchor is None:
            continue
        found = response.entity[anchor]
        if found not in free:
            entities["fn"] += 1
            continue
        free.discard(found)
        entities["tp"] += 1
        shared = sum(response.entity[row] == found for row in chain)
        mentions.update(tp=shared, fn=len(chain) - shared, fp=len(response.by_entity[found]) - shared)
    entities["fp"] = len(free)
    return entities, mentions
