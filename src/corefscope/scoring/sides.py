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
class Sides:
    """Both corpora, the key document of each response document (-1 without one), and the units of the key."""

    key: Corpus
    response: Corpus
    partner: Integers
    units: Units
    lengths: Integers  # tokens of the key's documents, whatever positions count later
    windows: Windows | None = None  # that the documents of both are to be cut into
    texts: ModelTexts | None = None  # of a response whose text may differ from the key's


def prepare(corpus: Corpus, settings: Settings, notices: Notices, key: Corpus | None = None) -> Corpus:
    """Apply the settings that concern one side alone; a response is given its prepared key."""
    if corpus.notices:
        notices.extend(corpus.notices)
    for step in steps_of(SIDE_STEPS, settings):
        corpus = step(corpus, settings, notices, key)
    return corpus


def pair(key: Corpus, response: Corpus, units: Units, windows: Windows | None, run: Run, notices: Notices) -> Sides:
    """Find the documents that belong together, and apply the settings that concern both sides."""
    settings = run.settings
    if settings.split == "drop" and (key.relations or response.relations):
        _check_sets_count(key, response, run)
    partner = pair_documents(key, response, notices, check_words=same_words(key, response, settings))
    sides = Sides(key, response, partner, units, key.tokens, windows)
    for step in steps_of(PAIR_STEPS, settings):
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
    settings, key_before = run.settings, sides.key
    if sides.windows is not None:
        sides = sides.windows.cut(sides)
    of_key, partner = sides.units.of_document, sides.partner
    of_response = np.append(of_key, -1)[partner]  # -1 where the key lacks the document
    repeating = np.zeros(len(sides.units.names), bool)
    for corpus, unit in ((sides.key, of_key), (sides.response, of_response)):
        if corpus.has_repeats is not None:
            units = unit[corpus.has_repeats]
            repeating[units[units >= 0]] = True
    whole = Whole(sides.key, sides.response.keep(of_response[sides.response.document] >= 0), of_key)
    key, key_plurals = in_scope(whole.key, of_key, settings)
    response, response_plurals = in_scope(whole.response, of_response, settings)
    if repeating.any() and (key_plurals or response_plurals):
        fact = f"--repeated {settings.repeated} has no sets of split antecedents where a mention is in two entities"
        raise SettingsError("repeated-mention-unscored", fact, hint="use --repeated first, or --split drop")
    one = key.keep(~repeating[of_key[key.document]])
    two = response.keep(~repeating[of_response[response.document]])
    # The pairs are not kept here: their memory is needed for the rows.
    pairs = match(one, two, partner, settings.match, settings.zeros, notices)
    alignment = align_mentions(one, two, pairs, of_key[one.entity_document], of_response[two.entity_document])
    del pairs
    rules = CountingRules(settings.singletons, settings.boundary)
    alignment = replace(alignment, units=len(sides.units.names), rules=rules)
    if key_plurals or response_plurals:
        from corefscope.anaphora.sets import with_sets

        alignment = with_sets(alignment, (one, two), partner, (key_plurals, response_plurals), run, notices)
    if one.mention_count and two.mention_count:
        shared = one.mention_count + two.mention_count - len(alignment.unit)
        notice_poor_matching(one, two, partner, shared, notices)
    elif not repeating.any():
        for side, before, after in (("key", key_before, one), ("response", whole.response, two)):
            notice_nothing_left(before.mention_count, after.mention_count, side, before.source, notices)
    if MENTION_TYPES in run.needs:
        alignment = _with_types(alignment, one, two, partner, run.needs[MENTION_TYPES])
    if ENTITY_TYPES in run.needs:
        from corefscope.types.mention_types import require_entity_types

        require_entity_types((one, two), run.needs[ENTITY_TYPES])
    if settings.mentions == "shared":
        alignment = alignment.shared()
    has_relations = bool(whole.key.relations or whole.key.annotations)
    has_relations |= bool(whole.response.relations or whole.response.annotations)
    keeps_whole = RELATIONS in run.needs or (has_relations and sides.windows is None)
    evidence = Evidence(
        key,
        response,
        partner,
        one,
        two,
        alignment,
        Table.from_alignment(alignment),
        settings.match,
        settings.zeros,
        settings.mentions == "shared",
        notices,
        whole if keeps_whole else None,
        sides.lengths if sides.windows is None else None,  # windows have other lengths
    )
    return evidence, repeating


def in_scope(corpus: Corpus, unit_of_document: Integers, settings: Settings) -> tuple[Corpus, Sequence[PluralEntity]]:
    """Join entities across the documents of a unit, then drop singletons if they do not count; also give the sets."""
    if settings.scope != DOCUMENT:
        corpus = merge_entities(corpus, unit_of_document)
    drops_singletons = settings.singletons == "drop"
    if settings.split == "keep":
        from corefscope.anaphora.sets import merge_split_sets

        return merge_split_sets(corpus, unit_of_document, settings.zeros == "drop", drops_singletons)
    return without_singletons(corpus) if drops_singletons else corpus, ()


def _with_types(alignment: Alignment, key: Corpus, response: Corpus, partner: Integers, metric: str) -> Alignment:
    """Return the alignment with mention types: the key's for matched mentions; an error where one is unknown."""
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
