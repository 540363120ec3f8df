"""One call of `score`: its settings and metrics, and the optional steps in the order in which they run.

The order is part of what the settings mean. What a step needs is imported when it runs, so a plain score loads none
of it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Set
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from corefscope.alignment.cleanup import resolve_repeats
from corefscope.alignment.mentions import Alignment
from corefscope.basics.arguments import flag
from corefscope.basics.options import load
from corefscope.metrics import AnyMetrics, Metric, metrics_of
from corefscope.metrics.base import ENTITY_TYPES, MENTION_TYPES, RELATIONS
from corefscope.model import Corpus, Integers
from corefscope.problems import FormatError, Notice, Notices, StrictError
from corefscope.settings import DEFAULTS, Settings, check_conflicts

if TYPE_CHECKING:
    from corefscope.long_texts import Windows
    from corefscope.scoring.model_output import ModelTexts


@dataclass(frozen=True)
class Run:
    """What was asked for; `of` refuses what does not fit together."""

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
        if strict is not False or per_document is not False:  # a word such as "no" would be neither
            strict, per_document = flag(strict, "strict"), flag(per_document, "per_document")
        return Run(merged, parsed, needs, changed, strict, per_document)


class Units(NamedTuple):
    """What is scored as one, a document unless `scope` says otherwise: the names, and the unit of each key document."""

    names: tuple[str, ...]
    of_document: Integers


@dataclass(frozen=True)
class Gold:
    """The prepared key and what is known of it: the same for all responses."""

    corpus: Corpus
    cut: Corpus  # in windows, each a document; the same corpus without --window
    units: Units  # of the cut key
    windows: Windows | None
    notices: Notices


@dataclass(frozen=True)
class Sides:
    """Both corpora, and the key document of each response document (-1 without one)."""

    gold: Gold
    key: Corpus
    response: Corpus
    partner: Integers
    same_words: bool = True  # if not, their texts are aligned first
    texts: ModelTexts | None = None  # of a response whose text may differ from the key's


def check_strict(notices: Iterable[Notice], strict: bool) -> None:
    """Raise the first warning as an error, if warnings are errors."""
    for notice in notices if strict else ():
        raise StrictError(notice.code, str(notice), hint="a warning is an error under --strict")


def rename(corpus: Corpus, settings: Settings, notices: Notices, key: Corpus | None) -> Corpus:
    """Change the names by which documents pair."""
    from corefscope.alignment.documents import renamed

    return renamed(corpus, settings.names_strip, settings.pair_by)


def take_layer(corpus: Corpus, settings: Settings, notices: Notices, key: Corpus | None) -> Corpus:
    """Take an annotation as the corpus to be scored, keeping what the reader noted about its files."""
    if settings.layer not in corpus.annotations:
        fact = f"it has no annotation of {settings.layer}, which is to be scored"
        raise FormatError("missing-layer", fact, corpus.source, hint="CONLL-UA has it in the column DISCOURSE_DEIXIS")
    inherited = ("inexact_text", "empty_nodes", "own_ids", "notices", "files")
    return replace(corpus.annotation(settings.layer), **{name: getattr(corpus, name) for name in inherited})


def set_language(corpus: Corpus, settings: Settings, notices: Notices, key: Corpus | None) -> Corpus:
    """Set the language by which words give mention types; the key's words say it for both sides."""
    if key is not None:
        return corpus if key.language is None else replace(corpus, language=key.language)
    if settings.guess_types == "none" or (settings.guess_types == "auto" and not any(corpus.texts)):
        return corpus
    from corefscope.types.words import WordLanguage

    return replace(corpus, language=WordLanguage(settings.guess_types, corpus.texts))


def add_types(corpus: Corpus, settings: Settings, notices: Notices, key: Corpus | None) -> Corpus:
    """Give mentions the types of a file; raise if no row fits a mention."""
    from corefscope.types.file import TypesFile
    from corefscope.types.mention_types import with_types

    path = str(settings.types)
    types = TypesFile.read(path)
    _, types_met = types.match(corpus)
    if key is not None and not np.any(key.types_met) and not types_met.any():
        types.check_used([types_met], notices)
    return replace(with_types(corpus, path)[0], types_met=types_met)


def drop_zeros(corpus: Corpus, settings: Settings, notices: Notices, key: Corpus | None) -> Corpus:
    """Leave out empty nodes; with sets of split antecedents, this is done once the sets are made."""
    from corefscope.alignment.cleanup import without_zeros

    return without_zeros(corpus) if settings.zeros == "drop" and settings.split == "drop" else corpus


def select_key(corpus: Corpus, settings: Settings, notices: Notices, key: Corpus | None) -> Corpus:
    """Keep the mentions of the key that are scored; those of a response are selected once it is paired."""
    from corefscope.conventions.selection import select

    return select(corpus, corpus, np.arange(corpus.document_count), settings, notices) if key is None else corpus


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
    Step(rename, ("names_strip", "pair_by")),
    Step(take_layer, ("layer",)),
    Step(set_language),
    Step(add_types, ("types",)),
    Step(resolve_repeats),
    Step(drop_zeros, ("zeros",)),
    Step(select_key, ("drop", "sentences")),
)
# Of both sides, once their documents are paired: functions of the sides, the run and a collector of warnings.
PAIR_STEPS = (
    Step("corefscope.conventions.selection:select_response", ("drop", "sentences")),
    Step("corefscope.scoring.model_output:to_characters", ("align",)),
    Step("corefscope.long_texts:cut", ("window",)),
)
# Of matched mentions: functions of the alignment, both corpora, the pairing of documents, and what metrics need; types
# are looked at if a metric needs them.
ALIGNMENT_STEPS = (
    Step("corefscope.types.mention_types:add_types_of_rows", (MENTION_TYPES,)),
    Step("corefscope.types.mention_types:check_entity_types", (ENTITY_TYPES,)),
    Step(drop_unmatched, ("mentions",)),
)
# Other ways to count: functions of a metric and the evidence to a Tally, or to None for a metric that counts as usual.
VARIANTS = (
    Step("corefscope.anaphora.split:count", ("split",)),
    Step("corefscope.conventions.variants:count", ("singletons",)),
)


def steps_of(steps: tuple[Step, ...], changed: Set[str]) -> Iterator[Callable[..., Any]]:
    """Return the functions of the steps that run if these settings are not at their defaults, in order."""
    for step in steps:
        if not step.settings or not changed.isdisjoint(step.settings):
            yield load(step.code) if isinstance(step.code, str) else step.code
