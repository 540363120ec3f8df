"""A leaderboard: ranks, averages and data sets."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict
from typing import Any

from corefscope.basics.options import listed
from corefscope.boards.board import NOT_SUBMITTED, Board, BoardCell, SystemRow
from corefscope.reporting.report import (
    BAD,
    NUMBERS,
    Entry,
    Report,
    Sheet,
    Value,
    View,
    counted,
    metric_sheet,
    paragraph,
    percent,
    records,
    sheet,
)
from corefscope.reporting.views.scores import defined
from corefscope.scoring.saved import header, scores_object, warnings

COLUMNS = (
    "rank", "system", "dataset", "path", "metric", "recall", "precision", "f1", "low", "high", "problem", "signature",
)  # fmt: skip
TREATMENT = {
    "zero": "a submission that is missing or malformed counts as 0 in the average",
    "skip": "averages are over the data sets on which a system was scored; only systems scored on all are ranked",
}
NAMED = 3  # systems in a sentence
RANK = "The rank is 1 + the number of systems above that are significantly better, and no less than the rank above."
FAILURES = (
    "Two systems are tested on the data sets that both have; "
    "the one above also counts as better if it has all data sets of the other and more."
)


def view(board: Board) -> View:
    return View(
        lambda: report(board),
        data=lambda: _data(board),
        records=lambda: records(COLUMNS, _rows(board), signature=board.signature),
    )


def report(board: Board) -> Report:
    """Ranks, averages and data sets; then the averages of all metrics; then what could not be scored."""
    tables, title = [*_tables(board), *_remarks(board)], f"{board.ranked_by.title} leaderboard"
    heading = paragraph(filter(None, (_winner(board), _headline(board))))
    return Report(heading, tables, (), board.signature, board.warnings, title)


def _remarks(board: Board) -> list[Sheet]:
    """List what could not be scored, or only with warnings: one row for each system and message."""
    columns, tables = ("System", "Data sets", "Message"), []
    for title, remarks in (("Not scored", board.problems), ("Scored with warnings", board.remarks)):
        same: dict[tuple[str, str], list[tuple[str, str]]] = {}
        for dataset, name, text in remarks:
            same.setdefault((name or "key", text.partition(": ")[2] or text), []).append((dataset, text))
        rows = [(name, ", ".join(each for each, _ in places), places[0][1]) for (name, _), places in same.items()]
        tables += [sheet(title, columns, rows, left=(0, 1, 2))] if rows else []
    return tables


def _winner(board: Board) -> str:
    """Say who has the highest average of the ranked systems, and who shares rank 1."""
    ranked = [(row.system, row.averages[board.ranked_by.name], row.standing.rank) for row in board.rows if row.standing]
    if not ranked:
        return ""
    (first, average, rank), *rest = ranked
    among = "" if board.rows[0].system == first else " of the systems scored on all data sets"
    best = f"{first} has the highest average{among}, {board.ranked_by.title} F1 {percent(average).text}"
    others = [system for system, _, each in rest if each == rank]
    if rank is None or not rest:
        return best
    names = others if len(others) <= NAMED else [f"{len(others)} others"]
    return f"{best}, and " + (f"shares rank 1 with {listed(names, 'and')}" if names else "is alone at rank 1")


def _headline(board: Board) -> str:
    broken = len(board.columns) - len(board.counted)
    out = f"; {counted(broken, 'data set')} without a usable key left out" if broken else ""
    size = f"{counted(len(board.rows), 'system')} on {counted(len(board.counted), 'data set')}{out}"
    return f"{size}: {board.ranked_by.title} F1 and its macro average over data sets; {TREATMENT[board.missing]}"


def _tables(board: Board) -> list[Sheet]:
    level = f"{100 * (1 - board.judgement.plan.alpha):g} %" if board.judgement else "interval"
    name, rows = board.ranked_by.name, []
    for row in board.rows:
        rank, interval = _standing(row)
        scores: list[Value] = []
        for column in board.counted:  # the score, or why there is none
            system, problem = column.cells[row.system].system, column.cells[row.system].problem
            state = "missing" if problem == NOT_SUBMITTED else "failed"
            scores.append(defined(system.scores[name]) if system else Entry(state, style=BAD))
        rows.append((row.system, rank, row.averages[name], *interval, *scores))
    columns = ("System", "Rank", "Average", f"{level} from", "to", *(column.name for column in board.counted))
    note = RANK if all(row.scored == len(board.counted) for row in board.rows) else f"{RANK} {FAILURES}"
    tables = [sheet("", columns, rows, note, best=(2, *range(5, len(columns))), kept=2, drawn=(2, 3, 4))]
    if len(board.metrics) > 1:
        scored = (row for row in board.rows if row.scored)
        means = ((row.system, *(row.averages[metric.name] for metric in board.metrics)) for row in scored)
        tables.append(metric_sheet("Averages", "System", board.metrics, means, best=NUMBERS))
    return tables


def _standing(row: SystemRow) -> tuple[int | None, tuple[float | None, ...]]:
    """The rank, 1 + the number of better systems, and the bounds of the average; None for a system without a rank."""
    if row.standing is None:
        return None, (None, None)
    return row.standing.rank, row.standing.interval or (None, None)


def _data(board: Board) -> dict[str, Any]:
    return {
        **header(board.signature),
        "source": board.source,
        "settings": asdict(board.settings),
        "ranked_by": board.ranked_by.name,
        "missing": board.missing,
        "datasets": [
            {
                "name": column.name,
                "key": column.key and column.key.path,
                "sha256": column.key and column.key.sha256(),
                "documents": column.key and column.key.documents,
                "problem": column.problem or None,
            }
            for column in board.columns
        ],
        "systems": [
            {
                "name": row.system,
                "rank": row.standing and row.standing.rank,
                "average": dict(row.averages),
                "interval": row.standing and row.standing.interval,
                "scored": row.scored,
                "datasets": {column.name: _cell_data(board, column.cells[row.system]) for column in board.counted},
            }
            for row in board.rows
        ],
        "warnings": warnings(board.warnings),
    }


def _cell_data(board: Board, cell: BoardCell) -> dict[str, Any]:
    data: dict[str, Any] = {"path": cell.path, "problem": cell.problem or None}
    if cell.system is not None:
        data["scores"] = scores_object(cell.system.scores, board.metrics)
        data["warnings"] = warnings(cell.system.warnings)
    return data


def _rows(board: Board) -> Iterator[dict[str, object]]:
    """A row for each system, data set and metric; averages have no data set."""
    for row in board.rows:
        rank, (low, high) = _standing(row)
        about = {"rank": rank, "system": row.system}
        for metric in board.metrics:
            bounds = {"low": low, "high": high} if metric.name == board.ranked_by.name else {}
            yield {**about, "metric": metric.name, "f1": row.averages[metric.name], **bounds}
        for column in board.counted:
            cell = column.cells[row.system]
            for metric in board.metrics:
                numbers = cell.system.scores[metric.name].numbers if cell.system else {}
                place = {"dataset": column.name, "path": cell.path, "problem": cell.problem}
                yield {**about, **place, "metric": metric.name, **numbers}
    for column in board.columns:
        if column.problem:
            yield {"dataset": column.name, "problem": column.problem}
