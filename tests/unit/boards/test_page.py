"""What a board says first, what it draws, and that a failure is listed once."""

import re

import pytest

from corefscope.boards.board import leaderboard
from corefscope.reporting.report import BEST, render
from corefscope.reporting.views.board import report, view
from corefscope.statistics.plan import Plan
from support.command_line import ROOT

QUICK = Plan(trials=600)
DRAWN = re.compile(r'<path d="M([\d.]+) 5H([\d.]+)"/><circle cx="([\d.]+)"')


def heading(board):
    return report(board).heading.split("\n")[0]


def test_the_headline_names_the_winner(make_board):
    board = leaderboard(ROOT / "examples" / "leaderboard", metrics="conll", plan=QUICK)
    assert heading(board) == "careful has the highest average, CoNLL F1 91.27, and is alone at rank 1"
    folder = make_board(1, 7, documents=2)  # too few documents to tell them apart
    board = leaderboard(folder, metrics="conll", plan=QUICK)
    assert heading(board).endswith(", and shares rank 1 with 6 others")


def test_only_a_ranked_system_can_win(make_board):
    folder = make_board(2, 3, documents=6)
    board = leaderboard(folder, metrics="conll", plan=QUICK)
    best = board.rows[0].system
    worst = min(board.columns, key=lambda column: column.cells[best].f1("conll"))
    (folder / worst.name / f"{best}.jsonl").unlink()
    board = leaderboard(folder, metrics="conll", plan=QUICK, missing="skip")
    assert board.rows[0].system == best
    assert heading(board).startswith(f"{board.rows[1].system} has the highest average of the systems scored on all")


def test_nobody_won_where_nobody_was_scored(make_board):
    folder = make_board(1, 2)
    for path in folder.glob("*/system*"):
        path.write_text("broken")
    assert heading(leaderboard(folder, metrics="conll")).startswith("2 systems on 1 data set")


def test_intervals_are_drawn_from_where_they_begin_to_where_they_end(make_board):
    folder = make_board(2, 4)
    (folder / "set0" / "system3.jsonl").unlink()
    (folder / "set1" / "system3.jsonl").unlink()
    board = leaderboard(folder, metrics="conll", plan=QUICK)
    page = render(view(board), "html")
    bounds = [row.standing.interval for row in board.rows if row.standing]
    low, high = min(each.low for each in bounds), max(each.high for each in bounds)
    assert f'<td class="axis">{100 * low:.0f} {100 * high:.0f}</td>' in page
    drawn = [tuple(map(float, line)) for line in DRAWN.findall(page)]
    assert len(drawn) == 3  # one failed everywhere
    assert (min(left for left, _, _ in drawn), max(right for _, right, _ in drawn)) == (0, 100)
    for (left, right, dot), row in zip(drawn, board.rows, strict=False):
        places = [*row.standing.interval, row.averages["conll"]]
        assert [left, right, dot] == pytest.approx([100 * (place - low) / (high - low) for place in places], abs=0.06)
    table = page[page.index("<table>") : page.index("</table>")]
    assert {len(re.findall("<t[hd]", row)) for row in table.split("<tr>")[1:]} == {8}


def test_nothing_is_drawn_without_intervals(make_board):
    board = leaderboard(make_board(1, 2, documents=1), metrics="conll")
    assert "<svg" not in render(view(board), "html")


def test_the_best_of_each_column_is_marked(make_board):
    board = leaderboard(make_board(3, 3), metrics="conll", plan=QUICK)
    rows = report(board).tables[0].rows
    for place in (2, 5, 6, 7):
        top = max(row[place].value for row in rows)
        assert [row[place].style == BEST for row in rows] == [row[place].value == top for row in rows]
    assert not any(row[place].style for row in rows for place in (0, 1, 3, 4))


def test_a_failure_is_listed_once(make_board):
    """A system that failed everywhere is a row of the ranking, of no other scores, and of what was not scored."""
    folder = make_board(3, 3)
    for path in folder.glob("*/system2.jsonl"):
        path.write_text("broken")
    (folder / "set1" / "system1.jsonl").unlink()
    ranking, averages, failed = report(leaderboard(folder, metrics=["conll", "lea"], plan=QUICK)).tables
    assert [row[0].text for row in ranking.rows][-1] == "system2"
    assert len(averages.rows) == 2
    rows = [tuple(cell.text for cell in row) for row in failed.rows]
    assert [(system, datasets) for system, datasets, _ in rows] == [
        ("system2", "set0, set1, set2"),
        ("system1", "set1"),
    ]
    assert rows[0][2].startswith(f"{folder}/set0/system2.jsonl:1: corefscope does not know this format")
