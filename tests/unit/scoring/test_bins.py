"""Scores by bins of a number of documents or mentions, against sums made by hand."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

import corefscope as cs
from corefscope.model import Document, Mention
from corefscope.problems import CorefscopeError
from support.inputs.strategies import THOROUGH

METRICS = ["muc", "b3", "ceafm", "ceafe", "lea"]


def document(name, text, length=30):
    """`0,3 5`: an entity of the tokens 0 and 3, and one of 5."""
    entities = [[Mention(int(token), int(token) + 1) for token in word.split(",")] for word in text.split()]
    return Document(name, entities, words=["w"] * length)


def bins_of(result):
    return {name: scores["b3"] for name, scores in result.system.by_group.items()}


def by_hand(key, response, low, high):
    """B³'s recall over the key's mentions whose entities have from `low` to below `high` mentions."""
    gained, count = Fraction(0), 0
    for entity in key:
        if low <= len(entity) < high:
            for mention in entity:
                other = next((each for each in response if mention in each), [])
                gained += Fraction(len(set(entity) & set(other)), len(entity))
                count += 1
    return gained, count


partition = st.lists(st.integers(0, 4), min_size=1, max_size=12)


def clusters(numbers):
    actual = {}
    for token, entity in enumerate(numbers):
        actual.setdefault(entity, []).append((token, token + 1))
    return list(actual.values())


@THOROUGH
@given(partition, partition)
def test_recall_and_precision_of_entity_sizes_are_those_of_the_definition(one, two):
    key, response = clusters(one), clusters(two)
    sides = ([Document("a", [[Mention(*m) for m in e] for e in side], words=["w"] * 20)] for side in (key, response))
    actual = bins_of(cs.score(*sides, metrics=["b3"], by="bins:entity-size=1,2,4"))
    for name, low, high in (("1", 1, 2), ("2–3", 2, 4), ("4 and more", 4, 99)):
        for side, mine, other in (("recall", key, response), ("precision", response, key)):
            gained, count = by_hand(mine, other, low, high)
            counts = actual[name].counts if name in actual else {f"{side}_num": 0, f"{side}_den": 0}
            assert counts[f"{side}_num"] == pytest.approx(float(gained), abs=1e-9)
            assert counts[f"{side}_den"] == pytest.approx(count)


@THOROUGH
@given(partition, partition, st.sampled_from(["entity-size", "distance", "range", "mention-length", "range=1,4"]))
def test_the_counts_of_all_bins_add_up_to_those_of_the_whole(one, two, what):
    sides = [
        [Document("a", [[Mention(*m) for m in e] for e in clusters(side)], words=["w"] * 20)] for side in (one, two)
    ]
    result = cs.score(*sides, metrics=METRICS, by=f"bins:{what}")
    for metric in METRICS:
        for field in ("recall_num", "recall_den", "precision_num", "precision_den"):
            parts = sum(scores[metric].counts.get(field, 0) for scores in result.system.by_group.values())
            assert parts == pytest.approx(result.scores[metric].counts[field])


def test_distance_and_range_are_in_tokens_of_the_own_side():
    result = cs.score([document("a", "0,3,20 5")], [document("a", "0,3 20 5")], metrics=["b3"], by="bins:distance=0,5")
    assert result.by.groups == {"first of its entity": 2, "0–4": 1, "5 and more": 1}
    result = cs.score([document("a", "0,3,20 5")], [document("a", "0,3 20 5")], metrics=["b3"], by="bins:range=0,1,10")
    assert result.by.groups == {"0": 1, "1–9": 0, "10 and more": 3}
    assert result.system.by_group["1–9"]["b3"].precision == 1


def test_documents_in_bins_are_the_groups_that_a_table_would_give():
    key = [document(name, "0,1 2", length) for name, length in (("a", 10), ("b", 20), ("c", 30))]
    response = [
        document(name, text, length) for name, text, length in (("a", "0 1", 10), ("b", "0,1 2", 20), ("c", "1,2", 30))
    ]
    actual = cs.score(key, response, metrics=METRICS, by="bins:length=15,25").system.by_group
    table = cs.score(key, response, metrics=METRICS, by={"a": "below 15", "b": "15–24", "c": "25 and more"})
    assert actual == table.system.by_group
    assert cs.score(key, response, metrics=METRICS, by="bins:mentions").by.groups == {"0–10": 3}


def test_compare_judges_within_bins():
    key = [document(name, "0,1,2 3,4 5") for name in "abcdef"]
    response = [document(name, "0,1 2 3,4 5") for name in "abcdef"]
    actual = cs.compare(key, key, response, names=["x", "y"], metrics=["b3"], by="bins:entity-size=1,2,3")
    assert list(actual.by_group) == ["1", "2", "3 and more"]
    assert list(cs.compare(key, key, response, names=["x", "y"], metrics=["b3"], by="bins:length").by_group) == ["0–50"]


@pytest.mark.parametrize(
    ("by", "text"),
    [
        ("bins:size", "there is no binned number 'size'"),
        ("bins:range=5,2", "'5,2' is not a list of ascending numbers"),
        ("bins:range=q4", "'q4' is not a list of ascending numbers"),
        ("bins:range=", None),
    ],
)
def test_what_is_not_understood(by, text):
    key = [document("a", "0,3,20 5")]
    if text is None:
        assert cs.score(key, key, metrics="b3", by=by).by.groups
        return
    with pytest.raises(CorefscopeError, match=text):
        cs.score(key, key, metrics="b3", by=by)


def test_what_the_data_lacks():
    with pytest.raises(CorefscopeError, match="mentions that are only ids"):
        cs.score([["a", "b"]], [["a", "b"]], metrics="b3", by="bins:distance")
    with pytest.raises(CorefscopeError, match="the length of documents is unknown"):
        cs.score([["a", "b"]], [["a", "b"]], metrics="b3", by="bins:length")
    assert cs.score([["a", "b"]], [["a", "b"]], metrics="b3", by="bins:entity-size").by.groups == {"2": 2}
