"""The tasks of workers: check files, score them, judge differences. Each function reports its steps to `note`."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
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
from corefscope.web.limits import Limits, LimitWatch, check_mentions
from corefscope.web.refusals import Refusal
from corefscope.web.request_options import RequestOptions
from corefscope.web.served_folder import ServedFolder, files_of

NONE = Settings().align  # texts are not aligned
Note = Callable[[str], None]
AnySide = TypeVar("AnySide", bound=Side)


@dataclass(frozen=True)
class Located:
    """A file or folder on disk and the folder that must contain it, or the error if it cannot be read."""

    path: str
    root: Path
    error: CorefscopeError | None = None


@dataclass(frozen=True)
class Labels:
    """Replace paths by what the user sees: paths within the folder, and names of uploads."""

    pairs: tuple[tuple[str, str], ...]

    def __call__(self, text: str) -> str:
        for path, label in self.pairs:
            text = text.replace(path, label)
        return text


@dataclass(frozen=True)
class Work:
    """The options of a request, the files on disk, their labels, and the limits."""

    options: RequestOptions
    key: Located | None
    responses: tuple[Located, ...]
    labels: Labels
    limits: Limits


def check_files(note: Note, work: Work) -> list[CheckedFile]:
    """Check the key, then each response against the key if that can be read, as `corefscope check` does."""
    align = work.options.settings.get("align") or NONE
    reports = []
    key = None
    if work.key is not None:
        report, corpus = _checked(note, work, work.key, None, "key")
        reports.append(report)
        key = None if report.errors else corpus
    for place in work.responses:
        report, corpus = _checked(note, work, place, key if align == NONE else None, "response")
        if align != NONE and key is not None and corpus is not None:
            report = _aligned(report, key, corpus, align)
        reports.append(report)
    return reports


def score_files(note: Note, work: Work, annotators: Sequence[str] = ()) -> tuple[Result, str]:
    """Score, find errors and judge differences; return the result, without its evidence, and the data of its page.

    Between annotators, `annotators` are their names, first that of the one who stands as the key.
    """
    if work.key is None or not work.responses:
        raise SettingsError("no-response", "choose a key and at least one response")
    settings: dict[str, Any] = dict(work.options.settings)
    spoken = language(work.options.language)
    key = watched(work, work.key, "key")
    responses = [watched(work, place, "response") for place in work.responses]
    result = score(
        key,
        *responses,
        metrics=work.options.metrics or DEFAULT,
        names=annotators[1:] or names_of(work),
        per_document=True,
        progress=lambda step: note(work.labels(step)),
        **settings,
    )
    mentions = result.key.mentions + sum(system.mentions for system in result.systems)
    check_mentions(mentions, work.limits)
    note("looking for errors and judging differences")
    systems = tuple(_labelled(system, work.labels) for system in result.systems)
    result = replace(result, key=_labelled(result.key, work.labels), systems=systems)
    data = packed(payload(result, spoken, annotator=next(iter(annotators), None)))
    note("done")
    # Evidence holds the texts of all files: the page has what is shown of them, and the server keeps several results.
    return replace(result, systems=tuple(replace(system, kept=None) for system in result.systems)), data


def judge(note: Note, result: Result, plan: Plan, baseline: str | None) -> Comparison:
    note("judging differences")
    return compared(result, plan, baseline)


def _checked(
    note: Note, work: Work, place: Located, key: Corpus | None, side: str
) -> tuple[CheckedFile, Corpus | None]:
    try:
        path = watched(work, place, side)
        note(work.labels(place.path))
        settings = work.options.settings
        names = settings.get("names_strip"), settings.get("pair_by")
        return read_and_check(path, key, work.options.format(side), settings.get(f"{side}_clusters"), *names)
    except CorefscopeError as error:
        return CheckedFile(place.path, tuple(problems_of(error))), None


def _aligned(report: CheckedFile, key: Corpus, response: Corpus, align: str) -> CheckedFile:
    """Add the problems of aligning the texts, which `check` leaves to scoring."""
    if report.errors:
        return report
    try:
        [system] = score(key, response, metrics="mentions", align=align).systems
    except CorefscopeError as error:
        return replace(report, problems=(*problems_of(error), *report.problems))
    present = {problem.code for problem in report.problems}
    more = (problem for notice in system.warnings if notice.code not in present for problem in warnings_of(notice)[:1])
    return replace(report, problems=(*report.problems, *more))


def watched(work: Work, place: Located, side: str) -> WatchedPath:
    """Return a path whose files are all within the folder; reading it stops at the limits."""
    if place.error is not None:
        raise place.error
    for file in dict.fromkeys(files_of(Path(place.path), any_suffix=work.options.format(side) is not None)):
        if not ServedFolder(place.root).holds(file):
            raise outside(file)
    return WatchedPath(place.path, LimitWatch(work.limits))


def outside(file: str) -> Refusal:
    return Refusal("outside-folder", f"{file} leads out of the folder", 403)


def _labelled(side: AnySide, labels: Labels) -> AnySide:
    """Replace the paths of a side by labels."""
    warnings = tuple(Notice(notice.code, notice.count, tuple(map(labels, notice.places))) for notice in side.warnings)
    files = tuple(file._replace(path=labels(file.path)) for file in side.files)
    return replace(side, path=None if side.path is None else labels(side.path), files=files, warnings=warnings)


def names_of(work: Work) -> list[str]:
    """Name the systems as given, else after the file; equal names are numbered."""
    pairs = zip(work.options.responses, work.responses, strict=True)
    names = [given.name.strip() or os.path.basename(place.path) for given, place in pairs]
    return [name if names.count(name) == 1 else f"{name} {number}" for number, name in enumerate(names, 1)]
