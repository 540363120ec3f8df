"""The one orchestrator: corpora → pairs → alignment → table → tallies → scores."""

from __future__ import annotations

import os
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import zip_longest
from typing import Any

import numpy as np
from numpy.typing import NDArray

from corefscope import formats
from corefscope.errors import Notice, Notices, PairingError, SettingsError, StrictError
from corefscope.evidence import Evidence
from corefscope.formats.ahead import Ahead, is_worth_it
from corefscope.formats.sources import STANDARD_INPUT
from corefscope.matching import Alignment, align, match
from corefscope.metrics import DEFAULT, Metric, Score, Tally, parts
from corefscope.metrics import metrics as parse_metrics
from corefscope.model import INFORMATIVE, Corpus, Document, Integers, with_same_labels
from corefscope.pairing import pair
from corefscope.parallel import are_several, in_order
from corefscope.preparation import Prepared, merge_entities, resolve_repeats, without_singletons
from corefscope.result import Breakdown, Result, Side, System
from corefscope.scope import OF_MENTIONS, Units, units
from corefscope.settings import Settings
from corefscope.settings import preset as preset_settings
from corefscope.table import Table

Input = str | os.PathLike[str] | Corpus | Sequence[Document] | Iterable[Iterable[Hashable]] | Mapping[str, Any]
Progress = Callable[[str], None]


def score(
    key: Input,
    *responses: Input,
    metrics: Iterable[str] | str = DEFAULT,
    names: Sequence[str] | None = None,
    preset: str | None = None,
    settings: Settings | None = None,
    strict: bool = False,
    per_document: bool = False,
    by: str | Mapping[str, str] | None = None,
    progress: Progress | None = None,
    jobs: int = 1,
    **options: Any,
) -> Result:
    """Scores one or more responses against a key.

    Each side is a path (file, folder, glob, `-`), a list of Documents, a list of clusters, or a dict
    from document name to clusters. `options` are fields of Settings, such as `singletons="drop"`.
    `by` also gives the scores of groups of documents: by `genre` or another column, `document`, `file`,
    a pattern on names, or a table or dict of document and group; or of mentions: by `type` or `entity-type`.
    With `jobs`, so many processes score several files at once; the numbers are the same, and the systems come
    without their evidence.

    >>> score([[1, 2], [3]], [[1, 2, 3]], metrics="muc").precision["muc"]
    0.5
    """
    if not responses:
        raise SettingsError("there is no response to score")
    chosen = chosen_settings(settings, preset, options)
    wanted = tuple(parse_metrics([metrics] if isinstance(metrics, str) else metrics))
    if chosen.order is not None:
        raise SettingsError("only engines know an order of rows", hint="--order goes with --engine duckdb or spark")
    interner = _interner([key, *responses])
    note = progress or (lambda step: None)
    tasks = list(zip(responses, names_of(responses, names), strict=True))
    of_mentions = isinstance(by, str) and by in OF_MENTIONS
    files = all(path_of(response) not in (None, STANDARD_INPUT) for response in responses)
    spread = are_several(jobs) and len(tasks) > 1 and files and not of_mentions  # shares of mentions need the evidence
    begun = None if spread else _begun(responses[0], chosen)
    key_notices = Notices()
    key_side = _read(key, "key", chosen, (chosen.key_format, chosen.key_clusters), interner, key_notices, note)
    if not key_side.corpus.mention_count:
        key_notices.add("key without mentions", "there is not one mention in it", path_of(key))
    check_strict(key_notices, strict)
    if not key_side.corpus.document_count:
        raise PairingError("the key holds no document")
    if chosen.scope != "document" and chosen.repeated == "official":
        raise SettingsError("the official scorer knows no scope but the document", hint="use --repeated first")
    key_units = units(key_side.corpus, chosen.scope)
    of_mentions = of_mentions and by not in key_side.corpus.groups
    groups = None if by is None or of_mentions else _groups(key_side.corpus, key_units, by, key_notices)
    check_strict(key_notices, strict)
    needs = _AskedFor(
        syntax=chosen.match not in ("exact", "partial-craft")
        or any(metric.values or metric.family.needs in ("types", "evidence") for metric in wanted),
        types=next((metric.name for metric in wanted if metric.needs_types), None),
        entity_types=next((metric.name for metric in wanted if metric.needs_entity_types), None),
    )
    common = _Common(key_side, key_units, chosen, tuple(metric.name for metric in wanted), needs, strict, per_document)
    if spread:
        systems = in_order(_alone, common, tasks, jobs, lambda task: note(f"scored {task[1]}"))
    else:
        systems = []
        for task, following in zip_longest(tasks, responses[1:]):
            read, begun = begun, None if following is None else _begun(following, chosen)
            systems.append(_response(common, task, interner, note, read))
    if groups is not None:
        systems = [replace(system, by_group=groups.scores(system, wanted, chosen)) for system in systems]
    corpus = scoped(key_side.corpus, key_units.of_document, chosen)
    breakdown = groups.breakdown if groups is not None else None
    about_key = _side("key", path_of(key), corpus, key_notices)
    result = Result(chosen, wanted, about_key, key_units.names, tuple(systems), breakdown)
    if not of_mentions:
        return result
    from corefscope.analysis.by_mention import broken_down

    return broken_down(result, str(by))


@dataclass(frozen=True)
class _Common:
    """What is the same for all responses; metrics by name, because a process can send no functions."""

    key: Prepared
    units: Units
    settings: Settings
    metrics: tuple[str, ...]
    needs: _AskedFor
    strict: bool
    per_document: bool


def _begun(response: Input, settings: Settings) -> Ahead[Corpus] | None:
    """A large response is read while the key is, or while the response before it is scored."""
    path = path_of(response)
    if path is None or not is_worth_it(path):
        return None
    return Ahead(partial(_corpus, response, path, settings, _reading_response(settings), None, lambda step: None))


def _reading_response(settings: Settings) -> tuple[str | None, str | None]:
    return settings.response_format, settings.response_clusters


def _response(
    common: _Common,
    task: tuple[Input, str],
    interner: dict[Hashable, int] | None,
    note: Progress,
    begun: Ahead[Corpus] | None = None,
) -> System:
    """Reads and scores one response, which has a name; unless its reading has begun."""
    response, name = task
    settings, notices = common.settings, Notices()
    if begun is None:
        side = _read(response, name, settings, _reading_response(settings), interner, notices, note)
    else:
        side = _prepared(begun.result(), settings, notices)
        note(path_of(response) or name)
    matched = _matched(common.key, side, common.units, settings, notices, common.needs)
    check_strict(notices, common.strict)
    wanted = parse_metrics(common.metrics)
    system = _system(matched, name, path_of(response), wanted, settings, notices, common.per_document)
    note(f"scored {name}")
    return system


def _alone(common: _Common, task: tuple[Input, str]) -> System:
    """The same in a process of its own, which sends back no evidence: that would take longer than scoring."""
    return replace(_response(common, task, None, lambda step: None), evidence=None)


def chosen_settings(settings: Settings | None, preset: str | None, options: Mapping[str, Any]) -> Settings:
    """Settings, or those of a preset, with some of them changed by name."""
    if settings is not None and preset is not None:
        raise SettingsError("give either settings or a preset")
    chosen = settings or (preset_settings(preset) if preset else Settings())
    try:
        return replace(chosen, **options)
    except TypeError:
        from dataclasses import fields

        from corefscope.errors import UnknownName

        valid = [field.name for field in fields(Settings)]
        raise UnknownName("setting", next(name for name in options if name not in valid), valid) from None


def _interner(sides: Iterable[Input]) -> dict[Hashable, int] | None:
    """Clusters of Python objects stay opaque unless a side has spans to compare them with."""
    for side in sides:
        documents = isinstance(side, Sequence) and len(side) > 0 and isinstance(side[0], Document)
        spans = isinstance(side, Corpus) and side.label is None
        if isinstance(side, str | os.PathLike) or documents or spans:
            return None
    return {}


def _read(
    side: Input,
    name: str,
    settings: Settings,
    reading: tuple[str | None, str | None],  # the format and the field of this side, where they were named
    interner: dict[Hashable, int] | None,
    notices: Notices,
    note: Progress,
) -> Prepared:
    return _prepared(_corpus(side, name, settings, reading, interner, note), settings, notices)


def _prepared(corpus: Corpus, settings: Settings, notices: Notices) -> Prepared:
    notices.extend(corpus.notices)
    if settings.types is not None:
        from corefscope.attributes import with_types

        corpus, _ = with_types(corpus, settings.types)
    return resolve_repeats(corpus, settings.repeated, notices)


def _corpus(
    side: Input,
    name: str,
    settings: Settings,
    reading: tuple[str | None, str | None],
    interner: dict[Hashable, int] | None,
    note: Progress,
) -> Corpus:
    if isinstance(side, str | os.PathLike):
        return formats.read_corpus(side, reading[0] or settings.format, reading[1], note)
    if isinstance(side, Corpus):
        return side
    from corefscope.formats import objects

    if isinstance(side, Sequence) and side and isinstance(side[0], Document):
        return objects.from_documents(side, name)  # type: ignore[arg-type]
    return objects.from_clusters(side, name, interner)  # type: ignore[arg-type]


def corpora(sides: Sequence[Input], names: Sequence[str], settings: Settings, note: Progress) -> list[Corpus]:
    """Several sides read once, so that each can be scored against each."""
    interner = _interner(sides)
    reading = _reading_response(settings)
    return [_corpus(side, name, settings, reading, interner, note) for side, name in zip(sides, names, strict=True)]


def scoped(corpus: Corpus, unit_of_document: Integers, settings: Settings) -> Corpus:
    """Entities joined across the documents of a unit, then singletons dropped if they are to be."""
    if settings.scope != "document":
        corpus = merge_entities(corpus, unit_of_document)
    return without_singletons(corpus) if settings.singletons == "drop" else corpus


def names_of(responses: Sequence[Input], names: Sequence[str] | None) -> list[str]:
    """What to call each system: as told, or after its file; told apart where files have one name."""
    if names is not None:
        check_names(names, len(responses))
        return list(names)
    paths = [path_of(response) for response in responses]
    short = [os.path.basename(os.path.normpath(path)) if path else "response" for path in paths]
    whole = [path if path and short.count(name) > 1 else name for path, name in zip(paths, short, strict=True)]
    return [name if whole.count(name) == 1 else f"{name} {number}" for number, name in enumerate(whole, 1)]


def check_names(names: Sequence[str], systems: int) -> None:
    """Refuses more or fewer names than systems, a name that is none, and one that two have."""
    if len(names) != systems:
        one, many = ("name" if len(names) == 1 else "names"), ("system" if systems == 1 else "systems")
        raise SettingsError(f"{len(names)} {one} for {systems} {many}")
    for number, name in enumerate(names, 1):
        if not name.strip():
            raise SettingsError(f"the name of system {number} is empty")
        if name in names[: number - 1]:
            raise SettingsError(f"two systems are called '{name}'", hint="--names tells them apart")


def path_of(side: Input) -> str | None:
    """The path that a side was given as, if it was."""
    return os.fspath(side) if isinstance(side, str | os.PathLike) else None


def check_strict(notices: Iterable[Notice], strict: bool) -> None:
    for notice in notices if strict else ():
        raise StrictError(str(notice), hint="a warning is an error under --strict")


@dataclass(frozen=True)
class _Groups:
    """A breakdown and the group of each unit: the scores of a group are those of its units, summed like any others."""

    breakdown: Breakdown
    of_unit: Integers

    def scores(self, system: System, wanted: Sequence[Metric], settings: Settings) -> dict[str, dict[str, Score]]:
        from corefscope.grouping import members

        found = {}
        groups = self.breakdown.groups
        for name, rows in zip(groups, members(self.of_unit, len(groups)), strict=True):
            tallies = {metric: tally.of_units(rows) for metric, tally in system.tallies.items()}
            found[name] = scores_of(tallies, wanted, settings.average, len(rows))
        return found


def _groups(key: Corpus, key_units: Units, by: str | Mapping[str, str], notices: Notices) -> _Groups:
    from corefscope.grouping import Labelled, grouping, whole_units

    groups = grouping(Labelled.of(key), by, notices)
    of_unit = whole_units(groups, key_units.of_document, key_units.names)
    return _Groups(Breakdown(groups.what, dict(zip(groups.names, groups.sizes(), strict=True)), groups.note), of_unit)


@dataclass(frozen=True)
class _AskedFor:
    """What the matching and the metrics ask of the data."""

    syntax: bool  # heads or types may be asked for
    types: str | None  # the metric for which every mention needs a type
    entity_types: str | None  # the metric for which every entity needs a type


@dataclass(frozen=True)
class _Matched:
    """Evidence, and the units in which a mention still occurs twice: they have no Table and are scored apart."""

    evidence: Evidence
    apart: NDArray[np.bool_]


def _typed(alignment: Alignment, key: Corpus, response: Corpus, partner: Integers, metric: str) -> Alignment:
    """The alignment with mention types: the key's for matched mentions; an error where one is not known."""
    from corefscope.attributes import lender, missing_types, with_types

    kinds = []
    for corpus, rows in ((key, alignment.key_row), (response, alignment.response_row)):
        typed, _ = with_types(corpus, lent=None if corpus is key else lender(key, response, partner))
        # Of the response only unmatched mentions need a type of their own.
        alone = np.isin(np.arange(typed.mention_count), rows[alignment.key_row >= 0], invert=True)
        problem = missing_types(typed if corpus is key else typed.keep(alone), metric, INFORMATIVE)
        if problem is not None:
            raise problem
        known = np.zeros(corpus.mention_count, np.int8) if typed.type is None else typed.type
        kinds.append(np.append(known, np.int8(0))[rows])
    return replace(alignment, type=np.where(alignment.key_row >= 0, *kinds).astype(np.int8))


def _matched(
    key: Prepared,
    response: Prepared,
    key_units: Units,
    settings: Settings,
    notices: Notices,
    asked_for: _AskedFor,
) -> _Matched:
    """Pairs the documents, lays texts along each other where asked, and matches mentions."""
    exactly = settings.align == "none" and not (key.corpus.inexact_text or response.corpus.inexact_text)
    partner = pair(key.corpus, response.corpus, notices, check_words=exactly)
    key_corpus, response_corpus = with_same_labels(key.corpus, response.corpus)
    if not exactly:
        from corefscope.realignment import by_characters

        key_corpus, response_corpus = by_characters(key_corpus, response_corpus, partner, notices, asked_for.syntax)
    elif key_corpus.unit != response_corpus.unit:
        raise PairingError(
            f"the key counts {key_corpus.unit}, the response {response_corpus.unit}",
            response_corpus.sources[0],
            hint="--align characters brings them together where both texts are known",
        )
    unit = np.append(key_units.of_document, -1)[partner]
    apart = np.zeros(len(key_units.names), bool)
    apart[key_units.of_document[key.repeating]] = True
    apart[unit[response.repeating & (unit >= 0)]] = True
    key_corpus = scoped(key_corpus, key_units.of_document, settings)
    in_key = response_corpus.keep(unit[response_corpus.document] >= 0)
    scored = scoped(in_key, unit, settings)
    one = key_corpus.keep(~apart[key_units.of_document[key_corpus.document]])
    two = scored.keep(~apart[unit[scored.document]])
    entity_units = key_units.of_document[one.entity_document], unit[two.entity_document]
    # The pairs are not kept here: their memory is wanted for the rows.
    alignment = align(one, two, match(one, two, partner, settings.match, settings.zeros, notices), *entity_units)
    alignment = replace(alignment, units=len(key_units.names))
    if asked_for.types is not None:
        alignment = _typed(alignment, one, two, partner, asked_for.types)
    if asked_for.entity_types is not None:
        from corefscope.attributes import require_entity_types

        require_entity_types((one, two), asked_for.entity_types)
    only_shared = settings.mentions == "shared"
    if only_shared:
        alignment = alignment.shared()
    table = Table.from_alignment(alignment)
    evidence = Evidence(key_corpus, scored, partner, one, two, alignment, table, settings.zeros, only_shared)
    return _Matched(evidence, apart)


def _system(
    matched: _Matched,
    name: str,
    path: str | None,
    wanted: Sequence[Metric],
    settings: Settings,
    notices: Notices,
    per_document: bool,
) -> System:
    evidence = matched.evidence
    tallies = tallies_of(evidence, wanted)
    if matched.apart.any():
        tallies = _with_repeats(tallies, evidence.key, evidence.response, evidence.partner, matched.apart)
    side = _side(name, path, evidence.response, notices)
    return System(
        name=name,
        path=path,
        files=side.files,
        documents=int((evidence.partner >= 0).sum()),
        entities=side.entities,
        mentions=side.mentions,
        warnings=side.warnings,
        scores=scores_of(tallies, wanted, settings.average, evidence.alignment.units),
        tallies=tallies,
        per_document=document_scores(tallies, wanted, evidence.alignment.units) if per_document else (),
        evidence=evidence,
    )


def _side(name: str, path: str | None, corpus: Corpus, notices: Notices) -> Side:
    files = tuple(dict.fromkeys(corpus.sources)) if path is not None else ()
    counts = (corpus.document_count, corpus.entity_count, corpus.mention_count)
    return Side(name, path, files, *counts, tuple(notices))


def rescored(evidence: Evidence, wanted: Sequence[Metric], average: str) -> dict[str, Score]:
    """The scores of other evidence than was read, such as a response with some errors repaired."""
    return scores_of(tallies_of(evidence, wanted), wanted, average, evidence.alignment.units)


def tallies_of(evidence: Evidence, wanted: Sequence[Metric]) -> dict[str, Tally]:
    """One tally for each metric asked for or needed by a mean; parameters that change counts are in its name."""
    tallies: dict[str, Tally] = {}
    for metric in wanted:
        for part in parts(metric):
            if part.tally_name not in tallies:
                tallies[part.tally_name] = part.tally(evidence)
    return tallies


def _with_repeats(
    tallies: Mapping[str, Tally], key: Corpus, response: Corpus, partner: Integers, apart: NDArray[np.bool_]
) -> dict[str, Tally]:
    from corefscope.metrics.repeated import OFFICIAL, as_official

    for name in tallies:
        if name not in OFFICIAL:
            raise SettingsError(
                f"the official scorer does not say what {name} is where a mention occurs twice",
                hint="use --repeated first",
            )
    one = chains_by_unit(key, np.arange(key.document_count), apart)
    two = chains_by_unit(response, partner, apart)
    rows = {unit: (one[unit], as_official(one[unit], two[unit])) for unit in np.flatnonzero(apart).tolist()}
    return {
        name: tally.replaced({unit: OFFICIAL[name](*chains) for unit, chains in rows.items()})
        for name, tally in tallies.items()
    }


def chains_by_unit(
    corpus: Corpus, unit_of_document: Integers, wanted: NDArray[np.bool_]
) -> dict[int, list[list[Hashable]]]:
    """The entities of some units as lists of mentions, in the order in which the file has them."""
    chains: dict[int, dict[int, list[Hashable]]] = {unit: {} for unit in np.flatnonzero(wanted).tolist()}
    unit = unit_of_document[corpus.document]
    for row in np.flatnonzero(wanted[unit]).tolist():
        mention = corpus.mention(row) if corpus.label is None else corpus.label[row]
        chains[int(unit[row])].setdefault(int(corpus.entity[row]), []).append(mention)
    return {number: [entities[entity] for entity in sorted(entities)] for number, entities in chains.items()}


def scores_of(tallies: Mapping[str, Tally], wanted: Sequence[Metric], average: str, units: int) -> dict[str, Score]:
    """The scores of all units together: of summed counts, or the mean over units."""
    if average == "macro":
        return _macro(document_scores(tallies, wanted, units), wanted)
    totals = {name: tally.total() for name, tally in tallies.items()}
    return {metric.name: _finish(metric, totals) for metric in wanted}


def document_scores(tallies: Mapping[str, Tally], wanted: Sequence[Metric], units: int) -> list[dict[str, Score]]:
    """The scores of each unit by itself."""
    rows = {name: _rows(tally) for name, tally in tallies.items()}
    return [
        {metric.name: _finish(metric, {name: row[unit] for name, row in rows.items()}) for metric in wanted}
        for unit in range(units)
    ]


def _rows(tally: Tally) -> list[dict[str, int | float]]:
    names = list(tally.columns)
    return [
        dict(zip(names, values, strict=True))
        for values in zip(*(column.tolist() for column in tally.columns.values()), strict=True)
    ]


def _finish(metric: Metric, totals: Mapping[str, Mapping[str, int | float]]) -> Score:
    if not metric.family.mean_of:
        return metric.score(totals[metric.tally_name])
    scores = [part.score(totals[part.tally_name]) for part in parts(metric)]
    undefined = ("f1",) if all("f1" in score.undefined for score in scores) else ()
    return Score(0.0, 0.0, sum(score.f1 for score in scores) / len(scores), undefined=undefined)


def _macro(documents: Sequence[Mapping[str, Score]], wanted: Sequence[Metric]) -> dict[str, Score]:
    """Means over the documents in which each quotient is defined, with their number."""
    scores: dict[str, Score] = {}
    for metric in wanted:
        means: dict[str, float] = {}
        counts: dict[str, int] = {}
        for field in ("f1",) if metric.family.mean_of else ("recall", "precision", "f1"):
            values = [getattr(row[metric.name], field) for row in documents if field not in row[metric.name].undefined]
            means[field] = sum(values) / len(values) if values else 0.0
            counts[f"{field}_documents"] = len(values)
        undefined = tuple(field for field in means if not counts[f"{field}_documents"])
        scores[metric.name] = Score(
            means.get("recall", 0.0), means.get("precision", 0.0), means["f1"], counts, undefined
        )
    return scores
