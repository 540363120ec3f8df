"""What workers do: check files, score them, judge differences. Each function tells its steps to `note`."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, TypeVar

from corefscope.analysis.mistakes.language import language
from corefscope.formats.files.sources import WatchedPath
from corefscope.metrics import DEFAULT
from corefscope.model import Corpus
from corefscope.page.assembly import packed
from corefscope.page.payload import payload
from corefscope.problems import CorefscopeError, Notice, SettingsError
from corefscope.scoring.checking import CheckedFile, problems_of, read_and_check, warnings_of
from corefscope.scoring.pipeline import score
from corefscope.scoring.result import Result, Side
from corefscope.settings import Settings
from corefscope.statistics.comparison import Comparison, compared
from corefscope.statistics.plan import Plan
from corefscope.web.places import Folder, files_of
from corefscope.web.refusals import Refusal
from corefscope.web.request_options import RequestOptions
from corefscope.web.unpacking import Limits, LimitWatch, check_mentions

NONE = Settings().align  # texts are not laid along each other
Note = Callable[[str], None]
AnySide = TypeVar("AnySide", bound=Side)


@dataclass(frozen=True)
class Located:
    """A file or folder on disk, and the folder that nothing of it may lead out of; or why there is none."""

    path: str
    root: Path
    refused: CorefscopeError | None = None


@dataclass(frozen=True)
class Labels:
    """Paths as the user knows them: as in the folder, and uploads by their names."""

    pairs: tuple[tuple[str, str], ...]

    def __call__(self, text: str) -> str:
        for path, label in self.pairs:
            text = text.replace(path, label)
        return text


@dataclass(frozen=True)
class Work:
    """What is asked for, where it lies, what it is called, and how much of it there may be."""

    asked: RequestOptions
    key: Located | None
    responses: tuple[Located, ...]
    labels: Labels
    limits: Limits


def check_files(note: Note, work: Work) -> list[CheckedFile]:
    """What `corefscope check` says of the key, then of each response against the key if that can be read."""
    settings = work.asked.settings
    formats = {side: settings.get(f"{side}_format", settings.get("format")) for side in ("key", "response")}
    reports = []
    key = None
    if work.key is not None:
        report, corpus = _checked(note, work, work.key, None, (formats["key"], settings.get("key_clusters")))
        reports.append(report)
        key = None if report.errors else corpus
    for place in work.responses:
        reading = (formats["response"], settings.get("response_clusters"))
        aligned = key is not None and settings.get("align", NONE) != NONE
        report, corpus = _checked(note, work, place, None if aligned else key, reading)
        if aligned and key is not None and corpus is not None:
            report = _aligned(report, key, corpus, settings["align"])
        reports.append(report)
    return reports


def score_files(note: Note, work: Work) -> tuple[Result, str]:
    """Scores, looks for errors and judges differences; gives the result and what its page is told."""
    if work.key is None or not work.responses:
        raise SettingsError("no-response", "choose a key and at least one response")
    settings: dict[str, Any] = dict(work.asked.settings)
    spoken = language(work.asked.language)
    both = (work.key, *work.responses)
    formats = [settings.get("key_format", settings.get("format"))]
    formats += [settings.get("response_format", settings.get("format"))] * len(work.responses)
    key, *responses = (_watched(place, format, work.limits) for place, format in zip(both, formats, strict=True))
    result = score(
        key,
        *responses,
        metrics=work.asked.metrics or DEFAULT,
        names=_names(work.asked.names, list(map(os.fspath, responses))),
        per_document=True,
        progress=lambda step: note(work.labels(step)),
        **settings,
    )
    mentions = result.key.mentions + sum(system.mentions for system in result.systems)
    check_mentions(mentions, work.limits)
    note("looking for errors and judging differences")
    systems = tuple(_labelled(system, work.labels) for system in result.systems)
    result = replace(result, key=_labelled(result.key, work.labels), systems=systems)
    data = packed(payload(result, spoken))
    note("done")
    return result, data


def judge(note: Note, result: Result, plan: Plan, baseline: str | None) -> Comparison:
    note("judging differences")
    return compared(result, plan, baseline)


def _checked(
    note: Note, work: Work, place: Located, key: Corpus | None, reading: tuple[str | None, str | None]
) -> tuple[CheckedFile, Corpus | None]:
    try:
        path = _watched(place, reading[0], work.limits)
        note(work.labels(place.path))
        return read_and_check(path, key, *reading)
    except CorefscopeError as error:
        return CheckedFile(place.path, tuple(problems_of(error))), None


def _aligned(report: CheckedFile, key: Corpus, response: Corpus, align: str) -> CheckedFile:
    """The report with what aligning the texts says, which `check` leaves to scoring."""
    if report.errors:
        return report
    try:
        [system] = score(key, response, metrics="mentions", align=align).systems
    except CorefscopeError as error:
        return replace(report, problems=(*problems_of(error), *report.problems))
    known = {problem.code for problem in report.problems}
    more = (problem for notice in system.warnings if notice.code not in known for problem in warnings_of(notice)[:1])
    return replace(report, problems=(*report.problems, *more))


def _watched(place: Located, format: str | None, limits: Limits) -> WatchedPath:
    """The path of what may be read: no file of it leads out, and reading stops where they hold too much."""
    if place.refused is not None:
        raise place.refused
    for file in dict.fromkeys(files_of(Path(place.path), any_suffix=format is not None)):
        if not Folder(place.root).holds(file):
            raise Refusal("outside-folder", f"{file} leads out of the folder", 403)
    return WatchedPath(place.path, LimitWatch(limits))


def _labelled(side: AnySide, labels: Labels) -> AnySide:
    """A side with paths as the user knows them."""
    warnings = tuple(Notice(notice.code, notice.count, tuple(map(labels, notice.places))) for notice in side.warnings)
    files = tuple(file._replace(path=labels(file.path)) for file in side.files)
    return replace(side, path=None if side.path is None else labels(side.path), files=files, warnings=warnings)


def _names(given: tuple[str, ...], paths: list[str]) -> list[str]:
    """The names of systems: as given, else after the file; numbered where two would be the same."""
    names = [name or os.path.basename(path) for name, path in zip(given, paths, strict=True)]
    return [name if names.count(name) == 1 else f"{name} {number}" for number, name in enumerate(names, 1)]
