"""Which documents and mentions of both sides are the same, under the settings of a run: the evidence of a score."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from corefscope.alignment.cleanup import PreparedCorpus, merge_entities, without_singletons
from corefscope.alignment.documents import pair
from corefscope.alignment.mentions import Alignment, CountingRules, align, match
from corefscope.alignment.mentions.shifts import notice_nothing_left, notice_poor_matching
from corefscope.metrics import Metric
from corefscope.metrics.base import CORPORA, ENTITY_TYPES, MENTION_TYPES, RELATIONS
from corefscope.metrics.evidence import Evidence, Whole
from corefscope.model import INFORMATIVE, SPLIT_ANTECEDENT, Corpus, Integers, with_same_labels
from corefscope.problems import Notices, PairingError, SettingsError
from corefscope.scoring.units import Units
from corefscope.settings import MATCHINGS, Settings
from corefscope.table import Table

if TYPE_CHECKING:
    from corefscope.alignment.windows import Windows
    from corefscope.anaphora.sets import PluralEntity
    from corefscope.scoring.model_output import ModelTexts


class Common(NamedTuple):
    """What is the same for all responses."""

    key: PreparedCorpus
    units: Units
    settings: Settings
    metrics: tuple[Metric, ...]
    strict: bool
    per_document: bool
    key_is_object: bool  # of another library, with its text
    windows: Windows | None  # that the documents of both sides are cut into


def check_split(settings: Settings, wanted: Iterable[Metric]) -> None:
    """Refuse settings under which no rule says what stands beside the entities counts."""
    beside = ["--split keep"] * (settings.split == "keep")
    beside += [metric.name for metric in wanted if RELATIONS in metric.needs]
    if settings.window is not None and beside:
        fact = f"windows cut entities only, not what {beside[0]} scores"
        raise SettingsError("conflicting-options", fact, hint="score whole documents")
    for name in ("drop", "sentences") if beside else ():
        if getattr(settings, name) != getattr(Settings(), name):
            fact = f"--{name} chooses among mentions, not among what {beside[0]} scores"
            raise SettingsError("conflicting-options", fact, hint="give one of them")
    for name, values in (("singletons", ("e2e", "stanza")), ("mentions", ("shared",))):
        value = getattr(settings, name)
        if settings.split == "keep" and value in values:
            fact = f"--{name} {value} does not say what sets of split antecedents count"
            raise SettingsError("conflicting-options", fact, hint=f"use --split drop, or another value of --{name}")


def selects(settings: Settings) -> bool:
    """Whether only some mentions are scored."""
    return settings.drop != "none" or settings.sentences is not None


def windows_of(key: Corpus, settings: Settings) -> Windows | None:
    """The windows that the setting asks for; refuse settings that windows cannot be combined with."""
    if settings.window is None:
        return None
    for name, usual in (("scope", "document"), ("align", "none"), ("split", "drop")):
        if getattr(settings, name) != usual:
            fact = f"--window and --{name} {getattr(settings, name)} cannot be combined"
            raise SettingsError("conflicting-options", fact, hint="give one of them")
    from corefscope.alignment.windows import Windows

    return Windows.of(key, settings.window)


def scoped(corpus: Corpus, unit_of_document: Integers, settings: Settings) -> tuple[Corpus, list[PluralEntity]]:
    """Entities joined across the documents of a unit, then singletons dropped if they are to be; also the sets."""
    if settings.scope != "document":
        corpus = merge_entities(corpus, unit_of_document)
    drop = settings.singletons == "drop"
    if settings.split == "keep":
        from corefscope.anaphora.sets import with_plurals

        return with_plurals(corpus, unit_of_document, settings.zeros == "drop", drop)
    return without_singletons(corpus) if drop else corpus, []


def matched(
    common: Common, response: PreparedCorpus, notices: Notices
) -> tuple[Evidence, NDArray[np.bool_], ModelTexts | None]:
    """Pair documents, align texts where needed, and match mentions.

    Also return the units in which a mention still occurs twice: they have no Table, and are scored separately; and the
    alignment of the texts for a response whose text may differ.
    """
    key, settings = common.key, common.settings
    if settings.split == "drop" and any(metric.family.name == "split" for metric in common.metrics):
        for side in (key, response):
            if any(relation.kind == SPLIT_ANTECEDENT for _, relation in side.corpus.relations):
                fact = "the metric split scores sets of split antecedents, which are left out"
                raise SettingsError("sets-left-out", fact, side.corpus.source, hint="use --split keep")
    exactly = settings.align == "none" and not (key.corpus.inexact_text or response.corpus.inexact_text)
    partner = pair(key.corpus, response.corpus, notices, check_words=exactly)
    if settings.sentences is not None and not exactly:
        fact = "--sentences: the response has other words than the key, whose sentences count"
        raise PairingError("different-units", fact, response.corpus.source, hint="score it without --sentences")

    def select(side: PreparedCorpus) -> PreparedCorpus:
        if not selects(settings):
            return side
        from corefscope.alignment.selection import selected
        from corefscope.types.heads import key_texts

        return selected(side, key.corpus, partner, settings, notices, key_texts(key.corpus, side.corpus, partner))

    response = select(response)
    cut = [any(notice.code == "sentence-not-selected" for notice in side.corpus.notices) for side in (key, response)]
    if cut == [True, False] and settings.sentences is None:
        text = "its mentions outside the listed sentences count, those of the key do not: --sentences FILE cuts both"
        notices.add("sentences-of-key-only", text, response.corpus.source)
    key_corpus, response_corpus = with_same_labels(key.corpus, response.corpus)
    texts = None
    if not exactly:
        if common.windows is not None:
            fact = "--window: the response has other words than the key, and windows are counted in the key's tokens"
            raise PairingError("different-units", fact, response.corpus.source, hint="score it without windows")
        from corefscope.alignment.texts import align_texts, in_characters

        syntax = MATCHINGS[settings.match].syntax or any(
            metric.values or metric.needs & {MENTION_TYPES, CORPORA} for metric in common.metrics
        )
        aligned = align_texts(key_corpus, response_corpus, partner, notices)
        sides = in_characters(key_corpus, response_corpus, aligned, notices, syntax)
        key_corpus, response_corpus = sides.key, sides.response
        if response.corpus.inexact_text:
            from corefscope.scoring.model_output import ModelTexts

            texts = ModelTexts(aligned, sides, syntax, response, select)
    elif key_corpus.unit != response_corpus.unit:
        raise PairingError(
            "different-units",
            f"the key counts {key_corpus.unit}, the response {response_corpus.unit}",
            response_corpus.sources[0],
            hint="--align characters brings them together where both texts are known",
        )
    evidence, repeating = evidence_of(common, key_corpus, response_corpus, partner, response.repeating, notices)
    return evidence, repeating, texts


def evidence_of(
    common: Common,
    key_corpus: Corpus,
    response_corpus: Corpus,
    partner: Integers,
    repeating_documents: NDArray[np.bool_],
    notices: Notices,
) -> tuple[Evidence, NDArray[np.bool_]]:
    """Match the mentions of paired documents."""
    key, key_units, settings = common.key, common.units, common.settings
    repeating_key, repeating_response = key.repeating, repeating_documents
    if common.windows is not None:
        paired = np.where(partner >= 0, common.windows.count[partner], 1)
        repeating_key = np.repeat(repeating_key, common.windows.count)
        repeating_response = np.repeat(repeating_response, paired)
        key_corpus, response_corpus, partner = common.windows.cut(key_corpus, response_corpus, partner)
    unit = np.append(key_units.of_document, -1)[partner]
    repeating = np.zeros(len(key_units.names), bool)
    repeating[key_units.of_document[repeating_key]] = True
    repeating[unit[repeating_response & (unit >= 0)]] = True
    whole = key_corpus
    key_corpus, key_plurals = scoped(key_corpus, key_units.of_document, settings)
    in_key = response_corpus.keep(unit[response_corpus.document] >= 0)
    scored, plurals = scoped(in_key, unit, settings)
    if repeating.any() and (key_plurals or plurals):
        raise SettingsError(
            "repeated-mention-unscored",
            f"--repeated {settings.repeated} has no sets of split antecedents where a mention is in two entities",
            hint="use --repeated first, or --split drop",
        )
    one = key_corpus.keep(~repeating[key_units.of_document[key_corpus.document]])
    two = scored.keep(~repeating[unit[scored.document]])
    entity_units = key_units.of_document[one.entity_document], unit[two.entity_document]
    # The pairs are not kept here: their memory is wanted for the rows.
    alignment = align(one, two, match(one, two, partner, settings.match, settings.zeros, notices), *entity_units)
    conventions = CountingRules(settings.singletons, settings.boundary)
    alignment = replace(alignment, units=len(key_units.names), rules=conventions)
    if key_plurals or plurals:
        from corefscope.anaphora.places import Twins
        from corefscope.anaphora.sets import sets_of

        places = tuple(place for each in key_plurals for atom in each.atoms for place in atom)
        twins = Twins(one, two, partner, alignment, settings.match, settings.zeros, places)
        alignment = replace(alignment, sets=sets_of(key_plurals, plurals, twins))
        _notice_unscored_sets(common.metrics, notices)
    if one.mention_count and two.mention_count:
        shared = one.mention_count + two.mention_count - len(alignment.unit)
        notice_poor_matching(one, two, partner, shared, notices)
    elif not repeating.any():
        for side, before, after in (("key", key.corpus, one), ("response", in_key, two)):
            notice_nothing_left(before.mention_count, after.mention_count, side, before.source, notices)
    typed = next((metric.name for metric in common.metrics if MENTION_TYPES in metric.needs), None)
    if typed is not None:
        alignment = _typed(alignment, one, two, partner, typed)
    typed = next((metric.name for metric in common.metrics if ENTITY_TYPES in metric.needs), None)
    if typed is not None:
        from corefscope.types.mention_types import require_entity_types

        require_entity_types((one, two), typed)
    only_shared = settings.mentions == "shared"
    if only_shared:
        alignment = alignment.shared()
    table = Table.from_alignment(alignment)
    how = (settings.match, settings.zeros)
    evidence = Evidence(key_corpus, scored, partner, one, two, alignment, table, *how, only_shared, notices)
    if common.windows is None:  # windows are not the documents whose lengths these are
        evidence = replace(evidence, lengths=key.corpus.tokens)
    beside = settings.window is None and any(side.relations or side.annotations for side in (whole, in_key))
    if beside or any(RELATIONS in metric.needs for metric in common.metrics):
        evidence = replace(evidence, whole=Whole(whole, in_key, key_units.of_document))
    return evidence, repeating


def _notice_unscored_sets(wanted: Iterable[Metric], notices: Notices) -> None:
    """Name the metrics that are counted without sets."""
    from corefscope.anaphora.split import OF_MENTIONS, scores_sets

    parts = [part for metric in wanted for part in metric.parts]
    parts = [part for part in parts if not (scores_sets(part) or part.family.name in OF_MENTIONS)]
    if parts:
        names = ", ".join(dict.fromkeys(part.name for part in parts))
        text = f"{names}: not defined with sets of split antecedents; mentions alone are counted"
        notices.add("metric-without-sets", text, count=len(parts))


def _typed(alignment: Alignment, key: Corpus, response: Corpus, partner: Integers, metric: str) -> Alignment:
    """The alignment with mention types: the key's for matched mentions; an error where one is unknown."""
    from corefscope.types.heads import key_texts
    from corefscope.types.mention_types import missing_types, with_types

    kinds = []
    for corpus, rows in ((key, alignment.key_row), (response, alignment.response_row)):
        typed, _ = with_types(corpus, other_text=None if corpus is key else key_texts(key, response, partner))
        # Of the response only unmatched mentions need a type of their own.
        alone = np.isin(np.arange(typed.mention_count), rows[alignment.key_row >= 0], invert=True)
        problem = missing_types(typed if corpus is key else typed.keep(alone), metric, INFORMATIVE)
        if problem is not None:
            raise problem
        found = np.zeros(corpus.mention_count, np.int8) if typed.type is None else typed.type
        kinds.append(np.append(found, np.int8(0))[rows])
    return replace(alignment, type=np.where(alignment.key_row >= 0, *kinds).astype(np.int8))
