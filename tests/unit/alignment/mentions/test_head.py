"""Matching by head, step by step: exact pairs with equal heads, then equal heads by the share of the key covered."""

import pytest

from support.inputs.spans import pairs, side


@pytest.mark.parametrize(
    ("key", "response", "expected"),
    [
        # The same head is enough, whatever the tokens.
        ("0-4@2", "2@2", {("0-4", "2")}),
        ("2@2", "0-4@2", {("2", "0-4")}),
        ("0-2@2", "2-4@2", {("0-2", "2-4")}),
        # The same tokens are not.
        ("0-4@2", "0-4@3", set()),
        # A discontinuous mention and a run of tokens, by their head.
        ("0,4@4", "3-4@4", {("0,4", "3-4")}),
        # Zeros have heads too: empty nodes.
        ("3.1@3.1", "2,3.1@3.1", {("3.1", "2,3.1")}),
        ("3.1@3.1", "3.2@3.2", set()),
        # One head, two key mentions: 1/2 of 1-2 is covered by 2, but all of 2 is, and exactly.
        ("1-2@2 2@2", "2@2", {("2", "2")}),
        # Two and two: exact pairs first, the rest by what is left.
        ("1-2@2 2@2", "2@2 0-2@2", {("2", "2"), ("1-2", "0-2")}),
        # The largest sum, not the best partner of the first: 0-2 lies in 0-4 whole, but then 2-4 has only 1-2 left:
        # 1 + 1/3. With 1-2 for 0-2 it is 2/3 + 1.
        ("0-2@2 2-4@2", "0-4@2 1-2@2", {("0-2", "1-2"), ("2-4", "0-4")}),
        ("0-5@5 2-5@5", "1-5@5 5@5", {("0-5", "5"), ("2-5", "1-5")}),  # 1/6 + 1, not 5/6 + 1/4
        # Mentions of other heads do not disturb.
        ("0-1@0 3-4@3", "0@0 4@4", {("0-1", "0")}),
    ],
)
def test_head(key, response, expected):
    assert pairs(side(key), side(response), match="head") == expected


def test_equal_tokens_with_another_head_are_free_for_others():
    """0-4 is on both sides, but with different heads: both find another partner."""
    key, response = "0-4@2 3@3", "0-4@3 2@2"
    assert pairs(side(key), side(response), match="head") == {("0-4", "2"), ("3", "0-4")}


@pytest.mark.parametrize("response", ["1-3@2 2-3@2", "2-3@2 1-3@2"])
def test_on_ties_the_earlier_key_mention_goes_with_the_earlier_response(response):
    """The order of the file does not decide."""
    assert pairs(side("2@2"), side(response), match="head") == {("2", "1-3")}  # 1 and 1
    assert pairs(side("2-4@2 1-3@2"), side("2@2"), match="head") == {("1-3", "2")}  # 1/3 and 1/3
    assert pairs(side("0-2@2 1-2@2 1-4@2"), side("2-3@2"), match="head") == {("1-2", "2-3")}  # 1/3, 1/2 and 2/4
    # 2/3 + 1 in two ways: in the order of the text
    assert pairs(side("0-3@2 1-3@2 2@2"), side("2-3@2 2-4@2"), match="head") == {("1-3", "2-3"), ("2", "2-4")}
    # 3/4 + 1/2, or 1/4 + 1
    assert pairs(side("0-3@3 2-3@3"), side("1-3@3 3@3"), match="head") == {("0-3", "1-3"), ("2-3", "3")}
    assert pairs(side("2@2 2-4@2"), side("1-4@2 0-4@2"), match="head") == {("2", "0-4"), ("2-4", "1-4")}  # 1 + 1


def test_entities_do_not_matter():
    assert pairs(side("0-4@2", "2@2"), side("2@2 1-2@2"), match="head") == {("2", "2"), ("0-4", "1-2")}
