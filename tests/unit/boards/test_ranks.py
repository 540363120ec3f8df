"""The ranks of random boards, on which submissions fail: they follow the table, and failures are no evidence."""

import random
import shutil

import pytest

from corefscope.boards.board import leaderboard
from corefscope.statistics.plan import Plan


def with_failures(folder, source, share=0.25):
    """Break submissions of a board at random, and all those of system0."""
    for path in sorted(folder.glob("*/system*.jsonl")):
        if path.stem == "system0" or source.random() < share:
            path.unlink() if source.random() < 0.5 else path.write_text("broken")


def scored_on(board, system):
    return {column.name for column in board.counted if column.cells[system].system is not None}


@pytest.mark.parametrize("test", ["randomization", "bootstrap"])
@pytest.mark.parametrize("seed", range(6))
def test_ranks_never_contradict_the_table(make_board, seed, test):
    folder = make_board(4, 8, documents=6, seed=seed)
    with_failures(folder, random.Random(seed))
    board = leaderboard(folder, metrics="conll", plan=Plan(trials=600, test=test))
    assert [row.system for row in board.rows if row.standing is None] == [
        row.system for row in board.rows if row.scored == 0
    ]
    rows = [row for row in board.rows if row.standing]
    averages, ranks = zip(*((row.averages["conll"], row.standing.rank) for row in rows), strict=True)
    assert list(averages) == sorted(averages, reverse=True)
    assert ranks[0] == 1
    assert list(ranks) == sorted(ranks)
    won = {(pair.winner, pair.loser) for pair in board.judgement.pairs["conll"]}
    for place, row in enumerate(rows):
        sets, above = scored_on(board, row.system), [other.system for other in rows[:place]]
        better = [each for each in above if (each, row.system) in won or scored_on(board, each) > sets]
        assert row.standing.rank == max([1 + len(better), *ranks[:place]])
    assert {each.system: each.rank for each in board.judgement.standings["conll"]} == {
        row.system: row.standing.rank for row in rows
    }


@pytest.mark.parametrize("seed", range(3))
def test_two_systems_are_tested_on_the_data_sets_that_both_have(make_board, tmp_path, seed):
    """A board of two systems and their common data sets has the same difference and, since it is exact, the same p."""
    folder = make_board(3, 5, documents=3, seed=seed)
    with_failures(folder, random.Random(seed), share=0.4)
    exact = Plan(test="exact", correction="none")
    board = leaderboard(folder, metrics="conll", plan=exact)
    tested = 0
    for pair in board.judgement.pairs["conll"]:
        common = scored_on(board, pair.first) & scored_on(board, pair.second)
        if not common:
            assert (pair.difference, pair.p, pair.verdict) == (0, 1, "not significant")
            continue
        small = tmp_path / f"{pair.first}-{pair.second}"
        for name in common:
            (small / name).mkdir(parents=True)
            for each in ("key", pair.first, pair.second):
                shutil.copy(folder / name / f"{each}.jsonl", small / name)
        [alone] = leaderboard(small, metrics="conll", plan=exact).judgement.pairs["conll"]
        assert pair.p == alone.p
        same_order = pair.first == alone.first
        assert pair.difference == pytest.approx(alone.difference if same_order else -alone.difference, abs=1e-9)
        tested += len(common) < 3
    assert tested


def test_a_failure_costs_the_rank(make_board):
    """Twins share a rank until one of them fails on a data set that the other has."""
    folder = make_board(2, 2)
    for name in ("set0", "set1"):
        shutil.copy(folder / name / "system0.jsonl", folder / name / "twin.jsonl")
    (folder / "set1" / "twin.jsonl").unlink()
    board = leaderboard(folder, metrics="conll", plan=Plan(trials=300))
    rank = {row.system: row.standing.rank for row in board.rows}
    assert rank["system0"] == 1 < rank["twin"]
    pair = board.judgement.pair("conll", "system0", "twin")
    assert (pair.difference, pair.p, pair.interval, pair.effect) == (0, 1, None, None)
