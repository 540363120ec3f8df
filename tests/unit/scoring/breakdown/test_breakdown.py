"""Scores by group: the same sums, so groups add up to the total and score as they would alone."""

import csv
import io
import json
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

import corefscope as cs
from corefscope.formats.objects.reader import from_documents
from corefscope.metrics import DEFAULT
from corefscope.model import Document, Mention
from support.command_line import KEY, ROOT, A, failed, ok
from support.inputs.strategies import THOROUGH, by_name, corpora

METRICS = (*DEFAULT, "pairwise", "rand")
PATTERN = "[a-z]+"


@THOROUGH
@given(corpora(6), st.lists(st.sampled_from("abc"), min_size=6, max_size=6))
def test_groups_add_up_to_the_total_and_score_as_alone(corpus, letters):
    key, response = by_name(corpus, 0), by_name(corpus, 1)
    by = dict(zip(key, letters, strict=False))
    result = cs.score(key, response, metrics=METRICS, by=by)
    assert result.by.groups == {letter: list(by.values()).count(letter) for letter in dict.fromkeys(by.values())}
    for metric, score in result.scores.items():
        groups = [scores[metric] for scores in result.system.by_group.values()]
        for name, count in score.counts.items():
            assert sum(group.counts[name] for group in groups) == pytest.approx(count, abs=1e-12), (metric, name)
    for group, scores in result.system.by_group.items():
        mine = [name for name in key if by[name] == group]
        alone = cs.score({name: key[name] for name in mine}, {name: response[name] for name in mine}, metrics=METRICS)
        assert scores == alone.scores


def test_macro_averages_are_taken_within_a_group():
    key = {"a1": [[1, 2]], "a2": [[1, 2], [3, 4]], "b1": [[1, 2]]}
    response = {"a1": [[1, 2]], "a2": [[1], [2], [3], [4]], "b1": [[1], [2]]}
    result = cs.score(key, response, metrics="muc", average="macro", by="[a-z]")
    assert result.system.by_group["a"]["muc"].recall == 0.5
    assert result.system.by_group["b"]["muc"].recall == 0
    assert result.recall["muc"] == pytest.approx(1 / 3)


def document(name, **entities):
    return Document(name, [[Mention(at, at + 1) for at in places] for places in entities.values()], list(entities))


def cross_document(**columns):
    """Three documents; the storm of topic sea is in two of them."""
    documents = [document("1", storm=[0, 4]), document("2", storm=[1]), document("3", storm=[0, 2])]
    return replace(from_documents(documents, "given"), groups=columns)


def test_across_documents_groups_hold_whole_units():
    corpus = cross_document(topic=["sea", "sea", "land"], place=["north", "north", "south"])
    result = cs.score(corpus, corpus, metrics="muc", scope="topic", by="place")
    assert result.by.groups == {"north": 2, "south": 1}
    assert result.system.by_group["north"]["muc"].counts["recall_den"] == 2


def test_a_unit_of_two_groups_is_refused():
    corpus = cross_document(topic=["sea", "sea", "land"], place=["north", "south", "south"])
    with pytest.raises(cs.CorefscopeError) as caught:
        cs.score(corpus, corpus, scope="topic", by="place")
    assert str(caught.value) == (
        "by='place': 'sea' is scored as one and has documents of north and of south "
        "(remove scope=, or use groups that keep its units whole)"
    )


def test_json_and_csv_have_the_groups():
    actual = json.loads(ok("score", KEY, A, "-m", "muc", "--by", PATTERN, "-o", "json"))
    assert actual["by"]["what"] == "pattern"
    groups = actual["systems"][0]["by_group"]
    assert [(row["group"], row["documents"], row["scores"]["muc"]["recall_num"]) for row in groups] == [
        ("harbour", 1, 9),
        ("bakery", 1, 4),
    ]
    rows = list(csv.DictReader(io.StringIO(ok("score", KEY, A, "-m", "muc", "--by", PATTERN, "-o", "csv"))))
    assert [(row["group"], row["documents"], row["recall_num"]) for row in rows] == [
        ("", "2", "13"),
        ("harbour", "1", "9"),
        ("bakery", "1", "4"),
    ]


def test_documents_without_a_group_are_said(tmp_path):
    path = tmp_path / "groups.tsv"
    path.write_text("document\tgenre\nharbour\tsea\n")
    said = failed("score", KEY, A, "--by", str(path), status=0)
    assert said == (
        "corefscope: warning: document without a group: '(bakery); part 000' has no genre; it is counted under (none)\n"
    )
    assert "'(bakery); part 000' has no genre" in failed("score", KEY, A, "--by", str(path), "--strict")


TALES = ("examples/tales/key.jsonl", "examples/tales/small.jsonl", "examples/tales/large.jsonl")
HALVES = r"tale_([01])"  # tale_01 … tale_09 against tale_10 … tale_19; the others have no group


def test_systems_are_compared_within_groups():
    from corefscope.statistics.plan import Plan

    paths = [str(ROOT / path) for path in TALES]
    plan = Plan(trials=200)
    actual = cs.compare(paths[0], paths[1:], metrics=["lea", "conll"], plan=plan, by=HALVES)
    assert actual.by.groups == {"0": 9, "1": 10, "(none)": 5}
    for group, part in actual.by_group.items():
        mine = {"0": "tale_0", "1": "tale_1", "(none)": "tale_2"}[group]
        sides = [[each for each in cs.read(path) if each.name.startswith(mine)] for path in paths]
        alone = cs.compare(sides[0], {"small": sides[1], "large": sides[2]}, metrics=["lea", "conll"], plan=plan)
        assert len(sides[0]) == actual.by.groups[group]
        for metric in ("lea", "conll"):
            assert [(each.score, each.interval, each.rank) for each in part.standings[metric]] == [
                (each.score, each.interval, each.rank) for each in alone.standings[metric]
            ]
            assert [(each.p, each.corrected) for each in part.pairs[metric]] == [
                (each.p, each.corrected) for each in alone.pairs[metric]
            ]


def test_compare_shows_the_groups():
    paths = [str(ROOT / path) for path in TALES]
    arguments = ("compare", *paths, "-m", "lea", "--by", "tale_(.)", "--trials", "200")
    text = ok(*arguments)
    assert "F1 (rank) by pattern (groups: what tale_(.) matches in document names)\n" in text
    assert "\n0, 9 documents\n  small.jsonl" in text
    actual = json.loads(ok(*arguments, "-o", "json"))
    assert [(group["group"], group["documents"]) for group in actual["by_group"]] == [("0", 9), ("1", 10), ("2", 5)]
    rows = list(csv.DictReader(io.StringIO(ok(*arguments, "-o", "csv"))))
    assert [row["group"] for row in rows] == [name for name in ("", "0", "1", "2") for _ in range(3)]
    scores = [system["scores"]["lea"]["f1"] for group in actual["by_group"] for system in group["systems"]]
    assert scores == [float(row["value"]) for row in rows if row["group"] and not row["against"]]
    latex = ok(*arguments, "-o", "latex")
    assert "\\multicolumn{3}{l}{\\emph{0}, 9 documents} \\\\\na & small & " in latex
    assert latex.count("\\midrule") == 4
