"""Score responses against a key: read, prepare, pair, align, count."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
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
    key_and_responses,
    names_of,
    notice_swapped,
    parse_inputs,
    read,
)
from corefscope.scoring.result import GUESSED, Result, Side, System, guessed_notice
from corefscope.scoring.sides import Gold, Sides, Units, align, in_scope, pair, prepare
from corefscope.scoring.steps import Run, check_by, check_strict
from corefscope.scoring.totals import document_scores, scores_of, tallies_of
from corefscope.settings import DOCUMENT, Settings

if TYPE_CHECKING:
    from typing import Unpack

    from corefscope.basics.keywords import SettingsKeywords
    from corefscope.scoring.model_output import ModelOutput, ModelTexts

By = str | Mapping[str, str]


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
    by: By | None = None,
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
    inputs = parse_inputs([key, *responses], ["key", *names_of(responses, names)], run.settings)
    report: Progress = (lambda step: None) if progress is None else function(progress, "progress")
    if by is not None:
        check_by(by)
    gold, groups = prepare_key(inputs, run, report), None
    if by is not None:
        from corefscope.scoring.groups import broken_down, unit_groups

        groups = unit_groups(gold.cut, gold.units, by, gold.notices, gold.windows)
        check_strict(gold.notices, run.strict)
    # Groups of mentions need the evidence, which stays in the process that made it.
    systems = score_systems(inputs, run, gold, report, 1 if by is not None and groups is None else jobs)
    if run.settings.types is not None:
        _check_types(gold, [system.types_met for system in systems], run)
    result = _result(inputs, run, gold, systems)
    return result if by is None else broken_down(result, by, groups)


def prepare_key(inputs: Inputs, run: Run, report: Progress) -> Gold:
    """Read and prepare the key; refuse one that nothing can be scored against."""
    settings, notices = run.settings, Notices()
    # What was read has no name here: its memory is needed for what is made of it.
    corpus = prepare(read(inputs, 0, settings, report), run, notices)
    mentions = corpus.mention_count
    if settings.drop != "none" or settings.sentences is not None:
        from corefscope.dialects.selection import select

        corpus = select(corpus, corpus, np.arange(corpus.document_count), settings, notices)
    if not corpus.mention_count:
        none_left = f"none of its {mentions:,} mentions is chosen by --drop or --sentences"
        notices.add("key-without-mentions", none_left if mentions else "it has no mentions", inputs.paths[0])
    notice_swapped(inputs, notices)
    check_strict(notices, run.strict)
    if not corpus.names:
        raise PairingError("empty-key", "the key holds no document")
    if settings.window is None and settings.scope == DOCUMENT:
        return Gold(corpus, corpus, Units(tuple(corpus.names), np.arange(len(corpus.names))), None, notices)
    from corefscope.long_texts import windows_of
    from corefscope.scoring.groups import units

    windows = None if settings.window is None else windows_of(corpus, settings.window)
    cut = corpus if windows is None else windows.cut_key(corpus)
    return Gold(corpus, cut, units(cut, settings.scope), windows, notices)


def score_systems(inputs: Inputs, run: Run, gold: Gold, report: Progress, jobs: int) -> list[System]:
    """Score each response, files in several processes if asked for."""
    numbers = range(1, len(inputs.sides))
    if type(jobs) is not int or jobs != 1:
        from corefscope.basics.processes import map_in_processes, uses_processes

        if uses_processes(jobs) and len(numbers) > 1 and inputs.are_files:
            shared = (inputs, run, gold)
            return map_in_processes(
                _score_without_evidence, shared, numbers, jobs, lambda number: report(f"scored {inputs.names[number]}")
            )
    return [score_system(inputs, run, gold, number, report) for number in numbers]


def _score_without_evidence(shared: tuple[Inputs, Run, Gold], number: int) -> System:
    """Score in another process, which sends back no evidence: that would take longer than scoring."""
    return replace(score_system(*shared, number, lambda step: None), evidence=None)


def score_system(inputs: Inputs, run: Run, gold: Gold, number: int, report: Progress) -> System:
    """Read and score one response: prepare, pair, align, count."""
    settings, notices = run.settings, Notices()
    language = gold.corpus.language
    guessed = 0 if language is None else language.guessed
    response = prepare(read(inputs, number, settings, report), run, notices, gold.corpus)
    if settings.types is not None and not any(map(np.any, (gold.corpus.types_met, response.types_met))):
        _check_types(gold, [response.types_met], run)
    sides = pair(gold, response, run, notices)
    evidence, repeating = align(sides, run, notices)
    if len(notices) and inputs.are_library_objects(number):
        _check_same_text(notices)
    check_strict(notices, run.strict)
    if language is not None and MENTION_TYPES not in run.needs:
        guessed = language.guessed  # those so far are in no number
    tallies = count_units(run, evidence, repeating)
    units = evidence.alignment.units
    scores = scores_of(tallies, run.metrics, settings.average, units)
    output = None if sides.texts is None else _model_output(sides.texts, sides, run, scores, notices)
    warnings = tuple(notices)
    if language is not None and language.guessed > guessed and language.code is not None:
        warnings += (guessed_notice(language.code, language.guessed - guessed),)
    check_strict(warnings, run.strict)
    partner, windows = evidence.partner, gold.windows
    system = System(
        name=inputs.names[number],
        path=inputs.paths[number],
        files=evidence.response.files if inputs.paths[number] is not None else (),
        documents=int((partner >= 0).sum() if windows is None else np.isin(windows.first, partner).sum()),
        entities=evidence.response.entity_count,
        mentions=evidence.response.mention_count,
        warnings=warnings,
        scores=scores,
        tallies=tallies,
        output=output,
        per_document=document_scores(tallies, run.metrics, units) if run.per_document else (),
        evidence=evidence,
        types_met=response.types_met,
    )
    report(f"scored {system.name}")
    return system


def count_units(run: Run, evidence: Evidence, repeating: NDArray[np.bool_]) -> Mapping[str, Tally]:
    """Count all metrics; units without a Table are counted as the scorer does that `repeated` names."""
    tallies = tallies_of(evidence, run.metrics)
    if not repeating.any():
        return tallies
    from corefscope.dialects.repeats import with_repeats

    return with_repeats(tallies, run.metrics, evidence, repeating, run.settings)


def _model_output(
    texts: ModelTexts, sides: Sides, run: Run, scores: Mapping[str, Score], notices: Notices
) -> ModelOutput:
    """Return how much of a language model's output could be scored."""

    def rescore(key: Corpus, response: Corpus, notices: Notices) -> Mapping[str, Score]:
        evidence, repeating = align(replace(sides, key=key, response=response), run, notices)
        tallies = count_units(run, evidence, repeating)
        return scores_of(tallies, run.metrics, run.settings.average, evidence.alignment.units)

    return texts.measured(run, scores, rescore, notices)


def _result(inputs: Inputs, run: Run, gold: Gold, systems: Sequence[System]) -> Result:
    settings, path = run.settings, inputs.paths[0]
    corpus, _ = in_scope(gold.cut, gold.units.of_document, settings)
    sizes = gold.corpus.document_count, corpus.entity_count, corpus.mention_count
    key = Side("key", path, corpus.files if path is not None else (), *sizes, tuple(gold.notices))
    language = gold.corpus.language
    if language is not None and any(each.code == GUESSED for one in systems for each in one.warnings):
        settings = replace(settings, guess_types=language.code or settings.guess_types)
    return Result(settings, run.metrics, key, gold.units.names, tuple(systems))


def _check_same_text(notices: Notices) -> None:
    """Refuse two objects of libraries that were made of different texts; of files it is a warning."""
    for notice in notices:
        if notice.code in ("different-words", "different-text"):
            hint = "give key and response objects that were made of the same text"
            raise PairingError(notice.code, f"the texts differ: {notice.places[0]}", hint=hint)


def _check_types(gold: Gold, responses: Sequence[NDArray[np.bool_] | None], run: Run) -> None:
    """Warn of types that no side has a mention for; refuse a file of which none has any."""
    from corefscope.types.file import TypesFile

    met = np.logical_or.reduce([each for each in (gold.corpus.types_met, *responses) if each is not None])
    TypesFile.read(str(run.settings.types)).check_used(met, [gold.corpus], gold.notices)
    check_strict(gold.notices, run.strict)
