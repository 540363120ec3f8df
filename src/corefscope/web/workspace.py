"""What one run of the application holds: files to choose from, jobs, results and comparisons."""

from __future__ import annotations

import os
import secrets
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass, field, replace
from typing import Any

from corefscope.basics.shipped import shipped
from corefscope.page.payload import main_metric
from corefscope.problems import CorefscopeError
from corefscope.scoring.result import Result
from corefscope.statistics.comparison import Comparison
from corefscope.statistics.plan import Plan
from corefscope.web import tasks, views
from corefscope.web.jobs import Job, Jobs
from corefscope.web.limits import Limits
from corefscope.web.private_folder import PrivateFolder, remove_abandoned
from corefscope.web.refusals import Refusal
from corefscope.web.request_options import FilePlace, RequestOptions
from corefscope.web.served_folder import ServedFolder
from corefscope.web.uploads import Uploads
from corefscope.web.worker_pool import WorkerPool

MOST_COMPARISONS = 8  # of one result
MOST_RUNS = 6  # results that are kept


@dataclass(frozen=True)
class Allowed:
    """Limits of the application, in bytes except for mentions."""

    upload: int
    unpack: int
    mentions: int
    memory: int


@dataclass
class ScoredRun:
    """A result, the data of its page, and its comparisons; between annotators, the number of their tables instead."""

    number: str
    result: Result
    language: str
    data: str
    time: float
    title: str
    tables: str | None = None
    comparisons: dict[tuple[Plan, str | None], Comparison] = field(default_factory=dict)

    def summary(self) -> dict[str, Any]:
        """What a list of results shows of it."""
        main = main_metric(self.result)
        scores = [round(system.scores[main.name].f1, 6) for system in self.result.systems]
        about = {"run": self.number, "title": self.title, "key": self.result.key.path, "time": self.time}
        return {**about, "tables": self.tables, "metric": main.title, "scores": scores}


@dataclass
class HeldTables:
    """The tables of a task, and the run that shows the texts behind them."""

    task: str
    found: views.TableResult
    run: str | None

    def as_object(self) -> dict[str, Any]:
        return {"task": self.task, **self.found.shown, "files": list(self.found.files), "run": self.run}


class Workspace:
    """The work of one user on one folder; everything is removed at the end."""

    def __init__(self, folder: ServedFolder, allowed: Allowed, workers: WorkerPool | None = None) -> None:
        remove_abandoned()
        self.folder, self.allowed = folder, allowed
        self.private = PrivateFolder()
        self.uploads = Uploads(allowed.upload, self.private.path / "uploads")
        self._owns_workers = workers is None
        self.workers = workers or WorkerPool(self.private.path, allowed.memory)
        self.jobs = Jobs()
        self._runs: dict[str, ScoredRun] = {}
        self._tables: dict[str, HeldTables] = {}
        self.examples = ServedFolder.of(str(shipped("examples")))

    def close(self) -> None:
        self.jobs.cancel_all()
        if self._owns_workers:
            self.workers.close()
        self.uploads.submissions.clear()
        self.private.close()

    def start(self, work: Callable[[Job], Any], steps: int) -> Job:
        return self.jobs.start(work, steps, lambda text: self._labels()(text))

    def run(self, number: str) -> ScoredRun:
        if number not in self._runs:
            raise Refusal("no-longer-held", "this result is no longer held", 404, hint="score the files again")
        return self._runs[number]

    def runs(self) -> list[ScoredRun]:
        """All runs, the newest first."""
        return list(self._runs.values())[::-1]

    def check(self, options: RequestOptions, job: Job) -> list[dict[str, Any]]:
        """What `corefscope check` says of each file, with paths as the user knows them."""
        work = self._work(options)
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
            for report in self.workers.run(job, tasks.check_files, work)
        ]

    def score(self, options: RequestOptions, job: Job) -> str:
        """Score, find errors and judge differences; return the number of the run."""
        result, data = self.workers.run(job, tasks.score_files, self._work(options))
        return self._hold(result, data, options, ", ".join(system.name for system in result.systems))

    def _hold(self, result: Result, data: str, options: RequestOptions, title: str, tables: str | None = None) -> str:
        run = ScoredRun(secrets.token_hex(8), result, options.language, data, time.time(), title, tables)
        self._runs[run.number] = run
        for old in list(self._runs)[:-MOST_RUNS]:
            self._runs.pop(old, None)
        return run.number

    def make(self, task: str, options: RequestOptions, job: Job) -> str:
        """Make the tables of a task; return their number."""
        found = self.workers.run(job, views.make, task, self._work(options))
        number = secrets.token_hex(8)
        run = None
        if found.scored is not None:
            result, data = found.scored
            run = self._hold(result, data, options, f"Agreement of {', '.join(found.annotators)}", number)
        self._tables[number] = HeldTables(task, replace(found, scored=None), run)
        for old in list(self._tables)[:-MOST_RUNS]:
            self._tables.pop(old, None)
        return number

    def tables(self, number: str) -> HeldTables:
        if number not in self._tables:
            raise Refusal("no-longer-held", "this result is no longer held", 404, hint="start it again")
        return self._tables[number]

    def compare(self, run: ScoredRun, plan: Plan, baseline: str | None, job: Job) -> Comparison:
        """Compare the systems of a run; the comparison is kept as long as the run."""
        found: Comparison | None = run.comparisons.get((plan, baseline))
        if found is None:
            plain = tuple(replace(system, per_document=()) for system in run.result.systems)
            found = self.workers.run(job, tasks.judge, replace(run.result, systems=plain), plan, baseline)
            if len(run.comparisons) >= MOST_COMPARISONS:
                run.comparisons.clear()
            run.comparisons[plan, baseline] = found
        return found

    def _labels(self) -> tasks.Labels:
        pairs = []
        for number, submission in list(self.uploads.submissions.items()):
            folder = str(self.uploads.root / number)
            pairs += [(f"{folder}{os.sep}", ""), (folder, submission.label)]
        roots = [(f"{each.root}{os.sep}", "") for each in (self.folder, self.examples)]
        return tasks.Labels((*pairs, *sorted(roots, reverse=True), (str(self.folder.root), ".")))

    def _work(self, options: RequestOptions) -> tasks.Work:
        return tasks.Work(
            options,
            None if options.key is None else self._located(options.key),
            tuple(self._located(response.place) for response in options.responses),
            self._labels(),
            Limits(self.allowed.unpack, self.allowed.mentions),
        )

    def _located(self, place: FilePlace) -> tasks.Located:
        """Return the place on disk, or the reason why it cannot be read."""
        try:
            if place.where == "uploads":
                return tasks.Located(str(self.uploads.get(place.path).path), self.uploads.root)
            folder = self.examples if place.where == "examples" else self.folder
            return tasks.Located(str(folder.within(place.path)), folder.root)
        except CorefscopeError as error:
            return tasks.Located(place.path, self.folder.root, error)
