"""A key and one response on their way to a Table: prepared alone, then paired, then aligned mention by mention."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from corefscope.alignment.cleanup import merge_entities, without_singletons
from corefscope.alignment.documents import pair as pair_documents
from corefscope.alignment.mentions import Alignment, CountingRules, match
from corefscope.alignment.mentions import align as align_mentions
from corefscope.alignment.mentions.shifts import notice_nothing_left, notice_poor_matching
from corefscope.metrics.base import ENTITY_TYPES, MENTION_TYPES, RELATIONS
from corefscope.metrics.evidence import Evidence, Whole
from corefscope.model import INFORMATIVE, SPLIT_ANTECEDENT, Corpus, Integers
from corefscope.problems import Notices, PairingError, SettingsError
from corefscope.scoring.steps import PAIR_STEPS, SIDE_STEPS, Run, same_words, steps_of
from corefscope.settings import DOCUMENT, Settings
from corefscope.table import Table

if TYPE_CHECKING:
    from corefscope.anaphora.sets import PluralEntity
    from corefscope.long_texts import Windows
    from corefscope.scoring.model_output import ModelTexts


class Units(NamedTuple):
    """What is scored as one, a document unless `scope` says otherwise: the names, and the unit of each key document."""

    names: tuple[str, ...]
    of_document: Integers


@dataclass(frozen=True)
class Gold:
    """The prepared key and what is known of it: the same for all responses."""

    corpus: Corpus
    cut: Corpus  # with windows for documents, where it is cut into windows
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
    texts: ModelTexts | None = None  # of a response whose text may differ from the key's

    @property
    def units(self) -> tuple[Integers, Integers]:
        """Return the unit of each document of the key and of the response, -1 where the key lacks it."""
        of_key = self.gold.units.of_document
        return of_key, np.append(of_key, -1)[self.partner]


def prepare(corpus: Corpus, run: Run, notices: Notices, key: Corpus | None = None) -> Corpus:
    """Apply the settings that concern one side alone; a response is prepared after its key."""
    if corpus.notices:
        notices.extend(corpus.notices)
    for step in steps_of(SIDE_STEPS, run.changed):
        corpus = step(corpus, run.settings, notices, key)
    return corpus


def pair(gold: Gold, response: Corpus, run: Run, notices: Notices) -> Sides:
    """Find the documents that belong together, and apply the settings that concern both sides."""
    key, settings = gold.corpus, run.settings
    if settings.split == "drop" and (key.relations or response.relations):
        _check_sets_count(key, response, run)
    is_exact = same_words(key, response, settings)
    partner = pair_documents(key, response, notices, check_words=is_exact)
    sides = Sides(gold, key, response, partner)
    for step in steps_of(PAIR_STEPS, run.changed if is_exact else run.changed | {"align"}):
        sides = step(sides, run, notices)
    key, response = sides.key, sides.response
    if key.notices and settings.sentences is None:
        codes, others = ({notice.code for notice in side.notices} for side in (key, response))
        if "sentence-not-selected" in codes - others:
            text = "its mentions outside the listed sentences count, the key's do not: --sentences FILE cuts both"
            notices.add("sentences-of-key-only", text, response.source)
    if key.unit != response.unit:
        fact = f"the key counts {key.unit}, the response {response.unit}"
        hint = "--align characters brings them together where both texts are known"
        raise PairingError("different-units", fact, response.source, hint=hint)
    return sides


def _check_sets_count(key: Corpus, response: Corpus, run: Run) -> None:
    """Refuse to score sets of split antecedents where they are left out."""
    if any(metric.family.name == "split" for metric in run.metrics):
        for side in (key, response):
            if any(relation.kind == SPLIT_ANTECEDENT for _, relation in side.relations):
                fact = "the metric split scores sets of split antecedents, which are left out"
                raise SettingsError("sets-left-out", fact, side.source, hint="use --split keep")


def align(sides: Sides, run: Run, notices: Notices) -> tuple[Evidence, NDArray[np.bool_]]:
    """Match the mentions of both sides and count them in a Table; also return the units that have none.

    A unit in which a mention still occurs twice has no Table, and is counted separately.
    """
    settings, windows = run.settings, sides.gold.windows
    cut = sides if windows is None else windows.cut(sides)
    of_key, of_response = cut.units
    whole = Whole(cut.key, cut.response.keep(of_response[cut.response.document] >= 0), of_key)
    key, key_sets = in_scope(whole.key, of_key, settings)
    response, response_sets = in_scope(whole.response, of_response, settings)
    repeating = _repeating_units(cut)
    one = key.keep(~repeating[of_key[key.document]])
    two = response.keep(~repeating[of_response[response.document]])
    counted = replace(cut, key=one, response=two)
    alignment = _matched(counted, run, notices)
    if key_sets or response_sets:
        if repeating.any():
            fact = f"--repeated {settings.repeated} has no sets of split antecedents where a mention is in two entities"
            raise SettingsError("repeated-mention-unscored", fact, hint="use --repeated first, or --split drop")
        from corefscope.anaphora.sets import with_sets

        alignment = with_sets(alignment, (one, two), cut.partner, (key_sets, response_sets), run, notices)
    if one.mention_count and two.mention_count:
        shared = one.mention_count + two.mention_count - len(alignment.unit)
        notice_poor_matching(one, two, cut.partner, shared, notices)
    elif not repeating.any():
        notice_nothing_left(sides.key.mention_count, one.mention_count, "key", sides.key.source, notices)
        notice_nothing_left(whole.response.mention_count, two.mention_count, "response", two.source, notices)
    if run.needs:
        alignment = _with_needs(alignment, counted, run)
    if settings.mentions == "shared":
        alignment = alignment.shared()
    beside = whole.key.relations or whole.key.annotations or whole.response.relations or whole.response.annotations
    evidence = Evidence(
        key,
        response,
        cut.partner,
        one,
        two,
        alignment,
        Table.from_alignment(alignment),
        match=settings.match,
        zeros=settings.zeros,
        only_shared=settings.mentions == "shared",
        notices=notices,
        whole=whole if RELATIONS in run.needs or (beside and windows is None) else None,
        lengths=sides.gold.corpus.tokens if windows is None else None,  # windows have other lengths
    )
    return evidence, repeating


def _repeating_units(sides: Sides) -> NDArray[np.bool_]:
    """Mark the units in which a mention still occurs twice on either side."""
    repeating = np.zeros(len(sides.gold.units.names), bool)
    for corpus, unit in zip((sides.key, sides.response), sides.units, strict=True):
        if corpus.has_repeats is not None:
            repeating[unit[corpus.has_repeats & (unit >= 0)]] = True
    return repeating


def _matched(sides: Sides, run: Run, notices: Notices) -> Alignment:
    """Return which mentions of the two sides are the same."""
    settings, (of_key, of_response) = run.settings, sides.units
    key, response = sides.key, sides.response
    # The pairs have no name here: their memory is needed for the rows.
    alignment = align_mentions(
        key,
        response,
        match(key, response, sides.partner, settings.match, settings.zeros, notices),
        of_key[key.entity_document],
        of_response[response.entity_document],
    )
    rules = CountingRules(settings.singletons, settings.boundary)
    return replace(alignment, units=len(sides.gold.units.names), rules=rules)


def _with_needs(alignment: Alignment, sides: Sides, run: Run) -> Alignment:
    """Return the alignment with the types that metrics need."""
    if MENTION_TYPES in run.needs:
        alignment = _with_types(alignment, sides, run.needs[MENTION_TYPES])
    if ENTITY_TYPES in run.needs:
        from corefscope.types.mention_types import require_entity_types

        require_entity_types((sides.key, sides.response), run.needs[ENTITY_TYPES])
    return alignment


def _with_types(alignment: Alignment, sides: Sides, metric: str) -> Alignment:
    """Return the alignment with mention types: the key's for matched mentions; an error where one is unknown."""
    from corefscope.types.heads import key_texts
    from corefscope.types.mention_types import missing_types, with_types

    in_key = alignment.key_row >= 0
    key, _ = with_types(sides.key)
    other_text = key_texts(sides.key, sides.response, sides.partner)
    response, _ = with_types(sides.response, other_text=other_text)
    # Of the response only unmatched mentions need a type of their own.
    unmatched = np.isin(np.arange(response.mention_count), alignment.response_row[in_key], invert=True)
    for corpus in (key, response.keep(unmatched)):
        problem = missing_types(corpus, metric, INFORMATIVE)
        if problem is not None:
            raise problem
    of_key, of_response = (np.append(np.asarray(side.type), 0) for side in (key, response))
    types = np.where(in_key, of_key[alignment.key_row], of_response[alignment.response_row])
    return replace(alignment, type=types.astype(np.int8))


def in_scope(corpus: Corpus, unit_of_document: Integers, settings: Settings) -> tuple[Corpus, Sequence[PluralEntity]]:
    """Join entities across the documents of a unit, then drop singletons if they do not count; also give the sets."""
    if settings.scope != DOCUMENT:
        corpus = merge_entities(corpus, unit_of_document)
    drops_singletons = settings.singletons == "drop"
    if settings.split == "keep":
        from corefscope.anaphora.sets import merge_split_sets

        return merge_split_sets(corpus, unit_of_document, settings.zeros == "drop", drops_singletons)
    return without_singletons(corpus) if drops_singletons else corpus, ()
