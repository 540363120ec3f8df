"""Why two results differ: settings, files, documents, counts; or which scorer a paper's number is nearest to."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

from corefscope.basics.arguments import path as argument_path
from corefscope.basics.checksums import checksum_of_all
from corefscope.basics.escaping import quoted
from corefscope.metrics import Metric, metric
from corefscope.model import Corpus
from corefscope.problems import FormatError, SettingsError
from corefscope.scoring.combining import saved_settings
from corefscope.scoring.dialect_scores import dialects
from corefscope.scoring.differences import Difference, differences, differing
from corefscope.scoring.inputs import Input, read_key_and_responses
from corefscope.scoring.result import Result
from corefscope.scoring.saved import as_object, load
from corefscope.scoring.shown import Shown
from corefscope.settings import Settings


@dataclass(frozen=True)
class NearestDialects:
    """A number from a paper, and the F1 of the same files under every dialect, the nearest first."""

    metric: str
    system: str
    number: float
    f1: Mapping[str, float]  # by dialect
    settings: tuple[Difference, ...]  # of the result, and of the nearest dialect


@dataclass(frozen=True, repr=False)
class ExplainedDifference(Shown):
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
    first = _saved(one)
    wanted = metric(metric_name)
    if isinstance(two, int | float) and not isinstance(two, bool):
        return ExplainedDifference((), _nearest(first, float(two), wanted, key, response))
    return ExplainedDifference(tuple(differences(first, _saved(two))))


def _nearest(
    saved: Mapping[str, Any], number: float, wanted: Metric, key: Input | None, response: Input | None
) -> tuple[NearestDialects, ...]:
    value = number / 100 if number > 1 else number
    if not 0 <= value <= 1:
        raise SettingsError("wrong-value", f"{number:g} is no F1", hint="give a percentage, such as 73.4")
    settings = saved_settings(saved["settings"])
    nearest = []
    for name, sides in _systems(saved, settings, key, response):
        found = dialects(*sides, metrics=[wanted], names=[name], **_reading(settings))
        scores = [(row.preset.name, row.result) for row in found.rows if row.result is not None]
        scores.sort(key=lambda row: abs(value - row[1].f1[wanted.name]))
        best, result = scores[0]
        rows = differing(f"settings of {best}", asdict(settings), asdict(result.settings))
        f1 = {dialect: each.f1[wanted.name] for dialect, each in scores}
        nearest.append(NearestDialects(wanted.name, name, value, f1, tuple(rows)))
    return tuple(nearest)


def _saved(result: Any) -> Mapping[str, Any]:
    return as_object(result) if isinstance(result, Result) else load(argument_path(result, "a result"))


def _systems(
    saved: Mapping[str, Any], settings: Settings, key: Input | None, response: Input | None
) -> list[tuple[str, list[Corpus]]]:
    """Each system with the key and its response, read again; files that have changed are refused."""
    if key is not None and response is not None:
        name = saved["systems"][0]["name"]
        return [(name, read_key_and_responses(key, [response], [name], settings, lambda step: None))]
    about = [saved["key"], *saved["systems"]]
    for side in about:
        if not side.get("path") or not side.get("sha256") or not os.path.exists(side["path"]):
            what = quoted(side["path"]) if side.get("path") else f"the {side.get('name', 'key')}"
            hint = "score it here first" if side.get("path") else "give the objects as key= and response="
            raise FormatError("no-such-file", f"{what} is not there to be scored again", hint=hint)
    names = [side["name"] for side in saved["systems"]]
    sides = read_key_and_responses(
        about[0]["path"], [side["path"] for side in about[1:]], names, settings, lambda step: None
    )
    for side, corpus in zip(about, sides, strict=True):
        if checksum_of_all(corpus.files) != side["sha256"]:
            raise FormatError("changed-file", "it has changed since it was scored", side["path"], hint="score it again")
    return [(name, [sides[0], corpus]) for name, corpus in zip(names, sides[1:], strict=True)]


def _reading(settings: Settings) -> Any:
    """The settings of files that no dialect has an opinion on."""
    usual = Settings()
    names = ("scope", "align", "types", "mentions")
    return {name: getattr(settings, name) for name in names if getattr(settings, name) != getattr(usual, name)}
