"""The problems of a whole leaderboard: by file for programs, by cause for people."""

import shutil

import pytest

import corefscope as cs
from corefscope.boards.entries import find_entries, is_board
from corefscope.problems import CorefscopeError
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


def put(folder, *names):
    for name in names:
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("{}")


@pytest.mark.parametrize(
    ("names", "words"),
    [
        (["sea/gold.jsonl", "sea/a.jsonl", "land/key.jsonl", "land/a.jsonl"], "(rename gold.* to key.*)"),
        (
            ["sea/key.jsonl", "sea/Kyoto.jsonl", "land/key.jsonl", "land/kyoto.jsonl"],
            "'Kyoto' and 'kyoto' count as",
        ),
        (
            ["keys/sea.jsonl", "keys/land.jsonl", "lit-A/sea.jsonl", "lita/land.jsonl"],
            "'lit-A' and 'lita' count as",
        ),
        (["keys/litA.jsonl", "a/lit-a.jsonl"], "no key is called 'lit-a' (rename it to litA)"),
    ],
)
def test_nearly_right_names_get_a_hint(names, words, tmp_path):
    put(tmp_path, *names)
    assert is_board(str(tmp_path))
    assert any(words in notice.first for notice in find_entries(tmp_path).notices)


def test_different_systems_may_have_similar_names(tmp_path):
    put(tmp_path, "sea/key.jsonl", "sea/Kyoto.jsonl", "sea/kyoto.jsonl")
    assert find_entries(tmp_path).notices == ()


@pytest.mark.parametrize(
    ("names", "hint"),
    [
        (["sea/gold.jsonl", "sea/a.jsonl"], r"\(sea: rename gold\.\* to key\.\*\)"),
        (["gold/sea.jsonl", "a/sea.jsonl"], r"\(gold: rename it to keys\)"),
    ],
)
def test_a_board_whose_keys_have_another_name(names, hint, tmp_path):
    put(tmp_path, *names)
    with pytest.raises(CorefscopeError, match=hint):
        find_entries(tmp_path)


@pytest.mark.parametrize("names", [["a.jsonl"], ["part1/a.conll", "part2/gold_a.conll"]])
def test_other_folders_are_one_submission(names, tmp_path):
    put(tmp_path, *names)
    assert not is_board(str(tmp_path))
