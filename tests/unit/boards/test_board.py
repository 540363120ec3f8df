"""Scores, averages and ranks of a board, and submissions that cannot be scored."""

import shutil

import pytest

import corefscope as cs
from corefscope.boards.board import leaderboard
from corefscope.boards.entries import DataSet, Entries, SubmittedFile
from corefscope.problems import CorefscopeError
from corefscope.statistics.plan import Plan

QUICK = Plan(trials=400)


def test_averages_are_means_over_data_sets(make_board):
    folder = make_board(3, 2)
    board = leaderboard(folder, metrics=["muc", "conll"], plan=QUICK)
    for row in board.rows:
        single = [
            cs.score(str(folder / f"set{number}" / "key.jsonl"), str(folder / f"set{number}" / f"{row.system}.jsonl"))
            for number in range(3)
        ]
        for metric in ("muc", "conll"):
            assert row.averages[metric] == pytest.approx(sum(result.f1[metric] for result in single) / 3, abs=1e-12)
        assert row.standing.score == pytest.approx(row.averages["conll"], abs=1e-9)
        assert row.standing.interval.low < row.averages["conll"] < row.standing.interval.high
    assert [row.system for row in board.rows] == sorted(
        ("system0", "system1"), key=lambda name: -next(r.averages["conll"] for r in board.rows if r.system == name)
    )


def test_a_worse_system_has_a_lower_rank_and_copies_share_one(make_board):
    folder = make_board(2, 4, documents=10)
    for dataset in ("set0", "set1"):
        shutil.copy(folder / dataset / "system0.jsonl", folder / dataset / "twin.jsonl")
    rank = {row.system: row.standing.rank for row in leaderboard(folder, metrics="conll", plan=QUICK).rows}
    assert rank["system0"] == rank["twin"] == 1
    assert rank["system3"] > 1


def test_missing_and_malformed_submissions(make_board):
    folder = make_board(2, 2)
    (folder / "set0" / "system1.jsonl").write_text('{"doc_key": "x", {\n')
    (folder / "set1" / "system0.jsonl").unlink()
    board = leaderboard(folder, metrics="conll", plan=QUICK)
    (_, _, fault), missing = board.problems
    assert fault.startswith(f"{folder}/set0/system1.jsonl:1: not valid JSON: Expecting property name")
    assert missing == ("set1", "system0", "no submission")
    good = cs.score(str(folder / "set0" / "key.jsonl"), str(folder / "set0" / "system0.jsonl")).f1["conll"]
    row = next(row for row in board.rows if row.system == "system0")
    assert row.averages["conll"] == good / 2
    assert row.standing.score == pytest.approx(good / 2)
    skipped = leaderboard(folder, metrics="conll", plan=QUICK, missing="skip")
    row = next(row for row in skipped.rows if row.system == "system0")
    assert (row.averages["conll"], row.standing, row.scored) == (good, None, 1)
    assert "|missing:skip" in skipped.signature


def test_a_data_set_that_nobody_was_scored_on_counts_as_0(make_board):
    folder = make_board(2, 2)
    whole = {row.system: row.averages["conll"] for row in leaderboard(folder, metrics="conll", plan=QUICK).rows}
    alone = cs.score(str(folder / "set0" / "key.jsonl"), str(folder / "set0" / "system0.jsonl")).f1["conll"]
    for system in ("system0", "system1"):
        (folder / "set1" / f"{system}.jsonl").write_text("broken")
    board = leaderboard(folder, metrics="conll", plan=QUICK)
    standing = {row.system: row.standing.score for row in board.rows}
    assert standing["system0"] == pytest.approx(alone / 2)
    assert standing["system0"] < whole["system0"]


def test_a_broken_key_counts_for_nobody(make_board):
    folder = make_board(2, 2)
    (folder / "set1" / "key.jsonl").write_text("broken")
    board = leaderboard(folder, metrics="conll", plan=QUICK)
    assert [column.name for column in board.counted] == ["set0"]
    assert board.problems[0][:2] == ("set1", "")
    assert board.problems[0][2].startswith(f"{folder}/set1/key.jsonl:1: corefscope does not know this format")
    alone = cs.score(str(folder / "set0" / "key.jsonl"), str(folder / "set0" / "system0.jsonl")).f1["conll"]
    assert next(row for row in board.rows if row.system == "system0").averages["conll"] == alone
    (folder / "set0" / "key.jsonl").write_text("broken too")
    with pytest.raises(cs.CorefscopeError, match="no key can be read, the first one because: "):
        leaderboard(folder)


def test_a_manifest_with_a_wrong_path_is_a_marked_cell(make_board):
    folder = make_board(1, 1)
    path = folder / "board.toml"
    path.write_text('[datasets]\nsea = "set0/key.jsonl"\n[systems.a]\nsea = "set0/system0.jsonl"\n'
                    '[systems.b]\nsea = "nowhere.jsonl"\n')  # fmt: skip
    board = leaderboard(path, metrics="conll", plan=QUICK)
    assert board.problems == [("sea", "b", f"{folder}/nowhere.jsonl: there is no such file")]
    assert [row.system for row in board.rows] == ["a", "b"]


def test_warnings_are_kept_and_strict_makes_them_problems(make_board):
    folder = make_board(1, 2)
    path = folder / "set0" / "system1.jsonl"
    path.write_text("".join(path.read_text().splitlines(keepends=True)[:-1]))
    board = leaderboard(folder, metrics="conll", plan=QUICK)
    assert [(remark[:2], remark[2].partition(":")[0]) for remark in board.remarks] == [
        (("set0", "system1"), "document missing from the response")
    ]
    strict = leaderboard(folder, metrics="conll", plan=QUICK, strict=True)
    assert [problem[:2] for problem in strict.problems] == [("set0", "system1")]


def test_the_metric_to_rank_by(make_board):
    folder = make_board(1, 2)
    assert leaderboard(folder, metrics=["muc", "lea"], plan=QUICK).ranked_by.name == "muc"
    assert leaderboard(folder, plan=QUICK).ranked_by.name == "conll"
    board = leaderboard(folder, metrics="muc", rank_by="lea", plan=QUICK)
    assert [metric.name for metric in board.metrics] == ["muc", "lea"]
    with pytest.raises(cs.CorefscopeError, match="there is no metric 'leah'"):
        leaderboard(folder, rank_by="leah")


@pytest.mark.parametrize("options", [{"average": "macro"}, {"singletons": "drop"}, {"metrics": "ari"}])
def test_settings_hold_for_all(options, make_board):
    folder = make_board(2, 2)
    board = leaderboard(folder, **{"metrics": "b3", **options}, plan=QUICK)
    name = board.ranked_by.name
    for row in board.rows:
        single = [
            cs.score(str(folder / each / "key.jsonl"), str(folder / each / f"{row.system}.jsonl"),
                     **{"metrics": "b3", **options}).f1[name]
            for each in ("set0", "set1")
        ]  # fmt: skip
        assert row.averages[name] == pytest.approx(sum(single) / 2, abs=1e-12)
        assert row.standing.score == pytest.approx(sum(single) / 2, abs=1e-9)


def test_data_sets_of_one_document_have_no_intervals(make_board):
    board = leaderboard(make_board(3, 2, documents=1))
    assert all(row.standing.interval is None for row in board.rows)
    [notice] = [notice for notice in board.warnings if notice.kind == "one document only"]
    assert notice.first == "each of 3 data sets has one document, too few documents for intervals"


def test_one_document_in_all_gives_no_rank(make_board):
    board = leaderboard(make_board(1, 2, documents=1))
    assert [row.standing.rank for row in board.rows] == [None, None]
    assert str(board).splitlines()[4].split()[1] == "–"


def test_a_board_without_systems_is_an_error(tmp_path):
    (tmp_path / "key.jsonl").write_text('{"doc_key": "a", "clusters": [[[0, 0]]]}\n', encoding="utf-8")
    entries = Entries("manifest.toml", (DataSet("one", SubmittedFile(str(tmp_path / "key.jsonl")), {}),))
    with pytest.raises(CorefscopeError, match=r"no system has a submission to rank .expected FOLDER/DATASET/key"):
        leaderboard(entries)
