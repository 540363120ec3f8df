"""Why two results differ: settings, files, documents, counts; or which scorer a paper's number is nearest to."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

import msgspec

from corefscope.basics.checksums import checksum_of_all
from corefscope.basics.escaping import quoted
from corefscope.metrics import Metric, metric
from corefscope.model import Corpus
from corefscope.problems import FormatError, SettingsError
from corefscope.scoring.inputs import Input, read_all
from corefscope.scoring.result import Reportable, Result
from corefscope.scoring.saved import SavedKey, SavedResult, SavedSystem, load, saved_settings
from corefscope.scoring.several import dialects
from corefscope.settings import DEFAULTS, Settings

SCORED_ANYWAY = ("scope", "align", "types", "mentions")  # settings that no dialect defines


@dataclass(frozen=True)
class Difference:
    """One thing that differs, under a heading."""

    heading: str
    what: str
    one: Any
    two: Any


@dataclass(frozen=True)
class NearestDialects:
    """A number from a paper, and the F1 of the same files under every dialect, the nearest first."""

    metric: str
    system: str
    number: float
    f1: Mapping[str, float]  # by dialect
    settings: tuple[Difference, ...]  # of the result, and of the nearest dialect


@dataclass(frozen=True, repr=False)
class ExplainedDifference(Reportable):
    """What differs between two results, or between a result and a number from a paper."""

    VIEW = "results:difference"
    differences: tuple[Difference, ...]
    nearest: tuple[NearestDialects, ...] = ()

    def __repr__(self) -> str:
        names = [f"{each.system} {each.metric} nearest to {next(iter(each.f1))}" for each in self.nearest]
        return f"<ExplainedDifference: {', '.join(names) or f'{len(self.differences)} differences'}>"


def explain_difference(
    one: Result | str | os.PathLike[str],
    two: Result | str | os.PathLike[str] | float,
    metric_name: str | Metric = "conll",
    key: Input | None = None,
    response: Input | None = None,
) -> ExplainedDifference:
    """Say why two results have different numbers, or which dialect comes nearest to the number of a paper.

    Results are Results or files that `score -o json` wrote; a number above 1 is a percentage. For a number the files
    are scored again under every dialect; for results of Python objects, give `key` and `response`.
    """
    first, scored = load(one), metric(metric_name)
    if not isinstance(two, int | float) or isinstance(two, bool):
        return ExplainedDifference(tuple(differences(first, load(two))))
    number = two / 100 if two > 1 else float(two)
    if not 0 <= number <= 1:
        hint = "give a percentage, such as 73.4"
        raise SettingsError("wrong-value", f"an F1 is between 0 and 100, got {two:g}", hint=hint)
    settings = saved_settings(first.settings)
    changed: Any = {name: getattr(settings, name) for name in settings.changed().intersection(SCORED_ANYWAY)}
    nearest = []
    for name, sides in _read_again(first, settings, key, response):
        rows = dialects(*sides, metrics=[scored], names=[name], **changed).rows
        results = [(row.preset.name, row.result, row.result.f1[scored.name]) for row in rows if row.result is not None]
        results.sort(key=lambda row: abs(number - row[2]))
        best, result, _ = results[0]
        changes = _differing(f"settings of {best}", asdict(settings), asdict(result.settings))
        f1 = {dialect: value for dialect, _, value in results}
        nearest.append(NearestDialects(scored.name, name, number, f1, tuple(changes)))
    return ExplainedDifference((), tuple(nearest))


def _read_again(
    saved: SavedResult, settings: Settings, key: Input | None, response: Input | None
) -> list[tuple[str, list[Corpus]]]:
    """Return each system with the key and its response, read again; files that have changed are refused."""
    names = [system.name for system in saved.systems]
    if key is not None and response is not None:
        return [(names[0], read_all([key, response], ["key", names[0]], settings, has_key=True))]
    sides: list[SavedKey | SavedSystem] = [saved.key, *saved.systems]
    for name, side in zip(["key", *names], sides, strict=True):
        if not side.path or not side.sha256 or not os.path.exists(side.path):
            fact = f"{quoted(side.path or name)} is missing, so it cannot be scored again"
            raise FormatError("no-such-file", fact, hint="score the files here, or give objects as key= and response=")
    gold, *corpora = read_all([str(side.path) for side in sides], ["key", *names], settings, has_key=True)
    for side, corpus in zip(sides, (gold, *corpora), strict=True):
        if checksum_of_all(corpus.files) != side.sha256:
            raise FormatError("changed-file", "it has changed since it was scored", side.path, hint="score it again")
    return [(name, [gold, corpus]) for name, corpus in zip(names, corpora, strict=True)]


def differences(one: SavedResult, two: SavedResult) -> list[Difference]:
    """Return everything that differs, causes first: version, settings, key, responses; then scores and documents."""
    # Two results of a single system each are compared under any names.
    names = [system.name for system in one.systems]
    others = names if len(names) == len(two.systems) == 1 else [system.name for system in two.systems]
    first, second = _sections(one, names), _sections(two, others)
    return [
        row for heading in first if heading in second for row in _differing(heading, first[heading], second[heading])
    ]


def _sections(saved: SavedResult, names: Sequence[str]) -> dict[str, Mapping[str, Any]]:
    """Return names and values under headings, for all that is compared."""
    # A setting that an older version did not know yet was at its default.
    settings = {**asdict(DEFAULTS), **saved.settings}
    sections: dict[str, Mapping[str, Any]] = {"version": {"corefscope": saved.version}, "settings": settings}

    def add_side(heading: str, name: str, side: SavedKey | SavedSystem) -> None:
        fields = msgspec.structs.asdict(side)
        sections[heading] = {field: value for field, value in fields.items() if isinstance(value, str | int | None)}
        sections[f"warnings of {name}"] = {each.kind: each.count for each in side.warnings}

    add_side("key", "the key", saved.key)
    sections["systems"] = dict.fromkeys(names, True)
    for name, system in zip(names, saved.systems, strict=True):
        add_side(f"response {name}", name, system)
        sections[f"scores of {name}"] = _flat(system.scores)
        if system.per_document:
            sections[f"documents of {name}"] = {row.document: True for row in system.per_document}
            for row in system.per_document:
                sections[f"document {row.document} of {name}"] = _flat(row.scores)
    return sections


def _flat(scores: Mapping[str, Any], prefix: str = "") -> dict[str, Any]:
    flat: dict[str, Any] = {}
    for name, value in scores.items():
        if isinstance(value, dict):
            flat.update(_flat(value, f"{prefix}{name}."))
        elif not isinstance(value, list):
            flat[prefix + name] = value
    return flat


def _differing(heading: str, one: Mapping[str, Any], two: Mapping[str, Any]) -> Iterator[Difference]:
    """Return what differs between two tables of names and values, under a heading."""
    absent = False if heading == "systems" or heading.startswith("documents of ") else None
    for name in {**one, **two}:
        if one.get(name, absent) != two.get(name, absent):
            yield Difference(heading, name, one.get(name, absent), two.get(name, absent))
