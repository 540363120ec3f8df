"""Exact matching: the same positions, gaps and empty nodes included."""

from dataclasses import replace

import pytest

import corefscope
from corefscope.formats.objects.reader import from_documents
from corefscope.model import Mention, empty_position
from corefscope.problems import PairingError
from support.inputs.spans import pairs, side


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


@pytest.mark.parametrize(
    ("options", "asked"),
    [
        ({"match": "head"}, "match='head'"),
        ({"match": "partial"}, "match='partial'"),
        ({"match": "min"}, "match='min'"),
        ({"zeros": "dependent"}, "zeros='dependent'"),
    ],
)
def test_ids_can_only_be_matched_exactly(options, asked):
    with pytest.raises(PairingError) as caught:
        corefscope.score([["a", "b"]], [["a", "b"]], **options)
    assert str(caught.value) == f"mentions that are ids can only be matched exactly, not with {asked}"


def without_empty_nodes(documents):
    """As read from a format that cannot hold them."""
    return replace(from_documents(documents, "plain"), empty_nodes=False)


@pytest.mark.parametrize(
    ("rich", "plain", "expected"),
    [
        ("2,3.1,3 5", "2-3 5", {("2,3.1,3", "2-3"), ("5", "5")}),
        ("2,3.1 5", "2 5", {("2,3.1", "2"), ("5", "5")}),
        ("0,2,3.1 5", "0,2 5", {("0,2,3.1", "0,2"), ("5", "5")}),
        ("3.1 5", "2 5", {("5", "5")}),  # a zero by itself is not nothing
        ("2,3.1,3", "2", set()),
        # One to one: the same positions first, then the fewest empty nodes.
        ("2,3.1,3 2-3", "2-3", {("2-3", "2-3")}),
        ("2,3.1,3.2,3 2,3.2,3", "2-3", {("2,3.2,3", "2-3")}),
    ],
)
def test_a_format_without_empty_nodes_is_not_blamed_for_those_inside_a_mention(rich, plain, expected):
    rich, plain = side(rich), without_empty_nodes(side(plain))
    assert pairs(rich, plain) == expected
    assert pairs(plain, rich) == {(two, one) for one, two in expected}
    counts = corefscope.score(rich, plain, metrics="mentions").scores["mentions"].counts
    assert (counts["recall_den"], counts["precision_den"]) == (rich[0].mention_count, plain.mention_count)


def test_it_is_the_document_that_has_to_be_the_same_too():
    plain = without_empty_nodes(side("2-3") + side("5", name="other"))
    assert pairs(side("5") + side("2,3.1,3", name="other"), plain) == set()
