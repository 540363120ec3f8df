"""The problems of a whole leaderboard: by file for programs, by cause for people."""

import shutil

import corefscope as cs
from support.command_line import ROOT, corefscope


def codes(checked):
    return [(each.path.rpartition("/")[2], problem.code) for each in checked for problem in each.problems]


def test_submissions_are_checked_against_the_key_of_their_data_set(make_board):
    folder = make_board(2, 3)
    (folder / "set0" / "system1.jsonl").write_text("broken")
    (folder / "set1" / "system2.jsonl").unlink()
    shutil.copy(folder / "set0" / "system0.jsonl", folder / "set1" / "system1.conll")
    path = folder / "set1" / "system0.jsonl"
    path.write_text("".join(path.read_text().splitlines(keepends=True)[:-1]))
    checked = cs.check(folder)
    assert not checked.ok
    assert codes(checked) == [
        (folder.name, "no-submission"),  # two files of one name
        (folder.name, "no-submission"),
        ("system1.jsonl", "unknown-format"),
        ("system0.jsonl", "document-missing"),
    ]
    assert checked[0].problems[0].text == "set1: system1: system1.conll and system1.jsonl both exist"


def test_a_key_that_cannot_be_read_is_one_problem_and_its_submissions_are_read(make_board):
    folder = make_board(1, 2)
    (folder / "set0" / "key.jsonl").write_text("broken")
    (folder / "set0" / "system1.jsonl").write_text("broken")
    assert codes(cs.check(folder, gold_mentions=True)) == [
        ("key.jsonl", "unknown-format"),
        ("system1.jsonl", "unknown-format"),
    ]


def test_problems_are_grouped_by_cause():
    done = corefscope("check", str(ROOT / "examples" / "leaderboard" / "manifest.toml"))
    assert done.returncode == 1
    titles = [line for line in done.stdout.splitlines() if line.endswith("(1)")]
    assert titles == ["error: bad json (1)", "warning: no submission (1)"]


def test_a_cause_lists_some_of_its_files(make_board):
    folder = make_board(5, 5)
    for path in folder.glob("*/system*"):
        path.write_text("broken")
    lines = corefscope("check", str(folder)).stdout.splitlines()
    assert [lines[0], lines[-3], lines[-1]] == [
        "error: unknown format (25)",
        "and 5 more",
        "25 of 30 files have problems",
    ]
