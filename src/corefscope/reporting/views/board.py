"""A leaderboard: ranks, averages and data sets."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Sequence
from typing import Any

from corefscope._version import __version__
from corefscope.boards.board import NOT_SUBMITTED, Board, BoardCell, SystemRow
from corefscope.metrics.lookup import plugin_versions
from corefscope.reporting.render.latex import title as latex_title
from corefscope.reporting.report import (
    BAD,
    UNDEFINED,
    Entry,
    Report,
    Sheet,
    View,
    count,
    counted,
    kept_column,
    paragraph,
    percent,
    sheet,
    with_best,
)
from corefscope.reporting.views.scores import SHORT, cell
from corefscope.scoring.saved import scores_object, warnings
from corefscope.statistics.plan import FIELDS

SCHEMA = 1
COLUMNS = ("rank", "system", "dataset", "path", "metric", "recall", "precision", "f1", "low", "high", "problem")
TREATMENT = {
    "zero": "a submission that is missing or malformed counts as 0 in the average",
    "skip": "averages are over the data sets on which a system was scored; only systems scored on all are ranked",
}
RANK = (
    "The rank is 1 + the number of systems that are significantly better, so systems that do not differ share it. "
    "Click a title to sort."
)


def view(board: Board, columns: Sequence[str] = ()) -> View:
    """A leaderboard; `columns` are the fields that LaTeX shows of each data set, F1 by default."""
    return View(
        lambda: report(board),
        data=lambda: as_object(board),
        records=lambda: ((*COLUMNS, "signature"), _rows(board)),
        page=lambda: _page(board),
        paper=lambda: _paper(board, columns or ("f1",)),
    )


def report(board: Board) -> Report:
    """Ranks, averages and data sets; then the averages of all metrics; then what could not be scored."""
    remarks = paragraph(_remarks(board))
    more = Report(remarks) if remarks else None
    return Report(_headline(board), tuple(_tables(board)), signature=board.signature, more=more)


def _page(board: Board) -> Report:
    """The same with tables of the problems and of the data sets."""
    tables = [*_tables(board, "Averages of all metrics")]
    for title, found in (("What could not be scored", board.problems), ("Scored with warnings", board.remarks)):
        rows = [(dataset, system or "key", text) for dataset, system, text in found]
        tables += [sheet(title, ("Data set", "System", "What is said of it"), rows, left=(0, 1, 2))] if rows else []
    rows = []
    for column in board.counted:
        key = column.key
        counts = map(count, (key.documents, key.entities, key.mentions)) if key else [Entry(UNDEFINED)] * 3
        rows.append((column.name, *counts, (key.path if key else None) or ""))
    tables.append(sheet("Data sets", ("Data set", "Documents", "Entities", "Mentions", "Key"), rows, left=(0, 4)))
    return Report(
        paragraph([f"{_headline(board)}.", RANK]),
        tuple(tables),
        (),
        board.signature,
        tuple(map(str, board.warnings)),
        f"{board.ranked_by.title} leaderboard",
    )


def _headline(board: Board) -> str:
    """The size of the board, and what the averages mean."""
    broken = len(board.columns) - len(board.counted)
    out = f"; {counted(broken, 'data set')} without a usable key left out" if broken else ""
    what = f"{counted(len(board.rows), 'system')} on {counted(len(board.counted), 'data set')}{out}"
    return f"{what}: {board.ranked_by.title} F1 and its macro average over data sets; {TREATMENT[board.missing]}"


def _tables(board: Board, averages: str = "Averages") -> Iterator[Sheet]:
    name = board.ranked_by.name
    level = f"{100 * (1 - board.judgement.plan.alpha):g} %" if board.judgement else "interval"
    rows = []
    for row in board.rows:
        interval = row.standing.interval if row.standing else None
        bounds = map(percent, interval or (None, None))
        scores = (_shown(column.cells[row.system], name) for column in board.counted)
        average = percent(row.averages[name], bar=True)
        rows.append((Entry(row.system), _rank(row), average, *bounds, *scores))
    columns = ("System", "Rank", "Average", f"{level} from", "to", *(column.name for column in board.counted))
    yield sheet("", columns, with_best(rows, (2,)), kept=2)
    if len(board.metrics) > 1:
        means = [
            (Entry(row.system), *(percent(row.averages[metric.name]) for metric in board.metrics)) for row in board.rows
        ]
        titles = (metric.title for metric in board.metrics)
        yield sheet(averages, ("System", *titles), with_best(means), kept=kept_column(board.metrics))


def _paper(board: Board, columns: Sequence[str]) -> Report:
    """Data sets as columns, the average with its rank as superscript, best in bold; a caption that explains it."""
    metric, datasets = board.ranked_by, board.counted
    rows = []
    for row in board.rows:
        cells = [Entry(row.system)]
        for dataset in datasets:
            system = dataset.cells[row.system].system
            for field in columns:
                cells.append(Entry(UNDEFINED) if system is None else cell(system.scores[metric.name], field))
        rank = row.standing.rank if row.standing else None
        rows.append((*cells, percent(row.averages[metric.name], mark="" if rank is None else str(rank))))
    names: tuple[str, ...] = ("System", *(dataset.name for dataset in datasets), "Average")
    over: tuple[tuple[str, int], ...] = ()
    if len(columns) > 1:
        names = ("System", *(SHORT[field] for _ in datasets for field in columns), "F1")
        over = (("", 1), *((dataset.name, len(columns)) for dataset in datasets), ("Average", 1))
    shown = ", ".join(f"{FIELDS[field].meaning} ({SHORT[field]})" if field != "f1" else "F1" for field in columns)
    settings = board.settings.signature(plugins=plugin_versions(board.metrics))
    said = [
        f"{metric.title}: {shown} by data set, and the macro average of F1 over data sets",
        "Best in bold",
        "Superscripts are ranks: 1 + the number of systems that are significantly better",
        TREATMENT[board.missing][0].upper() + TREATMENT[board.missing][1:],
        f"Scored with {settings.replace('|', ', ')}",
    ]
    table = sheet("", names, with_best(rows), over=over, caption=latex_title(". ".join(said) + "."))
    return Report(_headline(board), (table,), signature=board.signature)


def _rank(row: SystemRow) -> Entry:
    """1 + the number of better systems, or a dash for a system without a rank."""
    return Entry(UNDEFINED) if row.standing is None or row.standing.rank is None else count(row.standing.rank, "")


def _shown(found: BoardCell, metric: str) -> Entry:
    """The score, or why there is none."""
    if found.system is not None:
        return cell(found.system.scores[metric])
    return Entry("missing" if found.problem == NOT_SUBMITTED else "failed", style=BAD, about=found.problem)


def _remarks(board: Board) -> Iterator[str]:
    """A line for each submission that could not be scored, or was scored with a warning."""
    for title, found in (("not scored:", board.problems), ("scored with warnings:", board.remarks)):
        yield from [title] if found else []
        yield from (f"  {dataset}, {system or 'key'}: {text}" for dataset, system, text in found)


def as_object(board: Board) -> dict[str, Any]:
    """Everything, as plain dicts and lists; numbers are fractions of 1."""
    return {
        "schema": SCHEMA,
        "signature": board.signature,
        "version": __version__,
        "source": board.source,
        "settings": dataclasses.asdict(board.settings),
        "ranked_by": board.ranked_by.name,
        "missing": board.missing,
        "datasets": [
            {
                "name": column.name,
                "key": column.key.path if column.key else None,
                "sha256": column.key.sha256() if column.key else None,
                "documents": column.key.documents if column.key else None,
                "problem": column.problem or None,
            }
            for column in board.columns
        ],
        "systems": [_row_object(board, row) for row in board.rows],
        "warnings": warnings(board.warnings),
    }


def _row_object(board: Board, row: SystemRow) -> dict[str, Any]:
    standing = row.standing
    return {
        "name": row.system,
        "rank": standing.rank if standing else None,
        "average": dict(row.averages),
        "interval": list(standing.interval) if standing and standing.interval else None,
        "scored": row.scored,
        "datasets": {column.name: _cell_object(board, column.cells[row.system]) for column in board.counted},
    }


def _cell_object(board: Board, cell: BoardCell) -> dict[str, Any]:
    out: dict[str, Any] = {"path": cell.path, "problem": cell.problem or None}
    if cell.system is not None:
        out["scores"] = scores_object(cell.system.scores, board.metrics)
        out["warnings"] = warnings(cell.system.warnings)
    return out


def _rows(board: Board) -> Iterator[Sequence[object]]:
    """A row for each system, data set and metric; averages have no data set."""
    for row in board.rows:
        start = [row.standing.rank if row.standing else None, row.system]
        for metric in board.metrics:
            interval = row.standing.interval if row.standing and metric.name == board.ranked_by.name else None
            numbers = [None, None, row.averages[metric.name], *(interval or (None, None))]
            yield [*start, None, None, metric.name, *numbers, None, board.signature]
        for column in board.counted:
            cell = column.cells[row.system]
            for metric in board.metrics:
                score = cell.system.scores[metric.name] if cell.system else None
                numbers = [score.recall, score.precision, score.f1] if score else [None] * 3
                yield [*start, column.name, cell.path, metric.name, *numbers, None, None, cell.problem, board.signature]
    for column in board.columns:
        if column.problem:
            yield [None, None, column.name, *[None] * 7, column.problem, board.signature]
