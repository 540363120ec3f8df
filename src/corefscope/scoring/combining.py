"""Saved results as one Result: systems scored at different times can be compared without their files."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import asdict, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from corefscope.basics.escaping import quoted
from corefscope.basics.options import options_of
from corefscope.metrics import METRICS, AnyMetrics, Metric, Score, Tally, metric
from corefscope.metrics import metrics as parse_metrics
from corefscope.problems import FormatError, PairingError, SettingsError
from corefscope.scoring.result import Result, Side, System
from corefscope.scoring.saved import SCHEMA, files_of, load, sizes_of, warnings_of
from corefscope.scoring.totals import scores_of
from corefscope.settings import Settings

# How a response is read need not be the same for all.
FREE = ("response_format", "response_clusters")
SIGNED = ("value", "beyond_chance")  # the counts of ACE and ARI that can be negative
ROUNDING = 1e-6  # how far below 0 a sum of fractions may come to lie that is 0


def saved_result(paths: Sequence[str], metrics: AnyMetrics | None = None) -> Result:
    """One Result of the systems of several saved ones; they must have the same key and settings.

    Without `metrics`, those that all of them have. Scores are computed from the counts of each document.
    """
    contents = {path: load(path) for path in paths}
    if len(contents) < len(paths):
        twice = next(path for number, path in enumerate(paths) if path in paths[:number])
        raise SettingsError(
            "given-twice", f"{twice} is given twice", hint="a system is compared with others, not with itself"
        )
    first, *others = contents
    for other in others:
        _check_alike(first, contents[first], other, contents[other])
    try:
        systems = [(path, system) for path, content in contents.items() for system in content["systems"]]
        wanted = tuple(parse_metrics(metrics)) if metrics is not None else _common(systems)
        for path, system in systems:
            _check_counted(path, system, wanted)
        documents = tuple(row["document"] for row in systems[0][1]["per_document"])
        settings = replace(saved_settings(contents[first]["settings"]), response_format=None, response_clusters=None)
        names = _names(systems)
        built = [
            _system(path, system, name, documents, wanted, settings)
            for (path, system), name in zip(systems, names, strict=True)
        ]
        about = contents[first]["key"]
        key = Side("key", about["path"], files_of(about), *sizes_of(about), warnings_of(about))
    except (KeyError, TypeError, ValueError, AttributeError, IndexError) as error:
        listed = ", ".join(map(str, paths))
        raise FormatError("not-a-saved-result", f"not a saved result that can be compared: {error!r}", listed) from None
    return Result(settings, wanted, key, documents, tuple(built))


def _check_alike(one: str, mine: Mapping[str, Any], two: str, theirs: Mapping[str, Any]) -> None:
    if mine["schema"] != theirs["schema"]:
        raise PairingError(
            "different-results", f"{one} and {two} were saved in different ways", hint="score again with one version"
        )
    first, second = (side["key"].get("sha256") for side in (mine, theirs))
    if first != second or first is None:
        shown = [
            f"{side['key'].get('path') or 'standard input or a Python object'} (sha256 {str(each)[:12]})"
            if each
            else "one whose checksum is not known"
            for side, each in ((mine, first), (theirs, second))
        ]
        fact = "have different keys" if first != second else "cannot be compared, because nothing says that"
        end = f": {shown[0]} and {shown[1]}" if first != second else " their keys, from standard input, are the same"
        raise PairingError("different-keys", f"{one} and {two} {fact}{end}", hint="score all systems against one key")
    here, there = mine["settings"], theirs["settings"]
    for name in {**here, **there}:
        if name not in FREE and here.get(name) != there.get(name):
            raise PairingError(
                "different-results",
                f"{one} and {two} have different settings: {name} is {here.get(name)} and {there.get(name)}",
                hint="score all systems with the same settings",
            )


def saved_settings(values: Mapping[str, Any]) -> Settings:
    """The settings of a saved result."""
    unknown = [name for name in values if name not in options_of(Settings)]
    if unknown:
        raise SettingsError(
            "unknown-settings", f"a saved result has settings that this version does not know: {', '.join(unknown)}"
        )
    return Settings(**values)


def _common(systems: Sequence[tuple[str, Mapping[str, Any]]]) -> tuple[Metric, ...]:
    """The metrics that every saved system has, in the order of the first."""
    shared = [name for name in systems[0][1]["scores"] if all(name in system["scores"] for _, system in systems)]
    if not shared:
        raise PairingError(
            "no-common-metric",
            "no metric is in all of the saved results",
            hint="score all systems with the same metrics",
        )
    return tuple(map(metric, shared))


def _check_counted(path: str, system: Mapping[str, Any], wanted: Sequence[Metric]) -> None:
    rows = system.get("per_document")
    if not rows or "counts" not in rows[0]:
        raise FormatError(
            "counts-not-saved",
            f"the counts of each document of {quoted(system['name'])} were not saved",
            path,
            hint="score again with --per-document -o json",
        )
    for each in wanted:
        for part in each.parts:
            if part.tally_name not in rows[0]["counts"]:
                raise FormatError(
                    "counts-not-saved",
                    f"there are no counts for {each.name} of {quoted(system['name'])}, only for "
                    f"{', '.join(rows[0]['counts'])}",
                    path,
                    hint=f"score again with -m {each.name}",
                )


def _names(systems: Sequence[tuple[str, Mapping[str, Any]]]) -> list[str]:
    """What systems were called, with the file before it where two were called the same, and its folder if need be."""
    called = [str(system["name"]) for _, system in systems]
    longer = [f"{os.path.basename(path)}: {name}" for (path, _), name in zip(systems, called, strict=True)]
    longest = [f"{path}: {name}" for (path, _), name in zip(systems, called, strict=True)]
    return [
        name if called.count(name) == 1 else some if longer.count(some) == 1 else whole
        for name, some, whole in zip(called, longer, longest, strict=True)
    ]


def _system(
    path: str,
    saved: Mapping[str, Any],
    name: str,
    documents: tuple[str, ...],
    wanted: Sequence[Metric],
    settings: Settings,
) -> System:
    rows = {row["document"]: row["counts"] for row in saved["per_document"]}
    if rows.keys() != set(documents):
        other = next(iter(rows.keys() ^ set(documents)))
        raise PairingError(
            "different-results", f"the saved systems have not the same documents: only some have {quoted(other)}", path
        )
    counted = {document: rows[document] for document in documents}
    tallies = {
        tally: Tally({column: _numbers(counted, tally, column, path) for column in columns})
        for tally, columns in counted[documents[0]].items()
    }
    scores = scores_of(tallies, wanted, settings.average, len(documents))
    return System(
        name, saved["path"], files_of(saved), *sizes_of(saved), warnings_of(saved), scores=scores, tallies=tallies
    )


def _numbers(rows: Mapping[str, Any], tally: str, column: str, path: str) -> NDArray[Any]:
    """One count of all documents; what no scoring gives is refused, since every score would be made of it."""
    found = np.array([row[tally][column] for row in rows.values()])
    if found.dtype.kind not in "iuf":
        raise FormatError(
            "not-a-saved-result", "the counts of the documents are not all numbers", path, hint="score again"
        )
    wrong = ~np.isfinite(found)
    family = METRICS.get(tally.partition("(")[0])
    if family is None or not (family.version or column in SIGNED):
        wrong |= found < -ROUNDING
    if wrong.any():
        row = int(np.flatnonzero(wrong)[0])
        fact = f"document {quoted(list(rows)[row])}: {column} of {tally} is {found[row]:g}, which is no count"
        raise FormatError("not-a-saved-result", fact, path, hint="score again")
    return found


def saved_systems(result: Result, path: str) -> tuple[tuple[System, ...], str | None]:
    """The systems of a saved result of the same key and settings, with their F1, and the version that saved it."""
    content = load(path)
    key = {"path": result.key.path, "sha256": result.key.sha256()}
    mine = {"schema": SCHEMA, "key": key, "settings": asdict(result.settings)}
    _check_alike("this result", mine, path, content)
    systems = []
    try:
        for saved in content["systems"]:
            wanted = [metric for metric in result.metrics if metric.name in saved["scores"]]
            scores = {each.name: Score(None, None, float(saved["scores"][each.name]["f1"])) for each in wanted}
            about = files_of(saved), *sizes_of(saved), warnings_of(saved)
            systems.append(System(saved["name"], saved["path"], *about, scores=scores))
    except (KeyError, TypeError, ValueError, AttributeError, IndexError) as error:
        raise FormatError("not-a-saved-result", f"not a saved result that can be compared: {error!r}", path) from None
    return tuple(systems), content.get("version")
