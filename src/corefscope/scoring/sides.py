"""A key and one response on their way to a Table: prepared alone, then paired, then aligned mention by mention."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from corefscope.alignment.cleanup import merge_entities, without_singletons
from corefscope.alignment.documents import pair as pair_documents
from corefscope.alignment.mentions import Alignment, CountingRules, match
from corefscope.alignment.mentions import align as align_mentions
from corefscope.alignment.mentions.shifts import notice_nothing_left, notice_poor_matching
from corefscope.metrics.base import ENTITY_TYPES, MENTION_TYPES, RELATIONS
from corefscope.metrics.evidence import Evidence, Whole
from corefscope.model import INFORMATIVE, SPLIT_ANTECEDENT, Corpus, Integers, with_same_labels
from corefscope.problems import Notices, PairingError, SettingsError
from corefscope.scoring.run import Run
from corefscope.scoring.steps import PAIR_STEPS, SIDE_STEPS, load
from corefscope.scoring.units import Units
from corefscope.settings import Settings
from corefscope.table import Table

if TYPE_CHECKING:
    from corefscope.anaphora.sets import PluralEntity
    from corefscope.long_texts import Windows
    from corefscope.scoring.model_output import ModelTexts


@dataclass(frozen=True)
class Sides:
    """Both corpora, the key document of each response document (-1 without one), and the units of the key."""

    key: Corpus
    response: Corpus
    partner: Integers
    units: Units
    lengths: Integers  # tokens of the key's documents, whatever positions count later
    windows: Windows | None = None  # that the documents of both are to be cut into
    texts: ModelTexts | None = None  # of a response whose text may differ from the key's

    @property
    def response_unit(self) -> Integers:
        """The unit of each document of the response, -1 where the key lacks it."""
        return np.append(self.units.of_document, -1)[self.partner]

    def units_with_repeats(self) -> NDArray[np.bool_]:
        """The units in which a mention still occurs twice: they have no Table, and are counted separately."""
        repeating = np.zeros(len(self.units.names), bool)
        for corpus, unit in ((self.key, self.units.of_document), (self.response, self.response_unit)):
            if corpus.has_repeats is not None:
                units = unit[corpus.has_repeats]
                repeating[units[units >= 0]] = True
        return repeating


def prepare(corpus: Corpus, run: Run, notices: Notices, key: Corpus | None = None) -> Corpus:
    """Apply the settings that concern one side alone; a response is given its prepared key."""
    notices.extend(corpus.notices)
    for step in SIDE_STEPS:
        if step.applies(corpus, run.settings):
            corpus = load(step.place)(corpus, run.settings, notices, key)
    return corpus


def pair(key: Corpus, response: Corpus, units: Units, windows: Windows | None, run: Run, notices: Notices) -> Sides:
    """Find the documents that belong together, and apply the settings that concern both sides."""
    if run.settings.split == "drop" and any(metric.family.name == "split" for metric in run.metrics):
        for side in (key, response):
            if any(relation.kind == SPLIT_ANTECEDENT for _, relation in side.relations):
                fact = "the metric split scores sets of split antecedents, which are left out"
                raise SettingsError("sets-left-out", fact, side.source, hint="use --split keep")
    partner = pair_documents(key, response, notices, check_words=same_words(key, response, run.settings))
    sides = Sides(key, response, partner, units, key.tokens, windows)
    for step in PAIR_STEPS:
        if step.applies(sides, run.settings):
            sides = load(step.place)(sides, run, notices)
    _notice_sentences(sides, run.settings, notices)
    key, response = with_same_labels(sides.key, sides.response)
    if key.unit != response.unit:
        fact = f"the key counts {key.unit}, the response {response.unit}"
        hint = "--align characters brings them together where both texts are known"
        raise PairingError("different-units", fact, response.source, hint=hint)
    return replace(sides, key=key, response=response)


def _notice_sentences(sides: Sides, settings: Settings, notices: Notices) -> None:
    """Warn if a list of sentences cut only the key."""
    cut = [any(each.code == "sentence-not-selected" for each in side.notices) for side in (sides.key, sides.response)]
    if cut == [True, False] and settings.sentences is None:
        text = "its mentions outside the listed sentences count, those of the key do not: --sentences FILE cuts both"
        notices.add("sentences-of-key-only", text, sides.response.source)


def same_words(key: Corpus, response: Corpus, settings: Settings) -> bool:
    """Whether both sides are to have the same words; else their texts are aligned."""
    return settings.align == "none" and not (key.inexact_text or response.inexact_text)


def align(sides: Sides, run: Run, notices: Notices) -> tuple[Evidence, NDArray[np.bool_]]:
    """Match the mentions of both sides and count them in a Table; also the units that have none."""
    settings, prepared = run.settings, sides
    if sides.windows is not None:
        sides = sides.windows.cut(sides)
    unit = sides.response_unit
    repeating = sides.units_with_repeats()
    key, response = sides.key, sides.response.keep(unit[sides.response.document] >= 0)
    whole = Whole(key, response, sides.units.of_document)
    key, key_plurals = in_scope(key, sides.units.of_document, settings)
    response, response_plurals = in_scope(response, unit, settings)
    if repeating.any() and (key_plurals or response_plurals):
        raise SettingsError(
            "repeated-mention-unscored",
            f"--repeated {settings.repeated} has no sets of split antecedents where a mention is in two entities",
            hint="use --repeated first, or --split drop",
        )
    one = key.keep(~repeating[sides.units.of_document[key.document]])
    two = response.keep(~repeating[unit[response.document]])
    entity_units = sides.units.of_document[one.entity_document], unit[two.entity_document]
    # The pairs are not kept here: their memory is needed for the rows.
    pairs = match(one, two, sides.partner, settings.match, settings.zeros, notices)
    alignment = align_mentions(one, two, pairs, *entity_units)
    del pairs
    rules = CountingRules(settings.singletons, settings.boundary)
    alignment = replace(alignment, units=len(sides.units.names), rules=rules)
    if key_plurals or response_plurals:
        from corefscope.anaphora.sets import with_sets

        alignment = with_sets(alignment, (one, two), sides.partner, (key_plurals, response_plurals), run, notices)
    if one.mention_count and two.mention_count:
        shared = one.mention_count + two.mention_count - len(alignment.unit)
        notice_poor_matching(one, two, sides.partner, shared, notices)
    elif not repeating.any():
        for side, before, after in (("key", prepared.key, one), ("response", whole.response, two)):
            notice_nothing_left(before.mention_count, after.mention_count, side, before.source, notices)
    if typed := run.needs(MENTION_TYPES):
        alignment = _with_types(alignment, one, two, sides.partner, typed)
    if typed := run.needs(ENTITY_TYPES):
        from corefscope.types.mention_types import require_entity_types

        require_entity_types((one, two), typed)
    if settings.mentions == "shared":
        alignment = alignment.shared()
    relations = sides.windows is None and any(side.relations or side.annotations for side in whole[:2])
    evidence = Evidence(
        key,
        response,
        sides.partner,
        one,
        two,
        alignment,
        Table.from_alignment(alignment),
        settings.match,
        settings.zeros,
        settings.mentions == "shared",
        notices,
        whole if relations or run.needs(RELATIONS) else None,
        sides.lengths if sides.windows is None else None,  # windows have other lengths
    )
    return evidence, repeating


def in_scope(corpus: Corpus, unit_of_document: Integers, settings: Settings) -> tuple[Corpus, Sequence[PluralEntity]]:
    """Join entities across the documents of a unit, then drop singletons if they do not count; also give the sets."""
    if settings.scope != "document":
        corpus = merge_entities(corpus, unit_of_document)
    drops_singletons = settings.singletons == "drop"
    if settings.split == "keep":
        from corefscope.anaphora.sets import merge_split_sets

        return merge_split_sets(corpus, unit_of_document, settings.zeros == "drop", drops_singletons)
    return without_singletons(corpus) if drops_singletons else corpus, ()


def _with_types(alignment: Alignment, key: Corpus, response: Corpus, partner: Integers, metric: str) -> Alignment:
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
        types = np.zeros(corpus.mention_count, np.int8) if typed.type is None else typed.type
        kinds.append(np.append(types, np.int8(0))[rows])
    return replace(alignment, type=np.where(alignment.key_row >= 0, *kinds).astype(np.int8))
