"""How far annotators agree: every metric between every two, in both directions, and Krippendorff's α."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from corefscope import formats
from corefscope.errors import Notice, Notices, PairingError, SettingsError, StrictError
from corefscope.matching import Alignment
from corefscope.metrics import DEFAULT, Metric, Score
from corefscope.model import Corpus, Integers
from corefscope.names import canonical, literal
from corefscope.pairing import pair
from corefscope.preparation import resolve_repeats
from corefscope.result import Result
from corefscope.scope import Units, units
from corefscope.scoring import Input, as_corpus, names_of, score, scoped
from corefscope.settings import Settings
from corefscope.statistics.alpha import Annotation, Disagreement, alpha, counted, disagreements
from corefscope.statistics.draws import resamples
from corefscope.statistics.intervals import Interval, interval, jackknifed, resampled
from corefscope.statistics.plan import USUAL_TRIALS, Plan
from corefscope.statistics.samples import Samples

UNPAIRED = ("document only in the response", "document missing from the response")


@dataclass(frozen=True)
class Annotator:
    """One annotation: how much is in it, and how many of its mentions no other annotator has."""

    name: str
    path: str | None
    documents: int
    entities: int
    mentions: int
    left_out: int


@dataclass(frozen=True)
class Direction:
    """The scores of one annotator's documents against another's as the key; `documents` are those that both have."""

    key: str
    response: str
    documents: int
    scores: Mapping[str, Score]


@dataclass(frozen=True)
class Estimate:
    """A number and its interval; None where it is not defined, or where there are too few documents for an interval."""

    value: float | None
    interval: Interval | None = None


@dataclass(frozen=True)
class Alpha:
    """Krippendorff's α under one distance, with mean observed and expected disagreement of two values."""

    estimate: Estimate
    observed: float
    expected: float


@dataclass(frozen=True)
class Agreement:
    """What annotators agree on: `directions` has every ordered pair, `means` the F1 of each metric over them."""

    settings: Settings
    plan: Plan
    metrics: tuple[Metric, ...]
    annotators: tuple[Annotator, ...]
    documents: int
    directions: tuple[Direction, ...]
    means: Mapping[str, Estimate]
    mentions: int
    alphas: Mapping[str, Alpha]
    warnings: tuple[Notice, ...]

    @property
    def signature(self) -> str:
        plan = self.plan
        drawn = f"interval:{plan.interval}|alpha:{plan.alpha:g}|trials:{plan.trials}|seed:{plan.seed}"
        return f"{self.settings.signature()}|{drawn}"


def agreement(
    *annotators: Input,
    metrics: Iterable[str] | str = DEFAULT,
    names: Sequence[str] | None = None,
    plan: Plan | None = None,
    strict: bool = False,
    progress: Callable[[str], None] | None = None,
    **options: Any,
) -> Agreement:
    """Agreement of two or more annotations of the same documents; `options` as in `score`.

    >>> found = agreement([["a", "b"], ["c"]], [["a", "b", "c"]], metrics="muc")
    >>> round(found.means["muc"].value, 2), round(found.alphas["passonneau"].estimate.value, 2)
    (0.67, 0.0)
    """
    if len(annotators) < 2:
        raise SettingsError("agreement takes two annotations or more")
    plan = replace(plan or Plan(), trials=(plan.trials if plan else None) or USUAL_TRIALS)
    settings = score(annotators[0], annotators[0], metrics=(), **options).settings
    if settings.repeated == "official":
        raise SettingsError("agreement needs each mention once", hint="use --repeated first, last or merge")
    note = progress or (lambda step: None)
    called = names_of(annotators, names)
    notices = Notices()
    corpora = [as_corpus(side, name, settings, annotators, note) for side, name in zip(annotators, called, strict=True)]
    common = _Common.of(corpora, called, settings, notices)
    results: dict[tuple[int, int], Result] = {}
    for one, two in common.pairs:
        mine, theirs = (corpora[number].of_documents(common.shared(one, two)[number]) for number in (one, two))
        kind = {"metrics": metrics, "names": [called[two]], "settings": settings}
        results[one, two] = score(mine, theirs, **kind)  # type: ignore[arg-type]
        note(f"{called[one]} and {called[two]}")
    return _gathered(corpora, called, annotators, common, results, settings, plan, notices, strict)
