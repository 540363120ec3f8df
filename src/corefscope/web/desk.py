"""What the application holds and does: files to choose from, checks, results and comparisons."""

from __future__ import annotations

import os
import secrets
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any, TypeVar

from corefscope.analysis.language import language
from corefscope.checking import Problem, Report, check, problems_of
from corefscope.errors import CorefscopeError, Notice, SettingsError
from corefscope.formats import read_corpus
from corefscope.metrics import DEFAULT
from corefscope.model import Corpus
from corefscope.page.assembly import packed
from corefscope.page.payload import main_metric, payload
from corefscope.result import Result, Side
from corefscope.scoring import score
from corefscope.settings import Settings
from corefscope.statistics.comparison import Comparison, compared
from corefscope.statistics.plan import Plan
from corefscope.web.asked import Asked, Place
from corefscope.web.jobs import Job, Jobs
from corefscope.web.places import Folder, files_of
from corefscope.web.refusals import Refusal
from corefscope.web.unpacking import check_unpacked
from corefscope.web.uploads import Uploads

NONE = Settings().align  # texts are not laid along each other
MOST_COMPARISONS = 8  # of one result
MOST_RUNS = 6  # results that are held; an older one has to be scored again
AnySide = TypeVar("AnySide", bound=Side)


@dataclass
class Run:
    """A result, what its page is told, and the comparisons made of it."""

    number: str
    result: Result
    language: str
    data: str
    time: float
    comparisons: dict[tuple[Plan, str | None], Comparison] = field(default_factory=dict)

    @property
    def title(self) -> str:
        return ", ".join(system.name for system in self.result.systems)

    def summary(self) -> dict[str, Any]:
        """What tells it from other results in a list."""
        main = main_metric(self.result)
        scores = [round(system.scores[main.name].f1, 6) for system in self.result.systems]
        about = {"run": self.number, "title": self.title, "key": self.result.key.path, "time": self.time}
        return {**about, "metric": main.title, "scores": scores}

    def comparison(self, plan: Plan, baseline: str | None) -> Comparison:
        if (plan, baseline) not in self.comparisons:
            if len(self.comparisons) >= MOST_COMPARISONS:
                self.comparisons.clear()
            self.comparisons[plan, baseline] = compared(self.result, plan, baseline)
        return self.comparisons[plan, baseline]


class Desk:
    """One person's work on one folder; everything is forgotten at the end."""

    def __init__(self, folder: Folder, upload_limit: int, unpack_limit: int) -> None:
        self.folder, self.unpack_limit = folder, unpack_limit
        self.uploads = Uploads(upload_limit)
        self.jobs = Jobs()
        self._runs: dict[str, Run] = {}

    def close(self) -> None:
        self.jobs.cancel_all()
        self.uploads.close()

    def start(self, work: Callable[[Job], Any], steps: int) -> Job:
        return self.jobs.start(work, steps, self.shown)

    def run(self, number: str) -> Run:
        if number not in self._runs:
            raise Refusal("this result is no longer held", 404, hint="score the files again")
        return self._runs[number]

    def runs(self) -> list[Run]:
        """The newest first."""
        return list(reversed(list(self._runs.values())))

    def path(self, place: Place) -> str:
        """Where something lies on disk."""
        if place.where == "uploads":
            return str(self.uploads.get(place.path).path)
        return str(self.folder.within(place.path))

    def shown(self, text: str) -> str:
        """A message with paths as the user knows them: as in the folder, and uploads by their names."""
        for number, submission in list(self.uploads.submissions.items()):
            text = text.replace(f"{self.uploads.root / number}{os.sep}", "")
            text = text.replace(str(self.uploads.root / number), submission.label)
        return text.replace(f"{self.folder.root}{os.sep}", "").replace(str(self.folder.root), ".")

    def check(self, asked: Asked, job: Job) -> list[dict[str, Any]]:
        """What `corefscope check` says of the key, then of each response against the key if that can be read."""
        settings = asked.settings
        formats = {side: settings.get(f"{side}_format", settings.get("format")) for side in ("key", "response")}
        reports = []
        key = None
        if asked.key is not None:
            reading = (formats["key"], settings.get("key_clusters"))
            reports.append(self._checked(asked.key, None, reading, job))
            if not reports[0].errors and asked.responses:
                key = read_corpus(self.path(asked.key), *reading)
        for place in asked.responses:
            reading = (formats["response"], settings.get("response_clusters"))
            if key is None or settings.get("align", NONE) == NONE:
                reports.append(self._checked(place, key, reading, job))
            else:
                reports.append(_aligned(self._checked(place, None, reading, job), key, reading, settings["align"]))
        return [
            {
                "documents": report.documents,
                "mentions": report.mentions,
                "errors": report.errors,
                "problems": [
                    {**asdict(each), "text": self.shown(each.text), "source": self.shown(each.source or "") or None}
                    for each in report.problems
                ],
            }
            for report in reports
        ]

    def _checked(self, place: Place, key: Corpus | None, reading: tuple[str | None, str | None], job: Job) -> Report:
        try:
            path = self._safe(place, reading[0])
            job.note(self.shown(path))
            return check(path, key, *reading)
        except CorefscopeError as error:
            return Report(place.path, tuple(problems_of(error)))

    def score(self, asked: Asked, job: Job) -> str:
        """Scores, looks for errors and judges differences; gives the number of the run."""
        if asked.key is None or not asked.responses:
            raise SettingsError("choose a key and at least one response")
        settings: dict[str, Any] = dict(asked.settings)
        spoken = language(asked.language)
        key_format = settings.get("key_format", settings.get("format"))
        response_format = settings.get("response_format", settings.get("format"))
        key = self._safe(asked.key, key_format)
        responses = [self._safe(place, response_format) for place in asked.responses]
        result = score(
            key,
            *responses,
            metrics=asked.metrics or DEFAULT,
            names=_names(asked.names, responses),
            per_document=True,
            progress=lambda step: job.note(self.shown(step)),
            **settings,
        )
        job.note("looking for errors and judging differences")
        result = self._relabelled(result)
        run = Run(secrets.token_hex(8), result, asked.language, packed(payload(result, spoken)), time.time())
        job.note("done")
        self._runs[run.number] = run
        for old in list(self._runs)[:-MOST_RUNS]:
            self._runs.pop(old, None)
        return run.number

    def _safe(self, place: Place, format: str | None) -> str:
        """The path of something that may be read: no file of it leads out, and it does not explode."""
        path = self.path(place)
        files = list(dict.fromkeys(files_of(Path(path), any_suffix=format is not None)))
        holds = Folder(self.uploads.root).holds if place.where == "uploads" else self.folder.holds
        for file in files:
            if not holds(file):
                raise Refusal(f"{self.shown(file)} leads out of the folder", 403)
        check_unpacked(files, self.unpack_limit)
        return path

    def _relabelled(self, result: Result) -> Result:
        """The result with paths as the user knows them."""
        systems = tuple(self._side(system) for system in result.systems)
        return replace(result, key=self._side(result.key), systems=systems)

    def _side(self, side: AnySide) -> AnySide:
        warnings = tuple(
            Notice(notice.kind, notice.count, tuple(map(self.shown, notice.places))) for notice in side.warnings
        )
        # Uploads may be removed and files changed: the checksum is that of what was scored.
        path = None if side.path is None else self.shown(side.path)
        return replace(side, path=path, warnings=warnings, checksum=side.sha256())


def _aligned(report: Report, key: Corpus, reading: tuple[str | None, str | None], align: str) -> Report:
    """The report with what laying the texts along each other says, which `check` leaves to scoring."""
    if report.errors:
        return report
    try:
        [system] = score(key, read_corpus(report.path, *reading), metrics="mentions", align=align).systems
    except CorefscopeError as error:
        return replace(report, problems=(*problems_of(error), *report.problems))
    known = {problem.kind for problem in report.problems}
    more = (Problem("warning", notice.kind, notice.first) for notice in system.warnings if notice.kind not in known)
    return replace(report, problems=(*report.problems, *more))


def _names(given: tuple[str, ...], paths: list[str]) -> list[str]:
    """The names of systems: as given, else after the file; numbered where two would be the same."""
    names = [name or os.path.basename(path) for name, path in zip(given, paths, strict=True)]
    return [name if names.count(name) == 1 else f"{name} {number}" for number, name in enumerate(names, 1)]
