"""A bad submission is marked and does not affect the others."""

import os

import pytest

from corefscope.boards import board as boards
from corefscope.boards.board import leaderboard
from corefscope.statistics.plan import Plan

QUICK = Plan(trials=100)
NESTED = 100_000
HOSTILE = {
    "outside.jsonl": '{"doc_key":"doc-0","tokens":["a","b"],"clusters":[[[0,0],[1,999999999]]]}',
    "beyond.jsonl": '{"doc_key":"doc-0","clusters":[[[0,9223372036854775808]]]}',
    "digits.jsonl": '{"doc_key":"doc-0","clusters":[[[0,' + "9" * 5000 + "]]]}",
    "nested.jsonl": '{"doc_key":"doc-0","clusters":' + "[" * NESTED + "]" * NESTED + "}",
    "nested.json": "[" * NESTED + "]" * NESTED,
    "object.json": '{"a":' * NESTED + "1" + "}" * NESTED,
    "blank.jsonl": "\n" * 1000,
    "binary.conll": "\0\1\2",
    "rows.csv": "document,start,end,entity\ndoc-0,0," + "9" * 30 + ",a\n",
}
WORDLESS = '{"doc_key":"doc-0","clusters":[[[0,0],[1,2147483646]]]}\n'


def scores(board):
    return {row.system: row.averages["conll"] for row in board.rows}


def test_every_hostile_file_is_marked_and_the_others_are_scored(make_board):
    folder = make_board(1, 2)
    alone = scores(leaderboard(folder, metrics="conll", plan=QUICK))
    for number, (name, content) in enumerate(HOSTILE.items()):
        ending = name.rpartition(".")[2]
        (folder / "set0" / f"hostile{number}.{ending}").write_text(content)
    (folder / "set0" / "wordless.jsonl").write_text(WORDLESS)
    board = leaderboard(folder, metrics="conll", plan=QUICK)
    together = scores(board)
    assert {name: together[name] for name in alone} == alone
    assert together["wordless"] is not None  # a mention may be of any length where no text says otherwise
    assert {system for _, system, _ in board.problems} == {f"hostile{number}" for number in range(len(HOSTILE))}
    assert not any("bug in corefscope" in words for _, _, words in board.problems), board.problems


@pytest.mark.parametrize(
    ("error", "words"),
    [
        (MemoryError(), "there is not enough memory"),
        (RecursionError(), "the input is nested too deeply"),
        (OSError(5, "Input/output error"), "Input/output error"),
        (ValueError("what nobody thought of"), "corefscope failed with ValueError: what nobody thought of"),
    ],
    ids=lambda value: type(value).__name__,
)
def test_any_failure_of_one_is_its_own(make_board, monkeypatch, error, words):
    folder = make_board(2, 2)
    alone = scores(leaderboard(folder, metrics="conll", plan=QUICK))
    real = boards.score

    def failing(key, response, **options):
        if str(response).endswith("set0/system1.jsonl"):
            raise error
        return real(key, response, **options)

    monkeypatch.setattr(boards, "score", failing)
    board = leaderboard(folder, metrics="conll", plan=QUICK)
    ((dataset, system, problem),) = board.problems
    assert (dataset, system) == ("set0", "system1")
    assert words in problem
    assert scores(board)["system0"] == alone["system0"]
    assert next(row for row in board.rows if row.system == "system1").scored == 1


def test_pipes_and_devices_are_marked_and_never_opened(make_board):
    folder = make_board(1, 2)
    alone = scores(leaderboard(folder, metrics="conll", plan=QUICK))
    os.mkfifo(folder / "set0" / "pipe.jsonl")
    (folder / "set0" / "device.jsonl").symlink_to("/dev/zero")
    (folder / "set0" / "circle.jsonl").symlink_to("circle.jsonl")
    (folder / "set0" / "nowhere.jsonl").symlink_to("gone.jsonl")
    board = leaderboard(folder, metrics="conll", plan=QUICK)
    together = scores(board)
    assert {name: together[name] for name in alone} == alone
    problems = {system: problem for _, system, problem in board.problems}
    assert problems == {name: f"{name}.jsonl is not a regular file" for name in ("circle", "device", "nowhere", "pipe")}


def test_a_key_that_takes_all_memory_is_marked(make_board, monkeypatch):
    folder = make_board(2, 1)
    real = boards.load.read_corpus

    def failing(path, *rest):
        if "set1" in str(path):
            raise MemoryError
        return real(path, *rest)

    monkeypatch.setattr(boards.load, "read_corpus", failing)
    board = leaderboard(folder, metrics="conll", plan=QUICK)
    assert [column.problem[:26] for column in board.columns] == ["", "there is not enough memory"]
    assert scores(board)
