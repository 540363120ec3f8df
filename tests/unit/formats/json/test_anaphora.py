"""JSON of systems for all of anaphora: mentions of three numbers, split antecedents and bridging pairs."""

from __future__ import annotations

import pytest

import corefscope as cs
from corefscope import Document, Mention
from corefscope.formats.load import read_corpus
from corefscope.model import BRIDGING, DEIXIS, NONREFERRING, SPLIT_ANTECEDENT, Relation
from support.inputs.json_records import lines

WORDS = ["Ada", "met", "Bo", ".", "It", "rained", "when", "they", "came", "home"]
RECORD = {
    "doc_key": "visit",
    "sentences": [WORDS[:4], WORDS[4:]],
    "clusters": [[[0, 0, -1]], [[2, 2, -1]], [[4, 4, 2]], [[7, 7, -1]], [[9, 9, -1]]],
    "split_antecedents": [[[7, 7], [0, 0]], [[7, 7], [2, 2]]],
    "bridging_pairs": [[[9, 9], [4, 4]]],
}


def test_types_sets_and_bridging(first):
    document = first(RECORD)
    assert dict(zip(document.entity_ids, document.entities, strict=True)) == {
        "0": [Mention(0, 1)],
        "1": [Mention(2, 3)],
        "3": [Mention(7, 8)],
        "4": [Mention(9, 10)],
    }
    nothing = document.annotations[NONREFERRING]
    assert (nothing.entities, nothing.entity_types) == ([[Mention(4, 5)]], ["2"])
    assert document.relations == [
        Relation(SPLIT_ANTECEDENT, "0", "3", "", Mention(7, 8), Mention(0, 1)),
        Relation(SPLIT_ANTECEDENT, "1", "3", "", Mention(7, 8), Mention(2, 3)),
        Relation(BRIDGING, "2-Pseudo", "4", "", Mention(9, 10), Mention(4, 5)),
    ]


def test_pairs_of_mentions_in_no_cluster(put, first):
    record = {**RECORD, "split_antecedents": [[[7, 7], [1, 1]]], "bridging_pairs": [[[9, 9], [5, 5]]]}
    assert first(record).relations == [Relation(BRIDGING, "", "4", "", Mention(9, 10), Mention(5, 6))]
    (notice,) = read_corpus(put(lines(record), "text.jsonl")).notices
    assert (notice.code, notice.count) == ("relation-without-mentions", 2)


@pytest.mark.parametrize(
    ("field", "value", "message"),
    [
        ("clusters", [[[0, 0, 0]]], "cluster 0 has the span [0, 0, 0]"),
        ("clusters", [[[0, 0, "x"]]], 'cluster 0 has the span [0, 0, "x"]'),
        ("clusters", [[[0, 0, -1, 4], [1, 1, -1]]], "cluster 0 has the span [0, 0, -1, 4]"),
        ("bridging_pairs", {"a": 1}, "expected 'array | null', got 'object' in bridging_pairs"),
        ("bridging_pairs", [[[0, 0]]], "'bridging_pairs' has [[0, 0]]"),
        ("split_antecedents", [[[0, 99], [0, 0]]], "'split_antecedents' has [[0, 99], [0, 0]]"),
    ],
)
def test_errors(refusal, field, value, message):
    assert message in refusal({**RECORD, field: value})


def test_what_is_written_is_read_back(put, first):
    document = first(RECORD)
    path = put(b"", "written.jsonl")
    assert cs.write([document], path) == []
    (copy,) = cs.read(path)
    assert copy.entities == document.entities
    assert copy.annotations[NONREFERRING].entities == document.annotations[NONREFERRING].entities
    assert [each._replace(antecedent="", anaphor="") for each in copy.relations] == [
        each._replace(antecedent="", anaphor="") for each in document.relations
    ]


def test_what_json_cannot_hold(put):
    nothing = Document("d", [[Mention(1, 2)]], entity_types=["expletive"])
    document = Document("d", [[Mention(0, 1), Mention(4, 5)], [Mention(3, 4)]], words=list(WORDS))
    document.annotations = {NONREFERRING: nothing, DEIXIS: Document("d", [[Mention(0, 4)]])}
    document.relations = [Relation(BRIDGING, "0", "1"), Relation("causes", "0", "1"), Relation(BRIDGING, "", "1")]
    path = put(b"", "written.jsonl")
    assert {notice.code: notice.count for notice in cs.write([document], path)} == {
        "annotation-not-written": 1,
        "entity-type-not-written": 1,
        "anchor-chosen": 1,
        "relation-not-written": 2,
    }
    assert cs.read(path)[0].relations == [Relation(BRIDGING, "0", "1", "", Mention(3, 4), Mention(0, 1))]
