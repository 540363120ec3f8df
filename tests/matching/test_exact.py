"""Exact matching: the same positions, gaps and empty nodes included."""

import pytest

import corefscope
from corefscope.errors import PairingError
from corefscope.model import Mention, empty_position
from spans import pairs, side


@pytest.mark.parametrize(
    ("key", "response", "same"),
    [
        ("2-4", "2-4", True),
        ("2-4", "2-5", False),
        ("2-4@2", "2-4@3", True),  # the head is not asked
        ("2,4", "2,4", True),
        ("2,4", "2-4", False),  # the same ends, but 3 is missing
        ("2,4-5", "2-3,5", False),  # the same ends and the same number of tokens
        ("2,3,4", "2-4", True),  # no gap after all
        ("3.1", "3.1", True),
        ("3.1", "3.2", False),  # two zeros at one place
        ("3.1", "4.1", False),
        ("3.1", "3", False),
        ("2,3.1,3", "2-3", False),  # a zero between two words is a part of the mention
        ("2,3.1,3", "3.1,2-3", True),
    ],
)
def test_exact(key, response, same):
    assert len(pairs(side([key]), side([response]))) == same


def test_a_zero_at_the_end_of_a_sentence_is_not_the_one_that_opens_the_next():
    ends, opens = empty_position(3, 1), empty_position(3, 1, opens_sentence=True)
    key = side([Mention.at([ends])])
    assert len(pairs(key, side([Mention.at([ends])]))) == 1
    assert pairs(key, side([Mention.at([opens])])) == set()


def test_mentions_of_different_documents_are_never_the_same():
    key = side("0-1") + side("3-4", name="other")
    response = side("3-4") + side("0-1", name="other")
    assert pairs(key, response) == set()
    assert pairs(key, response[::-1]) == set()
    assert pairs(key, key[::-1]) == {("0-1", "0-1"), ("3-4", "3-4")}


@pytest.mark.parametrize(
    ("options", "asked"),
    [
        ({"match": "head"}, "--match head"),
        ({"match": "partial"}, "--match partial"),
        ({"match": "partial-craft"}, "--match partial-craft"),
        ({"match": "min"}, "--match min"),
        ({"zeros": "dependent"}, "--zeros dependent"),
    ],
)
def test_ids_can_only_be_matched_exactly(options, asked):
    with pytest.raises(PairingError) as caught:
        corefscope.score([["a", "b"]], [["a", "b"]], **options)
    assert str(caught.value) == f"mentions that are ids can only be matched exactly, not with {asked}"
