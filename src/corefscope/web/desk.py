"""What the application holds and does: files to choose from, checks, results and comparisons."""

from __future__ import annotations

import os
import secrets
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass, field, replace
from typing import Any

from corefscope.page.payload import main_metric
from corefscope.problems import CorefscopeError
from corefscope.scoring.result import Result
from corefscope.statistics.comparison import Comparison
from corefscope.statistics.plan import Plan
from corefscope.web import tasks
from corefscope.web.jobs import Job, Jobs
from corefscope.web.places import Folder
from corefscope.web.private_folder import PrivateFolder, remove_abandoned
from corefscope.web.refusals import Refusal
from corefscope.web.request_options import FilePlace, RequestOptions
from corefscope.web.unpacking import Limits
from corefscope.web.uploads import Uploads
from corefscope.web.workers import Workers

MOST_COMPARISONS = 8  # of one result
MOST_RUNS = 6  # results that are held; an older one has to be scored again


@dataclass(frozen=True)
class Allowed:
    """How much the application takes, in bytes but for mentions."""

    upload: int
    unpack: int
    mentions: int
    memory: int


@dataclass
class ScoredRun:
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


class Desk:
    """One person's work on one folder; everything is forgotten at the end."""

    def __init__(self, folder: Folder, allowed: Allowed, workers: Workers | None = None) -> None:
        remove_abandoned()
        self.folder, self.allowed = folder, allowed
        self.private = PrivateFolder()
        self.uploads = Uploads(allowed.upload, self.private.path / "uploads")
        self._own = workers is None
        self.workers = workers or Workers(self.private.path, allowed.memory)
        self.jobs = Jobs()
        self._runs: dict[str, ScoredRun] = {}

    def close(self) -> None:
        self.jobs.cancel_all()
        if self._own:
            self.workers.close()
        self.uploads.submissions.clear()
        self.private.close()

    def start(self, work: Callable[[Job], Any], steps: int) -> Job:
        return self.jobs.start(work, steps, self.shown)

    def run(self, number: str) -> ScoredRun:
        if number not in self._runs:
            raise Refusal("no-longer-held", "this result is no longer held", 404, hint="score the files again")
        return self._runs[number]

    def runs(self) -> list[ScoredRun]:
        """The newest first."""
        return list(reversed(list(self._runs.values())))

    def check(self, asked: RequestOptions, job: Job) -> list[dict[str, Any]]:
        """What `corefscope check` says of each file, with paths as the user knows them."""
        work = self._work(asked)
        return [
            {
                "documents": report.documents,
                "mentions": report.mentions,
                "errors": report.errors,
                "problems": [
                    {**asdict(each), "text": work.labels(each.text), "source": work.labels(each.source or "") or None}
                    for each in report.problems
                ],
            }
            for report in self.workers.do(job, tasks.check_files, work)
        ]

    def score(self, asked: RequestOptions, job: Job) -> str:
        """Scores, looks for errors and judges differences; gives the number of the run."""
        result, data = self.workers.do(job, tasks.score_files, self._work(asked))
        run = ScoredRun(secrets.token_hex(8), result, asked.language, data, time.time())
        self._runs[run.number] = run
        for old in list(self._runs)[:-MOST_RUNS]:
            self._runs.pop(old, None)
        return run.number

    def compare(self, run: ScoredRun, plan: Plan, baseline: str | None, job: Job) -> Comparison:
        """The comparison of the systems of a run; it is kept for as long as the run is."""
        found: Comparison | None = run.comparisons.get((plan, baseline))
        if found is None:
            # What stands behind the scores is large, and nothing of it is needed.
            plain = tuple(replace(system, kept=None, per_document=()) for system in run.result.systems)
            found = self.workers.do(job, tasks.judge, replace(run.result, systems=plain), plan, baseline)
            if len(run.comparisons) >= MOST_COMPARISONS:
                run.comparisons.clear()
            run.comparisons[plan, baseline] = found
        return found

    def labels(self) -> tasks.Labels:
        pairs = []
        for number, submission in list(self.uploads.submissions.items()):
            folder = str(self.uploads.root / number)
            pairs += [(f"{folder}{os.sep}", ""), (folder, submission.label)]
        return tasks.Labels((*pairs, (f"{self.folder.root}{os.sep}", ""), (str(self.folder.root), ".")))

    def shown(self, text: str) -> str:
        """A message with paths as the user knows them."""
        return self.labels()(text)

    def _work(self, asked: RequestOptions) -> tasks.Work:
        return tasks.Work(
            asked,
            None if asked.key is None else self._located(asked.key),
            tuple(map(self._located, asked.responses)),
            self.labels(),
            Limits(self.allowed.unpack, self.allowed.mentions),
        )

    def _located(self, place: FilePlace) -> tasks.Located:
        """Where something lies on disk, if it is there and may be read."""
        try:
            if place.where == "uploads":
                return tasks.Located(str(self.uploads.get(place.path).path), self.uploads.root)
            return tasks.Located(str(self.folder.within(place.path)), self.folder.root)
        except CorefscopeError as error:
            return tasks.Located(place.path, self.folder.root, error)
