"""Prefixes: the scores of the beginnings of texts, as for a system that reads on, and how often entities changed.

Mentions are matched once; all prefixes are counted from that, not each by a score of its own.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from corefscope.alignment.windows import Windows
from corefscope.analysis.attribution.mention_cells import check_repeats
from corefscope.basics.arguments import text
from corefscope.metrics import DEFAULT, AnyMetrics, Score
from corefscope.metrics import metrics as parse_metrics
from corefscope.metrics.evidence import Evidence
from corefscope.model import Integers
from corefscope.problems import SettingsError
from corefscope.scoring.inputs import Input, Progress
from corefscope.scoring.pipeline import score
from corefscope.scoring.result import Result, System
from corefscope.scoring.shown import Shown
from corefscope.scoring.states import State, check_countable, counted_states, without_alone
from corefscope.scoring.totals import scores_of
from corefscope.settings import Settings, window_size

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from corefscope.basics.keywords import SettingsKeywords

MOST = 1000  # prefixes


@dataclass(frozen=True)
class Churn:
    """What a step did to the entities of a response.

    `new` entities have their first mention in it, `grown` ones had mentions before and have more now. An entity stands
    for the key entity with which it has most mentions in common, and stays with it until another has more; `switched`
    counts the entities that stand for another key entity than before the step.
    """

    new: int
    grown: int
    switched: int


@dataclass(frozen=True)
class Prefix:
    """The beginnings of all documents up to a length; shorter documents are there as a whole."""

    length: int  # in tokens, or in sentences
    documents: int  # that had something left to read
    scores: Mapping[str, Score]
    churn: Churn


@dataclass(frozen=True)
class SystemPrefixes:
    """The prefixes of one system, from the shortest."""

    name: str
    prefixes: tuple[Prefix, ...]


@dataclass(frozen=True, repr=False)
class Prefixes(Shown):
    """The scores of prefixes of every system; the last prefix is the whole."""

    VIEW = "prefixes"
    result: Result
    step: str
    systems: tuple[SystemPrefixes, ...]

    @property
    def unit(self) -> str:
        return "sentences" if window_size(self.step)[1] else "tokens"

    def __repr__(self) -> str:
        return f"<Prefixes: {', '.join(system.name for system in self.systems)}; every {self.step} {self.unit}>"

    def as_object(self) -> dict[str, Any]:
        return {
            "signature": self.result.signature,
            "step": self.step,
            "systems": [
                {
                    "name": system.name,
                    "prefixes": [
                        {
                            "length": each.length,
                            "documents": each.documents,
                            "scores": {name: one.numbers for name, one in each.scores.items()},
                            "churn": asdict(each.churn),
                        }
                        for each in system.prefixes
                    ],
                }
                for system in self.systems
            ],
        }


def prefixes(
    key: Input,
    *responses: Input,
    step: str | int = "100",
    metrics: AnyMetrics = DEFAULT,
    names: Sequence[str] | None = None,
    preset: str | None = None,
    settings: Settings | None = None,
    strict: bool = False,
    progress: Progress | None = None,
    **options: Unpack[SettingsKeywords],
) -> Prefixes:
    """Score the first tokens of every document, step by step: `100` tokens, or `5s` sentences.

    A mention is in a prefix if its first token is; entities have their mentions of the prefix only.

    >>> from corefscope import Document, Mention
    >>> key = [Document("a", [[Mention(0, 1), Mention(2, 3)]], words=["w"] * 4)]
    >>> response = [Document("a", [[Mention(0, 1)], [Mention(2, 3)]], words=["w"] * 4)]
    >>> [each.scores["b3"].recall for each in prefixes(key, response, step="2", metrics="b3").systems[0].prefixes]
    [1.0, 0.5]
    """
    step = text(str(step) if isinstance(step, int) and not isinstance(step, bool) else step, "step")
    window_size(step)
    wanted = tuple(parse_metrics(metrics))
    check_countable(wanted, "for prefixes")
    chosen = Settings.of(settings, preset, options)
    for name, usual in (("scope", "document"), ("window", None), ("split", "drop")):
        if getattr(chosen, name) != usual:
            fact = f"prefixes and --{name} {getattr(chosen, name)} cannot be combined"
            raise SettingsError("conflicting-options", fact, hint="give one of them")
    result = score(key, *responses, metrics=wanted, names=names, settings=chosen, strict=strict, progress=progress)
    return Prefixes(result, step, tuple(_of_system(system, result, step) for system in result.systems))


def _of_system(system: System, result: Result, step: str) -> SystemPrefixes:
    evidence = system.evidence
    if evidence is None:
        raise SettingsError("not-saved", "saved results do not keep mentions", hint="score the files again")
    check_repeats(evidence)
    windows = Windows.of(evidence.key, step)
    steps = int(windows.count.max(initial=1))
    if steps > MOST:
        fact = f"steps of {step} would be {steps:,} prefixes"
        raise SettingsError("wrong-value", fact, hint=f"there are at most {MOST:,}: choose longer steps")
    place = _steps_of_rows(evidence, windows)
    states = _states(evidence, windows, place, steps, result.settings.singletons == "drop")
    tallies = counted_states(evidence.alignment, states, result.metrics)
    size = window_size(step)[0]
    churns = _churns(evidence, place, steps)
    found = [
        Prefix(
            (number + 1) * size,
            int((windows.count > number).sum()),
            scores_of(counted, result.metrics, result.settings.average, evidence.alignment.units),
            churn,
        )
        for number, (counted, churn) in enumerate(zip(tallies, churns, strict=True))
    ]
    return SystemPrefixes(system.name, tuple(found))


def _steps_of_rows(evidence: Evidence, windows: Windows) -> Integers:
    """The step in which each row of the alignment is read: that of the key's mention where it has one."""
    alignment, key, response = evidence.alignment, evidence.matched_key, evidence.matched_response
    of_key = windows.numbers(key.document, key.start)
    of_response = windows.numbers(evidence.partner[response.document], response.start)
    window = np.where(
        alignment.key_row >= 0,
        np.append(of_key, 0)[alignment.key_row],
        np.append(of_response, 0)[alignment.response_row],
    )
    return window - windows.first[alignment.unit]


def _states(evidence: Evidence, windows: Windows, place: Integers, steps: int, drop: bool) -> Iterator[State]:
    alignment = evidence.alignment
    length = windows.count[alignment.unit]
    for step in range(steps):
        rows = np.flatnonzero((place <= step) & (length > step))
        sides = []
        for label in (alignment.key_entity[rows], alignment.response_entity[rows]):
            sides.append(without_alone(label) if drop else label)
        there = (sides[0] >= 0) | (sides[1] >= 0)
        yield State(rows[there], sides[0][there], sides[1][there], np.flatnonzero(windows.count > step))


def _churns(evidence: Evidence, place: Integers, steps: int) -> list[Churn]:
    """What each step did to the response's entities, in one pass over its mentions in text order."""
    alignment, key, response = evidence.alignment, evidence.matched_key, evidence.matched_response
    there = np.flatnonzero(alignment.response_entity >= 0)
    start = np.where(
        alignment.key_row >= 0,
        np.append(key.start, 0)[alignment.key_row],
        np.append(response.start, 0)[alignment.response_row],
    )
    order = there[np.lexsort((start[there], place[there]))]
    columns = (each[order].tolist() for each in (place, alignment.response_entity, alignment.key_entity))
    counts: dict[tuple[int, int], int] = {}
    stands_for: dict[int, int] = {}
    known: set[int] = set()
    before: dict[int, int] = {}  # what the entities that this step touches stood for; -1 for nothing
    found = [Churn(0, 0, 0)] * steps
    step, new = -1, 0
    grown: set[int] = set()

    def close() -> None:
        if step >= 0:
            switched = sum(old >= 0 and stands_for[entity] != old for entity, old in before.items())
            found[step] = Churn(new, len(grown), switched)

    for number, entity, other in zip(*columns, strict=True):
        if number != step:
            close()
            known |= before.keys()
            step, new, grown, before = number, 0, set(), {}
        if entity not in before:
            before[entity] = stands_for.get(entity, -1)
            if entity in known:
                grown.add(entity)
            else:
                new += 1
        if other >= 0:
            counts[entity, other] = counts.get((entity, other), 0) + 1
            leader = stands_for.get(entity, -1)
            if leader < 0 or counts[entity, other] > counts[entity, leader]:
                stands_for[entity] = other
    close()
    return found
