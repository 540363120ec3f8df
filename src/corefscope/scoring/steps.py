"""One call of `score`: its settings and metrics, and the optional steps in the order in which they run.

The order is part of what the settings mean. What a step needs is imported when it runs, so a plain score loads none
of it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Set
from dataclasses import dataclass, replace
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from corefscope.alignment.cleanup import resolve_repeats
from corefscope.alignment.mentions import Alignment
from corefscope.basics.arguments import flag
from corefscope.basics.options import load
from corefscope.metrics import DEFAULT, AnyMetrics, Metric, metrics_of
from corefscope.metrics.base import ENTITY_TYPES, MENTION_TYPES, RELATIONS
from corefscope.model import Corpus, Integers
from corefscope.problems import FormatError, Notice, Notices, PairingError, SettingsError, StrictError
from corefscope.settings import DEFAULTS, DOCUMENT, Settings, check_conflicts

if TYPE_CHECKING:
    from corefscope.long_texts import Windows
    from corefscope.scoring.model_output import ModelTexts


@dataclass(frozen=True)
class Run:
    """The settings and metrics of one call; `of` refuses contradictions."""

    settings: Settings
    metrics: tuple[Metric, ...]
    needs: Mapping[str, str]  # a need of the metrics, such as mention types → the first metric that has it
    changed: frozenset[str]  # the settings that are not at their default
    strict: bool = False
    per_document: bool = False

    @staticmethod
    def of(
        metrics: AnyMetrics,
        preset: str | None,
        settings: Settings | None,
        options: Mapping[str, Any],
        strict: bool = False,
        per_document: bool = False,
    ) -> Run:
        is_plain = preset is None and settings is None and strict is per_document is False
        if is_plain and metrics is DEFAULT and not options:
            return _plain_run()
        merged = Settings.of(settings, preset, options)
        parsed = tuple(metrics_of(metrics, preset))
        needs: dict[str, str] = {}
        for metric in parsed:
            for need in metric.needs:
                needs.setdefault(need, metric.name)
        changed: frozenset[str] = frozenset()
        if merged != DEFAULTS:
            changed = merged.changed()
            check_conflicts(merged, needs.get(RELATIONS))
        # `flag` refuses a word such as "no".
        return Run(merged, parsed, needs, changed, flag(strict, "strict"), flag(per_document, "per_document"))

    def with_pairwise_only(self) -> Run:
        """Score by `pairwise` only, since the key has only labelled pairs."""
        if self.metrics == tuple(metrics_of(DEFAULT, None)):
            return replace(self, metrics=tuple(metrics_of("pairwise", None)), needs={})
        for metric in self.metrics:
            if metric.family.name != "pairwise":
                fact = f"{metric.name} needs whole clusters, and the key holds labelled pairs"
                raise SettingsError("metric-cannot", fact, hint="use --metric pairwise")
        return self


@cache
def _plain_run() -> Run:
    """Return the run of a call without options, which is common in loops."""
    return Run(DEFAULTS, tuple(metrics_of(DEFAULT, None)), {}, frozenset())


@dataclass(frozen=True)
class Grouping:
    """Named groups in order of first appearance, and the group of each document: units, or parts of a breakdown."""

    what: str
    names: tuple[str, ...]
    of_document: Integers
    note: str = ""  # where the groups come from, unless `what` says it

    def of_units(self, rows: Integers) -> Grouping:
        """Return the groups of some units only."""
        used, numbers = np.unique(self.of_document[rows], return_inverse=True)
        return replace(self, names=tuple(self.names[place] for place in used.tolist()), of_document=numbers.reshape(-1))


@dataclass(frozen=True)
class Gold:
    """The prepared key and what derives from it, shared by all responses."""

    corpus: Corpus
    cut: Corpus  # cut into windows, one document each; without --window, `corpus`
    units: Grouping  # the units of scoring of `cut`
    windows: Windows | None
    notices: Notices

    @staticmethod
    def of(key: Corpus, notices: Notices, settings: Settings = DEFAULTS) -> Gold:
        """Cut the key into windows, and group its documents into units of scoring."""
        if settings.window is None and settings.scope == DOCUMENT:
            documents = Grouping(DOCUMENT, tuple(key.names), np.arange(len(key.names)))
            return Gold(key, key, documents, None, notices)
        from corefscope.long_texts import windows_of
        from corefscope.scoring.groups import units

        windows = None if settings.window is None else windows_of(key, settings.window)
        cut = key if windows is None else windows.cut_key(key)
        return Gold(key, cut, units(cut, settings.scope), windows, notices)


@dataclass(frozen=True)
class Sides:
    """Both corpora, and the key document of each response document (-1 without one)."""

    gold: Gold
    key: Corpus
    response: Corpus
    partner: Integers
    same_words: bool = True  # else the texts are aligned first
    texts: ModelTexts | None = None  # of a response whose text may differ from the key's


def check_strict(notices: Iterable[Notice], strict: bool) -> None:
    """Under --strict, raise the first warning as an error."""
    for notice in notices if strict else ():
        raise StrictError(notice.code, str(notice), hint="a warning is an error under --strict")


def take_layer(corpus: Corpus, settings: Settings, notices: Notices, key: Corpus | None) -> Corpus:
    """Take an annotation as the corpus to be scored, keeping what the reader noted about its files."""
    if settings.layer not in corpus.annotations:
        fact = f"it has no annotation of {settings.layer} to score"
        raise FormatError("missing-layer", fact, corpus.source, hint="CONLL-UA has it in the column DISCOURSE_DEIXIS")
    inherited = ("inexact_text", "empty_nodes", "own_ids", "notices", "files")
    return replace(corpus.annotation(settings.layer), **{name: getattr(corpus, name) for name in inherited})


def set_language(corpus: Corpus, settings: Settings, notices: Notices, key: Corpus | None) -> Corpus:
    """Set the language for guessing mention types from words; the key's words determine it for both sides."""
    if key is not None:
        return corpus if key.language is None else replace(corpus, language=key.language)
    if settings.guess_types == "none" or (settings.guess_types == "auto" and not any(corpus.texts)):
        return corpus
    from corefscope.types.words import WordLanguage

    return replace(corpus, language=WordLanguage(settings.guess_types, corpus.texts))


def check_units(sides: Sides, run: Run, notices: Notices) -> None:
    """Refuse sides that cannot be compared, and warn if only the key is restricted to a list of sentences."""
    key, response = sides.key, sides.response
    if key.notices and run.settings.sentences is None:
        codes, others = ({notice.code for notice in side.notices} for side in (key, response))
        if "sentence-not-selected" in codes - others:
            text = "its mentions outside the listed sentences count, but not the key's; --sentences FILE cuts both"
            notices.add("sentences-of-key-only", text, response.source)
    if key.unit != response.unit:
        fact = f"the key counts {key.unit}, the response {response.unit}"
        hint = "use --align characters if both texts are known"
        raise PairingError("different-units", fact, response.source, hint=hint)


def drop_unmatched(alignment: Alignment, *others: Any) -> Alignment:
    """Keep only the mentions that both sides have."""
    return alignment.shared()


class Step(NamedTuple):
    """A function that runs if one of its settings is not at its default; without settings it always runs.

    `module:function` is imported when it runs.
    """

    code: Callable[..., Any] | str
    settings: tuple[str, ...] = ()


# Of one side alone: functions of the corpus, the settings, a collector of warnings, and the key if it is a response.
SIDE_STEPS = (
    Step("corefscope.alignment.documents:rename", ("names_strip", "pair_by")),
    Step(take_layer, ("layer",)),
    Step(set_language),
    Step("corefscope.types.mention_types:add_types_of_file", ("types",)),
    Step(resolve_repeats),
    Step("corefscope.alignment.cleanup:drop_zeros", ("zeros",)),
    Step("corefscope.conventions.selection:select_key", ("drop", "sentences")),
)
# Of both sides, once their documents are paired: functions of the sides, the run and a collector of warnings.
PAIR_STEPS = (
    Step("corefscope.conventions.selection:select_response", ("drop", "sentences")),
    Step("corefscope.scoring.model_output:to_characters", ("align",)),
    Step("corefscope.long_texts:cut", ("window",)),
)
# Of matched mentions: functions of the alignment, both corpora, the pairing of documents, and what metrics need.
ALIGNMENT_STEPS = (
    Step("corefscope.types.mention_types:add_types_of_rows", (MENTION_TYPES,)),
    Step("corefscope.types.mention_types:check_entity_types", (ENTITY_TYPES,)),
    Step(drop_unmatched, ("mentions",)),
)
# Variants: functions from a metric and the evidence to a Tally, or to None if the metric counts as usual.
VARIANTS = (
    Step("corefscope.anaphora.split:count", ("split",)),
    Step("corefscope.conventions.variants:count", ("singletons",)),
)


def steps_of(steps: tuple[Step, ...], changed: Set[str]) -> Iterator[Callable[..., Any]]:
    """Return the functions of the steps that run if these settings are not at their defaults, in order."""
    for step in steps:
        if not step.settings or not changed.isdisjoint(step.settings):
            yield load(step.code) if isinstance(step.code, str) else step.code
