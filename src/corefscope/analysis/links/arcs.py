"""ARCS: scores for what applications look up (Tuggener 2014).

Applications rarely need whole chains: they need the mention before a pronoun, the noun it refers to, or all mentions
of an entity with a name. Each score counts mentions that are right (`tp`), linked to a wrong mention (`wl`), not
linked (`fn`), and wrongly linked (`fp`).
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

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


def arcs(info: MentionInfo) -> ArcsScores:
    """Compute all ARCS scores; a mention is nominal if it has several tokens or is a noun; singletons do not count.

    A single token of unknown type counts as a noun unless it is a listed pronoun.
    """
    view = _ArcsInput(info)
    entities, mentions = _anchors(view)
    return ArcsScores(
        view.counted([*_immediate(view), *_spurious(view)]),
        view.counted([*_inferred(view), *_spuriously_inferred(view)]),
        Arcs(entities),
        Arcs(mentions),
    )


_Outcome = tuple[str, int]  # tp, wl, fn or fp, and the row


class _ArcsInput:
    """Chains of at least two mentions, and the closest preceding nominal of each mention."""

    def __init__(self, info: MentionInfo) -> None:
        self.info, self.chains = info, Chains.of(info)
        self.pronoun: list[bool] = info.is_pronoun.tolist()
        self.nominal: list[bool] = (~info.is_pronoun).tolist()
        self.key = [chain for chain in self.chains.key.values() if len(chain) > 1]
        self.response = [chain for chain in self.chains.response.values() if len(chain) > 1]
        rows = len(self.pronoun)
        self.key_nominal, self.response_nominal = [-1] * rows, [-1] * rows
        for chains, closest in ((self.key, self.key_nominal), (self.response, self.response_nominal)):
            for chain in chains:
                last = -1
                for row in chain:
                    closest[row] = last
                    last = row if self.nominal[row] else last

    def has_nominal(self, chain: Chain) -> bool:
        return any(self.nominal[row] for row in chain)

    def anaphors(self) -> Iterator[tuple[Chain, int, int]]:
        """Yield the mentions that recall counts: not first, not in a chain of pronouns, not cataphoric."""
        for chain in self.key:
            if self.has_nominal(chain):
                for place, row in enumerate(chain[1:], 1):
                    if not self.pronoun[row] or self.key_nominal[row] >= 0:
                        yield chain, place, row

    def linked(self, row: int) -> bool:
        """Test whether the response has the mention, not first in its chain."""
        return self.chains.response_place[row] > 0

    def counted(self, outcomes: list[_Outcome]) -> Arcs:
        """Count outcomes in total, by type, and by lower-case pronoun."""
        types = self.info.types.tolist()
        by_type: dict[str, Counter[str]] = defaultdict(Counter)
        by_pronoun: dict[str, Counter[str]] = defaultdict(Counter)
        for outcome, row in outcomes:
            by_type[TYPES[types[row]]][outcome] += 1
            if self.pronoun[row]:
                by_pronoun[" ".join(self.info.words(row)).lower()][outcome] += 1
        ordered = sorted(by_pronoun.items(), key=lambda item: (-item[1].total(), item[0]))
        return Arcs(
            Counter(outcome for outcome, _ in outcomes),
            {name: Arcs(by_type[name]) for name in TYPES if name in by_type},
            {form: Arcs(counts) for form, counts in ordered if form},
        )


def _immediate(view: _ArcsInput) -> Iterator[_Outcome]:
    chains = view.chains
    for chain, place, row in view.anaphors():
        if not view.linked(row):
            yield "fn", row
        else:
            before = chains.response[chains.response_entity[row]][chains.response_place[row] - 1]
            yield ("tp" if before == chain[place - 1] else "wl"), row


def _spurious(view: _ArcsInput) -> Iterator[_Outcome]:
    for chain in view.response:
        for row in chain[1:]:
            if view.chains.key_place[row] <= 0:
                yield "fp", row


def _inferred(view: _ArcsInput) -> Iterator[_Outcome]:
    for chain, _, row in view.anaphors():
        nominal = view.response_nominal[row] if view.linked(row) else -1
        if not view.linked(row) or (nominal < 0 and view.key_nominal[row] >= 0):
            yield "fn", row
        elif nominal >= 0:
            right = view.chains.key_entity[nominal] == view.chains.key_entity[chain[0]]
            yield ("tp" if right else "wl"), row


def _spuriously_inferred(view: _ArcsInput) -> Iterator[_Outcome]:
    for chain in view.response:
        for row in chain[1:] if view.has_nominal(chain) else ():
            unknown = view.chains.key_entity[row] < 0
            if unknown or (view.key_nominal[row] < 0 <= view.response_nominal[row]):
                yield "fp", row


def _anchors(view: _ArcsInput) -> tuple[Counter[str], Counter[str]]:
    """Count entities and mentions; an entity is found if a response chain has its first nominal, each chain once."""
    entities: Counter[str] = Counter()
    mentions: Counter[str] = Counter()
    free = {view.chains.response_entity[chain[0]] for chain in view.response if view.has_nominal(chain)}
    for chain in view.key:
        anchor = next((row for row in chain if view.nominal[row]), None)
        if anchor is None:
            continue
        found = view.chains.response_entity[anchor]
        if found not in free:
            entities["fn"] += 1
            continue
        free.discard(found)
        entities["tp"] += 1
        shared = sum(view.chains.response_entity[row] == found for row in chain)
        mentions.update(tp=shared, fn=len(chain) - shared, fp=len(view.chains.response[found]) - shared)
    entities["fp"] = len(free)
    return entities, mentions
