"""The one orchestrator: corpora → pairs → alignment → table → tallies → scores."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import zip_longest
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from corefscope.alignment.cleanup import KEPT, PreparedCorpus, merge_entities, without_singletons
from corefscope.alignment.documents import pair
from corefscope.alignment.mentions import Alignment, Conventions, align, match
from corefscope.alignment.mentions.shifts import notice_nothing_left, notice_poor_matching
from corefscope.alignment.mentions.twins import Twins
from corefscope.alignment.sets import PluralEntity, sets_of, with_plurals
from corefscope.arrays import rows_by_group
from corefscope.basics.arguments import flag, function
from corefscope.basics.background import map_in_processes, uses_processes
from corefscope.basics.checksums import check_read_once, is_read_once
from corefscope.basics.escaping import shown
from corefscope.metrics import DEFAULT, AnyMetrics, Metric, Score, metrics_of
from corefscope.metrics.base import ENTITY_TYPES, MENTION_TYPES, RELATIONS, Tally
from corefscope.metrics.evidence import Evidence, HasMentions, Whole
from corefscope.model import INFORMATIVE, SPLIT_ANTECEDENT, Corpus, Integers, with_same_labels
from corefscope.problems import Notice, Notices, PairingError, SettingsError, StrictError
from corefscope.scoring.inputs import (
    Begun,
    Input,
    Interner,
    Progress,
    begun_reading,
    check_heads_only,
    is_library_object,
    names_of,
    notice_swapped,
    path_of,
    prepared,
    read,
    sides_of,
    understood,
)
from corefscope.scoring.model_output import ModelTexts
from corefscope.scoring.result import GUESSED, Breakdown, Result, Side, System, with_guessed_notice
from corefscope.scoring.totals import document_scores, scores_of, tallies_of
from corefscope.scoring.units import Units, groups_mentions, units
from corefscope.settings import MATCHINGS, Settings
from corefscope.table import Table

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from corefscope.alignment.windows import Windows
    from corefscope.basics.keywords import SettingsKeywords
    from corefscope.scoring.inputs import Given


def score(
    key: Input | None = None,
    *responses: Input,
    references: Input | None = None,
    predictions: Input | None = None,
    metrics: AnyMetrics = DEFAULT,
    names: Sequence[str] | None = None,
    preset: str | None = None,
    settings: Settings | None = None,
    strict: bool = False,
    per_document: bool = False,
    by: str | Mapping[str, str] | None = None,
    progress: Progress | None = None,
    jobs: int = 1,
    **options: Unpack[SettingsKeywords],
) -> Result:
    """Score one or more responses against a key.

    Each side is a path (file, folder, glob, `-`), a list of Documents, a list of records (dicts with a field of
    clusters, as JSON Lines hold them), a list of clusters, or a dict from document name to clusters. Lists of clusters
    that fit two readings need `mentions="ids"` or `mentions="spans"`. Other libraries take the prediction first:
    `references=` and `predictions=` are other names for key and response. `options` are fields of Settings, such as
    `singletons="drop"`.
    `by` also gives the scores of groups of documents: by `genre` or another column, `document`, `file`,
    a pattern on names, or a table or dict of document and group; or of mentions: by `type` or `entity-type`.
    With `jobs`, so many processes score several files at once; the numbers are the same, and the systems come
    without their evidence.

    >>> score([[1, 2], [3]], [[1, 2, 3]], metrics="muc").precision["muc"]
    0.5
    """
    key, responses = sides_of(key, responses, references, predictions)
    chosen = Settings.of(settings, preset, options)
    wanted = tuple(metrics_of(metrics, preset))
    _check_split(chosen, wanted)
    if chosen.order is not None:
        raise SettingsError(
            "needs-engine", "only engines know an order of rows", hint="--order goes with --engine duckdb or spark"
        )
    called = names_of(responses, names)
    fields = [chosen.key_clusters, *[chosen.response_clusters] * len(responses)]
    (given_key, *given), interner = understood([key, *responses], ["key", *called], fields, chosen.objects)
    check_heads_only([given_key, *given], chosen)
    note = function(progress, "progress")
    strict, per_document = flag(strict, "strict"), flag(per_document, "per_document")
    check_by(by)
    tasks = list(zip(given, called, strict=True))
    of_mentions = groups_mentions(by)
    paths = [path_of(side) for side in (key, *responses)]
    check_read_once(paths)
    files = all(path is not None and not is_read_once(path) for path in paths[1:])
    # Shares of mentions need the evidence, which stays in the process that made it.
    spread = uses_processes(jobs) and len(tasks) > 1 and files and not of_mentions
    begun = None if spread else begun_reading(given[0], chosen)
    key_notices = Notices()
    format = chosen.key_format or chosen.format
    # What was read is not kept here: its memory is wanted for what is made of it.
    key_side = prepared(
        _checked(read(given_key, "key", format, chosen.key_clusters, interner, note), chosen, key_notices),
        chosen,
        key_notices,
    )
    before = key_side.corpus.mention_count
    if _selects(chosen):
        from corefscope.alignment.selection import in_sentences, selected

        documents = np.arange(key_side.corpus.document_count)
        key_side = selected(in_sentences(key_side, key_side.corpus, documents, chosen, key_notices), chosen)
    if not key_side.corpus.mention_count:
        chosen_none = f"none of its {before:,} mentions is chosen by --entities, --drop or --sentences"
        key_notices.add("key-without-mentions", chosen_none if before else "it has no mentions", paths[0])
    notice_swapped(key, responses, called, key_notices)
    check_strict(key_notices, strict)
    if not key_side.corpus.document_count:
        raise PairingError("empty-key", "the key holds no document")
    if chosen.scope != "document" and chosen.repeated in KEPT:
        who = "the official scorer knows" if chosen.repeated == "official" else f"--repeated {chosen.repeated} has"
        raise SettingsError(
            "repeated-mention-unscored", f"{who} no scope but the document", hint="use --repeated first"
        )
    windows = _windows(key_side.corpus, chosen)
    key_corpus = key_side.corpus if windows is None else windows.cut_key(key_side.corpus)
    key_units = units(key_corpus, chosen.scope)
    of_mentions = of_mentions and not _is_of_documents(key_corpus, str(by))
    groups = None if by is None or of_mentions else _groups(key_corpus, key_units, by, key_notices, windows)
    check_strict(key_notices, strict)
    common = _Common(key_side, key_units, chosen, wanted, strict, per_document, is_library_object(given_key), windows)
    if spread:
        scored = map_in_processes(_response_only, common, tasks, jobs, lambda task: note(f"scored {task[1]}"))
    else:
        scored = []
        for task, following in zip_longest(tasks, given[1:]):
            waited_for, begun = begun, None if following is None else begun_reading(following, chosen)
            scored.append(_response(common, task, interner, note, waited_for))
    systems = [system for system, _ in scored]
    if chosen.types is not None:
        _check_types(key_side, [met for _, met in scored], chosen.types, key_notices)
        check_strict(key_notices, strict)
    if groups is not None:
        systems = [replace(system, by_group=groups.scores(system, wanted, chosen)) for system in systems]
    corpus, _ = scoped(key_corpus, key_units.of_document, chosen)
    breakdown = groups.breakdown if groups is not None else None
    counts = (key_side.corpus.document_count, corpus.entity_count, corpus.mention_count)
    about_key = Side("key", paths[0], corpus.files if paths[0] is not None else (), *counts, tuple(key_notices))
    language = key_corpus.language
    if language is not None and any(each.code == GUESSED for one in systems for each in one.warnings):
        chosen = replace(chosen, guess_types=language.code or chosen.guess_types)
    result = Result(chosen, wanted, about_key, key_units.names, tuple(systems), breakdown)
    if not of_mentions:
        return result
    from corefscope.analysis.attribution.by_mention import broken_down

    return broken_down(result, str(by))


def _checked(key: Corpus, settings: Settings, notices: Notices) -> Corpus:
    """The key, if it is the corpus that it is said to be."""
    if settings.corpus is None:
        return key
    from corefscope.scoring.corpus_check import check_corpus

    return check_corpus(key, settings.corpus, notices)


class _Common(NamedTuple):
    """What is the same for all responses."""

    key: PreparedCorpus
    units: Units
    settings: Settings
    metrics: tuple[Metric, ...]
    strict: bool
    per_document: bool
    key_is_object: bool  # of another library, with its text
    windows: Windows | None  # that the documents of both sides are cut into


def _response(
    common: _Common,
    task: tuple[Given, str],
    interner: Interner | None,
    note: Progress,
    begun: Begun | None = None,
) -> tuple[System, NDArray[np.bool_] | None]:
    """Read and score one response, which has a name, unless its reading has begun; also return which types it met."""
    response, name = task
    settings, path, notices, key = common.settings, path_of(response), Notices(), common.key.corpus
    guessed = 0 if key.language is None else key.language.guessed
    if begun is None:
        format, clusters = settings.response_format or settings.format, settings.response_clusters
        side = prepared(read(response, name, format, clusters, interner, note), settings, notices, key)
    else:
        side = prepared(begun.result(), settings, notices, key)
        note(path or name)
    if settings.types is not None and not _met(common.key) and not _met(side):
        _check_types(common.key, [side.types_met], settings.types, notices)
    evidence, repeating, texts = _matched(common, side, notices)
    if common.key_is_object and is_library_object(response):
        _check_same_text(notices)
    check_strict(notices, common.strict)
    if not any(MENTION_TYPES in metric.needs for metric in common.metrics) and key.language is not None:
        guessed = key.language.guessed  # those so far are in no number
    tallies, units = _tallies(common, evidence, repeating), evidence.alignment.units
    scores = scores_of(tallies, common.metrics, settings.average, units)
    found = 0 if key.language is None else key.language.guessed - guessed

    def rescored(*sides: Any) -> Mapping[str, Score]:
        evidence, repeating = _evidence(common, *sides)
        return scores_of(_tallies(common, evidence, repeating), common.metrics, settings.average, units)

    system = System(
        name=name,
        path=path,
        files=evidence.response.files if path is not None else (),
        documents=_paired(evidence.partner, common.windows),
        entities=evidence.response.entity_count,
        mentions=evidence.response.mention_count,
        warnings=tuple(notices),
        scores=scores,
        tallies=tallies,
        output=None if texts is None else texts.measured(key, settings, scores, rescored, notices),
        per_document=document_scores(tallies, common.metrics, units) if common.per_document else (),
        kept=evidence,
    )
    if found and key.language is not None and key.language.code is not None:
        system = replace(system, warnings=with_guessed_notice(system.warnings, key.language.code, found))
    check_strict(system.warnings, common.strict)
    note(f"scored {name}")
    return system, side.types_met


def _paired(partner: Integers, windows: Windows | None) -> int:
    """How many documents of the key a response has."""
    return int((partner >= 0).sum() if windows is None else np.isin(windows.first, partner).sum())


def _tallies(common: _Common, evidence: Evidence, repeating: NDArray[np.bool_]) -> dict[str, Tally]:
    tallies = tallies_of(evidence, common.metrics)
    if not repeating.any():
        return tallies
    from corefscope.scoring.repeated_mentions import with_repeats

    return with_repeats(tallies, common.metrics, evidence, repeating, common.settings)


def _response_only(common: _Common, task: tuple[Given, str]) -> tuple[System, NDArray[np.bool_] | None]:
    """The same in another process, which sends back no evidence: that would take longer than scoring."""
    system, types_met = _response(common, task, None, lambda step: None)
    return replace(system, kept=None), types_met


def _check_same_text(notices: Notices) -> None:
    """Two objects of libraries that were made of different texts are a mistake; of files it is a warning."""
    for notice in notices:
        if notice.code in ("different-words", "different-text"):
            hint = "give key and response objects that were made of the same text"
            raise PairingError(notice.code, f"the texts differ: {notice.places[0]}", hint=hint)


def _met(side: PreparedCorpus) -> bool:
    return side.types_met is not None and bool(side.types_met.any())


def _check_types(
    key: PreparedCorpus, responses: Sequence[NDArray[np.bool_] | None], path: str, notices: Notices
) -> None:
    """Types that no side has a mention for are warnings; it is an error if none has any."""
    from corefscope.alignment.attributes.types_file import TypesFile

    met = np.logical_or.reduce([each for each in (key.types_met, *responses) if each is not None])
    TypesFile.read(path).check_used(met, [key.corpus], notices)


def check_by(by: Any) -> None:
    """Refuse groups that are neither named nor given as a dict of names."""
    pairs = by.items() if isinstance(by, Mapping) else ()
    if not (by is None or isinstance(by, str | Mapping)) or not all(isinstance(part, str) for p in pairs for part in p):
        raise SettingsError("wrong-type", f"by should be a string, or a dict from document to group, not {shown(by)}")


def scoped(corpus: Corpus, unit_of_document: Integers, settings: Settings) -> tuple[Corpus, list[PluralEntity]]:
    """Entities joined across the documents of a unit, then singletons dropped if they are to be; also the sets."""
    if settings.scope != "document":
        corpus = merge_entities(corpus, unit_of_document)
    drop = settings.singletons == "drop"
    if settings.split == "keep":
        return with_plurals(corpus, unit_of_document, settings.zeros == "drop", drop)
    return without_singletons(corpus) if drop else corpus, []


def _check_split(settings: Settings, wanted: Iterable[Metric]) -> None:
    """Refuse settings under which no rule says what stands beside the entities counts."""
    beside = ["--split keep"] * (settings.split == "keep")
    beside += [metric.name for metric in wanted if RELATIONS in metric.needs]
    if settings.window is not None and beside:
        fact = f"windows cut entities only, not what {beside[0]} scores"
        raise SettingsError("conflicting-options", fact, hint="score whole documents")
    for name in ("entities", "drop", "sentences") if beside else ():
        if getattr(settings, name) != getattr(Settings(), name):
            fact = f"--{name} chooses among mentions, not among what {beside[0]} scores"
            raise SettingsError("conflicting-options", fact, hint="give one of them")
    for name, values in (("singletons", ("e2e", "stanza")), ("mentions", ("shared",))):
        value = getattr(settings, name)
        if settings.split == "keep" and value in values:
            fact = f"--{name} {value} does not say what sets of split antecedents count"
            raise SettingsError("conflicting-options", fact, hint=f"use --split drop, or another value of --{name}")


def _notice_unscored_sets(wanted: Iterable[Metric], notices: Notices) -> None:
    """Name the metrics that are counted without sets."""
    parts = [part for metric in wanted for part in metric.parts if not (part.scores_sets or part.family.of_mentions)]
    if parts:
        names = ", ".join(dict.fromkeys(part.name for part in parts))
        text = f"{names}: not defined with sets of split antecedents; mentions alone are counted"
        notices.add("metric-without-sets", text, count=len(parts))


def check_strict(notices: Iterable[Notice], strict: bool) -> None:
    for notice in notices if strict else ():
        raise StrictError(notice.code, str(notice), hint="a warning is an error under --strict")


class _Groups(NamedTuple):
    """A breakdown and the group of each unit: the scores of a group are those of its units, summed like any others."""

    breakdown: Breakdown
    of_unit: Integers

    def scores(self, system: System, wanted: Sequence[Metric], settings: Settings) -> dict[str, dict[str, Score]]:
        found = {}
        groups = self.breakdown.groups
        for name, rows in zip(groups, rows_by_group(self.of_unit, len(groups)), strict=True):
            tallies = {metric: tally.of_units(rows) for metric, tally in system.tallies.items()}
            found[name] = scores_of(tallies, wanted, settings.average, len(rows))
        return found


def _groups(
    key: Corpus,
    key_units: Units,
    by: str | Mapping[str, str],
    notices: Notices,
    windows: Windows | None = None,
) -> _Groups:
    from corefscope.scoring.groups import Labelled, grouping, whole_units

    groups = grouping(Labelled.of(key, windows is not None), by, notices)
    of_unit = whole_units(groups, key_units.of_document, key_units.names)
    if windows is not None:  # a document counts once
        groups = replace(groups, of_document=groups.of_document[windows.first])
    return _Groups(Breakdown(groups.what, dict(zip(groups.names, groups.sizes(), strict=True)), groups.note), of_unit)


def _selects(settings: Settings) -> bool:
    """Whether only some mentions or entities are scored."""
    if settings.drop == "none" and settings.entities is None and settings.sentences is None:
        return False
    if settings.entities is not None and settings.scope != "document":
        fact = f"--entities and --scope {settings.scope} cannot be combined: entities are chosen in each document"
        raise SettingsError("conflicting-options", fact, hint="give one of them")
    return True


def _is_of_documents(key: Corpus, by: str) -> bool:
    from corefscope.scoring.groups import Labelled, is_of_documents

    return is_of_documents(Labelled.of(key), by)


def _windows(key: Corpus, settings: Settings) -> Windows | None:
    """The windows that the setting asks for; refuse settings that windows cannot be combined with."""
    if settings.window is None:
        return None
    for name, usual in (("scope", "document"), ("align", "none"), ("split", "drop")):
        if getattr(settings, name) != usual:
            fact = f"--window and --{name} {getattr(settings, name)} cannot be combined"
            raise SettingsError("conflicting-options", fact, hint="give one of them")
    from corefscope.alignment.windows import Windows

    return Windows.of(key, settings.window)


def grouped(result: Result, key: Corpus, by: str | Mapping[str, str]) -> Result:
    """The result with the scores of groups of its documents, for a result that was made without."""
    notices = Notices()
    notices.extend(result.key.warnings)
    groups = _groups(key, units(key, result.settings.scope), by, notices)
    systems = [
        replace(system, by_group=groups.scores(system, result.metrics, result.settings)) for system in result.systems
    ]
    about_key = replace(result.key, warnings=tuple(notices))
    return replace(result, key=about_key, systems=tuple(systems), by=groups.breakdown)


def _typed(alignment: Alignment, key: Corpus, response: Corpus, partner: Integers, metric: str) -> Alignment:
    """The alignment with mention types: the key's for matched mentions; an error where one is unknown."""
    from corefscope.alignment.attributes.heads import key_texts
    from corefscope.alignment.attributes.types import missing_types, with_types

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


def _matched(
    common: _Common, response: PreparedCorpus, notices: Notices
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
        if not _selects(settings):
            return side
        from corefscope.alignment.attributes.heads import key_texts
        from corefscope.alignment.selection import in_sentences, selected

        side = in_sentences(side, key.corpus, partner, settings, notices)
        return selected(side, settings, key_texts(key.corpus, side.corpus, partner))

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
            metric.values or MENTION_TYPES in metric.needs or metric.input is HasMentions for metric in common.metrics
        )
        aligned = align_texts(key_corpus, response_corpus, partner, notices)
        sides = in_characters(key_corpus, response_corpus, aligned, notices, syntax)
        key_corpus, response_corpus = sides.key, sides.response
        texts = ModelTexts(aligned, sides, syntax, response, select) if response.corpus.inexact_text else None
    elif key_corpus.unit != response_corpus.unit:
        raise PairingError(
            "different-units",
            f"the key counts {key_corpus.unit}, the response {response_corpus.unit}",
            response_corpus.sources[0],
            hint="--align characters brings them together where both texts are known",
        )
    evidence, repeating = _evidence(common, key_corpus, response_corpus, partner, response.repeating, notices)
    return evidence, repeating, texts


def _evidence(
    common: _Common,
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
    conventions = Conventions(settings.singletons, settings.boundary, settings.split)
    alignment = replace(alignment, units=len(key_units.names), conventions=conventions)
    if key_plurals or plurals:
        places = tuple(place for each in key_plurals for atom in each.atoms for place in atom)
        twins = Twins(one, two, partner, alignment, settings.match, settings.zeros, places)
        alignment = replace(alignment, sets=sets_of(key_plurals, plurals, twins))
        _notice_unscored_sets(common.metrics, notices)
    if one.mention_count and two.mention_count:
        shared = one.mention_count + two.mention_count - len(alignment.unit)
        notice_poor_matching(one, two, partner, shared, notices)
    elif not repeating.any():
        notice_nothing_left(key.corpus, one, "key", notices)
        notice_nothing_left(in_key, two, "response", notices)
    typed = next((metric.name for metric in common.metrics if MENTION_TYPES in metric.needs), None)
    if typed is not None:
        alignment = _typed(alignment, one, two, partner, typed)
    typed = next((metric.name for metric in common.metrics if ENTITY_TYPES in metric.needs), None)
    if typed is not None:
        from corefscope.alignment.attributes.types import require_entity_types

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
