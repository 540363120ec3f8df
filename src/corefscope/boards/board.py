"""A leaderboard: every system on every data set, their macro average, and ranks with significance."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from corefscope.basics.arguments import callback, flag, text
from corefscope.basics.processes import map_in_processes, uses_processes
from corefscope.boards.entries import LAYOUT, DataSet, Entries, SubmittedFile, find_entries
from corefscope.formats import load
from corefscope.metrics import DEFAULT, AnyMetrics, Metric, metrics_of
from corefscope.metrics import metrics as parse_metrics
from corefscope.metrics.lookup import plugin_versions
from corefscope.problems import (
    CorefscopeError,
    Notice,
    Notices,
    SettingsError,
    UnknownName,
    described,
    quiet_doubts,
    raise_doubts,
)
from corefscope.scoring.doubts import with_identical_systems
from corefscope.scoring.result import Reportable, Result, Side, System
from corefscope.scoring.score import score
from corefscope.settings import Settings
from corefscope.statistics.judgement import SystemScore, TestResults, run_tests
from corefscope.statistics.plan import Plan, planned
from corefscope.statistics.samples import Samples

if TYPE_CHECKING:
    from typing import Unpack

    from corefscope.basics.keywords import ComparisonKeywords

MISSING = ("zero", "skip")
NOT_SUBMITTED = "no submission"
Progress = Callable[[str], None]
BoardOptions = tuple[tuple[str, ...], tuple[str, ...], Settings, bool]  # systems, metrics, settings, strict


class BoardCell(NamedTuple):
    """One system on one data set: its scores, or the reason why there are none."""

    path: str | None
    system: System | None
    problem: str = ""

    def f1(self, metric: str) -> float | None:
        return self.system.scores[metric].f1 if self.system is not None else None


class DataSetScores(NamedTuple):
    """One data set: its key or the problem with it, and a cell for each system."""

    name: str
    key: Side | None
    units: tuple[str, ...]
    cells: Mapping[str, BoardCell]
    problem: str = ""


class SystemRow(NamedTuple):
    """One system: its average of each metric over data sets, the number of scored data sets, and its standing.

    A system that was not ranked has no standing, and one that was scored on no data set has no average.
    """

    system: str
    averages: Mapping[str, float | None]
    scored: int
    standing: SystemScore | None


@dataclass(frozen=True, repr=False)
class Board(Reportable):
    """Rows ordered by the average of `ranked_by`; data sets with an unusable key do not count."""

    VIEW = "board"
    source: str
    settings: Settings
    metrics: tuple[Metric, ...]
    ranked_by: Metric
    missing: str
    columns: tuple[DataSetScores, ...]
    rows: tuple[SystemRow, ...]
    judgement: TestResults | None
    warnings: tuple[Notice, ...]

    def __repr__(self) -> str:
        return f"<Board: {len(self.rows)} systems on {len(self.counted)} data sets>"

    @property
    def counted(self) -> tuple[DataSetScores, ...]:
        """The data sets that count."""
        return tuple(column for column in self.columns if not column.problem)

    @property
    def problems(self) -> list[tuple[str, str, str]]:
        """Data set, system (empty for the key) and problem."""
        of_keys = [(column.name, "", column.problem) for column in self.columns if column.problem]
        cells = [(column.name, *item) for column in self.counted for item in column.cells.items()]
        return of_keys + [(column, name, cell.problem) for column, name, cell in cells if cell.problem]

    @property
    def remarks(self) -> list[tuple[str, str, str]]:
        """Data set, system (empty for the key) and warning, for everything scored."""
        remarks = []
        for column in self.counted:
            sides = [("", column.key), *((name, cell.system) for name, cell in column.cells.items())]
            remarks += [(column.name, name, str(notice)) for name, side in sides if side for notice in side.warnings]
        return remarks

    @property
    def signature(self) -> str:
        settings = self.settings.signature(plugins=plugin_versions(self.metrics))
        plan = self.judgement.plan.signature() if self.judgement else ""
        parts = (settings, f"datasets:{len(self.counted)}", f"missing:{self.missing}", plan)
        return "|".join(filter(None, parts))


def leaderboard(
    entries: str | os.PathLike[str] | Entries,
    metrics: AnyMetrics = DEFAULT,
    rank_by: str | Metric | None = None,
    missing: str = "zero",
    plan: Plan | None = None,
    preset: str | None = None,
    settings: Settings | None = None,
    strict: bool = False,
    progress: Progress | None = None,
    jobs: int = 1,
    **options: Unpack[ComparisonKeywords],
) -> Board:
    """Score every submission of a folder or manifest; submissions that cannot be scored are marked with the reason.

    `missing` says how a submission that is missing or malformed enters the average: as 0 (the default, as in the
    shared tasks of CRAC), or not at all (`skip`); then only systems that are scored on every data set are ranked.
    A system that is scored on none is not ranked in any case.
    With `strict` a submission with warnings is malformed. With `jobs`, this many processes score a data set each.
    `options` as in `compare`.
    """
    if not isinstance(missing, str) or missing not in MISSING:
        raise UnknownName("value for missing", missing, MISSING)
    entries = entries if isinstance(entries, Entries) else find_entries(entries)
    if not entries.systems:
        fact = "no system has a submission to rank"
        raise CorefscopeError("nothing-to-rank", fact, entries.source, hint=LAYOUT)
    plan, rest = planned(plan, options)
    settings, metrics = Settings.of(settings, preset, rest), tuple(metrics_of(metrics, preset))
    if rank_by is not None:
        ranked_by = parse_metrics(rank_by if isinstance(rank_by, Metric) else text(rank_by, "rank_by"))[0]
        metrics = tuple(dict.fromkeys((*metrics, ranked_by)))
    elif metrics:
        ranked_by = next((metric for metric in metrics if metric.family.name == "conll"), metrics[0])
    else:
        raise SettingsError("nothing-to-rank", "no metric was named to rank by")
    note, strict = callback(progress, "progress"), flag(strict, "strict")
    # Metrics by name, because functions cannot be sent to another process.
    common = (entries.systems, tuple(metric.name for metric in metrics), settings, strict)
    if uses_processes(jobs) and len(entries.datasets) > 1:
        columns = tuple(map_in_processes(_column, common, entries.datasets, jobs, lambda each: note(each.name)))
    else:
        columns = tuple(_column(common, each, note) for each in entries.datasets)
    scored = [cell.system for column in columns for cell in column.cells.values() if cell.system]
    raise_doubts(notice for system in scored for notice in system.warnings)
    if all(column.problem for column in columns):
        raise CorefscopeError("unreadable-key", f"no key can be read, the first one because: {columns[0].problem}")
    board = Board(entries.source, settings, metrics, ranked_by, missing, columns, (), None, entries.notices)
    return _ranked(board, entries.systems, plan)


@quiet_doubts()
def _column(common: BoardOptions, dataset: DataSet, note: Progress = lambda step: None) -> DataSetScores:
    """Score all systems on one data set; its key is read once."""
    systems, metrics, settings, strict = common
    try:
        if dataset.key.problem or dataset.key.path is None:
            raise CorefscopeError("unreadable-key", dataset.key.problem or "the data set has no key")
        format = settings.key_format or settings.format
        key = load.read_corpus(dataset.key.path, format, settings.key_clusters, note)
        alone = score(key, key, metrics=(), settings=settings, strict=strict)
    except Exception as error:  # a bad key must not stop the other data sets
        for system in dataset.submissions:
            note(f"{dataset.name}: {system}")
        return DataSetScores(dataset.name, None, (), {}, described(error))
    cells = {}
    for system in systems:
        path, problem = dataset.submissions.get(system, SubmittedFile(None, NOT_SUBMITTED))
        cells[system] = BoardCell(path, None, problem)
        if path is not None and not problem:
            try:
                result = score(key, path, metrics=metrics, names=[system], settings=settings, strict=strict)
                # The evidence of hundreds of submissions would not fit into memory.
                cells[system] = BoardCell(path, replace(result.system, evidence=None))
            except Exception as error:  # a bad submission must not stop the others
                more = len(error.all()) - 1 if isinstance(error, CorefscopeError) else 0
                problem = f"{described(error)}{f' (and {more} more)' if more else ''}"
                cells[system] = BoardCell(path, None, problem)
        note(f"{dataset.name}: {system}")
    for each in with_identical_systems([cell.system for cell in cells.values() if cell.system]):
        cells[each.name] = cells[each.name]._replace(system=each)
    side = replace(alone.key, path=dataset.key.path, files=key.files)
    return DataSetScores(dataset.name, side, alone.documents, cells)


def _ranked(board: Board, systems: tuple[str, ...], plan: Plan) -> Board:
    scored = {name: {each.name for each in board.counted if each.cells[name].system is not None} for name in systems}
    least = 1 if board.missing == "zero" else len(board.counted)
    ranked = [name for name in systems if len(scored[name]) >= least]
    tested = run_tests(_samples(board, ranked), replace(plan, field="f1")) if ranked else None
    rows = []
    for name in systems:
        averages: dict[str, float | None] = {}
        for metric in board.metrics:
            values = [column.cells[name].f1(metric.name) for column in board.counted]
            defined = [value for value in values if value is not None]
            count = len(values) if board.missing == "zero" else len(defined)
            averages[metric.name] = sum(defined) / count if count else None
        rows.append(SystemRow(name, averages, len(scored[name]), None))
    rows.sort(key=lambda row: (-(row.averages[board.ranked_by.name] or 0.0), row.system))
    if tested:
        order = {row.system: scored[row.system] for row in rows if row.system in ranked}
        tested = _with_ranks(tested, board.ranked_by.name, order)
        standings = {each.system: each for each in tested.standings[board.ranked_by.name]}
        rows = [row._replace(standing=standings.get(row.system)) for row in rows]
    notices = Notices()
    notices.extend([*board.warnings, *(tested.notices if tested else ())])
    return replace(board, rows=tuple(rows), judgement=tested, warnings=tuple(notices))


def _with_ranks(tested: TestResults, metric: str, scored: Mapping[str, set[str]]) -> TestResults:
    """Rank by the order of the table: 1 + the number of better systems above, but no less than the rank above.

    “Better” means significantly better on the common data sets. A system that has all data sets of another and
    more is better too: a failure counts as 0, and it is not due to chance.
    """
    better, ranks = {(pair.winner, pair.loser) for pair in tested.pairs[metric]}, dict[str, int]()
    for place, name in enumerate(scored):
        above = sum((each, name) in better or scored[each] > scored[name] for each in list(scored)[:place])
        ranks[name] = max(1 + above, *ranks.values(), 1)
    standings = (replace(each, rank=each.rank and ranks[each.system]) for each in tested.standings[metric])
    return replace(tested, standings={metric: tuple(standings)})


def _samples(board: Board, systems: list[str]) -> Samples:
    """Join the counts of all data sets, each a stratum; a missing or malformed submission has counts of 0."""
    parts: list[Samples | None] = []
    for column in board.counted:
        good = [cell.system for name, cell in column.cells.items() if cell.system is not None and name in systems]
        result = (
            Result(board.settings, (board.ranked_by,), column.key, column.units, tuple(good)) if column.key else None
        )
        parts.append(Samples.of_result(result) if good and result else None)
    first = next(filter(None, parts))
    whole = []
    for column, part in zip(board.counted, parts, strict=True):
        part = part or replace(first, systems=(), groups=(column.name,), counts=first.counts[:0, :, :1])
        counts = np.zeros((len(systems), *part.counts.shape[1:]))
        counts[[systems.index(name) for name in part.systems]] = part.counts
        groups = tuple(f"{column.name}: {name}" for name in part.groups)
        whole.append(replace(part, systems=tuple(systems), groups=groups, counts=counts))
    scored = [[column.cells[name].system is not None for name in systems] for column in board.counted]
    return replace(Samples.joined(whole), scored=np.array(scored))
