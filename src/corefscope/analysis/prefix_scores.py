"""Prefixes: the scores of the beginnings of texts, as for a system that reads on, and how often entities changed.

Mentions are matched once; all prefixes are counted from that, not each by a score of its own.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from corefscope.alignment.windows import Windows
from corefscope.analysis.attribution.mention_cells import check_repeats
from corefscope.analysis.growth.churn import Churn, churns
from corefscope.analysis.growth.totals import adds_up, row_by_row, step_totals
from corefscope.analysis.growth.versions import growing_table
from corefscope.basics.arguments import text
from corefscope.metrics import DEFAULT, AnyMetrics, Score, Tally
from corefscope.metrics import metrics as parse_metrics
from corefscope.metrics.evidence import Counted, Evidence
from corefscope.model import Integers
from corefscope.problems import SettingsError
from corefscope.scoring.inputs import Input, Progress
from corefscope.scoring.pipeline import score
from corefscope.scoring.result import Result, System
from corefscope.scoring.shown import Shown
from corefscope.scoring.states import State, check_countable, counted_states, without_alone
from corefscope.scoring.totals import DocumentScores, scores_of, tallies_of
from corefscope.settings import Settings, window_size

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from corefscope.basics.keywords import SettingsKeywords

MOST = 1000  # prefixes


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
    scores = _scores(evidence, windows, place, steps, result)
    scores[-1] = system.scores  # the whole
    size = window_size(step)[0]
    unread = np.cumsum(np.bincount(windows.count, minlength=steps + 1)[::-1])[::-1][1:].tolist()
    found = zip(unread, scores, churns(evidence, place, steps), strict=True)
    return SystemPrefixes(system.name, tuple(Prefix((number + 1) * size, *each) for number, each in enumerate(found)))


def _scores(
    evidence: Evidence, windows: Windows, place: Integers, steps: int, result: Result
) -> list[Mapping[str, Score]]:
    """The scores of each prefix: of all prefixes together where counts add up, else from a table of each."""
    alignment, drop = evidence.alignment, result.settings.singletons == "drop"
    states = _states(evidence, windows, place, steps, drop)
    if result.settings.average != "micro":
        counted = counted_states(alignment, states, result.metrics)
        return [scores_of(each, result.metrics, result.settings.average, alignment.units) for each in counted]
    parts = {part.tally_name: part for metric in result.metrics for part in metric.parts}
    totals: dict[str, Tally] = {}  # of all documents, with a row for each prefix
    together = [part for part in parts.values() if adds_up(part, alignment.conventions)]
    table = growing_table(alignment, windows, place, drop) if together else None
    if table is not None:
        tallies = tallies_of(Counted(table), together)
        totals |= {name: step_totals(tally, windows) for name, tally in tallies.items()}
    rest = [part for name, part in parts.items() if name not in totals]
    if rest:
        totals |= row_by_row(counted_states(alignment, states, rest))
    found = DocumentScores(totals, result.metrics, steps)
    return [_LazyScores(found, number) for number in range(steps)]


class _LazyScores(Mapping[str, Score]):
    """The scores of one prefix, made from its counts when they are used."""

    def __init__(self, scores: DocumentScores, number: int) -> None:
        self._scores, self._number = scores, number

    @cached_property
    def _found(self) -> Mapping[str, Score]:
        return self._scores[self._number]

    def __getitem__(self, name: str) -> Score:
        return self._found[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._found)

    def __len__(self) -> int:
        return len(self._found)

    def __repr__(self) -> str:
        return repr(self._found)


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
