"""The one orchestrator: corpora → pairs → alignment → table → tallies → scores."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from corefscope.alignment.cleanup import KEPT, PreparedCorpus
from corefscope.arrays import rows_by_group
from corefscope.basics.arguments import flag, function
from corefscope.basics.checksums import check_read_once, is_read_once
from corefscope.basics.escaping import shown
from corefscope.basics.processes import map_in_processes, uses_processes
from corefscope.metrics import DEFAULT, AnyMetrics, Metric, Score, metrics_of
from corefscope.metrics.base import MENTION_TYPES, Tally
from corefscope.metrics.evidence import Evidence
from corefscope.model import Corpus, Integers
from corefscope.problems import Notice, Notices, PairingError, SettingsError, StrictError
from corefscope.scoring.inputs import (
    Input,
    Interner,
    Progress,
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
from corefscope.scoring.matching import Common, check_split, evidence_of, matched, scoped, selects, windows_of
from corefscope.scoring.result import GUESSED, Breakdown, Result, Side, System, with_guessed_notice
from corefscope.scoring.totals import document_scores, scores_of, tallies_of
from corefscope.scoring.units import Units, groups_mentions, units
from corefscope.settings import Settings

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
    check_split(chosen, wanted)
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
    key_notices = Notices()
    format = chosen.key_format or chosen.format
    # What was read is not kept here: its memory is wanted for what is made of it.
    key_side = prepared(read(given_key, "key", format, chosen.key_clusters, interner, note), chosen, key_notices)
    before = key_side.corpus.mention_count
    if selects(chosen):
        from corefscope.alignment.selection import selected

        documents = np.arange(key_side.corpus.document_count)
        key_side = selected(key_side, key_side.corpus, documents, chosen, key_notices)
    if not key_side.corpus.mention_count:
        chosen_none = f"none of its {before:,} mentions is chosen by --drop or --sentences"
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
    windows = windows_of(key_side.corpus, chosen)
    key_corpus = key_side.corpus if windows is None else windows.cut_key(key_side.corpus)
    key_units = units(key_corpus, chosen.scope)
    of_mentions = of_mentions and not _is_of_documents(key_corpus, str(by))
    groups = None if by is None or of_mentions else _groups(key_corpus, key_units, by, key_notices, windows)
    check_strict(key_notices, strict)
    common = Common(key_side, key_units, chosen, wanted, strict, per_document, is_library_object(given_key), windows)
    if spread:
        scored = map_in_processes(_response_only, common, tasks, jobs, lambda task: note(f"scored {task[1]}"))
    else:
        scored = [_response(common, task, interner, note) for task in tasks]
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


def _response(
    common: Common, task: tuple[Given, str], interner: Interner | None, note: Progress
) -> tuple[System, NDArray[np.bool_] | None]:
    """Read and score one response, which has a name; also return which types it met."""
    response, name = task
    settings, path, notices, key = common.settings, path_of(response), Notices(), common.key.corpus
    guessed = 0 if key.language is None else key.language.guessed
    format, clusters = settings.response_format or settings.format, settings.response_clusters
    side = prepared(read(response, name, format, clusters, interner, note), settings, notices, key)
    if settings.types is not None and not _met(common.key) and not _met(side):
        _check_types(common.key, [side.types_met], settings.types, notices)
    evidence, repeating, texts = matched(common, side, notices)
    if common.key_is_object and is_library_object(response):
        _check_same_text(notices)
    check_strict(notices, common.strict)
    if not any(MENTION_TYPES in metric.needs for metric in common.metrics) and key.language is not None:
        guessed = key.language.guessed  # those so far are in no number
    tallies, units = _tallies(common, evidence, repeating), evidence.alignment.units
    scores = scores_of(tallies, common.metrics, settings.average, units)
    found = 0 if key.language is None else key.language.guessed - guessed

    def rescored(*sides: Any) -> Mapping[str, Score]:
        evidence, repeating = evidence_of(common, *sides)
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


def _tallies(common: Common, evidence: Evidence, repeating: NDArray[np.bool_]) -> dict[str, Tally]:
    tallies = tallies_of(evidence, common.metrics)
    if not repeating.any():
        return tallies
    from corefscope.conventions.repeats import with_repeats

    return with_repeats(tallies, common.metrics, evidence, repeating, common.settings)


def _response_only(common: Common, task: tuple[Given, str]) -> tuple[System, NDArray[np.bool_] | None]:
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
    from corefscope.types.file import TypesFile

    met = np.logical_or.reduce([each for each in (key.types_met, *responses) if each is not None])
    TypesFile.read(path).check_used(met, [key.corpus], notices)


def check_by(by: Any) -> None:
    """Refuse groups that are neither named nor given as a dict of names."""
    pairs = by.items() if isinstance(by, Mapping) else ()
    if not (by is None or isinstance(by, str | Mapping)) or not all(isinstance(part, str) for p in pairs for part in p):
        raise SettingsError("wrong-type", f"by should be a string, or a dict from document to group, not {shown(by)}")


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


def _is_of_documents(key: Corpus, by: str) -> bool:
    from corefscope.scoring.groups import Labelled, is_of_documents

    return is_of_documents(Labelled.of(key), by)


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
