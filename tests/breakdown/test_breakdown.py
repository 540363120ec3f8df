"""Scores by group: the same sums, so groups add up to the total and score as they would alone."""

import csv
import io
import json
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

import corefscope as cs
from command_line import KEY, A, B, failed, ok
from corefscope.formats.objects import from_documents
from corefscope.metrics import DEFAULT
from corefscope.model import Document, Mention
from strategies import THOROUGH, by_name, corpora

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


@THOROUGH
@given(corpora(6))
def test_by_document_is_per_document(corpus):
    result = cs.score(by_name(corpus, 0), by_name(corpus, 1), metrics=METRICS, by="document", per_document=True)
    assert list(result.system.by_group.values()) == list(result.system.per_document)


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
        "--by place: 'sea' is scored as one and has documents of north and of south "
        "(leave --scope out, or group by something that keeps its units whole)"
    )


def test_a_block_per_group_in_the_table():
    assert ok("score", KEY, A, "-m", "muc,conll", "--by", PATTERN).split("\n\n")[2] == (
        "by pattern (groups: what [a-z]+ matches in document names)\n"
        "Pattern              Recall  Precision     F1\n"
        "harbour, 1 document\n"
        "  MUC                 81.82      75.00  78.26\n"
        "  CoNLL                                 75.54\n"
        "bakery, 1 document\n"
        "  MUC                 66.67      80.00  72.73\n"
        "  CoNLL                                 73.54\n"
        "all, 2 documents\n"
        "  MUC                 76.47      76.47  76.47\n"
        "  CoNLL                                 75.00"
    )


def test_a_row_per_system_and_the_best_marked():
    shown = ok("score", KEY, A, B, "-m", "muc", "--by", PATTERN, "-o", "markdown")
    assert "| harbour, 1 document |  |\n| response-a.conll | 78.26 |\n| response-b.jsonl | **95.24** |" in shown


def test_json_and_csv_have_the_groups():
    found = json.loads(ok("score", KEY, A, "-m", "muc", "--by", PATTERN, "-o", "json"))
    assert found["by"]["what"] == "pattern"
    groups = found["systems"][0]["by_group"]
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


def test_latex_has_a_block_per_group():
    shown = ok("score", KEY, A, B, "-m", "muc", "--by", PATTERN, "-o", "latex")
    assert "\\midrule\n\\multicolumn{4}{l}{\\emph{harbour}, 1 document} \\\\\nresponse-a.conll & 81.82" in shown
    assert shown.count("\\midrule") == 3


def test_documents_without_a_group_are_said(tmp_path):
    path = tmp_path / "groups.tsv"
    path.write_text("document\tgenre\nharbour\tsea\n")
    said = failed("score", KEY, A, "--by", str(path), status=0)
    assert said == (
        "corefscope: warning: document without a group: '(bakery); part 000' has no genre; it is counted under (none)\n"
    )
    assert "'(bakery); part 000' has no genre" in failed("score", KEY, A, "--by", str(path), "--strict")
