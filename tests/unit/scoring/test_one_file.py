"""One file, or list of records, that holds the key and the prediction in two fields, as end-to-end models write it."""

from __future__ import annotations

import json

import pytest

import corefscope as cs
from corefscope.formats import load
from support.command_line import KEY, corefscope, failed

GOLD, PREDICTED = [[[0, 1], [3, 3]], [[4, 4], [6, 6]]], [[[0, 1], [3, 3]], [[4, 4], [7, 7]]]
RECORD = {"doc_key": "a", "clusters": GOLD, "predicted_clusters": PREDICTED}
SIDES = {"key_clusters": "clusters", "response_clusters": "predicted_clusters"}


@pytest.fixture
def dev(tmp_path):
    path = tmp_path / "dev.jsonl"
    path.write_text(json.dumps(RECORD) + "\n")
    return str(path)


@pytest.fixture
def expected():
    return cs.score([GOLD], [PREDICTED])


def test_a_file_alone_is_both_sides(dev, expected):
    both = cs.score(references=dev, predictions=dev)
    for result in (cs.score(dev), cs.score(dev, dev), both, cs.score(dev, format="e2e")):
        assert result.scores == expected.scores
        assert "|key_clusters:clusters|response_clusters:predicted_clusters" in result.signature
        assert str(result).startswith(f"key {dev} (clusters; response: predicted_clusters): 1 document")


def test_half_a_file_is_not_a_file_without_a_response(dev, tmp_path):
    (tmp_path / "half.jsonl").write_text(json.dumps(RECORD)[:-20])
    with pytest.raises(cs.CorefscopeError, match=r"half.jsonl:1: not valid JSON.*is the file whole"):
        cs.score(tmp_path / "half.jsonl")
    with pytest.raises(cs.CorefscopeError, match="there is no such file"):
        cs.score(tmp_path / "none.jsonl")


def test_two_files_with_both_sides_name_the_fields(dev, tmp_path):
    other = tmp_path / "other.jsonl"
    other.write_text(json.dumps({**RECORD, "predicted_clusters": GOLD}))
    for arguments in (("compare", dev, str(other)), ("score", dev, str(other))):
        message = failed(*arguments)
        assert "--key-clusters clusters and --response-clusters predicted_clusters; to score the predictions" in message
    assert cs.score(dev, other, **SIDES).f1["conll"] == 1


def test_other_names_of_the_gold_clusters(tmp_path, expected):
    path = tmp_path / "dev.jsonl"
    record = {"doc_key": "a", "sentences": [["w"] * 9], "mention_clusters": [], "predicted_clusters": PREDICTED}
    record["mention_clusters"] = [[[0, first, last + 1] for first, last in cluster] for cluster in GOLD]
    path.write_text(json.dumps(record))
    result = cs.score(path)
    assert (result.scores, result.settings.key_clusters) == (expected.scores, "mention_clusters")


def test_fields_that_are_named_stay(dev, expected):
    swapped = cs.score(dev, key_clusters="predicted_clusters", response_clusters="clusters")
    assert swapped.recall["b3"] == expected.precision["b3"]
    with pytest.raises(cs.CorefscopeError, match="the document has both"):
        cs.score(dev, dev, key_clusters="clusters")


def test_every_call_that_scores_takes_it(dev, expected):
    assert cs.errors(dev, dev).result.f1["conll"] == expected.f1["conll"]
    assert cs.report(dev, dev).startswith("<!doctype html>")
    dialects = cs.dialects(dev)
    assert dialects["conll2012"].f1["conll"] == expected.f1["conll"]
    assert "response_clusters:predicted_clusters" in dialects["e2e"].signature


def test_what_is_one_side_has_no_response(dev, tmp_path):
    (tmp_path / "gold.jsonl").write_text(json.dumps({"clusters": GOLD}))
    for side in ("examples/key.conll", str(tmp_path / "gold.jsonl"), GOLD, [[1, 2]], {"a": GOLD}, None):
        with pytest.raises(cs.CorefscopeError) as caught:
            cs.score(side)
        assert caught.value.code == "no-response"
    with pytest.raises(cs.CorefscopeError, match="the document has both"):  # each side is asked about
        cs.score(dev, str(tmp_path / "gold.jsonl"))


def test_files_of_other_formats_are_not_read_for_it(monkeypatch):
    read, paths = load.read_corpus, []

    def read_and_count(path, *more, **options):
        paths.append(path)
        return read(path, *more, **options)

    monkeypatch.setattr(load, "read_corpus", read_and_count)
    cs.score("examples/key.conll", "examples/key.conll")
    assert len(paths) == 2


def test_commands_that_explain_take_it_alone(dev, tmp_path):
    out = tmp_path / "report.html"
    for arguments in (("errors", dev), ("report", dev, "-o", out), ("check", dev)):
        done = corefscope(*map(str, arguments))
        assert done.returncode == 0, done.stderr
    assert "no response" in failed("errors", KEY)


@pytest.mark.parametrize("sides", [1, 2])
def test_a_record_in_a_loop(dev, expected, sides):
    scorer = cs.Scorer()
    scorer.update(*[RECORD] * sides)
    assert scorer.compute().scores == expected.scores
    assert "response_clusters:predicted_clusters" in scorer.compute().signature
    with pytest.raises(cs.CorefscopeError, match="no response was named"):
        cs.Scorer().update([[(0, 1), (3, 4)]])
