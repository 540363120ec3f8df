"""Why two results differ, or a result and a number from a paper: what differs, and what part each rule makes."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from corefscope.basics.arguments import path as argument_path
from corefscope.basics.checksums import checksum_of_all
from corefscope.basics.escaping import quoted
from corefscope.metrics import Metric, metric
from corefscope.model import Corpus
from corefscope.problems import CorefscopeError, FormatError, SettingsError
from corefscope.scoring.combining import saved_settings
from corefscope.scoring.dialect_scores import Dialects, dialects
from corefscope.scoring.differences import Difference, differences
from corefscope.scoring.inputs import Input, read_sides
from corefscope.scoring.result import Result
from corefscope.scoring.rule_parts import RulePart, differing, read_differently, rule_parts
from corefscope.scoring.saved import as_object, load
from corefscope.scoring.shown import Shown
from corefscope.settings import Settings


@dataclass(frozen=True)
class PartsOfDifference:
    """A difference in F1 of one system, and what part of it each rule makes; `rest` belongs to none."""

    metric: str
    system: str
    one: float
    two: float
    parts: tuple[RulePart, ...]
    rest: float
    dialect: str = ""  # of two results none; against a number, the dialect that comes nearest


@dataclass(frozen=True)
class NearestDialects:
    """A number from a paper, and how far each dialect is from it, the nearest first."""

    metric: str
    system: str
    number: float
    distances: tuple[tuple[str, float, float], ...]  # the dialect, its F1, and what the number is above it


@dataclass(frozen=True, repr=False)
class ExplainedDifference(Shown):
    """What differs between two results, and what part of the difference each rule makes."""

    VIEW = "difference"
    differences: tuple[Difference, ...]
    parts: tuple[PartsOfDifference, ...] = ()
    nearest: tuple[NearestDialects, ...] = ()
    unknown: str = ""  # why nothing can be said of the parts

    def __repr__(self) -> str:
        points = [f"{each.system} {each.metric} {100 * (each.two - each.one):+.2f}" for each in self.parts]
        return f"<ExplainedDifference: {', '.join([*points, f'{len(self.differences)} differences'])}>"


def explain_difference(
    one: Result | str | os.PathLike[str],
    two: Result | str | os.PathLike[str] | float,
    metric_name: str | Metric = "conll",
    key: Input | None = None,
    response: Input | None = None,
) -> ExplainedDifference:
    """Say why two results have different numbers, or why a paper has another number than a result.

    Results are Results or files that `score -o json` wrote; a number above 1 is a percentage. What part each rule
    makes is found by scoring the files again; for results of Python objects, give `key` and `response`.
    """
    first = _saved(one)
    wanted = metric(metric_name)
    if isinstance(two, int | float) and not isinstance(two, bool):
        return _against_number(first, float(two), wanted, key, response)
    second = _saved(two)
    found = tuple(differences(first, second))
    before, after = saved_settings(first["settings"]), saved_settings(second["settings"])
    names = differing(before, after)
    if not names or _unlike(first, second):
        return ExplainedDifference(found)
    reading = read_differently(names)
    if reading:
        return ExplainedDifference(found, unknown=f"the files were read in different ways: {', '.join(reading)}")
    try:
        parts = [
            part
            for name, sides in _systems(first, before, key, response)
            if (part := _parts(name, sides, before, after, wanted)) is not None
        ]
    except CorefscopeError as error:
        return ExplainedDifference(found, unknown=str(error))
    return ExplainedDifference(found, tuple(parts))


def _against_number(
    saved: Mapping[str, Any], number: float, wanted: Metric, key: Input | None, response: Input | None
) -> ExplainedDifference:
    value = number / 100 if number > 1 else number
    if not 0 <= value <= 1:
        raise SettingsError("wrong-value", f"{number:g} is no F1", hint="give a percentage, such as 73.4")
    settings = saved_settings(saved["settings"])
    nearest, parts = [], []
    for name, sides in _systems(saved, settings, key, response):
        found = dialects(*sides, metrics=[wanted], names=[name], **_reading(settings))
        rows = _distances(found, wanted, value)
        nearest.append(NearestDialects(wanted.name, name, value, rows))
        best = next(row.preset for row in found.rows if row.preset.name == rows[0][0])
        part = _parts(name, sides, settings, Settings(**best.values), wanted)
        if part is not None:
            rest = value - part.two + part.rest
            parts.append(PartsOfDifference(part.metric, name, part.one, value, part.parts, rest, best.name))
    return ExplainedDifference((), tuple(parts), tuple(nearest))


def _distances(found: Dialects, wanted: Metric, value: float) -> tuple[tuple[str, float, float], ...]:
    rows = [(row.preset.name, row.result.f1[wanted.name]) for row in found.rows if row.result is not None]
    return tuple(sorted(((name, f1, value - f1) for name, f1 in rows), key=lambda row: abs(row[2])))


def _parts(
    name: str, sides: Sequence[Corpus], one: Settings, two: Settings, wanted: Metric
) -> PartsOfDifference | None:
    from corefscope.scoring.pipeline import score

    found = rule_parts(sides, one, two, wanted)
    if found is None:
        return None
    before, after = (score(*sides, metrics=wanted, settings=each).f1[wanted.name] for each in (one, two))
    return PartsOfDifference(wanted.name, name, before, after, tuple(found[0]), found[1])


def _saved(result: Any) -> Mapping[str, Any]:
    return as_object(result) if isinstance(result, Result) else load(argument_path(result, "a result"))


def _unlike(one: Mapping[str, Any], two: Mapping[str, Any]) -> bool:
    """Whether the results are of different files, of which no rule is the reason."""
    sides = zip((one["key"], *one["systems"]), (two["key"], *two["systems"]), strict=False)
    return len(one["systems"]) != len(two["systems"]) or any(
        each.get("sha256") != other.get("sha256") for each, other in sides
    )


def _systems(
    saved: Mapping[str, Any], settings: Settings, key: Input | None, response: Input | None
) -> list[tuple[str, list[Corpus]]]:
    """Each system with the key and its response, read again; files that have changed are refused."""
    if key is not None and response is not None:
        name = saved["systems"][0]["name"]
        return [(name, read_sides(key, [response], [name], settings, lambda step: None))]
    about = [saved["key"], *saved["systems"]]
    for side in about:
        if not side.get("path") or not side.get("sha256") or not os.path.exists(side["path"]):
            what = quoted(side["path"]) if side.get("path") else f"the {side.get('name', 'key')}"
            hint = "score it here first" if side.get("path") else "give the objects as key= and response="
            raise FormatError("no-such-file", f"{what} is not there to be scored again", hint=hint)
    names = [side["name"] for side in saved["systems"]]
    sides = read_sides(about[0]["path"], [side["path"] for side in about[1:]], names, settings, lambda step: None)
    for side, corpus in zip(about, sides, strict=True):
        if checksum_of_all(corpus.files) != side["sha256"]:
            raise FormatError("changed-file", "it has changed since it was scored", side["path"], hint="score it again")
    return [(name, [sides[0], corpus]) for name, corpus in zip(names, sides[1:], strict=True)]


def _reading(settings: Settings) -> Any:
    """The settings of files that no dialect has an opinion on."""
    usual = Settings()
    names = ("scope", "align", "types", "mentions")
    return {name: getattr(settings, name) for name in names if getattr(settings, name) != getattr(usual, name)}
