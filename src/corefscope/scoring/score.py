"""Score responses against a key: read, pair, align, count."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from corefscope.basics.arguments import function
from corefscope.metrics import DEFAULT, AnyMetrics, Score
from corefscope.metrics.base import MENTION_TYPES, Tally
from corefscope.metrics.evidence import Evidence
from corefscope.model import Corpus
from corefscope.problems import Notices, PairingError
from corefscope.scoring.inputs import (
    Input,
    Inputs,
    Progress,
    is_library_object,
    key_and_responses,
    names_of,
    notice_swapped,
    parse_inputs,
    read,
)
from corefscope.scoring.result import GUESSED, Result, Side, System, with_guessed_notice
from corefscope.scoring.run import Run, check_by
from corefscope.scoring.sides import align, in_scope, pair, prepare
from corefscope.scoring.steps import load
from corefscope.scoring.totals import document_scores, scores_of, tallies_of
from corefscope.scoring.units import Units, groups_mentions, units
from corefscope.settings import Settings

if TYPE_CHECKING:
    from typing import Unpack

    from corefscope.basics.keywords import SettingsKeywords
    from corefscope.long_texts import Windows
    from corefscope.scoring.groups import UnitGroups

TypesMet = NDArray[np.bool_] | None  # which rows of the types file a side has a mention for


@dataclass(frozen=True)
class Gold:
    """The prepared key and what is known of it: the same for all responses."""

    corpus: Corpus
    units: Units
    windows: Windows | None
    is_library_object: bool
    notices: Notices

    @property
    def cut_corpus(self) -> Corpus:
        """The key with windows for documents, where it is cut into windows."""
        return self.corpus if self.windows is None else self.windows.cut_key(self.corpus)


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
    `references=` and `predictions=` are other names for key and response. `options` are fields of Settings, e.g.
    `singletons="drop"`.
    `by` also gives the scores of groups of documents: by `genre` or another column, `document`, `file`,
    a pattern on names, or a table or dict of document and group; or of mentions: by `type` or `entity-type`.
    With `jobs`, that many processes score several files at once; the numbers are the same, and the systems come
    without their evidence.

    >>> score([[1, 2], [3]], [[1, 2, 3]], metrics="muc").precision["muc"]
    0.5
    """
    key, responses = key_and_responses(key, responses, references, predictions)
    run = Run.of(metrics, preset, settings, options, strict, per_document)
    inputs = parse_inputs(key, responses, names_of(responses, names), run.settings)
    report = function(progress, "progress")
    check_by(by)
    gold = prepare_key(inputs, run, report)
    groups = None if by is None else _unit_groups(gold, by)
    run.check(gold.notices)
    # Groups of mentions need the evidence, which stays in the process that made it.
    scored = score_systems(inputs, run, gold, report, 1 if groups_mentions(by) else jobs)
    _check_types(gold, [types_met for _, types_met in scored], run)
    result = _result(inputs, run, gold, [system for system, _ in scored])
    if groups is not None:
        return groups.added_to(result)
    if by is not None:
        broken_down: Callable[[Result, object], Result] = load("analysis.groups:broken_down")
        return broken_down(result, by)  # `by` names groups of mentions
    return result


def _unit_groups(gold: Gold, by: str | Mapping[str, str]) -> UnitGroups | None:
    from corefscope.scoring.groups import unit_groups

    return unit_groups(gold.cut_corpus, gold.units, by, gold.notices, gold.windows)


def prepare_key(inputs: Inputs, run: Run, report: Progress) -> Gold:
    """Read and prepare the key; refuse one that nothing can be scored against."""
    settings, notices = run.settings, Notices()
    # What was read is not kept here: its memory is needed for what is made of it.
    corpus = prepare(read(inputs, 0, settings, report), run, notices)
    mentions = corpus.mention_count
    if settings.drop != "none" or settings.sentences is not None:
        documents = np.arange(corpus.document_count)
        corpus = load("conventions.selection:select")(corpus, corpus, documents, settings, notices)
    if not corpus.mention_count:
        none_left = f"none of its {mentions:,} mentions is chosen by --drop or --sentences"
        notices.add("key-without-mentions", none_left if mentions else "it has no mentions", inputs.paths[0])
    notice_swapped(inputs, notices)
    run.check(notices)
    if not corpus.document_count:
        raise PairingError("empty-key", "the key holds no document")
    windows: Windows | None = load("long_texts:windows_of")(corpus, settings.window) if settings.window else None
    cut = corpus if windows is None else windows.cut_key(corpus)
    return Gold(corpus, units(cut, settings.scope), windows, is_library_object(inputs.sides[0]), notices)


def score_systems(inputs: Inputs, run: Run, gold: Gold, report: Progress, jobs: int) -> list[tuple[System, TypesMet]]:
    """Score each response, files in several processes if asked for."""
    from corefscope.basics.processes import map_in_processes, uses_processes

    numbers = range(1, len(inputs.sides))
    if uses_processes(jobs) and len(numbers) > 1 and inputs.are_files:
        shared = (inputs, run, gold)
        return map_in_processes(
            _score_without_evidence, shared, numbers, jobs, lambda number: report(f"scored {inputs.names[number]}")
        )
    return [score_system(inputs, run, gold, number, report) for number in numbers]


def score_system(inputs: Inputs, run: Run, gold: Gold, number: int, report: Progress) -> tuple[System, TypesMet]:
    """Read and score one response; also give the types that it met."""
    settings, notices, name, path = run.settings, Notices(), inputs.names[number], inputs.paths[number]
    language = gold.corpus.language
    guessed = 0 if language is None else language.guessed
    response = prepare(read(inputs, number, settings, report), run, notices, gold.corpus)
    if settings.types is not None and not _met(gold.corpus) and not _met(response):
        _check_types(gold, [response.types_met], run)
    sides = pair(gold.corpus, response, gold.units, gold.windows, run, notices)
    evidence, repeating = align(sides, run, notices)
    if gold.is_library_object and is_library_object(inputs.sides[number]):
        _check_same_text(notices)
    run.check(notices)
    if not run.needs(MENTION_TYPES) and language is not None:
        guessed = language.guessed  # those so far are in no number
    tallies = _tallies(run, evidence, repeating)
    scores = scores_of(tallies, run.metrics, settings.average, evidence.alignment.units)
    used = 0 if language is None else language.guessed - guessed

    def rescore(key: Corpus, response: Corpus, notices: Notices) -> Mapping[str, Score]:
        again, repeating = align(replace(sides, key=key, response=response), run, notices)
        return scores_of(_tallies(run, again, repeating), run.metrics, settings.average, again.alignment.units)

    system = System(
        name=name,
        path=path,
        files=evidence.response.files if path is not None else (),
        documents=_paired_documents(evidence, gold.windows),
        entities=evidence.response.entity_count,
        mentions=evidence.response.mention_count,
        warnings=tuple(notices),
        scores=scores,
        tallies=tallies,
        output=None if sides.texts is None else sides.texts.measured(gold.corpus, run, scores, rescore, notices),
        per_document=document_scores(tallies, run.metrics, evidence.alignment.units) if run.per_document else (),
        kept=evidence,
    )
    if used and language is not None and language.code is not None:
        system = replace(system, warnings=with_guessed_notice(system.warnings, language.code, used))
    run.check(system.warnings)
    report(f"scored {name}")
    return system, response.types_met


def _score_without_evidence(shared: tuple[Inputs, Run, Gold], number: int) -> tuple[System, TypesMet]:
    """Score in another process, which sends back no evidence: that would take longer than scoring."""
    system, types_met = score_system(*shared, number, lambda step: None)
    return replace(system, kept=None), types_met


def _tallies(run: Run, evidence: Evidence, repeating: NDArray[np.bool_]) -> dict[str, Tally]:
    tallies = tallies_of(evidence, run.metrics)
    if not repeating.any():
        return tallies
    counted: dict[str, Tally] = load("conventions.repeats:with_repeats")(
        tallies, run.metrics, evidence, repeating, run.settings
    )
    return counted


def _result(inputs: Inputs, run: Run, gold: Gold, systems: Sequence[System]) -> Result:
    settings = run.settings
    corpus, _ = in_scope(gold.cut_corpus, gold.units.of_document, settings)
    counts = (gold.corpus.document_count, corpus.entity_count, corpus.mention_count)
    path = inputs.paths[0]
    key = Side("key", path, corpus.files if path is not None else (), *counts, tuple(gold.notices))
    language = gold.corpus.language
    if language is not None and any(each.code == GUESSED for one in systems for each in one.warnings):
        settings = replace(settings, guess_types=language.code or settings.guess_types)
    return Result(settings, run.metrics, key, gold.units.names, tuple(systems))


def _paired_documents(evidence: Evidence, windows: Windows | None) -> int:
    """How many documents of the key a response has."""
    partner = evidence.partner
    return int((partner >= 0).sum() if windows is None else np.isin(windows.first, partner).sum())


def _check_same_text(notices: Notices) -> None:
    """Refuse two objects of libraries that were made of different texts; of files it is a warning."""
    for notice in notices:
        if notice.code in ("different-words", "different-text"):
            hint = "give key and response objects that were made of the same text"
            raise PairingError(notice.code, f"the texts differ: {notice.places[0]}", hint=hint)


def _met(side: Corpus) -> bool:
    return side.types_met is not None and bool(side.types_met.any())


def _check_types(gold: Gold, responses: Sequence[TypesMet], run: Run) -> None:
    """Warn of types that no side has a mention for; refuse a file of which none has any."""
    path = run.settings.types
    if path is None:
        return
    from corefscope.types.file import TypesFile

    met = np.logical_or.reduce([each for each in (gold.corpus.types_met, *responses) if each is not None])
    TypesFile.read(path).check_used(met, [gold.corpus], gold.notices)
    run.check(gold.notices)
