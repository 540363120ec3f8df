"""A leaderboard as text, JSON and CSV."""

from __future__ import annotations

import dataclasses
from typing import Any

from corefscope._version import __version__
from corefscope.basics.escaping import visible
from corefscope.boards.board import NOT_SUBMITTED, Board, BoardCell, SystemRow
from corefscope.reporting.render.spreadsheet import Spreadsheet
from corefscope.reporting.sheet import UNDEFINED, Sheet, counted, percent
from corefscope.scoring.saved import scores_object, warnings

SCHEMA = 1
COLUMNS = ("rank", "system", "dataset", "path", "metric", "recall", "precision", "f1", "low", "high", "problem")
TREATMENT = {
    "zero": "a submission that is missing or malformed counts as 0 in the average",
    "skip": "averages are over the data sets on which a system was scored; only systems scored on all are ranked",
}


def headline(board: Board) -> str:
    """What is on the board, and what the averages are of."""
    broken = len(board.columns) - len(board.counted)
    out = f"; {counted(broken, 'data set')} without a usable key left out" if broken else ""
    what = f"{counted(len(board.rows), 'system')} on {counted(len(board.counted), 'data set')}{out}"
    return f"{what}: {board.ranked_by.title} F1 and its macro average over data sets; {TREATMENT[board.missing]}"


def rank(row: SystemRow) -> str:
    """1 + the number of systems that are better, or a dash for a system that was not ranked."""
    return str(row.standing.rank) if row.standing and row.standing.rank is not None else UNDEFINED


def bounds(row: SystemRow) -> tuple[str, str]:
    """The interval of the average, as people read it."""
    found = row.standing.interval if row.standing else None
    return (f"{100 * found.low:.2f}", f"{100 * found.high:.2f}") if found else (UNDEFINED, UNDEFINED)


def average(row: SystemRow, metric: str) -> str:
    value = row.averages[metric]
    return UNDEFINED if value is None else f"{100 * value:.2f}"


def shown(cell: BoardCell, metric: str) -> str:
    """The score, or a word that marks what there is instead."""
    if cell.system is not None:
        return percent(cell.system.scores[metric], "f1")
    return "missing" if cell.problem == NOT_SUBMITTED else "failed"


def sheets(board: Board) -> list[Sheet]:
    """Ranks, averages and data sets; then the averages of the other metrics."""
    name = board.ranked_by.name
    level = f"{100 * (1 - board.judgement.plan.alpha):g} %" if board.judgement else "interval"
    rows = tuple(
        (
            row.system,
            rank(row),
            average(row, name),
            *bounds(row),
            *(shown(column.cells[row.system], name) for column in board.counted),
        )
        for row in board.rows
    )
    columns = ("System", "Rank", "Average", f"{level} from", "to", *(column.name for column in board.counted))
    pages = [Sheet("", columns, rows, _best([row[2] for row in rows], 2))]
    if len(board.metrics) > 1:
        averages = tuple((row.system, *(average(row, metric.name) for metric in board.metrics)) for row in board.rows)
        best = frozenset().union(
            *(_best([row[place] for row in averages], place) for place in range(1, len(board.metrics) + 1))
        )
        pages.append(Sheet("Averages", ("System", *(metric.title for metric in board.metrics)), averages, best))
    return pages


def _best(values: list[str], column: int) -> frozenset[tuple[int, int]]:
    known = [float(value) for value in values if value != UNDEFINED]
    top = max(known, default=0.0)
    return frozenset(
        (row, column) for row, value in enumerate(values) if value != UNDEFINED and float(value) == top > 0
    )


def remarks(board: Board) -> list[str]:
    """What could not be scored, and what was scored with a warning; a line for each."""
    lines: list[str] = []
    for title, found in (("not scored:", board.problems), ("scored with warnings:", board.remarks)):
        shown = ["  " + visible(f"{dataset}, {system or 'key'}: {text}") for dataset, system, text in found]
        lines += [title, *shown] if shown else []
    return lines


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


def as_csv(board: Board, raw: bool = False) -> str:
    """A row for each system, data set and metric; averages have no data set."""
    sheet = Spreadsheet([*COLUMNS, "signature"], raw)
    for row in board.rows:
        place = row.standing.rank if row.standing and row.standing.rank is not None else ""
        for metric in board.metrics:
            value = row.averages[metric.name]
            interval = row.standing.interval if row.standing and metric.name == board.ranked_by.name else None
            start = [place, row.system, "", "", metric.name, "", "", "" if value is None else value]
            sheet.add([*start, *(interval or ("", "")), "", board.signature])
        for column in board.counted:
            cell = column.cells[row.system]
            for metric in board.metrics:
                numbers: list[object] = ["", "", ""]
                if cell.system is not None:
                    score = cell.system.scores[metric.name]
                    sides: list[object] = ["", ""] if metric.is_mean else [score.recall, score.precision]
                    numbers = [*sides, score.f1]
                start = [place, row.system, column.name, cell.path or "", metric.name]
                sheet.add([*start, *numbers, "", "", cell.problem, board.signature])
    for column in board.columns:
        if column.problem:
            sheet.add(["", "", column.name, "", "", "", "", "", "", "", column.problem, board.signature])
    return sheet.text()
