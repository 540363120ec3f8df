"""`corefscope errors`, as a user runs it."""

import json

import pytest

from corefscope.analysis.errors import KINDS
from corefscope.reporting.views.errors import PARTS
from support.command_line import KEY, A, B


@pytest.fixture
def ok(run):
    def done(*arguments):
        ran = run(*arguments)
        assert (ran.status, ran.err) == (0, "")
        return ran.out

    return done


def test_json_has_every_part_and_every_place(ok):
    saved = json.loads(ok("errors", KEY, A, B, "-o", "json"))
    assert saved["schema"] == 1
    assert set(PARTS) <= set(saved)
    assert saved["counts"]["response-a.conll"] == {
        **dict.fromkeys(KINDS, 0), "conflated": 3, "extra mention": 2, "divided": 3, "missing mention": 6,
    }  # fmt: skip
    assert len(saved["errors"]) == 14 + 5
    error = next(row for row in saved["errors"] if row["kind"] == "divided")
    place = error["key_mentions"][0]
    assert (place["text"], place["first"], place["last"], place["sentence"]) == ("the small ship", 37, 39, 3)
    assert (place["file"], place["line"]) == (KEY, 41)
    assert error["with"]["text"] == "The ferry"
    assert sum("response-b.jsonl" in row["also"] for row in saved["errors"]) == 2
    gap = next(row for row in saved["gaps"] if row["metric"] == "b3")
    scores = saved["systems"][0]["scores"]["b3"]
    assert gap["recall_cost"] == pytest.approx(1 - scores["recall"])
    whole = next(row for row in saved["differences"] if (row["metric"], row["what"]) == ("conll", "all"))
    conll = [system["scores"]["conll"]["f1"] for system in saved["systems"]]
    assert whole["gain"] == pytest.approx(conll[1] - conll[0])


def test_a_language_gives_the_lists_of_words(ok):
    saved = json.loads(ok("errors", KEY, A, "--language", "none", "--show", "errors", "-o", "json"))
    assert saved["types"]["response-a.conll"] == {"words": 68}
    off = ("--language", "none", "--guess-types", "none")
    saved = json.loads(ok("errors", KEY, A, *off, "--show", "errors", "-o", "json"))
    assert saved["types"]["response-a.conll"] == {"unknown": 68}
    assert saved["language"] == {"name": "none", "articles": "", "marks": "", "pronouns": ""}


def test_examples_cost_most_and_are_from_different_documents(run, put):
    """An entity of three mentions costs more than one of two; the next example is from the other document."""
    entities = {"a": [[[0, 0], [2, 2]]], "b": [[[1, 1], [3, 3]], [[4, 4], [5, 5], [6, 6]]]}
    records = [
        {"doc_key": name, "sentences": [[f"w{number}" for number in range(8)]], "clusters": clusters}
        for name, clusters in entities.items()
    ]
    key = put("key.jsonl", "".join(json.dumps(record) + "\n" for record in records))
    response = put("response.jsonl", "".join(json.dumps({**record, "clusters": []}) + "\n" for record in records))
    table = run("errors", key, response, "--kind", "missing entity", "--show", "errors").out
    assert [line.split(" | ")[0] for line in table.splitlines() if line.startswith("w")] == ["w4", "w0", "w1"]
