"""Results as JSON: what `score -o json` writes, and what `compare` and `explain-difference` read again.

The structs are the only description of these files: a file is validated by them, and `release/schema.py` writes the
JSON Schema from them. Scores are fractions of 1 at full precision, with all counts.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, replace
from typing import Annotated, Any

import msgspec
import numpy as np
from msgspec import UNSET, Meta, Struct, UnsetType

from corefscope._version import __version__
from corefscope.basics.arguments import path as argument_path
from corefscope.basics.checksums import ReadFile
from corefscope.basics.escaping import quoted
from corefscope.basics.options import options_of
from corefscope.metrics import AnyMetrics, Metric, Score, Tally
from corefscope.metrics import metrics as parse_metrics
from corefscope.problems import FormatError, Notice, PairingError, SettingsError
from corefscope.scoring.result import Result, Side, System
from corefscope.scoring.totals import DocumentScores, scores_of
from corefscope.settings import Settings

SCHEMA = 1  # grows with changes that readers must know of
BEGINNING = 4096  # bytes within which a saved result can be recognised
HINT = "made by corefscope score -o json"
# How a response is read need not be the same for all systems of a comparison.
FREE = ("response_format", "response_clusters")

Count = Annotated[int, Meta(ge=0)]
Sha256 = Annotated[str, Meta(pattern="^[0-9a-f]{64}$")]
Checksum = Annotated[
    Sha256 | None, Meta(description="of the file, or of the checksums of several; null for Python objects and pipes")
]
# Counts and parts of a score have free names, so its definition, and those below, are not made from structs.
Scores = Annotated[
    dict[str, dict[str, int | float | list[str] | dict[str, Any] | None]],
    Meta(extra_json_schema={"$ref": "#/$defs/scores"}),
]
Counts = Annotated[dict[str, dict[str, int | float]], Meta(extra_json_schema={"$ref": "#/$defs/counts"})]
SavedSettings = Annotated[dict[str, Any], Meta(extra_json_schema={"$ref": "#/$defs/settings"})]
Output = Annotated[dict[str, Any], Meta(extra_json_schema={"$ref": "#/$defs/output"})]
Gate = Annotated[dict[str, Any], Meta(extra_json_schema={"$ref": "#/$defs/gate"})]


class SavedFile(Struct):
    """A file as it was read."""

    path: str
    size: Annotated[Count | None, Meta(description="in bytes, as it lies on disk; null for standard input")]
    sha256: Annotated[Sha256 | None, Meta(description="of its bytes; null for what can be read only once")]
    format: Annotated[str | None, Meta(description="as `list formats` prints it; text for what another file annotates")]


class SavedWarning(Struct):
    """One kind of warning, with its first places; docs/messages.md lists the codes."""

    code: Annotated[str, Meta(description="stays when the words change")]
    kind: Annotated[str, Meta(description="the words")]
    setting: Annotated[str | None, Meta(description="the option that helps, such as --repeated")]
    count: Annotated[int, Meta(ge=1)]
    first: str
    places: list[str]


class SavedSide(Struct, kw_only=True):
    """What was read of a side."""

    path: str | None
    sha256: Checksum
    files: list[SavedFile]
    documents: Count
    entities: Count
    mentions: Count
    warnings: list[SavedWarning]


class SavedKey(SavedSide):
    """The key."""


class SavedGroup(Struct):
    """The scores of a group of documents or mentions, and how many it has."""

    group: str
    scores: Scores
    documents: Count | UnsetType = UNSET
    mentions: Count | UnsetType = UNSET


class SavedDocument(Struct):
    """The scores of a document, and its counts by tally: a saved result can be compared without its files."""

    document: str
    scores: Scores
    counts: Counts


class SavedSystem(SavedSide, kw_only=True):
    """A response and its scores."""

    name: str
    scores: Scores
    output: Output | UnsetType = UNSET
    by_group: list[SavedGroup] | UnsetType = UNSET
    per_document: list[SavedDocument] | UnsetType = UNSET


class SavedBy(Struct):
    """What scores are broken down by."""

    what: str
    note: str


class SavedResult(Struct, kw_only=True):
    """What corefscope score -o json and Result.to_json() write."""

    schema: Annotated[int, Meta(description="counts changes that readers must know of", ge=1, le=SCHEMA)]
    signature: Annotated[str, Meta(description="all that can change a number")]
    version: Annotated[str, Meta(description="of corefscope")]
    settings: SavedSettings
    key: SavedKey
    by: SavedBy | UnsetType = UNSET
    systems: list[SavedSystem]
    gate: Gate | UnsetType = UNSET


def side_of(saved: SavedKey | SavedSystem, name: str) -> dict[str, Any]:
    """Return the fields of a Side that were saved."""
    return {
        "name": name,
        "path": saved.path,
        "files": tuple(ReadFile(file.path, file.size, file.sha256, file.format) for file in saved.files),
        "documents": saved.documents,
        "entities": saved.entities,
        "mentions": saved.mentions,
        "warnings": tuple(Notice(each.code, each.count, tuple(each.places)) for each in saved.warnings),
    }


def header(signature: str) -> dict[str, Any]:
    """Return the fields of everything that is saved."""
    return {"schema": SCHEMA, "signature": signature, "version": __version__}


def as_object(result: Result) -> dict[str, Any]:
    """Return a result as plain dicts and lists."""
    return {
        **header(result.signature),
        "settings": asdict(result.settings),
        "key": {**_side(result.key), "warnings": warnings(result.key.warnings)},
        **({} if result.by is None else {"by": {"what": result.by.what, "note": result.by.note}}),
        "systems": [_system(result, system) for system in result.systems],
    }


def _side(side: Side) -> dict[str, Any]:
    return {
        "path": side.path,
        "sha256": side.sha256(),
        "files": [file._asdict() for file in side.files],
        "documents": side.documents,
        "entities": side.entities,
        "mentions": side.mentions,
    }


def _system(result: Result, system: System) -> dict[str, Any]:
    metrics = result.metrics
    saved = {"name": system.name, **_side(system), "scores": scores_object(system.scores, metrics)}
    if system.output is not None:
        scores = {name: scores_object(each, metrics) for name, each in system.output.scores.items()}
        saved["output"] = {**system.output.counts(), "scores": scores}
    if result.by is not None:
        saved["by_group"] = [
            {"group": name, "scores": scores_object(system.by_group[name], metrics), f"{result.by.of}s": size}
            for name, size in result.by.groups.items()
        ]
    if system.per_document:
        units = DocumentScores(system.tallies, metrics, len(result.documents)).with_counts()
        saved["per_document"] = [
            {"document": name, "scores": scores_object(scores, metrics), "counts": counts}
            for name, (scores, counts) in zip(result.documents, units, strict=True)
        ]
    return {**saved, "warnings": warnings(system.warnings)}


def scores_object(scores: Mapping[str, Score], metrics: Iterable[Metric]) -> dict[str, Any]:
    """Return the scores of one system or document as plain dicts, by metric."""
    return {metric.name: _score(scores[metric.name], only_f1=metric.is_mean) for metric in metrics}


def _score(score: Score, only_f1: bool = False) -> dict[str, Any]:
    numbers = {"f1": score.f1} if only_f1 else {"recall": score.recall, "precision": score.precision, "f1": score.f1}
    parts = {name: _score(part) for name, part in score.parts.items()}
    counts = {} if score.parts else dict(score.counts)
    return {**numbers, **counts, **parts, "undefined": list(score.undefined)}


def warnings(notices: Iterable[Notice]) -> list[dict[str, Any]]:
    """Return warnings as plain dicts."""
    fields = SavedWarning.__struct_fields__
    return [{field: getattr(each, field) for field in fields} for each in notices]


def is_saved(path: object) -> bool:
    """Whether this is a file that `score -o json` wrote."""
    if not isinstance(path, str | os.PathLike) or not os.path.isfile(argument_path(path, "a side")):
        return False
    with open(path, "rb") as stream:
        beginning = stream.read(BEGINNING)
    return beginning.lstrip()[:1] == b"{" and b'"schema"' in beginning and b'"signature"' in beginning


def load(result: Any) -> SavedResult:
    """Return a result as it is saved, or read one; refuse a later schema, whose fields may mean something else."""
    if isinstance(result, Result):
        return msgspec.convert(as_object(result), SavedResult)
    path = argument_path(result, "a result")
    try:
        with open(path, "rb") as stream:
            return msgspec.json.decode(stream.read(), type=SavedResult)
    except FileNotFoundError:
        raise FormatError("no-such-file", "there is no such file", path) from None
    except (OSError, ValueError, RecursionError, msgspec.MsgspecError) as error:
        fact = f"not a saved result: {getattr(error, 'strerror', None) or error}"
        raise FormatError("not-a-saved-result", fact, path, hint=HINT) from None


def saved_settings(values: Mapping[str, Any]) -> Settings:
    """Return the settings of a saved result."""
    unknown = [name for name in values if name not in options_of(Settings)]
    if unknown:
        fact = f"a saved result has settings that this version does not know: {', '.join(unknown)}"
        raise SettingsError("unknown-settings", fact)
    return Settings(**values)


def saved_result(paths: Sequence[str], metrics: AnyMetrics | None = None) -> Result:
    """Combine the systems of several saved results, which must have the same key and settings, into one Result.

    Without `metrics`, those that all of them have. Scores are computed from the counts of each document.
    """
    contents = {path: load(path) for path in paths}
    if len(contents) < len(paths):
        twice = next(path for number, path in enumerate(paths) if path in paths[:number])
        hint = "a system is compared with others, not with itself"
        raise SettingsError("given-twice", f"{twice} is named twice", hint=hint)
    first, *others = contents
    for other in others:
        _check_comparable(first, contents[first], other, contents[other])
    systems = [(path, system) for path, content in contents.items() for system in content.systems]
    if not systems:
        raise FormatError("not-a-saved-result", "not a saved result: it has no system", first, hint=HINT)
    if metrics is None:
        metrics = [name for name in systems[0][1].scores if all(name in system.scores for _, system in systems)]
        if not metrics:
            hint = "score all systems with the same metrics"
            raise PairingError("no-common-metric", "no metric is in all of the saved results", hint=hint)
    parsed = tuple(parse_metrics(metrics))
    documents = tuple(row.document for row in systems[0][1].per_document or ())
    settings = replace(saved_settings(contents[first].settings), response_format=None, response_clusters=None)
    built = []
    for (path, system), name in zip(systems, _unique_names(systems), strict=True):
        try:
            tallies = _tallies(path, system, parsed, documents)
            scores = scores_of(tallies, parsed, settings.average, len(documents))
        except KeyError as error:
            raise _wrong_counts(path, f"the counts of {quoted(system.name)} lack {error.args[0]}") from None
        built.append(System(**side_of(system, name), scores=scores, tallies=tallies))
    return Result(settings, parsed, Side(**side_of(contents[first].key, "key")), documents, tuple(built))


def saved_systems(result: Result, path: str) -> tuple[tuple[System, ...], str]:
    """Return the systems of a saved result of the same key and settings, with their F1, and the version of it."""
    content = load(path)
    _check_comparable("this result", load(result), path, content)
    systems = []
    for saved in content.systems:
        scores = {}
        for name in (each.name for each in result.metrics if each.name in saved.scores):
            f1 = saved.scores[name].get("f1")
            if not isinstance(f1, int | float):
                raise _wrong_counts(path, f"{name} of {quoted(saved.name)} has no F1")
            scores[name] = Score(None, None, float(f1))
        systems.append(System(**side_of(saved, saved.name), scores=scores))
    return tuple(systems), content.version


def _check_comparable(one: str, mine: SavedResult, two: str, theirs: SavedResult) -> None:
    keys = mine.key, theirs.key
    if keys[0].sha256 is None or keys[0].sha256 != keys[1].sha256:
        first, second = (f"{key.path or 'an object or a pipe'} (sha256 {str(key.sha256)[:12]})" for key in keys)
        verb = "may have" if None in (keys[0].sha256, keys[1].sha256) else "have"
        fact = f"{one} and {two} {verb} different keys: {first} and {second}"
        raise PairingError("different-keys", fact, hint="score all systems against one key")
    for name in {**mine.settings, **theirs.settings}:
        here, there = mine.settings.get(name), theirs.settings.get(name)
        if name not in FREE and here != there:
            fact = f"{one} and {two} have different settings: {name} is {here} and {there}"
            raise PairingError("different-results", fact, hint="score all systems with the same settings")


def _unique_names(systems: Sequence[tuple[str, SavedSystem]]) -> list[str]:
    """Return the names of systems, with the file before a name that two have."""
    names = [system.name for _, system in systems]
    paths = [path for path, _ in systems]
    return [name if names.count(name) == 1 else f"{path}: {name}" for path, name in zip(paths, names, strict=True)]


def _tallies(path: str, saved: SavedSystem, metrics: Sequence[Metric], documents: Sequence[str]) -> dict[str, Tally]:
    """Return the counts that metrics need of a saved system, documents in this order."""
    rows = {row.document: row.counts for row in saved.per_document or ()}
    if not rows:
        fact = f"the counts of each document of {quoted(saved.name)} were not saved"
        raise FormatError("counts-not-saved", fact, path, hint="score again with --per-document -o json")
    if rows.keys() != set(documents):
        other = next(iter(rows.keys() ^ set(documents)))
        fact = f"the saved systems cover different documents: only some have {quoted(other)}"
        raise PairingError("different-results", fact, path)
    counts, tallies = [rows[document] for document in documents], {}
    for name, of_metric in {part.tally_name: each.name for each in metrics for part in each.parts}.items():
        if name not in counts[0]:
            fact = f"{quoted(saved.name)} has no counts for {of_metric}, only for {', '.join(counts[0])}"
            raise FormatError("counts-not-saved", fact, path, hint=f"score again with -m {of_metric}")
        tallies[name] = Tally({column: np.array([row[name][column] for row in counts]) for column in counts[0][name]})
    return tallies


def _wrong_counts(path: str, fact: str) -> FormatError:
    return FormatError("not-a-saved-result", fact, path, hint="score again")
