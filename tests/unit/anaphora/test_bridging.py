"""Bridging to an entity of which no mention is named, and to what a file does not have."""

import pytest

import corefscope as cs
from corefscope.model import BRIDGING


def document(entities, antecedent):
    """Entities of words by name, each a letter; the anaphor is the entity `c`, its antecedent another one."""
    mentions = [[cs.Mention(place, place + 1) for place in places] for places in entities.values()]
    return cs.Document("text", mentions, list(entities), token_count=9, relations=[cs.Relation(BRIDGING, *antecedent)])


@pytest.mark.parametrize(
    ("response", "target"),
    [
        ({"x": [0, 2], "c": [4]}, "b"),  # the last mention before the anaphor, not the first
        ({"x": [0, 2, 6], "c": [4]}, "b"),
        ({"x": [6, 8], "c": [4]}, "d"),  # none is before it: the first
    ],
)
def test_the_mention_of_an_entity_that_stands_for_it(response, target):
    entities = {"a": [0], "b": [2], "c": [4], "d": [6], "e": [8]}
    for name in "abde":
        f1 = cs.score([document(entities, (name, "c"))], [document(response, ("x", "c"))], metrics="bridging").f1
        assert f1["bridging"] == (name == target)


def test_what_is_unknown_counts_on_both_sides_and_is_never_right():
    side = [document({"a": [0], "c": [4]}, ("nobody", "c"))]
    counts = cs.score(side, side, metrics="bridging").scores["bridging"].counts
    assert list(counts.values()) == [0, 1, 0, 1]
