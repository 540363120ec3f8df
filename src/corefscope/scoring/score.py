"""Score responses against a key: read, prepare, pair, align, count."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from corefscope.alignment.cleanup import merge_entities, without_singletons
from corefscope.alignment.documents import pair as pair_documents
from corefscope.alignment.mentions import align as align_mentions
from corefscope.alignment.mentions import match
from corefscope.alignment.mentions.shifts import POOR
from corefscope.basics.arguments import callback
from corefscope.formats.registry import FORMATS
from corefscope.metrics import DEFAULT, AnyMetrics
from corefscope.metrics.base import MENTION_TYPES, RELATIONS, Tally
from corefscope.metrics.evidence import Evidence, Whole
from corefscope.model import Corpus, Integers
from corefscope.problems import Notices, PairingError, SettingsError, raise_doubts
from corefscope.scoring.doubts import notice_few_matches, notice_overlap, with_identical_systems
from corefscope.scoring.inputs import (
    Input,
    NamedInput,
    Progress,
    check_same_text,
    key_and_responses,
    notice_swapped,
    parse_sides,
    read,
)
from corefscope.scoring.result import GUESSED, Result, Side, System, guessed_notice
from corefscope.scoring.steps import (
    ALIGNMENT_STEPS,
    PAIR_STEPS,
    SIDE_STEPS,
    Gold,
    Run,
    Sides,
    check_strict,
    check_units,
    steps_of,
)
from corefscope.scoring.totals import DocumentScores, scores_of, tallies_of
from corefscope.settings import DOCUMENT, Settings
from corefscope.table import Table

if TYPE_CHECKING:
    from typing import Unpack

    from corefscope.anaphora.sets import PluralEntity
    from corefscope.basics.keywords import SettingsKeywords

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
    clusters, as JSON Lines hold them), a list of clusters, or a dict from document name to clusters. Ambiguous lists
    of clusters need `mentions="ids"` or `mentions="spans"`. `references=` and `predictions=` are key and response,
    since other libraries take the prediction first. One file or list of records is both sides if it holds `clusters`
    and `predicted_clusters`. `options` are fields of Settings, e.g. `singletons="drop"`.
    `by` adds scores of groups: of documents, by `genre` or another column, `document`, `file`, a pattern on names, or
    a table or dict of document and group; or of mentions, by `type` or `entity-type`.
    Several files are scored by `jobs` processes; the numbers are the same, but the systems lack their evidence.

    >>> score([[1, 2], [3]], [[1, 2, 3]], metrics="muc").precision["muc"]
    0.5
    """
    if references is not None or predictions is not None:
        key, responses = key_and_responses(key, responses, references, predictions)
    run = Run.of(metrics, preset, settings, options, strict, per_document)
    source, sources, run = parse_sides(key, responses, names, run)
    report = None if progress is None else callback(progress, "progress")
    result = score_sources(source, sources, run, report, by, jobs)
    raise_doubts(result.warnings)
    return result


def score_sources(
    key: NamedInput,
    responses: Sequence[NamedInput],
    run: Run,
    report: Progress | None = None,
    by: By | None = None,
    jobs: int = 1,
) -> Result:
    """Score sources, which may have been read already."""
    gold = prepare_key(key, run, report)
    notice_swapped(key, responses, run.settings, gold.notices)
    if gold.corpus.judged:
        run = run.with_pairwise_only()
    if by is None:
        result = result_of(run, key, gold, score_systems(run, key, gold, responses, report, jobs))
    else:
        from corefscope.scoring.groups import broken_down, unit_groups

        groups = unit_groups(gold, by)  # before scoring, to fail early
        # Groups of mentions need the evidence, which other processes do not return.
        systems = score_systems(run, key, gold, responses, report, 1 if groups is None else jobs)
        result = broken_down(result_of(run, key, gold, systems), by, groups)
    if run.strict:
        check_strict(result.warnings, run.strict)
    return result


def prepare_key(source: NamedInput, run: Run, report: Progress | None) -> Gold:
    """Read and prepare the key; refuse a key without documents."""
    notices = Notices()
    # Not bound to a name, so that the corpus as read is freed while it is prepared.
    corpus = prepare(read(source, run.settings, report), run, notices)
    if not corpus.names:
        raise PairingError("empty-key", "the key has no documents")
    if not corpus.mention_count:
        for file in corpus.files:
            if file.format in FORMATS and FORMATS[file.format].is_answer:
                fact = f"no mention is marked in the key, which is read in the format {file.format}"
                hint = "name the format of the answers with --response-format instead of --format"
                raise PairingError("empty-key", fact, file.path, hint=hint)
        selects = run.settings.drop != "none" or run.settings.sentences is not None
        text = "--drop or --sentences removes all of its mentions" if selects else "it has no mentions"
        notices.add("key-without-mentions", text, source.path)
    return Gold.of(corpus, notices, run.settings)


def score_systems(
    run: Run, key: NamedInput, gold: Gold, responses: Sequence[NamedInput], report: Progress | None, jobs: int
) -> list[System]:
    """Score each response; files in `jobs` processes."""
    if type(jobs) is not int or jobs != 1:
        from corefscope.basics.processes import map_in_processes, uses_processes

        if uses_processes(jobs) and len(responses) > 1 and all(source.is_file for source in responses):
            done = (lambda source: report(f"scored {source.name}")) if report else None
            return map_in_processes(_score_without_evidence, (run, key, gold), responses, jobs, done)
    systems = []
    for source in responses:
        systems.append(score_system(run, key, gold, source, report))
        if report:
            report(f"scored {source.name}")
    return systems


def _score_without_evidence(shared: tuple[Run, NamedInput, Gold], source: NamedInput) -> System:
    """Score in another process, without returning the evidence, which would take longer than scoring."""
    return replace(score_system(*shared, source), evidence=None)


def score_system(run: Run, key: NamedInput, gold: Gold, source: NamedInput, report: Progress | None = None) -> System:
    """Read and score one response: prepare, pair, align, count."""
    notices, language = Notices(), gold.corpus.language
    guessed = 0 if language is None else language.guessed
    response = prepare(read(source, run.settings, report), run, notices, gold.corpus)
    sides = pair(gold, response, run, notices)
    evidence = align(sides, run, notices)
    if source.path is None and source.interner is None:
        check_same_text(key, source, notices)
    notice_overlap(evidence, run, source.value is key.value, notices)
    if language is not None and MENTION_TYPES not in run.needs:
        guessed = language.guessed  # types guessed so far change none of its scores
    tallies, units = count(evidence, run), evidence.alignment.units
    scores = scores_of(tallies, run.metrics, run.settings.average, units)
    output = None if sides.texts is None else sides.texts.output(run, scores, notices)
    warnings, partner = tuple(notices), evidence.partner
    if language is not None and language.guessed > guessed:  # finding the code is slow
        warnings += (guessed_notice(str(language.code), language.guessed - guessed),)
    return System(
        name=source.name,
        path=source.path,
        files=() if source.path is None else evidence.response.files,
        documents=int((partner >= 0).sum()) if gold.windows is None else gold.windows.count(partner),
        entities=evidence.response.entity_count,
        mentions=evidence.response.mention_count,
        warnings=warnings,
        scores=scores,
        tallies=tallies,
        output=output,
        per_document=DocumentScores(tallies, run.metrics, units) if run.per_document else (),
        evidence=evidence,
        types_met=response.types_met,
    )


def result_of(run: Run, key: NamedInput, gold: Gold, systems: Sequence[System]) -> Result:
    """Combine the systems and the key into a Result."""
    settings, notices, language = run.settings, gold.notices, gold.corpus.language
    if settings.types is not None:
        from corefscope.types.file import TypesFile

        types_met = [gold.corpus.types_met, *(system.types_met for system in systems)]
        TypesFile.read(settings.types).check_used(types_met, notices)
    if language is not None and any(notice.code == GUESSED for system in systems for notice in system.warnings):
        settings = replace(settings, guess_types=language.code or settings.guess_types)
    corpus, _ = in_scope(gold.cut, gold.units.of_document, settings)
    sizes = gold.corpus.document_count, corpus.entity_count, corpus.mention_count
    systems = with_identical_systems(systems) if len(systems) > 1 else systems
    side = Side("key", key.path, corpus.files if key.path else (), *sizes, tuple(notices))
    return Result(settings, run.metrics, side, gold.units.names, tuple(systems))


def prepare(corpus: Corpus, run: Run, notices: Notices, key: Corpus | None = None) -> Corpus:
    """Apply the settings that concern one side alone; a response is prepared after its key."""
    if corpus.notices:
        notices.extend(corpus.notices)
    for step in steps_of(SIDE_STEPS, run.changed):
        corpus = step(corpus, run.settings, notices, key)
    if key is not None and key.judged and not corpus.judged:
        from corefscope.formats.table.labels import in_pairs

        corpus = in_pairs(key, corpus, notices)
    if corpus.relations and run.settings.split == "drop":
        from corefscope.anaphora.sets import check_left_out

        check_left_out(corpus, run.metrics, notices)
    return corpus


def pair(gold: Gold, response: Corpus, run: Run, notices: Notices) -> Sides:
    """Pair the documents, and apply the settings that concern both sides."""
    key = gold.corpus
    same_words = run.settings.align == "none" and not (key.inexact_text or response.inexact_text)
    partner = pair_documents(key, response, notices, check_words=same_words)
    sides = Sides(gold, key, response, partner, same_words)
    for step in steps_of(PAIR_STEPS, run.changed if same_words else run.changed | {"align"}):
        sides = step(sides, run, notices)
    if sides.key.notices or sides.key.unit != sides.response.unit:
        check_units(sides, run, notices)
    return sides


def align(sides: Sides, run: Run, notices: Notices) -> Evidence:
    """Match the mentions of both sides and count them in a Table.

    Units in which a mention is still in two entities are left out of the Table; `count` adds them.
    """
    gold, settings, partner = sides.gold, run.settings, sides.partner
    of_key = gold.units.of_document
    of_response = np.append(of_key, -1)[partner]  # a partner of -1 picks the -1: no unit
    whole = Whole(sides.key, sides.response, of_key)
    if (of_response < 0).any():  # documents that the key lacks
        whole = whole._replace(response=sides.response.keep(of_response[sides.response.document] >= 0))
    key, key_sets = in_scope(whole.key, of_key, settings)
    response, response_sets = in_scope(whole.response, of_response, settings)
    corpora, repeating = (key, response), np.zeros(len(gold.units.names), bool)
    if sides.key.has_repeats is not None or sides.response.has_repeats is not None:
        from corefscope.conventions.repeats import without_repeating_units

        corpora, repeating = without_repeating_units(sides, corpora, (of_key, of_response))
    # The pairs are not bound to a name, so that they are freed before the rows are built.
    alignment = align_mentions(
        *corpora,
        match(*corpora, partner, settings.match, settings.zeros, notices),
        of_key[corpora[0].entity_document],
        of_response[corpora[1].entity_document],
        len(gold.units.names),
        settings,
    )
    if key_sets or response_sets:
        from corefscope.anaphora.sets import with_sets

        if repeating.any():
            fact = f"--repeated {settings.repeated} cannot score split antecedents if a mention is in two entities"
            raise SettingsError("repeated-mention-unscored", fact, hint="use --repeated first, or --split drop")
        alignment = with_sets(alignment, corpora, partner, (key_sets, response_sets), run, notices)
    shared = corpora[0].mention_count + corpora[1].mention_count - len(alignment.unit)
    if shared <= POOR * corpora[1].mention_count:
        notice_few_matches(whole, *corpora, partner, shared, notices, drops=not repeating.any())
    for step in steps_of(ALIGNMENT_STEPS, run.needs.keys() | run.changed):
        alignment = step(alignment, *corpora, partner, run.needs)
    has_more = whole.key.relations or whole.key.annotations or whole.response.relations or whole.response.annotations
    keeps_whole = RELATIONS in run.needs or (has_more and gold.windows is None)
    return Evidence(
        key,
        response,
        partner,
        *corpora,
        alignment,
        Table.from_alignment(alignment),
        repeating,
        settings,
        notices,
        whole if keeps_whole else None,
        gold.corpus.tokens if gold.windows is None else None,  # windows have other lengths
    )


def in_scope(corpus: Corpus, unit_of_document: Integers, settings: Settings) -> tuple[Corpus, Sequence[PluralEntity]]:
    """Join entities across a unit's documents, drop singletons if they do not count, and return the plural sets too."""
    if settings.scope != DOCUMENT:
        corpus = merge_entities(corpus, unit_of_document)
    drops_singletons = settings.singletons == "drop"
    if settings.split == "keep":
        from corefscope.anaphora.sets import merge_split_sets

        return merge_split_sets(corpus, unit_of_document, settings.zeros == "drop", drops_singletons)
    return without_singletons(corpus) if drops_singletons else corpus, ()


def count(evidence: Evidence, run: Run) -> Mapping[str, Tally]:
    """Count all metrics; units without a Table are counted like the scorer that `repeated` names."""
    tallies = tallies_of(evidence, run.metrics)
    if not evidence.repeating.any():
        return tallies
    from corefscope.conventions.repeats import with_repeats

    return with_repeats(tallies, run.metrics, evidence, evidence.repeating, run.settings)
